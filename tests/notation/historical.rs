//! Games that were played at odds and under undertakings, replayed move by move under a law of
//! their time and after: every move is legal, and the law gives the result that history did. The
//! moves here are facts of record; the file that lies beside the repository is read where it is
//! there. What was played by laws that are not ours is named with the reason.

use crate::shared;
use jadoube::notation::pgn::{GameResult, Reader, Record, Transcript};
use jadoube::notation::{fen, san};
use jadoube::rules::laws::{Breach, Code, Outcome, Reason, Terms};
use jadoube::rules::{Color, Position, Setup, Square, Wing};

/// Terms: a code, odds or `none`, an undertaking or nothing, and who gives.
fn terms(code: Code, odds: &str, undertaking: &str, giver: Color) -> Terms {
    let undertaking = (!undertaking.is_empty()).then(|| undertaking.parse().unwrap());
    Terms { odds: odds.parse().unwrap(), undertaking, odds_giver: Some(giver), ..Terms::from(code) }
}

/// The only game of a text.
fn transcript(text: &str) -> Transcript {
    let mut games: Vec<_> = Reader::new(text.as_bytes()).collect();
    assert_eq!(games.len(), 1, "{text}");
    games.remove(0).unwrap()
}

/// Plays a game and holds it to its result: that of the board where the board has one.
fn replay(game: &Transcript, terms: &Terms) -> Record {
    let record =
        game.replay_under(terms).unwrap_or_else(|error| panic!("{:?}: {error}", game.tags));
    let ended = record.game().positions().iter().position(|position| position.outcome().is_some());
    if let Some(ply) = ended {
        assert_eq!(ply, record.game().moves().len(), "the game ended before its last move");
        assert_eq!(GameResult::of(record.game().outcome()), record.result, "{:?}", game.tags);
    }
    record
}

fn mate_by(winner: Color) -> Option<Outcome> {
    Some(Outcome::win(winner, Reason::Checkmate))
}

/// Paul Morphy v Alonzo Morphy, New Orleans 1850.
const CASTLING_MATES: &str = "1. e4 e5 2. Nf3 Nc6 3. Bc4 Nf6 4. Ng5 d5 5. exd5 Nxd5 6. Nxf7 Kxf7 \
    7. Qf3+ Ke6 8. Nc3 Nd4 9. Bxd5+ Kd6 10. Qf7 Be6 11. Bxe6 Nxe6 12. Ne4+ Kd5 13. c4+ Kxe4 \
    14. Qxe6 Qd4 15. Qg4+ Kd3 16. Qe2+ Kc2 17. d3+ Kxc1 18. O-O# 1-0";

/// Paul Morphy v Charles Le Carpentier, New Orleans 1849.
const LE_CARPENTIER: &str = "1. e4 e5 2. Nf3 Nc6 3. d4 exd4 4. Bc4 Bb4+ 5. c3 dxc3 6. O-O cxb2 \
    7. Bxb2 Bf8 8. e5 d6 9. Re1 dxe5 10. Nxe5 Qxd1 11. Bxf7+ Ke7 12. Ng6+ Kxf7 13. Nxh8# 1-0";

/// John Cochrane v Deschapelles, Paris 1821, from the first of White's two moves.
const PAWN_AND_TWO: &str = "1. e4 2. d4 Nc6 3. f4 d5 4. e5 Bf5 5. c3 e6 6. Bd3 Nh6 7. Ne2 Qh4+ \
    8. g3 Qh3 9. Kd2 Bxd3 10. Kxd3 Qf5+ 11. Kd2 Ng4 12. Ke1 Qe4 13. Rg1 Nxh2 14. Nd2 Qd3 15. Kf2 \
    Ng4+ 16. Ke1 Qe3 17. Nf1 Qf2+ 18. Kd2 Qf3 19. Kc2 Nf2 20. Qd2 Qe4+ 21. Kb3 Na5+ 22. Ka4 Nc4 \
    23. Qe1 Qc2+ 24. b3 Nd3 25. Ne3 Nxe3 26. Qd2 Nb2+ 27. Kb5 c6+ 28. Ka5 Nec4+ 29. bxc4 Qa4# 0-1";

