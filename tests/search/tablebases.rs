//! Tablebases: tables made here byte by byte, and, where the folder `shared` is at hand, real ones,
//! beside another reader of them.

use crate::chance::Random;
use crate::folder::Folder;
use crate::made_table::constant_table;
use crate::shared;
use jadoube::notation::{coordinate, fen};
use jadoube::referee::game::{Adjudicated, by_tablebases};
use jadoube::rules::attacks;
use jadoube::rules::laws::{Code, FiftyMoves, Stalemate, Terms, Variant};
use jadoube::rules::{Bitboard, Color, Game, Move, Piece, PieceKind, Position, Setup, Square};
use jadoube::search::{FixedNodes, Observer, Prober, Report, Request, Searcher, Wdl};
use jadoube::tablebases::{TablebaseError, Tablebases};

/// The tables of a folder.
pub fn open(folder: &Folder) -> Result<Tablebases, TablebaseError> {
    Tablebases::open(folder.0.to_str().unwrap())
}

fn position(text: &str, terms: &Terms) -> Position {
    fen::parse(text).unwrap().position(terms).unwrap()
}

const QUEEN_WINS: &str = "7k/8/8/8/8/8/8/KQ6 w - - 0 1";

/// The real tables.
pub fn real_tables() -> Tablebases {
    Tablebases::open(shared::data("syzygy").to_str().unwrap()).unwrap()
}

#[test]
fn a_folder_without_tables_is_named() {
    let nowhere = Tablebases::open("/nowhere/at all").err().unwrap().to_string();
    assert!(nowhere.contains("/nowhere/at all"), "{nowhere}");
    let folder = Folder::new("none");
    folder.write("README", b"no table").write("KXvK.rtbw", b"nor this");
    let error = open(&folder).err().unwrap();
    assert!(matches!(&error, TablebaseError::None(_)), "{error}");
    assert!(error.to_string().contains(folder.0.to_str().unwrap()), "{error}");
    assert!(matches!(Tablebases::open(""), Err(TablebaseError::None(_))));
    assert_eq!(Tablebases::default().max_pieces(), 0);
    assert_eq!(Tablebases::default().wdl(&position(QUEEN_WINS, &Terms::default())), None);
}

#[test]
fn several_folders_are_one_set() {
    let (one, other) = (Folder::new("one"), Folder::new("other"));
    one.write("KQvK.rtbw", &constant_table(true));
    other.write("KQvK.rtbz", &constant_table(false));
    let both = std::env::join_paths([&one.0, &other.0]).unwrap();
    let tables = Tablebases::open(both.to_str().unwrap()).unwrap();
    assert_eq!((tables.files(), tables.max_pieces()), (2, 3));
    assert_eq!(tables.distance_to_zeroing(&position(QUEEN_WINS, &Terms::default())), Some(1));
}

#[test]
fn the_tables_are_asked_only_under_a_law_they_know() {
    let folder = Folder::new("laws");
    folder.write("KQvK.rtbw", &constant_table(true)).write("KQvK.rtbz", &constant_table(false));
    let tables = open(&folder).unwrap();
    let known = |terms: &Terms, text: &str| {
        let position = position(text, terms);
        let answers = [
            tables.wdl(&position).is_some(),
            tables.root_moves(&position).is_some(),
            tables.distance_to_zeroing(&position).is_some(),
        ];
        assert!(answers == [answers[0]; 3], "{answers:?}");
        answers[0]
    };
    for (code, knows) in [
        (Code::Chess, true),
        (Code::England1804, false),
        (Code::France1804, false),
        (Code::Accomplished1837, false),
        (Code::British1897, false),
        (Code::Rogers1907, false),
        (Code::Federation1912, true),
    ] {
        assert_eq!(known(&Terms::from(code), QUEEN_WINS), knows, "{code}");
    }
    let with = |change: fn(&mut Terms)| {
        let mut terms = Terms::default();
        change(&mut terms);
        known(&terms, QUEEN_WINS)
    };
    assert!(!with(|terms| terms.stalemate = Some(Stalemate::Loss)));
    assert!(!with(|terms| terms.fifty_moves = Some(FiftyMoves::Captures)));
    assert!(!with(|terms| terms.fifty_moves = Some(FiftyMoves::Off)));
    assert!(!with(|terms| terms.undertaking = Some("queen".parse().unwrap())));
    assert!(with(|terms| terms.castle_without_rook = Some(true)));
    // A right to castle without a rook, and moves of odds still to be made.
    let ghosts = Terms { castle_without_rook: Some(true), ..Terms::default() };
    assert!(!known(&ghosts, "7k/8/8/8/8/8/Q7/4K3 w Q - 0 1"));
    assert!(known(&Terms::default(), "7k/8/8/8/8/8/Q7/4K3 w Q - 0 1"), "the letter is dropped");
    let odds = Variant::PawnAndTwo.terms();
    assert!(!known(&odds, "7k/8/8/8/8/8/8/KQ6 w - - 0 1 oddsmoves:2"));
    let castling = "k7/8/8/8/8/8/8/4K2R w K - 0 1";
    assert!(!known(&Terms::default(), castling));
}

