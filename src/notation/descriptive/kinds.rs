//! The words of a name: which pieces, pawns and files they can mean together. Nothing here reads
//! text.

use arrayvec::ArrayVec;

use super::lexicon::Atom;
use super::meaning::Name;
use super::names::{files, is_royal, wing_of};
use crate::rules::{Bitboard, PieceKind};

/// A name has no more words, save for a number.
pub(super) const MOST_KINDS: usize = 3;

/// The words of a name.
#[derive(Clone, Default, Debug)]
pub(super) struct Kinds {
    pub(super) kinds: ArrayVec<PieceKind, MOST_KINDS>,
    /// Which of the pawns on a file.
    nth: Option<u8>,
    pub(super) number_is_last: bool,
}

impl Kinds {
    /// These and one word more.
    pub(super) fn and(mut self, word: Atom) -> Option<Self> {
        match word {
            Atom::Kind(kind) => self.kinds.try_push(kind).ok()?,
            Atom::Nth(nth) if self.nth.is_none() => self.nth = Some(nth),
            _ => return None,
        }
        self.number_is_last = matches!(word, Atom::Nth(_));
        Some(self)
    }
}

/// The piece or pawn that some words name. Pawns alone have numbers.
pub(super) fn name(words: &Kinds) -> Option<Name> {
    let pawn = |files| Name { files, nth: words.nth, ..Name::plain(PieceKind::Pawn) };
    match *words.kinds {
        [PieceKind::Pawn] => Some(pawn(Bitboard::ALL)),
        [file, PieceKind::Pawn] => Some(pawn(files(None, file)?)),
        [wing, file, PieceKind::Pawn] => Some(pawn(files(Some(wing_of(wing)?), file)?)),
        _ if words.nth.is_some() => None,
        [kind] => Some(Name::plain(kind)),
        [wing, kind] if !is_royal(kind) => {
            Some(Name { wing: Some(wing_of(wing)?), ..Name::plain(kind) })
        }
        _ => None,
    }
}

/// The files that some words name.
pub(super) fn file(words: &Kinds) -> Option<Bitboard> {
    match *words.kinds {
        _ if words.nth.is_some() => None,
        [kind] => files(None, kind),
        [wing, kind] => files(Some(wing_of(wing)?), kind),
        _ => None,
    }
}
