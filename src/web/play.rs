//! One game on the board: its record, its players, its clocks, its end, and the lines that were
//! tried beside it. It asks the rules and the arbiter what may be done, and knows nothing of pages
//! or of the engine.

use std::cell::OnceCell;

use super::clock::GameClock;
use super::end::End;
use super::message::{Player, TermsWords};
use super::touch::TouchMove;
use super::variation::{Line, Variations};
use crate::arbiter::Step;
use crate::notation::descriptive::{self, Origins};
use crate::notation::pgn::{GameResult, Record, Tags, Transcript};
use crate::notation::{coordinate, san};
use crate::rules::laws::{Claim, Code, excerpt};
use crate::rules::{Color, ENDLESS_CHECKS_AT_SIGHT, Game, Move, Position};

/// The longest game, in plies.
pub const LONGEST_GAME: usize = 1_000;

/// A game.
pub struct Play {
    /// The moves; under the arbiter those since every move was legal, or stands.
    pub(super) record: Record,
    /// White's and Black's.
    pub players: [Player; 2],
    /// How it has ended.
    pub end: Option<End>,
    /// Its clocks.
    pub clock: Option<GameClock>,
    /// Lines that were tried beside it.
    pub variations: Variations,
    /// The arbiter, if it is played under him.
    pub(super) touch: Option<TouchMove>,
    /// The squares that the pieces come from, before each move and now: for descriptive notation.
    origins: Vec<Origins>,
    /// The moves in SAN.
    sans: Vec<String>,
    /// The draws that may be claimed, once they were looked for.
    claims: OnceCell<Vec<Claim>>,
}

impl TermsWords {
    /// A game about to begin on these terms.
    ///
    /// # Errors
    /// One line that names the word at fault.
    pub fn record(&self) -> Result<Record, String> {
        let mut tags = Tags::default();
        let words = [
            ("Laws", Some(&self.laws)),
            ("Odds", self.odds.as_ref()),
            ("OddsGiver", self.giver.as_ref()),
            ("Undertaking", self.undertaking.as_ref()),
            ("FEN", self.fen.as_ref()),
        ];
        for (name, value) in words {
            if let Some(value) = value.map(|value| value.trim()).filter(|value| !value.is_empty()) {
                tags.set(name, value);
            }
        }
        let mut record = Transcript { tags, ..Transcript::default() }
            .replay()
            .map_err(|error| error.fault.to_string())?;
        record.tags = Tags::default();
        Ok(record)
    }
}

impl Play {
    /// A game that begins, or goes on, with this record.
    pub fn new(record: Record, players: [Player; 2], clock: Option<GameClock>) -> Self {
        let mut play = Self {
            record,
            players,
            end: None,
            clock,
            variations: Variations::default(),
            touch: None,
            origins: Vec::new(),
            sans: Vec::new(),
            claims: OnceCell::new(),
        };
        play.read_record();
        play.look_for_end();
        play
    }

    /// The same game under the arbiter, before its first move.
    ///
    /// # Errors
    /// One line: the arbiter does not take the position.
    pub fn under_the_arbiter(mut self) -> Result<Self, String> {
        self.touch = Some(TouchMove::new(self.record.terms(), self.record.game().start())?);
        Ok(self)
    }

    /// What follows from the record alone.
    pub(super) fn read_record(&mut self) {
        let game = self.record.game();
        let made = game.positions().iter().zip(game.moves());
        self.sans = made.clone().map(|(position, mv)| san::to_string(position, *mv)).collect();
        self.origins = vec![Origins::of(game.start())];
        for (position, mv) in made {
            self.origins.extend(self.origins.last().map(|before| before.after(position, *mv)));
        }
        self.claims = OnceCell::new();
    }

    /// The game; under the arbiter the part of it that [`TouchMove::game`] gives.
    pub fn game(&self) -> &Game {
        self.record.game()
    }

    /// The record of the game.
    pub fn record(&self) -> &Record {
        &self.record
    }

    /// The arbiter's side of the game, if it is played under him.
    pub fn touch(&self) -> Option<&TouchMove> {
        self.touch.as_ref()
    }

