//! All games, all pages that watch them, and the engines that play and analyse. One task owns all
//! this and is told of everything as an [`Event`], so that nothing here is locked. What a page asks
//! is answered to it alone; what changes a game goes to all who watch it.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use tokio::sync::mpsc::{Sender, UnboundedSender};

use super::catalogue::catalogue;
use super::message::{ClockWords, LinesView, Player, Reply, Request, TermsWords};
use super::play::{GameClock, Play};
use super::store::Store;
use super::thinker::{Answer, Thinker};
use super::{OtherCodes, view};
use crate::notation::fen;
use crate::notation::pgn::{GameResult, Reader};
use crate::rules::ENDLESS_CHECKS_WORK;
use crate::web::end::End;

/// As many games are kept at most.
const MOST_GAMES: usize = 500;
/// As many games of a PGN are taken at most.
const MOST_IMPORTED: usize = 100;
/// As many engines play at a time, at most, each on one thread.
const MOST_PLAYING: usize = 4;
/// As many analyses run at a time, at most.
const MOST_STUDIES: usize = 2;

/// Something that has happened.
pub enum Event {
    /// A page has connected.
    Joined(u64, Sender<Arc<str>>),
    /// It has sent a message.
    Said(u64, String),
    /// It has gone.
    Left(u64),
    /// What the other codes say of a position, for a page.
    Codes(u64, String, Result<String, String>),
    /// Some time has passed.
    Tick,
}

/// A page.
struct Page {
    outbox: Sender<Arc<str>>,
    watches: Option<u64>,
    study: Option<Study>,
    /// Whether it waits for [`Event::Codes`]: one question at a time.
    waits: bool,
}

/// An analysis.
struct Study {
    thinker: Thinker,
    game: u64,
    ply: usize,
}

/// An engine that plays, with the number of the search whose answer is waited for.
struct Seat {
    thinker: Thinker,
    search: Option<u64>,
}

/// Everything.
pub struct Hall {
    games: BTreeMap<u64, Play>,
    pages: HashMap<u64, Page>,
    seats: HashMap<u64, Seat>,
    store: Store,
    other_codes: OtherCodes,
    answers: UnboundedSender<Answer>,
    events: Sender<Event>,
}

impl Hall {
    /// The hall with the games that were kept. Engines answer to `answers`; what takes longer
    /// comes back as one of `events`.
    pub fn new(
        store: Store,
        games: BTreeMap<u64, Play>,
        other_codes: OtherCodes,
        answers: UnboundedSender<Answer>,
        events: Sender<Event>,
    ) -> Self {
        let (pages, seats) = (HashMap::new(), HashMap::new());
        Self { games, pages, seats, store, other_codes, answers, events }
    }

    /// Deals with what has happened.
    pub fn on_event(&mut self, event: Event) {
        match event {
            Event::Joined(id, outbox) => {
                self.pages.insert(id, Page { outbox, watches: None, study: None, waits: false });
                self.tell(id, &Reply::Catalogue(Box::new(catalogue())));
                self.list(id);
            }
            Event::Left(id) => drop(self.pages.remove(&id)),
            Event::Said(id, text) => {
                let request =
                    serde_json::from_str(&text).map_err(|error| format!("message: {error}"));
                if let Err(text) = request.and_then(|request| self.answer(id, request)) {
                    self.tell(id, &Reply::Error { text });
                }
            }
            Event::Codes(id, fen, said) => {
                if let Some(page) = self.pages.get_mut(&id) {
                    page.waits = false;
                }
                let reply = match said {
                    Ok(text) => Reply::Codes { fen, text },
                    Err(text) => Reply::Error { text },
                };
                self.tell(id, &reply);
            }
            Event::Tick => self.tick(),
        }
    }

    /// An engine has answered.
    pub fn on_answer(&mut self, answer: &Answer) {
        let Some(seat) = self.seats.get_mut(&answer.game) else { return };
        if seat.search != Some(answer.search) {
            return;
        }
        seat.search = None;
        let score = seat.thinker.score();
        let Some(play) = self.games.get_mut(&answer.game) else { return };
        let Some(text) = &answer.text else { return };
        // An engine claims a draw that the record proves when it sees nothing better.
        let claim = play
            .game()
            .claims_by_record()
            .into_iter()
            .find(|claim| score <= 0 && play.game().outcome_of_claim(*claim).winner.is_none());
        match claim {
            Some(claim) => play.claim(claim),
            None => {
                let made = play.read(text).and_then(|mv| play.make(mv));
                debug_assert!(made.is_ok(), "the engine's move {text}: {made:?}");
            }
        }
        self.changed(answer.game);
    }

