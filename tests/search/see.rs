//! Static exchange evaluation: by cases worked out by hand with the values of [`SEE_VALUES`], and
//! beside a recursion that plays every exchange out.

use jadoube::notation::coordinate;
use jadoube::rules::laws::Terms;
use jadoube::rules::{Bitboard, Color, Game, Move, MoveKind, PieceKind, Position, Square};
use jadoube::search::see_ge;

use super::ends::some_setup;
use super::play_at_random;
use crate::chance::Random;

/// Pawn, knight, bishop, rook and queen in centipawns, as the search has them.
const SEE_VALUES: [i32; 5] = [107, 350, 360, 558, 1085];

#[test]
fn an_exchange_nets_what_best_play_on_its_square_nets() {
    let [pawn, knight, _, rook, queen] = SEE_VALUES;
    for (fen, mv, net) in [
        // A free pawn.
        ("1k1r4/1pp4p/p7/4p3/8/P5P1/1PP4P/2K1R3 w - - 0 1", "e1e5", pawn),
        // Many attackers: the knight is taken back, and to go on would cost more.
        ("1k1r3q/1ppn3p/p4b2/4p3/8/P2N2P1/1PP1R1BP/2K1Q3 w - - 0 1", "d3e5", pawn - knight),
        // A rook behind the rook takes part: two against one, then two against two.
        ("7k/3r4/8/3p4/8/8/3R4/3R2K1 w - - 0 1", "d2d5", pawn),
        ("3r3k/3r4/8/3p4/8/8/3R4/3R2K1 w - - 0 1", "d2d5", pawn - rook),
        // The king takes what nobody guards, and not what somebody guards.
        ("8/3k4/3p4/8/8/8/3R4/4K3 w - - 0 1", "d2d6", pawn - rook),
        ("8/3k4/3p4/8/8/8/3R4/3RK3 w - - 0 1", "d2d6", pawn),
        // A quiet move to a square that a pawn attacks.
        ("4k3/8/3p4/8/8/5N2/8/4K3 w - - 0 1", "f3e5", -knight),
        // En passant takes the pawn beside the one that moves.
        ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", pawn),
        ("4k3/2p5/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", 0),
        // A promotion gains a queen for a pawn, unless the queen is taken.
        ("8/P6k/8/8/8/8/8/K7 w - - 0 1", "a7a8q", queen - pawn),
        ("7r/P5k1/8/8/8/8/8/K7 w - - 0 1", "a7a8q", -pawn),
        // Castling exchanges nothing.
        ("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", 0),
    ] {
        let position = super::position(fen, &Terms::default());
        let mv = coordinate::parse(&position, mv).expect(mv);
        assert!(see_ge(&position, mv, net), "{fen} {mv:?} nets {net}");
        assert!(!see_ge(&position, mv, net + 1), "{fen} {mv:?} nets no more than {net}");
    }
}

#[test]
fn to_pass_the_turn_wins_nothing() {
    // A rook that could be taken stands on the square that a null move names.
    let position = super::position("r3k3/8/8/8/8/8/8/R3K3 w - - 0 1", &Terms::default());
    assert!(see_ge(&position, Move::NULL, 0) && see_ge(&position, Move::NULL, -50));
    assert!(!see_ge(&position, Move::NULL, 1));
}

fn value(kind: PieceKind) -> i32 {
    SEE_VALUES.get(kind.index()).copied().unwrap_or(0)
}

/// What a side wins at best by capturing, again and again, the piece of a kind on a square. It may
/// let it be.
fn won_by_capturing(
    position: &Position,
    to: Square,
    occupied: Bitboard,
    side: Color,
    standing: PieceKind,
) -> i32 {
    let board = position.board();
    let attackers = board.attackers(to, occupied) & occupied;
    let ours = attackers & board.of_color(side);
    let weakest = PieceKind::ALL
        .into_iter()
        .find_map(|kind| (ours & board.of_kind(kind)).first().map(|from| (kind, from)));
    match weakest {
        None => 0,
        Some((PieceKind::King, _)) if (attackers & board.of_color(side.other())).any() => 0,
        Some((PieceKind::King, _)) => value(standing),
        Some((kind, from)) => {
            let rest = occupied & !from.bitboard();
            let lost = won_by_capturing(position, to, rest, side.other(), kind);
            (value(standing) - lost).max(0)
        }
    }
}

/// What a move wins when the exchange on its square is played out.
fn net(position: &Position, mv: Move) -> i32 {
    if mv.is_castling() {
        return 0;
    }
    let (from, to) = (mv.from(), mv.to());
    let mut occupied = (position.board().occupied() & !from.bitboard()) | to.bitboard();
    if mv.kind() == MoveKind::EnPassant {
        occupied &= !Square::at(to.file(), from.rank()).bitboard();
    }
    let moved = position.piece_at(from).unwrap().kind();
    let standing = mv.promotion().unwrap_or(moved);
    let gained = position.captured(mv).map_or(0, |piece| value(piece.kind()))
        + mv.promotion().map_or(0, |kind| value(kind) - value(PieceKind::Pawn));
    gained - won_by_capturing(position, to, occupied, position.turn().other(), standing)
}

#[test]
fn every_exchange_nets_what_playing_it_out_nets() {
    let mut random = Random(8);
    let (mut examined, mut losing) = (0, 0);
    while examined < 20_000 {
        let position = match random.below(4) {
            0 => some_setup(&mut random).position(&Terms::default()).ok(),
            _ => {
                let mut game = Game::new(Position::initial());
                let plies = random.below(120);
                play_at_random(&mut random, &mut game, plies);
                Some(*game.position())
            }
        };
        for mv in position.iter().flat_map(|position| position.legal_moves()) {
            let position = position.as_ref().unwrap();
            let net = net(position, mv);
            let name = || format!("{position:?} {mv:?} nets {net}");
            assert!(see_ge(position, mv, net), "{}", name());
            assert!(!see_ge(position, mv, net + 1), "{}, no more", name());
            examined += 1;
            losing += usize::from(net < 0);
        }
    }
    assert!(losing > 2_000, "the games must have moves that lose something: {losing}");
}
