//! Ends a training game that both players hold to be decided. Only where the law allows it: a
//! stalemate that wins or an undertaking can turn a game that looks decided, so such games are
//! played out. So are games between unequal players: the weaker one may lose what looks won.

use crate::rules::{Color, Position};

/// Won: a score as high as this, in centipawns, for so many plies running, so that both players
/// see it. Who begins with more material, as the receiver of odds, needs so much more: without that,
/// games at odds of a piece would end soon after they begin, and teach nothing about how to play on.
/// With 1,200 in place of 600, at 400 nodes a move, 7,409 of 9,633 games came to 600 before they
/// ended, and the leader won 99.6 % of these. An eighth of all plies came after that.
const WON: (i16, u32) = (600, 6);
/// Drawn: from this ply on, a score within so many centipawns of even for so many plies running.
const DRAWN_FROM: usize = 80;
const DRAWN: (i16, u32) = (8, 16);

/// Counts how long the players have agreed.
pub(super) struct Adjudicator {
    allowed: bool,
    /// The scores for White, in centipawns, from which White wins and from which Black wins.
    won: [i32; 2],
    white_wins: u32,
    black_wins: u32,
    drawn: u32,
}

impl Adjudicator {
    /// An adjudicator of a game that begins from that position, before its random moves, between
    /// players who have so many nodes for a move.
    pub(super) fn new(start: &Position, nodes: [u32; 2]) -> Self {
        let allowed = !start.stalemate_decides() && nodes[0] == nodes[1];
        let board = start.board();
        let more = board.material(Color::White) - board.material(Color::Black);
        let won = [i32::from(WON.0) + more.max(0), -i32::from(WON.0) + more.min(0)];
        Self { allowed, won, white_wins: 0, black_wins: 0, drawn: 0 }
    }

    /// Takes the score for White of each ply in turn, and names the winner, or nobody, once the
    /// game is decided.
    pub(super) fn record(&mut self, white: i16, ply: usize) -> Option<Option<Color>> {
        let count = |holds, plies: u32| if holds { plies + 1 } else { 0 };
        self.white_wins = count(i32::from(white) >= self.won[0], self.white_wins);
        self.black_wins = count(i32::from(white) <= self.won[1], self.black_wins);
        self.drawn = count(ply >= DRAWN_FROM && white.abs() <= DRAWN.0, self.drawn);
        if !self.allowed {
            None
        } else if self.white_wins >= WON.1 {
            Some(Some(Color::White))
        } else if self.black_wins >= WON.1 {
            Some(Some(Color::Black))
        } else {
            (self.drawn >= DRAWN.1).then_some(None)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::laws::Variant;

    fn of(variant: Variant) -> Adjudicator {
        let terms = variant.terms();
        Adjudicator::new(&terms.start().position(&terms).unwrap(), [100; 2])
    }

    #[test]
    fn a_win_must_be_seen_by_both_players_for_long_enough() {
        let mut adjudicator = of(Variant::Chess);
        for _ in 1..WON.1 {
            assert_eq!(adjudicator.record(-WON.0, 30), None);
        }
        assert_eq!(adjudicator.record(0, 34), None);
        for _ in 1..WON.1 {
            assert_eq!(adjudicator.record(-WON.0, 40), None);
        }
        assert_eq!(adjudicator.record(-WON.0, 45), Some(Some(Color::Black)));
    }

    #[test]
    fn a_draw_needs_a_long_game() {
        let mut adjudicator = of(Variant::Chess);
        for ply in 0..DRAWN.1 as usize - 1 {
            assert_eq!(adjudicator.record(3, DRAWN_FROM + ply), None);
        }
        assert_eq!(adjudicator.record(-3, 200), Some(None));
        let mut early = of(Variant::Chess);
        assert!((0..DRAWN_FROM).all(|ply| early.record(0, ply).is_none()));
    }

    #[test]
    fn the_receiver_of_a_rook_must_win_more() {
        let mut terms = Variant::Chess.terms();
        terms.odds = "rook".parse().unwrap();
        terms.odds_giver = Some(Color::White);
        let start = terms.start().position(&terms).unwrap();
        let mut adjudicator = Adjudicator::new(&start, [100; 2]);
        assert!((0..300).all(|ply| adjudicator.record(-1_090, ply).is_none()));
        assert!((1..WON.1).all(|_| adjudicator.record(-1_110, 30).is_none()));
        assert_eq!(adjudicator.record(-1_110, 36), Some(Some(Color::Black)));
        let mut giver_wins = Adjudicator::new(&start, [100; 2]);
        assert!((1..WON.1).all(|_| giver_wins.record(WON.0, 30).is_none()));
        assert_eq!(giver_wins.record(WON.0, 36), Some(Some(Color::White)));
    }

    #[test]
    fn games_between_unequal_players_are_played_out() {
        let start = Position::initial();
        let mut adjudicator = Adjudicator::new(&start, [400, 50]);
        assert!((0..300).all(|ply| adjudicator.record(-20_000, ply).is_none()));
    }

    #[test]
    fn games_that_a_stalemate_or_an_undertaking_can_turn_are_played_out() {
        for variant in [Variant::England1804, Variant::PawnMate, Variant::DrawOdds] {
            let mut adjudicator = of(variant);
            assert!((0..300).all(|ply| adjudicator.record(20_000, ply).is_none()));
            assert!((0..300).all(|ply| adjudicator.record(0, ply).is_none()));
        }
    }
}
