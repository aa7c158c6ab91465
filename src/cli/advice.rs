//! Advice for `jadoube arbiter`: which penalty is best to exact and why, and which move is best
//! under it. The arbiter says which choices there are and which moves each leaves; the engine
//! searches those moves alone. Nothing here decides what a code says.

use std::fmt::Write as _;

use anyhow::Result;
use serde::Serialize;

use super::analyst::{Analysis, Analyst, SearchArguments, score_in_words};
use crate::arbiter::{Choice, Ending, Prospect, Scene, State, Step};
use crate::eval::Score;
use crate::notation::{coordinate, fen};
use crate::rules::{Color, Game, Move, Position};

/// Plies of each search where no depth is asked for.
pub const DEPTH: u16 = 10;

/// Nodes that the searches of one advice share, up to [`DEPTH`] plies: an answer within a second or
/// so, however many choices there are. Who asks for more plies waits for them.
const MOST_NODES: u64 = 900_000;

/// Beyond every score of a search: the choice itself wins the game.
const DECIDED: i32 = Score::INFINITE.0 + 1;

/// What the engine exacts, for those who ask by a function alone: the best by the searches that
/// `best` makes. `None` where there is nothing to exact.
pub fn best_choice(state: &State) -> Option<Choice> {
    Adviser::new().ok()?.best_choice(state, DEPTH)
}

/// What there is to choose, the best first.
pub struct Advice {
    /// Whose choice, or whose move, it is.
    who: Color,
    /// Plies of each search.
    depth: u16,
    /// Every choice; where there is none, the moves as they are.
    options: Vec<Opinion>,
}

/// What a search makes of one choice.
struct Opinion {
    /// What is exacted, in the words of the ruling; `None` where nothing is.
    choice: Option<String>,
    /// Whose moves were searched.
    turn: Color,
    /// The moves that the choice leaves.
    moves: Vec<Step>,
    /// How the choice itself ends the game.
    ending: Option<Ending>,
    /// What the search found; `None` where there was nothing to search.
    found: Option<Found>,
    /// The position searched and the command that searches it, in UCI's words.
    uci: Option<[String; 2]>,
    /// Whether an illegal move stays on the record that can still be put right.
    may_be_undone: bool,
}

/// What was found in the moves that a choice leaves.
struct Found {
    /// For the player who moves.
    score: Score,
    /// The best of the moves, and what is expected after it.
    line: Vec<String>,
    nodes: u64,
    /// The plies that every search has come to; fewer than were asked for where nodes ran out.
    depth: usize,
    /// Moves that lead to a position only an error makes: no search can look at it.
    unsearched: usize,
}

/// Finds advice; its tables are allocated once.
pub struct Adviser {
    analyst: Analyst,
    left: NodesLeft,
}

/// What the searches still to come may share.
#[derive(Default)]
struct NodesLeft {
    /// `None` where they are bounded by their depth alone.
    nodes: Option<u64>,
    searches: u64,
}

impl NodesLeft {
    /// For the searches of these states.
    fn new<'a>(states: impl IntoIterator<Item = &'a State>, depth: u16) -> Self {
        let searches = states.into_iter().map(|state| {
            let (legal, others) = parted(state, &state.moves());
            u64::from(!legal.is_empty()) + others.len() as u64
        });
        let nodes = (depth <= DEPTH).then_some(MOST_NODES);
        Self { nodes, searches: searches.sum() }
    }

    /// The share of the next search.
    fn share(&self) -> Option<u64> {
        self.nodes.map(|nodes| (nodes / self.searches.max(1)).max(1))
    }

    /// A search has taken so many nodes: what it has left over falls to the others.
    fn spend(&mut self, nodes: u64) {
        self.nodes = self.nodes.map(|left| left.saturating_sub(nodes));
        self.searches = self.searches.saturating_sub(1);
    }
}

impl Adviser {
    /// An adviser.
    ///
    /// # Errors
    /// None in practice: only tablebases and a network can fail, and it has neither.
    pub fn new() -> Result<Self> {
        let arguments = SearchArguments {
            time: None,
            nodes: None,
            depth: Some(DEPTH),
            threads: 1,
            hash: 16,
            syzygy: None,
            eval_file: None,
        };
        Ok(Self { analyst: Analyst::new(&arguments)?, left: NodesLeft::default() })
    }

    /// Looks at every choice of the player who has one, or at the moves of the side to move.
    pub fn advise(&mut self, state: &State, depth: u16) -> Advice {
        // The same question has the same answer, whatever was asked before.
        self.analyst.forget();
        let who = state.chooser().unwrap_or_else(|| state.turn());
        let mut options = self.opinions(&state.prospects(), depth);
        if options.is_empty() {
            self.left = NodesLeft::new([state], depth);
            options.push(self.opinion(None, state, depth));
        }
        options.sort_by_key(|option| std::cmp::Reverse(option.value_for(who)));
        Advice { who, depth, options }
    }

