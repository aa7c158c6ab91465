//! The arbiter: what the codes make of what happens at the board. A pure state machine: events go
//! in, rulings come out. It plays no move of its own, asks nobody, and prints nothing.
//!
//! The board and the generator hold valid positions alone. Where a code lets an error stand, the
//! position that only the error makes lives in [`Scene`].

mod case;
mod castling;
pub mod clock;
mod codes;
mod ends;
mod event;
mod hands;
mod likely;
pub mod offences;
mod play;
mod prospects;
mod rights;
mod ruling;
mod scene;
pub mod series;
mod setting;
mod state;
mod step;
mod written;

pub use event::{
    Act, Conduct, Error, Event, EventError, Ground, Hands, Notice, Resumed, Written, color, hours,
    seconds,
};
pub use likely::likely_events;
pub use prospects::Prospect;
pub use ruling::{Choice, Kind, Ruling, RulingJson, Until, cite, gist, law_number, list, text_of};
pub use scene::Scene;
pub use setting::{Play, Setting, SettingError};
pub use state::{Ending, State};
pub use step::Step;

use crate::rules::Color;

/// A game under the arbiter, with every state it has been in.
#[derive(Clone, Debug)]
pub struct Arbiter {
    start: State,
    /// Each event with the state after it and what was ruled.
    past: Vec<(Event, State, Vec<Ruling>)>,
}

impl Arbiter {
    /// A game at its beginning.
    ///
    /// # Errors
    /// The setting describes no position, or one of its moves is not legal.
    pub fn new(setting: Setting) -> Result<Self, SettingError> {
        Ok(Self { start: State::new(setting)?, past: Vec::new() })
    }

    /// Reads a game as [`Arbiter::save`] writes it: the lines of its setting, then its events. Empty
    /// lines and those that begin with `#` are passed over.
    ///
    /// # Errors
    /// The first line that cannot be taken, with the reason.
    pub fn read(text: &str) -> Result<Self, String> {
        let lines: Vec<&str> = text
            .lines()
            .map(str::trim)
            .filter(|line| !line.is_empty() && !line.starts_with('#'))
            .collect();
        let events = lines.iter().position(|line| !Setting::begins(line)).unwrap_or(lines.len());
        let (setting, events) = lines.split_at(events);
        let setting = Setting::read(setting.iter().copied()).map_err(|error| error.to_string())?;
        let mut arbiter = Self::new(setting).map_err(|error| error.to_string())?;
        for line in events {
            let event: Event = line.parse().map_err(|error: EventError| error.to_string())?;
            arbiter.take(event).map_err(|error| format!("'{line}': {error}"))?;
        }
        Ok(arbiter)
    }

    /// The state now.
    pub fn state(&self) -> &State {
        self.past.last().map_or(&self.start, |(_, state, _)| state)
    }

    /// The events so far, each with its rulings.
    pub fn events(&self) -> impl Iterator<Item = (&Event, &[Ruling])> {
        self.past.iter().map(|(event, _, rulings)| (event, rulings.as_slice()))
    }

    /// Takes an event and rules on it.
    ///
    /// # Errors
    /// Why the event cannot follow; nothing has changed then.
    pub fn take(&mut self, event: Event) -> Result<&[Ruling], String> {
        let mut state = self.state().clone();
        let rulings = state.happen(&event)?;
        self.past.push((event, state, rulings));
        Ok(self.past.last().map_or(&[], |(_, _, rulings)| rulings.as_slice()))
    }

    /// Takes the last event back, and says whether there was one.
    pub fn undo(&mut self) -> bool {
        self.past.pop().is_some()
    }

    /// The lines of its setting.
    pub fn setting_lines(&self) -> Vec<String> {
        self.start.setting().to_string().lines().map(str::to_owned).collect()
    }

    /// The game as text: its setting and its events, to be read again.
    pub fn save(&self) -> String {
        let mut text = self.start.setting().to_string();
        text.push('\n');
        for (event, _, _) in &self.past {
            text += &format!("{event}\n");
        }
        text
    }
}

impl State {
    /// Lets an event happen, and rules on it. On an error the state may be half changed: the
    /// caller keeps the one before.
    fn happen(&mut self, event: &Event) -> Result<Vec<Ruling>, String> {
        if self.ending().is_some() {
            return Err("the game is over".to_owned());
        }
        let resuming = matches!(event, Event::Resumes(_));
        let wrongly = self.resumed_wrongly.is_some();
        if self.sealed.is_some() && !resuming && !wrongly {
            return Err("the game is adjourned: 'game resumes' first".to_owned());
        }
        let series = self.sent.clone();
        let told = match event {
            Event::Player(who, act) => self.act(*who, act),
            Event::BystanderPointsOut(error) => self.bystander_points_out(*error),
            Event::BystanderAdvises(who) => self.advised(*who, false),
            Event::BystanderJoins(who) => self.advised(*who, true),
            Event::SessionEnds => self.session_ends(),
            Event::Resumes(how) => self.resumes(how.clone()),
        }?;
        Ok(self.go_on_with_series(series, told))
    }

    fn act(&mut self, who: Color, act: &Act) -> Result<Vec<Ruling>, String> {
        match act {
            Act::Touches(squares) => self.touches(who, squares),
            Act::Adjusts { square, notice, consent } => {
                self.adjusts(who, *square, *notice, *consent)
            }
            Act::KnocksOver { square, notice } => self.knocks_over(who, *square, *notice),
            Act::Lifts(square) => self.lifts(who, *square),
            Act::Places(step) => self.places(who, *step),
            Act::Quits => self.quits(who),
            Act::MovesOpponents(from, to) => self.moves_opponents(who, *from, *to),
            Act::Removes(square) => self.removes(who, *square),
            Act::Plays { step, check } => self.plays(who, *step, *check),
            Act::Names(kind) => self.names(who, *kind),
            Act::Castles { wing, hands, check } => self.castles(who, *wing, *hands, *check),
            Act::Substitutes(step) => self.substitutes(who, *step),
            Act::CallsCheck => self.calls_check(who),
            Act::WithdrawsCheck => self.withdraws_check(who),
            Act::Exacts(choice) => self.exacts(who, *choice),
            Act::Waives => self.waives(who),
            Act::Refuses => self.refuses(who),
            Act::PointsOut(error) => self.points_out(who, *error),
            Act::Claims(ground) => self.claims(who, *ground),
            Act::GivesNotice => self.gives_notice(who),
            Act::Offers => self.offers(who),
            Act::Accepts => self.accepts(who),
            Act::Declines => self.declines(who),
            Act::Resigns => self.resigns(who),
            Act::Clock(used) => self.clock(who, *used),
            Act::Proves { seconds, by_neglect } => self.proves_clock(who, *seconds, *by_neglect),
            Act::Conduct(conduct) => self.conducts(who, *conduct),
            Act::Seals(written) => self.seals(who, written.clone()),
            Act::Sends(written) => self.sends(who, written.clone()),
            Act::Adopts(step) => self.adopts(who, *step),
            Act::Shows(step) => self.shows(who, *step),
        }
    }
}
