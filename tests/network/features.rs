//! The inputs: a few computed by hand from the specification of the network, and the symmetries
//! that hold for all.

use std::collections::BTreeSet;

use jadoube::eval::network::features::{
    BOUND, BOUND_SIZE, CASTLING, CODES, FLAGS, GHOSTS, MARKED, NAMED, RATING, RELATED, STALEMATE,
    ZONE_SIZE, ZONES, active, head,
};
use jadoube::eval::network::{FEATURES, HEADS, RatingAdvantage};
use jadoube::notation::fen;
use jadoube::rules::laws::{Code, Terms, Variant};
use jadoube::rules::{Color, Piece, PieceKind, Position, Setup, Square};

use super::position;

const NONE: RatingAdvantage = RatingAdvantage::NONE;

/// The inputs that are on, each of which must be on once.
fn set(position: &Position, perspective: Color, advantage: RatingAdvantage) -> BTreeSet<usize> {
    let list = active(position, perspective, advantage);
    let set: BTreeSet<usize> = list.iter().map(|&feature| feature.into()).collect();
    assert_eq!(set.len(), list.len(), "{position:?}");
    assert!(set.iter().all(|&feature| feature < FEATURES));
    set
}

/// The square's number within a plane.
fn place(square: &str) -> usize {
    Square::parse(square).unwrap().index()
}

const PAWN: usize = 0;
const KNIGHT: usize = 64;
const ROOK: usize = 3 * 64;
const KING: usize = 5 * 64;
const OPPONENT: usize = 6 * 64;

fn assert_set(found: &BTreeSet<usize>, expected: &[usize]) {
    assert_eq!(found, &expected.iter().copied().collect::<BTreeSet<_>>());
}

#[test]
fn the_inputs_are_laid_out_as_specified() {
    assert_eq!((ZONE_SIZE, ZONES), (768, 4));
    assert_eq!((MARKED, NAMED, RELATED, FLAGS), (3072, 3200, 3328, 4992));
    assert_eq!((GHOSTS, CASTLING, STALEMATE, CODES), (4992, 4996, 5000, 5002));
    assert_eq!((BOUND, BOUND_SIZE, RATING), (5007, 12, 5031));
    assert_eq!((FEATURES, HEADS), (5039, 24));
}

#[test]
fn pieces_are_seen_from_each_side() {
    // White's king is on the a to d files, Black's is not: Black sees the files reversed too.
    let position = position("4k3/8/8/8/8/1n6/P7/2K5 w - - 0 1", &Terms::default());
    let white = [
        PAWN + place("a2"),
        KING + place("c1"),
        OPPONENT + KNIGHT + place("b3"),
        OPPONENT + KING + place("e8"),
    ];
    // The pawn is passed and isolated, the knight attacked by it and not defended; the knight attacks
    // a square beside the king.
    let related = [
        RELATED + place("a2"),
        RELATED + 2 * 64 + place("a2"),
        RELATED + 5 * 64 + place("b3"),
        RELATED + 7 * 64 + place("b3"),
        RELATED + 16 * 64 + place("d2"),
    ];
    let white = [&white.map(|input| ZONE_SIZE + input)[..], &related].concat();
    assert_set(&set(&position, Color::White, NONE), &white);
    let black = [
        OPPONENT + PAWN + place("h7"),
        OPPONENT + KING + place("f8"),
        KNIGHT + place("g6"),
        KING + place("d1"),
    ];
    let related = [
        RELATED + 64 + place("h7"),
        RELATED + 3 * 64 + place("h7"),
        RELATED + 4 * 64 + place("g6"),
        RELATED + 6 * 64 + place("g6"),
        RELATED + 17 * 64 + place("e7"),
    ];
    let black = [&black.map(|input| ZONE_SIZE + input)[..], &related].concat();
    assert_set(&set(&position, Color::Black, NONE), &black);
}

