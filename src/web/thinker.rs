//! The engine behind the board: one instance made ready for a game's terms, which tells a channel
//! its answer and keeps its newest lines. It judges nothing.

use std::sync::atomic::{AtomicU64, Ordering};
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
/// The most nodes a move that a game may ask for.
const MOST_NODES: u64 = 1_000_000_000;
/// The most milliseconds a move that a game may ask for.
const MOST_MS: u64 = 600_000;
/// As many moves of a line are shown.
const SHOWN_MOVES: usize = 16;

/// The answer of an engine.
pub struct Answer {
    /// Whose engine it is: the number of the game, or 0 for an analysis.
    pub game: u64,
    /// The number of the search.
    pub search: u64,
    /// The move, in coordinates; none where there is no legal one.
    pub text: Option<String>,
}

/// An engine for one game.
pub struct Thinker {
    engine: Engine,
    ear: Arc<Ear>,
}

/// Hears an engine.
struct Ear {
    game: u64,
    /// The number of the search; answers to earlier ones are nobody's business.
    search: AtomicU64,
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

impl Thinker {
    /// An engine that thinks under these terms and answers to the channel.
    ///
    /// # Errors
    /// One line: the system gives no thread, or the engine does not take the terms.
    pub fn new(
        game: u64,
        terms: &Terms,
        start: &Position,
        answers: UnboundedSender<Answer>,
    ) -> Result<Self, String> {
        let (search, lines) = (AtomicU64::new(0), Mutex::new(Lines::default()));
        let ear = Arc::new(Ear { game, search, answers, lines });
        let listener: Arc<dyn EventListener> = ear.clone();
        let engine = Engine::new(listener).map_err(|error| error.to_string())?;
        let mut thinker = Self { engine, ear };
        thinker.set("Hash", HASH)?;
        let giver = terms.giver(Some(&Setup::of(start)));
        for (tag, value) in Tags::of_terms(terms, giver).iter() {
            match tag {
                "Variant" => thinker.set("UCI_Chess960", "true")?,
                _ => thinker.set(&option_of(tag), value)?,
            }
        }
        Ok(thinker)
    }

    fn set(&mut self, name: &str, value: &str) -> Result<(), String> {
        self.engine.set_option(name, Some(value)).map(drop).map_err(|error| error.to_string())
    }

    /// Begins to think about the last position of the game as that player, and gives the number of
    /// the search.
    ///
    /// # Errors
    /// One line: the engine does not take the game.
    pub fn play(&mut self, play: &Play, player: Player) -> Result<u64, String> {
        let mut limits = SearchLimits::default();
        self.set("UCI_LimitStrength", "false")?;
        match player {
            Player::Person => {}
            Player::Elo(elo) => {
                self.set("UCI_LimitStrength", "true")?;
                self.set("UCI_Elo", &elo.to_string())?;
            }
            Player::Nodes(nodes) => limits.nodes = Some(nodes.clamp(1, MOST_NODES)),
            Player::Ms(ms) => limits.move_time = Some(ms.clamp(1, MOST_MS)),
        }
        if let Some(clock) = &play.clock {
            limits.time = clock.left(play.turn()).map(Some);
            limits.increment = [clock.increment; 2];
        }
        self.set("MultiPV", "1")?;
        self.go(play.game(), play.ply(), limits)
    }

    /// Begins to analyse the position after so many moves of the game.
    ///
    /// # Errors
    /// One line: the engine does not take the game.
    pub fn analyse(&mut self, game: &Game, ply: usize, lines: u8) -> Result<(), String> {
        self.engine.stop();
        self.engine.wait();
        self.set("MultiPV", &lines.clamp(1, 5).to_string())?;
        self.go(game, ply, SearchLimits { infinite: true, ..SearchLimits::default() }).map(drop)
    }

    fn go(&mut self, game: &Game, ply: usize, limits: SearchLimits) -> Result<u64, String> {
        self.engine.stop();
        self.engine.wait();
        let search = self.ear.search.fetch_add(1, Ordering::SeqCst) + 1;
        *self.ear.lines() = Lines::default();
        let made = game.positions().iter().zip(game.moves()).take(ply);
        let moves: Vec<String> =
            made.map(|(position, mv)| coordinate::to_string(position, *mv)).collect();
        self.engine
            .set_position(Some(&fen::to_string(game.start())), &moves)
            .map_err(|error| error.to_string())?;
        self.engine.go(limits, Instant::now());
        Ok(search)
    }

    /// Ends what it does. An answer to it that still comes has an old number.
    pub fn stop(&mut self) {
        self.ear.search.fetch_add(1, Ordering::SeqCst);
        self.engine.stop();
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
}

impl EventListener for Ear {
    fn hear(&self, news: &Event<'_>) {
        match news {
            Event::Line { root, report, .. } if report.bound.is_none() => {
                let view = line(root, report);
                let mut lines = self.lines();
                if report.multi_pv == 1 {
                    lines.score = report.score.0;
                }
                lines.lines.truncate(report.multi_pv - 1);
                lines.lines.push(view);
                lines.is_new = true;
            }
            Event::Best { root, best, .. } => {
                let text = best.map(|mv| coordinate::to_string(root, mv));
                let search = self.search.load(Ordering::SeqCst);
                // The hall has gone when the program ends.
                let _ = self.answers.send(Answer { game: self.game, search, text });
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
