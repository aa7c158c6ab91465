//! Finds the game that a text tells: a search over the readings of each move that keeps those under
//! which the rest of the text can be played. Readings without mistakes are followed first; where
//! none goes on, the last few moves are read again, first with the confusions of scanners and then
//! with any one character of a word wrong. The search is bounded in width and in work, and says so
//! when it gives up. It knows rules and words, and nothing of headers or files.

use super::lexicon::{Atom, CONFUSION, Level, is_like_number};
use super::names::Origins;
use super::phrase::{Fix, Lattice};
use super::results;
use super::text::{Gap, Sign, is_hyphen};
use crate::notation::pgn::GameResult;
use crate::rules::{Color, Move, MoveList, Position};

/// How many ways of reading the game so far are followed at once.
const WIDTH: usize = 48;
/// A reading that costs so much more than the best of as many moves is dropped.
const MARGIN: u32 = 18;
/// What it costs to pass over something that is no part of a move.
const JUNK: u32 = 4;
/// What a wrong number of a move costs.
const WRONG_NUMBER: u32 = 1;
/// At most so many pieces of junk in a row.
const MOST_JUNK: usize = 2;
/// So many positions are looked at before a text is given up, and so many more for each sign of it.
const LEAST_POSITIONS: usize = 2_000;
const POSITIONS_FOR_A_SIGN: usize = 15;
/// At most so many readings of a whole game are told apart.
const MOST_READINGS: usize = 8;

/// One move of a reading.
#[derive(Clone, Debug)]
pub(super) struct Step {
    pub(super) mv: Move,
    /// Its signs.
    pub(super) begin: usize,
    pub(super) end: usize,
    pub(super) nag: Option<u8>,
    /// The mistakes in it and before it.
    pub(super) fixes: Vec<Fix>,
}

/// What a text was found to tell.
#[derive(Clone, Debug)]
pub(super) struct Decoded {
    /// The moves of the best reading.
    pub(super) steps: Vec<Step>,
    /// Mistakes after the last move.
    pub(super) fixes: Vec<Fix>,
    pub(super) result: Option<GameResult>,
    /// The moves of other readings that are as good.
    pub(super) others: Vec<Vec<Move>>,
    /// Whether there were more readings than could be followed.
    pub(super) bounded: bool,
}

/// Why no game was found.
#[derive(Clone, Debug)]
pub(super) enum Stuck {
    /// No reading goes further than this.
    NoMove {
        /// The moves so far.
        moves: Vec<Move>,
        /// The sign where it stops.
        at: usize,
    },
    /// The search was given up at this sign after so many positions.
    Bound { at: usize, positions: usize },
}

/// A move in the tree of readings.
struct Node {
    parent: usize,
    step: Step,
    /// Other moves that led to the same position at the same place at the same cost.
    also: Vec<(usize, Step)>,
}

/// A reading of the text so far.
#[derive(Clone)]
struct State {
    position: Position,
    origins: Origins,
    at: usize,
    cost: u32,
    /// Its last move; [`NONE`] at the start.
    node: usize,
}

const NONE: usize = usize::MAX;

struct Final {
    cost: u32,
    node: usize,
    result: Option<GameResult>,
    fixes: Vec<Fix>,
    /// Whether something after it was passed over.
    leaves_text: bool,
}

struct Search<'a> {
    lattice: Lattice<'a>,
    first_number: u16,
    nodes: Vec<Node>,
    finals: Vec<Final>,
    positions: usize,
    limit: usize,
    bounded: bool,
    /// Whether no mistake is corrected.
    exact: bool,
}

/// Finds the game that begins from `start`. With `exact` no mistake is corrected.
pub(super) fn decode(signs: &[Sign], start: &Position, exact: bool) -> Result<Decoded, Stuck> {
    let mut search = Search {
        lattice: Lattice::new(signs),
        first_number: start.fullmove(),
        nodes: Vec::new(),
        finals: Vec::new(),
        positions: 0,
        limit: LEAST_POSITIONS + POSITIONS_FOR_A_SIGN * signs.len(),
        bounded: false,
        exact,
    };
    let first = State { position: *start, origins: Origins::of(start), at: 0, cost: 0, node: NONE };
    search.run(first)
}

/// How the plies before a dead end are read again: each time further back, or more freely.
const RETRIES: [(usize, Level); 6] = [
    (1, Level::Confused),
    (3, Level::Confused),
    (1, Level::Damaged),
    (8, Level::Confused),
    (24, Level::Confused),
    (16, Level::Damaged),
];