    /// The code it is played under.
    pub fn code(&self) -> Code {
        self.record.terms().code
    }

    /// Whose turn it is.
    pub fn turn(&self) -> Color {
        self.touch.as_ref().map_or(self.game().position().turn(), |touch| touch.state().turn())
    }

    /// How many moves were made.
    pub fn ply(&self) -> usize {
        self.touch.as_ref().map_or(self.sans.len(), TouchMove::ply)
    }

    /// The moves in SAN.
    pub fn sans(&self) -> Vec<String> {
        self.touch.as_ref().map_or_else(|| self.sans.clone(), TouchMove::labels)
    }

    /// Who is to move, unless the game is over.
    pub fn to_move(&self) -> Option<Player> {
        self.end.is_none().then(|| self.players[self.turn().index()])
    }

    /// Whether a person plays that colour.
    pub(super) fn is_person(&self, color: Color) -> bool {
        self.players[color.index()] == Player::Person
    }

    /// The person who speaks when somebody at the board resigns or claims: the one to move, or the
    /// only one.
    pub fn speaker(&self) -> Option<Color> {
        let turn = self.turn();
        [turn, turn.other()].into_iter().find(|color| self.is_person(*color))
    }

    /// Reads a move of the present position.
    ///
    /// # Errors
    /// One line that names the text and, where something is near, what could be meant.
    pub fn read(&self, text: &str) -> Result<Move, String> {
        read(self.game().position(), self.origins.last(), text)
    }

    /// Makes the move that a text names, for the player to move.
    ///
    /// # Errors
    /// One line: the game is over, or it is no move that can be made.
    pub fn move_by(&mut self, text: &str) -> Result<(), String> {
        if self.touch.is_none() {
            let mv = self.read(text)?;
            return self.make(mv);
        }
        let named = text.trim().parse::<Step>().or_else(|()| {
            let mv = self.read(text)?;
            let text = coordinate::to_string(self.game().position(), mv);
            text.parse().map_err(|()| format!("'{}': not a move", excerpt(&text)))
        });
        let step = named?;
        self.under_arbiter(|touch| touch.plays(step))
    }

    /// Makes a move, and the answer of a player who can only pass (the giver, while moves of the
    /// odds are made).
    ///
    /// # Errors
    /// One line: the game is over, or the move is not legal.
    pub fn make(&mut self, mv: Move) -> Result<(), String> {
        if self.end.is_some() {
            return Err("the game is over".to_owned());
        }
        if self.ply() >= LONGEST_GAME {
            return Err(format!("a game here has at most {LONGEST_GAME} moves"));
        }
        if let Some(clock) = &mut self.clock {
            clock.stop(true);
        }
        self.push(mv)?;
        while self.end.is_none() && self.game().position().is_legal(Move::NULL) {
            self.push(Move::NULL)?;
        }
        let turn = self.turn();
        if let Some(clock) = self.clock.as_mut().filter(|_| self.end.is_none()) {
            clock.start(turn);
        }
        Ok(())
    }

    fn push(&mut self, mv: Move) -> Result<(), String> {
        let before = *self.game().position();
        if !self.record.play(mv) {
            return Err(format!("{mv:?} is not legal here"));
        }
        self.origins.extend(self.origins.last().map(|origins| origins.after(&before, mv)));
        self.sans.push(san::to_string(&before, mv));
        self.claims = OnceCell::new();
        self.look_for_end();
        Ok(())
    }

    /// How many moves each player has made, as a clock counts them: moves of odds made at once are
    /// one in 1907 (rogers1907:XXXIV).
    pub fn moves_made(&self) -> [u64; 2] {
        let mut made = [0; 2];
        let game = self.game();
        for (position, mv) in game.positions().iter().zip(game.moves()) {
            made[position.turn().index()] += u64::from(!mv.is_null());
        }
        let terms = self.record.terms();
        let at_once = u64::from(terms.odds.moves);
        if self.code() == Code::Rogers1907 && at_once > 1 {
            let receiver = &mut made[terms.giver(None).other().index()];
            *receiver = receiver.saturating_sub(at_once - 1).max((*receiver).min(1));
        }
        made
    }

