//! A game under the arbiter: a piece touched must move, a false move is possible, and the other
//! player chooses the penalty. It hands events to the arbiter and keeps every board that they have
//! led to; what an event leads to, the arbiter says.

use super::message::{EventView, TouchView};
use crate::arbiter::{
    Act, Arbiter, Choice, Ending, Event, Kind, Ruling, Scene, Setting, State, Step,
};
use crate::notation::{coordinate, san};
use crate::rules::laws::FiftyMoves;
use crate::rules::laws::Terms;
use crate::rules::{Color, Game, Move, Position, Setup};

/// As many of the last events are shown.
const SHOWN_EVENTS: usize = 12;
/// As many events a game has at most.
const MOST_EVENTS: usize = 5_000;

/// A board, and what led to it.
#[derive(Clone)]
struct Board {
    scene: Scene,
    /// What was done, in SAN where it was legal; empty for the first.
    label: String,
    step: Option<Step>,
    is_legal: bool,
}

/// A game under the arbiter.
pub struct TouchMove {
    arbiter: Arbiter,
    boards: Vec<Board>,
}

impl TouchMove {
    /// A game at its beginning.
    ///
    /// # Errors
    /// One line: no game can begin so.
    pub fn new(terms: &Terms, start: &Position) -> Result<Self, String> {
        let mut setting = Setting::new(terms.code);
        setting.terms = terms.clone();
        let setup = Setup::of(start);
        if setup != Setup::of(&terms.start().position(terms).map_err(|fault| fault.to_string())?) {
            setting.position = Some(setup);
        }
        let arbiter = Arbiter::new(setting).map_err(|error| error.to_string())?;
        let scene = arbiter.state().scene().clone();
        let first = Board { scene, label: String::new(), step: None, is_legal: true };
        Ok(Self { arbiter, boards: vec![first] })
    }

    /// What the arbiter knows.
    pub fn state(&self) -> &State {
        self.arbiter.state()
    }

    /// The events so far, each as a line.
    pub fn events(&self) -> Vec<String> {
        self.arbiter.events().map(|(event, _)| event.to_string()).collect()
    }

    /// Lets something happen that a person at the board can do.
    ///
    /// # Errors
    /// One line: it cannot be read, is none of these, or cannot follow.
    pub fn take(&mut self, line: &str, may: impl Fn(Color) -> bool) -> Result<(), String> {
        let event: Event = line.parse().map_err(|error| format!("{error}"))?;
        match &event {
            Event::Player(who, act) if may(*who) && is_of_the_board(act) => {}
            Event::Player(who, _) if !may(*who) => return Err(format!("{who} is not yours")),
            _ => return Err(format!("'{line}': not to be said at this board")),
        }
        self.happen(event)
    }

    /// Makes a move, legal or not, for the player to move.
    ///
    /// # Errors
    /// One line: his hands cannot have made it.
    pub fn plays(&mut self, step: Step) -> Result<(), String> {
        let who = self.state().turn();
        self.happen(Event::Player(who, Act::Plays { step, check: false }))
    }

    fn happen(&mut self, event: Event) -> Result<(), String> {
        if self.arbiter.events().count() >= MOST_EVENTS {
            return Err(format!("a game here has at most {MOST_EVENTS} events"));
        }
        let event = self.with_check_called(event);
        self.follow(event)?;
        // While moves of the odds are made, the giver has nothing to do but to wait.
        while self.state().ending().is_none() && self.state().moves() == [Step::NULL] {
            let who = self.state().turn();
            self.follow(Event::Player(who, Act::Plays { step: Step::NULL, check: false }))?;
        }
        Ok(())
    }

    /// Whoever gives check says so.
    fn with_check_called(&self, event: Event) -> Event {
        match event {
            Event::Player(who, Act::Plays { step, .. }) if who == self.state().turn() => {
                let scene = self.state().scene();
                let after = scene.after(step, &self.state().setting().terms);
                let check = scene.is_legal(step) && after.checkers(who.other()).any();
                Event::Player(who, Act::Plays { step, check })
            }
            other => other,
        }
    }