impl Search<'_> {
    fn run(&mut self, first: State) -> Result<Decoded, Stuck> {
        let mut beams = vec![vec![first]];
        let mut levels = vec![Level::Exact];
        let (mut worst, mut retries) = (0, 0);
        loop {
            let ply = beams.len() - 1;
            if levels.len() <= ply {
                levels.push(Level::Exact);
            }
            let before = self.positions;
            let next = self.next_beam(&beams[ply], levels[ply]);
            let at = beams[ply].iter().map(|state| state.at).max().unwrap_or(0);
            if self.positions > self.limit {
                return Err(Stuck::Bound { at, positions: before });
            }
            if !next.is_empty() {
                beams.push(next);
                continue;
            }
            // An end that leaves text over is believed last.
            let retried_out = self.exact || retries >= RETRIES.len();
            if self.finals.iter().any(|end| !end.leaves_text || (retried_out && ply <= worst)) {
                return Ok(self.finish());
            }
            if ply > worst {
                (worst, retries) = (ply, 0);
            }
            let Some((back, level)) = RETRIES.get(retries).filter(|_| !self.exact) else {
                let furthest = beams[ply].iter().min_by_key(|state| state.cost);
                let moves = furthest.map_or(Vec::new(), |state| self.moves(state.node));
                return Err(Stuck::NoMove { moves, at });
            };
            retries += 1;
            let from = worst.saturating_sub(*back);
            for old in &mut levels[from..=worst] {
                *old = (*old).max(*level);
            }
            beams.truncate(from + 1);
        }
    }

    /// The readings of one move more.
    fn next_beam(&mut self, beam: &[State], level: Level) -> Vec<State> {
        let mut next: Vec<State> = Vec::new();
        let mut stuck = Vec::new();
        for state in beam {
            let (nodes, finals) = (self.nodes.len(), self.finals.len());
            self.expand(state, level, &mut next);
            if self.nodes.len() == nodes && self.finals.len() == finals {
                stuck.push(state);
            }
        }
        // One that goes on shall not outdo a better one that stumbles over a mistake.
        let goes_on = next.iter().map(|state| state.cost).min();
        for state in stuck {
            if !self.exact && goes_on.is_some_and(|cost| state.cost < cost) {
                self.expand(state, level.max(Level::Confused), &mut next);
            }
        }
        let best = next.iter().map(|state| state.cost).min().unwrap_or(0);
        next.retain(|state| state.cost <= best + MARGIN);
        if next.len() > WIDTH {
            next.sort_by_key(|state| state.cost);
            // Only a reading as good as the best could have been another meaning of the text.
            self.bounded |= next[WIDTH].cost == best;
            next.truncate(WIDTH);
        }
        next
    }

    fn expand(&mut self, state: &State, level: Level, next: &mut Vec<State>) {
        self.positions += 1;
        let moves = state.position.legal_moves();
        if moves.len() == 1 && moves[0].is_null() {
            let step =
                Step { mv: moves[0], begin: state.at, end: state.at, nag: None, fixes: Vec::new() };
            self.add(state, step, 0, next);
            return;
        }
        for (begin, cost, fixes) in self.beginnings(state, level) {
            self.end_here(state, begin, cost, &fixes, level);
            self.read_move(state, &moves, (begin, cost, fixes), level, next);
        }
    }

    /// Every legal move that the text at a place can mean.
    fn read_move(
        &mut self,
        state: &State,
        moves: &MoveList,
        (begin, skipped, fixes): (usize, u32, Vec<Fix>),
        level: Level,
        next: &mut Vec<State>,
    ) {
        for phrase in self.lattice.phrases(begin, level, state.position.turn()).iter() {
            for mv in moves {
                let description = &phrase.value.description;
                let lenient = level > Level::Exact;
                let cost = description.cost(&state.position, &state.origins, *mv, lenient);
                let Some(cost) = cost else { continue };
                let mut fixes = fixes.clone();
                fixes.extend(phrase.fixes.iter().cloned());
                let (end, nag) = (phrase.end, phrase.value.nag);
                let step = Step { mv: *mv, begin, end, nag, fixes };
                self.add(state, step, skipped + phrase.cost + cost, next);
            }
        }
    }

    /// Adds the reading in which a move is made, unless a better one leads to the same place.
    fn add(&mut self, state: &State, step: Step, cost: u32, next: &mut Vec<State>) {
        let position = state.position.play(step.mv);
        let (at, cost) = (step.end, state.cost + cost);
        let same = |known: &&mut State| known.at == at && known.position.key() == position.key();
        match next.iter_mut().find(same) {
            Some(known) if known.cost < cost => {}
            Some(known) if known.cost == cost => {
                let node = &mut self.nodes[known.node];
                let is_known = node.parent == state.node && node.step.mv == step.mv;
                if !is_known && node.also.len() < MOST_READINGS {
                    node.also.push((state.node, step));
                }
            }
            known => {
                let origins = state.origins.after(&state.position, step.mv);
                let node = self.nodes.len();
                self.nodes.push(Node { parent: state.node, step, also: Vec::new() });
                let new = State { position, origins, at, cost, node };
                match known {
                    Some(known) => *known = new,
                    None => next.push(new),
                }
            }
        }
    }

    /// Notes that the game may end at a place, if nothing follows but a result.
    fn end_here(&mut self, state: &State, begin: usize, cost: u32, fixes: &[Fix], level: Level) {
        let signs = self.lattice.signs;
        let mut ends = vec![(begin, None, 0)];
        ends.extend(
            results::at(signs, begin, state.position.turn(), level)
                .map(|(result, end, cost)| (end, Some(result), cost)),
        );
        for (end, result, more) in ends {
            let rest = signs.len() - skip_signs(signs, end).min(signs.len());
            let mut fixes = fixes.to_vec();
            let mut cost = state.cost + cost + more;
            if rest > 0 {
                if level == Level::Exact || rest > MOST_SIGNS_AFTER_THE_END {
                    continue;
                }
                let pieces = signs[end..].iter().filter(|sign| sign.gap != Gap::None).count();
                cost += JUNK * (1 + pieces as u32);
                fixes.push(Fix { begin: end, end: signs.len(), spelling: "".into() });
            }
            let leaves_text = rest > 0;
            self.finals.push(Final { cost, node: state.node, result, fixes, leaves_text });
        }
    }

    /// Where the next move may begin, what has to be passed over before it, and at what cost.
    fn beginnings(&mut self, state: &State, level: Level) -> Vec<(usize, u32, Vec<Fix>)> {
        let plain = self.pass_numbers(state, state.at, 0, Vec::new(), Level::Exact);
        let mut all = vec![plain];
        if level == Level::Exact {
            return all;
        }
        let mut last = vec![(state.at, 0, Vec::new())];
        for _ in 0..MOST_JUNK {
            let mut further = Vec::new();
            for (at, cost, fixes) in last {
                let (at, cost, fixes) = self.pass_numbers(state, at, cost, fixes, level);
                all.push((at, cost, fixes.clone()));
                for (end, more) in self.junk(at, state.position.turn()) {
                    let mut fixes = fixes.clone();
                    fixes.push(Fix { begin: at, end, spelling: "".into() });
                    further.push((end, cost + more, fixes));
                }
            }
            last = further;
        }
        for (at, cost, fixes) in last {
            all.push(self.pass_numbers(state, at, cost, fixes, level));
        }
        all.sort_by_key(|(at, cost, _)| (*at, *cost));
        all.dedup_by_key(|(at, ..)| *at);
        all
    }

    /// Passes over commas and the numbers of moves.
    fn pass_numbers(
        &mut self,
        state: &State,
        from: usize,
        mut cost: u32,
        mut fixes: Vec<Fix>,
        level: Level,
    ) -> (usize, u32, Vec<Fix>) {
        let signs = self.lattice.signs;
        let number = state.position.fullmove();
        let wanted = [number, number.saturating_sub(self.first_number) + 1];
        let mut at = skip_signs(signs, from);
        // Two columns number each move twice.
        for _ in 0..2 {
            let Some((end, value)) = self.number(at, wanted, level) else { break };
            let is_wanted = value.is_some_and(|value| wanted.contains(&value));
            // Who corrects nothing does not believe a wrong number either.
            if self.exact && !is_wanted {
                break;
            }
            let is_spelt = signs[at..end].iter().all(|sign| sign.c.is_ascii_digit());
            if !is_wanted || !is_spelt {
                cost += WRONG_NUMBER;
                fixes.push(Fix { begin: at, end, spelling: wanted[0].to_string().into() });
            }
            at = skip_signs(signs, end);
        }
        (at, cost, fixes)
    }

    /// The number that stands at a place: where it ends, and its value.
    fn number(
        &mut self,
        at: usize,
        wanted: [u16; 2],
        level: Level,
    ) -> Option<(usize, Option<u16>)> {
        let signs = self.lattice.signs;
        let words = self.lattice.words(at, level);
        if words.iter().any(|found| matches!(found.atom, Atom::Short | Atom::Long)) {
            return None;
        }
        let chunk = |is_part: fn(char) -> bool| {
            let glued = |(index, sign): &(usize, &Sign)| {
                is_part(sign.c) && (*index == 0 || sign.gap == Gap::None)
            };
            at + signs[at.min(signs.len())..].iter().enumerate().take_while(glued).count()
        };
        let end = chunk(|c| c.is_ascii_digit());
        let letters_end = chunk(char::is_alphanumeric);
        if level > Level::Exact && letters_end > end {
            let like = |number: &&u16| is_like_number(&signs[at..letters_end], **number);
            if let Some(number) = wanted.iter().find(like) {
                return Some((letters_end, Some(*number)));
            }
        }
        let digits: String = signs[at..end].iter().map(|sign| sign.c).collect();
        (end > at && end - at <= MOST_DIGITS).then(|| (end, digits.parse().ok()))
    }

    /// What may be passed over at a place: a word after a move that should have been part of it, or
    /// anything up to the next blank.
    fn junk(&mut self, at: usize, turn: Color) -> Vec<(usize, u32)> {
        let signs = self.lattice.signs;
        let mut ends = Vec::new();
        for found in self.lattice.words(at, Level::Confused) {
            if matches!(found.atom, Atom::Check | Atom::Mate | Atom::EnPassant | Atom::Filler) {
                ends.push((found.end, found.cost + CONFUSION + 1));
            }
        }
        let chunk = signs.iter().enumerate().skip(at + 1).find(|(_, s)| s.gap != Gap::None);
        let end = chunk.map_or(signs.len(), |(index, _)| index);
        // What reads as a move is one: a game that cannot go on with it is another game.
        let is_move = !self.lattice.phrases(at, Level::Exact, turn).is_empty();
        if end > at && end - at <= MOST_SIGNS_AFTER_THE_END && !is_move {
            ends.push((end, JUNK));
        }
        ends
    }

    fn finish(&mut self) -> Decoded {
        let best = self.finals.iter().map(|end| end.cost).min().unwrap_or(0);
        let mut ends: Vec<&Final> = self.finals.iter().filter(|end| end.cost == best).collect();
        // A stated result is better than none, and a game is told to its end.
        ends.sort_by_key(|end| (end.result.is_none(), end.fixes.len()));
        let mut readings: Vec<Vec<Move>> = Vec::new();
        for end in &ends {
            self.readings(end.node, &mut readings);
        }
        let first = ends.first().expect("there are ends");
        let moves = self.moves(first.node);
        let others = readings.into_iter().filter(|reading| *reading != moves).collect();
        let (result, fixes) = (first.result, first.fixes.clone());
        Decoded { steps: self.steps(first.node), fixes, result, others, bounded: self.bounded }
    }

    /// The moves that led to a node, by every way that was as good.
    fn readings(&self, node: usize, all: &mut Vec<Vec<Move>>) {
        // A walk back from the end, so that ways that part early share their ends.
        let mut open = vec![(node, Vec::<Move>::new())];
        while let Some((node, after)) = open.pop() {
            if all.len() > MOST_READINGS {
                return;
            }
            let Some(found) = self.nodes.get(node) else {
                let moves: Vec<Move> = after.into_iter().rev().collect();
                if !all.contains(&moves) {
                    all.push(moves);
                }
                continue;
            };
            let ways = found.also.iter().map(|(parent, step)| (*parent, step.mv));
            for (parent, mv) in ways.chain([(found.parent, found.step.mv)]) {
                let mut longer = after.clone();
                longer.push(mv);
                open.push((parent, longer));
            }
            open.truncate(4 * MOST_READINGS);
        }
    }

    fn steps(&self, node: usize) -> Vec<Step> {
        let mut steps = Vec::new();
        let mut node = node;
        while let Some(found) = self.nodes.get(node) {
            steps.push(found.step.clone());
            node = found.parent;
        }
        steps.reverse();
        steps
    }

    fn moves(&self, node: usize) -> Vec<Move> {
        self.steps(node).into_iter().map(|step| step.mv).collect()
    }
}

/// The longest number of a move.
const MOST_DIGITS: usize = 4;
/// The longest text after the last move that is passed over, and the longest piece of junk, signs.
const MOST_SIGNS_AFTER_THE_END: usize = 24;

/// Passes over signs that part moves.
pub(super) fn skip_signs(signs: &[Sign], mut at: usize) -> usize {
    while let Some(sign) = signs.get(at) {
        if !matches!(sign.c, ',' | ';' | ':' | '*' | '|' | '_') && !is_hyphen(sign.c) {
            break;
        }
        at += 1;
    }
    at
}
