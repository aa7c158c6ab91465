//! Legal move generation. Moves leave in sets (one piece, many destinations) through a [`Sink`], so
//! that counting, listing and walking the tree share one generator. Every move that leaves is
//! legal; nothing here changes a board.
//!
//! The old laws enter here and only here, by [`LawView`]: `Modern` is constant, `Historical` reads
//! the board. [`Board::generate`] branches once between the two.

use std::ops::ControlFlow::{self, Continue};

use super::attacks::{
    between, bishop_attacks, castling_path, king_rays, knight_attacks, line, pawn_attacks,
    pawns_attacks, rook_attacks,
};
use super::bitboard::Bitboard;
use super::board::{Board, Wing};
use super::checks::Checks;
use super::moves::{Move, MoveKind, MoveList};
use super::sinks::{
    AnyMove, Children, Counting, Listing, ListingChecks, Membership, OddsMoves, OldChildren, Sink,
};
use super::slides::FreeLines;
use super::types::{Color, PieceKind, Square};

/// Which moves are asked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Scope {
    /// All of them.
    All,
    /// Captures, en passant too, and promotions.
    Noisy,
    /// All others: quiet steps, castling, the null move.
    Quiet,
}

/// What the generator asks of the law.
trait LawView {
    /// Whether ghost rights, bans and odds of moves can exist at all.
    const OLD: bool;
}

/// Today's law, and every code in a position that has nothing of the old laws left in it.
struct Modern;
impl LawView for Modern {
    const OLD: bool = false;
}

/// A position with ghost rights, a marked piece or moves of odds to be made.
struct Historical;
impl LawView for Historical {
    const OLD: bool = true;
}

/// The scopes as constants of the generator.
const ALL: u8 = 0;
const NOISY: u8 = 1;
const QUIET: u8 = 2;

/// The opponent's pieces that check the player to move, and his own that stand alone between his
/// king and a slider of theirs: what the generator must know first. A caller who knows it already
/// spares the generator the work.
#[derive(Clone, Copy)]
pub(crate) struct Restraints {
    /// The opponent's pieces that check.
    pub(crate) checkers: Bitboard,
    /// Our pieces that may leave the line to their king no more.
    pub(crate) pinned: Bitboard,
}

impl Board {
    /// Sends the legal moves of the pieces on `movers` within `scope` to the sink, until it breaks
    /// off.
    #[inline(always)]
    pub fn generate<S: Sink>(
        &self,
        movers: Bitboard,
        scope: Scope,
        sink: &mut S,
    ) -> ControlFlow<()> {
        self.generate_within(None, movers, scope, sink)
    }

    /// The same by a caller who may know the restraints.
    #[inline(always)]
    pub(crate) fn generate_within<S: Sink>(
        &self,
        known: Option<Restraints>,
        movers: Bitboard,
        scope: Scope,
        sink: &mut S,
    ) -> ControlFlow<()> {
        match scope {
            Scope::All => self.dispatch::<ALL, S>(known, movers, sink),
            Scope::Noisy => self.dispatch::<NOISY, S>(known, movers, sink),
            Scope::Quiet => self.dispatch::<QUIET, S>(known, movers, sink),
        }
    }

    #[inline(always)]
    fn dispatch<const SCOPE: u8, S: Sink>(
        &self,
        known: Option<Restraints>,
        movers: Bitboard,
        sink: &mut S,
    ) -> ControlFlow<()> {
        match self.turn {
            Color::White => self.by_law::<true, SCOPE, S>(known, movers, sink),
            Color::Black => self.by_law::<false, SCOPE, S>(known, movers, sink),
        }
    }

    #[inline(always)]
    fn by_law<const WHITE: bool, const SCOPE: u8, S: Sink>(
        &self,
        known: Option<Restraints>,
        movers: Bitboard,
        sink: &mut S,
    ) -> ControlFlow<()> {
        if self.old.is_empty() {
            Generator::<Modern, WHITE, SCOPE>::new(self, known).run(movers, sink)
        } else {
            self.generate_old::<WHITE, SCOPE, S>(movers, sink)
        }
    }