#[test]
fn a_made_table_is_read() {
    let folder = Folder::new("made");
    folder.write("KQvK.rtbw", &constant_table(true)).write("KQvK.rtbz", &constant_table(false));
    let tables = open(&folder).unwrap();
    let chess = Terms::default();
    assert_eq!(tables.wdl(&position(QUEEN_WINS, &chess)), Some(Wdl::Win));
    assert_eq!(tables.wdl(&position("7k/8/8/8/8/8/8/KQ6 b - - 0 1", &chess)), Some(Wdl::Loss));
    assert_eq!(tables.wdl(&position("kq6/8/8/8/8/8/8/7K w - - 0 1", &chess)), Some(Wdl::Loss));
    // The queen can be taken, whatever the table says.
    assert_eq!(tables.wdl(&position("8/8/8/8/8/8/kQ6/7K b - - 0 1", &chess)), Some(Wdl::Draw));
    assert_eq!(tables.wdl(&position("7k/8/8/8/8/8/8/K7 w - - 0 1", &chess)), Some(Wdl::Draw));
    assert_eq!(tables.wdl(&position("7k/8/8/8/8/8/8/KR6 w - - 0 1", &chess)), None, "no table");
}

/// The referee ends games by a table only where it is right to the last.
#[test]
fn games_are_ended_by_tables_that_are_right() {
    let folder = Folder::new("ends");
    folder.write("KQvK.rtbw", &constant_table(true)).write("KQvK.rtbz", &constant_table(false));
    let tables = open(&folder).unwrap();
    let of = |code| Terms::from(code);
    let won = |winner| Some(Adjudicated::Tablebase(Some(winner)));
    let drawn = Some(Adjudicated::Tablebase(None));
    for (text, terms, verdict) in [
        (QUEEN_WINS, of(Code::Chess), won(Color::White)),
        ("7k/8/8/8/8/8/8/KQ6 b - - 0 1", of(Code::Federation1912), won(Color::White)),
        ("kq6/8/8/8/8/8/8/7K w - - 0 1", of(Code::Chess), won(Color::Black)),
        ("8/8/8/8/8/8/kQ6/7K b - - 3 1", of(Code::Chess), drawn),
        ("7k/8/8/8/8/8/8/KQ6 w - - 98 90", of(Code::Chess), won(Color::White)),
        ("7k/8/8/8/8/8/8/KQ6 w - - 99 90", of(Code::Chess), None),
        ("7k/8/8/8/8/8/8/KR6 w - - 0 1", of(Code::Chess), None),
        ("7k/8/8/8/8/8/8/KQ6 w - - 0 1", of(Code::England1804), None),
        ("7k/8/8/8/8/8/8/KQ6 w - - 0 1", of(Code::France1804), None),
        ("7k/8/8/8/8/8/8/KQ6 w - - 0 1", of(Code::British1897), None),
        ("7k/8/8/8/8/8/8/KQ6 w - - 0 1", Variant::SquareMate.terms(), None),
    ] {
        let found = by_tablebases(&tables, &position(text, &terms));
        assert_eq!(found, verdict, "{text} under {}", terms.code);
    }
    let folder = Folder::new("ends-without-distances");
    folder.write("KQvK.rtbw", &constant_table(true));
    let tables = open(&folder).unwrap();
    let chess = Terms::default();
    assert_eq!(by_tablebases(&tables, &position(QUEEN_WINS, &chess)), won(Color::White));
    let late = position("7k/8/8/8/8/8/8/KQ6 w - - 1 1", &chess);
    assert_eq!(by_tablebases(&tables, &late), None, "in time or not, nothing tells");
}

