//! Tablebases as the search asks them. What the tables say is decided in `tablebases` alone.

use std::sync::Arc;

use crate::rules::{Move, Position};
use crate::search::{Prober, Wdl};
use crate::tablebases::Tablebases;

/// Tablebases, asked as the options have it.
pub struct Probing {
    /// The tables.
    pub tables: Arc<Tablebases>,
    /// Whether wins that the fifty-move rule spoils are draws.
    pub fifty_moves: bool,
    /// The least depth, in plies, at which the largest tables are probed.
    pub least_depth: i32,
}

/// A result from -2 to 2, of which 1 and -1 are a win and a loss that the fifty-move rule spoils.
const fn wdl(result: i32, fifty_moves: bool) -> Wdl {
    match result {
        2 => Wdl::Win,
        -2 => Wdl::Loss,
        1 if !fifty_moves => Wdl::Win,
        -1 if !fifty_moves => Wdl::Loss,
        _ => Wdl::Draw,
    }
}

/// The tables with the fifty-move rule, at any depth.
impl Prober for Tablebases {
    fn max_pieces(&self) -> u32 {
        self.max_pieces()
    }

    fn wdl(&self, position: &Position) -> Option<Wdl> {
        self.result(position).map(|result| wdl(result, true))
    }

    fn root_moves(&self, position: &Position) -> Option<(Wdl, Vec<Move>)> {
        self.best_moves(position).map(|(result, moves)| (wdl(result, true), moves))
    }

    fn win_distances(&self, position: &Position) -> Option<Vec<(Move, i32)>> {
        self.win_distances(position)
    }
}

impl Prober for Probing {
    fn max_pieces(&self) -> u32 {
        self.tables.max_pieces()
    }

    fn least_depth(&self) -> i32 {
        self.least_depth
    }

    fn wdl(&self, position: &Position) -> Option<Wdl> {
        self.tables.result(position).map(|result| wdl(result, self.fifty_moves))
    }

    fn root_moves(&self, position: &Position) -> Option<(Wdl, Vec<Move>)> {
        self.tables
            .best_moves(position)
            .map(|(result, moves)| (wdl(result, self.fifty_moves), moves))
    }

    fn win_distances(&self, position: &Position) -> Option<Vec<(Move, i32)>> {
        self.tables.win_distances(position)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_fifty_move_rule_makes_spoilt_wins_draws() {
        let with_rule = [2, 1, 0, -1, -2].map(|result| wdl(result, true));
        assert_eq!(with_rule, [Wdl::Win, Wdl::Draw, Wdl::Draw, Wdl::Draw, Wdl::Loss]);
        let without = [2, 1, 0, -1, -2].map(|result| wdl(result, false));
        assert_eq!(without, [Wdl::Win, Wdl::Win, Wdl::Draw, Wdl::Loss, Wdl::Loss]);
    }
}
