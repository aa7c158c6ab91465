//! Bare kings: with a queen, a rook, two bishops, or bishop and knight, mate is forced on any board
//! where no piece is lost at once, well within fifty moves. The engine must give it from wherever the
//! pieces stand, on few nodes, without letting a position come a third time. With more it can mate on
//! any square that an undertaking names; with less it knows that the game is drawn.

use jadoube::eval::{MAX_PLY, Score, bare_king_score};
use jadoube::rules::laws::{Code, Stalemate, Terms};
use jadoube::rules::{Color, Game, Piece, PieceKind, Setup, Square};
use jadoube::search::{FixedNodes, NoProber, Request, Searcher, Silent};

use crate::chance::Random;

/// Nodes for each move.
const NODES: u64 = 5_000;
/// Games with each set of pieces.
const GAMES: usize = 4;

/// A game that begins with kings and these pieces of the player to move on squares by chance, none
/// of them attacked. `terms` are those under which that player gives.
fn start(random: &mut Random, kinds: &[PieceKind], terms: impl Fn(Color) -> Terms) -> Game {
    loop {
        let strong = random.one_of(&Color::ALL);
        let mut setup = Setup::empty();
        setup.turn = strong;
        let mut place = |piece| {
            let square = random.below(64);
            let free = setup.pieces[square].is_none();
            setup.pieces[square] = setup.pieces[square].or(Some(piece));
            free
        };
        let kings = Color::ALL.map(|color| place(Piece::new(color, PieceKind::King)));
        let placed = kinds.iter().all(|&kind| place(Piece::new(strong, kind)));
        let Ok(position) = setup.position(&terms(strong)) else { continue };
        let board = position.board();
        let bare = board.king(strong.other());
        let attacked = |square: Square| {
            square.file().abs_diff(bare.file()).max(square.rank().abs_diff(bare.rank())) == 1
        };
        if placed
            && kings == [true; 2]
            && position.outcome().is_none()
            && !board.of_color(strong).into_iter().any(attacked)
        {
            return Game::new(position);
        }
    }
}

/// How many plies the engine takes to mate, both sides being its own.
fn plies_to_mate(mut game: Game) -> Result<usize, String> {
    let strong = game.position().turn();
    let mut searcher: Searcher = Searcher::new(1, 1);
    loop {
        if let Some(outcome) = game.outcome() {
            let mated = outcome.winner == Some(strong);
            return mated.then(|| game.moves().len()).ok_or(format!("{outcome:?}"));
        }
        if game.occurrences() > 2 || game.position().fifty_count() >= 100 {
            return Err("it goes on for ever".to_owned());
        }
        let request =
            Request { game: &game, search_moves: &[], multi_pv: 1, depth: MAX_PLY, mate: None };
        let found = searcher.search(&request, &FixedNodes(NODES), &mut Silent, &NoProber);
        assert!(game.play(found.best.expect("the game goes on")));
    }
}

#[test]
fn a_bare_king_is_mated_from_anywhere() {
    use PieceKind::{Bishop, Knight, Queen, Rook};
    let mut random = Random(19);
    for kinds in [&[Queen][..], &[Rook], &[Bishop, Bishop], &[Bishop, Knight]] {
        for _ in 0..GAMES {
            let game = start(&mut random, kinds, |_| Terms::default());
            let first = *game.position();
            let result = plies_to_mate(game);
            assert!(result.is_ok(), "{first:?}: {result:?}");
        }
    }
}

#[test]
fn a_bare_king_is_mated_on_a_square_that_was_named_and_within_a_number_of_moves() {
    use PieceKind::{Queen, Rook};
    let mut random = Random(23);
    for (kinds, promise) in [
        (&[Queen, Rook, Rook][..], "square=e4"),
        (&[Queen, Queen, Rook], "square=a8"),
        (&[Rook, Rook, Rook], "square=c6,within=50"),
        (&[Rook], "within=40"),
        (&[Queen], "draw"),
    ] {
        for _ in 0..GAMES {
            let game = start(&mut random, kinds, |giver| {
                let undertaking = Some(promise.parse().unwrap());
                let odds_giver = Some(giver);
                Terms { undertaking, odds_giver, ..Terms::from(Code::British1897) }
            });
            let first = *game.position();
            let result = plies_to_mate(game);
            assert!(result.is_ok(), "{promise} {first:?}: {result:?}");
        }
    }
}

#[test]
fn a_king_that_cannot_be_mated_is_a_draw_unless_stalemate_loses_or_somebody_is_bound() {
    use PieceKind::{Bishop, Knight};
    let mut random = Random(29);
    let loss = Terms { stalemate: Some(Stalemate::Loss), ..Terms::default() };
    let laws = Code::ALL.iter().map(|&code| Terms::from(code)).chain([loss.clone()]);
    for terms in laws {
        for kinds in [&[Knight, Knight][..], &[Knight], &[Bishop]] {
            // With one piece the law may end the game at once.
            if terms.stalemate.is_some() || terms.code == Code::England1804 || kinds.len() > 1 {
                let game = start(&mut random, kinds, |_| terms.clone());
                let expected = (terms != loss).then_some(Score::ZERO);
                assert_eq!(bare_king_score(game.position()), expected, "{kinds:?} under {terms:?}");
            }
        }
        let bound = |giver| Terms {
            undertaking: Some("draw".parse().unwrap()),
            odds_giver: Some(giver),
            ..terms.clone()
        };
        let game = start(&mut random, &[Knight, Knight], bound);
        assert_eq!(bare_king_score(game.position()), None, "{:?}", game.position());
    }
}