#[test]
fn a_damaged_file_is_left_aside() {
    let whole = constant_table(true);
    let folder = Folder::new("damaged");
    folder.write("KQvK.rtbw", &whole);
    // Cut to a length no table has; of another kind; of other pieces; cut where one could end.
    folder.write("KRvK.rtbw", &whole[..40]).write("KQvK.rtbz", &whole);
    folder.write("KBvK.rtbw", &whole);
    let mut long = whole.clone();
    long[10] = 0;
    folder.write("KNvK.rtbw", &long);
    let tables = open(&folder).unwrap();
    assert_eq!(tables.damaged().len(), 2, "{:?}", tables.damaged());
    let chess = Terms::default();
    assert_eq!(tables.wdl(&position(QUEEN_WINS, &chess)), Some(Wdl::Win));
    assert_eq!(tables.root_moves(&position(QUEEN_WINS, &chess)), None, "no distances");
    for text in ["7k/8/8/8/8/8/8/KR6 w - - 0 1", "7k/8/8/8/8/8/8/KB6 w - - 0 1"] {
        assert_eq!(tables.wdl(&position(text, &chess)), None, "{text}");
    }
}

/// Every bit of a header turned, and every length: an answer or none, no panic.
#[test]
fn no_damage_to_a_made_table_does_harm() {
    let folder = Folder::new("harm");
    let queen_wins = position(QUEEN_WINS, &Terms::default());
    let answers = |bytes: &[u8]| {
        folder.write("KQvK.rtbw", bytes);
        open(&folder).ok().and_then(|tables| tables.wdl(&queen_wins))
    };
    let whole = constant_table(true);
    assert_eq!(answers(&whole), Some(Wdl::Win));
    for length in 0..whole.len() {
        assert_eq!(answers(&whole[..length]), None, "{length}");
    }
    let mut refused = 0;
    for place in 0..16 {
        for bit in 0..8 {
            let mut bytes = whole.clone();
            bytes[place] ^= 1 << bit;
            refused += usize::from(answers(&bytes).is_none());
        }
    }
    assert!(refused > 50, "{refused}");
}

/// Positions with their results and distances.
fn endgames() -> Vec<(Position, i32, i32)> {
    let text = std::fs::read_to_string(shared::data("suites/endgame.epd")).unwrap();
    let number = |line: &str, name: &str| -> i32 {
        let (_, rest) = line.split_once(&format!(" {name} ")).unwrap();
        rest.split(';').next().unwrap().trim().parse().unwrap()
    };
    text.lines()
        .map(|line| {
            let fields: Vec<&str> = line.split(' ').take(4).collect();
            let position = position(&fields.join(" "), &Terms::default());
            (position, number(line, "wdl"), number(line, "dtz"))
        })
        .collect()
}

