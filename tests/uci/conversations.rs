//! Conversations that no GUI would have: options changed in mid-search, threads and memory too,
//! crowded and impossible-looking positions, any law, searches begun before the last has ended.
//! Every `go` must be answered exactly once and in time, and no line may hold an illegal move. A
//! second engine, which only listens, knows the position.
//!
//! `JADOUBE_FUZZ_COMMANDS` and `JADOUBE_FUZZ_SEED` ask for more, or for others.

use std::sync::Arc;
use std::time::Duration;

use crate::chance::{Random, setting};
use crate::client::{Engine, PATIENCE, Stopwatch};
use jadoube::engine::{self, Event, EventListener};
use jadoube::notation::coordinate;
use jadoube::rules::Position;
use jadoube::rules::laws::Variant;

const FENS: &[&str] = &[
    "k6q/qqqqqqq1/qqqqqq2/8/8/QQQQQQ2/QQQQQQQ1/K6Q w - - 0 1",
    "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1",
    "qqqqkqqq/qqqqqqqq/8/8/8/8/QQQQQQQQ/QQQQKQQQ w - - 0 1",
    "nqnqkqnq/qnqnqnqn/8/8/8/8/QNQNQNQN/NQNQKQNQ b - - 0 1",
    "1n1n1n2/P1P1P1P1/8/7k/8/7K/p1p1p1p1/1N1N1N2 w - - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "8/8/8/8/8/5k2/5p2/5K2 b - - 0 60",
    "k7/1Q6/1K6/8/8/8/8/8 b - - 0 1",
    "7k/5Q2/6K1/8/8/8/8/8 b - - 99 80",
    "7k/8/6K1/8/8/8/r7/1R6 b - - 99 80",
    "4k3/8/8/8/8/8/8/4K2R w K - 100 200",
    "r3k3/8/8/8/8/8/8/4K3 b q - 0 1 ghosts:q",
    "6k1/p4ppp/8/8/7q/8/5PPP/R4R1K w - - 0 30 marked:f2",
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/1NBQKBNR w KQkq - 0 1",
    "bbbbkbbb/bbbbbbbb/8/8/8/8/BBBBBBBB/BBBBKBBB w - - 0 1",
    "rkrnnqbb/pppppppp/8/8/8/8/PPPPPPPP/RKRNNQBB w KQkq - 0 1",
    // These are refused.
    "kk6/8/8/8/8/8/8/K7 w - - 0 1",
    "k7/8/8/8/8/8/8/P6K w - - 0 1",
    "4k3/4R3/8/8/8/8/8/4K3 w - - 0 1",
    "nonsense",
];

/// Options and what is said of them, good and bad. The last ones are not for the listening engine.
const OPTIONS: &[(&str, &[&str])] = &[
    ("MultiPV", &["1", "1", "2", "5", "256", "0", "x"]),
    (
        "Laws",
        &["auto", "auto", "england1804", "french", "accomplished1837", "british1897", "chess"],
    ),
    ("Odds", &["auto", "none", "pawn", "rook", "queen,moves=2", "a1,a1", "zz"]),
    ("Odds Giver", &["auto", "White", "Black"]),
    ("Undertaking", &["<empty>", "pawn", "draw", "square=e4", "man@f2", "within=5", "nobody"]),
    ("Stalemate", &["auto", "draw", "win", "loss"]),
    ("Fifty Moves", &["auto", "captures", "notice", "off"]),
    ("Repetition", &["auto", "fide", "men", "series", "off"]),
    ("Castle Without Rook", &["auto", "yes", "no"]),
    ("UCI_Chess960", &["true", "false", "false"]),
    ("UCI_ShowWDL", &["true", "false"]),
    ("UCI_LimitStrength", &["true", "false", "false"]),
    ("UCI_Elo", &["800", "1500", "2800"]),
    ("UCI_AnalyseMode", &["true", "false"]),
    ("Ponder", &["true", "false"]),
    ("Move Overhead", &["0", "10", "5000"]),
    ("Threads", &["1", "2", "3", "8", "0", "-1"]),
    ("Hash", &["1", "2", "16", "33", "0", "x"]),
    ("Clear Hash", &[""]),
];

/// Options that the listening engine has no use for; to change them takes time.
const OF_THE_SEARCH: [&str; 3] = ["Threads", "Hash", "Clear Hash"];

/// Hears nothing.
pub(super) struct Deaf;

