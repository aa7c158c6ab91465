//! The engine as a whole, around the search: options, the game on the board, the thread that
//! thinks, time, opening book, tablebases, bench. It knows no protocol and prints nothing: orders
//! come as calls, and a [`EventListener`] receives what there is to report.

mod advantage;
pub mod bench;
pub mod book;
mod events;
mod limits;
pub mod networks;
pub mod options;
#[cfg(feature = "tune")]
pub mod parameters;
mod prober;
mod strength;
mod terms;
mod thinker;
mod timer;
mod wdl;

use std::collections::HashSet;
use std::hash::{BuildHasher, RandomState};
use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

use thiserror::Error;

pub use events::{Event, EventListener};
pub use limits::{Budget, Circumstances, SearchLimits};
pub use strength::Handicap;
pub use timer::{SearchTimer, Waiting};

// What a listener needs to understand the events.
pub use crate::eval::{NetworkEvaluator, Score};
pub use crate::search::{Bound, Report};

use crate::eval::Evaluator;
use crate::eval::network::InstructionSet;
use crate::notation::coordinate;
use crate::notation::fen::{self, FenError};
use crate::rules::laws::{Outcome, Terms, TermsError};
use crate::rules::{ENDLESS_CHECKS_AT_SIGHT, Game, Note, Position, Setup, SetupError, Square};
use crate::search::{NoProber, Prober};
use crate::tablebases::Tablebases;
use book::Book;
use options::{OptionError, Options};
use prober::Probing;
use thinker::{Job, Search, Thinker};

