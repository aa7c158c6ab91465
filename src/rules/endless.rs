//! The proof that a player can check for ever: british1897:II.8d and federation1912:32b let him
//! claim a draw by it. What decides is a closed set of positions, in each of which he has a check
//! that every reply answers by another position of the set; a mate instead does not refute it. The
//! set is looked for breadth first, along the checks that leave the fewest replies. The work is
//! bounded: where no set is found within the bound nothing is proved, and nothing refuted.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};

use super::laws::{Breach, DrawnBy, Outcome, Reason};
use super::moves::Move;
use super::position::Position;
use super::types::Color;

/// For which test of the set a node or a check has fallen out of it; 0 for none yet.
type Mark = u32;
/// Fallen for good: refuted.
const REFUTED: Mark = Mark::MAX;

/// A position with the claimant to move.
struct Node {
    position: Position,
    /// His moves that check, until the node is looked at.
    checking: Vec<Move>,
    /// The checks that no reply refutes at once; `None` until the node is looked at.
    checks: Option<Vec<Check>>,
    /// How far it is from the claim: a check with few replies is a short way.
    distance: u32,
    /// The checks to which a reply leads here: their node, and their place in it.
    sources: Vec<(usize, usize)>,
    fallen: Mark,
}

struct Check {
    mv: Move,
    /// The nodes that the replies lead to, those after which the claimant has won left out.
    replies: Vec<usize>,
    fallen: Mark,
}

/// The positions that a series of checks leads to, the first being that of the claim.
struct Series {
    claimant: Color,
    nodes: Vec<Node>,
    known: HashMap<u64, usize>,
    /// Nodes to look at, the nearest first.
    to_look_at: BinaryHeap<Reverse<(u32, usize)>>,
    /// The moves looked at.
    work: usize,
    /// How often the set was tested.
    tests: Mark,
}

impl Position {
    /// Whether the player to move can check for ever, or until he wins; `None` where that is not
    /// decided by looking at about so many of his moves.
    pub fn can_check_forever(&self, work: usize) -> Option<bool> {
        Series::new(*self).decide(work)
    }

    /// Checks that never end, and a reply to each, until a position comes back or the claimant wins
    /// instead; `None` where no such series is found by looking at about so many of his moves.
    pub fn endless_checks(&self, work: usize) -> Option<Vec<Move>> {
        let mut series = Series::new(*self);
        (series.decide(work) == Some(true)).then(|| series.line())
    }

    /// How the position has ended the game, were no moves counted: a count that ends the game does
    /// not end the series that would be endless without it.
    fn outcome_without_counts(&self) -> Option<Outcome> {
        let counted = [DrawnBy::FiftyOnNotice, DrawnBy::SeventyFiveMoves];
        let by_count = |reason| {
            counted.into_iter().any(|by| {
                reason == by.reason() || reason == Reason::Undertaking(Breach::NotMated(by))
            })
        };
        self.outcome().filter(|outcome| !by_count(outcome.reason))
    }
}

impl Series {
    fn new(claim: Position) -> Self {
        let mut series = Self {
            claimant: claim.turn(),
            nodes: Vec::new(),
            known: HashMap::new(),
            to_look_at: BinaryHeap::from([Reverse((0, 0))]),
            work: 0,
            tests: 0,
        };
        let checking = series.checking_moves(&claim);
        series.number_of(claim, checking, 0);
        series
    }

    /// Whether the claimant can check for ever; `None` where so much work does not decide it.
    fn decide(&mut self, work: usize) -> Option<bool> {
        let (mut looked_at, mut test_at) = (0, 4);
        while let Some(number) = self.next() {
            if self.work >= work {
                return self.is_closed().then_some(true);
            }
            self.look_at(number);
            looked_at += 1;
            if self.nodes[0].fallen == REFUTED {
                return Some(false);
            }
            // A test goes through all that is known: the more, the rarer.
            if looked_at >= test_at {
                test_at += 4 + looked_at / 4;
                if self.is_closed() {
                    return Some(true);
                }
            }
        }
        Some(self.is_closed())
    }

    /// A line of the closed set that was found last: in each position a check of the set, and the
    /// reply that brings a position back soonest, or else the first.
    fn line(&self) -> Vec<Move> {
        let stands = |mark: Mark| mark != REFUTED && mark != self.tests;
        let (mut line, mut seen) = (Vec::new(), Vec::new());
        let mut number = 0;
        while !seen.contains(&number) {
            seen.push(number);
            let node = &self.nodes[number];
            let in_set = |check: &&Check| stands(check.fallen);
            let Some(check) = node.checks.iter().flatten().find(in_set) else { break };
            line.push(check.mv);
            let back = check.replies.iter().copied().find(|reply| seen.contains(reply));
            let Some(next) = back.or(check.replies.first().copied()) else { break };
            let checked = node.position.play(check.mv);
            let key = self.nodes[next].position.key();
            let reply = checked.legal_moves().into_iter().find(|mv| checked.play(*mv).key() == key);
            line.extend(reply);
            number = next;
        }
        line
    }