    /// The laws' own business before the generator proper: odds of several moves.
    #[cold]
    #[inline(never)]
    fn generate_old<const WHITE: bool, const SCOPE: u8, S: Sink>(
        &self,
        movers: Bitboard,
        sink: &mut S,
    ) -> ControlFlow<()> {
        let generator = Generator::<Historical, WHITE, SCOPE>::new(self, None);
        match self.old.odds_moves() {
            0 => generator.run(movers, sink),
            _ if self.turn != self.old.receiver() => {
                if SCOPE == NOISY {
                    Continue(())
                } else {
                    sink.rare(Move::NULL)
                }
            }
            left => generator.run(movers, &mut OddsMoves { board: self, sink, last: left == 1 }),
        }
    }

    /// Appends the legal moves within a scope to a list that has room for them.
    #[inline(always)]
    pub(crate) fn list_moves(&self, known: Option<Restraints>, scope: Scope, list: &mut MoveList) {
        let _ =
            self.generate_within(known, Bitboard::ALL, scope, &mut Listing { board: self, list });
    }

    /// The same for the moves that give check.
    pub(crate) fn list_checks(&self, known: Option<Restraints>, scope: Scope, list: &mut MoveList) {
        let listing = Listing { board: self, list };
        let mut sink = ListingChecks { listing, checks: Checks::of(self) };
        let _ = self.generate_within(known, Bitboard::ALL, scope, &mut sink);
    }

    /// The legal moves within a scope.
    pub fn moves(&self, scope: Scope) -> MoveList {
        let mut list = MoveList::new();
        self.list_moves(None, scope, &mut list);
        list
    }

    /// All legal moves.
    pub fn legal_moves(&self) -> MoveList {
        self.moves(Scope::All)
    }

    /// How many legal moves there are, without listing them. The old laws' count is made in a
    /// place of its own, so that today's can be kept in a register.
    #[inline(never)]
    pub fn count_legal(&self) -> u64 {
        if self.old.is_empty() { self.count_modern() } else { self.count_legal_historical() }
    }

    /// The same by the instance for today's law called directly, for a board on which nothing of
    /// the old laws is left: with [`Board::for_each_child_modern`] the yardstick of what the one
    /// branch costs.
    #[doc(hidden)]
    #[inline(never)]
    pub fn count_legal_modern(&self) -> u64 {
        debug_assert!(self.old.is_empty());
        self.count_modern()
    }

    #[inline(always)]
    fn count_modern(&self) -> u64 {
        let mut count = Counting(0);
        let _ = match self.turn {
            Color::White => {
                Generator::<Modern, true, ALL>::new(self, None).run(Bitboard::ALL, &mut count)
            }
            Color::Black => {
                Generator::<Modern, false, ALL>::new(self, None).run(Bitboard::ALL, &mut count)
            }
        };
        count.0
    }

    /// The same by the instance for the old laws, which must agree where nothing old is left.
    #[doc(hidden)]
    #[cold]
    #[inline(never)]
    pub fn count_legal_historical(&self) -> u64 {
        let mut count = Counting(0);
        let _ = match self.turn {
            Color::White => self.generate_old::<true, ALL, _>(Bitboard::ALL, &mut count),
            Color::Black => self.generate_old::<false, ALL, _>(Bitboard::ALL, &mut count),
        };
        count.0
    }

    /// Whether there is a legal move at all. The generator stops at the first.
    pub fn has_legal_move(&self) -> bool {
        self.has_move_within(None)
    }

    /// The same by a caller who may know the restraints.
    #[inline(always)]
    pub(crate) fn has_move_within(&self, known: Option<Restraints>) -> bool {
        self.generate_within(known, Bitboard::ALL, Scope::All, &mut AnyMove).is_break()
    }

