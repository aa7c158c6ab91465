//! The numbers that the search is tuned by, step by step, each with its unit, its range and the
//! width of a step in tuning. A depth is in plies and a score in centipawns. The first values were usual
//! ones, set by hand; those since were found by games.
//!
//! What a step has gained is written beside it where it was measured alone: Elo with its error at
//! 95 %, at 10,000 nodes a move unless said otherwise. The book's page on the search tells how the
//! numbers were found, what each batch of them has gained, and what was tried without gain.

use once_cell::sync::Lazy;

use super::parameters::parameters;

parameters! {
    // After step 5: hindsight.

    /// A node that a reduced move has led to is searched a ply less deep when the static evaluations
    /// before and after that move, each for the side to move, sum to more than so many centipawns.
    hindsight: 20 in 0..=200, step 10;

    // Step 6: razoring. The evaluation must be so far below alpha, in centipawns ...

    /// ... at depth 0 ...
    razor: 150 in 50..=600, step 40;
    /// ... and for each unit of the depth squared.
    razor_depth_squared: 155 in 50..=500, step 30;

    // Step 7: reverse futility.

    /// How far above beta the evaluation must be, in centipawns a ply.
    reverse_futility: 62 in 30..=160, step 8;
    /// So much less, in centipawns a ply, at an expected cut node that the table does not know.
    reverse_futility_cut: 12 in 0..=60, step 5;
    /// So much less, in centipawns, when the evaluation is improving.
    reverse_futility_improving: 40 in 0..=150, step 12;
    /// The least margin, in centipawns.
    reverse_futility_least: 20 in 0..=80, step 6;

    // Step 8: null move.

    /// The static evaluation must be above beta by so many centipawns at depth 0 ...
    null_move_above: 100 in 0..=300, step 20;
    /// ... and by so many less for each ply of depth.
    null_move_above_depth: 23 in 0..=50, step 4;
    /// The evaluation reduces a null move by a ply more for so many centipawns above beta.
    null_move_eval: 70 in 60..=400, step 20;

    // The order of quiet moves.

    /// A check comes earlier, by so many history points ...
    order_check: 8000 in 0..=32000, step 2000;
    /// ... and so does a piece that leaves a square where a lesser man attacks it for one where none
    /// does, by so many points for each centipawn that it is worth.
    order_escape: 11 in 0..=40, step 3;
    /// A piece that goes where a lesser piece attacks it comes later, by so many points for each
    /// centipawn that it is worth.
    order_exposure: 9 in 0..=40, step 3;

    /// The score of a quiet move is the sum of its histories, in 1024ths: by its two squares ...
    weight_squares: 1080 in 256..=2048, step 128;
    /// ... by the pawn structure ...
    weight_pawns: 980 in 256..=2048, step 128;
    /// ... by the move before ...
    weight_one: 1400 in 256..=2048, step 128;
    /// ... by the move 2 plies before ...
    weight_two: 960 in 256..=2048, step 128;
    /// ... by the move 4 plies before ...
    weight_four: 384 in 0..=2048, step 128;
    /// ... and by the move 6 plies before.
    weight_six: 650 in 0..=2048, step 128;

    // Step 10: pruning single moves.

    /// The exchange that a capture or check may lose, in centipawns a ply.
    see_noisy: 140 in 60..=300, step 12;
    /// A capture's history moves that limit by one centipawn for so many points.
    see_noisy_history: 30 in 12..=128, step 6;
    /// How much more than the captured piece a capture may be expected to gain, in centipawns, at
    /// reduced depth 0 ...
    capture_futility: 80 in 0..=300, step 20;
    /// ... and for each ply of it.
    capture_futility_depth: 56 in 0..=200, step 10;
    /// The exchange that a quiet move may lose, in centipawns by the square of the reduced depth.
    see_quiet: 18 in 8..=60, step 4;
    /// How far below zero the history of a quiet move must be for pruning, in points a ply.
    history_pruning: 5000 in 2000..=14000, step 600;
    /// What a quiet move may be expected to gain, in centipawns, at reduced depth 0 ...
    futility: 39 in 30..=250, step 14;
    /// ... and for each ply of it.
    futility_depth: 60 in 40..=220, step 12;
    /// ... and for each point of its history, in 1024ths of a centipawn.
    futility_history: 8 in 0..=16, step 2;

    /// How many moves are searched before quiet ones are pruned, when the evaluation is improving:
    /// six, and so many 16ths of a move more for each unit of the depth squared.
    late_moves_squared: 17 in 6..=40, step 3;
    /// So many moves more are searched where the position was on a principal variation, and twice as
    /// many where it is on one.
    late_moves_pv: 3 in 0..=12, step 1;

    // Step 11: extensions.

    /// By how much worse than the table's move the others must be, in 16ths of a centipawn a ply ...
    singular: 17 in 4..=64, step 4;
    /// ... and by how much more where the position was on a principal variation.
    singular_table_pv: 16 in 0..=64, step 4;
    /// The other moves must be worse by so many more centipawns for a second ply of extension ...
    double_extension: 14 in 2..=60, step 4;
    /// ... and by so many for a third.
    triple_extension: 54 in 30..=200, step 12;

    // Step 12: late move reductions.

    /// The reduction of any late move, in 1024ths of a ply.
    reduction: 768 in 0..=1600, step 80;
    /// By what the product of the logarithms of depth and number is divided, in hundredths.
    reduction_divisor: 230 in 140..=400, step 14;
    /// At a principal variation node it is less by so much, in 1024ths of a ply ...
    reduction_pv: 112 in 0..=1600, step 80;
    /// ... and by so much for a window as wide as the root's.
    reduction_window: 830 in 0..=2000, step 100;
    /// Where the position was on a principal variation, it is less by so much, in 1024ths of a ply.
    reduction_table_pv: 1000 in 0..=2400, step 140;
    /// If besides the table's score there is above alpha, it is less by so much more, in 1024ths of a
    /// ply.
    reduction_table_alpha: 350 in 0..=2000, step 200;
    /// When the evaluation is not improving, it is more by so much, in 1024ths of a ply.
    reduction_not_improving: 1024 in 0..=2400, step 140;
    /// At an expected cut node, it is more by so much, in 1024ths of a ply.
    reduction_cut: 2048 in 0..=4000, step 200;
    /// When the table's move is a capture or promotion, it is more by so much, in 1024ths of a ply.
    reduction_noisy_table: 880 in 0..=2400, step 140;
    /// After many cutoffs among the children, it is more by so much, in 1024ths of a ply.
    reduction_cutoffs: 900 in 0..=2400, step 140;
    /// A capture's history reduces by one 1024th of a ply less for so many points. A match of 500
    /// games at 5,000 nodes a move found no difference between these two divisors, with checks
    /// exempt from pruning, and what was there before: -14.6 ± 25.8 Elo.
    reduction_noisy_history: 10 in 4..=40, step 2;
    /// The same of a quiet move.
    reduction_quiet_history: 12 in 6..=48, step 2;
    /// A check is reduced by so much less, in 1024ths of a ply: a sacrifice that mates by checks
    /// would go unseen.
    reduction_check: 3200 in 512..=4096, step 200;
    /// A reduced search that beats the best score by more than this, in centipawns, is repeated one
    /// ply deeper.
    deeper: 40 in 10..=120, step 8;
    /// One that beats it by less than this, in centipawns, is repeated one ply shallower.
    shallower: 5 in 0..=24, step 2;

    // Step 14: what is learnt.

    /// The bonus of a move that cut off, in history points a ply of depth ...
    history_bonus_depth: 185 in 60..=320, step 14;
    /// ... less than that by so many points ...
    history_bonus_less: 80 in 0..=200, step 20;
    /// ... and at most so many.
    history_bonus_most: 1800 in 600..=3600, step 160;
    /// The malus of the moves tried before it, in history points a ply of depth ...
    history_malus_depth: 222 in 60..=360, step 14;
    /// ... less than that by so many points ...
    history_malus_less: 16 in 0..=200, step 20;
    /// ... and at most so many.
    history_malus_most: 1400 in 600..=3600, step 160;
    /// The bonus of a capture or promotion that cut off, in 1024ths of that of a quiet move ...
    history_of_noisy_cutoff: 680 in 0..=2048, step 128;
    /// ... and the malus of one that was tried before a cutoff.
    history_of_noisy_tried: 1380 in 0..=2048, step 128;
    /// A cutoff that beats beta by more than so many centipawns teaches as one a ply deeper.
    history_beyond_beta: 30 in 0..=200, step 10;
    /// What a quiet move gets after which the opponent fails low, in 1024ths of the
    /// bonus of a cutoff.
    history_of_fail_low: 1120 in 0..=2048, step 128;
    /// The same for the table's quiet move where the table alone cuts off.
    history_of_table: 1024 in 0..=2048, step 128;
    /// The malus of an early quiet move after which the table alone cuts off, in 1024ths of that of a
    /// move tried before a cutoff.
    history_of_refuted: 1024 in 0..=2048, step 128;
    /// The same for a reduced quiet move that the search at full depth proves good, or the malus of
    /// one that it proves bad.
    history_of_research: 512 in 0..=2048, step 128;

    /// The bonus of a quiet move that has raised the static evaluation for the side that made it, or
    /// the malus of one that has lowered it, in history points for ten centipawns.
    history_of_eval: 140 in 0..=160, step 10;

    /// How much of the correction by pawns is added to the evaluation, in 1024ths ...
    correction_pawn: 32 in 0..=96, step 6;
    /// ... of that by either side's pieces ...
    correction_pieces: 33 in 0..=96, step 6;
    /// ... and of that by the last two moves.
    correction_moves: 35 in 0..=96, step 6;

    // Quiescence.

    /// How much more than the captured piece a capture may be expected to gain, in centipawns.
    qsearch_futility: 121 in 60..=360, step 16;

    // The window of an iteration.

    /// The first half-width of the aspiration window, in centipawns, for an even position.
    aspiration: 12 in 5..=40, step 2;
    /// It is a centipawn wider for so many centipawns of the score expected.
    aspiration_score: 512 in 64..=2048, step 64;
}

