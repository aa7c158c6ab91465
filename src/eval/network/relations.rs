//! What the network is told of how pieces stand to each other: which pawns are passed, which pieces
//! hang, where a check could be given, and more. It could learn all this from the squares of the
//! pieces, but only from many more games than the engine has played.

use crate::rules::{Bitboard, Color, PieceKind, Reach, Square, attacks};

/// How many relations there are.
pub(super) const RELATIONS: usize = 13;
/// The most relations that hold at once: five for a pawn, fewer for another piece, none for a king;
/// eight squares around either king; 27 squares in line with a king and 8 a knight's move from it,
/// where a queen and one of the other pieces give check.
pub(super) const MOST_RELATIONS: usize = 5 * 30 + 2 * 8 + 2 * (2 * 27 + 8);

/// The squares of each relation in turn, White's, then Black's:
///
/// 0. passed pawns;
/// 1. isolated pawns;
/// 2. pieces attacked by one of less value;
/// 3. pieces other than the king, attacked and not defended;
/// 4. pieces pinned to their king;
/// 5. knights and bishops defended by a pawn;
/// 6. rooks on files without pawns of their own;
/// 7. squares before passed pawns, occupied or attacked by the opponent;
/// 8. squares around the king that the opponent attacks;
/// 9. squares to which a knight could go, give check and not be captured;
/// 10. to 12. the same of a bishop, rook and queen.
pub type Relations = [Bitboard; 2 * RELATIONS];

/// The relations on a board given by the squares of each kind, pawn to king, and of each colour.
#[inline]
pub fn relations(kinds: &[Bitboard; 6], colors: &[Bitboard; 2]) -> Relations {
    let mut relations = [Bitboard::EMPTY; 2 * RELATIONS];
    let reach = Reach::of_both(kinds, colors);
    let scene = Scene { kinds, colors, reach: &reach };
    for color in Color::ALL {
        let us = color.index();
        let mut relation = 0;
        let mut add = |squares: Bitboard| {
            relations[2 * relation + us] = squares;
            relation += 1;
        };
        let (passed, isolated) = scene.pawns(color);
        add(passed);
        add(isolated);
        let (threatened, hanging) = scene.attacked(color);
        add(threatened);
        add(hanging);
        add(scene.pinned(color));
        let minors = kinds[PieceKind::Knight.index()] | kinds[PieceKind::Bishop.index()];
        add(minors & colors[us] & reach[us].by[PieceKind::Pawn.index()]);
        add(scene.of(color, PieceKind::Rook) & !files_of(scene.of(color, PieceKind::Pawn)));
        let opposed = colors[0] | colors[1] | reach[1 - us].all;
        add(steps(passed, color, 1) & opposed);
        add(scene.ring(color) & reach[1 - us].all);
        scene.checks(color).into_iter().for_each(&mut add);
    }
    relations
}

/// A board and what is attacked on it.
struct Scene<'a> {
    kinds: &'a [Bitboard; 6],
    colors: &'a [Bitboard; 2],
    /// What White attacks, then Black.
    reach: &'a [Reach; 2],
}

impl Scene<'_> {
    /// The pieces of a colour and kind.
    fn of(&self, color: Color, kind: PieceKind) -> Bitboard {
        self.kinds[kind.index()] & self.colors[color.index()]
    }

    /// The king's square, a1 where there is no king.
    fn king(&self, color: Color) -> Square {
        self.of(color, PieceKind::King).first().unwrap_or(Square::A1)
    }

    /// The passed and the isolated pawns of a colour.
    fn pawns(&self, color: Color) -> (Bitboard, Bitboard) {
        let [own, opposing] = [color, color.other()].map(|color| self.of(color, PieceKind::Pawn));
        (own & !stopped_by(opposing, color.other()), own & !neighbours(files_of(own)))
    }

    /// The pieces of a colour that a piece of less value attacks, and those other than the king that
    /// are attacked and not defended.
    fn attacked(&self, color: Color) -> (Bitboard, Bitboard) {
        let (us, them) = (&self.reach[color.index()], &self.reach[color.other().index()]);
        let own = self.colors[color.index()];
        let threatened = [PieceKind::Knight, PieceKind::Bishop, PieceKind::Rook, PieceKind::Queen]
            .into_iter()
            .fold(Bitboard::EMPTY, |all, kind| all | self.of(color, kind) & them.of_lesser(kind));
        (threatened, own & !self.kinds[PieceKind::King.index()] & them.all & !us.all)
    }

    /// The pieces of a colour that stand alone between their king and a piece that slides.
    fn pinned(&self, color: Color) -> Bitboard {
        let (own, other) = (self.colors[color.index()], self.colors[color.other().index()]);
        let king = self.king(color);
        let [bishops, rooks, queens] = [PieceKind::Bishop, PieceKind::Rook, PieceKind::Queen]
            .map(|kind| self.of(color.other(), kind));
        // The opponent's pieces stop a line, one's own do not.
        let sliders = attacks::bishop_attacks(king, other) & (bishops | queens)
            | attacks::rook_attacks(king, other) & (rooks | queens);
        sliders.into_iter().fold(Bitboard::EMPTY, |all, slider| {
            let between = attacks::between(king, slider) & own;
            if between.count() == 1 { all | between } else { all }
        })
    }

    /// The squares around a colour's king.
    fn ring(&self, color: Color) -> Bitboard {
        attacks::king_attacks(self.king(color))
    }

    /// The squares to which a colour's knights, bishops, rooks and queens could go, give check and
    /// not be captured there.
    fn checks(&self, color: Color) -> [Bitboard; 4] {
        let (us, them) = (&self.reach[color.index()], &self.reach[color.other().index()]);
        let king = self.king(color.other());
        let occupied = self.colors[0] | self.colors[1];
        let safe = !self.colors[color.index()] & !them.all;
        let diagonal = attacks::bishop_attacks(king, occupied) & safe;
        let straight = attacks::rook_attacks(king, occupied) & safe;
        [
            us.by[PieceKind::Knight.index()] & attacks::knight_attacks(king) & safe,
            us.by[PieceKind::Bishop.index()] & diagonal,
            us.by[PieceKind::Rook.index()] & straight,
            us.by[PieceKind::Queen.index()] & (diagonal | straight),
        ]
    }
}

/// Some squares as seen so many ranks farther on by a colour.
fn steps(squares: Bitboard, color: Color, ranks: u32) -> Bitboard {
    match color {
        Color::White => squares << (8 * ranks),
        Color::Black => squares >> (8 * ranks),
    }
}

/// The squares on which an opponent's pawn has one of these pawns of `color` before it, on its own
/// file or a neighbouring one.
fn stopped_by(pawns: Bitboard, color: Color) -> Bitboard {
    let mut stopped = steps(pawns | neighbours(pawns), color, 1);
    for ranks in [1, 2, 4] {
        stopped |= steps(stopped, color, ranks);
    }
    stopped
}

/// The squares to the left and to the right of some squares.
fn neighbours(squares: Bitboard) -> Bitboard {
    squares.step(1) | squares.step(-1)
}

/// All squares of the files that some squares are on.
fn files_of(squares: Bitboard) -> Bitboard {
    let mut files = squares;
    for ranks in [1, 2, 4] {
        files |= files >> (8 * ranks);
    }
    Bitboard((files & Bitboard::rank(0)).0 * Bitboard::file(0).0)
}