    /// Whether this move is legal here. Any sixteen bits may be asked about.
    pub fn is_legal(&self, mv: Move) -> bool {
        self.is_legal_within(None, mv)
    }

    /// The same by a caller who may know the restraints.
    #[inline(always)]
    pub(crate) fn is_legal_within(&self, known: Option<Restraints>, mv: Move) -> bool {
        let mut sought = Membership { board: self, wanted: mv };
        let movers = if mv.is_null() { Bitboard::ALL } else { mv.from().bitboard() };
        self.generate_within(known, movers, Scope::All, &mut sought).is_break()
    }

    /// The restraints of the player to move.
    #[inline(always)]
    pub(crate) fn restraints(&self) -> Restraints {
        self.restraints_of(self.turn)
    }

    /// The same by a caller who knows whose turn it is as a constant.
    #[inline(always)]
    fn restraints_of(&self, us: Color) -> Restraints {
        let king = self.king(us);
        let king_rays = king_rays(king);
        let [diagonal, antidiagonal] = king_rays.diagonals;
        let occupied = self.occupied();
        let them = us.other();
        let mut checkers = ((king_rays.pawns[us.index()] & self.of_kind(PieceKind::Pawn))
            | (king_rays.knights & self.of_kind(PieceKind::Knight)))
            & self.of_color(them);
        let mut pinned = Bitboard::EMPTY;
        let snipers = (king_rays.cross & self.orthogonal_sliders(them))
            | ((diagonal | antidiagonal) & self.diagonal_sliders(them));
        for sniper in snipers {
            let blockers = between(king, sniper) & occupied;
            if !blockers.many() {
                pinned |= blockers;
                if blockers.is_empty() {
                    checkers |= sniper.bitboard();
                }
            }
        }
        Restraints { checkers, pinned: pinned & self.of_color(us) }
    }

    /// Calls `visit` with the board after each legal move.
    #[inline(always)]
    pub fn for_each_child<F: FnMut(&Self)>(&self, visit: F) {
        match self.turn {
            Color::White => self.children::<true, F>(visit),
            Color::Black => self.children::<false, F>(visit),
        }
    }

    #[inline(always)]
    fn children<const WHITE: bool, F: FnMut(&Self)>(&self, visit: F) {
        if self.old.is_empty() {
            self.children_modern::<WHITE, F>(visit);
        } else {
            let mut children = OldChildren { board: self, visit };
            let _ = self.generate_old::<WHITE, ALL, _>(Bitboard::ALL, &mut children);
        }
    }

    #[inline(always)]
    fn children_modern<const WHITE: bool, F: FnMut(&Self)>(&self, visit: F) {
        let mut children = Children::<WHITE, F> { board: self, visit };
        let _ = Generator::<Modern, WHITE, ALL>::new(self, None).run(Bitboard::ALL, &mut children);
    }

    /// As [`Board::for_each_child`], by the instance for today's law called directly.
    #[doc(hidden)]
    #[inline(always)]
    pub fn for_each_child_modern<F: FnMut(&Self)>(&self, visit: F) {
        debug_assert!(self.old.is_empty());
        match self.turn {
            Color::White => self.children_modern::<true, F>(visit),
            Color::Black => self.children_modern::<false, F>(visit),
        }
    }
}

/// One run of the generator: the law, the colour and the scope are constants.
struct Generator<'a, L, const WHITE: bool, const SCOPE: u8> {
    board: &'a Board,
    restraints: Restraints,
    /// The lines on which the sliders of both players go.
    lines: FreeLines,
    law: std::marker::PhantomData<L>,
}

impl<'a, L: LawView, const WHITE: bool, const SCOPE: u8> Generator<'a, L, WHITE, SCOPE> {
    const US: Color = if WHITE { Color::White } else { Color::Black };
    const THEM: Color = Self::US.other();
    /// One rank forward.
    const UP: i8 = if WHITE { 8 } else { -8 };

