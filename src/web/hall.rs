//! All games, all pages that watch them, and the engines that play and analyse. One task owns all
//! this and receives everything as an [`Event`], so that nothing here is locked. What a page asks
//! is answered to it alone; what changes a game goes to all who watch it.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;
use std::time::{Duration, Instant};

use tokio::sync::mpsc::{Sender, UnboundedSender};
use tokio::sync::oneshot;

use super::catalogue::{catalogue, most_threads};
use super::clock::GameClock;
use super::end::End;
use super::message::{ClockWords, Player, Reply, Request, TermsWords};
use super::play::{LONGEST_GAME, Play};
use super::store::Store;
use super::thinker::{Answer, Thinker, give_way};
use super::variation::{self, Line, Variations};
use super::{OtherCodes, Penalty, view};
use crate::arbiter::Choice;
use crate::notation::pgn::{GameResult, Reader};

/// As many games are kept at most.
const MOST_GAMES: usize = 500;
/// As many games there may be for those of a PGN to be taken: there stays room for new ones.
const MOST_FOR_TAKING: usize = 400;
/// As many moves all games have at most together, in plies: a position takes a few hundred bytes.
const MOST_PLIES: usize = 200_000;
/// As many games of a PGN are taken at most.
const MOST_IMPORTED: usize = 100;
/// As many questions that take long are worked on at a time, at most.
const MOST_LONG: usize = 2;

/// Something that has happened.
pub enum Event {
    /// A page has connected.
    Joined(u64, Sender<Arc<str>>),
    /// It asks for something, and waits to be told how much time that took.
    Said(u64, Request, oneshot::Sender<Duration>),
    /// It has gone.
    Left(u64),
    /// What the other codes say of a position, for a page.
    Codes(u64, String, Result<String, String>),
    /// The games of a PGN, for a page, and what is wrong with others.
    Read(u64, Vec<Play>, Vec<String>),
    /// What the engine exacts in a game under the arbiter in which so many events had happened.
    Exacts(u64, usize, Option<Choice>),
    /// Some time has passed.
    Tick,
}

/// A page.
pub(super) struct Page {
    outbox: Sender<Arc<str>>,
    pub(super) watches: Option<u64>,
    pub(super) study: Option<Study>,
    /// Whether it waits for [`Event::Codes`] or [`Event::Read`]: one question at a time.
    waits: bool,
}

/// An analysis.
pub(super) struct Study {
    pub(super) thinker: Thinker,
    pub(super) game: u64,
    pub(super) at: Line,
}

/// An engine that plays, with the number of the search whose answer is waited for.
pub(super) struct Seat {
    pub(super) thinker: Thinker,
    pub(super) search: Option<u64>,
}

/// Everything.
pub struct Hall {
    pub(super) games: BTreeMap<u64, Play>,
    pub(super) pages: HashMap<u64, Page>,
    pub(super) seats: HashMap<u64, Seat>,
    store: Store,
    pub(super) other_codes: OtherCodes,
    pub(super) penalty: Penalty,
    /// The games in which the engine is choosing what to exact, with how many events had happened.
    pub(super) choosing: BTreeMap<u64, usize>,
    pub(super) answers: UnboundedSender<Answer>,
    pub(super) events: Sender<Event>,
    /// How many questions that take long are being worked on.
    long: usize,
}

