//! Legal move generation. Moves leave in sets (one man, many destinations) through a [`Sink`], so
//! that counting, listing and walking the tree share one generator. Every move that leaves is
//! legal; nothing here changes a board.
//!
//! The old laws enter here and only here, by [`LawView`]: `Modern` is constant, `Historical` reads
//! the board. [`Board::generate`] branches once between the two.

use super::attacks::{
    between, bishop_attacks, cross, diagonals, king_attacks, knight_attacks, knights_attacks, line,
    pawn_attacks, pawns_attacks, rook_attacks, saltire,
};
use super::bitboard::Bitboard;
use super::board::{Board, Wing};
use super::moves::{Move, MoveKind, MoveList};
use super::types::{Color, PieceKind, Square};

/// Which moves are asked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Scope {
    /// All of them.
    All,
    /// Captures, in passing too, and promotions.
    Noisy,
    /// All others: quiet steps, castling, the null move.
    Quiet,
}

/// Receives legal moves in sets.
pub trait Sink {
    /// A man other than a pawn can go from one square to each of several.
    fn steps(&mut self, kind: PieceKind, from: Square, to: Bitboard);
    /// Each square of `to` is reached by the pawn `step` behind it (see [`Bitboard::step`]).
    fn pawns(&mut self, step: i8, to: Bitboard);
    /// The same for moves to the last rank: four moves a square.
    fn promotions(&mut self, step: i8, to: Bitboard);
    /// One of the moves of [`MoveKind`]'s rarer kinds: castling of either sort, taking in
    /// passing, the null move.
    fn rare(&mut self, mv: Move);
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

/// A position with ghost rights, a marked man or moves of odds to be made.
struct Historical;
impl LawView for Historical {
    const OLD: bool = true;
}

/// The scopes as constants of the generator.
const ALL: u8 = 0;
const NOISY: u8 = 1;
const QUIET: u8 = 2;

impl Board {
    /// Sends every legal move of the men on `movers` within `scope` to the sink.
    #[inline(always)]
    pub fn generate<S: Sink>(&self, movers: Bitboard, scope: Scope, sink: &mut S) {
        match scope {
            Scope::All => self.dispatch::<ALL, S>(movers, sink),
            Scope::Noisy => self.dispatch::<NOISY, S>(movers, sink),
            Scope::Quiet => self.dispatch::<QUIET, S>(movers, sink),
        }
    }

    #[inline(always)]
    fn dispatch<const SCOPE: u8, S: Sink>(&self, movers: Bitboard, sink: &mut S) {
        if self.old.is_empty() {
            self.by_color::<Modern, SCOPE, S>(movers, sink);
        } else {
            self.generate_old::<SCOPE, S>(movers, sink);
        }
    }

    #[inline(always)]
    fn by_color<L: LawView, const SCOPE: u8, S: Sink>(&self, movers: Bitboard, sink: &mut S) {
        match self.turn {
            Color::White => Generator::<L, true, SCOPE>::new(self).run(movers, sink),
            Color::Black => Generator::<L, false, SCOPE>::new(self).run(movers, sink),
        }
    }

    /// The laws' own business before the generator proper: odds of several moves.
    #[cold]
    #[inline(never)]
    fn generate_old<const SCOPE: u8, S: Sink>(&self, movers: Bitboard, sink: &mut S) {
        match self.old.odds_moves() {
            0 => self.by_color::<Historical, SCOPE, S>(movers, sink),
            _ if self.turn != self.old.receiver() => {
                if SCOPE != NOISY {
                    sink.rare(Move::NULL);
                }
            }
            left => {
                let mut odds = OddsMoves { board: self, sink, last: left == 1 };
                self.by_color::<Historical, SCOPE, _>(movers, &mut odds);
            }
        }
    }

    /// The legal moves within a scope.
    pub fn moves(&self, scope: Scope) -> MoveList {
        let mut list = MoveList::new();
        self.generate(Bitboard::ALL, scope, &mut Listing { board: self, list: &mut list });
        list
    }

    /// All legal moves.
    pub fn legal_moves(&self) -> MoveList {
        self.moves(Scope::All)
    }

    /// How many legal moves there are, without listing them.
    pub fn count_legal(&self) -> u64 {
        let mut count = Counting(0);
        self.generate(Bitboard::ALL, Scope::All, &mut count);
        count.0
    }

