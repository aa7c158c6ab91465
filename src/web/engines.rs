//! The engines of the hall: those that play, those that analyse, and what else takes long. They think
//! only where somebody watches, and there are only so many.

use super::hall::{Event, Hall, Seat, Study};
use super::message::{LinesView, Player, Reply};
use super::thinker::{Thinker, give_way};
use super::variation::Line;
use crate::arbiter::Choice;
use crate::notation::fen;

/// As many engines play at a time, at most, each on one thread.
const MOST_PLAYING: usize = 4;
/// In as many games the engine chooses at a time what to exact, at most.
const MOST_CHOOSING: usize = 2;
/// As many analyses run at a time, at most.
const MOST_STUDIES: usize = 2;

impl Hall {
    /// Has the engine think if it is its turn, somebody watches, and there is room for an engine.
    pub(super) fn let_engine_play(&mut self, game: u64) {
        if self.let_engine_choose(game) {
            return;
        }
        let Some(play) = self.games.get(&game) else { return };
        let Some(player) = play.to_move().filter(|player| *player != Player::Person) else {
            return;
        };
        // Only an error has made the position: the engine cannot think about it.
        if play.touch().is_some_and(|touch| !play.is_at(touch)) {
            return;
        }
        let busy = self.seats.get(&game).is_some_and(|seat| seat.search.is_some());
        if busy || self.watchers(game).next().is_none() {
            return;
        }
        if !self.seats.contains_key(&game) && self.seats.len() >= MOST_PLAYING {
            let idle = self.seats.iter().find(|(_, seat)| seat.search.is_none());
            let Some(idle) = idle.map(|(id, _)| *id) else { return };
            self.seats.remove(&idle);
        }
        let seat = match self.seats.remove(&game) {
            Some(seat) => Ok(seat),
            None => {
                let (terms, start) = (play.record().terms(), play.game().start());
                let thinker = Thinker::new(game, terms, start, self.answers.clone());
                thinker.map(|thinker| Seat { thinker, search: None })
            }
        };
        // Where all engines are busy, the next tick asks again.
        let Ok(mut seat) = seat else { return };
        seat.search = Some(seat.thinker.play(play, player));
        self.seats.insert(game, seat);
    }

    /// Has the engine choose what it exacts, where that is its right and somebody watches; says
    /// whether it is. It takes some searches: the answer is an event.
    fn let_engine_choose(&mut self, game: u64) -> bool {
        let Some(play) = self.games.get(&game) else { return false };
        let Some(touch) = play.touch().filter(|_| play.engine_chooses()) else { return false };
        let count = touch.events().len();
        let room = self.choosing.len() < MOST_CHOOSING && !self.choosing.contains_key(&game);
        if room && self.watchers(game).next().is_some() {
            let (state, penalty, events) =
                (touch.state().clone(), self.penalty, self.events.clone());
            self.choosing.insert(game, count);
            tokio::task::spawn_blocking(move || {
                give_way();
                let choice = penalty(&state);
                // Where the hall has gone there is nobody to be told.
                let _ = events.blocking_send(Event::Exacts(game, count, choice));
            });
        }
        true
    }

    /// The engine has chosen. If something else has happened since, it is asked again.
    pub(super) fn exact(&mut self, game: u64, count: usize, choice: Option<Choice>) {
        self.choosing.remove(&game);
        let Some(play) = self.games.get_mut(&game) else { return };
        let is_now = play.touch().is_some_and(|touch| touch.events().len() == count);
        if is_now && play.engine_chooses() {
            let made = play.engine_exacts(choice);
            debug_assert!(made.is_ok(), "the engine's choice {choice:?}: {made:?}");
            // It would be asked again and again.
            if made.is_err() {
                let _ = play.engine_exacts(None);
            }
        }
        self.changed(game);
    }

    /// Analyses a position for a page.
    ///
    /// # Errors
    /// One line: there is no such position, or too many are analysed.
    pub(super) fn study(
        &mut self,
        id: u64,
        game: u64,
        at: Line,
        lines: u8,
        threads: usize,
    ) -> Result<(), String> {
        let running =
            self.pages.iter().filter(|(page, state)| **page != id && state.study.is_some());
        if running.count() >= MOST_STUDIES {
            return Err(format!("{MOST_STUDIES} analyses are running already"));
        }
        let play = self.games.get(&game).ok_or("there is no such game")?;
        let studied = play.up_to(at.ply, &at.moves)?;
        let page = self.pages.get_mut(&id).ok_or("the page has gone")?;
        let mut thinker = match page.study.take() {
            Some(study) if study.game == game => study.thinker,
            _ => {
                let (terms, start) = (play.record().terms(), studied.start());
                Thinker::new(0, terms, start, self.answers.clone())?
            }
        };
        thinker.analyse(&studied, lines, threads);
        page.study = Some(Study { thinker, game, at });
        Ok(())
    }

    /// Asks what the other codes say of a position, which may take a while.
    ///
    /// # Errors
    /// One line: there is no such position, or too much is asked.
    pub(super) fn ask_other_codes(&mut self, id: u64, game: u64, at: &Line) -> Result<(), String> {
        let play = self.play(game)?;
        let asked = play.up_to(at.ply, &at.moves)?;
        let (fen, terms) = (fen::to_string(asked.position()), play.record().terms().clone());
        self.begin_long(id)?;
        let (other_codes, events) = (self.other_codes, self.events.clone());
        tokio::task::spawn_blocking(move || {
            give_way();
            let said = other_codes(&fen, &terms);
            // Where the hall has gone there is nobody to be told.
            let _ = events.blocking_send(Event::Codes(id, fen, said));
        });
        Ok(())
    }

    /// Clocks, analyses, and games that waited for an engine.
    pub(super) fn tick(&mut self) {
        let fallen: Vec<u64> = self
            .games
            .iter_mut()
            .filter(|(_, play)| play.clock.as_ref().is_some_and(|c| c.running().is_some()))
            .filter_map(|(game, play)| play.flag_falls().then_some(*game))
            .collect();
        for game in fallen {
            self.changed(game);
        }
        let mut news = Vec::new();
        for (id, page) in &self.pages {
            let Some(study) = &page.study else { continue };
            if let Some(lines) = study.thinker.new_lines() {
                let (game, ply, line) = (study.game, study.at.ply, study.at.moves.clone());
                news.push((*id, Reply::Lines(Box::new(LinesView { game, ply, line, lines }))));
            }
        }
        for (id, reply) in news {
            self.tell(id, &reply);
        }
        let mut watched: Vec<u64> = self.pages.values().filter_map(|page| page.watches).collect();
        watched.sort_unstable();
        watched.dedup();
        for game in watched {
            let before = self.seats.get(&game).is_some_and(|seat| seat.search.is_some());
            self.let_engine_play(game);
            let after = self.seats.get(&game).is_some_and(|seat| seat.search.is_some());
            if after && !before {
                self.show(game, None);
            }
        }
    }
}