/// Max Lange v Schierstedt, Breslau 1868: White must mate with his queen's knight.
const CAPPED_KNIGHT: &str = "1. e4 e5 2. Nc3 Nc6 3. f4 exf4 4. Nf3 g5 5. Bc4 g4 6. O-O gxf3 7. d4 \
    fxg2 8. Bxf7+ Kxf7 9. Qh5+ Kg7 10. Rxf4 Nh6 11. Be3 d6 12. Ne2 Qe7 13. Kxg2 Be6 14. Raf1 Bf7 \
    15. Qxh6+ Kxh6 16. Rg4+ Kh5 17. Ng3+ Kxg4 18. Rf5 h6 19. h3+ Kh4 20. Rh5+ Bxh5 21. Nf5# 1-0";

/// Potter v an amateur, London 1870, at the odds of the queen.
const QUEEN_ODDS: &str = "1. e4 e5 2. Nf3 Nc6 3. Bc4 Nf6 4. Nc3 Na5 5. Nxe5 Nxe4 6. d3 Nc5 \
    7. Bxf7+ Ke7 8. Bg5+ Kd6 9. Nb5+ Kxe5 10. f4+ Kf5 11. Nd4+ Kg4 12. h3+ Kg3 13. Ne2+ Kxg2 \
    14. Bd5+ Ne4 15. Bxe4# 1-0";

/// Philidor v Count Brühl, London 1789: a knight for a pawn. The moves that are known.
const KNIGHT_FOR_PAWN: &str = "1. e4 d5 2. e5 Bf5 3. g4 Bg6 4. h4 c5 5. h5 Bf7 6. c3 e6 7. f4 Nc6 \
    8. d4 cxd4 9. cxd4 Bb4+ 10. Kf2 Nge7 11. Nf3 a6 12. a3 Ba5 13. b4 Bb6 14. Be3 O-O 15. Bd3 Kh8 \
    16. Kg3 Qd7 17. Ra2 Bg8 18. Bb1 Nd8 19. Nh4 Nf7 *";

const CODES: [Code; 6] = [
    Code::England1804,
    Code::France1804,
    Code::Accomplished1837,
    Code::British1897,
    Code::Rogers1907,
    Code::Federation1912,
];

/// The giver of the queen's rook castles on his king's side under every code
/// (rogers1907:XXXVI takes it from him on the other side alone).
#[test]
fn morphy_gives_his_queens_rook_and_castles_with_the_other() {
    for code in CODES {
        let terms = terms(code, "rook", "", Color::White);
        for game in [CASTLING_MATES, LE_CARPENTIER] {
            let record = replay(&transcript(game), &terms);
            assert_eq!(record.position().outcome(), mate_by(Color::White), "{code}");
        }
    }
}

/// In the first of these games the rook that castled mates. Until then White might have castled
/// with his king alone (british1897:IV.5, federation1912:39, accomplished1837:8), never in 1804 or
/// 1907 (amateur1804:XI-XII, rogers1907:XXXVI).
#[test]
fn the_right_to_castle_without_the_rook_follows_the_code() {
    for (code, right) in CODES.into_iter().zip([false, false, true, true, false, true]) {
        let record = replay(&transcript(CASTLING_MATES), &terms(code, "rook", "", Color::White));
        let positions = record.game().positions();
        let before_castling = &positions[positions.len() - 2];
        for position in [record.game().start(), before_castling] {
            let ghost = position.board().ghost_right(Color::White, Wing::Queen);
            assert_eq!(ghost, right, "{code}");
        }
    }
}

/// Pawn and two moves: Black waits with the null move while White makes his two
/// (federation1912:37, accomplished1837:15, british1897:IV.4, rogers1907:XXXIV).
#[test]
fn deschapelles_gives_pawn_and_two_moves() {
    for code in CODES {
        let record =
            replay(&transcript(PAWN_AND_TWO), &terms(code, "pawn,moves=2", "", Color::Black));
        assert_eq!(record.position().outcome(), mate_by(Color::Black), "{code}");
        assert_eq!(record.game().moves().iter().filter(|mv| mv.is_null()).count(), 1);
        assert!(record.to_string().contains("1. e4 -- 2. d4 Nc6 3. f4 d5"), "{record}");
    }
}