    fn answer(&mut self, id: u64, request: Request) -> Result<(), String> {
        match request {
            Request::List => self.list(id),
            Request::New { terms, players, clock } => self.begin(id, &terms, players, clock)?,
            Request::Terms { terms } => {
                let reply = match terms.record() {
                    Ok(record) => Reply::Terms {
                        words: view::law(record.terms(), record.game().start()),
                        position: Some(view::position(record.game(), 0, false)),
                        fault: None,
                    },
                    Err(fault) => {
                        Reply::Terms { words: Vec::new(), position: None, fault: Some(fault) }
                    }
                };
                self.tell(id, &reply);
            }
            Request::Watch { game } => {
                if !self.games.contains_key(&game) {
                    self.tell(id, &Reply::Gone { game });
                    return Ok(());
                }
                self.watch(id, game);
            }
            Request::Forget { game } => self.forget(game)?,
            Request::Move { game, ply, text } => {
                let play = self.play(game)?;
                if play.ply() != ply {
                    return Err("that move was chosen for an earlier position".to_owned());
                }
                if play.to_move().is_some_and(|player| player != Player::Person) {
                    return Err("it is the engine's turn".to_owned());
                }
                if !play.flag_falls() {
                    let mv = play.read(&text)?;
                    play.make(mv)?;
                }
                self.changed(game);
            }
            Request::Undo { game } => {
                self.play(game)?.undo()?;
                if let Some(seat) = self.seats.get_mut(&game) {
                    seat.thinker.stop();
                    seat.search = None;
                }
                self.changed(game);
            }
            Request::Resign { game } => self.change(game, Play::resign)?,
            Request::Agree { game } => self.change(game, Play::agree)?,
            Request::Claim { game, index } => self.change(game, |play| {
                let claims = play.claims(ENDLESS_CHECKS_WORK);
                let claim = claims.get(index).ok_or("there is no such claim")?;
                play.claim(*claim);
                Ok(())
            })?,
            Request::Look { game, ply } => {
                let play = self.play(game)?;
                let position = view::position(play.game(), ply, false);
                self.tell(id, &Reply::Look { game, position });
            }
            Request::Codes { game, ply } => self.ask_other_codes(id, game, ply)?,
            Request::Analyse { game, ply, lines } => self.study(id, game, ply, lines)?,
            Request::Stop => {
                if let Some(page) = self.pages.get_mut(&id) {
                    page.study = None;
                }
            }
            Request::Export { game } => {
                let text = self.play(game)?.pgn();
                self.tell(id, &Reply::Pgn { game, text });
            }
            Request::Import { pgn } => self.import(id, &pgn)?,
        }
        Ok(())
    }

    fn play(&mut self, game: u64) -> Result<&mut Play, String> {
        self.games.get_mut(&game).ok_or_else(|| format!("game {game}: there is none"))
    }

    fn change(
        &mut self,
        game: u64,
        change: impl FnOnce(&mut Play) -> Result<(), String>,
    ) -> Result<(), String> {
        change(self.play(game)?)?;
        self.changed(game);
        Ok(())
    }

    fn add(&mut self, play: Play) -> Result<u64, String> {
        if self.games.len() >= MOST_GAMES {
            return Err(format!("{MOST_GAMES} games are kept, and no more: forget one"));
        }
        let id = self.games.keys().last().map_or(1, |last| last + 1);
        self.store.keep(id, Some(&play)).map_err(|error| error.to_string())?;
        self.games.insert(id, play);
        Ok(id)
    }

    fn begin(
        &mut self,
        id: u64,
        terms: &TermsWords,
        players: [Player; 2],
        clock: Option<ClockWords>,
    ) -> Result<(), String> {
        let play = Play::new(terms.record()?, players, clock.map(GameClock::new));
        let game = self.add(play)?;
        self.watch(id, game);
        self.list_to_all();
        Ok(())
    }

    fn forget(&mut self, game: u64) -> Result<(), String> {
        self.play(game)?;
        self.store.keep(game, None).map_err(|error| error.to_string())?;
        self.games.remove(&game);
        self.seats.remove(&game);
        let watching: Vec<u64> = self.watchers(game).collect();
        for id in watching {
            self.tell(id, &Reply::Gone { game });
        }
        self.list_to_all();
        Ok(())
    }

    fn import(&mut self, id: u64, pgn: &str) -> Result<(), String> {
        let (mut games, mut faults) = (Vec::new(), Vec::new());
        for transcript in Reader::new(pgn.as_bytes()).take(MOST_IMPORTED) {
            let record = match transcript.and_then(|transcript| transcript.replay()) {
                Ok(record) => record,
                Err(error) => {
                    faults.push(error.to_string());
                    continue;
                }
            };
            let result = record.result;
            let mut play = Play::new(record, [Player::Person; 2], None);
            if play.end.is_none() && result != GameResult::Unknown {
                play.end = Some(End::recorded(result.token()));
            }
            games.push(self.add(play)?);
        }
        if games.is_empty() && faults.is_empty() {
            return Err("no game in this text".to_owned());
        }
        self.tell(id, &Reply::Imported { games, faults });
        self.list_to_all();
        Ok(())
    }

    // ---- Pages.

    fn watchers(&self, game: u64) -> impl Iterator<Item = u64> {
        let watches = move |page: &Page| page.watches == Some(game);
        self.pages.iter().filter(move |(_, page)| watches(page)).map(|(id, _)| *id)
    }

    fn watch(&mut self, id: u64, game: u64) {
        if let Some(page) = self.pages.get_mut(&id) {
            page.watches = Some(game);
        }
        self.let_engine_play(game);
        self.show(game, Some(id));
    }