// After step 5: hindsight.

/// By how many plies the move before must have been reduced.
pub(super) const HINDSIGHT_REDUCED: i32 = 2;

// Step 6: razoring.

/// The deepest node that is razored, in plies.
pub(super) const RAZOR_DEPTH: i32 = 3;

/// How far below alpha the evaluation must be at a depth, in centipawns.
pub(super) fn razor_margin(depth: i32) -> i32 {
    razor() + razor_depth_squared() * depth * depth
}

// Step 7: reverse futility.

/// The deepest node that is pruned so, in plies.
pub(super) const REVERSE_FUTILITY_DEPTH: i32 = 9;
/// How much the evaluation weighs in the score of such a node, where beta weighs 1.
pub(super) const REVERSE_FUTILITY_WEIGHT: i32 = 2;

/// How far above beta the evaluation must be, in centipawns. `unknown_cut`: at an expected cut node
/// that the table does not know.
pub(super) fn reverse_futility_margin(depth: i32, unknown_cut: bool, improving: bool) -> i32 {
    let per_ply = reverse_futility() - reverse_futility_cut() * i32::from(unknown_cut);
    let margin = per_ply * depth - reverse_futility_improving() * i32::from(improving);
    margin.max(reverse_futility_least())
}

// Step 8: null move.

