//! The engine behind the board: one instance made ready for a game's terms, which tells a channel
//! its answer and keeps its newest lines. It judges nothing. A thread of its own gives the engine its
//! orders, so that nobody here ever waits for a search to end; it and the engine's threads give way
//! to the server's.

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use tokio::sync::mpsc::UnboundedSender;

use super::message::{LineView, Player};
use super::play::Play;
use crate::engine::{Engine, Event, EventListener, Report, SearchLimits};
use crate::notation::pgn::Tags;
use crate::notation::{coordinate, fen, san};
use crate::rules::laws::Terms;
use crate::rules::{Color, Game, Position, Setup};

/// The memory of an engine's table, in MiB.
const HASH: &str = "32";
/// As many engines there may be, those that are still ending included.
const MOST_ENGINES: usize = 8;
/// The most nodes a move that a game may ask for.
const MOST_NODES: u64 = 1_000_000_000;
/// The most milliseconds a move that a game may ask for.
const MOST_MS: u64 = 600_000;
/// As many moves of a line are shown.
const SHOWN_MOVES: usize = 16;

/// The engines that there are now.
static ENGINES: AtomicUsize = AtomicUsize::new(0);

/// The answer of an engine.
pub struct Answer {
    /// Whose engine it is: the number of the game, or 0 for an analysis.
    pub game: u64,
    /// The number of the search.
    pub search: u64,
    /// The move, in coordinates; none where there is no legal one; or what is wrong.
    pub text: Result<Option<String>, String>,
}

/// An engine for one game.
pub struct Thinker {
    orders: Sender<Order>,
    ear: Arc<Ear>,
}

/// What the engine is to do.
struct Order {
    options: Vec<(&'static str, String)>,
    /// The start as a FEN and the moves; without one it only ends what it does.
    position: Option<(String, Vec<String>)>,
    limits: SearchLimits,
    search: u64,
}

/// Hears an engine.
struct Ear {
    game: u64,
    /// The number of the search asked for last; answers to earlier ones are nobody's business.
    wanted: AtomicU64,
    /// The number of the search that runs.
    running: AtomicU64,
    answers: UnboundedSender<Answer>,
    lines: Mutex<Lines>,
}

#[derive(Default)]
struct Lines {
    lines: Vec<LineView>,
    is_new: bool,
    /// Of the best line, in centipawns for the player to move.
    score: i32,
}

/// Counts an engine as long as it lives.
struct Counted;

impl Counted {
    fn new() -> Option<Self> {
        let room = |count: usize| (count < MOST_ENGINES).then_some(count + 1);
        ENGINES.fetch_update(Ordering::SeqCst, Ordering::SeqCst, room).ok().map(|_| Self)
    }
}

impl Drop for Counted {
    fn drop(&mut self) {
        ENGINES.fetch_sub(1, Ordering::SeqCst);
    }
}

impl Thinker {
    /// An engine that thinks under these terms and answers to the channel, as does every fault.
    ///
    /// # Errors
    /// One line: there are too many engines, or the system gives no thread.
    pub fn new(
        game: u64,
        terms: &Terms,
        start: &Position,
        answers: UnboundedSender<Answer>,
    ) -> Result<Self, String> {
        let counted = Counted::new().ok_or("all engines are busy: try again")?;
        let ear = Arc::new(Ear {
            game,
            wanted: AtomicU64::new(0),
            running: AtomicU64::new(0),
            answers,
            lines: Mutex::new(Lines::default()),
        });
        let mut options = vec![("Hash".to_owned(), HASH.to_owned())];
        let giver = terms.giver(Some(&Setup::of(start)));
        for (tag, value) in Tags::of_terms(terms, giver).iter() {
            options.push(match tag {
                "Variant" => ("UCI_Chess960".to_owned(), "true".to_owned()),
                _ => (option_of(tag), value.to_owned()),
            });
        }
        let (orders, received) = channel();
        let listener = Arc::clone(&ear);
        std::thread::Builder::new()
            .name("orders".to_owned())
            .spawn(move || {
                give_way();
                if let Err(fault) = drive(&options, &received, &listener) {
                    listener.answer(Err(fault));
                }
                drop(counted);
            })
            .map_err(|error| error.to_string())?;
        Ok(Self { orders, ear })
    }

    /// Begins to think about the last position of the game as that player, and gives the number of
    /// the search.
    pub fn play(&mut self, play: &Play, player: Player) -> u64 {
        let mut limits = SearchLimits::default();
        let mut options = vec![("MultiPV", "1".to_owned()), ("Threads", "1".to_owned())];
        let weaker = matches!(player, Player::Elo(_));
        options.push(("UCI_LimitStrength", weaker.to_string()));
        match player {
            Player::Person => {}
            Player::Elo(elo) => options.push(("UCI_Elo", elo.to_string())),
            Player::Nodes(nodes) => limits.nodes = Some(nodes.clamp(1, MOST_NODES)),
            Player::Ms(ms) => limits.move_time = Some(ms.clamp(1, MOST_MS)),
        }
        if let (Some(clock), Some(left)) = (&play.clock, play.time_left()) {
            limits.time = left.map(Some);
            limits.increment = [clock.increment; 2];
            let due = clock.due(play.code(), play.moves_made());
            limits.moves_to_go = due.map(|due| due[play.turn().index()] as u32);
        }
        self.go(play.game(), options, limits)
    }

    /// Begins to analyse the last position of a game.
    pub fn analyse(&mut self, game: &Game, lines: u8, threads: usize) {
        let options = vec![
            ("MultiPV", lines.clamp(1, 5).to_string()),
            ("Threads", threads.max(1).to_string()),
        ];
        self.go(game, options, SearchLimits { infinite: true, ..SearchLimits::default() });
    }