/// Why a position was not taken. The earlier one stays.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum PositionError {
    /// The text is no FEN.
    #[error(transparent)]
    Fen(#[from] FenError),
    /// No game begins on the terms chosen.
    #[error(transparent)]
    Terms(#[from] TermsError),
    /// What the FEN describes is no position.
    #[error("FEN '{0}': {1}")]
    Setup(String, SetupError),
    /// A move is not legal where it is to be made.
    #[error("move '{text}' (the {number}. after the start) is not legal in '{fen}'")]
    Move {
        /// The text at fault.
        text: String,
        /// Its place in the list, from 1.
        number: usize,
        /// Where it would be made.
        fen: String,
    },
}

/// The engine.
pub struct Engine {
    options: Options,
    /// The terms under which the game on the board was read.
    terms: Terms,
    game: Game,
    thinker: Thinker,
    listener: Arc<dyn EventListener>,
    /// The control of the work in hand, if there is any.
    clock: Option<Arc<SearchTimer>>,
    book: Option<Book>,
    tablebases: Option<Arc<Tablebases>>,
    evaluation: NetworkEvaluator,
    /// What was remarked in this game: nothing is remarked twice.
    remarked: HashSet<String>,
    /// Whether a search of this game has begun.
    has_searched: bool,
    /// Another for each game.
    seed: u64,
}

impl Engine {
    /// An engine with the starting position on its board.
    ///
    /// # Errors
    /// When the system gives no thread.
    pub fn new(listener: Arc<dyn EventListener>) -> std::io::Result<Self> {
        let options = Options::default();
        let thinker =
            Thinker::start(options.hash.get(), options.threads.get(), Arc::clone(&listener))?;
        Ok(Self {
            terms: options.terms(),
            options,
            game: Game::new(Position::initial()),
            thinker,
            listener,
            clock: None,
            book: None,
            tablebases: None,
            evaluation: NetworkEvaluator::default(),
            remarked: HashSet::new(),
            has_searched: false,
            seed: fresh_seed(),
        })
    }

    /// The options as they are set.
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// The game on the board.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// What evaluates positions.
    pub fn evaluation(&self) -> &NetworkEvaluator {
        &self.evaluation
    }

    /// The terms under which the game on the board was read.
    pub fn terms(&self) -> &Terms {
        &self.terms
    }

    fn remark(&self, text: &str) {
        self.listener.on_event(&Event::Remark(text));
    }

    /// Remarks something about `what` once in a game.
    fn remark_once(&mut self, what: &str, text: String) {
        if self.remarked.insert(format!("{what}: {text}")) {
            self.remark(&text);
        }
    }
}

/// Setting up.
impl Engine {
    /// Sets an option. Its effect on the game comes with the next position, on a search with the
    /// next search.
    ///
    /// # Errors
    /// [`OptionError`] names the text at fault; nothing is changed then. `Ok` holds the remark
    /// that a value had to be changed, if it had.
    pub fn set_option(
        &mut self,
        name: &str,
        value: Option<&str>,
    ) -> Result<Option<String>, OptionError> {
        #[cfg(feature = "tune")]
        if let Some(set) = parameters::set(name, value) {
            return set.map(|()| None);
        }
        let mut changed = self.options.clone();
        let (name, remark) = changed.set(name, value)?;
        if changed.book_file != self.options.book_file {
            self.book = changed.book_file.0.as_deref().map(open_book).transpose()?;
        }
        if changed.syzygy_path != self.options.syzygy_path {
            self.open_tablebases(changed.syzygy_path.0.as_deref())?;
        }
        if changed.eval_file != self.options.eval_file {
            self.change_evaluation(changed.eval_file.0.as_deref())?;
        }
        let idle = self.is_idle();
        let before = std::mem::replace(&mut self.options, changed);
        let now = &self.options;
        if now.hash != before.hash {
            self.thinker.give(Job::ResizeTable(now.hash.get()));
        }
        if now.threads != before.threads {
            self.thinker.give(Job::SetThreads(now.threads.get()));
        }
        if now.clear_hash != before.clear_hash {
            self.thinker.give(Job::Clear);
        }
        if matches!(name, "Laws" | "Odds" | "Odds Giver") {
            self.report_position_to_set_up();
        }
        // A change of the searcher is waited for, so that its time is nobody's thinking time; but
        // not a search on which it must wait.
        if idle {
            self.wait();
        }
        Ok(remark)
    }

    fn open_tablebases(&mut self, folders: Option<&str>) -> Result<(), OptionError> {
        let Some(folders) = folders else {
            self.tablebases = None;
            return Ok(());
        };
        let tables =
            Tablebases::open(folders).map_err(|error| OptionError::File(error.to_string()))?;
        self.remark(&format!("{} tablebase files found", tables.files()));
        for file in tables.damaged() {
            self.remark(&format!("no tablebase: {}", file.display()));
        }
        self.tablebases = Some(Arc::new(tables));
        Ok(())
    }

    /// Evaluates by the network of a file from now on, or as usual.
    fn change_evaluation(&mut self, file: Option<&str>) -> Result<(), OptionError> {
        let open = |path| networks::open(Path::new(path));
        let network =
            file.map(open).transpose().map_err(|error| OptionError::File(error.to_string()))?;
        self.evaluation = NetworkEvaluator::of(network);
        self.thinker.give(Job::SetEvaluation(Box::new(self.evaluation.clone())));
        let from = file.map_or("the program".to_owned(), |file| format!("'{file}'"));
        let (evaluation, set) = (&self.evaluation, InstructionSet::best());
        self.remark(&format!("the evaluation is {evaluation} of {from}, by {set} instructions"));
        Ok(())
    }

    /// Pieces or the first move given by `Laws` or `Odds` are not on a board that `startpos` means.
    fn report_position_to_set_up(&self) {
        if let Some(setup) = self.options.position_to_set_up() {
            let fen = fen::six_fields(&setup);
            self.remark(&format!("for the game chosen, set up the position {fen}"));
        }
    }

    /// What follows belongs to another game.
    pub fn new_game(&mut self) {
        let idle = self.is_idle();
        self.thinker.give(Job::Clear);
        if idle {
            self.wait();
        }
        self.remarked.clear();
        self.has_searched = false;
        self.seed = fresh_seed();
    }

    /// Puts a game on the board: from a FEN, or from the starting position of the game chosen, by moves in
    /// coordinates. What is dropped from the FEN or understood without being said is reported to the
    /// listener, once in a game.
    ///
    /// # Errors
    /// [`PositionError`] names the text at fault; the game before stays.
    pub fn set_position<T: AsRef<str>>(
        &mut self,
        fen: Option<&str>,
        moves: &[T],
    ) -> Result<(), PositionError> {
        let mut terms = self.options.terms();
        let mut remarks = Vec::new();
        let (setup, text) = match fen {
            Some(text) => {
                let (setup, of_counts) = fen::parse_with_remarks(text)?;
                remarks.extend(of_counts);
                (setup, text.to_owned())
            }
            None => {
                terms.begin()?;
                let array = self.options.array();
                let text = fen::six_fields(&array);
                (array, text)
            }
        };
        let read = match setup.position_with_notes(&terms) {
            Err(error) if error.is_about_the_mark_alone() => {
                terms.undertaking = None;
                remarks.push(format!("{error}: playing on without the undertaking"));
                setup.position_with_notes(&terms)
            }
            read => read,
        };
        let (start, notes) = read.map_err(|error| PositionError::Setup(text.clone(), error))?;
        let mut game = Game::new(start);
        for (index, text) in moves.iter().map(AsRef::as_ref).enumerate() {
            let legal = coordinate::parse(game.position(), text);
            if !legal.is_some_and(|mv| game.play(mv)) {
                let fen = fen::to_string(game.position());
                return Err(PositionError::Move { text: text.to_owned(), number: index + 1, fen });
            }
        }
        (self.game, self.terms) = (game, terms);
        remarks.extend(notes.iter().map(note_in_words));
        let standing = setup.odds_on_board(&self.terms);
        if fen.is_some() && standing.any() {
            let squares: Vec<String> = standing.into_iter().map(|s| s.to_string()).collect();
            remarks.push(format!("the odds are still on the board: {}", squares.join(", ")));
        }
        if fen.is_none() {
            remarks.extend(self.options.position_to_set_up().map(|setup| {
                let fen = fen::six_fields(&setup);
                format!("this is not the starting position of the game chosen, which is {fen}")
            }));
        }
        for remark in remarks {
            self.remark_once(&text, remark);
        }
        Ok(())
    }

    /// Changes sides: pieces, turn and rights are mirrored, and the terms of the game with them.
    pub fn flip(&mut self) {
        let setup = Setup::of(self.game.position());
        let odds_giver = Some(self.terms.giver(Some(&setup)));
        let terms = Terms { odds_giver, ..self.terms.clone() }.mirrored();
        // A mirrored position is a position under mirrored terms.
        if let Ok(position) = setup.mirrored().position(&terms) {
            (self.game, self.terms) = (Game::new(position), terms);
        }
    }
}

/// A note about a setup; where a GUI may not follow us, with the warning.
fn note_in_words(note: &Note) -> String {
    match note {
        Note::GhostUnderstood(..) => format!("{note}; some GUIs call that move illegal"),
        _ => note.to_string(),
    }
}

/// The static evaluation of a position in centipawns, for White.
pub fn evaluate_for_white(evaluation: &NetworkEvaluator, position: &Position) -> i32 {
    evaluation.clone().evaluate(position).for_white(position.turn()).0
}

/// What the piece on a square adds to the static evaluation, in centipawns for White: the difference
/// to the network's score without it. `None` for a king and an empty square.
pub fn worth_for_white(
    evaluation: &NetworkEvaluator,
    position: &Position,
    square: Square,
) -> Option<i32> {
    let worth = evaluation.network().worth(position, square)?;
    Some(worth.for_white(position.turn()).0)
}

fn open_book(path: &str) -> Result<Book, OptionError> {
    Book::open(Path::new(path)).map_err(|error| OptionError::File(error.to_string()))
}

fn fresh_seed() -> u64 {
    RandomState::new().hash_one(0)
}

/// Thinking.
impl Engine {
    /// Whether nothing is being done.
    pub fn is_idle(&self) -> bool {
        self.thinker.is_idle()
    }

    /// Waits until all that was asked for is done.
    pub fn wait(&self) {
        self.thinker.wait();
    }

    /// Ends the work in hand, if there is any. Its answer still comes.
    pub fn stop(&self) {
        if let Some(clock) = &self.clock {
            clock.stop();
        }
    }

    /// The move pondered on has been made.
    pub fn ponder_hit(&self) {
        if let Some(clock) = &self.clock {
            clock.ponder_hit();
        }
    }

    /// Ends the work in hand and waits for its answer.
    fn make_room(&self) {
        self.stop();
        self.thinker.wait();
    }

    /// Begins to search the position on the board; the time runs from `began`. The listener hears
    /// exactly one [`Event::Best`] for it. Work in hand is ended first.
    pub fn go(&mut self, limits: SearchLimits, began: Instant) {
        self.make_room();
        let claim = self.report_what_uci_cannot_say();
        let options = &self.options;
        let analysing = options.uci_analyse_mode.0 || limits.infinite;
        let handicap = match (options.uci_analyse_mode.0, options.uci_limit_strength.0) {
            (true, _) => None,
            (false, true) => Some(Handicap::of_elo(options.uci_elo.get())),
            (false, false) => Handicap::of_skill(options.skill_level.get()),
        };
        let nodes = match (limits.nodes, handicap) {
            (Some(nodes), Some(handicap)) => Some(nodes.min(handicap.nodes)),
            (nodes, handicap) => nodes.or(handicap.map(|handicap| handicap.nodes)),
        };
        let budget = limits.budget(self.game.position(), self.circumstances());
        let waiting = match limits {
            _ if limits.infinite => Waiting::ForStop,
            _ if limits.ponder => Waiting::ForPonderHit,
            _ => Waiting::No,
        };
        let clock = Arc::new(
            SearchTimer::new(began, budget, nodes, waiting)
                .at_nodes_per_millisecond(options.nodestime.get()),
        );
        self.clock = Some(Arc::clone(&clock));
        let free = !analysing && limits.mate.is_none() && limits.search_moves.is_empty();
        let book = self.book.as_ref().filter(|_| options.own_book.0 && free);
        let book_move = book.and_then(|book| book.choose(self.game.position(), self.seed));
        self.has_searched |= book_move.is_none();
        self.thinker.give(Job::Search(Box::new(Search {
            game: self.game.clone(),
            search_moves: limits.search_moves,
            claim,
            depth: limits.depth,
            mate: limits.mate,
            clock,
            multi_pv: options.multi_pv.get(),
            show_wdl: options.uci_show_wdl.0,
            handicap,
            advantage: advantage::of(&self.options, &self.game),
            book_move,
            prober: self.prober(),
            seed: self.seed,
        })));
    }

    /// What decides how long the next search may take, beside its limits.
    pub fn circumstances(&self) -> Circumstances {
        Circumstances {
            overhead: self.options.move_overhead.get() as u64,
            pondering: self.options.ponder.0,
            first_of_game: !self.has_searched,
        }
    }

    /// The tablebases as the options have them asked.
    fn prober(&self) -> Arc<dyn Prober + Send> {
        match &self.tablebases {
            None => Arc::new(NoProber),
            Some(tables) => Arc::new(Probing {
                tables: Arc::clone(tables),
                fifty_moves: self.options.syzygy_50_move_rule.0,
                least_depth: self.options.syzygy_probe_depth.get() as i32,
            }),
        }
    }

    /// Begins to count the lines of `depth` plies from the position on the board.
    pub fn count(&mut self, depth: u32) {
        self.make_room();
        let clock = Arc::new(bench::unstoppable());
        self.clock = Some(Arc::clone(&clock));
        self.thinker.give(Job::Count { position: Box::new(*self.game.position()), depth, clock });
    }

    /// Begins the bench.
    pub fn bench(&mut self, depth: usize) {
        self.make_room();
        let clock = Arc::new(bench::unstoppable());
        self.clock = Some(Arc::clone(&clock));
        self.thinker.give(Job::Bench { depth, clock });
    }

    /// The protocol has no words for claims, notices and ends that are no mate: they are remarked.
    /// Returns what the side to move may claim. All claims that it may make at once come to the
    /// same, as a player bound by an undertaking loses by each.
    fn report_what_uci_cannot_say(&mut self) -> Option<Outcome> {
        let position = self.game.position();
        let laws = position.laws();
        let (mut remarks, mut claimed) = (Vec::new(), None);
        if let Some(outcome) = self.game.outcome() {
            remarks.push(outcome.in_words(laws));
        } else {
            for claim in self.game.claims_within(ENDLESS_CHECKS_AT_SIGHT) {
                let outcome = self.game.outcome_of_claim(claim);
                claimed = Some(outcome);
                let result = outcome.in_words(laws);
                let who = if claim.side_to_move_only {
                    position.turn().to_string()
                } else {
                    "A player".into()
                };
                remarks.push(format!("{who} may claim: {result}"));
            }
        }
        let notice = position.notice().is_some() && self.game.outcome().is_none();
        for remark in remarks {
            self.remark(&remark);
        }
        if notice {
            let text = "notice of fifty moves is given (amateur1804:XVII, accomplished1837:19)";
            self.remark_once("", text.to_owned());
        }
        claimed
    }
}

impl Drop for Engine {
    /// Whatever is being done ends, and its answer comes.
    fn drop(&mut self) {
        self.stop();
    }
}
