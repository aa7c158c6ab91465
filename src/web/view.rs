//! Games and positions as the page is shown them. It only describes: what is legal and what has
//! ended, the rules say.

use super::end::End;
use super::message::{ClockView, GameView, MoveView, PositionView, Summary, TermsView};
use super::play::Play;
use super::touch::TouchMove;
use super::variation;
use crate::arbiter::Step;
use crate::notation::pgn::{Remark, Tags};
use crate::notation::{coordinate, fen, san};
use crate::rules::laws::{DrawnBy, Terms, Variant};
use crate::rules::{
    Color, FIFTY_MOVES, Game, Move, MoveKind, Piece, PieceKind, Position, Setup, Square,
};
use crate::uci;

/// A game, whole.
pub fn game(id: u64, play: &Play, thinking: bool) -> GameView {
    let start = play.game().start();
    let terms = play.record().terms();
    let choosing = matches!(play.to_move(), Some(super::message::Player::Person));
    let claims = play.claims().iter().map(|claim| play.end_of_claim(*claim).words).collect();
    let moves = play.moves_made();
    let clock = play.clock.as_ref().map(|clock| ClockView {
        left: clock.left(play.code(), moves),
        running: clock.running().map(Color::index),
        due: clock.due(play.code(), moves),
    });
    let first =
        play.touch().map_or_else(|| Setup::of(start), |touch| touch.board(0).0.setup().clone());
    GameView {
        game: id,
        position: of_game(play, play.ply(), choosing),
        moves: play.sans(),
        number: first.fullmove,
        black_first: first.turn == Color::Black,
        players: play.players,
        names: play.names(),
        law: start.laws().code.word(),
        words: law(terms, start),
        terms: terms_view(terms, start),
        end: play.end.as_ref().map(End::view),
        claims,
        thinking,
        clock,
        notes: notes(play),
        variations: play.variations.view(|ply| play.position_at(ply)),
        touch: play.touch().map(TouchMove::view),
        may_undo: play.may_undo(),
        may_resign: play.end.is_none() && play.speaker().is_some(),
        may_agree: play.may_agree(),
    }
}

/// What is said of each move; nothing where it is of none, or where the arbiter has the game.
fn notes(play: &Play) -> Vec<String> {
    let of = |remark: &Remark| variation::in_words(&remark.nags, &[&remark.comment]);
    let notes: Vec<String> = play.record().remarks().iter().map(of).collect();
    let none = play.touch().is_some() || notes.iter().all(String::is_empty);
    if none { Vec::new() } else { notes }
}

/// The position after so many moves of a game; with the legal moves, where one is to be chosen.
pub fn of_game(play: &Play, ply: usize, choosing: bool) -> PositionView {
    match play.touch() {
        None => position(play.game(), ply, choosing),
        Some(touch) => of_scene(touch, ply, choosing),
    }
}

/// A board of a game under the arbiter, which need not be one that legal moves lead to.
fn of_scene(touch: &TouchMove, ply: usize, choosing: bool) -> PositionView {
    let (scene, step, label) = touch.board(ply);
    let square = |square: Square| square.to_string();
    let turn = scene.turn();
    let setup = scene.setup();
    let now = scene.position();
    let of_step = |step: &Step| MoveView {
        from: square(step.from),
        to: square(step.to),
        text: step.to_string(),
        san: step.to_string(),
        promotion: step.promotion.map(|kind| kind.letter()),
        alone: scene.castles(*step).is_some_and(|wing| {
            let rook = Piece::new(turn, PieceKind::Rook);
            scene.piece_at(wing.corner(turn)) != Some(rook)
        }),
    };
    let present = ply >= touch.ply();
    let moves = if present { touch.state().moves() } else { scene.legal() };
    PositionView {
        ply: ply.min(touch.ply()),
        fen: scene.fen(),
        board: letters(|square| scene.piece_at(square)),
        turn: turn.to_string(),
        check: scene.checkers(turn).any().then(|| square(scene.king(turn))),
        marked: now.and_then(|now| now.board().marked()).map(square),
        named: now.and_then(Position::undertaking).and_then(|b| b.conditions.square).map(square),
        last: step.map_or_else(Vec::new, |step| vec![square(step.from), square(step.to)]),
        san: Some(label.to_owned()).filter(|label| !label.is_empty()),
        facts: now.map_or_else(
            || vec![format!("Only an error has made this position: {}", fen::write(setup))],
            facts,
        ),
        legal: if choosing {
            moves.iter().filter(|step| !step.is_null()).map(of_step).collect()
        } else {
            Vec::new()
        },
    }
}

