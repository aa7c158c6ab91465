//! The state of a game under the arbiter: the board, the turn, what was touched, which rights are
//! open, what has been played. Events change it in the files beside this one; here is what they
//! share.

use std::sync::Arc;

use super::case::{Case, Due, Effect, Remedy};
use super::codes::{self, CodeLaw, Replied};
use super::event::Written;
use super::ruling::{Choice, Kind, Ruling, Until};
use super::scene::Scene;
use super::setting::{Setting, SettingError};
use super::step::Step;
use crate::rules::laws::{Code, Terms};
use crate::rules::{Bitboard, Color, Game, Piece, Square};

/// How a game under the arbiter has ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ending {
    /// That player has won.
    Won(Color),
    /// Neither has.
    Drawn,
    /// The game is void.
    Annulled,
}

/// A move made, legal or not.
#[derive(Clone, Debug)]
pub(super) struct Turn {
    /// The board before it.
    pub before: Scene,
    /// Who made it.
    pub by: Color,
    /// What it was.
    pub step: Step,
    /// Whether it was a legal move in turn, or stands as if it had been.
    pub lawful: bool,
    /// Whether it left a check that had not been called, as the code lets him.
    pub left_check: bool,
}

/// A right that is open.
#[derive(Clone, Debug)]
pub(super) struct Right {
    /// Who may exact it.
    pub holder: Color,
    /// Who has to pay.
    pub payer: Color,
    /// What it is.
    pub remedy: Remedy,
    /// Until when.
    pub until: Until,
    /// The board that is restored.
    pub base: Scene,
    /// How many moves had been made then.
    pub made: usize,
}

impl Right {
    /// How it is told: what a player must do by his own choice of piece (amateur1804:XII), or must
    /// put back (federation1912:23), is his duty.
    pub fn ruling(&self) -> Ruling {
        let own = self.holder == self.payer && self.remedy.effect == Effect::Bind;
        let back = self.remedy.choice == Choice::Replace && self.remedy.clauses != ["II.5a"];
        let kind = if own || back { Kind::Duty } else { Kind::Right };
        let who = if back { self.payer } else { self.holder };
        ruling_of(kind, who, &self.remedy)
    }
}

/// What a player must do, by law or because it was exacted.
#[derive(Clone, Debug)]
pub(super) struct Bound {
    /// Who must.
    pub who: Color,
    /// What.
    pub remedy: Remedy,
    /// Whether the opponent exacted it.
    pub exacted: bool,
}

/// A piece in a player's hand, or with his hand still on it.
#[derive(Clone, Debug)]
pub(super) enum InHand {
    /// Taken off its square and held.
    Lifted(Square),
    /// Standing on its new square, or on several one after the other.
    Placed { step: Step, tried: Vec<Square> },
}

/// What the opponent may claim the game for.
#[derive(Clone, Debug)]
pub(super) struct Claimable {
    pub offender: Color,
    pub clauses: super::case::Clauses,
}

/// Errors at the beginning of the game that nobody has pointed out.
#[derive(Clone, Debug, Default)]
pub(super) struct Faults {
    pub turned: bool,
    /// Squares where odds were not taken off.
    pub odds: Vec<Square>,
    /// Squares where something else stands than should.
    pub pieces: Vec<(Square, Option<Piece>)>,
    pub first: bool,
}

/// A game under the arbiter.
#[derive(Clone, Debug)]
pub struct State {
    pub(super) setting: Arc<Setting>,
    pub(super) scene: Scene,
    pub(super) turn_start: Scene,
    pub(super) touched: Vec<Square>,
    pub(super) early: [Vec<Square>; 2],
    pub(super) in_hand: Option<InHand>,
    pub(super) unnamed: Option<(Step, bool)>,
    pub(super) castling_begun: Option<Step>,
    pub(super) bound: Option<Bound>,
    pub(super) rights: Vec<Right>,
    pub(super) due: Vec<(Color, Due)>,
    pub(super) record: Vec<Turn>,
    pub(super) called: bool,
    pub(super) false_call: Option<Color>,
    pub(super) faults: Faults,
    pub(super) claimable: Option<Claimable>,
    pub(super) offer: Option<Color>,
    pub(super) notice: Option<usize>,
    pub(super) clocks: [Option<u32>; 2],
    /// Moves taken back by a correction, which count for the clock (federation1912:36f).
    pub(super) retracted: [u64; 2],
    pub(super) sealed: Option<(Color, Written, Scene)>,
    pub(super) resumed_wrongly: Option<Scene>,
    pub(super) sent: Option<(Color, Written)>,
    pub(super) ending: Option<Ending>,
    /// Whether the turn goes on without the right to castle (accomplished1837:2).
    pub(super) castling_forbidden: bool,
    /// The board before a piece was removed by mistake, or an opponent's piece moved, and the moves
    /// made then.
    pub(super) removed: Option<(Scene, usize)>,
    /// The wing to which a player has just tried to castle.
    pub(super) castling_tried: Option<crate::rules::Wing>,
}

