//! Tests of the ends of lines.

use super::*;
use crate::eval::NetworkEvaluator;
use crate::rules::laws::{Claim, Code, Stalemate, Terms};
use crate::rules::{
    CastlingLetter, Color, FIFTY_MOVES, Move, Piece, Setup, Square, Wing, splitmix,
};
use crate::search::context::NodeType;
use crate::search::request::{FixedNodes, NoProber, Prober, Request};
use crate::search::table::TranspositionTable;

/// What is left of a bound that was stored at ply 0 when it is met at `ply`, with so many
/// plies counted by the law of the code.
fn bound_met(code: Code, counted: u16, ply: usize, score: Score, bound: Bound) -> Option<Bound> {
    let setup = Setup {
        halfmove: counted,
        captureless: Some(counted),
        notice: Some(counted),
        ..Setup::initial()
    };
    let position = setup.position(&Terms::from(code)).unwrap();
    let table = TranspositionTable::new(1).unwrap();
    let entry = Entry { best: None, score, eval: None, depth: 9, bound: Some(bound), pv: false };
    table.store(position.key(), 0, entry);
    let shared = Shared::new(&table, &FixedNodes(1), &NoProber, 1);
    let worker = Worker::new(0, NetworkEvaluator::default());
    worker.table_entry(&position, ply, &shared).unwrap().bound
}

#[test]
fn a_win_after_the_count_is_full_gives_no_bound() {
    let (win, loss) = (Score::mate_in(13), Score::mated_in(14));
    for code in [Code::Chess, Code::France1804, Code::British1897, Code::Rogers1907] {
        for ply in [0, 5] {
            let met = |counted, score, bound| bound_met(code, counted, ply, score, bound);
            for bound in [Bound::Lower, Bound::Exact] {
                assert_eq!(met(87, win, bound), Some(bound), "{code}: mate with the last ply");
                assert_eq!(met(88, win, bound), None, "{code}");
            }
            for bound in [Bound::Upper, Bound::Exact] {
                assert_eq!(met(86, loss, bound), Some(bound), "{code}");
                assert_eq!(met(87, loss, bound), None, "{code}");
            }
            // That there is no more than a win, or no less than a loss, stays true.
            assert_eq!(met(99, win, Bound::Upper), Some(Bound::Upper), "{code}");
            assert_eq!(met(99, loss, Bound::Lower), Some(Bound::Lower), "{code}");
            assert_eq!(met(99, Score(500), Bound::Exact), Some(Bound::Exact), "{code}");
        }
    }
}

#[test]
fn a_tablebase_win_is_held_to_the_count_too() {
    let win = Score::TABLEBASE - 13;
    assert_eq!(bound_met(Code::Chess, 87, 3, win, Bound::Lower), Some(Bound::Lower));
    assert_eq!(bound_met(Code::Chess, 88, 3, win, Bound::Lower), None);
}

const OUT: [(&str, &str); 2] = [("g1", "f3"), ("g8", "f6")];
const BACK: [(&str, &str); 2] = [("f3", "g1"), ("f6", "g8")];

fn square(name: &str) -> Square {
    let name = name.as_bytes();
    Square::at(name[0] - b'a', name[1] - b'1')
}

fn legal(position: &Position, (from, to): (&str, &str)) -> crate::rules::Move {
    let (from, to) = (square(from), square(to));
    let moves = position.legal_moves();
    *moves.iter().find(|mv| mv.from() == from && mv.to() == to).expect("a legal move")
}

