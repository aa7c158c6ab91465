//! The proof that a player can check for ever: british1897:II.8d and federation1912:32b let him
//! claim a draw by it. Decided by the set of positions from which he can always check and, whatever
//! the reply, check again; a mate instead does not refute it. The work is bounded: where the set
//! is not found within the bound nothing is proved, and nothing refuted.

use std::collections::HashMap;

use super::position::Position;
use super::types::Color;

/// A position with the claimant to move.
struct Node {
    position: Position,
    /// His checks, each by the nodes that the replies to it lead to; `None` until they are looked
    /// at. A check that a reply refutes at once is not among them.
    checks: Option<Vec<Vec<usize>>>,
    /// Whether every check of his comes to an end.
    refuted: bool,
}

/// The positions that a series of checks leads to, the first being that of the claim.
struct Series {
    claimant: Color,
    nodes: Vec<Node>,
    known: HashMap<u64, usize>,
}

impl Position {
    /// Whether the player to move can check for ever, or until he wins; `None` where that is not
    /// decided by looking at so many positions in which he is to move.
    pub fn can_check_for_ever(&self, work: usize) -> Option<bool> {
        let mut series = Series { claimant: self.turn(), nodes: Vec::new(), known: HashMap::new() };
        series.number_of(*self);
        let mut looked_at = 0;
        loop {
            let unseen = series.where_it_may_end();
            if unseen.is_empty() {
                return Some(true);
            }
            for number in unseen {
                if looked_at == work {
                    return None;
                }
                series.look_at(number);
                looked_at += 1;
            }
            series.refute();
            if series.nodes[0].refuted {
                return Some(false);
            }
        }
    }
}

impl Series {
    /// The number of a position's node, a new one if need be. Positions in which the same can
    /// happen are the same.
    fn number_of(&mut self, position: Position) -> usize {
        let next = self.nodes.len();
        let number = *self.known.entry(position.key()).or_insert(next);
        if number == next {
            self.nodes.push(Node { position, checks: None, refuted: false });
        }
        number
    }

    /// Finds the checks of a node.
    fn look_at(&mut self, number: usize) {
        let position = self.nodes[number].position;
        let mut checks = Vec::new();
        for mv in &position.legal_moves() {
            if position.gives_check(*mv) {
                checks.extend(self.after_check(&position.play(*mv)));
            }
        }
        self.nodes[number].checks = Some(checks);
    }

    /// Where the replies to a check lead, those after which the claimant has won left out; `None`
    /// if the game can end otherwise, or the check has ended it so.
    fn after_check(&mut self, checked: &Position) -> Option<Vec<usize>> {
        if let Some(outcome) = checked.outcome() {
            return (outcome.winner == Some(self.claimant)).then(Vec::new);
        }
        let mut replies = Vec::new();
        for mv in &checked.legal_moves() {
            let position = checked.play(*mv);
            match position.outcome() {
                None => replies.push(self.number_of(position)),
                Some(outcome) if outcome.winner == Some(self.claimant) => {}
                Some(_) => return None,
            }
        }
        Some(replies)
    }

    /// Whether no reply to a check is known to end the series.
    fn goes_on(&self, check: &[usize]) -> bool {
        check.iter().all(|&next| !self.nodes[next].refuted)
    }

    /// Refutes every node all whose checks some reply refutes. A node not yet looked at is not
    /// refuted, so that what is refuted is so for good.
    fn refute(&mut self) {
        let mut changed = true;
        while changed {
            changed = false;
            // The ends of the series were found last.
            for number in (0..self.nodes.len()).rev() {
                let node = &self.nodes[number];
                let Some(checks) = node.checks.as_ref().filter(|_| !node.refuted) else { continue };
                if !checks.iter().any(|check| self.goes_on(check)) {
                    self.nodes[number].refuted = true;
                    changed = true;
                }
            }
        }
    }

    /// Follows one check of each node, whatever the reply, as far as nodes have been looked at:
    /// returns those that have not. When there are none the nodes passed are a set from each of
    /// which he can check and, whatever the reply, check again. The first node is not refuted.
    fn where_it_may_end(&self) -> Vec<usize> {
        let mut passed = vec![false; self.nodes.len()];
        let mut to_visit = vec![0];
        let mut unseen = Vec::new();
        while let Some(number) = to_visit.pop() {
            if std::mem::replace(&mut passed[number], true) {
                continue;
            }
            let Some(checks) = &self.nodes[number].checks else {
                unseen.push(number);
                continue;
            };
            // The check whose replies are best known soonest leads back to where it began.
            let unknown = |check: &&Vec<usize>| {
                check.iter().filter(|&&next| self.nodes[next].checks.is_none()).count()
            };
            let open = checks.iter().filter(|check| self.goes_on(check));
            let check = open.min_by_key(unknown).expect("a node not refuted has such a check");
            to_visit.extend(check);
        }
        unseen
    }
}