/// Why an event cannot follow.
pub(super) type Refused = String;
/// The rulings in answer to an event.
pub(super) type Answer = Result<Vec<Ruling>, Refused>;

impl State {
    /// The game at its beginning, the moves of the setting made.
    ///
    /// # Errors
    /// The setting describes no position, or one of its moves is not legal.
    pub fn new(setting: Setting) -> Result<Self, SettingError> {
        let start = setting.start()?;
        let faults = faults(&setting, &start);
        let mut state = Self {
            scene: start.clone(),
            turn_start: start,
            touched: Vec::new(),
            early: [Vec::new(), Vec::new()],
            in_hand: None,
            unnamed: None,
            castling_begun: None,
            bound: None,
            rights: Vec::new(),
            due: Vec::new(),
            record: Vec::new(),
            called: true,
            false_call: None,
            faults,
            claimable: None,
            offer: None,
            notice: None,
            clocks: [None, None],
            retracted: [0, 0],
            sealed: None,
            resumed_wrongly: None,
            sent: None,
            ending: None,
            castling_forbidden: false,
            removed: None,
            castling_tried: None,
            setting: Arc::new(setting),
        };
        for step in state.setting.moves.clone() {
            let by = state.scene.turn();
            state.push(by, step, true, false);
            state.scene = state.scene.after(step, &state.setting.terms);
            state.turn_start = state.scene.clone();
        }
        state.called = true;
        Ok(state)
    }

    /// Whose clock runs: the player's whose turn it is. While a penalty is being considered it is
    /// the opponent's in 1907 (XXV) and 1912 (36c); in 1897 the offender's turn has not ended by an
    /// illegal move (II.6a, II.10A b).
    pub fn clock_runs_for(&self) -> Color {
        let penalty = self.rights.iter().find(|right| {
            right.holder != right.payer && !matches!(right.until, Until::Game | Until::Moves(_))
        });
        match (penalty, self.code()) {
            (Some(right), Code::Rogers1907 | Code::Federation1912) => right.holder,
            (Some(right), Code::British1897) => right.payer,
            _ => self.turn(),
        }
    }

    /// The code.
    pub fn code(&self) -> Code {
        self.setting.terms.code
    }

    /// The setting that the game began from.
    pub fn setting(&self) -> &Setting {
        &self.setting
    }

    /// What stands on the board.
    pub fn scene(&self) -> &Scene {
        &self.scene
    }

    /// How the game has ended, if it has.
    pub fn ending(&self) -> Option<Ending> {
        self.ending
    }