    #[inline(always)]
    fn new(board: &'a Board, known: Option<Restraints>) -> Self {
        let restraints = known.unwrap_or_else(|| board.restraints_of(Self::US));
        let lines = FreeLines::new(!board.occupied());
        Self { board, restraints, lines, law: std::marker::PhantomData }
    }

    #[inline(always)]
    fn run<S: Sink>(&self, movers: Bitboard, sink: &mut S) -> ControlFlow<()> {
        let king = self.board.king(Self::US);
        let Restraints { checkers, pinned } = self.restraints;
        self.king_moves(movers, king, sink)?;
        // Most positions have neither pin nor check: an instance of their own needs no masks.
        if (checkers | pinned).is_empty() {
            self.all_but_king(movers, king, Bitboard::EMPTY, Bitboard::ALL, sink)
        } else if !checkers.many() {
            // In check, a piece must take the checker or stand between.
            let parry = match checkers.first() {
                None => Bitboard::ALL,
                Some(checker) => between(king, checker) | checkers,
            };
            self.all_but_king(movers, king, pinned, parry, sink)
        } else {
            Continue(())
        }
    }

    /// The squares that a piece's step within the scope may lead to.
    #[inline(always)]
    fn targets(&self) -> Bitboard {
        match SCOPE {
            NOISY => self.board.of_color(Self::THEM),
            QUIET => !self.board.occupied(),
            _ => !self.board.of_color(Self::US),
        }
    }

    /// The squares of `wanted` that no opponent's piece commands, the king himself being no screen.
    /// They must be among those for which the knight zone of
    /// [`KingRays`](super::attacks::KingRays) answers.
    #[inline(always)]
    fn safe_for_king(&self, king: Square, wanted: Bitboard) -> Bitboard {
        let board = self.board;
        let theirs = board.of_color(Self::THEM);
        let mut safe = wanted
            - pawns_attacks(Self::THEM, board.of_kind(PieceKind::Pawn) & theirs)
            - king_rays(board.king(Self::THEM)).steps;
        for knight in board.of_kind(PieceKind::Knight) & theirs & king_rays(king).knight_zone {
            safe = safe - knight_attacks(knight);
        }
        let straight = board.orthogonal_sliders(Self::THEM);
        let diagonal = board.diagonal_sliders(Self::THEM);
        safe = safe - self.lines.attacks(straight, diagonal);
        // The king is no screen: a slider that checks commands what lies behind him too. (A knight
        // shares no line with him.)
        for checker in self.restraints.checkers - board.of_kind(PieceKind::Pawn) {
            safe = safe - (line(king, checker) - checker.bitboard());
        }
        safe
    }

    #[inline(always)]
    fn king_moves<S: Sink>(&self, movers: Bitboard, king: Square, sink: &mut S) -> ControlFlow<()> {
        let board = self.board;
        let Restraints { checkers, pinned } = self.restraints;
        if !movers.contains(king) {
            return Continue(());
        }
        let steps = king_rays(king).steps & self.targets();
        let may_castle = SCOPE != NOISY && checkers.is_empty();
        let rooks = if may_castle { self.castling_rooks(king) } else { Bitboard::EMPTY };
        let ghosts = L::OLD && may_castle && board.old.ghosts() != 0;
        let mut wanted = steps;
        if rooks.any() || ghosts {
            wanted |= Bitboard::rank_for(Self::US, 0) & Bitboard::CASTLING_FILES;
        }
        if wanted.is_empty() {
            return Continue(());
        }
        let safe = self.safe_for_king(king, wanted);
        sink.steps(PieceKind::King, king, safe & steps)?;
        for rook in rooks {
            let path = castling_path(Self::US, king, rook);
            let in_the_way = (path.clear & board.occupied()) | (path.king - safe);
            // A rook pinned on the rank is possible in Chess960 alone.
            if in_the_way.is_empty() && !pinned.contains(rook) {
                sink.rare(Move::new(king, rook, MoveKind::Castle))?;
            }
        }
        if ghosts { self.ghost_castle(king, safe, sink) } else { Continue(()) }
    }