/// british1897:IV.8: the mate is with the marked piece, which went from b1 by c3, e2 and g3 to f5.
#[test]
fn lange_mates_with_the_capped_knight() {
    for code in CODES {
        let terms = terms(code, "none", "man@b1", Color::White);
        let record = replay(&transcript(CAPPED_KNIGHT), &terms);
        assert_eq!(record.position().outcome(), mate_by(Color::White), "{code}");
        assert_eq!(record.position().board().marked(), Square::parse("f5"));
    }
}

/// The same moves under other undertakings: the king stands on h4 at the mate, which is the
/// twenty-first move (british1897:IV.7 and IV.8); and what would have lost.
#[test]
fn the_same_game_under_other_undertakings() {
    let game = transcript(CAPPED_KNIGHT);
    let kept = ["knight", "square=h4", "within=21", "draw", "man@b1,knight,square=h4,within=21"];
    for undertaking in kept {
        let record = replay(&game, &terms(Code::British1897, "none", undertaking, Color::White));
        assert_eq!(record.position().outcome(), mate_by(Color::White), "{undertaking}");
    }
    let broken = [
        // undertaking, the ply after which White has lost, why
        ("pawn", 41, Breach::WrongMate),
        ("square=h5", 41, Breach::WrongMate),
        ("within=20", 39, Breach::LimitPassed),
        ("man@g1", 12, Breach::MarkedPieceCaptured),
    ];
    for (undertaking, ply, breach) in broken {
        let terms = terms(Code::British1897, "none", undertaking, Color::White);
        let record = game.replay_under(&terms).unwrap();
        let lost = Some(Outcome::win(Color::Black, Reason::Undertaking(breach)));
        let positions = record.game().positions();
        assert_eq!(positions[ply].outcome(), lost, "{undertaking}");
        assert_eq!(positions[ply - 1].outcome(), None, "{undertaking}");
    }
    // Black, who undertook nothing, might have: he has then lost by being mated. (In 1912 White
    // begins, whoever gives: federation1912:18.)
    let record = replay(&game, &terms(Code::Federation1912, "none", "draw", Color::Black));
    assert_eq!(record.position().outcome(), mate_by(Color::White));
}

#[test]
fn queen_odds_and_a_knight_for_a_pawn() {
    for code in CODES {
        let record = replay(&transcript(QUEEN_ODDS), &terms(code, "queen", "", Color::White));
        assert_eq!(record.position().outcome(), mate_by(Color::White), "{code}");
        let record = replay(&transcript(KNIGHT_FOR_PAWN), &terms(code, "b1,f7", "", Color::White));
        assert_eq!(record.position().outcome(), None, "{code}");
        assert_eq!(
            fen::six_fields(&Setup::of(record.game().start())),
            "rnbqkbnr/ppppp1pp/8/8/8/8/PPPPPPPP/R1BQKBNR w KQkq - 0 1"
        );
    }
}

/// Every game here, written as PGN with its terms and read again without being told them.
#[test]
fn the_games_survive_as_pgn() {
    let games = [
        (CASTLING_MATES, terms(Code::Accomplished1837, "rook", "", Color::White)),
        (LE_CARPENTIER, terms(Code::Accomplished1837, "rook", "", Color::White)),
        (PAWN_AND_TWO, terms(Code::France1804, "pawn,moves=2", "", Color::Black)),
        (CAPPED_KNIGHT, terms(Code::Accomplished1837, "none", "man@b1", Color::White)),
        (QUEEN_ODDS, terms(Code::Accomplished1837, "queen", "", Color::White)),
        (KNIGHT_FOR_PAWN, terms(Code::England1804, "b1,f7", "", Color::White)),
    ];
    for (text, terms) in games {
        let record = replay(&transcript(text), &terms);
        let again = transcript(&record.to_string()).replay().unwrap();
        assert_eq!(*again.terms(), terms);
        assert_eq!(again.game().moves(), record.game().moves());
        assert_eq!(again.position().key(), record.position().key());
        assert_eq!(again.result, record.result);
    }
}

fn position(fen: &str, terms: &Terms) -> Position {
    fen::parse(fen).unwrap().position(terms).unwrap()
}

