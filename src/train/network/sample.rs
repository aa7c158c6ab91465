//! A position to learn from, packed into 48 bytes: what its inputs and its target are made of.
//! Squares and pieces are kept as they stand, everything else as the inputs that `eval::network`
//! found, so that inputs are never worked out in two ways.

use arrayvec::ArrayVec;

use crate::eval::network::features::{
    self, Active, FLAGS, MARKED, MOST_FLAGS, NAMED, RATING, RELATED, View,
};
use crate::eval::network::{FEATURES, HEADS, RatingAdvantage};
use crate::rules::{Bitboard, Color, Piece, PieceKind, Position, Square};

/// The bytes of a packed sample.
pub(super) const SAMPLE_SIZE: usize = 48;

/// In place of a marked man or a named square: there is none.
const NOTHING: u8 = 255;

/// The result of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub(super) enum Points {
    Loss = 0,
    Draw = 1,
    Win = 2,
}

impl Points {
    /// The result for a player, when `winner` won.
    pub(super) fn of(winner: Option<Color>, player: Color) -> Self {
        match winner {
            None => Self::Draw,
            Some(winner) if winner == player => Self::Win,
            Some(_) => Self::Loss,
        }
    }

    /// 0, half a point or 1.
    pub(super) fn value(self) -> f32 {
        f32::from(self as u8) / 2.0
    }
}

/// A position, its score and the result of its game. Where there are two of a thing, the first is
/// the side to move's.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Sample {
    occupied: Bitboard,
    /// The index of the piece on each occupied square, from a1, four bits each.
    pieces: u128,
    /// The inputs from `FLAGS` on, a bit each.
    flags: [u64; 2],
    /// The input of the marked man, counted from `MARKED`, or [`NOTHING`].
    marked: [u8; 2],
    /// The input of the named square, counted from `NAMED`, or [`NOTHING`].
    named: [u8; 2],
    turn: Color,
    /// The output head.
    pub(super) head: u8,
    /// The score for the side to move, in centipawns: the search's own, or the mean by TD(λ).
    pub(super) score: i16,
    /// What the side to move came to.
    pub(super) points: Points,
}

/// The inputs of a sample.
#[derive(Clone, Debug, Default)]
pub struct Inputs {
    /// The inputs that are on: for the side to move, then for the other.
    pub sides: [Active; 2],
    /// The output head.
    pub head: usize,
}

impl Inputs {
    /// The inputs of a position between players of whom one may be known to be stronger.
    pub fn of(position: &Position, advantage: RatingAdvantage) -> Self {
        let us = position.turn();
        let sides = [us, us.other()].map(|side| features::active(position, side, advantage));
        Self { sides, head: features::head(position) }
    }
}

impl Sample {
    /// Packs a position. The score is the side to move's.
    pub(super) fn new(
        position: &Position,
        advantage: RatingAdvantage,
        score: i16,
        points: Points,
    ) -> Self {
        let occupied = position.board().occupied();
        let mut pieces = 0;
        for (place, square) in occupied.into_iter().enumerate() {
            let piece = position.piece_at(square).map_or(0, Piece::index);
            pieces |= (piece as u128) << (4 * place);
        }
        let Inputs { sides, head } = Inputs::of(position, advantage);
        let mut sample = Self {
            occupied,
            pieces,
            flags: [0; 2],
            marked: [NOTHING; 2],
            named: [NOTHING; 2],
            turn: position.turn(),
            head: head as u8, // below HEADS
            score,
            points,
        };
        for (side, active) in sides.into_iter().enumerate() {
            for input in active.into_iter().map(usize::from) {
                if input >= FLAGS {
                    sample.flags[side] |= 1 << (input - FLAGS);
                } else if input >= RELATED {
                    // Found again from the squares of the pieces.
                } else if input >= NAMED {
                    sample.named[side] = (input - NAMED) as u8; // below 128
                } else if input >= MARKED {
                    sample.marked[side] = (input - MARKED) as u8; // below 128
                }
            }
        }
        sample
    }

    /// The pieces and their squares, from a1.
    fn pieces(&self) -> impl Iterator<Item = (Piece, Square)> + use<> {
        let mut pieces = self.pieces;
        self.occupied.into_iter().map(move |square| {
            let piece = Piece::ALL[(pieces & 15) as usize];
            pieces >>= 4;
            (piece, square)
        })
    }