#[test]
#[cfg_attr(not(shared_data), ignore = "needs the shared test data")]
fn two_hundred_endings_are_known() {
    let (tables, endings) = (real_tables(), endgames());
    assert_eq!((tables.files(), tables.max_pieces(), tables.damaged().len()), (70, 4, 0));
    assert_eq!(endings.len(), 200);
    for (position, wdl, dtz) in endings {
        let text = fen::to_string(&position);
        assert_eq!(tables.result(&position), Some(wdl), "{text}");
        assert_eq!(tables.distance_to_zeroing(&position), Some(dtz), "{text}");
        let root = tables.root_moves(&position);
        let expected = match wdl {
            2 => Wdl::Win,
            -2 => Wdl::Loss,
            _ => Wdl::Draw,
        };
        let over = position.legal_moves().is_empty();
        assert_eq!(root.map(|(wdl, _)| wdl), (!over).then_some(expected), "{text}");
    }
}

/// The attack functions of ours, for the other reader.
#[derive(Clone)]
struct Ours;

impl pyrrhic_rs::EngineAdapter for Ours {
    fn pawn_attacks(color: pyrrhic_rs::Color, square: u64) -> u64 {
        let color = if color == pyrrhic_rs::Color::White { Color::White } else { Color::Black };
        attacks::pawn_attacks(color, Square::new(square as u8)).0
    }
    fn knight_attacks(square: u64) -> u64 {
        attacks::knight_attacks(Square::new(square as u8)).0
    }
    fn bishop_attacks(square: u64, occupied: u64) -> u64 {
        attacks::bishop_attacks(Square::new(square as u8), Bitboard(occupied)).0
    }
    fn rook_attacks(square: u64, occupied: u64) -> u64 {
        attacks::rook_attacks(Square::new(square as u8), Bitboard(occupied)).0
    }
    fn queen_attacks(square: u64, occupied: u64) -> u64 {
        attacks::queen_attacks(Square::new(square as u8), Bitboard(occupied)).0
    }
    fn king_attacks(square: u64) -> u64 {
        attacks::king_attacks(Square::new(square as u8)).0
    }
}

/// A position of two kings and one or two other pieces, made from a number; a pawn may just have
/// made two steps.
fn some_position(seed: u64) -> Option<Position> {
    let mut random = Random(seed);
    let mut next = |below: usize| random.below(below);
    let mut setup = Setup::empty();
    setup.turn = if next(2) == 0 { Color::White } else { Color::Black };
    let mut men = vec![Piece::WhiteKing, Piece::BlackKing];
    let men_are_few = next(4) == 0;
    for _ in 0..if men_are_few { 0 } else { 1 + next(2) } {
        let color = Color::ALL[next(2)];
        // Pawns more often than the others.
        let kind = PieceKind::ALL[next(8) % 5];
        men.push(Piece::new(color, kind));
    }
    for man in men {
        let square = Square::new(next(64) as u8);
        if setup.pieces[square.index()].replace(man).is_some() {
            return None;
        }
    }
    let them = setup.turn.other();
    let file = next(8) as u8;
    if men_are_few && next(4) == 0 {
        // A pawn that has made two steps, and one beside it.
        let beside = if file < 7 { file + 1 } else { file - 1 };
        for (color, square) in [(them, them.square(file, 3)), (setup.turn, them.square(beside, 3))]
        {
            let pawn = Piece::new(color, PieceKind::Pawn);
            if setup.pieces[square.index()].replace(pawn).is_some() {
                return None;
            }
        }
    }
    if setup.pieces[them.square(file, 3).index()] == Some(Piece::new(them, PieceKind::Pawn)) {
        setup.en_passant = Some(them.square(file, 2));
    }
    setup.position(&Terms::default()).ok()
}

/// A root move, its result and its distance, as the other reader has them.
type OtherMove = (String, i32, i32);