    /// What both players have left on their clocks.
    pub fn time_left(&self) -> Option<[u64; 2]> {
        self.clock.as_ref().map(|clock| clock.left(self.code(), self.moves_made()))
    }

    /// Whether the time of the player whose clock runs is up. If so the game ends.
    pub fn flag_falls(&mut self) -> bool {
        let running = self.clock.as_ref().and_then(GameClock::running);
        let Some(who) = running.filter(|_| self.end.is_none()) else { return false };
        let fallen = self.time_left().is_some_and(|left| left[who.index()] == 0);
        if fallen {
            let end = End::out_of_time(who, self.game().position());
            self.finish(end);
        }
        fallen
    }

    fn look_for_end(&mut self) {
        let laws = self.game().position().laws();
        if let Some(outcome) = self.game().outcome() {
            self.finish(End::of(outcome, laws));
        }
    }

    pub(super) fn finish(&mut self, end: End) {
        if let Some(clock) = &mut self.clock {
            clock.stop(false);
        }
        self.end = Some(end);
    }

    /// Whether a person may take a move back: not against a clock, and not under the arbiter.
    pub fn may_undo(&self) -> bool {
        let made = self.game().positions().iter().zip(self.game().moves());
        self.clock.is_none()
            && self.touch.is_none()
            && made
                .into_iter()
                .any(|(position, mv)| self.is_person(position.turn()) && !mv.is_null())
    }

    /// Takes back to the last move of a person. What was played becomes a line beside the game.
    ///
    /// # Errors
    /// There is none, or the game has clocks.
    pub fn undo(&mut self) -> Result<(), String> {
        if !self.may_undo() {
            return Err("there is no move to take back".to_owned());
        }
        let positions = self.game().positions();
        let is_persons = |ply: &usize| {
            self.is_person(positions[*ply].turn()) && !self.game().moves()[*ply].is_null()
        };
        let ply = (0..self.ply()).rev().find(is_persons).unwrap_or(0);
        let mut record = Record::new(self.record.terms(), *self.game().start());
        for mv in &self.game().moves()[..ply] {
            let legal = record.play(*mv);
            debug_assert!(legal, "moves that were made can be made again");
        }
        record.tags = self.record.tags.clone();
        let mut variations = std::mem::take(&mut self.variations);
        variations.keep_to(ply);
        *self = Self::new(record, self.players, None);
        self.variations = variations;
        Ok(())
    }

    /// A person resigns.
    ///
    /// # Errors
    /// No person plays, or the game is over.
    pub fn resign(&mut self) -> Result<(), String> {
        let loser =
            self.speaker().filter(|_| self.end.is_none()).ok_or("nobody can resign here")?;
        self.finish(End::resigned(loser));
        Ok(())
    }

    /// Whether two people may agree to a draw. A draw is what the giver of an undertaking has
    /// bound himself against: he may resign.
    pub fn may_agree(&self) -> bool {
        self.end.is_none()
            && Color::ALL.into_iter().all(|color| self.is_person(color))
            && self.game().position().undertaking().is_none()
    }

    /// Two people agree to a draw.
    ///
    /// # Errors
    /// It is not theirs to agree.
    pub fn agree(&mut self) -> Result<(), String> {
        if !self.may_agree() {
            return Err("a draw cannot be agreed here".to_owned());
        }
        self.finish(End::agreed());
        Ok(())
    }

    /// The draws that a person may claim now, endless checks as far as they are seen at sight. What
    /// would be the claimant's own loss, as every draw is for the giver of an undertaking, is not
    /// offered; nor is a claim under the arbiter that the board does not allow.
    pub fn claims(&self) -> &[Claim] {
        if self.end.is_some() || self.touch.as_ref().is_some_and(|touch| !self.is_at(touch)) {
            return &[];
        }
        self.claims.get_or_init(|| {
            let may = |claim: &Claim| {
                let by = self.claimant(*claim);
                let winner = self.game().outcome_of_claim(*claim).winner;
                by.is_some_and(|by| winner.is_none_or(|winner| winner == by))
            };
            let sighted = self.game().claims_within(ENDLESS_CHECKS_AT_SIGHT);
            sighted.into_iter().filter(may).collect()
        })
    }