    /// The same by the instance for today's law called directly, for a board on which nothing of
    /// the old laws is left: the yardstick of what the one branch costs.
    #[doc(hidden)]
    pub fn count_legal_modern(&self) -> u64 {
        debug_assert!(self.old.is_empty());
        let mut count = Counting(0);
        self.by_color::<Modern, ALL, _>(Bitboard::ALL, &mut count);
        count.0
    }

    /// The same by the instance for the old laws, which must agree where nothing old is left.
    #[doc(hidden)]
    pub fn count_legal_historical(&self) -> u64 {
        let mut count = Counting(0);
        self.generate_old::<ALL, _>(Bitboard::ALL, &mut count);
        count.0
    }

    /// Whether there is a legal move at all.
    pub fn has_legal_move(&self) -> bool {
        // King steps and the commonest moves are found by the count at little more cost.
        self.count_legal() > 0
    }

    /// Whether this move is legal here. Any sixteen bits may be asked about.
    pub fn is_legal(&self, mv: Move) -> bool {
        let mut search = Membership { board: self, wanted: mv, found: false };
        let movers = if mv.is_null() { Bitboard::ALL } else { mv.from().bitboard() };
        self.generate(movers, Scope::All, &mut search);
        search.found
    }

    /// Calls `visit` with the board after each legal move.
    #[inline(always)]
    pub fn for_each_child<F: FnMut(&Self)>(&self, visit: F) {
        self.generate(Bitboard::ALL, Scope::All, &mut Children { board: self, visit });
    }
}

/// One run of the generator: the law, the colour and the scope are constants.
struct Generator<'a, L, const WHITE: bool, const SCOPE: u8> {
    board: &'a Board,
    law: std::marker::PhantomData<L>,
}

impl<'a, L: LawView, const WHITE: bool, const SCOPE: u8> Generator<'a, L, WHITE, SCOPE> {
    const US: Color = if WHITE { Color::White } else { Color::Black };
    const THEM: Color = Self::US.other();
    /// One rank forward.
    const UP: i8 = if WHITE { 8 } else { -8 };

    #[inline(always)]
    fn new(board: &'a Board) -> Self {
        Self { board, law: std::marker::PhantomData }
    }

    #[inline(always)]
    fn run<S: Sink>(&self, movers: Bitboard, sink: &mut S) {
        let board = self.board;
        let king = board.king(Self::US);
        let (checkers, pinned) = self.checkers_and_pins(king);
        let targets = match SCOPE {
            NOISY => board.of_color(Self::THEM),
            QUIET => !board.occupied(),
            _ => !board.of_color(Self::US),
        };
        self.king_moves(movers, king, checkers, pinned, targets, sink);
        if checkers.many() {
            return;
        }
        // In check, a man must take the checker or stand between.
        let parry = match checkers.first() {
            None => Bitboard::ALL,
            Some(checker) => between(king, checker) | checkers,
        };
        self.pieces(movers, king, pinned, targets & parry, sink);
        self.pawns(movers, king, pinned, parry, sink);
    }

    /// The adverse men that check, and our men that may leave the line to their king no more.
    #[inline(always)]
    fn checkers_and_pins(&self, king: Square) -> (Bitboard, Bitboard) {
        let board = self.board;
        let occupied = board.occupied();
        let theirs = board.of_color(Self::THEM);
        let mut checkers = ((pawn_attacks(Self::US, king) & board.of_kind(PieceKind::Pawn))
            | (knight_attacks(king) & board.of_kind(PieceKind::Knight)))
            & theirs;
        let mut pinned = Bitboard::EMPTY;
        let snipers = (cross(king) & board.straight_sliders(Self::THEM))
            | (saltire(king) & board.diagonal_sliders(Self::THEM));
        for sniper in snipers {
            let blockers = between(king, sniper) & occupied;
            if blockers.is_empty() {
                checkers |= sniper.bitboard();
            } else if !blockers.many() {
                pinned |= blockers;
            }
        }
        (checkers, pinned & board.of_color(Self::US))
    }