/// The zones by the square of one's own king, the own first rank first: castled or in the corner, in
/// the middle of the first rank, on the second rank, beyond.
#[test]
fn pieces_are_seen_by_the_zone_of_the_own_king() {
    const ZONE_OF: [&str; 8] = [
        "00111100", "22222222", "33333333", "33333333", "33333333", "33333333", "33333333",
        "33333333",
    ];
    for square in Square::all() {
        let zone =
            ZONE_OF[usize::from(square.rank())].as_bytes()[usize::from(square.file())] - b'0';
        // The other king stands four files away.
        let mut setup = Setup::empty();
        setup.pieces[square.index()] = Some(Piece::new(Color::White, PieceKind::King));
        setup.pieces[square.index() ^ 4] = Some(Piece::new(Color::Black, PieceKind::King));
        for (there, color) in [(setup.clone(), Color::White), (setup.mirrored(), Color::Black)] {
            let position = there.position(&Terms::default()).unwrap();
            let zones: Vec<usize> =
                set(&position, color, NONE).into_iter().map(|input| input / ZONE_SIZE).collect();
            assert_eq!(zones, [usize::from(zone); 2], "{square} {color}");
        }
    }
}

#[test]
fn rights_and_laws_are_flags() {
    let mut terms = Terms::from(Code::England1804);
    let found = set(&position("r3k3/8/8/8/8/8/8/4K2R w Kq - 0 1", &terms), Color::White, NONE);
    let flags: Vec<usize> = found.into_iter().filter(|&feature| feature >= FLAGS).collect();
    // Own king's wing, the opponent's queen's wing, stalemate wins, 1804.
    assert_eq!(flags, [CASTLING, CASTLING + 3, STALEMATE, CODES]);

    terms = Terms::from(Code::Federation1912);
    terms.odds = "a1".parse().unwrap();
    terms.odds_giver = Some(Color::White);
    let given = position("4k2r/8/8/8/8/8/8/4K3 w Qk - 0 1", &terms);
    for (perspective, expected) in [
        (Color::White, [GHOSTS + 1, CASTLING + 2, CODES + 4]),
        (Color::Black, [GHOSTS + 3, CASTLING, CODES + 4]),
    ] {
        let found = set(&given, perspective, NONE);
        let flags: Vec<usize> = found.into_iter().filter(|&feature| feature >= FLAGS).collect();
        assert_eq!(flags, expected);
    }
}

#[test]
fn an_undertaking_is_told_to_both_sides() {
    let mut terms = Terms::from(Code::Chess);
    terms.undertaking = Some("man@b1,square=e4,rook,within=12".parse().unwrap());
    terms.odds_giver = Some(Color::White);
    // At move 3 White has ten moves left.
    let position = position("6k1/8/8/8/8/8/8/1R4K1 w - - 0 3", &terms);
    let of = |first: usize| [0, 1 + 3, 6, 7, 8 + 1].map(|condition| first + condition);
    // Both kings are on the e to h files, so that both see the files reversed.
    let mut white = vec![ROOK + place("g1"), KING + place("b1"), OPPONENT + KING + place("b8")];
    white.extend([MARKED + place("g1"), NAMED + place("d4")]);
    // The rook has no own pawn before it, and may give check on the last rank.
    white.extend([RELATED + 12 * 64 + place("g1"), RELATED + 22 * 64 + place("g8")]);
    white.extend(of(BOUND));
    assert_set(&set(&position, Color::White, NONE), &white);
    let mut black = vec![OPPONENT + ROOK + place("g8"), OPPONENT + KING + place("b8")];
    black.extend([KING + place("b1"), MARKED + 64 + place("g8"), NAMED + 64 + place("d5")]);
    black.extend([RELATED + 13 * 64 + place("g8"), RELATED + 23 * 64 + place("g1")]);
    black.extend(of(BOUND + BOUND_SIZE));
    assert_set(&set(&position, Color::Black, NONE), &black);
}

