//! An offence as a code is asked about it: where the board stood at the beginning of the turn, who
//! offends, which pieces were touched, and the moves that each choice would leave.

use super::ruling::Choice;
use super::scene::Scene;
use super::step::Step;
use crate::rules::{Color, PieceKind, Square, Wing};

/// The clauses that something rests on, by number.
pub type Clauses = &'static [&'static str];

/// What follows when a choice is exacted.
#[derive(Clone, Debug, PartialEq)]
pub enum Effect {
    /// The position before the offence is restored, and only these moves may be made.
    Bind,
    /// It is restored, and the player is free.
    Retract,
    /// It is restored, and a penalty is due in the offender's next turn.
    RetractThen(Due),
    /// Nothing is changed: the game goes on from what was done.
    Stand,
    /// Nothing is changed, and the offender has still to move.
    StandAndMove,
    /// The check that was not called need not be met.
    Ignore,
    /// The game is void.
    Annul,
    /// The beginning is put right.
    Correct,
    /// The opponent of this player has forfeited: he wins.
    Win(Color),
    /// This move is made for the player.
    Make(Step),
}

/// A penalty that waits for the offender's next turn.
#[derive(Clone, Debug, PartialEq)]
pub enum Due {
    /// He must move his king (1804).
    King,
    /// Penalty B or C of 1897, for the pieces on these squares.
    PenaltyBOrC(Vec<Square>),
}

/// One thing that may be exacted, or has to be done.
#[derive(Clone, Debug, PartialEq)]
pub struct Remedy {
    /// What it is.
    pub choice: Choice,
    /// The moves it leaves, sorted, where it speaks of any.
    pub moves: Option<Vec<Step>>,
    /// What follows.
    pub effect: Effect,
    /// What it rests on.
    pub clauses: Clauses,
}

impl Remedy {
    /// A choice that leaves no particular moves.
    pub fn plain(choice: Choice, effect: Effect, clauses: Clauses) -> Self {
        Self { choice, moves: None, effect, clauses }
    }

    /// Whether it leaves a move to the player.
    pub fn allows(&self, step: Step) -> bool {
        self.moves.as_ref().is_none_or(|moves| moves.contains(&step))
    }

    /// The position restored and nothing more.
    pub fn retract(clauses: Clauses) -> Self {
        Self::plain(Choice::Retract, Effect::Retract, clauses)
    }

    /// What was done left as it is.
    pub fn stand(clauses: Clauses) -> Self {
        Self::plain(Choice::Stand, Effect::Stand, clauses)
    }
}

/// What touching pieces leads to.
#[derive(Clone, Debug, Default)]
pub struct Touched {
    /// What the toucher must do of himself.
    pub duty: Option<Remedy>,
    /// What the opponent may exact.
    pub rights: Vec<Remedy>,
    /// What it rests on when it has no consequence.
    pub clauses: Clauses,
}

impl Touched {
    /// No consequence, by these clauses.
    pub fn nothing(clauses: Clauses) -> Self {
        Self { clauses, ..Self::default() }
    }

    /// A duty where there is one, otherwise nothing.
    pub fn duty(duty: Option<Remedy>, clauses: Clauses) -> Self {
        Self { duty, rights: Vec::new(), clauses }
    }

    /// Rights where there are any, otherwise nothing.
    pub fn rights(rights: Vec<Remedy>, clauses: Clauses) -> Self {
        Self { duty: None, rights, clauses }
    }
}

/// An offence, or a touch, on the board as it stood when the turn began.
#[derive(Debug)]
pub struct Case<'a> {
    /// The board when the turn began, the offender to move.
    pub scene: &'a Scene,
    /// Who touched or moved.
    pub offender: Color,
    /// The move he made, if he made one.
    pub step: Option<Step>,
    /// The squares of the pieces touched in the turn, in order, those of the move included.
    pub touched: &'a [Square],
    /// Whether the move left a check that had not been called.
    pub check_not_called: bool,
    legal: Vec<Step>,
}

impl<'a> Case<'a> {
    /// A case on a board.
    pub fn new(scene: &'a Scene, offender: Color, touched: &'a [Square]) -> Self {
        let legal = scene.legal();
        Self { scene, offender, step: None, touched, check_not_called: false, legal }
    }

    /// Lets these moves count as legal too: those of a player who need not meet a check.
    pub fn allow(&mut self, moves: &[Step]) {
        self.legal = moves.to_vec();
    }

    /// The offender's own pieces touched, in order.
    pub fn own(&self) -> Vec<Square> {
        self.touched.iter().copied().filter(|at| self.scene.is_of(*at, self.offender)).collect()
    }

    /// The opponent's pieces touched, in order.
    pub fn theirs(&self) -> Vec<Square> {
        let them = self.offender.other();
        self.touched.iter().copied().filter(|at| self.scene.is_of(*at, them)).collect()
    }

