//! Any text as a FEN, under each law. What becomes a position must come back from its own FEN as
//! the same position, and its moves must be playable.

#![no_main]

use jadoube::notation::fen;
use jadoube::rules::laws::Variant;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let Ok(setup) = fen::parse(text) else { return };
    for variant in Variant::ALL {
        let terms = variant.terms();
        let Ok(position) = setup.position(&terms) else { continue };
        let written = fen::to_string(&position);
        let again = fen::parse(&written).and_then(|setup| Ok(setup.position(&terms)));
        let again = again.expect("what we write, we read").expect("and is a position");
        assert_eq!(fen::to_string(&again), written);
        assert_eq!(again.key(), position.key(), "{written}");
        for &mv in &position.legal_moves() {
            let _ = position.play(mv).outcome();
        }
    }
});