    /// The claimant's moves that check.
    fn checking_moves(&mut self, position: &Position) -> Vec<Move> {
        let moves = position.legal_moves();
        self.work += 1 + moves.len();
        moves.into_iter().filter(|&mv| position.gives_check(mv)).collect()
    }

    /// The number of a position's node, a new one if need be. Positions in which the same can
    /// happen are the same.
    fn number_of(&mut self, position: Position, checking: Vec<Move>, distance: u32) -> usize {
        let next = self.nodes.len();
        let number = *self.known.entry(position.key()).or_insert(next);
        if number == next {
            let (sources, fallen) = (Vec::new(), 0);
            self.nodes.push(Node { position, checking, checks: None, distance, sources, fallen });
        }
        let node = &mut self.nodes[number];
        node.distance = node.distance.min(distance);
        number
    }

    /// The nearest node that is to be looked at: one that a check leads to which is not refuted.
    fn next(&mut self) -> Option<usize> {
        while let Some(Reverse((_, number))) = self.to_look_at.pop() {
            let node = &self.nodes[number];
            let leads_here = |&(source, place): &(usize, usize)| {
                let source = &self.nodes[source];
                let checks = source.checks.as_ref();
                source.fallen != REFUTED
                    && checks.is_some_and(|checks| checks[place].fallen != REFUTED)
            };
            let wanted = number == 0 || node.sources.iter().any(leads_here);
            if wanted && node.checks.is_none() && node.fallen != REFUTED {
                return Some(number);
            }
        }
        None
    }

    /// Finds the checks of a node.
    fn look_at(&mut self, number: usize) {
        let Node { position, distance, .. } = self.nodes[number];
        let mut checks = Vec::new();
        for mv in std::mem::take(&mut self.nodes[number].checking) {
            let Some(replies) = self.replies_to(&position.play(mv)) else { continue };
            let step = 1 + 2 * (replies.len() * replies.len()) as u32;
            let numbers = replies.into_iter().map(|(reply, checking)| {
                self.number_of(reply, checking, distance.saturating_add(step))
            });
            checks.push(Check { mv, replies: numbers.collect(), fallen: 0 });
        }
        for (place, check) in checks.iter().enumerate() {
            for &reply in &check.replies {
                let reply_node = &mut self.nodes[reply];
                reply_node.sources.push((number, place));
                // It may have been passed over when nothing led to it that was not refuted.
                if reply_node.checks.is_none() {
                    self.to_look_at.push(Reverse((reply_node.distance, reply)));
                }
            }
        }
        let refuted = checks.is_empty();
        self.nodes[number].checks = Some(checks);
        if refuted {
            self.fall(vec![number], REFUTED);
        }
    }

    /// Where the replies to a check lead, with the checks that follow; those after which the
    /// claimant has won are left out. `None` if the check or a reply ends the series.
    fn replies_to(&mut self, checked: &Position) -> Option<Vec<(Position, Vec<Move>)>> {
        let claimant = self.claimant;
        let won = |outcome: Outcome| outcome.winner == Some(claimant);
        if let Some(outcome) = checked.outcome_without_counts() {
            return won(outcome).then(Vec::new);
        }
        let mut replies = Vec::new();
        for mv in &checked.legal_moves() {
            let position = checked.play(*mv);
            match position.outcome_without_counts() {
                Some(outcome) if won(outcome) => continue,
                Some(_) => return None,
                None => {}
            }
            let checking = match self.known.get(&position.key()) {
                Some(&number) if self.nodes[number].fallen == REFUTED => return None,
                Some(_) => Vec::new(),
                None => {
                    let checking = self.checking_moves(&position);
                    if checking.is_empty() {
                        return None;
                    }
                    checking
                }
            };
            replies.push((position, checking));
        }
        Some(replies)
    }

    /// Whether the nodes looked at hold a closed set with the claim in it: whether it remains when
    /// every node falls that has not been looked at, and all that falls with them.
    fn is_closed(&mut self) -> bool {
        self.tests += 1;
        let unknown = |number: &usize| {
            let node = &self.nodes[*number];
            node.checks.is_none() && node.fallen != REFUTED
        };
        let falling = (0..self.nodes.len()).filter(unknown).collect();
        self.fall(falling, self.tests);
        ![REFUTED, self.tests].contains(&self.nodes[0].fallen)
    }

    /// Nodes fall. A check falls with any node that a reply to it leads to, and a node with the
    /// last of its checks.
    fn fall(&mut self, mut falling: Vec<usize>, mark: Mark) {
        let fallen = |by: Mark| by == mark || by == REFUTED;
        while let Some(number) = falling.pop() {
            let node = &mut self.nodes[number];
            if fallen(node.fallen) {
                continue;
            }
            node.fallen = mark;
            for index in 0..node.sources.len() {
                let (source, place) = self.nodes[number].sources[index];
                let checks = self.nodes[source].checks.as_mut();
                let checks =
                    checks.expect("a node has been looked at before a check of it leads on");
                if !fallen(checks[place].fallen) {
                    checks[place].fallen = mark;
                    if checks.iter().all(|check| fallen(check.fallen)) {
                        falling.push(source);
                    }
                }
            }
        }
    }
}