/// What `look` finds when a search begins after so many plies of a game in which the knights go out and
/// back.
fn after_knights<T>(
    code: Code,
    plies: usize,
    look: impl FnOnce(&mut Worker<NetworkEvaluator>, &Position, &Shared<'_>) -> T,
) -> T {
    let mut game = Game::new(Setup::initial().position(&Terms::from(code)).unwrap());
    for step in [OUT, BACK].concat().into_iter().cycle().take(plies) {
        assert!(game.play(legal(game.position(), step)));
    }
    let table = TranspositionTable::new(1).unwrap();
    let shared = Shared::new(&table, &FixedNodes(1), &NoProber, 1);
    let request = Request { game: &game, search_moves: &[], multi_pv: 1, depth: 1, mate: None };
    let mut worker = worker();
    worker.begin(&request, &game.position().legal_moves(), &shared);
    look(&mut worker, game.position(), &shared)
}

/// What is known of each position of a line that is searched after so many plies of such a game;
/// `None` in the line is a null move.
fn repetitions(
    plies_of_game: usize,
    line: impl IntoIterator<Item = Option<(&'static str, &'static str)>>,
) -> Vec<Option<Earlier>> {
    after_knights(Code::Chess, plies_of_game, |worker, root, shared| {
        let mut position = *root;
        let mut found = Vec::new();
        for (ply, step) in line.into_iter().enumerate() {
            position = match step {
                Some(step) => worker.make(&position, legal(&position, step), ply, shared),
                None => {
                    worker.key_floor = worker.keys.len();
                    let after = position.pass();
                    worker.keys.push(after.repetition_key());
                    after
                }
            };
            found.push(worker.repetition(&position));
        }
        found
    })
}

#[test]
fn a_position_met_twice_in_the_line_is_a_repetition() {
    let line = [OUT, BACK, OUT].concat().into_iter().map(Some);
    // The root belongs to the game: meeting it once more is its second occurrence only.
    let found = repetitions(0, line);
    assert_eq!(found[..4], [None; 4]);
    assert_eq!(found[4..], [Some(Earlier::InLine); 2]);
}

#[test]
fn a_position_that_stood_once_in_the_game_is_none_yet_and_twice_is_one() {
    assert_eq!(repetitions(3, [Some(BACK[1])]), [None]);
    assert_eq!(repetitions(7, [Some(BACK[1])]), [Some(Earlier::TwiceInGame)]);
}

/// What the search makes of a third occurrence: a draw, or under some codes the option of the player
/// to move, who may as well play on. Codes without a rule of recurrence have the players agree.
#[test]
fn a_third_occurrence_ends_the_game_but_where_only_the_mover_may_claim() {
    let draw = Score::ZERO;
    for (code, expected) in [
        (Code::Chess, Break(draw)),
        (Code::England1804, Break(draw)),
        (Code::France1804, Break(draw)),
        (Code::Accomplished1837, Break(draw)),
        (Code::British1897, Continue(draw)),
        (Code::Rogers1907, Break(draw)),
        (Code::Federation1912, Continue(draw)),
    ] {
        let score = after_knights(code, 7, |worker, root, shared| {
            let third = worker.make(root, legal(root, BACK[1]), 0, shared);
            worker.terminal_score(&third, 1)
        });
        assert_eq!(score, expected, "{code}");
    }
}

#[test]
fn nothing_repeats_across_a_pawn_move_or_a_null_move() {
    let pawn = [Some(("e2", "e3"))];
    let out_and_back = || {
        let black_first = [OUT[1], OUT[0], BACK[1], BACK[0]];
        black_first.into_iter().map(Some)
    };
    let after_pawn = repetitions(8, pawn.into_iter().chain(out_and_back()));
    // The position after the pawn move stood in the line; nothing before it can recur.
    assert_eq!(after_pawn[..4], [None; 4]);
    assert_eq!(after_pawn[4], Some(Earlier::InLine));
    let around_null = [None, Some(OUT[1]), None, Some(BACK[1])];
    assert_eq!(repetitions(8, around_null), [None; 4]);
}

fn pieces(men: &[(&str, Piece)]) -> Setup {
    let mut setup = Setup::empty();
    for &(name, piece) in men {
        setup.pieces[square(name).index()] = Some(piece);
    }
    setup
}

fn worker() -> Worker<NetworkEvaluator> {
    Worker::new(0, NetworkEvaluator::default())
}

/// British law, under which White undertakes to mate.
fn white_is_bound() -> Terms {
    let undertaking = Some("draw".parse().unwrap());
    Terms { undertaking, odds_giver: Some(Color::White), ..Terms::from(Code::British1897) }
}

#[test]
fn an_end_scores_by_its_winner_its_ply_and_its_reason() {
    let position = Position::initial();
    let score =
        |winner, reason, ply| worker().outcome_score(Outcome { winner, reason }, &position, ply);
    let not_mated = |by| Reason::Undertaking(Breach::NotMated(by));
    for ply in [0, 7] {
        assert_eq!(score(None, Reason::Stalemate, ply), Score::ZERO);
        // What the position itself decides counts as a mate.
        for reason in [
            Reason::Checkmate,
            Reason::Undertaking(Breach::BareKing),
            not_mated(DrawnBy::Dead),
            not_mated(DrawnBy::Stalemate),
        ] {
            let mate = Score::mate_in(ply);
            assert_eq!(score(Some(Color::White), reason, ply), mate, "{reason:?}");
            assert_eq!(score(Some(Color::Black), reason, ply), -mate, "{reason:?}");
        }
        // The same position without the history behind it would not be won.
        for by in [DrawnBy::FiftyMoves, DrawnBy::ThirdOccurrence, DrawnBy::EndlessChecks] {
            let win = Score(Score::BY_HISTORY.0 - ply as i32);
            assert_eq!(score(Some(Color::White), not_mated(by), ply), win, "{by:?}");
            assert_eq!(score(Some(Color::Black), not_mated(by), ply), -win, "{by:?}");
        }
    }
}

/// What can be claimed, by the grounds alone, and what the search makes of it.
fn claimed(setup: &Setup, terms: &Terms) -> (Vec<DrawnBy>, Score) {
    let game = Game::new(setup.position(terms).unwrap());
    let ground = |claim: Claim| claim.ground;
    let grounds = game.claims_by_record().into_iter().map(ground).collect();
    (grounds, worker().claim_at_root(&game))
}

#[test]
fn a_claim_at_the_root_is_made_where_it_is_an_option_that_does_not_lose() {
    let full = |turn, men: &[(&str, Piece)]| Setup {
        turn,
        halfmove: FIFTY_MOVES,
        captureless: Some(FIFTY_MOVES),
        fullmove: 90,
        ..pieces(men)
    };
    let rooks = [
        ("g1", Piece::WhiteKing),
        ("g8", Piece::BlackKing),
        ("a1", Piece::WhiteRook),
        ("a8", Piece::BlackRook),
    ];
    let fifty = vec![DrawnBy::FiftyMoves];
    let british = Terms::from(Code::British1897);
    for turn in Color::ALL {
        let setup = full(turn, &rooks);
        assert_eq!(claimed(&setup, &british), (fifty.clone(), Score::ZERO), "an option");
        let open = Setup { halfmove: 98, captureless: Some(98), ..setup.clone() };
        assert_eq!(claimed(&open, &british), (vec![], NOTHING), "nothing to claim");
        // Where either player claims, and where match runners end the game, it is an end.
        for code in [Code::Rogers1907, Code::Chess] {
            assert_eq!(claimed(&setup, &code.into()), (fifty.clone(), NOTHING), "{code}");
        }
    }
    // White has undertaken to mate: the end is Black's win, which Black alone claims.
    let bound = white_is_bound();
    assert_eq!(claimed(&full(Color::White, &rooks), &bound), (fifty.clone(), NOTHING));
    assert_eq!(claimed(&full(Color::Black, &rooks), &bound), (fifty.clone(), Score::BY_HISTORY));
    // Nothing is claimed by him who is mated.
    let mated = [
        ("a1", Piece::WhiteKing),
        ("g8", Piece::BlackKing),
        ("b2", Piece::BlackQueen),
        ("b8", Piece::BlackRook),
    ];
    assert_eq!(claimed(&full(Color::White, &mated), &british), (fifty, NOTHING));
}

/// By every legal move: does one lead to a position that has stood in the line, or twice in the
/// game where that ends it?
fn some_move_repeats(worker: &Worker<NetworkEvaluator>, position: &Position) -> bool {
    position.legal_moves().iter().any(|&mv| {
        let key = position.play(mv).repetition_key();
        let stood = (worker.key_floor..worker.keys.len()).filter(|&at| worker.keys[at] == key);
        let stood: Vec<usize> = stood.collect();
        stood.iter().any(|&at| at >= worker.game_keys)
            || !position.only_mover_claims(DrawnBy::ThirdOccurrence) && stood.len() >= 2
    })
}

/// Random moves by rook and kings round a fixed piece, half of them back to where the piece
/// came from.
#[test]
fn a_repetition_is_upcoming_exactly_where_a_move_makes_it() {
    let mut state = 5;
    let mut below = |limit: usize| {
        state = splitmix(state);
        (state % limit as u64) as usize
    };
    let mut pick = |position: &Position, last: Option<Move>| {
        let moves = position.legal_moves();
        let back = moves
            .iter()
            .find(|mv| last.is_some_and(|last| (mv.from(), mv.to()) == (last.to(), last.from())));
        match back {
            Some(&back) if below(2) == 0 => Some(back),
            _ => (!moves.is_empty()).then(|| moves[below(moves.len())]),
        }
    };
    let men = [
        ("a1", Piece::WhiteKing),
        ("a3", Piece::WhiteRook),
        ("b2", Piece::WhitePawn),
        ("b3", Piece::BlackPawn),
        ("h8", Piece::BlackKing),
        ("h6", Piece::BlackRook),
        ("g7", Piece::BlackPawn),
        ("g6", Piece::WhitePawn),
    ];
    let table = TranspositionTable::new(1).unwrap();
    let shared = Shared::new(&table, &FixedNodes(1), &NoProber, 1);
    let mut worker = worker();
    for code in [Code::Chess, Code::British1897, Code::England1804] {
        let mut found = [0; 2];
        for round in 0..1_500 {
            let setup = Setup { fullmove: 40, ..pieces(&men) };
            let mut game = Game::new(setup.position(&Terms::from(code)).unwrap());
            for _ in 0..round % 12 {
                let back = game.moves().iter().rev().nth(1).copied();
                if let Some(mv) = pick(game.position(), back) {
                    assert!(game.play(mv));
                }
            }
            let request =
                Request { game: &game, search_moves: &[], multi_pv: 1, depth: 1, mate: None };
            worker.begin(&request, &game.position().legal_moves(), &shared);
            let mut moves = game.moves().to_vec();
            let mut position = *game.position();
            for ply in 0..8 {
                let expected = some_move_repeats(&worker, &position);
                let name = || format!("{code} {moves:?}, {} of them played", game.moves().len());
                assert_eq!(worker.upcoming_repetition(&position), expected, "{}", name());
                found[usize::from(expected)] += 1;
                let back = moves.iter().rev().nth(1).copied();
                let Some(mv) = pick(&position, back) else { break };
                position = worker.make(&position, mv, ply, &shared);
                moves.push(mv);
            }
        }
        assert!(found[0] > 1_000 && found[1] > 1_000, "{code}: {found:?}");
    }
}

/// Tables that know one result of every position of at most five pieces.
struct OneResult(Option<Wdl>);

impl Prober for OneResult {
    fn max_pieces(&self) -> u32 {
        5
    }

    fn least_depth(&self) -> i32 {
        4
    }

    fn wdl(&self, _: &Position) -> Option<Wdl> {
        self.0
    }

    fn root_moves(&self, _: &Position) -> Option<(Wdl, Vec<Move>)> {
        None
    }
}

/// The score of a probe at ply 3 with tables for so many pieces, how often the tables knew the
/// position, and the entry stored.
fn probed(
    setup: &Setup,
    result: Option<Wdl>,
    probe_pieces: u32,
    depth: i32,
    window: Window,
) -> (Option<Score>, u64, Option<Entry>) {
    let position = setup.position(&Terms::default()).unwrap();
    let table = TranspositionTable::new(1).unwrap();
    let prober = OneResult(result);
    let shared = Shared { probe_pieces, ..Shared::new(&table, &FixedNodes(1), &prober, 1) };
    let score = worker().probe_tablebases(&position, 3, depth, window, &shared);
    (score, shared.tablebase_hits.load(Relaxed), table.probe(position.key(), 3))
}

fn king_and_rook() -> Setup {
    let men = [("e1", Piece::WhiteKing), ("h1", Piece::WhiteRook), ("e8", Piece::BlackKing)];
    Setup { fullmove: 40, ..pieces(&men) }
}

#[test]
fn tablebases_are_asked_only_where_they_know_and_it_pays() {
    let window = Window::null(Score::ZERO, NodeType::Cut);
    let hits = |setup: &Setup, probe_pieces, depth| {
        let (score, hits, _) = probed(setup, Some(Wdl::Win), probe_pieces, depth, window);
        assert_eq!(score.is_some(), hits == 1);
        hits
    };
    let setup = king_and_rook();
    assert_eq!(hits(&setup, 2, 40), 0, "too many pieces");
    assert_eq!(hits(&setup, 3, 3), 0, "the largest tables are slow");
    assert_eq!(hits(&setup, 3, 4), 1, "deep enough");
    assert_eq!(hits(&setup, 4, 0), 1, "smaller ones are not");
    assert_eq!(hits(&Setup { halfmove: 1, ..setup.clone() }, 4, 9), 0, "a count has begun");
    let castling = [CastlingLetter::Wing(Color::White, Wing::King)].into_iter().collect();
    assert_eq!(hits(&Setup { castling, ..setup.clone() }, 4, 9), 0, "a right to castle");
    assert_eq!(probed(&setup, None, 4, 9, window), (None, 0, None), "not known");
}

#[test]
fn a_tablebase_result_is_stored_as_the_bound_it_is() {
    let win = Score(Score::TABLEBASE.0 - 3);
    let around = |alpha| Window::null(Score(alpha), NodeType::Cut);
    // With the null window (-alpha - 1, -alpha): results that lie beyond it, and those within.
    for (result, score, bound, cuts, does_not) in [
        (Wdl::Win, win, Bound::Lower, around(0), around(-31_500)),
        (Wdl::Loss, -win, Bound::Upper, around(0), around(31_500)),
    ] {
        for (depth, stored) in [(4, 10), (MAX_PLY as i32, MAX_PLY as i32 - 1)] {
            let entry = Entry {
                best: None,
                score,
                eval: None,
                depth: stored,
                bound: Some(bound),
                pv: false,
            };
            let found = probed(&king_and_rook(), Some(result), 3, depth, cuts);
            assert_eq!(found, (Some(score), 1, Some(entry)), "{result:?}");
        }
        let found = probed(&king_and_rook(), Some(result), 3, 4, does_not);
        assert_eq!(found, (None, 1, None), "{result:?}: a mate may be found yet");
        // On the principal variation a line is wanted.
        let pv = Window { node_type: NodeType::Pv, ..cuts };
        assert_eq!(probed(&king_and_rook(), Some(result), 3, 4, pv), (None, 1, None));
    }
    let (score, hits, entry) = probed(&king_and_rook(), Some(Wdl::Draw), 3, 4, around(0));
    let bound = entry.unwrap().bound;
    assert_eq!((score, hits, bound), (Some(Score::ZERO), 1, Some(Bound::Exact)));
}

/// Neither Black's king nor the pawn on h7 has a move: White's king on f7 guards g7 and g8, and White's pawn
/// stands on h6.
#[test]
fn pieces_are_offered_where_the_rest_is_stalemated_and_that_is_better() {
    const STUCK: [(&str, Piece); 5] = [
        ("h8", Piece::BlackKing),
        ("h7", Piece::BlackPawn),
        ("h6", Piece::WhitePawn),
        ("f7", Piece::WhiteKing),
        ("g1", Piece::WhiteQueen),
    ];
    let offers = |more: &[(&str, Piece)], stalemate, alpha| {
        let setup = Setup { turn: Color::Black, ..pieces(&[&STUCK, more].concat()) };
        let terms = Terms { stalemate: Some(stalemate), ..Terms::default() };
        let position = setup.position(&terms).unwrap();
        let table = TranspositionTable::new(1).unwrap();
        let shared = Shared::new(&table, &FixedNodes(1), &NoProber, 1);
        let window = Window::null(-Score(alpha), NodeType::Cut);
        let mut worker = worker();
        let node = worker.evaluate_node(&position, 0, 3, window, None, &shared);
        worker.may_seek_stalemate(&node)
    };
    let rook = ("a2", Piece::BlackRook);
    let (bishop, knight) = (("b2", Piece::BlackBishop), ("c2", Piece::BlackKnight));
    for (more, offered) in [
        (&[rook][..], true),
        (&[rook, bishop, knight], true),
        (&[rook, bishop, knight, ("d2", Piece::BlackQueen)], false),
        (&[], false),
        (&[rook, ("a5", Piece::BlackPawn)], false),
        (&[rook, ("c3", Piece::WhiteBishop)], false),
    ] {
        assert_eq!(offers(more, Stalemate::Draw, -300), offered, "{more:?}");
    }
    for (stalemate, alpha, offered) in [
        (Stalemate::Draw, 300, false),
        (Stalemate::Win, 300, true),
        (Stalemate::Win, -300, true),
        (Stalemate::Loss, 300, false),
        (Stalemate::Loss, -300, false),
    ] {
        assert_eq!(offers(&[rook], stalemate, alpha), offered, "{stalemate:?} above {alpha}");
    }
}
