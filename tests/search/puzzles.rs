//! Law puzzles: positions in which the law changes the best move. A full-width proof decides each
//! under both laws, with White and Black as given and exchanged. The lines are in
//! `tests/data/laws/puzzles.epd`, whose form `prover::puzzle` explains.

use std::collections::{BTreeMap, HashSet};

use crate::prover::engine::Engine;
use crate::prover::puzzle::{Puzzle, Side, parse_all};
use crate::prover::{Prover, Win, mirror, prove};
use jadoube::notation::{coordinate, fen};
use jadoube::rules::{Position, Setup};

/// Every topic that must be shown, each by ten lines at least.
const TOPICS: [&str; 22] = [
    "england1804",
    "france1804",
    "accomplished1837",
    "british1897",
    "rogers1907",
    "federation1912",
    "castling accomplished1837",
    "castling british1897",
    "castling federation1912",
    "castling switch",
    "undertaking pawn",
    "undertaking pawn@",
    "undertaking man@",
    "undertaking queen",
    "undertaking rook",
    "undertaking bishop",
    "undertaking knight",
    "undertaking square=",
    "undertaking within=",
    "undertaking draw",
    "undertaking combined",
    "stalemate loss",
];

/// Nodes that the engine may use on one position.
const MOST_NODES: u64 = 300_000;

fn puzzles() -> Vec<Puzzle> {
    parse_all(include_str!("../data/laws/puzzles.epd"))
}

/// One law of a puzzle, as given and with the colours exchanged.
struct Case<'a> {
    position: Position,
    side: &'a Side,
    mirrored: bool,
}

impl Case<'_> {
    fn all<'a>(puzzle: &Puzzle, side: &'a Side) -> [Case<'a>; 2] {
        let mirrored: Setup = mirror::setup(&puzzle.setup, &side.terms);
        let position = mirrored.position(&side.terms.mirrored()).expect("a mirrored position");
        [
            Case { position: puzzle.position(side), side, mirrored: false },
            Case { position, side, mirrored: true },
        ]
    }

    fn name(&self) -> String {
        format!("{} under {}", fen::to_string(&self.position), self.side.terms.code)
    }

    /// The moves said to be best, as this case writes them.
    fn best(&self) -> HashSet<String> {
        let moves = self.side.best.iter();
        moves.map(|mv| if self.mirrored { mirror::coordinate(mv) } else { mv.clone() }).collect()
    }

    fn written(&self, moves: &[jadoube::rules::Move]) -> HashSet<String> {
        moves.iter().map(|&mv| coordinate::to_string(&self.position, mv)).collect()
    }

    /// The proof that the best moves, and no others, win in the plies stated, and none sooner.
    fn check(&self) {
        match prove(&self.position, self.side.plies) {
            Some(Win { plies, moves }) => {
                assert_eq!(plies, self.side.plies, "{}", self.name());
                assert_eq!(self.written(&moves), self.best(), "{}", self.name());
            }
            None => assert!(self.side.best.is_empty(), "{}: no win is proved", self.name()),
        }
    }

    /// Whether one of these moves, if it is legal at all, forces a win within so many plies.
    fn wins_by_any(&self, moves: &HashSet<String>, plies: u32) -> bool {
        let mut prover = Prover::new(self.position.turn());
        let legal = moves.iter().filter_map(|mv| coordinate::parse(&self.position, mv));
        legal.into_iter().any(|mv| prover.wins_within(&self.position.play(mv), plies - 1))
    }
}

#[test]
fn every_topic_has_ten_positions() {
    let mut men: BTreeMap<String, HashSet<String>> = BTreeMap::new();
    for puzzle in puzzles().into_iter().filter(|puzzle| !puzzle.there.best.is_empty()) {
        let fen = fen::write(&puzzle.setup);
        let board = fen.split(' ').next().expect("a FEN has its men first").to_owned();
        men.entry(puzzle.topic).or_default().insert(board);
    }
    for topic in TOPICS {
        let count = men.get(topic).map_or(0, HashSet::len);
        assert!(count >= 10, "{topic}: {count} positions");
    }
}

#[test]
fn the_proof_decides_under_both_laws() {
    for puzzle in puzzles() {
        for side in [&puzzle.here, &puzzle.there] {
            for case in Case::all(&puzzle, side) {
                case.check();
            }
        }
    }
}

#[test]
fn the_law_changes_the_best_move() {
    for puzzle in puzzles() {
        let plies = puzzle.here.plies.max(puzzle.there.plies);
        let [here, _] = Case::all(&puzzle, &puzzle.here);
        let [there, _] = Case::all(&puzzle, &puzzle.there);
        let (best, other) = (here.best(), there.best());
        assert!(best.is_disjoint(&other), "{}", here.name());
        // Not only slower: at least one law's best move does not win in time under the other.
        let fails = !there.wins_by_any(&best, plies) || !here.wins_by_any(&other, plies);
        assert!(fails, "{}", here.name());
    }
}

/// Whether the engine finds the win of one law, in the number of moves that is proved.
fn is_solved(engine: &mut Engine, case: &Case<'_>) -> bool {
    let moves = case.side.plies.div_ceil(2);
    let answer = engine.solve(case.position, moves, MOST_NODES);
    let Some(found @ 1..) = answer.mate else { return false };
    // Whatever it says must be true. A win is counted in moves: one ply more may be as many.
    assert!(found >= moves, "{}: {answer:?}", case.name());
    let mut prover = Prover::new(case.position.turn());
    let winning = prover.winning_moves(&case.position, 2 * moves);
    assert!(found > moves || winning.contains(&answer.best), "{}: {answer:?}", case.name());
    found == moves
}

#[test]
fn the_engine_solves_ten_of_every_topic() {
    let mut engine = Engine::new();
    let mut solved: BTreeMap<String, usize> = BTreeMap::new();
    let mut unsolved = Vec::new();
    for puzzle in puzzles() {
        let sides = [&puzzle.here, &puzzle.there].into_iter().filter(|side| !side.best.is_empty());
        let cases: Vec<_> = sides.flat_map(|side| Case::all(&puzzle, side)).collect();
        match cases.iter().find(|case| !is_solved(&mut engine, case)) {
            None => *solved.entry(puzzle.topic).or_default() += 1,
            Some(case) => unsolved.push(case.name()),
        }
    }
    for topic in TOPICS {
        let count = solved.get(topic).copied().unwrap_or_default();
        assert!(count >= 10, "{topic}: {count} solved; not solved: {unsolved:#?}");
    }
}

#[test]
fn the_engine_castles_without_the_rook() {
    let mut engine = Engine::new();
    let first = puzzles().into_iter().next().expect("the castling problem comes first");
    for case in Case::all(&first, &first.here) {
        assert!(is_solved(&mut engine, &case), "{}", case.name());
    }
}