    /// The best of the choices after which legal moves can go on, or the game is over; `None` where
    /// there is none. A penalty is always exacted, as in a match.
    pub fn best_choice(&mut self, state: &State, depth: u16) -> Option<Choice> {
        self.analyst.forget();
        let who = state.chooser()?;
        let prospects = state.prospects();
        let open = |one: &Prospect| one.choice().is_some() && one.can_be_played_on();
        if let [only] = &prospects.iter().filter(|one| open(one)).collect::<Vec<_>>()[..] {
            return only.choice();
        }
        let opinions = self.opinions(&prospects, depth);
        let rated = prospects.iter().zip(&opinions).filter(|(one, _)| open(one));
        // Of equals the first.
        let best = rated.rev().max_by_key(|(_, opinion)| opinion.value_for(who));
        best.and_then(|(prospect, _)| prospect.choice())
    }

    fn opinions(&mut self, prospects: &[Prospect], depth: u16) -> Vec<Opinion> {
        self.left = NodesLeft::new(prospects.iter().map(|one| &one.after), depth);
        let opinion = |one: &Prospect| self.opinion(Some(one), &one.after, depth);
        prospects.iter().map(opinion).collect()
    }

    fn opinion(&mut self, prospect: Option<&Prospect>, state: &State, depth: u16) -> Opinion {
        let moves = state.moves();
        Opinion {
            choice: prospect.and_then(Prospect::choice).map(|choice| choice.to_string()),
            turn: state.turn(),
            ending: state.ending(),
            found: self.search(state, &moves, depth),
            uci: uci_words(state, &moves, depth),
            moves,
            may_be_undone: prospect.is_some_and(|prospect| prospect.may_be_undone),
        }
    }

    /// Searches the moves open in a state. Those that are legal on the board are searched together;
    /// any other is made, and what follows is searched a ply less deep.
    fn search(&mut self, state: &State, moves: &[Step], depth: u16) -> Option<Found> {
        let scene = state.scene();
        let (legal, others) = parted(state, moves);
        let mut found = Found {
            score: -Score::INFINITE,
            line: vec![],
            nodes: 0,
            depth: depth.into(),
            unsearched: 0,
        };
        if let (Some(position), false) = (scene.position(), legal.is_empty()) {
            let legal: Vec<Move> =
                legal.iter().filter_map(|step| move_of(Some(position), *step)).collect();
            let analysis = self.analyse(&game_of(state, position), &legal, depth);
            found.nodes += analysis.nodes;
            if let Some(line) = analysis.lines.first() {
                found.score = line.score;
                found.line = in_coordinates(*position, &line.moves);
                found.depth = found.depth.min(line.depth);
            }
        }
        for step in others {
            let after = scene.after(step, &state.setting().terms);
            match self.reply(&after, depth.saturating_sub(1).max(1)) {
                Some((score, mut line, nodes, depth)) => {
                    found.nodes += nodes;
                    found.depth = found.depth.min(depth + 1);
                    if score > found.score {
                        line.insert(0, step.to_string());
                        found.score = score;
                        found.line = line;
                    }
                }
                None => found.unsearched += 1,
            }
        }
        (!found.line.is_empty()).then_some(found)
    }

    /// One search within its share of the nodes.
    fn analyse(&mut self, game: &Game, moves: &[Move], depth: u16) -> Analysis {
        self.analyst.set_bounds(depth, self.left.share());
        let analysis = self.analyst.analyse_among(game, moves, 1);
        self.left.spend(analysis.nodes);
        analysis
    }

    /// What a position is worth to him who has just moved, with the line, the nodes and the depth of
    /// the search; `None` where only an error makes it.
    fn reply(&mut self, scene: &Scene, depth: u16) -> Option<(Score, Vec<String>, u64, usize)> {
        let position = scene.position()?;
        if let Some(outcome) = position.outcome() {
            let score = match outcome.winner {
                None => Score::ZERO,
                Some(winner) if winner == position.turn() => Score::mated_in(1),
                Some(_) => Score::mate_in(1),
            };
            self.left.spend(0);
            return Some((score, Vec::new(), 0, depth.into()));
        }
        let analysis = self.analyse(&Game::new(*position), &[], depth);
        let line = analysis.lines.first()?;
        Some((-line.score, in_coordinates(*position, &line.moves), analysis.nodes, line.depth))
    }
}