    /// The rooks that may castle; none when a piece of another kind stands on either side of their
    /// king, as it does most often.
    #[inline(always)]
    fn castling_rooks(&self, king: Square) -> Bitboard {
        let rooks = self.board.castling & Bitboard::rank_for(Self::US, 0);
        let beside = king_rays(king).steps & Bitboard::rank_for(Self::US, 0);
        let open = beside & (rooks | !self.board.of_color(Self::US));
        if open.is_empty() { Bitboard::EMPTY } else { rooks }
    }

    /// british1897:IV.5, federation1912:39, accomplished1837:16: the king castles alone. The
    /// rook's own square is no concern here: where it must be empty, the right is lost when it
    /// is not.
    fn ghost_castle<S: Sink>(&self, king: Square, safe: Bitboard, sink: &mut S) -> ControlFlow<()> {
        for wing in Wing::ALL {
            if !self.board.old.ghost(Self::US, wing) {
                continue;
            }
            let to = wing.king_to(Self::US);
            let path = between(king, wing.corner(Self::US));
            let king_path = between(king, to) | to.bitboard();
            if (path & self.board.occupied()).is_empty() && (king_path - safe).is_empty() {
                sink.rare(Move::new(king, to, MoveKind::GhostCastle))?;
            }
        }
        Continue(())
    }

    /// The moves of all pieces but the king: those on `pinned` keep to the line of their pin, and
    /// all must go to `parry`, or capture what stands behind it en passant.
    #[inline(always)]
    fn all_but_king<S: Sink>(
        &self,
        movers: Bitboard,
        king: Square,
        pinned: Bitboard,
        parry: Bitboard,
        sink: &mut S,
    ) -> ControlFlow<()> {
        self.pieces(movers, king, pinned, parry, sink)?;
        self.pawns(movers, king, pinned, parry, sink)
    }

    #[inline(always)]
    fn pieces<S: Sink>(
        &self,
        movers: Bitboard,
        king: Square,
        pinned: Bitboard,
        parry: Bitboard,
        sink: &mut S,
    ) -> ControlFlow<()> {
        let board = self.board;
        let occupied = board.occupied();
        let targets = self.targets() & parry;
        let queens = board.of_kind(PieceKind::Queen);
        let kind = |from, other| if queens.contains(from) { PieceKind::Queen } else { other };
        let bound = |from| if pinned.contains(from) { line(king, from) } else { Bitboard::ALL };
        // A pinned knight cannot move.
        for from in board.pieces(Self::US, PieceKind::Knight) & (movers - pinned) {
            sink.steps(PieceKind::Knight, from, knight_attacks(from) & targets)?;
        }
        if let Some(sum) = sink.sum() {
            *sum += self.count_slides(movers, king, pinned, targets);
            return Continue(());
        }
        // A queen is met twice, as the rook and as the bishop that she is.
        for from in board.diagonal_sliders(Self::US) & movers {
            let to = bishop_attacks(from, occupied) & targets & bound(from);
            sink.steps(kind(from, PieceKind::Bishop), from, to)?;
        }
        for from in board.orthogonal_sliders(Self::US) & movers {
            let to = rook_attacks(from, occupied) & targets & bound(from);
            sink.steps(kind(from, PieceKind::Rook), from, to)?;
        }
        Continue(())
    }