    pub(super) fn law(&self) -> &'static dyn CodeLaw {
        codes::of(self.code())
    }

    pub(super) fn terms(&self) -> &Terms {
        &self.setting.terms
    }

    /// Whose turn it is.
    pub fn turn(&self) -> Color {
        self.scene.turn()
    }

    /// The moves that the side to move may make now, sorted: what a duty or a penalty leaves him,
    /// or all legal moves, those that leave a check not called among them where that is his right.
    pub fn moves(&self) -> Vec<Step> {
        if self.ending.is_some() {
            return Vec::new();
        }
        if let Some(bound) = self.bound_now()
            && let Some(moves) = &bound.remedy.moves
        {
            return moves.clone();
        }
        self.open_moves()
    }

    /// What binds the side to move.
    pub(super) fn bound_now(&self) -> Option<&Bound> {
        self.bound.as_ref().filter(|bound| bound.who == self.turn())
    }

    /// The legal moves, and those that a right to ignore a check adds.
    pub(super) fn open_moves(&self) -> Vec<Step> {
        let turn = self.turn();
        let ignore = self
            .rights
            .iter()
            .find(|right| right.holder == turn && right.remedy.choice == Choice::Ignore);
        if let Some(moves) = ignore.and_then(|right| right.remedy.moves.clone()) {
            return moves;
        }
        let mut moves = self.scene.legal();
        if self.castling_forbidden {
            moves.retain(|step| self.scene.castles(*step).is_none());
        }
        moves
    }

    /// Every right and duty that is open.
    pub fn open_rights(&self) -> Vec<Ruling> {
        let rights = self.rights.iter().map(|right| {
            let mut ruling = right.ruling();
            ruling.until = Some(right.until);
            ruling
        });
        let duty = self.bound.iter().map(|bound| ruling_of(Kind::Duty, bound.who, &bound.remedy));
        duty.chain(rights).collect()
    }

    /// Moves completed by each player, those of the odds and those taken back by a correction
    /// included, as the clock counts them.
    pub(super) fn moves_made(&self, who: Color) -> u64 {
        let made = self.record.iter().filter(|turn| turn.by == who && !turn.step.is_null());
        made.count() as u64 + self.retracted[who.index()]
    }

    pub(super) fn made(&self) -> [u16; 2] {
        Color::ALL.map(|who| self.record.iter().filter(|turn| turn.by == who).count() as u16)
    }

    pub(super) fn push(&mut self, by: Color, step: Step, lawful: bool, left_check: bool) {
        let before = self.turn_start.clone();
        self.record.push(Turn { before, by, step, lawful, left_check });
    }

    /// Opens rights for a holder against a payer, and tells them.
    pub(super) fn open(
        &mut self,
        holder: Color,
        payer: Color,
        remedies: Vec<Remedy>,
        base: &Scene,
        made: usize,
    ) -> Vec<Ruling> {
        let until = self.until(holder, payer);
        let mut told = Vec::new();
        for remedy in remedies {
            let right = Right { holder, payer, remedy, until, base: base.clone(), made };
            let mut ruling = right.ruling();
            ruling.until = Some(until);
            told.push(ruling);
            self.rights.push(right);
        }
        told
    }

    fn until(&self, holder: Color, payer: Color) -> Until {
        match self.law().lapse() {
            _ if holder == payer => Until::Move(holder.other()),
            (true, _) => Until::Touch(holder),
            (false, _) => Until::Move(holder),
        }
    }

    /// Ends the rights that a touch or a move of `who` ends; tells whose they were.
    pub(super) fn lapse(&mut self, who: Color, moved: bool) -> Vec<Ruling> {
        let ends = |right: &Right| match right.until {
            Until::Touch(color) => color == who,
            Until::Move(color) => moved && color == who,
            Until::Moves(_) | Until::Game => false,
        };
        let mut holders: Vec<(Color, super::case::Clauses)> = Vec::new();
        for right in self.rights.iter().filter(|right| ends(right)) {
            // To use a right of one's own, or not, is no loss.
            let known = holders.iter().any(|(holder, _)| *holder == right.holder);
            if !matches!(right.remedy.choice, Choice::Ignore | Choice::Replace) && !known {
                let own = right.holder == right.payer;
                let clauses = if own { right.remedy.clauses } else { self.law().lapse().1 };
                holders.push((right.holder, clauses));
            }
        }
        self.rights.retain(|right| !ends(right));
        holders.into_iter().map(|(who, by)| Ruling::new(Kind::Lapsed, by).of(who)).collect()
    }

    /// Puts an earlier board back, with what was played until then.
    pub(super) fn restore(&mut self, base: &Scene, made: usize, count_retracted: bool) {
        if count_retracted && self.code() == Code::Federation1912 {
            for turn in &self.record[made.min(self.record.len())..] {
                self.retracted[turn.by.index()] += 1;
            }
        }
        self.record.truncate(made);
        self.scene = base.clone();
        self.turn_start = base.clone();
        self.fresh_turn();
        self.rights.clear();
        self.bound = None;
        self.removed = None;
    }

    /// Forgets what belongs to one turn.
    pub(super) fn fresh_turn(&mut self) {
        self.touched.clear();
        self.in_hand = None;
        self.unnamed = None;
        self.castling_begun = None;
        self.castling_forbidden = false;
        self.sent = None;
    }

    /// Begins the turn of the player now to move: what he touched early counts, penalties fall
    /// due.
    pub(super) fn begin_turn(&mut self) -> Vec<Ruling> {
        self.fresh_turn();
        self.turn_start = self.scene.clone();
        let who = self.turn();
        let mut told = Vec::new();
        // While the move before can still be taken back it is not quite his turn: what is due waits.
        let settled = self.record.last().is_none_or(|turn| turn.lawful);
        let falls_due = |(of, _): &(Color, Due)| settled && *of == who;
        let waiting: Vec<Due> =
            self.due.iter().filter(|due| falls_due(due)).map(|(_, due)| due.clone()).collect();
        self.due.retain(|due| !falls_due(due));
        for due in waiting {
            let scene = self.scene.clone();
            let touched = match &due {
                Due::PenaltyBOrC(touched) => touched.clone(),
                Due::King => Vec::new(),
            };
            let remedies = self.law().due(&due, &Case::new(&scene, who, &touched));
            let made = self.record.len();
            told.extend(self.open(who.other(), who, remedies, &scene, made));
        }
        let early = std::mem::take(&mut self.early[who.index()]);
        let there: Vec<Square> =
            early.into_iter().filter(|at| self.scene.piece_at(*at).is_some()).collect();
        if !there.is_empty() {
            let mut touched = self.touch_all(&there);
            let law = self.law();
            if let Some(bound) = &mut self.bound {
                bound.remedy.clauses = law.clauses_of_early_touch(bound.remedy.clauses);
            }
            for right in &mut self.rights {
                right.remedy.clauses = law.clauses_of_early_touch(right.remedy.clauses);
            }
            for ruling in &mut touched {
                if ruling.clauses.first().is_some_and(|first| first.starts_with("22")) {
                    ruling.clauses.push("23");
                }
            }
            told.extend(touched);
        }
        told
    }

    /// Treats pieces as touched by the side to move.
    pub(super) fn touch_all(&mut self, squares: &[Square]) -> Vec<Ruling> {
        for at in squares {
            if !self.touched.contains(at) {
                self.touched.push(*at);
            }
        }
        // A piece is off its place: what is open about that goes before what is touched now.
        let displaced = self.scene != self.turn_start && !self.rights.is_empty();
        if displaced || self.bound_now().is_some_and(|bound| bound.exacted) {
            return vec![Ruling::new(Kind::Nothing, &[])];
        }
        let who = self.turn();
        let scene = self.turn_start.clone();
        let touched = self.touched.clone();
        let mut case = Case::new(&scene, who, &touched);
        if let Some(moves) = self.ignoring() {
            case.allow(&moves);
        }
        let answer = self.law().touched(&case);
        let made = self.record.len();
        // What was ruled when fewer pieces were touched no longer holds.
        self.rights.retain(|right| right.payer != who || right.made != made || right.holder == who);
        self.bound = None;
        if let Some(remedy) = answer.duty {
            let told = ruling_of(Kind::Duty, who, &remedy);
            self.bound = Some(Bound { who, remedy, exacted: false });
            vec![told]
        } else if answer.rights.is_empty() {
            vec![Ruling::new(Kind::Nothing, answer.clauses)]
        } else {
            self.open(who.other(), who, answer.rights, &scene, made)
        }
    }

    /// The moves of a right to ignore a check, where the side to move has it.
    pub(super) fn ignoring(&self) -> Option<Vec<Step>> {
        let turn = self.turn();
        let right = self
            .rights
            .iter()
            .find(|right| right.holder == turn && right.remedy.choice == Choice::Ignore);
        right.and_then(|right| right.remedy.moves.clone())
    }

    /// The game as the record has it since the last position that only an error made; `None` where
    /// such a position is on the board.
    pub fn game(&self) -> Option<Game> {
        let legal_from = self
            .record
            .iter()
            .rposition(|turn| turn.before.position().is_none() || !turn.before.is_legal(turn.step))
            .map_or(0, |at| at + 1);
        let first = self.record.get(legal_from).map_or(&self.scene, |turn| &turn.before);
        let mut game = Game::new(*first.position()?);
        for turn in &self.record[legal_from..] {
            let mv = crate::notation::coordinate::parse(game.position(), &turn.step.to_string())?;
            if !game.play(mv) {
                return None;
            }
        }
        Some(game)
    }

    /// Whether an illegal move is on the record that can still be put right.
    pub(super) fn first_unlawful(&self) -> Option<usize> {
        self.record.iter().position(|turn| !turn.lawful)
    }

    /// What becomes of illegal moves of the opponent when `who` replies.
    pub(super) fn reply_to_illegal(&mut self, who: Color) -> Vec<Ruling> {
        let Replied::Stands(clauses) = self.law().replied() else { return Vec::new() };
        let mut stands = false;
        for turn in self.record.iter_mut().filter(|turn| !turn.lawful && turn.by != who) {
            turn.lawful = true;
            stands = true;
        }
        if stands { vec![Ruling::new(Kind::Stands, clauses)] } else { Vec::new() }
    }

    /// Offers the side in check by an uncalled check to leave it.
    pub(super) fn offer_to_ignore(&mut self) -> Vec<Ruling> {
        let turn = self.turn();
        let checkers = self.scene.checkers(turn);
        let Some(clauses) = self.law().uncalled_check() else { return Vec::new() };
        if self.called || checkers.is_empty() {
            return Vec::new();
        }
        let moves = self.scene.moves_leaving(checkers);
        let remedy =
            Remedy { choice: Choice::Ignore, moves: Some(moves), effect: Effect::Ignore, clauses };
        let (scene, made) = (self.scene.clone(), self.record.len());
        let mut told = self.open(turn, turn, vec![remedy], &scene, made);
        for right in self.rights.iter_mut().filter(|right| right.remedy.choice == Choice::Ignore) {
            right.until = Until::Move(turn);
        }
        for ruling in &mut told {
            ruling.until = Some(Until::Move(turn));
        }
        told
    }

    /// Something has changed the board, or the moves open, in the middle of a turn: what is gone is no
    /// longer in hand or touched, and nobody is bound to moves that he no longer has.
    pub(super) fn forget_what_is_gone(&mut self) {
        let scene = self.scene.clone();
        let turn = self.turn();
        let from = |in_hand: &InHand| match in_hand {
            InHand::Lifted(square) => *square,
            InHand::Placed { step, .. } => step.from,
        };
        self.in_hand = self.in_hand.take().filter(|hand| scene.is_of(from(hand), turn));
        self.touched.retain(|at| scene.piece_at(*at).is_some());
        let open = self.open_moves();
        if let Some(moves) = self.bound.as_mut().and_then(|bound| bound.remedy.moves.as_mut()) {
            moves.retain(|step| open.contains(step));
            if moves.is_empty() {
                self.bound = None;
            }
        }
    }

    /// The squares whose pieces check the side to move.
    pub(super) fn checkers(&self) -> Bitboard {
        self.scene.checkers(self.turn())
    }
}