impl Opinion {
    /// How good it is for a player: the score of the search, or the game itself where the choice
    /// ends it. A game that is void or cannot be searched counts as even.
    fn value_for(&self, who: Color) -> i32 {
        match (self.ending, &self.found) {
            (Some(Ending::Won(winner)), _) if winner == who => DECIDED,
            (Some(Ending::Won(_)), _) => -DECIDED,
            (Some(_), _) | (None, None) => 0,
            (None, Some(found)) if self.turn == who => found.score.0,
            (None, Some(found)) => -found.score.0,
        }
    }

    /// As something to compare with.
    fn name(&self) -> &str {
        self.choice.as_deref().unwrap_or("exacting nothing")
    }

    /// The score in words: `+0.34`, `#3`, `won`.
    fn score_in_words(&self, who: Color) -> String {
        match (self.ending, &self.found) {
            (Some(Ending::Won(winner)), _) if winner == who => "won".to_owned(),
            (Some(Ending::Won(_)), _) => "lost".to_owned(),
            (Some(Ending::Drawn), _) => "drawn".to_owned(),
            (Some(Ending::Annulled), _) => "void".to_owned(),
            (None, None) => "?".to_owned(),
            (None, Some(found)) if self.turn == who => score_in_words(found.score),
            (None, Some(found)) => score_in_words(-found.score),
        }
    }

    /// What has to be known besides the score.
    fn remarks(&self, depth: u16) -> Vec<String> {
        let mut remarks = Vec::new();
        if let Some(found) = self.found.as_ref().filter(|one| one.depth < usize::from(depth)) {
            remarks.push(format!("searched to depth {} only", found.depth));
        }
        if self.may_be_undone {
            remarks.push("the illegal move can still be put right later".to_owned());
        }
        if let Some(found) = self.found.as_ref().filter(|found| found.unsearched > 0) {
            remarks.push(format!(
                "{} of the moves lead to a position that only an error makes, and were not searched",
                found.unsearched
            ));
        }
        if self.ending.is_none() && self.found.is_none() {
            remarks.push("only an error makes this position: it cannot be searched".to_owned());
        }
        remarks
    }
}

impl Advice {
    /// The advice as text.
    pub fn text(&self) -> String {
        let who = self.who;
        let mut text = String::new();
        let _ = writeln!(text, "best for {who}, by depth {}:", self.depth);
        for option in &self.options {
            let what = match (&option.choice, self.is_a_choice()) {
                (Some(choice), _) => format!("{who} exacts {choice}"),
                (None, true) => format!("{who} exacts nothing"),
                (None, false) => format!("{who} moves"),
            };
            let _ = write!(text, "  {:>6}  {what}", option.score_in_words(who));
            if let Some(found) = &option.found {
                let _ = write!(text, "; {} best plays {}", option.turn, found.line.join(" "));
            }
            text.push('\n');
            for remark in option.remarks(self.depth) {
                let _ = writeln!(text, "          {remark}");
            }
            for command in option.uci.iter().flatten() {
                let _ = writeln!(text, "          {command}");
            }
        }
        let _ = writeln!(text, "best: {}", self.reason());
        text
    }

    /// Whether there is something to choose besides a move.
    fn is_a_choice(&self) -> bool {
        self.options.len() > 1 || self.options[0].choice.is_some()
    }

    /// What is best, and by how much.
    fn reason(&self) -> String {
        let (who, best) = (self.who, &self.options[0]);
        let mut words = if self.is_a_choice() {
            format!("{who} exacts {}", best.choice.as_deref().unwrap_or("nothing"))
        } else {
            match &best.found {
                Some(found) => format!("{who} plays {}", found.line[0]),
                None => "nothing can be searched".to_owned(),
            }
        };
        if let Some(next) = self.options.get(1) {
            let (one, other) = (best.value_for(who), next.value_for(who));
            let decided = Score::DECIDED_BOUND.0;
            let _ = match one - other {
                0 => write!(words, "; {} is as good", next.name()),
                _ if one.abs() >= decided || other.abs() >= decided => {
                    write!(words, "; next is {} with {}", next.name(), next.score_in_words(who))
                }
                more => {
                    let pawns = f64::from(more) / 100.0;
                    write!(words, ", {pawns:.2} pawns better than {}", next.name())
                }
            };
        }
        if let (true, Some(found)) = (self.is_a_choice(), &best.found) {
            let _ = write!(words, "; then {} plays {}", best.turn, found.line[0]);
        }
        words
    }