    fn go(
        &mut self,
        game: &Game,
        options: Vec<(&'static str, String)>,
        limits: SearchLimits,
    ) -> u64 {
        let search = self.ear.wanted.fetch_add(1, Ordering::SeqCst) + 1;
        *self.ear.lines() = Lines::default();
        let made = game.positions().iter().zip(game.moves());
        let moves = made.map(|(position, mv)| coordinate::to_string(position, *mv)).collect();
        let position = Some((fen::to_string(game.start()), moves));
        // Where the thread has ended, it has said why.
        let _ = self.orders.send(Order { options, position, limits, search });
        search
    }

    /// Ends what it does. An answer to it that still comes has an old number.
    pub fn stop(&mut self) {
        let search = self.ear.wanted.fetch_add(1, Ordering::SeqCst) + 1;
        let limits = SearchLimits::default();
        let _ = self.orders.send(Order { options: Vec::new(), position: None, limits, search });
    }

    /// The lines, if they have changed since they were asked for last.
    pub fn new_lines(&self) -> Option<Vec<LineView>> {
        let mut lines = self.ear.lines();
        std::mem::take(&mut lines.is_new).then(|| lines.lines.clone())
    }

    /// The score of the best line, in centipawns for the player to move.
    pub fn score(&self) -> i32 {
        self.ear.lines().score
    }
}

/// Gives an engine its orders, until there are no more to come.
fn drive(
    options: &[(String, String)],
    orders: &Receiver<Order>,
    ear: &Arc<Ear>,
) -> Result<(), String> {
    let listener: Arc<dyn EventListener> = ear.clone();
    let mut engine = Engine::new(listener).map_err(|error| error.to_string())?;
    let set = |engine: &mut Engine, name: &str, value: &str| {
        engine.set_option(name, Some(value)).map(drop).map_err(|error| error.to_string())
    };
    for (name, value) in options {
        set(&mut engine, name, value)?;
    }
    while let Ok(order) = orders.recv() {
        engine.stop();
        engine.wait();
        // Of several orders that wait only the last counts.
        if order.search != ear.wanted.load(Ordering::SeqCst) {
            continue;
        }
        let Some((start, moves)) = order.position else { continue };
        for (name, value) in &order.options {
            set(&mut engine, name, value)?;
        }
        engine.set_position(Some(&start), &moves).map_err(|error| error.to_string())?;
        ear.running.store(order.search, Ordering::SeqCst);
        engine.go(order.limits, Instant::now());
    }
    engine.stop();
    Ok(())
}

/// Lets every other thread of the machine go first, and so the server answer while engines think.
/// The threads that this one begins do the same. Only Linux knows this of single threads.
pub fn give_way() {
    #[cfg(target_os = "linux")]
    let _ = rustix::process::setpriority_process(None, 10);
}

/// The option that a tag of the terms is named after: `OddsGiver` is `Odds Giver`.
fn option_of(tag: &str) -> String {
    let mut name = String::new();
    for letter in tag.chars() {
        if letter.is_uppercase() && !name.is_empty() {
            name.push(' ');
        }
        name.push(letter);
    }
    name
}

impl Ear {
    fn lines(&self) -> std::sync::MutexGuard<'_, Lines> {
        self.lines.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn answer(&self, text: Result<Option<String>, String>) {
        let search = self.running.load(Ordering::SeqCst);
        // A fault before the first search is the answer to the one that is wanted.
        let search = if text.is_err() { self.wanted.load(Ordering::SeqCst) } else { search };
        // The hall has gone when the program ends.
        let _ = self.answers.send(Answer { game: self.game, search, text });
    }
}

impl EventListener for Ear {
    fn on_event(&self, event: &Event<'_>) {
        match event {
            Event::Line { game, report, .. } if report.bound.is_none() => {
                if self.running.load(Ordering::SeqCst) != self.wanted.load(Ordering::SeqCst) {
                    return;
                }
                let view = line(game.position(), report);
                let mut lines = self.lines();
                if report.multi_pv == 1 {
                    lines.score = report.score.0;
                }
                lines.lines.truncate(report.multi_pv - 1);
                lines.lines.push(view);
                lines.is_new = true;
            }
            Event::Best { game, best, .. } => {
                self.answer(Ok(best.map(|mv| coordinate::to_string(game.position(), mv))));
            }
            _ => {}
        }
    }
}

fn line(root: &Position, report: &Report<'_>) -> LineView {
    let sign = if root.turn() == Color::White { 1 } else { -1 };
    let score = report.score;
    let words = match score.mate_moves() {
        Some(moves) => {
            let winner = if moves > 0 { root.turn() } else { root.turn().other() };
            format!("{winner} wins in {}", moves.abs())
        }
        None => format!("{:+.2}", f64::from(sign * score.0) / 100.0),
    };
    // The logistic curve by which an advantage of four pawns is ten to one.
    let chance = 1.0 / (1.0 + 10f64.powf(-f64::from(sign * score.0) / 400.0));
    let mut position = *root;
    let mut moves = Vec::new();
    for mv in report.pv.iter().take(SHOWN_MOVES) {
        if !position.is_legal(*mv) {
            break;
        }
        moves.push(san::to_string(&position, *mv));
        position = position.play(*mv);
    }
    let arrow = report.pv.first().filter(|mv| !mv.is_null()).map(|mv| {
        let to = if mv.is_castling() { mv.castled_king() } else { mv.to() };
        vec![mv.from().to_string(), to.to_string()]
    });
    LineView {
        depth: report.depth,
        nodes: report.nodes,
        score: words,
        bar: (chance * 1000.0).round() as u32,
        moves,
        arrow: arrow.unwrap_or_default(),
    }
}