/// The shallowest node that tries a null move, in plies.
pub(super) const NULL_MOVE_DEPTH: i32 = 3;
/// From this depth in plies a null-move cutoff is verified by a search without null moves.
pub(super) const NULL_MOVE_VERIFY_DEPTH: i32 = 14;

/// How far above beta the static evaluation must be, in centipawns.
pub(super) fn null_move_margin(depth: i32) -> i32 {
    null_move_above() - null_move_above_depth() * depth
}

/// The reduction of a null move in plies, when the evaluation is so many centipawns above beta.
pub(super) fn null_move_reduction(depth: i32, above_beta: i32) -> i32 {
    // Four and a half plies, and a third of the depth.
    (27 + 2 * depth) / 6 + (above_beta / null_move_eval()).min(6)
}

// Step 9: internal iterative reduction.

/// The shallowest node that is reduced for want of a table move, in plies.
pub(super) const IIR_DEPTH: i32 = 3;

// Step 10: pruning single moves.

/// The depth in plies by which a move is pruned: about that of its search, with its reduction, in 1024ths
/// of a ply, counted nine eighths.
pub(super) fn pruning_depth(depth: i32, reduction: i32) -> i32 {
    (depth - reduction * 9 / 8 / PLY).max(0)
}

/// The deepest node where quiet moves are pruned for their history, in plies.
pub(super) const HISTORY_PRUNING_DEPTH: i32 = 7;
/// The deepest reduced depth of futility pruning, in plies.
pub(super) const FUTILITY_DEPTH: i32 = 10;

/// The deepest reduced depth of the futility of captures, in plies.
pub(super) const CAPTURE_FUTILITY_DEPTH: i32 = 6;
/// A capture's history raises what it may be expected to gain by a centipawn for so many points.
const CAPTURE_FUTILITY_HISTORY: i32 = 100;

/// How much more than the captured piece a capture may be expected to gain at a reduced depth, in
/// centipawns, by its history.
pub(super) fn capture_futility_margin(reduced: i32, history: i32) -> i32 {
    capture_futility() + capture_futility_depth() * reduced + history / CAPTURE_FUTILITY_HISTORY
}

