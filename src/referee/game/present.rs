//! How a game is shown to an engine: the law, in options, to one that knows it; the position and
//! the moves, to one that does not, in words it can read. Nothing here judges the game.

use std::fmt::{Display, Write};

use crate::notation::{coordinate, fen};
use crate::referee::client::{Client, Fault};
use crate::rules::laws::Terms;
use crate::rules::{Color, Game, Move, MoveKind, Position};

/// Sends an engine the law and the terms of a game, if it has the options for it. Returns whether
/// it knows them now: whether it can be shown ghost rights, marked pieces and null moves.
///
/// # Errors
/// The engine has ended.
pub fn tell_terms(client: &mut Client, terms: &Terms, giver: Color) -> Result<bool, Fault> {
    if client.declares("UCI_Chess960").is_some() && terms.chess960 {
        client.set_option("UCI_Chess960", "true")?;
    }
    let code = terms.code.word();
    let offers = |name: &str| {
        client
            .declares(name)
            .is_some_and(|option| option.values().iter().any(|value| value == code))
    };
    let level = Terms { chess960: false, ..terms.clone() } == Terms::default();
    let knows = offers("Laws");
    if level {
        return Ok(knows);
    }
    if !knows {
        if offers("UCI_Variant") {
            client.set_option("UCI_Variant", code)?;
        }
        return Ok(false);
    }
    fn or_auto<T: Display>(value: Option<T>) -> String {
        value.map_or("auto".to_owned(), |value| value.to_string())
    }
    let undertaking = terms.undertaking.map_or("<empty>".to_owned(), |bound| bound.to_string());
    let without_rook = terms.castle_without_rook.map(|yes| if yes { "yes" } else { "no" });
    for (name, value) in [
        ("Laws", code.to_owned()),
        ("Stalemate", or_auto(terms.stalemate)),
        ("Castle Without Rook", or_auto(without_rook)),
        ("Fifty Moves", or_auto(terms.fifty_moves)),
        ("Repetition", or_auto(terms.repetition)),
        ("Odds", terms.odds.to_string()),
        ("Odds Giver", giver.to_string()),
        ("Undertaking", undertaking),
    ] {
        client.set_option(name, &value)?;
    }
    Ok(true)
}

/// The `position` command for one engine, kept as the game goes on.
#[derive(Clone)]
pub struct Presentation {
    knows_law: bool,
    command: String,
    has_moves: bool,
    /// Positions of an engine that does not know the law, the law being other than today's.
    foreign: bool,
}

impl Presentation {
    /// The game as it begins.
    pub fn new(start: &Position, knows_law: bool) -> Self {
        let foreign = !knows_law && !is_ordinary(start);
        let mut presentation =
            Self { knows_law, command: String::new(), has_moves: false, foreign };
        presentation.begin_anew(start);
        presentation
    }

    /// A game with the moves made so far.
    pub fn of_game(game: &Game, knows_law: bool) -> Self {
        let mut shown = Self::new(game.start(), knows_law);
        for (mv, two) in game.moves().iter().zip(game.positions().windows(2)) {
            shown.push(&two[0], *mv, &two[1]);
        }
        shown
    }

    /// Another game, or the same one from its beginning, shown as this one is.
    pub fn anew(&self, game: &Game) -> Self {
        Self::of_game(game, self.knows_law)
    }

    fn begin_anew(&mut self, position: &Position) {
        let text = if self.knows_law { fen::to_string(position) } else { fen::orthodox(position) };
        self.command = if text == fen::INITIAL && !position.chess960() {
            "position startpos".to_owned()
        } else {
            format!("position fen {text}")
        };
        self.has_moves = false;
    }

    /// A move has been made. One that the engine could not read begins a new line of moves from
    /// the position after it.
    pub fn push(&mut self, before: &Position, mv: Move, after: &Position) {
        let unreadable = matches!(mv.kind(), MoveKind::GhostCastle | MoveKind::Null);
        if unreadable && !self.knows_law {
            self.begin_anew(after);
            return;
        }
        if !self.has_moves {
            self.command.push_str(" moves");
            self.has_moves = true;
        }
        let _ = write!(self.command, " {}", coordinate::to_string(before, mv));
    }

    /// The command.
    pub fn command(&self) -> &str {
        &self.command
    }

    /// What the engine may choose from, where its own idea of the legal moves is another than the
    /// law's. `None`: it needs no such help.
    pub fn choice(&self, position: &Position) -> Option<Choice> {
        if !self.foreign {
            return None;
        }
        let shown = fen::parse(&fen::orthodox(position)).ok()?;
        let shown = shown.position(&Terms { chess960: position.chess960(), ..Terms::default() });
        let shown = shown.ok()?.legal_moves();
        let legal = position.legal_moves();
        let readable: Vec<Move> = legal.iter().copied().filter(|mv| shown.contains(mv)).collect();
        match readable.len() {
            0 => Some(Choice::None),
            number if number == shown.len() => None,
            _ => Some(Choice::Among(readable)),
        }
    }
}