    /// The advice as programs read it.
    pub fn json(&self, event: &str) -> AdviceJson {
        let options = self.options.iter().map(|option| OptionJson {
            choice: option.choice.clone(),
            score: option.score_in_words(self.who),
            centipawns: option.found.as_ref().filter(|_| option.ending.is_none()).and_then(
                |found| {
                    let mate = found.score.is_decided();
                    (!mate).then(|| option.value_for(self.who))
                },
            ),
            turn: option.turn.to_string(),
            moves: option.moves.iter().map(Step::to_string).collect(),
            line: option.found.as_ref().map_or_else(Vec::new, |found| found.line.clone()),
            nodes: option.found.as_ref().map_or(0, |found| found.nodes),
            position: option.uci.as_ref().map(|[position, _]| position.clone()),
            go: option.uci.as_ref().map(|[_, go]| go.clone()),
            remarks: option.remarks(self.depth),
        });
        AdviceJson {
            event: event.to_owned(),
            who: self.who.to_string(),
            depth: self.depth,
            options: options.collect(),
            best: self.reason(),
        }
    }
}

/// Advice as JSON writes it.
#[derive(Serialize)]
pub struct AdviceJson {
    event: String,
    who: String,
    depth: u16,
    options: Vec<OptionJson>,
    best: String,
}

/// One choice as JSON writes it.
#[derive(Serialize)]
struct OptionJson {
    choice: Option<String>,
    score: String,
    centipawns: Option<i32>,
    turn: String,
    moves: Vec<String>,
    line: Vec<String>,
    nodes: u64,
    position: Option<String>,
    go: Option<String>,
    remarks: Vec<String>,
}

/// Moves, parted in those that are legal on the board and those that are not.
fn parted(state: &State, moves: &[Step]) -> (Vec<Step>, Vec<Step>) {
    let position = state.scene().position();
    moves.iter().partition(|step| move_of(position, **step).is_some())
}

/// The legal move of a position that a step is.
fn move_of(position: Option<&Position>, step: Step) -> Option<Move> {
    coordinate::parse(position?, &step.to_string())
}

/// The game that has led to a position, as far as it is on the record.
fn game_of(state: &State, position: &Position) -> Game {
    let on_record = state.game().filter(|game| game.position().key() == position.key());
    on_record.unwrap_or_else(|| Game::new(*position))
}

fn in_coordinates(mut position: Position, moves: &[Move]) -> Vec<String> {
    let mut words = Vec::new();
    for mv in moves {
        words.push(coordinate::to_string(&position, *mv));
        position = position.play(*mv);
    }
    words
}

/// The commands that have a UCI engine search the legal ones of these moves.
fn uci_words(state: &State, moves: &[Step], depth: u16) -> Option<[String; 2]> {
    let position = state.scene().position().filter(|_| state.ending().is_none())?;
    let legal = position.legal_moves().len();
    let among: Vec<String> = moves
        .iter()
        .filter(|step| move_of(Some(position), **step).is_some())
        .map(Step::to_string)
        .collect();
    let mut go = format!("go depth {depth}");
    if among.is_empty() {
        return None;
    }
    if among.len() < legal {
        let _ = write!(go, " searchmoves {}", among.join(" "));
    }
    Some([format!("position fen {}", fen::to_string(position)), go])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arbiter::{Arbiter, Setting};

    fn state(lines: &[&str]) -> State {
        let (setting, events): (Vec<&str>, Vec<&str>) =
            lines.iter().partition(|line| Setting::begins(line));
        let mut arbiter = Arbiter::new(Setting::read(setting).unwrap()).unwrap();
        for event in events {
            arbiter.take(event.parse().unwrap()).unwrap();
        }
        arbiter.state().clone()
    }

    /// What is exacted is what `best` advises, of the choices after which play can go on.
    #[test]
    fn what_is_exacted_is_what_the_searches_of_best_like_best() {
        let mut adviser = Adviser::new().unwrap();
        for lines in [
            ["code british1897", "White plays b1b3"].as_slice(),
            &["code federation1912", "White plays e2e4", "Black plays d7d5", "White plays d1e3"],
            &["code federation1912", "White plays b1b3"],
        ] {
            let state = state(lines);
            let Some(who) = state.chooser() else { panic!("nobody chooses after {lines:?}") };
            let best = adviser.best_choice(&state, 6).unwrap();
            let advice = adviser.advise(&state, 6);
            let value = |choice: &str| {
                let of = |option: &&Opinion| option.choice.as_deref() == Some(choice);
                advice.options.iter().find(of).unwrap().value_for(who)
            };
            let playable = state.prospects().into_iter().filter(Prospect::can_be_played_on);
            let most = playable.filter_map(|one| one.choice()).map(|c| value(&c.to_string())).max();
            assert_eq!(Some(value(&best.to_string())), most, "{lines:?}: {best}");
        }
        assert_eq!(adviser.best_choice(&state(&["code chess"]), 2), None);
    }
}