/// How many moves are searched at a node before the quiet ones left are pruned. `pv`: the position is
/// on a principal variation; `table_pv`: it is or was on one.
pub(super) fn late_moves(depth: i32, improving: bool, pv: bool, table_pv: bool) -> i32 {
    let moves = (6 + late_moves_squared() * depth * depth / 16) / (2 - i32::from(improving));
    moves + late_moves_pv() * (i32::from(pv) + i32::from(table_pv))
}

/// What a quiet move may be expected to gain at a reduced depth, in centipawns, by its history.
pub(super) fn futility_margin(reduced: i32, history: i32) -> i32 {
    futility() + futility_depth() * reduced + history * futility_history() / 1024
}

// Step 11: extensions.

/// The shallowest node whose table move may be singular, in plies.
pub(super) const SINGULAR_DEPTH: i32 = 5;
/// The table's entry may be so many plies shallower than the node.
pub(super) const SINGULAR_ENTRY_DEPTH: i32 = 5;

/// The depth in plies to which the other moves are searched.
pub(super) fn singular_search_depth(depth: i32) -> i32 {
    (depth - 1) * 13 / 32
}

/// By how many centipawns the other moves must be worse than the table's. `table_pv`: the position was
/// on a principal variation, and is not now.
pub(super) fn singular_margin(depth: i32, table_pv: bool) -> i32 {
    (singular() + singular_table_pv() * i32::from(table_pv)) * depth / 16
}

// Step 12: late move reductions.

/// One ply of reduction: reductions are counted in 1024ths.
pub(super) const PLY: i32 = 1024;

/// Late move reductions in 1024ths of a ply, by depth and by the move's number.
pub(super) static REDUCTIONS: Lazy<[[i32; 64]; 64]> = Lazy::new(|| {
    let mut table = [[0; 64]; 64];
    let least = f64::from(reduction()) / f64::from(PLY);
    let divisor = f64::from(reduction_divisor()) / 100.0;
    for (depth, row) in table.iter_mut().enumerate().skip(1) {
        for (number, reduction) in row.iter_mut().enumerate().skip(1) {
            let logs = (depth as f64).ln() * (number as f64).ln();
            *reduction = ((least + logs / divisor) * f64::from(PLY)) as i32;
        }
    }
    table
});

/// A node with more cutoffs than this among its children reduces its own moves by
/// [`reduction_cutoffs`] more.
pub(super) const MANY_CUTOFFS: u32 = 4;

/// By how many centipawns a reduced search must beat the best score to be repeated one ply deeper.
pub(super) fn deeper_margin(depth: i32) -> i32 {
    deeper() + 2 * depth
}

// Step 14: what is learnt.

/// The moves of a node that are early ones.
pub(super) const EARLY_MOVES: usize = 3;

/// The bonus of a move that cut off, in history points.
pub(super) fn history_bonus(depth: i32) -> i32 {
    (history_bonus_depth() * depth - history_bonus_less()).min(history_bonus_most())
}

/// The malus of the moves tried before it, in history points, below zero.
pub(super) fn history_malus(depth: i32) -> i32 {
    -(history_malus_depth() * depth - history_malus_less()).min(history_malus_most())
}

/// The bonus of a quiet move after which the evaluation is higher by so many centipawns for the side
/// that made it, in history points.
pub(super) fn history_bonus_of_eval(raised: i32) -> i32 {
    // Having the move is worth something: the opponent has it now.
    (raised.clamp(-100, 100) + 5) * history_of_eval() / 10
}

// Quiescence.

/// How much the score found weighs in that of a node that fails high, where beta weighs 1.
pub(super) const QSEARCH_WEIGHT: i32 = 2;
/// How many quiescence nodes any search may have before only exchanges are followed ...
pub(super) const QSEARCH_NODES: u64 = 10_000;
/// ... and how many more for each other node. In the bench there are two for three.
pub(super) const QSEARCH_NODES_PER_NODE: u64 = 8;

// The window of an iteration.

/// The shallowest iteration with a window, in plies.
pub(super) const ASPIRATION_DEPTH: i32 = 4;
/// A window that has grown wider than this, in centipawns, is opened on the side that failed.
pub(super) const ASPIRATION_WIDEST: i32 = 1000;

#[cfg(test)]
mod tests {
    use super::PARAMETERS;

    #[test]
    fn every_parameter_can_move_from_its_value_by_a_step_either_way_or_stands_at_its_bound() {
        let mut names: Vec<&str> = PARAMETERS.iter().map(|parameter| parameter.name).collect();
        for one in PARAMETERS {
            assert!(one.min <= one.default && one.default <= one.max, "{one:?}");
            assert!(one.step > 0 && 4 * one.step <= one.max - one.min, "{one:?}");
        }
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), PARAMETERS.len(), "no two of one name");
    }
}