    /// Who makes a claim.
    pub(super) fn claimant(&self, claim: Claim) -> Option<Color> {
        if claim.side_to_move_only {
            Some(self.turn()).filter(|turn| self.is_person(*turn))
        } else {
            self.speaker()
        }
    }

    /// What a claim would make of the game.
    pub fn end_of_claim(&self, claim: Claim) -> End {
        End::of(self.game().outcome_of_claim(claim), self.game().position().laws())
    }

    /// The game up to so many moves, and then these moves, that were not played.
    ///
    /// # Errors
    /// One line: a move is not legal there, or no legal move has led to the position.
    pub fn up_to(&self, ply: usize, line: &[String]) -> Result<Game, String> {
        let mut game = match &self.touch {
            None => {
                let mut game = Game::new(*self.game().start());
                for mv in self.game().moves().iter().take(ply) {
                    let legal = game.play(*mv);
                    debug_assert!(legal, "moves that were made can be made again");
                }
                game
            }
            Some(touch) => {
                let (scene, ..) = touch.board(ply);
                let position = scene.position();
                Game::new(*position.ok_or("only an error has made this position")?)
            }
        };
        for text in line {
            let mv = coordinate::parse(game.position(), text);
            if !mv.is_some_and(|mv| game.play(mv)) {
                return Err(format!("'{}' is not legal there", excerpt(text)));
            }
        }
        Ok(game)
    }

    /// The position after so many moves, if legal moves can go on from it.
    pub fn position_at(&self, ply: usize) -> Option<Position> {
        self.up_to(ply, &[]).ok().map(|game| *game.position())
    }

    /// Tries a move after a line; gives the line with it.
    ///
    /// # Errors
    /// One line: the move cannot be read, or there are too many lines.
    pub fn vary(&mut self, ply: usize, line: &[String], text: &str) -> Result<Line, String> {
        let ply = ply.min(self.ply());
        let mut game = self.up_to(ply, line)?;
        let origins = self.origins.get(ply).filter(|_| line.is_empty() && self.touch.is_none());
        let mv = read(game.position(), origins, text)?;
        let mut moves = line.to_vec();
        moves.push(coordinate::to_string(game.position(), mv));
        if !game.play(mv) {
            return Err(format!("'{}' is not legal there", excerpt(text)));
        }
        let line = Line::new(ply, moves);
        self.variations.add(&line)?;
        Ok(line)
    }

    /// What the players are called.
    pub fn names(&self) -> [String; 2] {
        ["White", "Black"].map(|color| {
            let player = self.players[usize::from(color == "Black")];
            let named = self.record.tags.get(color).filter(|name| *name != "?");
            named.map_or_else(|| player.name(), excerpt)
        })
    }

    /// The game as PGN, with the lines beside it. Where the arbiter has let a false move stand, it
    /// is no such game: then as the arbiter reads it.
    pub fn pgn(&self) -> String {
        if let Some(touch) = self.touch.as_ref().filter(|touch| !touch.is_regular()) {
            return touch.save();
        }
        let mut record = self.record.clone();
        let [white, black] = self.names();
        if record.tags.get("Event").is_none_or(|event| event == "?") {
            record.tags.set("Event", "Jadoube's board");
        }
        record.tags.set("White", &white);
        record.tags.set("Black", &black);
        if let Some(end) = &self.end {
            record.result = GameResult::parse(&end.result).unwrap_or_default();
            if !record.remarks().last().is_some_and(|remark| remark.comment.contains(&end.words)) {
                record.comment(&end.words);
            }
        }
        self.variations.put_into(&mut record);
        record.to_string()
    }
}

/// Reads a move in coordinates, SAN or, where the squares are known that the pieces come from,
/// English descriptive notation.
fn read(position: &Position, origins: Option<&Origins>, text: &str) -> Result<Move, String> {
    if let Some(mv) = coordinate::parse(position, text.trim()) {
        return Ok(mv);
    }
    let error = match san::parse(position, text) {
        Ok(mv) => return Ok(mv),
        Err(error) => error,
    };
    match origins.map(|origins| descriptive::parse(position, origins, text)) {
        Some(Ok(mv)) => Ok(mv),
        _ => Err(error.to_string()),
    }
}