impl EventListener for Deaf {
    fn on_event(&self, _: &Event<'_>) {}
}

/// A search that has not been answered.
struct Search {
    root: Position,
    order: String,
    /// The first move of the last line told.
    told: Option<String>,
}

struct Conversation {
    random: Random,
    engine: Engine,
    /// Knows the position, and never searches.
    shadow: engine::Engine,
    threads: usize,
    search: Option<Search>,
    /// Something that takes time was asked for during the search: its answer may be late.
    busy: bool,
    /// The last commands, for who must find a fault.
    said: Vec<String>,
    commands: usize,
    searches: usize,
}

impl Conversation {
    fn begin(seed: u64) -> Self {
        Self {
            random: Random(seed),
            engine: Engine::start(),
            shadow: engine::Engine::new(Arc::new(Deaf)).unwrap(),
            threads: 1,
            search: None,
            busy: false,
            said: Vec::new(),
            commands: 0,
            searches: 0,
        }
    }

    fn say(&mut self, text: &str) {
        self.commands += 1;
        self.said.push(text.to_owned());
        if self.said.len() > 60 {
            self.said.remove(0);
        }
        self.engine.send(text).unwrap_or_else(|fault| panic!("{fault}\n{}", self.said.join("\n")));
    }

    fn fault(&self, what: &str) -> ! {
        panic!("{what}\nafter:\n{}", self.said.join("\n"))
    }

    /// The next line; what it says of the search in hand is checked.
    fn line(&mut self) -> String {
        let Ok(line) = self.engine.line(PATIENCE) else { self.fault("no answer") };
        if line.contains("the search has failed") {
            self.fault(&line);
        }
        if line.starts_with("info ")
            && let Some((_, pv)) = line.split_once(" pv ")
        {
            let Some(search) = &self.search else { self.fault(&format!("unasked: {line}")) };
            let mut position = search.root;
            for text in pv.split(' ') {
                match coordinate::parse(&position, text) {
                    Some(mv) => position = position.play(mv),
                    None => self.fault(&format!("'{text}' is illegal in '{line}'")),
                }
            }
            if line.contains(" multipv 1 ") {
                let first = pv.split(' ').next().map(str::to_owned);
                self.search.as_mut().unwrap().told = first;
            }
        }
        line
    }

    /// Waits for the answer of the search in hand.
    fn answer(&mut self) {
        let line = loop {
            let line = self.line();
            if line.starts_with("bestmove ") {
                break line;
            }
        };
        let search = self.search.take().unwrap();
        let mut words = line.split(' ').skip(1);
        let best = words.next().unwrap();
        if search.root.legal_moves().is_empty() {
            if best != "(none)" {
                self.fault(&format!("{line}, and there is no move"));
            }
            return;
        }
        let Some(mv) = coordinate::parse(&search.root, best) else { self.fault(&line) };
        if search.told.as_deref() != Some(best) {
            self.fault(&format!("{line} after {:?} for '{}'", search.told, search.order));
        }
        if words.next() == Some("ponder") {
            let ponder = words.next().unwrap();
            if coordinate::parse(&search.root.play(mv), ponder).is_none() {
                self.fault(&line);
            }
        }
    }

    fn longest(&self) -> Duration {
        Duration::from_millis(if self.threads <= 2 { 60 } else { 150 })
    }

    /// Waits for the answer, which must come within `bound` of `watch`: of `go`, or of `stop` when
    /// it was `stopped`. What comes late must come in time when the same is asked again, on a
    /// machine that may be less busy.
    fn answer_within(&mut self, watch: &Stopwatch, bound: Duration, stopped: bool) {
        let (order, root) = self.search.as_ref().map(|s| (s.order.clone(), s.root)).unwrap();
        self.answer();
        let excused = std::mem::take(&mut self.busy);
        if excused || self.engine.time_since(watch) <= bound {
            return;
        }
        // Unless the position was changed since, the same can be asked again.
        if self.shadow.game().position().key() != root.key() {
            return;
        }
        for _ in 0..3 {
            let mut watch = self.engine.watch();
            self.go(&order);
            if stopped {
                std::thread::sleep(Duration::from_millis(5));
                watch = self.engine.watch();
                self.say("stop");
            }
            self.answer();
            if self.engine.time_since(&watch) <= bound {
                return;
            }
        }
        self.fault(&format!("'{order}' was answered too late"));
    }

    fn go(&mut self, order: &str) {
        self.say(order);
        self.searches += 1;
        let root = *self.shadow.game().position();
        self.search = Some(Search { root, order: order.to_owned(), told: None });
    }

    fn stop(&mut self, how: &str) {
        let watch = self.engine.watch();
        let bound = self.longest();
        self.say(how);
        if self.search.is_some() {
            self.answer_within(&watch, bound, true);
        }
    }

