//! The network in the search. For each ply of the line searched there are two accumulators, one a
//! perspective, computed only when the position is evaluated: from those of an earlier ply, or from
//! the last ones that were computed with the same view of the board. Each accumulator is kept with a
//! snapshot of what it was computed for, and the next is computed from the difference between two
//! snapshots. So nothing here knows how a move is made under which law, and a forgotten `play` or a
//! null move costs time, not truth.

use std::fmt;
use std::sync::Arc;

use super::features::{self, Changes, Places, RatingAdvantage, Snapshot, View};
use super::simd::{InstructionSet, Kernel};
use super::{Network, Row};
use crate::eval::{Evaluator, Score, bare_king_score};
use crate::rules::{Color, Move, Position};

/// How many plies an accumulator may be computed back from. Farther back the difference is no
/// smaller than that to the last position that was computed with the same view of the board.
const PLIES_BACK: usize = 6;

/// A network that evaluates, with what it remembers of the line searched. Copies share the network.
#[derive(Clone)]
pub struct NetworkEvaluator {
    network: Arc<Network>,
    kernel: &'static dyn Kernel,
    advantage: RatingAdvantage,
    /// The plies of the line searched, the root first; beyond `ply` they are from other lines.
    stack: Vec<Ply>,
    ply: usize,
    /// By perspective, then by its view: what was computed last other than from an earlier ply.
    refreshed: [[Accumulator; View::NUMBER]; 2],
    /// What has changed since an earlier ply, then since another position with the same view.
    changes: Box<[Changes; 2]>,
    /// The inputs that are added and those that are taken away.
    inputs: Box<[Places; 2]>,
}

/// What is known of a ply.
#[derive(Clone)]
struct Ply {
    /// Whether the rest is of the line searched.
    known: bool,
    snapshot: Snapshot,
    /// By perspective.
    views: [View; 2],
    /// The sums of the hidden layer, by perspective.
    sums: [Row; 2],
}

/// The sums of the hidden layer for one perspective of a snapshot.
#[derive(Clone)]
struct Accumulator {
    snapshot: Snapshot,
    sums: Row,
}

impl Default for NetworkEvaluator {
    /// That of the network that the program carries.
    fn default() -> Self {
        Self::of(None)
    }
}

impl fmt::Display for NetworkEvaluator {
    /// Which network it is.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.network.fmt(f)
    }
}

impl fmt::Debug for NetworkEvaluator {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "NetworkEvaluator({self})")
    }
}

impl NetworkEvaluator {
    /// That of a network; of none, that of the network that the program carries.
    pub fn of(network: Option<Arc<Network>>) -> Self {
        Self::new(network.unwrap_or_else(super::embedded))
    }

    /// An evaluator of a network, with the fastest instructions that there are.
    pub fn new(network: Arc<Network>) -> Self {
        let kernel = InstructionSet::best().kernel().unwrap_or(InstructionSet::portable());
        Self::of_kernel(network, kernel)
    }

    /// The same with chosen instructions, if the processor has them.
    pub fn with_instructions(network: Arc<Network>, set: InstructionSet) -> Option<Self> {
        set.kernel().map(|kernel| Self::of_kernel(network, kernel))
    }

    fn of_kernel(network: Arc<Network>, kernel: &'static dyn Kernel) -> Self {
        let nothing = || Accumulator { snapshot: Snapshot::EMPTY, sums: *network.input_bias() };
        let refreshed = Color::ALL.map(|_| std::array::from_fn(|_| nothing()));
        let advantage = RatingAdvantage::NONE;
        let changes = Box::new([const { Changes::none() }; 2]);
        let inputs = Box::new([const { Places::NONE }; 2]);
        Self { network, kernel, advantage, stack: Vec::new(), ply: 0, refreshed, changes, inputs }
    }

    /// The network.
    pub fn network(&self) -> &Arc<Network> {
        &self.network
    }

    /// Who is stronger, from now on.
    pub fn set_advantage(&mut self, advantage: RatingAdvantage) {
        self.advantage = advantage;
    }

    /// Goes to a ply, of which nothing is known unless it was there before.
    #[inline]
    fn reach(&mut self, ply: usize) {
        self.ply = ply;
        if ply >= self.stack.len() {
            let views = Color::ALL.map(|perspective| Snapshot::EMPTY.view(perspective));
            let (snapshot, sums) = (Snapshot::EMPTY, [Row::ZERO; 2]);
            self.stack.resize(ply + 1, Ply { known: false, snapshot, views, sums });
        }
    }

    /// Computes the accumulators of the present ply.
    fn compute(&mut self, snapshot: &Snapshot) {
        let (before, rest) = self.stack.split_at_mut(self.ply);
        let now = &mut rest[0];
        (now.known, now.snapshot) = (true, *snapshot);
        now.views = [snapshot.view(Color::White), snapshot.view(Color::Black)];
        let earlier = before.iter().rev().take(PLIES_BACK).find(|ply| ply.known);
        let [since_earlier, since_refreshed] = &mut *self.changes;
        if let Some(from) = earlier {
            since_earlier.compare(&from.snapshot, snapshot);
        }
        let weights = self.network.input_weights();
        for side in [0, 1] {
            let (view, sums) = (now.views[side], &mut now.sums[side]);
            let mut update = |from: &Row, changes: &Changes| {
                let [on, off] = &mut *self.inputs;
                changes.list(view, on, off);
                self.kernel.update(weights, from, sums, on.as_slice(), off.as_slice());
            };
            match earlier.filter(|from| from.views[side] == view) {
                Some(from) => update(&from.sums[side], since_earlier),
                None => {
                    let from = &mut self.refreshed[side][view.index()];
                    since_refreshed.compare(&from.snapshot, snapshot);
                    update(&from.sums, since_refreshed);
                    (from.snapshot, from.sums) = (*snapshot, *sums);
                }
            }
        }
    }
}

impl Evaluator for NetworkEvaluator {
    fn evaluate(&mut self, position: &Position) -> Score {
        if let Some(score) = bare_king_score(position) {
            return score;
        }
        let snapshot = Snapshot::of(position, self.advantage);
        self.reach(self.ply);
        let now = &self.stack[self.ply];
        if !(now.known && now.snapshot.is(&snapshot)) {
            self.compute(&snapshot);
        }
        let us = position.turn();
        let sums = &self.stack[self.ply].sums;
        let (ours, theirs) = (&sums[us.index()], &sums[us.other().index()]);
        let head = features::head(position);
        let sum = self.kernel.dot(ours, theirs, self.network.output_weights(head));
        self.network.score(head, sum)
    }

    #[inline]
    fn play(&mut self, _: &Position, _: Move, _: &Position) {
        self.reach(self.ply + 1);
        self.stack[self.ply].known = false;
    }

    #[inline]
    fn undo(&mut self) {
        self.ply = self.ply.saturating_sub(1);
    }
}
