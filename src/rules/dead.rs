//! Dead positions: those that no series of legal moves can win (british1897:I.15c, FIDE 5.2.2).
//! What is found here is proved; what is not found may still be dead. Two sorts are found in full:
//! too few pieces, and walls of locked pawns that no king can pass or break.
//!
//! A wall is proved by looking at every pair of squares that the two kings can reach with either
//! player to move, all at once in bitboards, and at what they can capture there. A position in
//! which a pawn has no pawn before it on its file, or could give check or capture, is taken to be
//! one that can still be won.

use super::attacks::{king_attacks, pawn_attacks, pawns_attacks};
use super::bitboard::Bitboard;
use super::laws::Stalemate;
use super::position::Position;
use super::types::{Color, PieceKind, Square};

/// How many arrangements of the pawns one proof may look at; beyond that nothing is proved.
const MOST_ARRANGEMENTS: u32 = 32;

impl Position {
    /// Whether no series of legal moves can win the game. Which positions these are depends on
    /// what stalemate is, for where it decides the game it is one more way to win.
    pub fn is_dead(&self) -> bool {
        let board = self.board();
        let pawns = board.of_kind(PieceKind::Pawn);
        if pawns.is_empty() {
            self.too_few_pieces()
        } else {
            board.occupied() == pawns | board.of_kind(PieceKind::King)
                && self.all_pawns_are_locked(pawns)
                && !self.a_wall_can_be_broken()
        }
    }

    /// Whether stalemate is one more way to win. Under an undertaking it is the giver's loss, and
    /// so is a dead position.
    fn stalemate_can_win(&self) -> bool {
        self.laws().stalemate != Stalemate::Draw && self.undertaking().is_none()
    }

    /// Where stalemate is a draw, king against king, with one minor piece, or with bishops all on
    /// one colour of squares. Where it decides the game a single minor piece can stalemate, and
    /// only king against king is dead.
    fn too_few_pieces(&self) -> bool {
        let board = self.board();
        let of_kind = |kind| board.of_kind(kind);
        if (of_kind(PieceKind::Rook) | of_kind(PieceKind::Queen)).any() {
            return false;
        }
        let pieces = board.occupied().count();
        if self.stalemate_can_win() {
            return pieces == 2;
        }
        let bishops = of_kind(PieceKind::Bishop);
        let one_color =
            (bishops & Bitboard::DARK).is_empty() || (bishops - Bitboard::DARK).is_empty();
        pieces <= 3 || (of_kind(PieceKind::Knight).is_empty() && one_color)
    }

    /// Whether every pawn has a pawn before it and none can capture: a test of a few instructions
    /// that nearly every position fails.
    fn all_pawns_are_locked(&self, pawns: Bitboard) -> bool {
        let board = self.board();
        Color::ALL.into_iter().all(|color| {
            let own = board.pieces(color, PieceKind::Pawn);
            (own.step(color.forward()) - pawns).is_empty()
                && (pawns_attacks(color, own) & (pawns - own)).is_empty()
        }) && board.en_passant.is_none()
            && board.odds_moves() == 0
            && board.old.ghosts() == 0
    }

    /// Whether the players, the kings and the locked pawns being all they have, can come to a
    /// position that may be won.
    fn a_wall_can_be_broken(&self) -> bool {
        let board = self.board();
        let mut pairs = Pairs::EMPTY;
        if self.in_check() {
            // Only at this ply: no king goes where a pawn commands. No move is mate.
            let moves = self.legal_moves();
            if moves.is_empty() || moves.iter().any(|&mv| self.captured(mv).is_some()) {
                return true;
            }
            moves.into_iter().for_each(|mv| pairs.add(&self.play(mv)));
        } else {
            pairs.add(self);
        }
        let pawns = Color::ALL.map(|color| board.pieces(color, PieceKind::Pawn));
        let stalemate_wins = self.stalemate_can_win();
        Proof { stalemate_wins, left: MOST_ARRANGEMENTS }.can_be_won(pawns, pairs)
    }
}

/// The places of two kings: by the player to move and White's king's square, the squares where
/// Black's can stand. No pair is of neighbours, and none is in check.
#[derive(Clone)]
struct Pairs([[Bitboard; 64]; 2]);

impl Pairs {
    const EMPTY: Self = Self([[Bitboard::EMPTY; 64]; 2]);

    fn add(&mut self, position: &Position) {
        let [white, black] = Color::ALL.map(|color| position.board().king(color));
        self.0[position.turn().index()][white.index()] |= black.bitboard();
    }

    /// Adds pairs, and says whether one of them was new.
    fn grow(&mut self, turn: Color, white: Square, black: Bitboard) -> bool {
        let known = &mut self.0[turn.index()][white.index()];
        let new = (black - *known).any();
        *known |= black;
        new
    }

    fn black(&self, turn: Color, white: Square) -> Bitboard {
        self.0[turn.index()][white.index()]
    }

    /// The pairs of the player to move, by White's king's square.
    fn with(&self, turn: Color) -> impl Iterator<Item = (Square, Bitboard)> {
        Square::all()
            .map(move |white| (white, self.black(turn, white)))
            .filter(|(_, black)| black.any())
    }
}

/// The neighbours of all those squares.
fn around(squares: Bitboard) -> Bitboard {
    squares.into_iter().fold(Bitboard::EMPTY, |set, square| set | king_attacks(square))
}

