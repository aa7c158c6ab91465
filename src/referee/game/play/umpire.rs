//! A game under the arbiter: a script makes the players err, and penalties are exacted. The arbiter
//! rules; here the events are put to it, the player who has a choice is asked by searches of his
//! engine, and the game follows what the arbiter has on its board. What only an error could leave
//! standing no engine can play on from: it is taken back.

use std::collections::HashSet;
use std::time::Duration;

use super::{Ending, LiveGame, MoveNote};
use crate::arbiter::{Act, Arbiter, Choice, Event, Kind, Prospect, Ruling, Setting, State, Step};
use crate::notation::coordinate;
use crate::referee::client::{Limits, SearchEnd, go_command};
use crate::referee::game::ending::Cause;
use crate::referee::game::errors::ErrorScript;
use crate::referee::game::present::{self, Presentation, restrict};
use crate::rules::laws::Terms;
use crate::rules::{Color, Game, Move, Position, Setup};

/// The arbiter of one game.
pub(super) struct Umpire<'a> {
    script: &'a ErrorScript,
    /// The number of the game in the match, from 1.
    game: usize,
    terms: &'a Terms,
    arbiter: Arbiter,
    /// The places in the script of what has happened.
    happened: HashSet<usize>,
    /// What was ruled, each with the number of half-moves made before it.
    pub(super) told: Vec<(usize, String)>,
}

/// The longest chain of choices that one event can lead to.
const MOST_CHOICES: usize = 8;

/// How long an engine looks at a choice where it has nothing but a clock.
const LOOK: Duration = Duration::from_millis(100);

impl<'a> Umpire<'a> {
    /// The arbiter of a game of the match that has come so far.
    pub(super) fn new(
        script: &'a ErrorScript,
        game: usize,
        terms: &'a Terms,
        begun: &Game,
    ) -> Self {
        let (happened, told) = (HashSet::new(), Vec::new());
        let arbiter = arbiter_of(terms, begun);
        Self { script, game, terms, arbiter, happened, told }
    }

    /// The moves open to the side to move, where they are fewer than the legal ones.
    pub(super) fn forced(&self, position: &Position) -> Option<Vec<Move>> {
        let moves = legal_among(position, &self.arbiter.state().moves());
        (!moves.is_empty() && moves.len() < position.legal_moves().len()).then_some(moves)
    }

    fn tell(&mut self, ply: usize, text: String) {
        self.told.push((ply, text));
    }

    /// Puts an event to the arbiter and writes down what it rules; says whether it could happen.
    fn take(&mut self, ply: usize, event: Event, quietly: bool) -> bool {
        let code = self.arbiter.state().code();
        let name = event.to_string();
        let text = match self.arbiter.take(event) {
            Ok(rulings) => {
                let lines: Vec<String> = rulings
                    .iter()
                    .map(|ruling| {
                        let mut short = ruling.clone();
                        short.moves = None;
                        short.line(code)
                    })
                    .collect();
                // How a move ends the game is told at its end, and a penalty paid is seen.
                let goes_without_saying = |ruling: &Ruling| {
                    matches!(ruling.kind, Kind::Won | Kind::Drawn)
                        || (ruling.kind == Kind::Noted && ruling.clauses.is_empty())
                };
                if quietly && rulings.iter().all(goes_without_saying) {
                    return true;
                }
                let lines =
                    if lines.is_empty() { "no ruling".to_owned() } else { lines.join("; ") };
                format!("{name}: {lines}")
            }
            Err(reason) => {
                self.tell(ply, format!("{name}: cannot happen, {reason}"));
                return false;
            }
        };
        self.tell(ply, text);
        true
    }
}

