//! Prints a legal move in the least form that no other legal move of the position shares. Forms
//! are tried from the shortest on; whether one is unambiguous is asked of [`Description`], the same
//! that reading asks.

use super::meaning::{Action, Description, Name, captured_on};
use super::names::{Origins, is_royal, piece_of_file, wing_of_file};
use super::style::Style;
use crate::rules::{Bitboard, Color, Move, MoveKind, MoveList, PieceKind, Position, Square, Wing};

/// How much is said of the piece that moves or is captured.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Naming {
    /// `P`, `Kt`.
    Plain,
    /// `BP`, `QKt`: a pawn's file on either wing, the wing a piece comes from.
    Named,
    /// `KBP`: a pawn's file.
    Exact,
    /// `Kt(K5)`: the square.
    Square,
}

use Naming::{Exact, Named, Plain, Square as OnSquare};

/// The forms of a capture from the least on: what is said of the side to move and of the captured.
const CAPTURES: [(Naming, Naming); 12] = [
    (Plain, Plain),
    (Plain, Named),
    (Named, Plain),
    (Plain, Exact),
    (Exact, Plain),
    (Named, Named),
    (Named, Exact),
    (Exact, Named),
    (Exact, Exact),
    (Plain, OnSquare),
    (OnSquare, Plain),
    (OnSquare, OnSquare),
];

/// The forms of a move without capture: what is said of the side to move, and whether the
/// destination names its wing.
const MOVES: [(Naming, bool); 5] =
    [(Plain, false), (Plain, true), (Named, false), (Named, true), (OnSquare, true)];

/// Prints a legal move of the position. The null move of the odds, which books leave out, is `...`.
pub(super) fn write(position: &Position, origins: &Origins, mv: Move, style: Style) -> String {
    if mv.is_null() {
        return "...".to_owned();
    }
    let writer = Writer { position, origins, mv, style, moves: position.legal_moves() };
    let mut text = writer.without_check();
    let after = position.play(mv);
    if after.in_check() {
        let words = style.words();
        let mate = !after.board().has_legal_move();
        text.push_str(if mate { words.mate } else { words.check });
    }
    text
}

struct Writer<'a> {
    position: &'a Position,
    origins: &'a Origins,
    mv: Move,
    style: Style,
    /// All legal moves, `mv` among them.
    moves: MoveList,
}