/// A ruling that tells a remedy.
pub(super) fn ruling_of(kind: Kind, who: Color, remedy: &Remedy) -> Ruling {
    let mut ruling = Ruling::new(kind, remedy.clauses).of(who);
    ruling.choice = Some(remedy.choice);
    ruling.moves = remedy.moves.clone();
    ruling
}

/// The number of a clause that names its text: `II.8b` of `british1897:II.8b`.
pub(super) fn number_of(clause: &'static str) -> &'static str {
    clause.rsplit_once(':').or_else(|| clause.split_once(' ')).map_or(clause, |(_, number)| number)
}

/// What is wrong with the beginning of a game.
fn faults(setting: &Setting, start: &Scene) -> Faults {
    let mut faults = Faults { turned: setting.turned, ..Faults::default() };
    if setting.position.is_some() {
        return faults;
    }
    faults.first = start.turn() != setting.first_player();
    let Some(array) = &setting.array else { return faults };
    let agreed = setting.terms.start();
    let removed = setting.terms.removed(None);
    for square in Square::all() {
        let (should, stands) = (agreed.pieces[square.index()], array.pieces[square.index()]);
        if should == stands {
        } else if removed.contains(square) && should.is_none() {
            faults.odds.push(square);
        } else {
            faults.pieces.push((square, should));
        }
    }
    faults
}