    fn follow(&mut self, event: Event) -> Result<(), String> {
        let before = self.state().scene().clone();
        self.arbiter.take(event.clone())?;
        let now = self.state().scene().clone();
        if now == before {
            return Ok(());
        }
        // A board that has stood before is restored; the number of the move tells it from others.
        if let Some(at) = self.boards.iter().rposition(|board| board.scene == now) {
            self.boards.truncate(at + 1);
            return Ok(());
        }
        let step = match &event {
            Event::Player(_, Act::Plays { step, .. }) => Some(*step),
            _ => None,
        };
        let mv = step.and_then(|step| read(before.position()?, step));
        let label = match (mv, before.position(), step) {
            (Some(mv), Some(position), _) => san::to_string(position, mv),
            (None, _, Some(step)) => format!("{step}, not legal"),
            _ => event.to_string(),
        };
        let is_legal = step.is_some_and(|step| before.is_legal(step));
        self.boards.push(Board { scene: now, label, step, is_legal });
        Ok(())
    }

    /// What led to each board after the first.
    pub fn labels(&self) -> Vec<String> {
        self.boards[1..].iter().map(|board| board.label.clone()).collect()
    }

    /// The board after so many of these, with the squares of what led to it.
    pub fn board(&self, at: usize) -> (&Scene, Option<Step>, &str) {
        let board = &self.boards[at.min(self.boards.len() - 1)];
        (&board.scene, board.step.filter(|step| !step.is_null()), &board.label)
    }

    /// The number of boards after the first.
    pub fn ply(&self) -> usize {
        self.boards.len() - 1
    }

    /// The game as far back as every move was legal, or stands; a false move that can still be put
    /// right is no part of it. `None` where only an error has made the position.
    pub fn game(&self) -> Option<Game> {
        let pending = self.boards.last().is_some_and(|board| !board.is_legal)
            && !self.state().open_rights().is_empty();
        let boards = &self.boards[..self.boards.len() - usize::from(pending)];
        let first = boards.iter().rposition(|board| !board.is_legal).unwrap_or(0);
        let mut game = Game::new(*boards[first].scene.position()?);
        for board in &boards[first + 1..] {
            let mv = read(game.position(), board.step?)?;
            if !game.play(mv) {
                return None;
            }
        }
        Some(game)
    }

    /// Whether all moves so far were legal, so that the game can be written down as any other.
    pub fn is_regular(&self) -> bool {
        self.boards.iter().all(|board| board.is_legal)
    }

    /// The game as `jadoube arbiter` reads it: the setting and the events.
    pub fn save(&self) -> String {
        self.arbiter.save()
    }

    /// A player exacts what he has chosen.
    ///
    /// # Errors
    /// One line: it is not open.
    pub fn exact(&mut self, who: Color, choice: Choice) -> Result<(), String> {
        self.happen(Event::Player(who, Act::Exacts(choice)))
    }

    /// Gives up what else is open to a player who asks for nothing more, so that play can go on.
    ///
    /// # Errors
    /// One line: the arbiter does not take it.
    pub fn waive(&mut self, who: Color) -> Result<(), String> {
        let own = |right: &Ruling| right.kind == Kind::Right && right.who == Some(who);
        if self.state().ending().is_some() || !self.state().open_rights().iter().any(own) {
            return Ok(());
        }
        self.happen(Event::Player(who, Act::Waives))
    }

    /// How the game has ended, with the ruling that says so.
    pub fn ending(&self) -> Option<(Ending, Option<&Ruling>)> {
        let ending = self.state().ending()?;
        let last = self.arbiter.events().last().and_then(|(_, rulings)| {
            rulings
                .iter()
                .rfind(|ruling| matches!(ruling.kind, Kind::Won | Kind::Drawn | Kind::Annulled))
        });
        Some((ending, last))
    }