    /// The legal moves of the piece on a square; castling is the king's.
    pub fn moves_of(&self, square: Square) -> Vec<Step> {
        self.only(|step| step.from == square)
    }

    /// The legal captures of the piece on a square.
    pub fn captures_of(&self, square: Square) -> Vec<Step> {
        self.only(|step| self.scene.captured(*step) == Some(square))
    }

    /// The legal moves of the king.
    pub fn king_moves(&self, castling: bool) -> Vec<Step> {
        let king = self.scene.king(self.offender);
        self.only(|step| step.from == king && (castling || self.scene.castles(*step).is_none()))
    }

    fn only(&self, keep: impl Fn(&Step) -> bool) -> Vec<Step> {
        self.legal.iter().copied().filter(|step| !step.is_null() && keep(step)).collect()
    }

    /// Whether a piece is one of the offender's that could move but for a check: its own movement
    /// has squares for it, and each would open or leave a check.
    pub fn is_held_by_check(&self, square: Square) -> bool {
        self.moves_of(square).is_empty()
            && self.scene.pseudo_legal().iter().any(|step| step.from == square)
    }

    fn bind(choice: Choice, moves: Vec<Step>, clauses: Clauses) -> Option<Remedy> {
        let remedy = Remedy { choice, moves: Some(moves), effect: Effect::Bind, clauses };
        remedy.moves.as_ref().is_some_and(|moves| !moves.is_empty()).then_some(remedy)
    }

    /// To move the offender's piece on a square, or nothing if it has no legal move. The king is
    /// named as such.
    pub fn moving(&self, square: Square, castling: bool, clauses: Clauses) -> Option<Remedy> {
        if square == self.scene.king(self.offender) {
            return self.king(castling, clauses);
        }
        Self::bind(Choice::Move(square), self.moves_of(square), clauses)
    }

    /// To move the king, or nothing if he has no legal move.
    pub fn king(&self, castling: bool, clauses: Clauses) -> Option<Remedy> {
        Self::bind(Choice::King, self.king_moves(castling), clauses)
    }

    /// To capture the opponent's piece on a square, or nothing if that is not legal.
    pub fn capturing(&self, square: Square, clauses: Clauses) -> Option<Remedy> {
        Self::bind(Choice::Capture(square), self.captures_of(square), clauses)
    }

    /// To capture the piece on one square with that on another.
    pub fn capturing_with(&self, what: Square, with: Square, clauses: Clauses) -> Option<Remedy> {
        let moves = self.only(|step| step.from == with && self.scene.captured(*step) == Some(what));
        Self::bind(Choice::CaptureWith(what, with), moves, clauses)
    }

    /// To castle with a king and a rook both touched.
    pub fn castling(&self, wing: Wing, clauses: Clauses) -> Option<Remedy> {
        let moves = self.only(|step| self.scene.castles(*step) == Some(wing));
        Self::bind(Choice::Castle(wing), moves, clauses)
    }

    /// To move the first of the offender's pieces touched that can be moved.
    pub fn moving_first(&self, clauses: Clauses) -> Option<Remedy> {
        self.own().into_iter().find_map(|at| self.moving(at, true, clauses))
    }

    /// To capture any of the opponent's pieces touched, each by itself.
    pub fn capturing_touched(&self, clauses: Clauses) -> Vec<Remedy> {
        self.theirs().into_iter().filter_map(|at| self.capturing(at, clauses)).collect()
    }

    /// Whether one of the offender's pieces touched could move but for a check.
    pub fn own_is_held_by_check(&self) -> bool {
        self.own().into_iter().any(|at| self.is_held_by_check(at))
    }

    /// To move the king, or the rook with which he was to castle.
    pub fn king_or_rook(&self, clauses: Clauses) -> Vec<Remedy> {
        let wing = self.step.and_then(|step| self.scene.castles(step));
        let rook = wing.and_then(|wing| self.moving(wing.corner(self.offender), true, clauses));
        self.king(true, clauses).into_iter().chain(rook).collect()
    }

    /// To make any legal move.
    pub fn any_legal(&self, clauses: Clauses) -> Option<Remedy> {
        Self::bind(Choice::Legal, self.legal.clone(), clauses)
    }

    /// The wings whose rook and king were both touched.
    pub fn castling_touched(&self) -> Vec<Wing> {
        let king = self.scene.king(self.offender);
        let rook = |wing: &Wing| {
            let corner = wing.corner(self.offender);
            let there = self.scene.piece_at(corner);
            there.is_some_and(|piece| piece.kind() == PieceKind::Rook)
                && self.touched.contains(&corner)
        };
        let touched = self.touched.contains(&king);
        Wing::ALL.into_iter().filter(|wing| touched && rook(wing)).collect()
    }
}