impl LiveGame<'_> {
    /// What the script has happen before the move that is due, with all that follows. Says whether
    /// the game has changed, so that somebody else may have the move.
    ///
    /// # Errors
    /// The game has ended by it.
    pub(super) fn let_err(&mut self) -> Result<bool, Ending> {
        let ply = self.game.moves().len();
        let Some(umpire) = &mut self.umpire else { return Ok(false) };
        let script = umpire.script;
        let due: Vec<(usize, Event)> = script
            .at(umpire.game, ply + 1)
            .filter(|(place, _)| !umpire.happened.contains(place))
            .map(|(place, event)| (place, event.clone()))
            .collect();
        if due.is_empty() {
            return Ok(false);
        }
        for (place, event) in due {
            umpire.happened.insert(place);
            umpire.take(ply, event, false);
        }
        self.settle(None)?;
        Ok(true)
    }

    /// An engine's move under the arbiter. Says whether it was dealt with here.
    ///
    /// # Errors
    /// The game has ended by it.
    pub(super) fn under_arbiter(&mut self, mv: Move, note: MoveNote) -> Result<bool, Ending> {
        let position = *self.game.position();
        let Some(umpire) = &mut self.umpire else { return Ok(false) };
        let Ok(step) = coordinate::to_string(&position, mv).parse::<Step>() else {
            return Ok(false);
        };
        let check = position.gives_check(mv);
        let event = Event::Player(position.turn(), Act::Plays { step, check });
        let ply = self.game.moves().len();
        if umpire.take(ply, event, true) {
            self.settle(Some((mv, note)))?;
        } else {
            // A piece in hand, a pawn without a name: the script did not end what it began.
            self.make(mv, note);
            self.begin_again_from_here();
        }
        Ok(true)
    }

    /// Has the players exact what is open, and follows the arbiter's board. `made` is the move just
    /// made, with what is noted of it.
    fn settle(&mut self, made: Option<(Move, MoveNote)>) -> Result<(), Ending> {
        for _ in 0..MOST_CHOICES {
            if !self.exact()? {
                break;
            }
        }
        let ply = self.game.moves().len();
        let Some(umpire) = &mut self.umpire else { return Ok(()) };
        let state = umpire.arbiter.state();
        let ending = state.ending();
        if ending == Some(crate::arbiter::Ending::Annulled) {
            return self.begin_anew();
        }
        match playable(state, self.game.start()) {
            Some(game) => self.follow(&game, made),
            None if ending.is_none() => {
                umpire.tell(ply, "no engine can play on from this: it is taken back".to_owned());
                self.begin_again_from_here();
            }
            None => {}
        }
        match ending {
            Some(crate::arbiter::Ending::Won(winner)) if self.game.outcome().is_none() => {
                Err(Ending { winner: Some(winner), cause: Cause::Ruling })
            }
            Some(crate::arbiter::Ending::Drawn) if self.game.outcome().is_none() => {
                Err(Ending { winner: None, cause: Cause::Ruling })
            }
            _ => Ok(()),
        }
    }

    /// Makes the game that of the arbiter's record: takes back what is not in it, and makes what is.
    fn follow(&mut self, game: &Game, made: Option<(Move, MoveNote)>) {
        let pairs = self.game.moves().iter().zip(game.moves());
        let common = pairs.take_while(|(one, other)| one == other).count();
        if common < self.game.moves().len() {
            while self.game.moves().len() > common {
                self.game.undo();
            }
            self.notes.truncate(common);
            self.show_anew();
        }
        for mv in &game.moves()[common..] {
            let note = made.filter(|(engine_s, _)| engine_s == mv).map(|(_, note)| note);
            self.make(*mv, note.unwrap_or_default());
        }
    }

    /// The engines are shown the game from its beginning.
    fn show_anew(&mut self) {
        let game = &self.game;
        self.shown.iter_mut().for_each(|shown| *shown = shown.anew(game));
    }

    /// The arbiter forgets what cannot be played on from.
    fn begin_again_from_here(&mut self) {
        if let Some(umpire) = &mut self.umpire {
            umpire.arbiter = arbiter_of(umpire.terms, &self.game);
        }
    }

    /// An annulled game is begun again, from the same opening and with full clocks.
    fn begin_anew(&mut self) -> Result<(), Ending> {
        let opening = self.conditions.opening;
        self.game = opening.clone();
        self.notes = vec![MoveNote::default(); opening.moves().len()];
        self.scores = [None; 2];
        self.clocks = self.new_clocks();
        self.show_anew();
        self.begin_again_from_here();
        let ply = opening.moves().len();
        if let Some(umpire) = &mut self.umpire {
            for (at, _) in &mut umpire.told {
                *at = (*at).min(ply);
            }
            umpire.tell(ply, "the game is annulled and begun again".to_owned());
        }
        Ok(())
    }

    /// Has the player who has a choice take one; says whether there was one to take. A penalty is
    /// always exacted; which one, his engine's searches decide.
    fn exact(&mut self) -> Result<bool, Ending> {
        let ply = self.game.moves().len();
        let Some(umpire) = &mut self.umpire else { return Ok(false) };
        let state = umpire.arbiter.state();
        if state.ending().is_some() {
            return Ok(false);
        }
        let Some(who) = state.chooser() else { return Ok(false) };
        let can_be_played_on = |prospect: &Prospect| {
            let after = &prospect.after;
            prospect.choice().is_some()
                && (after.ending().is_some() || playable(after, self.game.start()).is_some())
        };
        let mut prospects: Vec<Prospect> =
            state.prospects().into_iter().filter(can_be_played_on).collect();
        let best = match prospects.len() {
            0 => return Ok(false),
            1 => 0,
            _ => self.best_of(who, &prospects)?,
        };
        let Some(choice) = prospects.swap_remove(best).choice() else { return Ok(false) };
        let event = Event::Player(who, Act::Exacts(choice));
        let taken = self.umpire.as_mut().is_some_and(|umpire| umpire.take(ply, event, false));
        // To put a piece back, or to leave a check, leads to no further choice.
        Ok(taken && !matches!(choice, Choice::Replace | Choice::Ignore))
    }

    /// The choice that a player's engine scores highest; its clock does not run meanwhile.
    fn best_of(&mut self, who: Color, prospects: &[Prospect]) -> Result<usize, Ending> {
        let mut best = (0, i32::MIN);
        for (number, prospect) in prospects.iter().enumerate() {
            let score = self.score_of(who, &prospect.after)?;
            if score > best.1 {
                best = (number, score);
            }
        }
        Ok(best.0)
    }

    /// What a player's engine makes of a state, in centipawns for him.
    fn score_of(&mut self, who: Color, state: &State) -> Result<i32, Ending> {
        const DECIDED: i32 = 2_000_000;
        if let Some(ending) = state.ending() {
            return Ok(match ending {
                crate::arbiter::Ending::Won(winner) if winner == who => DECIDED,
                crate::arbiter::Ending::Won(_) => -DECIDED,
                _ => 0,
            });
        }
        let us = who.index();
        let Some(game) = playable(state, self.game.start()) else { return Ok(0) };
        let position = *game.position();
        let shown = self.shown[us].anew(&game);
        let own = self.conditions.limits[us];
        let limits = match (Limits { clock: None, ..own }).is_unbounded() {
            true => Limits { move_time: Some(LOOK), ..Limits::default() },
            false => Limits { clock: None, ..own },
        };
        let mut go = go_command(limits, [None; 2], us, false);
        let among = legal_among(&position, &state.moves());
        let forced = (among.len() < position.legal_moves().len()).then_some(among);
        if !narrow(&mut go, &shown, &position, forced) {
            return Ok(0);
        }
        let end = self.clients[us].go(shown.command(), &go, self.conditions.stall);
        match end {
            Ok(SearchEnd::InTime(answer) | SearchEnd::Late(answer)) => {
                let score = answer.info.score.map_or(0, |score| score.centipawns());
                Ok(if position.turn() == who { score } else { -score })
            }
            Err(fault) => Err(self.failed(who, &fault)),
        }
    }
}