impl Player {
    /// What it is called where nobody has named it.
    fn name(self) -> String {
        match self {
            Self::Person => "Player".to_owned(),
            Self::Elo(elo) => format!("Jadoube (Elo {elo})"),
            Self::Nodes(nodes) => format!("Jadoube ({nodes} nodes)"),
            Self::Ms(ms) => format!("Jadoube ({ms} ms)"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::web::message::ClockWords;

    fn game(laws: &str, odds: &str, undertaking: &str, players: [Player; 2]) -> Play {
        let terms = TermsWords {
            laws: laws.to_owned(),
            odds: Some(odds.to_owned()),
            undertaking: Some(undertaking.to_owned()),
            ..TermsWords::default()
        };
        Play::new(terms.record().unwrap(), players, None)
    }

    fn make(play: &mut Play, moves: &str) {
        for text in moves.split(' ') {
            play.make(play.read(text).unwrap()).unwrap();
        }
    }

    #[test]
    fn the_giver_of_moves_answers_silently_and_undo_passes_over_it() {
        let mut play = game("accomplished1837", "pawn,moves=2", "", [Player::Person; 2]);
        make(&mut play, "e4");
        assert_eq!((play.ply(), play.turn()), (2, Color::White));
        make(&mut play, "d4");
        assert_eq!((play.ply(), play.turn()), (3, Color::Black));
        play.undo().unwrap();
        assert_eq!((play.ply(), play.turn()), (2, Color::White));
        play.undo().unwrap();
        assert_eq!(play.ply(), 0);
        assert!(play.undo().is_err());
    }

    #[test]
    fn moves_are_read_in_three_notations_and_refused_with_their_text() {
        let play = game("british1897", "", "", [Player::Person; 2]);
        let read: Vec<_> = ["e2e4", "e4", "P to K 4"].map(|text| play.read(text).unwrap()).into();
        assert!(read.iter().all(|mv| *mv == read[0]));
        assert!(play.read("Ke4").unwrap_err().contains("Ke4"));
    }

    #[test]
    fn a_draw_may_be_claimed_but_not_by_the_giver_who_would_lose_by_it() {
        let dance = "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8";
        for (undertaking, claims) in [("", 1), ("pawn", 0)] {
            let mut play = game("british1897", "", undertaking, [Player::Person; 2]);
            make(&mut play, dance);
            assert_eq!(play.claims().len(), claims, "{undertaking}");
        }
    }

    #[test]
    fn who_runs_out_of_time_has_lost_unless_the_winner_is_a_bare_king_today() {
        for (fen, result) in [
            ("6k1/8/8/8/8/8/8/K6R w - - 0 1", "1/2-1/2"),
            ("5rk1/8/8/8/8/8/8/K6R w - - 0 1", "0-1"),
        ] {
            let terms = TermsWords {
                laws: "chess".to_owned(),
                fen: Some(fen.to_owned()),
                ..TermsWords::default()
            };
            let words = ClockWords { seconds: 1, ..ClockWords::default() };
            let mut clock = GameClock::new(&words, Code::Chess).unwrap();
            clock.start(Color::White);
            let mut play = Play::new(terms.record().unwrap(), [Player::Person; 2], Some(clock));
            assert!(!play.flag_falls());
            std::thread::sleep(std::time::Duration::from_millis(1_010));
            assert!(play.flag_falls() && !play.flag_falls());
            assert_eq!(play.end.as_ref().unwrap().result, result);
            assert!(play.make(play.read("Kb1").unwrap()).is_err());
        }
    }

    #[test]
    fn the_person_who_plays_resigns_whoever_is_to_move() {
        let mut play = game("chess", "", "", [Player::Elo(800), Player::Person]);
        play.resign().unwrap();
        assert_eq!(play.end.as_ref().unwrap().words, "White wins: Black has resigned");
        assert!(game("chess", "", "", [Player::Elo(800); 2]).resign().is_err());
    }
}
