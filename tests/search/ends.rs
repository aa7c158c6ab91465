//! What the law ends at once, the search never overlooks: held to a full-width look at every move
//! and reply, which asks the rules alone.

use jadoube::notation::{coordinate, fen};
use jadoube::rules::laws::{Code, Conditions, Reason, Stalemate, Terms, Variant};
use jadoube::rules::{Color, Game, Move, Piece, PieceKind, Position, Setup, Square};
use jadoube::search::{FixedNodes, NoProber, Request, SearchResult, Searcher, Silent};

use super::{game, play_at_random};
use crate::chance::Random;

/// The kinds of undertaking; `?` is the square of some piece of the giver, `#` the number of a
/// move soon to be made.
const UNDERTAKINGS: [&str; 16] = [
    "draw",
    "pawn",
    "knight",
    "bishop",
    "rook",
    "queen",
    "rook,knight",
    "square=e4",
    "pawn@?",
    "pawn@?",
    "man@?",
    "man@?",
    "man@?,square=d5",
    "within=#",
    "queen,within=#",
    "pawn@?,within=#",
];

fn search(searcher: &mut Searcher, game: &Game, depth: usize) -> SearchResult {
    let request = Request { game, search_moves: &[], multi_pv: 1, depth, mate: None };
    searcher.search(&request, &FixedNodes(u64::MAX), &mut Silent, &NoProber)
}

/// Some pieces at random, seldom many.
pub fn some_setup(random: &mut Random) -> Setup {
    let mut setup = Setup::empty();
    setup.turn = Color::ALL[random.below(2)];
    setup.fullmove = 20;
    let mut men = vec![Piece::WhiteKing, Piece::BlackKing];
    for _ in 0..1 + random.below(9) {
        let kind = PieceKind::ALL[random.below(9) % 5];
        men.push(Piece::new(Color::ALL[random.below(2)], kind));
    }
    for man in men {
        let square = Square::new(random.below(64) as u8);
        if setup.pieces[square.index()].is_none() {
            setup.pieces[square.index()] = Some(man);
        }
    }
    setup
}

/// A position under an undertaking, from a game begun at random or of some pieces alone.
fn some_position(random: &mut Random, text: &str) -> Option<Position> {
    let setup = match random.below(3) {
        0 => {
            let mut game = Game::new(Position::initial());
            let plies = 4 + random.below(90);
            play_at_random(random, &mut game, plies);
            Setup::of(game.position())
        }
        _ => some_setup(random),
    };
    let giver = Color::ALL[random.below(2)];
    let wanted = |man: Piece| {
        let kind = if text.contains("pawn@") { Some(PieceKind::Pawn) } else { None };
        man.color() == giver
            && man.kind() != PieceKind::King
            && kind.is_none_or(|kind| kind == man.kind())
    };
    let marked: Vec<Square> =
        Square::all().filter(|square| setup.pieces[square.index()].is_some_and(wanted)).collect();
    if marked.is_empty() && text.contains('?') {
        return None;
    }
    let square = marked.get(random.below(marked.len().max(1))).map(Square::to_string);
    let number = usize::from(setup.fullmove) + random.below(3);
    let text = text.replace('?', &square.unwrap_or_default()).replace('#', &number.to_string());
    let conditions: Conditions = text.parse().unwrap();
    let code = Code::ALL[random.below(Code::ALL.len())];
    let terms =
        Terms { undertaking: Some(conditions), odds_giver: Some(giver), ..Terms::from(code) };
    let position = setup.position(&terms).ok()?;
    position.outcome().is_none().then_some(position)
}

/// Whether the player who has just moved, or his opponent at once, wins; mates apart when the law
/// alone is asked.
fn loses_at_once(position: &Position, mover: Color, by_law_alone: bool) -> bool {
    let lost = |position: &Position| {
        position.outcome().is_some_and(|outcome| {
            outcome.winner == Some(mover.other())
                && !(by_law_alone && outcome.reason == Reason::Checkmate)
        })
    };
    lost(position)
        || position.outcome().is_none()
            && position.legal_moves().into_iter().any(|reply| lost(&position.play(reply)))
}

fn wins_at_once(position: &Position, mv: Move) -> bool {
    position.play(mv).outcome().is_some_and(|outcome| outcome.winner == Some(position.turn()))
}

/// Holds a search of three plies to what every move and reply come to. Says whether the position
/// put the question at all.
fn examine(searcher: &mut Searcher, position: Position) -> bool {
    let moves = position.legal_moves();
    let best = search(searcher, &Game::new(position), 3).best.unwrap();
    let name = || {
        let bound = position.undertaking().map(|bound| (bound.giver, bound.conditions.to_string()));
        let best = coordinate::to_string(&position, best);
        format!("{} under {:?}: {best}", fen::to_string(&position), bound)
    };
    if moves.iter().any(|&mv| wins_at_once(&position, mv)) {
        assert!(wins_at_once(&position, best), "a win is missed: {}", name());
        return true;
    }
    let mover = position.turn();
    let falls = |mv: Move, by_law| loses_at_once(&position.play(mv), mover, by_law);
    let can_save_himself = moves.iter().any(|&mv| !falls(mv, false));
    if can_save_himself && moves.iter().any(|&mv| falls(mv, true)) {
        assert!(!falls(best, true), "lost where it need not be: {}", name());
        return true;
    }
    false
}

#[test]
fn at_depth_three_nobody_overlooks_what_ends_the_game_at_once() {
    let mut random = Random(1);
    let mut searcher = Searcher::new(1, 1);
    for text in UNDERTAKINGS {
        let mut examined = [0; 2];
        while examined.iter().any(|&count| count < 60) {
            if let Some(position) = some_position(&mut random, text) {
                let turn = position.turn();
                examined[turn.index()] += usize::from(examine(&mut searcher, position));
            }
        }
    }
}

#[test]
fn a_stalemate_that_decides_is_not_overlooked() {
    let mut random = Random(2);
    let mut searcher = Searcher::new(1, 1);
    for stalemate in [Stalemate::Loss, Stalemate::Win] {
        let terms = Terms { stalemate: Some(stalemate), ..Terms::default() };
        let mut examined = 0;
        while examined < 300 {
            if let Ok(position) = some_setup(&mut random).position(&terms)
                && position.outcome().is_none()
            {
                examined += usize::from(examine(&mut searcher, position));
            }
        }
    }
}

/// A queen takes the marked pawn though it is guarded twice, and wins by it. The rook may not
/// leave it to her.
#[test]
fn the_marked_pawn_is_not_left_to_the_queen() {
    let terms = Variant::CappedPawn.terms();
    let game = game("6k1/p4ppp/8/8/7q/8/5PPP/R4R1K w - - 0 30 marked:f2", "", &terms);
    for depth in 1..=10 {
        let found = search(&mut Searcher::new(16, 1), &game, depth);
        let best = found.best.unwrap();
        let after = game.position().play(best);
        let text = coordinate::to_string(game.position(), best);
        assert!(!loses_at_once(&after, Color::White, false), "depth {depth}: {text}");
    }
}