    /// What the page is shown.
    pub fn view(&self) -> TouchView {
        let code = self.state().code();
        let events: Vec<EventView> = self
            .arbiter
            .events()
            .map(|(event, rulings)| EventView {
                text: event.to_string(),
                rulings: rulings.iter().map(|ruling| ruling.json(code)).collect(),
            })
            .collect();
        let count = events.len();
        let notice = self.state().setting().terms.laws().fifty_moves == FiftyMoves::Notice
            && self.state().scene().position().is_some_and(Position::is_listed_ending);
        TouchView {
            count,
            events: events.into_iter().skip(count.saturating_sub(SHOWN_EVENTS)).collect(),
            rights: self.state().open_rights().iter().map(|right| right.json(code)).collect(),
            notice,
        }
    }
}

/// A legal move by its squares.
fn read(position: &Position, step: Step) -> Option<Move> {
    let text = step.to_string();
    coordinate::parse(position, &text).filter(|mv| coordinate::to_string(position, *mv) == text)
}

/// What a person can do on this board; the rest of the arbiter's events belong to other places.
fn is_of_the_board(act: &Act) -> bool {
    matches!(
        act,
        Act::Touches(_)
            | Act::Adjusts { .. }
            | Act::Plays { .. }
            | Act::Exacts(_)
            | Act::Waives
            | Act::Refuses
            | Act::PointsOut(_)
            | Act::GivesNotice
            | Act::Claims(_)
            | Act::Resigns
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::laws::Code;

    fn game(code: Code) -> TouchMove {
        let terms = Terms::from(code);
        let start = terms.start().position(&terms).unwrap();
        TouchMove::new(&terms, &start).unwrap()
    }

    fn take(game: &mut TouchMove, lines: &[&str]) {
        for line in lines {
            game.take(line, |_| true).unwrap();
        }
    }

    #[test]
    fn a_piece_touched_binds_and_a_false_move_gives_the_other_a_choice() {
        let mut game = game(Code::Federation1912);
        take(&mut game, &["White touches b1"]);
        let moves: Vec<String> = game.state().moves().iter().map(ToString::to_string).collect();
        assert_eq!(moves, ["b1a3", "b1c3"]);
        take(&mut game, &["White plays b1b3"]);
        assert_eq!(game.ply(), 1);
        assert!(!game.is_regular() && game.game().unwrap().moves().is_empty());
        assert_eq!(game.state().chooser(), Some(Color::Black));
        game.exact(Color::Black, Choice::Retract).unwrap();
        assert_eq!((game.ply(), game.state().turn()), (0, Color::White));
        assert!(game.is_regular(), "the position before it is restored");
    }

    #[test]
    fn a_false_move_that_is_replied_to_stands_where_the_code_says_so() {
        let mut game = game(Code::England1804);
        take(&mut game, &["White plays e2e5", "Black plays d7d5"]);
        assert_eq!(game.labels(), ["e2e5, not legal", "d5"]);
        let since = game.game().unwrap();
        assert_eq!(since.moves().len(), 1, "the record begins with what stands");
        assert!(!game.is_regular());
    }

    #[test]
    fn check_is_called_and_what_belongs_elsewhere_is_refused() {
        let mut game = game(Code::England1804);
        take(&mut game, &["White plays e2e4", "Black plays f7f6", "White plays d1h5"]);
        assert!(game.events()[2].ends_with("d1h5 check"), "{:?}", game.events());
        for line in ["White seals e2e4", "session ends", "Black plays", "Bystander advises White"] {
            let before = game.events().len();
            assert!(game.take(line, |_| true).is_err(), "{line}");
            assert_eq!(game.events().len(), before);
        }
        assert!(game.take("Black plays g7g6", |who| who == Color::White).is_err());
    }
}
