//! Tablebases as the search asks them: a cursed win and a blessed loss are draws. What the tables
//! say is decided in `tablebases` alone.

use crate::rules::{Move, Position};
use crate::search::{Prober, Wdl};
use crate::tablebases::Tablebases;

/// A result from -2 to 2 with the fifty-move rule in view.
const fn wdl(result: i32) -> Wdl {
    match result {
        2 => Wdl::Win,
        -2 => Wdl::Loss,
        _ => Wdl::Draw,
    }
}

impl Prober for Tablebases {
    fn max_pieces(&self) -> u32 {
        self.max_pieces()
    }

    fn wdl(&self, position: &Position) -> Option<Wdl> {
        self.result(position).map(wdl)
    }

    fn root_moves(&self, position: &Position) -> Option<(Wdl, Vec<Move>)> {
        self.best_moves(position).map(|(result, moves)| (wdl(result), moves))
    }

    fn quickest_wins(&self, position: &Position) -> Option<Vec<Move>> {
        self.quickest_wins(position)
    }
}