    /// The squares of `wanted` that no adverse man commands, the king himself being no screen.
    #[inline(always)]
    fn safe_for_king(&self, king: Square, wanted: Bitboard) -> Bitboard {
        let board = self.board;
        let theirs = board.of_color(Self::THEM);
        let mut safe = wanted
            - pawns_attacks(Self::THEM, board.of_kind(PieceKind::Pawn) & theirs)
            - knights_attacks(board.of_kind(PieceKind::Knight) & theirs)
            - king_attacks(board.king(Self::THEM));
        if safe.is_empty() {
            return safe;
        }
        let men = board.occupied() ^ king.bitboard();
        for slider in board.straight_sliders(Self::THEM) {
            safe = safe - rook_attacks(slider, men);
        }
        for slider in board.diagonal_sliders(Self::THEM) {
            safe = safe - bishop_attacks(slider, men);
        }
        safe
    }

    #[inline(always)]
    fn king_moves<S: Sink>(
        &self,
        movers: Bitboard,
        king: Square,
        checkers: Bitboard,
        pinned: Bitboard,
        targets: Bitboard,
        sink: &mut S,
    ) {
        let board = self.board;
        if !movers.contains(king) {
            return;
        }
        let steps = king_attacks(king) & targets;
        let rooks = board.castling & Bitboard::rank_for(Self::US, 0);
        let may_castle = SCOPE != NOISY && checkers.is_empty();
        let castling = may_castle && (rooks.any() || (L::OLD && board.old.ghosts() != 0));
        let mut wanted = steps;
        if castling {
            wanted |= Bitboard::rank_for(Self::US, 0);
        }
        if wanted.is_empty() {
            return;
        }
        let safe = self.safe_for_king(king, wanted);
        if (safe & steps).any() {
            sink.steps(PieceKind::King, king, safe & steps);
        }
        if castling {
            for rook in rooks {
                self.castle(king, rook, pinned, safe, sink);
            }
            if L::OLD {
                self.ghost_castle(king, safe, sink);
            }
        }
    }

    #[inline(always)]
    fn castle<S: Sink>(
        &self,
        king: Square,
        rook: Square,
        pinned: Bitboard,
        safe: Bitboard,
        sink: &mut S,
    ) {
        let wing = Wing::toward(king, rook);
        let (king_to, rook_to) = (wing.king_to(Self::US), wing.rook_to(Self::US));
        let king_path = between(king, king_to) | king_to.bitboard();
        let path = king_path | between(rook, rook_to) | rook_to.bitboard() | between(king, rook);
        let others = self.board.occupied() ^ king.bitboard() ^ rook.bitboard();
        // A rook pinned on the rank is possible in Chess960 alone.
        if (path & others).is_empty()
            && (king_path - safe - king.bitboard()).is_empty()
            && !pinned.contains(rook)
        {
            sink.rare(Move::new(king, rook, MoveKind::Castle));
        }
    }

    /// british1897:IV.5, federation1912:39, accomplished1837:16: the king castles alone. The
    /// rook's own square is no concern here: where it must be empty, the right is lost when it
    /// is not.
    fn ghost_castle<S: Sink>(&self, king: Square, safe: Bitboard, sink: &mut S) {
        for wing in Wing::ALL {
            if !self.board.old.ghost(Self::US, wing) {
                continue;
            }
            let to = wing.king_to(Self::US);
            let path = between(king, wing.corner(Self::US));
            let king_path = between(king, to) | to.bitboard();
            if (path & self.board.occupied()).is_empty() && (king_path - safe).is_empty() {
                sink.rare(Move::new(king, to, MoveKind::GhostCastle));
            }
        }
    }

    #[inline(always)]
    fn pieces<S: Sink>(
        &self,
        movers: Bitboard,
        king: Square,
        pinned: Bitboard,
        targets: Bitboard,
        sink: &mut S,
    ) {
        let board = self.board;
        let occupied = board.occupied();
        let free = movers - pinned;
        for from in board.men(Self::US, PieceKind::Knight) & free {
            sink.steps(PieceKind::Knight, from, knight_attacks(from) & targets);
        }
        for from in board.men(Self::US, PieceKind::Bishop) & free {
            sink.steps(PieceKind::Bishop, from, bishop_attacks(from, occupied) & targets);
        }
        for from in board.men(Self::US, PieceKind::Rook) & free {
            sink.steps(PieceKind::Rook, from, rook_attacks(from, occupied) & targets);
        }
        for from in board.men(Self::US, PieceKind::Queen) & free {
            let reach = rook_attacks(from, occupied) | bishop_attacks(from, occupied);
            sink.steps(PieceKind::Queen, from, reach & targets);
        }
        // Pinned sliders keep to their line. Pinned knights cannot move.
        for from in board.straight_sliders(Self::US) & pinned & movers {
            let kind = self.slider_kind(from, PieceKind::Rook);
            sink.steps(kind, from, rook_attacks(from, occupied) & targets & line(king, from));
        }
        for from in board.diagonal_sliders(Self::US) & pinned & movers {
            let kind = self.slider_kind(from, PieceKind::Bishop);
            sink.steps(kind, from, bishop_attacks(from, occupied) & targets & line(king, from));
        }
    }