/// What the other reader says: the result, and of the root moves.
fn other_reading(
    other: &pyrrhic_rs::TableBases<Ours>,
    position: &Position,
) -> (i32, Option<Vec<OtherMove>>) {
    use pyrrhic_rs::{DtzProbeValue, WdlProbeResult};
    let board = position.board();
    let of = |kind| board.of_kind(kind).0;
    let [pawns, knights, bishops, rooks, queens, kings] = PieceKind::ALL.map(of);
    let [white, black] = Color::ALL.map(|color| board.of_color(color).0);
    let ep = position.en_passant().map_or(0, |square| square.index() as u32);
    let turn = position.turn() == Color::White;
    let number = |wdl| match wdl {
        WdlProbeResult::Loss => -2,
        WdlProbeResult::BlessedLoss => -1,
        WdlProbeResult::Draw => 0,
        WdlProbeResult::CursedWin => 1,
        WdlProbeResult::Win => 2,
    };
    let wdl = other
        .probe_wdl(white, black, kings, queens, rooks, bishops, knights, pawns, ep, turn)
        .unwrap();
    let root = other
        .probe_root(white, black, kings, queens, rooks, bishops, knights, pawns, 0, ep, turn)
        .ok();
    let moves = root.map(|root| {
        root.moves[..root.num_moves]
            .iter()
            .map(|value| {
                let DtzProbeValue::DtzResult(found) = value else { panic!("{value:?}") };
                let square = |index: u8| Square::new(index).to_string();
                let promotion = match found.promotion {
                    pyrrhic_rs::Piece::Queen => "q",
                    pyrrhic_rs::Piece::Rook => "r",
                    pyrrhic_rs::Piece::Bishop => "b",
                    pyrrhic_rs::Piece::Knight => "n",
                    _ => "",
                };
                let text = square(found.from_square) + &square(found.to_square) + promotion;
                (text, number(found.wdl), i32::from(found.dtz))
            })
            .collect()
    });
    (number(wdl), moves)
}

#[test]
#[cfg_attr(not(shared_data), ignore = "needs the shared test data")]
fn another_reader_agrees() {
    let (tables, folder) = (real_tables(), shared::data("syzygy"));
    let other = pyrrhic_rs::TableBases::<Ours>::new(folder.to_str().unwrap()).unwrap();
    let (mut compared, mut in_passing, mut moves_compared) = (0, 0, 0);
    for position in (0..40_000).filter_map(some_position) {
        let text = fen::to_string(&position);
        let (result, moves) = other_reading(&other, &position);
        assert_eq!(tables.result(&position), Some(result), "{text}");
        compared += 1;
        in_passing += usize::from(position.en_passant().is_some());
        if compared % 16 != 0 {
            continue;
        }
        for (text_of_move, result, dtz) in moves.unwrap_or_default() {
            let mv = coordinate::parse(&position, &text_of_move).expect(&text_of_move);
            let after = position.play(mv);
            // The other reader counts the move itself only where it does not begin anew.
            let zeroing = after.halfmove() == 0;
            let ours = -tables.result(&after).unwrap();
            let expected = if zeroing || ours.abs() == 2 { ours } else { result };
            assert_eq!(result, expected, "{text} {text_of_move}");
            assert_eq!(ours.signum() == 0, dtz == 0, "{text} {text_of_move}");
            moves_compared += 1;
        }
    }
    assert!(compared > 20_000 && in_passing > 500, "{compared} {in_passing}");
    assert!(moves_compared > 5_000, "{moves_compared}");
}

/// A winner who plays any of the moves offered, however badly he chooses, wins within the fifty
/// moves against any defence the tables know.
#[test]
#[cfg_attr(not(shared_data), ignore = "needs the shared test data")]
fn wins_are_won_in_time() {
    let tables = real_tables();
    for (text, winner) in [
        ("8/8/8/3k4/8/8/8/KBN5 w - - 0 1", Color::White),
        ("k7/8/8/8/3B4/8/8/K2N4 w - - 33 40", Color::White),
        ("8/8/8/3k3r/8/8/8/KQ6 w - - 0 1", Color::White),
        ("8/4k3/8/4K3/8/4P3/8/8 w - - 0 1", Color::White),
        ("k5b1/8/8/8/8/8/6K1/b7 b - - 0 1", Color::Black),
    ] {
        for seed in 0..4 {
            let mut game = Game::new(position(text, &Terms::default()));
            let mut random = Random(seed);
            while game.outcome().is_none() {
                let here = *game.position();
                let (wdl, moves) = tables.root_moves(&here).unwrap();
                let expected = if here.turn() == winner { Wdl::Win } else { Wdl::Loss };
                assert_eq!(wdl, expected, "{}", fen::to_string(&here));
                assert!(here.halfmove() < 100, "{}", fen::to_string(&here));
                assert!(game.play(random.one_of(&moves)));
                // A repetition is nothing the tables can know of; the game goes on here.
                if game.outcome().is_some_and(|outcome| outcome.winner.is_none()) {
                    assert!(game.position().outcome().is_none(), "{}", fen::to_string(&here));
                    game = Game::new(*game.position());
                }
            }
            assert_eq!(game.outcome().unwrap().winner, Some(winner), "{text}");
        }
    }
}