/// The moves that an engine without knowledge of the law can be offered.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Choice {
    /// None at all: the referee must move for it.
    None,
    /// Some of those that it thinks legal.
    Among(Vec<Move>),
}

/// Adds `searchmoves` to a `go` command.
pub fn restrict(go: &mut String, position: &Position, moves: &[Move]) {
    go.push_str(" searchmoves");
    for mv in moves {
        let _ = write!(go, " {}", coordinate::to_string(position, *mv));
    }
}

/// Whether every legal move, now and later, is one of today's chess.
fn is_ordinary(position: &Position) -> bool {
    let board = position.board();
    let no_ghosts = Color::ALL
        .iter()
        .all(|&c| crate::rules::Wing::ALL.iter().all(|&wing| !board.ghost_right(c, wing)));
    let promotes = position.laws().marked_pawn_promotes || board.marked().is_none();
    no_ghosts && promotes && board.odds_moves() == 0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::laws::{Code, Variant};

    fn play(position: &mut Position, presentations: &mut [&mut Presentation], words: &str) {
        for word in words.split_whitespace() {
            let mv = coordinate::parse(position, word).expect(word);
            let after = position.play(mv);
            for presentation in presentations.iter_mut() {
                presentation.push(position, mv, &after);
            }
            *position = after;
        }
    }

    #[test]
    fn an_ordinary_game_is_shown_from_its_start() {
        let mut position = Position::initial();
        let mut shown = Presentation::new(&position, false);
        assert_eq!(shown.command(), "position startpos");
        play(&mut position, &mut [&mut shown], "e2e4 e7e5");
        assert_eq!(shown.command(), "position startpos moves e2e4 e7e5");
        assert_eq!(shown.choice(&position), None);
    }

    #[test]
    fn castling_without_a_rook_is_hidden_from_one_that_could_not_read_it() {
        let mut terms = Terms::from(Code::British1897);
        terms.odds = "rook".parse().unwrap();
        let start =
            fen::parse("4k3/8/8/8/8/8/8/4K2R w KQ - 0 1").unwrap().position(&terms).unwrap();
        let mut position = start;
        let (mut knows, mut not) =
            (Presentation::new(&start, true), Presentation::new(&start, false));
        assert_eq!(knows.command(), "position fen 4k3/8/8/8/8/8/8/4K2R w KQ - 0 1");
        assert_eq!(not.command(), "position fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1");
        play(&mut position, &mut [&mut knows, &mut not], "e1c1 e8e7 h1h7");
        assert_eq!(
            knows.command(),
            "position fen 4k3/8/8/8/8/8/8/4K2R w KQ - 0 1 moves e1c1 e8e7 h1h7"
        );
        assert_eq!(not.command(), "position fen 4k3/8/8/8/8/8/8/2K4R b - - 1 1 moves e8e7 h1h7");
    }

    #[test]
    fn moves_of_odds_are_shown_one_by_one_within_the_law() {
        let mut terms = Variant::PawnAndTwo.terms();
        terms.code = Code::British1897;
        let mut position = terms.start().position(&terms).unwrap();
        let mut shown = Presentation::new(&position, false);
        assert_eq!(shown.choice(&position), None, "no man can go beyond the fourth rank yet");
        play(&mut position, &mut [&mut shown], "e2e4");
        assert_eq!(shown.choice(&position), Some(Choice::None), "only the null move is legal");
        play(&mut position, &mut [&mut shown], "0000");
        assert_eq!(
            shown.command(),
            "position fen rnbqkbnr/ppppp1pp/8/8/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 1 2"
        );
        // british1897:IV.4: the bishop may not yet go beyond the fourth rank.
        let Some(Choice::Among(moves)) = shown.choice(&position) else { panic!("no choice") };
        let words: Vec<_> = moves.iter().map(|mv| coordinate::to_string(&position, *mv)).collect();
        assert!(words.contains(&"f1c4".to_owned()) && !words.contains(&"f1b5".to_owned()));
        let mut go = "go nodes 1".to_owned();
        restrict(&mut go, &position, &moves[..2]);
        assert!(go.starts_with("go nodes 1 searchmoves ") && go.split(' ').count() == 6, "{go}");
    }

    #[test]
    fn a_marked_pawn_is_not_offered_its_promotion() {
        let mut terms = Terms::from(Code::Rogers1907);
        terms.undertaking = Some("pawn@a7".parse().unwrap());
        terms.odds_giver = Some(Color::White);
        let position =
            fen::parse("8/P6k/8/8/8/8/8/K7 w - - 0 1").unwrap().position(&terms).unwrap();
        let Some(Choice::Among(moves)) = Presentation::new(&position, false).choice(&position)
        else {
            panic!("no choice")
        };
        assert!(moves.iter().all(|mv| mv.promotion().is_none()));
        assert_eq!(Presentation::new(&position, true).choice(&position), None);
    }
}
