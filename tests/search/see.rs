//! Static exchange evaluation by cases worked out by hand with the values of [`SEE_VALUES`].

use jadoube::notation::coordinate;
use jadoube::rules::laws::Terms;
use jadoube::search::see_ge;

/// Pawn, knight, bishop, rook and queen in centipawns, as the search has them.
const SEE_VALUES: [i32; 5] = [100, 325, 335, 520, 985];

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