#[test]
#[cfg_attr(not(shared_data), ignore = "needs the shared test data")]
fn the_count_of_fifty_moves_is_regarded() {
    let tables = real_tables();
    let chess = Terms::default();
    let wins = |text: &str| tables.root_moves(&position(text, &chess)).unwrap();
    let (wdl, moves) = wins("8/8/8/3k4/8/8/8/KBN5 w - - 0 1");
    assert!(wdl == Wdl::Win && moves.len() > 1);
    let (wdl, moves) = wins("8/8/8/3k4/8/8/8/KBN5 w - - 90 80");
    assert_eq!(wdl, Wdl::Draw, "too late");
    assert!(!moves.is_empty());
    // Mate in one is in time at the last moment.
    let (wdl, moves) = wins("7k/8/6K1/8/8/8/8/R7 w - - 99 90");
    let mate = |mv: &Move| mv.to().to_string() == "a8";
    assert!(wdl == Wdl::Win && moves.len() == 1 && moves.iter().all(mate), "{moves:?}");
}

/// Real tables cut and changed at random: answers or none, no panic, no hang.
#[test]
#[cfg_attr(not(shared_data), ignore = "needs the shared test data")]
fn no_damage_to_a_real_table_does_harm() {
    let source = shared::data("syzygy");
    let folder = Folder::new("torn");
    let chess = Terms::default();
    let mut random = Random(5);
    for (name, text) in [
        ("KQvKR", "8/8/8/3k4/8/8/8/KQ5r w - - 0 1"),
        ("KPvKP", "8/8/8/3k4/3p4/8/1P6/K7 w - - 0 1"),
        ("KRvK", "7k/8/8/8/8/8/8/KR6 w - - 0 1"),
    ] {
        for name in ["KQvK", "KRvK", "KPvK"] {
            let file = format!("{name}.rtbw");
            std::fs::copy(source.join(&file), folder.0.join(&file)).unwrap();
        }
        let ending = position(text, &chess);
        for kind in ["rtbw", "rtbz"] {
            let file = format!("{name}.{kind}");
            let whole = std::fs::read(source.join(&file)).unwrap();
            for round in 0..100 {
                let mut bytes = whole.clone();
                if round % 3 == 0 {
                    // To a length that a table could have.
                    bytes.truncate(random.below(whole.len() / 64) * 64 + 16);
                } else {
                    // The header is the tender part.
                    let reach = if round % 3 == 1 { 600.min(whole.len()) } else { whole.len() };
                    for _ in 0..=random.below(8) {
                        bytes[random.below(reach)] = random.below(256) as u8;
                    }
                }
                folder.write(&file, &bytes);
                let tables = open(&folder).unwrap();
                if let Some((_, moves)) = tables.root_moves(&ending) {
                    assert!(moves.iter().all(|mv| ending.is_legal(*mv)));
                }
                if let Some(result) = tables.result(&ending) {
                    assert!((-2..=2).contains(&result));
                }
            }
            folder.write(&file, &whole);
        }
    }
}

/// Tables to which every legal move wins, those last in the list soonest.
struct LastIsQuickest;

impl Prober for LastIsQuickest {
    fn max_pieces(&self) -> u32 {
        3
    }

    fn wdl(&self, _: &Position) -> Option<Wdl> {
        Some(Wdl::Win)
    }