/// accomplished1837:16: at the odds of the rook the king castles alone although his other rook
/// stands in the corner, and it stays there. White mates in two.
#[test]
fn the_king_castles_past_the_rook_that_was_not_given() {
    let given = terms(Code::Accomplished1837, "rook", "", Color::White);
    let mut record = Record::new(&given, position("8/8/8/2B5/2p5/1kp5/8/R3K3 w Q - 0 1", &given));
    for text in ["O-O-O", "c2", "Ra3#"] {
        let mv = san::parse(record.position(), text).unwrap();
        assert_eq!(san::to_string(record.position(), mv), text);
        assert!(record.play(mv));
    }
    assert_eq!(record.position().outcome(), mate_by(Color::White));
    assert_eq!(record.position().board().king(Color::White), Square::C1);
}

/// The law of the British Chess Association of 1862, by which a pawn on the eighth rank could
/// remain a pawn ("dummy pawn"), is none of our five: accomplished1837 is silent, british1897:I.11E
/// and federation1912:15 list four pieces, amateur1804:IX and rogers1907:XI speak of pieces.
#[test]
fn no_code_of_ours_knows_the_dummy_pawn() {
    let problems = [
        ("r7/1Pp5/2P3p1/8/6pb/4p1kB/4P1p1/6K1 w - - 0 1", "bxa8=P"),
        ("8/4P3/8/4p1p1/2p3Pp/p4p1K/k1p2P1P/8 w - - 0 1", "e8=P"),
    ];
    for (fen, dummy) in problems {
        for code in CODES {
            let position = position(fen, &Terms::from(code));
            let error = san::parse(&position, dummy).unwrap_err().to_string();
            assert!(error.contains(dummy), "{error}");
            let promotions = position.legal_moves().into_iter().filter(|mv| {
                let pawn = position.piece_at(mv.from()).is_some_and(|man| man.letter() == 'P');
                pawn && mv.to().rank() == 7
            });
            assert!(promotions.clone().count() >= 4);
            assert!(promotions.into_iter().all(|mv| mv.promotion().is_some()));
        }
    }
}

/// What the file beside the repository holds: the beginning of the tag Event, and under which
/// terms it is played.
fn games_of_the_file() -> [(&'static str, Terms); 9] {
    let rook = terms(Code::Accomplished1837, "rook", "", Color::White);
    // Dubois played by the Italian rules, of which the castling at move 20 alone is no move of
    // ours: the king went to b1 and the rook to e1. The moves before and after it are.
    let italian = Terms::from(Code::France1804);
    [
        ("Rook odds (Ra1); mate by castling", rook.clone()),
        ("Rook odds (Ra1)", rook),
        ("Queen odds", terms(Code::Accomplished1837, "queen", "", Color::White)),
        ("Knight odds (Nb1)", terms(Code::British1897, "knight", "", Color::White)),
        ("Pawn (f7) and two moves", terms(Code::France1804, "pawn,moves=2", "", Color::Black)),
        ("Knight odds (Nb1) for f7 pawn", terms(Code::England1804, "b1,f7", "", Color::White)),
        ("Capped piece", terms(Code::Accomplished1837, "none", "man@b1", Color::White)),
        ("Italian rules (free castling), part 1", italian.clone()),
        ("Italian rules (free castling), part 2", italian),
    ]
}

/// The games of that file, each on its terms.
pub fn records_of_the_file() -> Vec<Record> {
    let path = shared::data("historical/odds_and_old_laws_games.pgn");
    let text = std::fs::read(&path).unwrap_or_else(|error| panic!("{path:?}: {error}"));
    let games: Vec<Transcript> = Reader::new(&text[..]).map(Result::unwrap).collect();
    assert_eq!(games.len(), 9);
    let mut records = Vec::new();
    for (game, (event, terms)) in games.iter().zip(games_of_the_file()) {
        assert!(game.tags.get("Event").unwrap().starts_with(event), "{event}");
        let record = replay(game, &terms);
        assert_eq!(record.result.token(), game.tags.get("Result").unwrap(), "{event}");
        records.push(record);
    }
    records
}

#[test]
#[cfg_attr(not(shared_data), ignore = "needs the shared test data")]
fn the_file_beside_the_repository_replays() {
    let records = records_of_the_file();
    // Free castling: no move of any code of ours leads from the first part to the second.
    let (before, after) = (records[7].position(), records[8].game().start());
    for code in CODES {
        let whole = fen::to_string(before);
        let before = position(&whole, &Terms::from(code));
        let reached = |mv| {
            Square::all().all(|square| before.play(mv).piece_at(square) == after.piece_at(square))
        };
        assert!(!before.legal_moves().into_iter().any(reached), "{code}");
    }
}