    #[inline(always)]
    fn slider_kind(&self, from: Square, otherwise: PieceKind) -> PieceKind {
        if self.board.of_kind(PieceKind::Queen).contains(from) {
            PieceKind::Queen
        } else {
            otherwise
        }
    }

    #[inline(always)]
    fn pawns<S: Sink>(
        &self,
        movers: Bitboard,
        king: Square,
        pinned: Bitboard,
        parry: Bitboard,
        sink: &mut S,
    ) {
        let board = self.board;
        let pawns = board.men(Self::US, PieceKind::Pawn) & movers;
        let last_rank = Bitboard::rank_for(Self::US, 7);
        let [diagonal, antidiagonal] = diagonals(king);
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

        if SCOPE != NOISY {
            sink.pawns(Self::UP, once - last_rank);
            sink.pawns(2 * Self::UP, twice);
        }
        if SCOPE != QUIET {
            sink.pawns(step_h, takes_h - last_rank);
            sink.pawns(step_a, takes_a - last_rank);
            if ((once | takes_h | takes_a) & last_rank).any() {
                let barred = if L::OLD { self.barred_from_promotion() } else { Bitboard::EMPTY };
                for (step, to) in [(Self::UP, once), (step_h, takes_h), (step_a, takes_a)] {
                    sink.promotions(step, (to & last_rank) - barred.step(step));
                }
            }
            if let Some(over) = board.en_passant {
                self.en_passant(pawns, over, parry, sink);
            }
        }
    }

    /// rogers1907:XXXVII: the pawn a player has undertaken to mate with may not be queened.
    fn barred_from_promotion(&self) -> Bitboard {
        match self.board.old.marked() {
            Some(marked) if !self.board.laws.marked_pawn_promotes => marked.bitboard(),
            _ => Bitboard::EMPTY,
        }
    }

    #[cold]
    fn en_passant<S: Sink>(&self, pawns: Bitboard, over: Square, parry: Bitboard, sink: &mut S) {
        let taken = over.offset(-Self::UP);
        if !parry.contains(over) && !parry.contains(taken) {
            return;
        }
        for from in pawns & pawn_attacks(Self::THEM, over) {
            if self.board.en_passant_is_safe(from, over) {
                sink.rare(Move::new(from, over, MoveKind::EnPassant));
            }
        }
    }
}

/// Counts.
struct Counting(u64);

impl Sink for Counting {
    #[inline(always)]
    fn steps(&mut self, _: PieceKind, _: Square, to: Bitboard) {
        self.0 += u64::from(to.count());
    }
    #[inline(always)]
    fn pawns(&mut self, _: i8, to: Bitboard) {
        self.0 += u64::from(to.count());
    }
    #[inline(always)]
    fn promotions(&mut self, _: i8, to: Bitboard) {
        self.0 += 4 * u64::from(to.count());
    }
    #[inline(always)]
    fn rare(&mut self, _: Move) {
        self.0 += 1;
    }
}

/// Makes a list.
struct Listing<'a> {
    board: &'a Board,
    list: &'a mut MoveList,
}

impl Listing<'_> {
    #[inline(always)]
    fn push(&mut self, from: Square, to: Square, kind: MoveKind) {
        debug_assert!(
            self.board.of_color(self.board.turn).contains(from) || kind == MoveKind::Null
        );
        self.list.push(Move::new(from, to, kind));
    }
}

const PROMOTIONS: [MoveKind; 4] = [
    MoveKind::PromoteQueen,
    MoveKind::PromoteKnight,
    MoveKind::PromoteRook,
    MoveKind::PromoteBishop,
];

impl Sink for Listing<'_> {
    #[inline(always)]
    fn steps(&mut self, _: PieceKind, from: Square, to: Bitboard) {
        for to in to {
            self.push(from, to, MoveKind::Normal);
        }
    }
    #[inline(always)]
    fn pawns(&mut self, step: i8, to: Bitboard) {
        for to in to {
            self.push(to.offset(-step), to, MoveKind::Normal);
        }
    }
    fn promotions(&mut self, step: i8, to: Bitboard) {
        for to in to {
            for kind in PROMOTIONS {
                self.push(to.offset(-step), to, kind);
            }
        }
    }
    fn rare(&mut self, mv: Move) {
        self.list.push(mv);
    }
}