impl Writer<'_> {
    fn turn(&self) -> Color {
        self.position.turn()
    }

    fn without_check(&self) -> String {
        if self.mv.is_castling() {
            return self.castling();
        }
        let mover = self.kind_at(self.mv.from());
        let full = self.style == Style::Full;
        let mut text = if self.position.captured(self.mv).is_some() {
            let least = CAPTURES.into_iter().find(|form| self.is_unique(&self.capture(*form)));
            let form = match (full, self.mv.kind()) {
                // british1897:I.13A c leaves out where the pawn captured en passant stood.
                (true, MoveKind::EnPassant) => (OnSquare, Plain),
                (true, _) => (OnSquare, OnSquare),
                (false, _) => least.unwrap_or((OnSquare, OnSquare)),
            };
            let square = captured_on(self.turn(), self.mv);
            let captured = self.named(self.kind_at(square), square, form.1);
            let mover = self.named(mover, self.mv.from(), form.0);
            format!("{mover}{}{captured}", self.style.words().takes)
        } else {
            let least = MOVES.into_iter().find(|form| self.is_unique(&self.quiet(*form)));
            let form = least.filter(|_| !full).unwrap_or((OnSquare, true));
            let mover = self.named(mover, self.mv.from(), form.0);
            let to = self.square(self.mv.to(), form.1);
            format!("{mover}{}{to}", self.style.words().to)
        };
        if self.mv.kind() == MoveKind::EnPassant {
            text.push_str(self.style.words().en_passant);
        }
        if let Some(kind) = self.mv.promotion() {
            let [before, after] = self.style.words().promotion;
            text = format!("{text}{before}{}{after}", self.joined(&[kind]));
        }
        text
    }

    fn castling(&self) -> String {
        let [plain, king_side, queen_side] = self.style.words().castles;
        let alone = self.moves.iter().filter(|mv| mv.is_castling()).count() == 1;
        let exact = if self.mv.castled_king().file() == 6 { king_side } else { queen_side };
        if alone && !plain.is_empty() { plain } else { exact }.to_owned()
    }

    /// Whether a description fits this move alone.
    fn is_unique(&self, description: &Description) -> bool {
        let fits =
            |mv: &&Move| description.cost(self.position, self.origins, **mv, false).is_some();
        let mut fitting = self.moves.iter().filter(fits);
        fitting.next() == Some(&self.mv) && fitting.next().is_none()
    }

    fn kind_at(&self, square: Square) -> PieceKind {
        self.position.piece_at(square).map_or(PieceKind::Pawn, |piece| piece.kind())
    }

    fn quiet(&self, (mover, full): (Naming, bool)) -> Description {
        let mut description = self.describe(mover, Action::Move);
        description.to = squares(self.turn(), self.mv.to(), full);
        description
    }

    fn capture(&self, (mover, captured): (Naming, Naming)) -> Description {
        let square = captured_on(self.turn(), self.mv);
        let mut description = self.describe(mover, Action::Capture);
        description.captured = self.name(square, captured);
        if captured == OnSquare {
            description.at = square.bitboard();
        }
        description
    }

    fn describe(&self, mover: Naming, action: Action) -> Description {
        let mut description = Description::of(self.name(self.mv.from(), mover));
        description.action = action;
        if mover == OnSquare {
            description.from = self.mv.from().bitboard();
        }
        description.en_passant = self.mv.kind() == MoveKind::EnPassant;
        description.promotion = self.mv.promotion();
        description.check = self.position.gives_check(self.mv);
        description
    }

    /// The name of the piece on a square, so far as it is said.
    fn name(&self, square: Square, naming: Naming) -> Name {
        let mut name = Name::plain(self.kind_at(square));
        match (naming, name.kind) {
            (Named, PieceKind::Pawn) => {
                name.files = Bitboard::file(square.file()) | Bitboard::file(7 - square.file());
                if is_royal(piece_of_file(square.file())) {
                    name.files = Bitboard::file(square.file());
                }
            }
            (Exact, PieceKind::Pawn) => name.files = Bitboard::file(square.file()),
            (Named, kind) if !is_royal(kind) => name.wing = self.wing(square),
            _ => {}
        }
        name
    }

    /// The wing that a piece is called after.
    fn wing(&self, square: Square) -> Option<Wing> {
        Some(self.origins.wing(square).unwrap_or(wing_of_file(square.file())))
    }

    /// The words for the piece on a square.
    fn named(&self, kind: PieceKind, square: Square, naming: Naming) -> String {
        let mut words = Vec::with_capacity(3);
        let file = piece_of_file(square.file());
        match (naming, kind) {
            (Named, PieceKind::Pawn) => words.push(file),
            (Exact, PieceKind::Pawn) => {
                words.extend(wing_word(square));
                words.push(file);
            }
            (Named, kind) if !is_royal(kind) => {
                words.extend(self.wing(square).map(word_of_wing));
            }
            _ => {}
        }
        words.push(kind);
        let name = self.joined(&words);
        match (naming, self.style) {
            (OnSquare, Style::Full) => format!("{name} on {}", self.square(square, true)),
            (OnSquare, style) => {
                format!("{name}{}({})", style.words().blank, self.square(square, true))
            }
            _ => name,
        }
    }

    /// The player's name of a square.
    fn square(&self, square: Square, full: bool) -> String {
        let mut words = Vec::with_capacity(2);
        if full {
            words.extend(wing_word(square));
        }
        words.push(piece_of_file(square.file()));
        let rank = self.style.words().ranks[square.rank_for(self.turn()) as usize];
        let name = self.joined(&words);
        match self.style {
            Style::Full => format!("{name}'s {rank}"),
            style => format!("{name}{}{rank}", style.words().blank),
        }
    }

    /// Names one after another, all but the last possessive.
    fn joined(&self, kinds: &[PieceKind]) -> String {
        let words = self.style.words();
        let (genitive, blank) = match self.style {
            Style::Full => ("'s", " "),
            _ => (words.dot, words.blank),
        };
        let mut text = String::new();
        for (index, kind) in kinds.iter().enumerate() {
            text.push_str(self.style.piece(*kind));
            if index + 1 < kinds.len() {
                text.push_str(genitive);
                text.push_str(blank);
            }
        }
        text + words.dot
    }
}

/// The squares that a name of a square can mean.
fn squares(turn: Color, square: Square, full: bool) -> Bitboard {
    let rank = Bitboard::rank_for(turn, square.rank_for(turn));
    let mut files = Bitboard::file(square.file());
    if !full && !is_royal(piece_of_file(square.file())) {
        files |= Bitboard::file(7 - square.file());
    }
    files & rank
}

/// The wing of a file, where its own name does not say it.
fn wing_word(square: Square) -> Option<PieceKind> {
    (!is_royal(piece_of_file(square.file()))).then(|| word_of_wing(wing_of_file(square.file())))
}

const fn word_of_wing(wing: Wing) -> PieceKind {
    match wing {
        Wing::King => PieceKind::King,
        Wing::Queen => PieceKind::Queen,
    }
}