    /// Tells a page; one that does not take what it is told is given up.
    fn tell(&mut self, id: u64, reply: &Reply) {
        let Some(page) = self.pages.get(&id) else { return };
        let text = serde_json::to_string(reply).expect("replies have no maps with odd keys");
        if page.outbox.try_send(text.into()).is_err() {
            self.pages.remove(&id);
        }
    }

    fn list(&mut self, id: u64) {
        let newest_first = self.games.iter().rev();
        let games = newest_first.map(|(game, play)| view::summary(*game, play)).collect();
        self.tell(id, &Reply::Games { games });
    }

    fn list_to_all(&mut self) {
        let ids: Vec<u64> = self.pages.keys().copied().collect();
        for id in ids {
            self.list(id);
        }
    }

    /// Shows a game to one page, or to all that watch it.
    fn show(&mut self, game: u64, to: Option<u64>) {
        let Some(play) = self.games.get(&game) else { return };
        let thinking = self.seats.get(&game).is_some_and(|seat| seat.search.is_some());
        let reply = Reply::Game(Box::new(view::game(game, play, thinking)));
        let ids: Vec<u64> = match to {
            Some(id) => vec![id],
            None => self.watchers(game).collect(),
        };
        for id in ids {
            self.tell(id, &reply);
        }
    }

    /// A game has changed: it is kept, the engine moves if it is its turn, everybody sees it.
    fn changed(&mut self, game: u64) {
        let Some(play) = self.games.get(&game) else { return };
        let over = play.end.is_some();
        if let Err(error) = self.store.keep(game, Some(play)) {
            let text = format!("the game could not be kept: {error}");
            let watching: Vec<u64> = self.watchers(game).collect();
            for id in watching {
                self.tell(id, &Reply::Error { text: text.clone() });
            }
        }
        if over {
            self.seats.remove(&game);
        }
        self.let_engine_play(game);
        self.show(game, None);
    }

    // ---- Engines.

    /// Has the engine think if it is its turn, somebody watches, and there is room for an engine.
    fn let_engine_play(&mut self, game: u64) {
        let Some(play) = self.games.get(&game) else { return };
        let Some(player) = play.to_move().filter(|player| *player != Player::Person) else {
            return;
        };
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
        let thinking = seat.and_then(|mut seat| {
            seat.search = Some(seat.thinker.play(play, player)?);
            Ok(seat)
        });
        match thinking {
            Ok(seat) => drop(self.seats.insert(game, seat)),
            Err(text) => {
                let watching: Vec<u64> = self.watchers(game).collect();
                for id in watching {
                    self.tell(id, &Reply::Error { text: format!("the engine: {text}") });
                }
            }
        }
    }

    fn study(&mut self, id: u64, game: u64, ply: usize, lines: u8) -> Result<(), String> {
        let running =
            self.pages.iter().filter(|(page, state)| **page != id && state.study.is_some());
        if running.count() >= MOST_STUDIES {
            return Err(format!("{MOST_STUDIES} analyses are running already"));
        }
        let play = self.games.get(&game).ok_or("there is no such game")?;
        let ply = ply.min(play.ply());
        let page = self.pages.get_mut(&id).ok_or("the page has gone")?;
        let mut thinker = match page.study.take() {
            Some(study) if study.game == game => study.thinker,
            _ => {
                let (terms, start) = (play.record().terms(), play.game().start());
                Thinker::new(0, terms, start, self.answers.clone())?
            }
        };
        thinker.analyse(play.game(), ply, lines)?;
        page.study = Some(Study { thinker, game, ply });
        Ok(())
    }

    fn ask_other_codes(&mut self, id: u64, game: u64, ply: usize) -> Result<(), String> {
        let play = self.games.get(&game).ok_or("there is no such game")?;
        let page = self.pages.get_mut(&id).ok_or("the page has gone")?;
        if std::mem::replace(&mut page.waits, true) {
            return Err("the other codes are being asked already".to_owned());
        }
        let position = &play.game().positions()[ply.min(play.ply())];
        let (fen, terms) = (fen::to_string(position), play.record().terms().clone());
        let (other_codes, events) = (self.other_codes, self.events.clone());
        tokio::task::spawn_blocking(move || {
            let said = other_codes(&fen, &terms);
            // Where the hall has gone there is nobody to be told.
            let _ = events.blocking_send(Event::Codes(id, fen, said));
        });
        Ok(())
    }

    /// Clocks, analyses, and games that waited for an engine.
    fn tick(&mut self) {
        let fallen: Vec<u64> = self
            .games
            .iter_mut()
            .filter(|(_, play)| play.clock.as_ref().is_some_and(GameClock::is_running))
            .filter_map(|(game, play)| play.flag_falls().then_some(*game))
            .collect();
        for game in fallen {
            self.changed(game);
        }
        let mut news = Vec::new();
        for (id, page) in &self.pages {
            let Some(study) = &page.study else { continue };
            if let Some(lines) = study.thinker.new_lines() {
                let (game, ply) = (study.game, study.ply);
                news.push((*id, Reply::Lines(Box::new(LinesView { game, ply, lines }))));
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