    fn begin_search(&mut self) {
        let order = match self.random.below(9) {
            0 => format!("go depth {}", 1 + self.random.below(4)),
            1 => format!("go nodes {}", 1 + self.random.below(3000)),
            2 => format!("go movetime {}", self.random.below(8)),
            3 => format!("go wtime {} btime 20 winc 1", self.random.below(100)),
            4 => "go infinite".to_owned(),
            5 => "go ponder wtime 50 btime 50".to_owned(),
            6 => "go mate 1 depth 3".to_owned(),
            7 => {
                let position = *self.shadow.game().position();
                let moves = position.legal_moves();
                let some = (0..2).filter_map(|_| moves.get(self.random.below(moves.len() + 1)));
                let words: Vec<_> = some.map(|mv| coordinate::to_string(&position, *mv)).collect();
                format!("go nodes 500 searchmoves {}", words.join(" "))
            }
            _ => "go nodes 1".to_owned(),
        };
        // A search in hand is ended first.
        if self.search.is_some() {
            let watch = self.engine.watch();
            let root = *self.shadow.game().position();
            self.say(&order);
            self.searches += 1;
            let bound = self.longest();
            self.answer();
            if !self.busy && self.engine.time_since(&watch) > 10 * bound {
                self.fault("the search before was not ended");
            }
            self.search = Some(Search { root, order: order.clone(), told: None });
        } else {
            self.go(&order);
        }
        // What bounds the time must do so; a depth takes what it takes.
        let bounded = ["movetime", "wtime", "nodes"].iter().any(|word| order.contains(word));
        if bounded && !order.contains("ponder") && self.random.below(2) == 0 {
            let limit = if order.contains("time") { 100 } else { 500 };
            let watch = self.engine.watch();
            let bound = self.longest() + Duration::from_millis(limit);
            self.answer_within(&watch, bound, false);
        }
    }

    fn position(&mut self) {
        let fen = match self.random.below(3) {
            0 => None,
            _ => Some(self.random.one_of(FENS)),
        };
        let mut moves: Vec<String> = Vec::new();
        let mut taken = self.shadow.set_position(fen, &moves).is_ok();
        if taken {
            for _ in 0..self.random.below(30) {
                let position = *self.shadow.game().position();
                let legal = position.legal_moves();
                if legal.is_empty() {
                    break;
                }
                let mv = legal[self.random.below(legal.len())];
                moves.push(coordinate::to_string(&position, mv));
                taken = self.shadow.set_position(fen, &moves).is_ok();
                assert!(taken, "{moves:?}");
            }
        }
        let start = fen.map_or("startpos".to_owned(), |fen| format!("fen {fen}"));
        self.say(&format!("position {start} moves {}", moves.join(" ")));
        if self.random.below(10) == 0 {
            // The whole line is refused, and the position stays.
            self.say(&format!("position {start} moves {} e2e9", moves.join(" ")));
        }
    }

    fn set_option(&mut self) {
        let (name, value) = if self.random.below(5) == 0 {
            ("UCI_Variant", self.random.one_of(Variant::ALL).word())
        } else {
            let (name, values) = self.random.one_of(OPTIONS);
            (name, self.random.one_of(values))
        };
        if OF_THE_SEARCH.contains(&name) {
            self.busy |= self.search.is_some();
            if name == "Threads" {
                let asked = value.parse::<i64>().unwrap_or(1);
                let asked = asked.clamp(1, 256) as usize;
                self.threads = if self.busy { self.threads.max(asked) } else { asked };
            }
        } else {
            let _ = self.shadow.set_option(name, Some(value));
        }
        self.say(&format!("setoption name {name} value {value}"));
    }

    /// All that was said is done, and nothing is left to come.
    fn settle(&mut self) {
        if self.search.is_some() {
            self.stop("stop");
        }
        self.busy = false;
        self.say("isready");
        loop {
            let line = self.line();
            if line == "readyok" {
                return;
            }
            if line.starts_with("bestmove ") {
                self.fault(&format!("unasked: {line}"));
            }
        }
    }

    fn step(&mut self) {
        match self.random.below(20) {
            0..=4 => self.begin_search(),
            5..=8 => self.set_option(),
            9..=11 => self.position(),
            12 | 13 => self.stop("stop"),
            14 => {
                self.say("ponderhit");
                if self.search.is_some() {
                    self.stop("stop");
                }
            }
            15 => self.settle(),
            16 => {
                self.busy |= self.search.is_some();
                self.say("ucinewgame");
            }
            17 => {
                self.shadow.flip();
                self.say("flip");
            }
            18 => {
                let text = self.random.one_of(&["d", "eval", "laws", "debug on", "debug off"]);
                self.say(text);
            }
            _ => {
                let text =
                    self.random.one_of(&["", "xyzzy", "setoption", "position", "isready now"]);
                self.say(text);
            }
        }
    }
}

#[test]
fn every_go_is_answered_once_in_time_and_with_legal_lines() {
    let wanted = setting("JADOUBE_FUZZ_COMMANDS", 2000) as usize;
    let mut conversation = Conversation::begin(setting("JADOUBE_FUZZ_SEED", 1));
    while conversation.commands < wanted {
        conversation.step();
    }
    conversation.settle();
    conversation.say("quit");
    assert!(conversation.engine.wait().success());
    assert!(conversation.searches > wanted / 10, "{}", conversation.searches);
}
