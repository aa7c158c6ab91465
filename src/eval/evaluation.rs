//! The evaluations that the engine can be given, as one type: which of them it is, is known only
//! when the program runs.

use std::fmt;
use std::sync::Arc;

use super::network::{self, Network, NetworkEvaluator};
use super::{Classical, Evaluator, Score};
use crate::rules::{Move, Position};

/// An evaluation.
#[derive(Clone)]
pub enum Evaluation {
    /// The hand-made one.
    HandMade(Classical),
    /// A network.
    Network(Box<NetworkEvaluator>),
}

impl Evaluation {
    /// That of a network; of none, the usual one.
    pub fn of(network: Option<Arc<Network>>) -> Self {
        match network.or_else(network::embedded) {
            Some(network) => Self::Network(Box::new(NetworkEvaluator::new(network))),
            None => Self::HandMade(Classical::default()),
        }
    }
}

impl fmt::Display for Evaluation {
    /// Which it is.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::HandMade(_) => f.write_str("hand-made"),
            Self::Network(evaluator) => evaluator.network().fmt(f),
        }
    }
}

impl fmt::Debug for Evaluation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Evaluation({self})")
    }
}

impl Default for Evaluation {
    /// The usual one: the network that the program carries, or the hand-made evaluation.
    fn default() -> Self {
        Self::of(None)
    }
}

impl Evaluator for Evaluation {
    #[inline]
    fn evaluate(&mut self, position: &Position) -> Score {
        match self {
            Self::HandMade(classical) => classical.evaluate(position),
            Self::Network(network) => network.evaluate(position),
        }
    }

    #[inline]
    fn play(&mut self, before: &Position, mv: Move, after: &Position) {
        if let Self::Network(network) = self {
            network.play(before, mv, after);
        }
    }

    #[inline]
    fn undo(&mut self) {
        if let Self::Network(network) = self {
            network.undo();
        }
    }

    fn clear(&mut self) {
        match self {
            Self::HandMade(classical) => classical.clear(),
            Self::Network(network) => network.clear(),
        }
    }
}