    /// The inputs that the position has.
    pub(super) fn inputs(&self) -> Inputs {
        let (mut kinds, mut colors) = ([Bitboard::EMPTY; 6], [Bitboard::EMPTY; 2]);
        for (piece, square) in self.pieces() {
            kinds[piece.kind().index()] |= Bitboard::from(square);
            colors[piece.color().index()] |= Bitboard::from(square);
        }
        let king = |side: Color| kinds[PieceKind::King.index()] & colors[side.index()];
        let sides = [self.turn, self.turn.other()];
        let views = sides.map(|side| View::new(side, king(side).first().unwrap_or(Square::A1)));
        let related = features::relations(&kinds, &colors);
        let mut inputs = Inputs { head: self.head.into(), ..Inputs::default() };
        for (piece, square) in self.pieces() {
            for (side, view) in views.iter().enumerate() {
                inputs.sides[side].push(view.piece(piece, square));
            }
        }
        for (side, view) in views.into_iter().enumerate() {
            let list = &mut inputs.sides[side];
            list.extend(view.related(related));
            for (place, first) in [(self.marked[side], MARKED), (self.named[side], NAMED)] {
                if place != NOTHING {
                    list.push((first + usize::from(place)) as u16);
                }
            }
            for flag in Bitboard(self.flags[side]) {
                list.push((FLAGS + flag.index()) as u16);
            }
        }
        inputs
    }

    /// Whether one of the players is known to be stronger.
    pub(super) fn has_unequal_players(&self) -> bool {
        const RATING_INPUTS: u64 = !0 << (RATING - FLAGS);
        self.flags[0] & RATING_INPUTS != 0
    }

    /// The bytes.
    pub(super) fn to_bytes(self) -> [u8; SAMPLE_SIZE] {
        let mut bytes = ArrayVec::<u8, SAMPLE_SIZE>::new();
        let mut put = |part: &[u8]| bytes.extend(part.iter().copied());
        put(&self.occupied.0.to_le_bytes());
        put(&self.pieces.to_le_bytes());
        self.flags.iter().for_each(|flags| put(&flags.to_le_bytes()));
        put(&self.marked);
        put(&self.named);
        put(&self.score.to_le_bytes());
        put(&[self.turn as u8 | (self.points as u8) << 1, self.head]);
        bytes.into_inner().expect("the parts are 48 bytes")
    }

    /// Reads the bytes; `None` if they are no sample.
    pub(super) fn from_bytes(bytes: &[u8; SAMPLE_SIZE]) -> Option<Self> {
        let known_points = bytes[46] >> 1 < 3;
        Some(Self::from_checked(bytes)).filter(|sample| known_points && sample.is_sound())
    }

    /// Reads bytes that [`Sample::from_bytes`] has read before.
    #[inline]
    pub(super) fn from_checked(bytes: &[u8; SAMPLE_SIZE]) -> Self {
        let word =
            |at: usize| u64::from_le_bytes(bytes[at..at + 8].try_into().expect("eight bytes"));
        Self {
            occupied: Bitboard(word(0)),
            pieces: u128::from(word(8)) | u128::from(word(16)) << 64,
            flags: [word(24), word(32)],
            marked: [bytes[40], bytes[41]],
            named: [bytes[42], bytes[43]],
            score: i16::from_le_bytes([bytes[44], bytes[45]]),
            turn: Color::ALL[usize::from(bytes[46] & 1)],
            points: match bytes[46] >> 1 {
                0 => Points::Loss,
                1 => Points::Draw,
                _ => Points::Win,
            },
            head: bytes[47],
        }
    }

    /// Whether everything named is an input or a head that exists.
    fn is_sound(&self) -> bool {
        let mut pieces = self.pieces;
        let known = self.occupied.count() <= 32
            && (0..self.occupied.count()).all(|_| {
                let known = (pieces & 15) < Piece::ALL.len() as u128;
                pieces >>= 4;
                known
            });
        let inside = |&place: &u8| place == NOTHING || place < 128;
        known
            && self.flags.iter().all(|flags| {
                flags >> (FEATURES - FLAGS) == 0 && flags.count_ones() as usize <= MOST_FLAGS
            })
            && self.marked.iter().chain(&self.named).all(inside)
            && usize::from(self.head) < HEADS
    }
}