    fn root_moves(&self, position: &Position) -> Option<(Wdl, Vec<Move>)> {
        Some((Wdl::Win, position.legal_moves().to_vec()))
    }

    fn win_distances(&self, position: &Position) -> Option<Vec<(Move, i32)>> {
        let moves = position.legal_moves().to_vec();
        let last = moves.len() as i32;
        // The last three are equally quick.
        Some(moves.into_iter().zip(1..).map(|(mv, n)| (mv, (last - n).max(2))).collect())
    }
}

/// The first moves of the best lines, as they were reported last.
#[derive(Default)]
struct Firsts(Vec<(Move, i32)>);

impl Observer for Firsts {
    fn line(&mut self, report: &Report<'_>) {
        self.0.truncate(report.multi_pv - 1);
        self.0.push((report.pv[0], report.score.0));
    }
}

fn first_moves(position: &Position, prober: &dyn Prober, multi_pv: usize) -> Vec<(Move, i32)> {
    let game = Game::new(*position);
    let request = Request { game: &game, search_moves: &[], multi_pv, depth: 7, mate: None };
    let mut firsts = Firsts::default();
    let mut searcher: Searcher = Searcher::new(1, 1);
    let found = searcher.search(&request, &FixedNodes(20_000), &mut firsts, prober);
    assert_eq!(found.best, firsts.0.first().map(|line| line.0));
    firsts.0
}

#[test]
fn several_lines_are_ranked_by_the_tables_and_equals_by_the_search() {
    let root = position("8/8/8/3k4/8/8/8/KQ6 w - - 0 1", &Terms::default());
    let distances = LastIsQuickest.win_distances(&root).unwrap();
    let distance = |mv: Move| distances.iter().find(|(win, _)| *win == mv).unwrap().1;
    for lines in [2, 5, 256] {
        let found = first_moves(&root, &LastIsQuickest, lines);
        assert_eq!(found.len(), lines.min(distances.len()));
        for pair in found.windows(2) {
            let (before, after) = (distance(pair[0].0), distance(pair[1].0));
            assert!(before <= after, "{lines} lines: {found:?}");
            assert!(before < after || pair[0].1 >= pair[1].1, "{lines} lines: {found:?}");
        }
    }
    // A single line is the quickest's.
    assert_eq!(distance(first_moves(&root, &LastIsQuickest, 1)[0].0), 2);
}

/// With real tables no line converts sooner than the one before it.
#[test]
#[cfg_attr(not(shared_data), ignore = "needs the shared test data")]
fn several_lines_of_a_won_ending_begin_with_the_quickest() {
    let tables = real_tables();
    for text in [
        "8/8/8/3k4/8/8/8/KBN5 w - - 0 1",
        "8/8/8/3k3r/8/8/8/KQ6 w - - 0 1",
        "8/4k3/8/4K3/8/4P3/8/8 w - - 0 1",
        "8/8/8/8/3k4/8/8/KR6 w - - 0 1",
    ] {
        let root = position(text, &Terms::default());
        let distances = tables.win_distances(&root).unwrap();
        let distance = |mv: Move| distances.iter().find(|(win, _)| *win == mv).unwrap().1;
        let found = first_moves(&root, &tables, 4);
        let found: Vec<i32> = found.into_iter().map(|(mv, _)| distance(mv)).collect();
        let quickest = distances.iter().map(|win| win.1).min().unwrap();
        assert!(found.is_sorted() && found[0] == quickest, "{text}: {found:?}");
    }
}

/// Eight threads ask a new set at once.
#[test]
#[cfg_attr(not(shared_data), ignore = "needs the shared test data")]
fn threads_may_ask_at_once() {
    let (tables, endings) = (real_tables(), endgames());
    std::thread::scope(|scope| {
        for _ in 0..8 {
            scope.spawn(|| {
                for (position, wdl, dtz) in &endings {
                    assert_eq!(tables.distance_to_zeroing(position), Some(*dtz));
                    assert_eq!(tables.result(position), Some(*wdl));
                }
            });
        }
    });
}