/// Adds to `go` what an engine may choose from; says whether there is anything it can be offered.
pub(super) fn narrow(
    go: &mut String,
    shown: &Presentation,
    position: &Position,
    forced: Option<Vec<Move>>,
) -> bool {
    let offered = match (shown.choice(position), forced) {
        (Some(present::Choice::None), _) => return false,
        (Some(present::Choice::Among(known)), Some(forced)) => {
            Some(known.into_iter().filter(|mv| forced.contains(mv)).collect())
        }
        (Some(present::Choice::Among(known)), None) => Some(known),
        (None, forced) => forced,
    };
    match offered {
        Some(moves) if moves.is_empty() => false,
        Some(moves) => {
            restrict(go, position, &moves);
            true
        }
        None => true,
    }
}

/// The game of a state, if it is one of legal moves from that start and nothing but them has changed
/// the board.
fn playable(state: &State, start: &Position) -> Option<Game> {
    let position = state.scene().position()?;
    let game = state.game()?;
    let same = game.start().key() == start.key() && game.position().key() == position.key();
    same.then_some(game)
}

fn legal_among(position: &Position, steps: &[Step]) -> Vec<Move> {
    steps.iter().filter_map(|step| coordinate::parse(position, &step.to_string())).collect()
}

/// The arbiter of a game that has come so far.
fn arbiter_of(terms: &Terms, game: &Game) -> Arbiter {
    let mut setting = Setting::new(terms.code);
    setting.terms = terms.clone();
    setting.position = Some(Setup::of(game.start()));
    setting.moves = game
        .moves()
        .iter()
        .zip(game.positions())
        .filter_map(|(mv, before)| coordinate::to_string(before, *mv).parse().ok())
        .collect();
    Arbiter::new(setting).expect("a game in progress is a setting")
}