fn letters(piece_at: impl Fn(Square) -> Option<Piece>) -> String {
    Square::all().map(|square| piece_at(square).map_or('.', Piece::letter)).collect()
}

/// The law in words, a line for each part.
pub fn law(terms: &Terms, start: &Position) -> Vec<String> {
    uci::law_in_words(terms, start).lines().map(str::to_owned).collect()
}

fn terms_view(terms: &Terms, start: &Position) -> TermsView {
    let tags = Tags::of_terms(terms, terms.giver(Some(&Setup::of(start))));
    let value = |name: &str| tags.get(name).map(str::to_owned);
    // A ready game under today's law has switches of its own, which its name stands for.
    let ready = Variant::ALL.iter().find(|variant| variant.terms() == *terms);
    match ready {
        Some(variant) => {
            TermsView { laws: variant.to_string(), odds: None, giver: None, undertaking: None }
        }
        None => TermsView {
            laws: terms.code.to_string(),
            odds: value("Odds"),
            giver: value("OddsGiver"),
            undertaking: value("Undertaking"),
        },
    }
}

/// A game in a list.
pub fn summary(id: u64, play: &Play) -> Summary {
    let [white, black] = play.names();
    let law = play.code();
    Summary {
        game: id,
        title: format!("{white} – {black}, {law}"),
        plies: play.ply(),
        result: play.end.as_ref().map_or("*", |end| &end.result).to_owned(),
    }
}

/// The position after so many moves of a game; with its legal moves, where one is to be chosen.
pub fn position(game: &Game, ply: usize, choosing: bool) -> PositionView {
    let ply = ply.min(game.moves().len());
    let now = &game.positions()[ply];
    let last = ply.checked_sub(1).map(|before| (&game.positions()[before], game.moves()[before]));
    let of_square = |square: Option<Square>| square.map(|square| square.to_string());
    let named = now.undertaking().and_then(|bound| bound.conditions.square);
    PositionView {
        ply,
        fen: fen::to_string(now),
        board: letters(|square| now.piece_at(square)),
        turn: now.turn().to_string(),
        check: of_square(now.in_check().then(|| now.board().king(now.turn()))),
        marked: of_square(now.board().marked()),
        named: of_square(named),
        last: last.map(|(_, mv)| squares_of(mv)).unwrap_or_default(),
        san: last.map(|(position, mv)| san::to_string(position, mv)),
        facts: facts(now),
        legal: if choosing { legal(now) } else { Vec::new() },
    }
}

fn squares_of(mv: Move) -> Vec<String> {
    if mv.is_null() {
        return Vec::new();
    }
    vec![mv.from().to_string(), arrival(mv).to_string()]
}

/// The square where the piece that is moved arrives: in castling the king's.
fn arrival(mv: Move) -> Square {
    if mv.is_castling() { mv.castled_king() } else { mv.to() }
}

fn legal(position: &Position) -> Vec<MoveView> {
    let moves = position.legal_moves();
    let view = |mv: &Move| MoveView {
        from: mv.from().to_string(),
        // In Chess960 the king may castle to where he stands, or where he could simply go.
        to: if position.chess960() { mv.to() } else { arrival(*mv) }.to_string(),
        text: coordinate::to_string(position, *mv),
        san: san::to_string(position, *mv),
        promotion: mv.promotion().map(|kind| kind.letter()),
        alone: mv.kind() == MoveKind::GhostCastle,
    };
    moves.iter().filter(|mv| !mv.is_null()).map(view).collect()
}

/// What the pieces alone do not show.
fn facts(position: &Position) -> Vec<String> {
    let mut facts = Vec::new();
    let odds_moves = position.board().odds_moves();
    if odds_moves > 0 {
        facts.push(format!("Moves of the odds still to be made: {odds_moves}"));
    }
    if let Some(left) = position.moves_left() {
        facts.push(format!("Moves left for the mate: {left}"));
    }
    match (position.notice(), position.fifty_count()) {
        (Some(plies), _) => {
            let law = position.drawn(DrawnBy::FiftyOnNotice).clause(position.laws());
            let law = law.map_or_else(String::new, |clause| format!(" ({clause})"));
            facts.push(format!(
                "Notice of fifty moves is taken as given{law}: {} of 50 are made",
                plies / 2
            ));
        }
        (None, plies) if plies >= FIFTY_MOVES / 2 => {
            facts.push(format!("Fifty-move count: {}", plies / 2));
        }
        _ => {}
    }
    facts
}