impl Hall {
    /// The hall with the games that were kept. Engines answer to `answers`; what takes longer
    /// comes back as one of `events`.
    pub fn new(
        store: Store,
        games: BTreeMap<u64, Play>,
        (other_codes, penalty): (OtherCodes, Penalty),
        answers: UnboundedSender<Answer>,
        events: Sender<Event>,
    ) -> Self {
        let (pages, seats, choosing) = (HashMap::new(), HashMap::new(), BTreeMap::new());
        let long = 0;
        Self { games, pages, seats, store, other_codes, penalty, choosing, answers, events, long }
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
            Event::Said(id, request, done) => {
                let begun = Instant::now();
                if let Err(text) = self.answer(id, request) {
                    self.tell(id, &Reply::Error { text });
                }
                // A page that has gone does not wait.
                let _ = done.send(begun.elapsed());
            }
            Event::Read(id, plays, faults) => {
                self.no_longer_waits(id);
                self.take_in(id, plays, faults);
            }
            Event::Codes(id, fen, said) => {
                self.no_longer_waits(id);
                let reply = match said {
                    Ok(text) => Reply::Codes { fen, text },
                    Err(text) => Reply::Error { text },
                };
                self.tell(id, &reply);
            }
            Event::Exacts(game, count, choice) => self.exact(game, count, choice),
            Event::Tick => self.tick(),
        }
    }

    /// What takes long is done on threads of its own: one question of a page at a time.
    pub(super) fn begin_long(&mut self, id: u64) -> Result<(), String> {
        let page = self.pages.get_mut(&id).ok_or("the page has gone")?;
        if page.waits || self.long >= MOST_LONG {
            return Err("another question is being worked on: try again".to_owned());
        }
        page.waits = true;
        self.long += 1;
        Ok(())
    }

    fn no_longer_waits(&mut self, id: u64) {
        self.long -= 1;
        if let Some(page) = self.pages.get_mut(&id) {
            page.waits = false;
        }
    }

    /// An engine has answered.
    pub fn on_answer(&mut self, answer: &Answer) {
        if let Err(text) = &answer.text {
            let text = format!("the engine: {text}");
            let told: Vec<u64> = match answer.game {
                0 => self
                    .pages
                    .iter()
                    .filter(|(_, p)| p.study.is_some())
                    .map(|(id, _)| *id)
                    .collect(),
                game => self.watchers(game).collect(),
            };
            for id in told {
                self.tell(id, &Reply::Error { text: text.clone() });
            }
            return;
        }
        let Some(seat) = self.seats.get_mut(&answer.game) else { return };
        if seat.search != Some(answer.search) {
            return;
        }
        seat.search = None;
        let score = seat.thinker.score();
        let Some(play) = self.games.get_mut(&answer.game) else { return };
        let Ok(Some(text)) = &answer.text else { return };
        // An engine claims a draw that the record proves when it sees nothing better.
        let claim = play
            .game()
            .claims_by_record()
            .into_iter()
            .find(|claim| score <= 0 && play.game().outcome_of_claim(*claim).winner.is_none());
        let made = match claim.filter(|_| play.touch().is_none()) {
            Some(claim) => play.claim(claim),
            None => play.move_by(text),
        };
        debug_assert!(made.is_ok(), "the engine's move {text}: {made:?}");
        self.changed(answer.game);
    }

    fn answer(&mut self, id: u64, request: Request) -> Result<(), String> {
        match request {
            Request::List => self.list(id),
            Request::New { terms, players, clock, moves, touch } => {
                let play = begun(&terms, players, clock, &moves)?;
                let game = self.add(if touch { play.under_the_arbiter()? } else { play })?;
                self.watch(id, game);
            }
            Request::Terms { terms } => self.tell(id, &told(&terms)),
            Request::Watch { game } => {
                if !self.games.contains_key(&game) {
                    self.tell(id, &Reply::Gone { game });
                    return Ok(());
                }
                self.watch(id, game);
            }
            Request::Forget { game } => self.forget(id, game)?,
            Request::Move { game, ply, text } => self.move_at(game, ply, &text)?,
            Request::Event { game, count, text } => self.event_at(game, count, &text)?,
            Request::Vary { game, ply, line, text } => {
                let line = self.play(game)?.vary(ply, &line, &text)?;
                self.changed(game);
                self.look(id, game, &line)?;
            }
            Request::Unvary { game, index } => {
                self.change(game, |play| play.variations.forget(index))?;
            }
            Request::Undo { game } => self.undo(game)?,
            Request::Resign { game } => self.change(game, Play::resign)?,
            Request::Agree { game } => self.change(game, Play::agree)?,
            Request::Claim { game, index } => self.change(game, |play| {
                let claim = *play.claims().get(index).ok_or("there is no such claim")?;
                play.claim(claim)
            })?,
            Request::Look { game, ply, line } => self.look(id, game, &Line::new(ply, line))?,
            Request::Codes { game, ply, line } => {
                self.ask_other_codes(id, game, &Line::new(ply, line))?;
            }
            Request::Analyse { game, ply, line, lines, threads } => {
                let threads = usize::from(threads).clamp(1, most_threads());
                self.study(id, game, Line::new(ply, line), lines, threads)?;
            }
            Request::Stop => {
                if let Some(page) = self.pages.get_mut(&id) {
                    page.study = None;
                }
            }
            Request::Export { game } => {
                let text = self.exported(game)?;
                self.tell(id, &Reply::Pgn { game, text });
            }
            Request::Import { pgn } => self.import(id, pgn)?,
        }
        Ok(())
    }

    /// A person moves at the board, if the page showed the present position.
    fn move_at(&mut self, game: u64, ply: usize, text: &str) -> Result<(), String> {
        let play = self.play(game)?;
        if play.ply() != ply {
            return Err("that move was chosen for an earlier position".to_owned());
        }
        if play.to_move().is_some_and(|player| player != Player::Person) {
            return Err("it is the engine's turn".to_owned());
        }
        if !play.flag_falls() {
            play.move_by(text)?;
        }
        self.changed(game);
        Ok(())
    }

    /// Something else happens at the board, if the page knew of the `count` events before it.
    fn event_at(&mut self, game: u64, count: usize, text: &str) -> Result<(), String> {
        let play = self.play(game)?;
        if play.touch().is_some_and(|touch| touch.events().len() != count) {
            return Err("that was chosen before something else happened".to_owned());
        }
        if !play.flag_falls() {
            play.event(text)?;
        }
        self.changed(game);
        Ok(())
    }

    /// Takes moves back until a person is to move; an engine that thinks is stopped.
    fn undo(&mut self, game: u64) -> Result<(), String> {
        self.play(game)?.undo()?;
        if let Some(seat) = self.seats.get_mut(&game) {
            seat.thinker.stop();
            seat.search = None;
        }
        self.changed(game);
        Ok(())
    }

    /// The PGN of a game, or of all that PGN can record.
    fn exported(&mut self, game: Option<u64>) -> Result<String, String> {
        match game {
            Some(game) => Ok(self.play(game)?.pgn()),
            None => {
                let regular =
                    |play: &&Play| play.touch().is_none_or(super::touch::TouchMove::is_regular);
                Ok(self.games.values().filter(regular).map(Play::pgn).collect())
            }
        }
    }

    pub(super) fn play(&mut self, game: u64) -> Result<&mut Play, String> {
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
            self.forget_a_game_not_begun();
        }
        if self.games.len() >= MOST_GAMES {
            return Err(format!("{MOST_GAMES} games are kept, and no more: forget one"));
        }
        if self.games.values().map(Play::ply).sum::<usize>() + play.ply() > MOST_PLIES {
            return Err(format!("games of {MOST_PLIES} moves are kept, and no more: forget one"));
        }
        let id = self.games.keys().last().map_or(1, |last| last + 1);
        self.store.keep(id, Some(&play)).map_err(|error| error.to_string())?;
        self.games.insert(id, play);
        Ok(id)
    }

    /// Makes room: the oldest game in which no move was made, and that nobody watches, is forgotten.
    fn forget_a_game_not_begun(&mut self) {
        let oldest = self
            .games
            .iter()
            .find(|(game, play)| play.ply() == 0 && self.watchers(**game).next().is_none());
        if let Some(game) = oldest.map(|(game, _)| *game)
            && self.store.keep(game, None).is_ok()
        {
            self.games.remove(&game);
            self.seats.remove(&game);
        }
    }

    fn forget(&mut self, asker: u64, game: u64) -> Result<(), String> {
        self.play(game)?;
        self.store.keep(game, None).map_err(|error| error.to_string())?;
        self.games.remove(&game);
        self.seats.remove(&game);
        let watching: Vec<u64> = self.watchers(game).collect();
        for id in watching {
            self.tell(id, &Reply::Gone { game });
        }
        self.list(asker);
        Ok(())
    }

    /// Reads the games of a PGN, which may take a while.
    fn import(&mut self, id: u64, pgn: String) -> Result<(), String> {
        self.begin_long(id)?;
        let events = self.events.clone();
        tokio::task::spawn_blocking(move || {
            give_way();
            let (plays, faults) = games_of(&pgn);
            // Where the hall has gone there is nobody to be told.
            let _ = events.blocking_send(Event::Read(id, plays, faults));
        });
        Ok(())
    }

    fn take_in(&mut self, id: u64, plays: Vec<Play>, mut faults: Vec<String>) {
        let mut games = Vec::new();
        for play in plays {
            if self.games.len() >= MOST_FOR_TAKING {
                faults.push(format!("{MOST_FOR_TAKING} games are kept already: forget some"));
                break;
            }
            match self.add(play) {
                Ok(game) => games.push(game),
                Err(fault) => {
                    faults.push(fault);
                    break;
                }
            }
        }
        let reply = if games.is_empty() && faults.is_empty() {
            Reply::Error { text: "no game in this text".to_owned() }
        } else {
            Reply::Imported { games, faults }
        };
        self.tell(id, &reply);
        self.list(id);
    }

    /// Shows a position of a game, or of a line beside it.
    fn look(&mut self, id: u64, game: u64, at: &Line) -> Result<(), String> {
        let play = self.play(game)?;
        let ply = at.ply.min(play.ply());
        let position = if at.moves.is_empty() {
            view::of_game(play, ply, true)
        } else {
            let tried = play.up_to(ply, &at.moves)?;
            let shown = view::position(&tried, tried.moves().len(), true);
            super::message::PositionView { ply, ..shown }
        };
        let start = play.position_at(ply);
        let line = start.map_or_else(Vec::new, |start| variation::moves(&start, &at.moves));
        self.tell(id, &Reply::Look { game, line, position });
        Ok(())
    }

    // ---- Pages.

    pub(super) fn watchers(&self, game: u64) -> impl Iterator<Item = u64> {
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
    pub(super) fn tell(&mut self, id: u64, reply: &Reply) {
        let Some(page) = self.pages.get(&id) else { return };
        if page.outbox.try_send(reply.text()).is_err() {
            self.pages.remove(&id);
        }
    }

    fn list(&mut self, id: u64) {
        let newest_first = self.games.iter().rev();
        let games = newest_first.map(|(game, play)| view::summary(*game, play)).collect();
        self.tell(id, &Reply::Games { games });
    }

    /// Shows a game to one page, or to all that watch it.
    pub(super) fn show(&mut self, game: u64, to: Option<u64>) {
        let Some(play) = self.games.get(&game) else { return };
        let thinking = self.choosing.contains_key(&game)
            || self.seats.get(&game).is_some_and(|seat| seat.search.is_some());
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
    pub(super) fn changed(&mut self, game: u64) {
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
}

/// What a page is told of the terms it asks about.
fn told(terms: &TermsWords) -> Reply {
    match terms.record() {
        Ok(record) => Reply::Terms {
            words: view::law(record.terms(), record.game().start()),
            position: Some(view::position(record.game(), 0, false)),
            fault: None,
        },
        Err(fault) => Reply::Terms { words: Vec::new(), position: None, fault: Some(fault) },
    }
}

/// A game about to begin, or after some moves.
fn begun(
    terms: &TermsWords,
    players: [Player; 2],
    clock: Option<ClockWords>,
    moves: &str,
) -> Result<Play, String> {
    let record = terms.record()?;
    let code = record.terms().code;
    let mut play = Play::new(record, players, None);
    for text in moves.split_whitespace() {
        play.move_by(text)?;
    }
    play.clock = clock.map(|words| GameClock::new(&words, code)).transpose()?;
    Ok(play)
}

/// The games of a PGN, and what is wrong with others.
pub(super) fn games_of(pgn: &str) -> (Vec<Play>, Vec<String>) {
    let (mut plays, mut faults) = (Vec::new(), Vec::new());
    for transcript in Reader::new(pgn.as_bytes()).take(MOST_IMPORTED) {
        let mut record = match transcript.and_then(|transcript| transcript.replay()) {
            Ok(record) => record,
            Err(error) => {
                faults.push(error.to_string());
                continue;
            }
        };
        if record.game().moves().len() > LONGEST_GAME {
            faults.push(format!("a game here has at most {LONGEST_GAME} moves"));
            continue;
        }
        let result = record.result;
        let mut variations = Variations::default();
        let left_out = variations.take_from(&mut record);
        if left_out > 0 {
            faults.push(format!("game {}: {left_out} variations are left out", plays.len() + 1));
        }
        let mut play = Play::new(record, [Player::Person; 2], None);
        play.variations = variations;
        if play.end.is_none() && result != GameResult::Unknown {
            play.end = Some(End::recorded(result.token()));
        }
        plays.push(play);
    }
    (plays, faults)
}
