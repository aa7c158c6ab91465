//! Games and positions as the page is shown them. It only describes: what is legal and what has
//! ended, the rules say.

use super::end::End;
use super::message::{ClockView, GameView, MoveView, PositionView, Summary, TermsView};
use super::play::Play;
use crate::notation::pgn::Tags;
use crate::notation::{coordinate, fen, san};
use crate::rules::laws::{Terms, Variant};
use crate::rules::{
    Color, ENDLESS_CHECKS_AT_SIGHT, FIFTY_MOVES, Game, Move, MoveKind, Piece, Position, Setup,
    Square,
};
use crate::uci;

/// A game, whole.
pub fn game(id: u64, play: &Play, thinking: bool) -> GameView {
    let game = play.game();
    let start = game.start();
    let terms = play.record().terms();
    let made = game.positions().iter().zip(game.moves());
    let choosing = matches!(play.to_move(), Some(super::message::Player::Person));
    let claims = play.claims(ENDLESS_CHECKS_AT_SIGHT);
    let claims = claims.into_iter().map(|claim| play.end_of_claim(claim).words).collect();
    let clock = play.clock.as_ref().map(|clock| ClockView {
        left: clock.left(play.turn()),
        running: clock.is_running().then(|| play.turn().index()),
    });
    GameView {
        game: id,
        position: position(game, game.moves().len(), choosing),
        moves: made.map(|(position, mv)| san::to_string(position, *mv)).collect(),
        number: start.fullmove(),
        black_first: start.turn() == Color::Black,
        players: play.players,
        names: play.names(),
        law: start.laws().code.word(),
        words: law(terms, start),
        terms: terms_view(terms, start),
        end: play.end.as_ref().map(End::view),
        claims,
        thinking,
        clock,
        may_undo: play.may_undo(),
        may_resign: play.end.is_none() && play.speaker().is_some(),
        may_agree: play.may_agree(),
    }
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
    let law = play.game().start().laws().code;
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
        board: Square::all()
            .map(|square| now.piece_at(square).map_or('.', Piece::letter))
            .collect(),
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
            facts.push(format!("Fifty moves are counted since notice: {} made", plies / 2));
        }
        (None, plies) if plies >= FIFTY_MOVES / 2 => {
            facts.push(format!("Fifty-move count: {}", plies / 2));
        }
        _ => {}
    }
    facts
}