#[test]
fn moves_left_and_rating_advantages_have_four_sizes() {
    let within = |limit: u16| {
        let mut terms = Terms::from(Code::Chess);
        terms.undertaking = Some(format!("within={limit}").parse().unwrap());
        terms.odds_giver = Some(Color::White);
        let position = position("6k1/8/8/8/8/8/8/1R4K1 w - - 0 1", &terms);
        let found = set(&position, Color::White, NONE);
        found.into_iter().filter(|&feature| feature > BOUND).collect::<Vec<_>>()
    };
    for (limit, size) in [(1, 0), (5, 0), (6, 1), (10, 1), (11, 2), (20, 2), (21, 3), (9999, 3)] {
        assert_eq!(within(limit), [BOUND + 8 + size], "{limit}");
    }
    let position = Position::initial();
    for (points, size) in
        [(1, 0), (250, 0), (251, 1), (500, 1), (501, 2), (900, 2), (901, 3), (1500, 3)]
    {
        let advantage = RatingAdvantage::of(Color::Black, points);
        assert_eq!(advantage.points(Color::White), -points);
        assert!(set(&position, Color::Black, advantage).contains(&(RATING + size)));
        assert!(set(&position, Color::White, advantage).contains(&(RATING + 4 + size)));
        let found = set(&position, Color::White, advantage);
        assert_eq!(found.range(RATING..).count(), 1);
    }
    assert_eq!(set(&position, Color::White, NONE).range(RATING..).count(), 0);
}

#[test]
fn colours_exchanged_are_the_other_perspective() {
    for (variant, text) in [
        (Variant::Chess, "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"),
        (Variant::Chess, "2kr4/8/8/3p4/8/8/5P2/4K2R b K - 3 9"),
        (Variant::Accomplished1837, "r3kbnr/pp3ppp/2n5/8/8/5Q2/PPP2PPP/4KBNR w KQkq - 0 9"),
        (Variant::CappedPiece, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"),
        (Variant::SquareMate, "8/8/8/3k4/8/2Q5/3K4/4R3 w - - 0 60"),
    ] {
        let before = fen::parse(text).unwrap();
        let agreed = variant.terms();
        let there = before.position(&agreed).unwrap();
        let odds_giver = Some(agreed.giver(Some(&before)));
        let mirrored = Terms { odds_giver, ..agreed }.mirrored();
        let here = Setup::of(&there).mirrored().position(&mirrored).unwrap();
        for color in Color::ALL {
            let advantage = RatingAdvantage::of(color, 300);
            let exchanged = RatingAdvantage::of(color.other(), 300);
            assert_eq!(
                set(&there, color, advantage),
                set(&here, color.other(), exchanged),
                "{text} {color}"
            );
        }
        assert_eq!(head(&there), head(&here));
    }
}

#[test]
fn files_reversed_are_the_same_inputs() {
    for (text, reversed) in [
        ("3k4/p4r2/8/8/2N5/8/PP6/1K3Q2 w - - 0 1", "4k3/2r4p/8/8/5N2/8/6PP/2Q3K1 w - - 0 1"),
        ("7k/8/8/3q4/8/8/8/K7 b - - 0 1", "k7/8/8/4q3/8/8/8/7K b - - 0 1"),
    ] {
        let [one, other] = [text, reversed].map(|text| position(text, &Terms::default()));
        for color in Color::ALL {
            assert_eq!(set(&one, color, NONE), set(&other, color, NONE), "{text} {color}");
        }
    }
}

#[test]
fn heads_go_by_results_and_pieces() {
    let bare = "4k3/8/8/8/8/8/8/4K2R w - - 0 1";
    let full = fen::INITIAL;
    let mut bound = Terms::from(Code::England1804);
    bound.undertaking = Some("draw".parse().unwrap());
    for (terms, family) in [(Terms::default(), 0), (Terms::from(Code::England1804), 1), (bound, 2)]
    {
        assert_eq!(head(&position(bare, &terms)), 8 * family);
        assert_eq!(head(&position(full, &terms)), 8 * family + 7);
    }
    let six = "4k3/pp6/8/8/8/8/PP6/4K3 w - - 0 1";
    assert_eq!(head(&position(six, &Terms::default())), 1);
}