/// Whether a pawn has no pawn before it on its file.
fn has_free_pawn(pawns: [Bitboard; 2]) -> bool {
    let all = pawns[0] | pawns[1];
    Color::ALL.into_iter().any(|color| {
        let behind = -color.forward();
        let mut span = all.step(behind);
        for _ in 0..6 {
            span |= span.step(behind);
        }
        (pawns[color.index()] - span).any()
    })
}

/// One proof, and how many arrangements of pawns it may still look at.
struct Proof {
    stalemate_wins: bool,
    left: u32,
}

impl Proof {
    /// Whether a win may be reached from any of the pairs, with these pawns.
    fn can_be_won(&mut self, pawns: [Bitboard; 2], mut pairs: Pairs) -> bool {
        let captures = Color::ALL.map(|color| {
            let attacked = pawns_attacks(color, pawns[color.index()]);
            attacked & pawns[color.other().index()]
        });
        if self.left == 0 || has_free_pawn(pawns) || captures.into_iter().any(Bitboard::any) {
            return true;
        }
        self.left -= 1;
        let wall = Wall::of(pawns);
        wall.let_kings_walk(&mut pairs);
        (self.stalemate_wins && wall.stalemates(&pairs))
            || self.a_pawn_moved_can_win(&wall, &pairs)
            || self.a_pawn_captured_can_win(&wall, &pairs)
    }

    fn a_pawn_moved_can_win(&mut self, wall: &Wall, pairs: &Pairs) -> bool {
        Color::ALL.into_iter().any(|us| {
            let own = wall.pawns[us.index()];
            let steps = own.step(us.forward()) - wall.all();
            steps.into_iter().any(|to| {
                let from = to.offset(-us.forward());
                // Two squares at once, a check and perhaps a mate: not looked into.
                let mut after = Pairs::EMPTY;
                for (white, black) in pairs.with(us).filter(|(white, _)| *white != to) {
                    after.grow(us.other(), white, black - to.bitboard());
                }
                let any = after.with(us.other()).next().is_some();
                let checks = after.with(us.other()).any(|(white, black)| match us {
                    Color::White => (pawn_attacks(us, to) & black).any(),
                    Color::Black => pawn_attacks(us, to).contains(white),
                });
                let mut pawns = wall.pawns;
                pawns[us.index()] = (own - from.bitboard()) | to.bitboard();
                any && (from.rank_for(us) == 1 || checks || self.can_be_won(pawns, after))
            })
        })
    }

    fn a_pawn_captured_can_win(&mut self, wall: &Wall, pairs: &Pairs) -> bool {
        Color::ALL.into_iter().any(|us| {
            let them = us.other();
            let prey = wall.pawns[them.index()] - wall.commanded[them.index()];
            prey.into_iter().any(|to| {
                let mut after = Pairs::EMPTY;
                for (white, black) in pairs.with(us) {
                    match us {
                        Color::White if king_attacks(to).contains(white) => {
                            after.grow(them, to, black - king_attacks(to));
                        }
                        Color::Black if (around(black) - king_attacks(white)).contains(to) => {
                            after.grow(them, white, to.bitboard());
                        }
                        _ => {}
                    }
                }
                let mut pawns = wall.pawns;
                pawns[them.index()] = wall.pawns[them.index()] - to.bitboard();
                after.with(them).next().is_some() && self.can_be_won(pawns, after)
            })
        })
    }
}

/// Pawns, and what they command.
struct Wall {
    pawns: [Bitboard; 2],
    commanded: [Bitboard; 2],
}

impl Wall {
    fn of(pawns: [Bitboard; 2]) -> Self {
        let commanded = Color::ALL.map(|color| pawns_attacks(color, pawns[color.index()]));
        Self { pawns, commanded }
    }

    fn all(&self) -> Bitboard {
        self.pawns[0] | self.pawns[1]
    }

    /// The squares that a king of that colour can enter as far as the pawns let him, captures
    /// included.
    fn open_to(&self, color: Color) -> Bitboard {
        Bitboard::ALL - self.pawns[color.index()] - self.commanded[color.other().index()]
    }

    /// Adds every pair that the kings can reach without a capture.
    fn let_kings_walk(&self, pairs: &mut Pairs) {
        let [white_walks, black_walks] = Color::ALL.map(|color| self.open_to(color) - self.all());
        let mut changed = true;
        while changed {
            changed = false;
            for white in Square::all() {
                let black = pairs.black(Color::White, white);
                if black.any() {
                    for to in king_attacks(white) & white_walks {
                        changed |= pairs.grow(Color::Black, to, black - king_attacks(to));
                    }
                }
                let black = pairs.black(Color::Black, white);
                if black.any() {
                    let to = around(black) & black_walks;
                    changed |= pairs.grow(Color::White, white, to - king_attacks(white));
                }
            }
        }
    }

    /// Whether a player is stalemated in one of the pairs.
    fn stalemates(&self, pairs: &Pairs) -> bool {
        Color::ALL.into_iter().any(|us| {
            let open = self.open_to(us);
            let steps = self.pawns[us.index()].step(us.forward()) - self.all();
            pairs.with(us).any(|(white, black)| {
                black.into_iter().any(|black| {
                    let (king, other) = match us {
                        Color::White => (white, black),
                        Color::Black => (black, white),
                    };
                    let kings = white.bitboard() | black.bitboard();
                    (steps - kings).is_empty()
                        && ((king_attacks(king) & open) - king_attacks(other)).is_empty()
                })
            })
        })
    }
}