    /// How many moves bishops, rooks and queens have to `targets`. A pinned one keeps to the line of
    /// its pin, as the pinned pawns do.
    #[inline(always)]
    fn count_slides(
        &self,
        movers: Bitboard,
        king: Square,
        pinned: Bitboard,
        targets: Bitboard,
    ) -> u64 {
        let board = self.board;
        let [diagonal, antidiagonal] = king_rays(king).diagonals;
        let straight = board.orthogonal_sliders(Self::US) & movers;
        let slant = board.diagonal_sliders(Self::US) & movers;
        let [up, down] = self.lines.slides([
            straight & (!pinned | Bitboard::rank(king.rank())),
            straight & (!pinned | Bitboard::file(king.file())),
            slant & (!pinned | antidiagonal),
            slant & (!pinned | diagonal),
        ]);
        let mut count = 0;
        for line in 0..4 {
            count += (up[line] & targets).count() + (down[line] & targets).count();
        }
        u64::from(count)
    }

    #[inline(always)]
    fn pawns<S: Sink>(
        &self,
        movers: Bitboard,
        king: Square,
        pinned: Bitboard,
        parry: Bitboard,
        sink: &mut S,
    ) -> ControlFlow<()> {
        let board = self.board;
        let pawns = board.pieces(Self::US, PieceKind::Pawn) & movers;
        let last_rank = Bitboard::rank_for(Self::US, 7);
        let [diagonal, antidiagonal] = king_rays(king).diagonals;
        // A pinned pawn keeps to the line of its pin.
        let pushers = pawns & (!pinned | Bitboard::file(king.file()));
        let to_h = pawns & (!pinned | if WHITE { diagonal } else { antidiagonal });
        let to_a = pawns & (!pinned | if WHITE { antidiagonal } else { diagonal });
        let (step_h, step_a) = (Self::UP + 1, Self::UP - 1);

        let free = !board.occupied();
        let once = pushers.step(Self::UP) & free;
        let twice = (once & Bitboard::rank_for(Self::US, 2)).step(Self::UP) & free & parry;
        let once = once & parry;
        let prey = board.of_color(Self::THEM) & parry;
        let (takes_h, takes_a) = (to_h.step(step_h) & prey, to_a.step(step_a) & prey);

        let promoting = ((once | takes_h | takes_a) & last_rank).any();
        // Most positions have no promotion, and this is quicker than to part theirs in each.
        let others = if promoting { !last_rank } else { Bitboard::ALL };
        if SCOPE != NOISY {
            sink.pawns(Self::UP, once & others)?;
            sink.pawns(2 * Self::UP, twice)?;
        }
        if SCOPE != QUIET {
            sink.pawns(step_h, takes_h & others)?;
            sink.pawns(step_a, takes_a & others)?;
            if promoting {
                let barred = if L::OLD { self.barred_from_promotion() } else { Bitboard::EMPTY };
                for (step, to) in [(Self::UP, once), (step_h, takes_h), (step_a, takes_a)] {
                    sink.promotions(step, (to & last_rank) - barred.step(step))?;
                }
            }
            if let Some(over) = board.en_passant {
                for from in self.en_passant_takers(pawns, over, parry) {
                    sink.rare(Move::new(from, over, MoveKind::EnPassant))?;
                }
            }
        }
        Continue(())
    }

    /// rogers1907:XXXVII: the pawn a player has undertaken to mate with may not be queened.
    fn barred_from_promotion(&self) -> Bitboard {
        match self.board.old.marked() {
            Some(marked) if !self.board.laws.marked_pawn_promotes => marked.bitboard(),
            _ => Bitboard::EMPTY,
        }
    }

    /// Which of the pawns may capture en passant to the square `over`.
    #[cold]
    fn en_passant_takers(&self, pawns: Bitboard, over: Square, parry: Bitboard) -> Bitboard {
        let taken = over.offset(-Self::UP);
        if !parry.contains(over) && !parry.contains(taken) {
            return Bitboard::EMPTY;
        }
        let takers = pawns & pawn_attacks(Self::THEM, over);
        takers.into_iter().filter(|&from| self.board.en_passant_is_safe(from, over)).collect()
    }
}
