//! The numbers that the search is tuned by, step by step, each with its unit. A depth is in plies
//! and a score in centipawns. The values are usual ones, set by hand when each step was written; no
//! match has tuned them one by one.
//!
//! What a step has gained is written beside it, from the matches that the commits tell of: Elo with
//! its error at 95 %, at 10,000 nodes a move unless said otherwise. A step with no such figure has
//! not been measured alone: most came with the first search.

use once_cell::sync::Lazy;

// Step 6: razoring.

/// The deepest node that is razored, in plies.
pub(super) const RAZOR_DEPTH: i32 = 3;

/// How far below alpha the evaluation must be at a depth, in centipawns.
pub(super) const fn razor_margin(depth: i32) -> i32 {
    250 + 220 * depth * depth
}

// Step 7: reverse futility.

/// The deepest node that is pruned so, in plies.
pub(super) const REVERSE_FUTILITY_DEPTH: i32 = 8;
/// How far above beta the evaluation must be, in centipawns a ply.
pub(super) const REVERSE_FUTILITY: i32 = 78;
/// So much less, in centipawns a ply, at an expected cut node that the table does not know.
pub(super) const REVERSE_FUTILITY_CUT: i32 = 22;
/// So much less, in centipawns, when the evaluation is improving.
pub(super) const REVERSE_FUTILITY_IMPROVING: i32 = 60;
/// The least margin, in centipawns.
pub(super) const REVERSE_FUTILITY_LEAST: i32 = 20;

// Step 8: null move.

/// The shallowest node that tries a null move, in plies.
pub(super) const NULL_MOVE_DEPTH: i32 = 3;
/// The static evaluation may be below beta by so many centipawns at depth 0 ...
pub(super) const NULL_MOVE_MARGIN: i32 = -140;
/// ... and by so many less for each ply of depth.
pub(super) const NULL_MOVE_MARGIN_PER_PLY: i32 = 20;
/// From this depth in plies a null-move cutoff is verified by a search without null moves.
pub(super) const NULL_MOVE_VERIFY_DEPTH: i32 = 14;

/// The reduction of a null move in plies, when the evaluation is so many centipawns above beta.
pub(super) const fn null_move_reduction(depth: i32, above_beta: i32) -> i32 {
    let by_eval = above_beta / 200;
    4 + depth / 4 + if by_eval < 3 { by_eval } else { 3 }
}

// Step 9: internal iterative reduction.

/// The shallowest node that is reduced for want of a table move, in plies.
pub(super) const IIR_DEPTH: i32 = 4;

// Step 10: pruning single moves.

/// The exchange that a capture or check may lose, in centipawns a ply.
pub(super) const SEE_NOISY: i32 = -150;
/// A capture's history moves that limit by one centipawn for so many points.
pub(super) const SEE_NOISY_HISTORY: i32 = 32;
/// The exchange that a quiet move may lose, in centipawns by the square of the reduced depth.
pub(super) const SEE_QUIET: i32 = -22;
/// The deepest node where quiet moves are pruned for their history, in plies.
pub(super) const HISTORY_PRUNING_DEPTH: i32 = 5;
/// The history below which they are pruned, in points a ply.
pub(super) const HISTORY_PRUNING: i32 = -7000;
/// The deepest reduced depth of futility pruning, in plies.
pub(super) const FUTILITY_DEPTH: i32 = 7;

/// How many moves are searched at a node before the quiet ones left are pruned.
pub(super) const fn late_moves(depth: i32, improving: bool) -> i32 {
    (4 + depth * depth) / (2 - improving as i32)
}

/// What a quiet move may be expected to gain at a reduced depth, in centipawns.
pub(super) const fn futility_margin(reduced: i32) -> i32 {
    110 + 110 * reduced
}

// Step 11: extensions.

/// The shallowest node whose table move may be singular, in plies.
pub(super) const SINGULAR_DEPTH: i32 = 6;
/// The table's entry may be so many plies shallower than the node.
pub(super) const SINGULAR_ENTRY_DEPTH: i32 = 3;
/// The other moves must be worse by so many more centipawns for a second ply of extension ...
pub(super) const DOUBLE_EXTENSION: i32 = 18;
/// ... and by so many for a third.
pub(super) const TRIPLE_EXTENSION: i32 = 90;

// Step 12: late move reductions.

/// One ply of reduction: reductions are counted in 1024ths.
pub(super) const PLY: i32 = 1024;

/// Late move reductions in 1024ths of a ply, by depth and by the move's number.
pub(super) static REDUCTIONS: Lazy<[[i32; 64]; 64]> = Lazy::new(|| {
    let mut table = [[0; 64]; 64];
    for (depth, row) in table.iter_mut().enumerate().skip(1) {
        for (number, reduction) in row.iter_mut().enumerate().skip(1) {
            let logs = (depth as f64).ln() * (number as f64).ln();
            *reduction = ((0.75 + logs / 2.3) * 1024.0) as i32;
        }
    }
    table
});

/// A capture's history reduces by one 1024th of a ply less for so many points. A match of 500 games
/// at 5,000 nodes a move found no difference between these two divisors, with checks exempt from
/// pruning, and what was there before: -14.6 ± 25.8 Elo.
pub(super) const REDUCTION_NOISY_HISTORY: i32 = 10;
/// The same of a quiet move.
pub(super) const REDUCTION_QUIET_HISTORY: i32 = 16;
/// A node with more cutoffs than this among its children reduces its own moves by a ply more.
pub(super) const MANY_CUTOFFS: u32 = 3;
/// A check is reduced by so much less, in 1024ths of a ply: a sacrifice that mates by checks would
/// go unseen.
pub(super) const CHECK_REDUCTION: i32 = 3 * PLY;

/// A reduced search that beats the best score by more than this, in centipawns, is repeated one
/// ply deeper.
pub(super) const fn deeper_margin(depth: i32) -> i32 {
    40 + 2 * depth
}

/// One that beats it by less than this, in centipawns, is repeated one ply shallower.
pub(super) const SHALLOWER_MARGIN: i32 = 8;

// Step 14: what is learnt.

/// The bonus of a move that cut off, in history points.
pub(super) fn history_bonus(depth: i32) -> i32 {
    (160 * depth - 80).min(1800)
}

/// The malus of the moves tried before it, in history points, below zero.
pub(super) fn history_malus(depth: i32) -> i32 {
    -(180 * depth - 60).min(1600)
}

// Quiescence.

/// How much more than the captured piece a capture may be expected to gain, in centipawns.
pub(super) const QSEARCH_FUTILITY: i32 = 180;
/// How many quiescence nodes any search may have before only exchanges are followed ...
pub(super) const QSEARCH_NODES: u64 = 10_000;
/// ... and how many more for each other node. In the bench there are two for three.
pub(super) const QSEARCH_NODES_PER_NODE: u64 = 8;

// The window of an iteration.

/// The first half-width of the aspiration window, in centipawns, for an even position.
pub(super) const ASPIRATION: i32 = 14;
/// It is a centipawn wider for so many centipawns of the score expected.
pub(super) const ASPIRATION_SCORE: i32 = 512;
/// The shallowest iteration with a window, in plies.
pub(super) const ASPIRATION_DEPTH: i32 = 4;
/// A window that has grown wider than this, in centipawns, is opened on the side that failed.
pub(super) const ASPIRATION_WIDEST: i32 = 1000;