/// Looks for one move.
struct Membership<'a> {
    board: &'a Board,
    wanted: Move,
    found: bool,
}

impl Sink for Membership<'_> {
    fn steps(&mut self, _: PieceKind, from: Square, to: Bitboard) {
        let wanted = self.wanted;
        self.found |=
            wanted.kind() == MoveKind::Normal && wanted.from() == from && to.contains(wanted.to());
    }
    fn pawns(&mut self, step: i8, to: Bitboard) {
        let wanted = self.wanted;
        self.found |= wanted.kind() == MoveKind::Normal
            && to.contains(wanted.to())
            && wanted.to().offset(-step) == wanted.from()
            && self.board.of_kind(PieceKind::Pawn).contains(wanted.from());
    }
    fn promotions(&mut self, step: i8, to: Bitboard) {
        let wanted = self.wanted;
        self.found |= wanted.promotion().is_some()
            && to.contains(wanted.to())
            && wanted.to().offset(-step) == wanted.from();
    }
    fn rare(&mut self, mv: Move) {
        self.found |= mv == self.wanted;
    }
}

/// Makes every move and shows the board after it.
struct Children<'a, F> {
    board: &'a Board,
    visit: F,
}

impl<F: FnMut(&Board)> Sink for Children<'_, F> {
    #[inline(always)]
    fn steps(&mut self, kind: PieceKind, from: Square, to: Bitboard) {
        for to in to {
            (self.visit)(&self.board.after_step(kind, from, to));
        }
    }
    #[inline(always)]
    fn pawns(&mut self, step: i8, to: Bitboard) {
        for to in to {
            let from = to.offset(-step);
            let after = if step.abs() == 16 {
                self.board.after_double_push(from, to)
            } else {
                self.board.after_step(PieceKind::Pawn, from, to)
            };
            (self.visit)(&after);
        }
    }
    #[inline(always)]
    fn promotions(&mut self, step: i8, to: Bitboard) {
        for to in to {
            for kind in PieceKind::PROMOTIONS {
                (self.visit)(&self.board.after_promotion(to.offset(-step), to, kind));
            }
        }
    }
    fn rare(&mut self, mv: Move) {
        (self.visit)(&self.board.play(mv));
    }
}

/// Passes on the moves that odds of several moves allow: within the reach that the code sets, and,
/// for all but the last of them, without check, since the adversary could not answer it.
struct OddsMoves<'a, S> {
    board: &'a Board,
    sink: &'a mut S,
    last: bool,
}

impl<S> OddsMoves<'_, S> {
    fn within_reach(&self, to: Bitboard) -> Bitboard {
        to & self.board.laws.odds_reach.squares(self.board.turn)
    }

    fn gives_no_check(&self, after: &Board) -> bool {
        self.last || after.checkers(after.turn).is_empty()
    }
}

impl<S: Sink> Sink for OddsMoves<'_, S> {
    fn steps(&mut self, kind: PieceKind, from: Square, to: Bitboard) {
        let to = self
            .within_reach(to)
            .into_iter()
            .filter(|&to| self.gives_no_check(&self.board.after_step(kind, from, to)))
            .collect();
        self.sink.steps(kind, from, to);
    }
    fn pawns(&mut self, step: i8, to: Bitboard) {
        let to = self
            .within_reach(to)
            .into_iter()
            .filter(|&to| {
                let from = to.offset(-step);
                self.gives_no_check(&self.board.after_step(PieceKind::Pawn, from, to))
            })
            .collect();
        self.sink.pawns(step, to);
    }
    fn promotions(&mut self, step: i8, to: Bitboard) {
        // Four kinds that may or may not check: each square is passed on as its single moves.
        for to in self.within_reach(to) {
            for kind in PROMOTIONS {
                self.rare(Move::new(to.offset(-step), to, kind));
            }
        }
    }
    fn rare(&mut self, mv: Move) {
        let lands = if mv.is_castling() { mv.castled_king() } else { mv.to() };
        if self.within_reach(lands.bitboard()).any() && self.gives_no_check(&self.board.play(mv)) {
            self.sink.rare(mv);
        }
    }
}
