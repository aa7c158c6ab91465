//! One game on the board: its record, its players, its clocks and its end. It asks the rules what
//! may be done, and knows nothing of pages or of the engine.

use std::time::Instant;

use serde::{Deserialize, Serialize};

use super::end::End;
use super::message::{ClockWords, Player, TermsWords};
use crate::notation::descriptive::{self, Origins};
use crate::notation::pgn::{Reader, Record, Tags, Transcript};
use crate::notation::{coordinate, san};
use crate::rules::laws::{Claim, excerpt};
use crate::rules::{Color, Game, Move};

/// The longest game, in plies.
pub const LONGEST_GAME: usize = 2_000;

/// A game.
pub struct Play {
    record: Record,
    /// White's and Black's.
    pub players: [Player; 2],
    /// How it has ended.
    pub end: Option<End>,
    /// Its clocks.
    pub clock: Option<GameClock>,
    /// The squares that the pieces come from, before each move and now: for descriptive notation.
    origins: Vec<Origins>,
}

/// The clocks of a game.
#[derive(Serialize, Deserialize, Clone, Debug)]
pub struct GameClock {
    /// Milliseconds that White and Black have left, as of `since`.
    pub left: [u64; 2],
    /// Milliseconds added for each move.
    pub increment: u64,
    /// Since when the clock of the player to move has been running. It stands still until the
    /// first move, and after a restart of the server until the next.
    #[serde(skip)]
    since: Option<Instant>,
}

/// A game as it is written into the file.
#[derive(Serialize, Deserialize)]
pub struct Kept {
    pgn: String,
    players: [Player; 2],
    end: Option<End>,
    clock: Option<GameClock>,
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

impl GameClock {
    /// Both clocks at their beginning.
    pub fn new(words: ClockWords) -> Self {
        let base = u64::from(words.seconds.clamp(1, 86_400)) * 1000;
        let increment = u64::from(words.increment.min(3_600)) * 1000;
        Self { left: [base; 2], increment, since: None }
    }

    /// What both players have left while `turn` is to move.
    pub fn left(&self, turn: Color) -> [u64; 2] {
        let mut left = self.left;
        if let Some(since) = self.since {
            let gone = u64::try_from(since.elapsed().as_millis()).unwrap_or(u64::MAX);
            left[turn.index()] = left[turn.index()].saturating_sub(gone);
        }
        left
    }

    /// Whether it runs.
    pub fn is_running(&self) -> bool {
        self.since.is_some()
    }
}

impl Play {
    /// A game that begins, or goes on, with this record.
    pub fn new(record: Record, players: [Player; 2], clock: Option<GameClock>) -> Self {
        let mut origins = vec![Origins::of(record.game().start())];
        for (position, mv) in record.game().positions().iter().zip(record.game().moves()) {
            origins.extend(origins.last().map(|before| before.after(position, *mv)));
        }
        let mut play = Self { record, players, end: None, clock, origins };
        play.look_for_end();
        play
    }

    /// The game.
    pub fn game(&self) -> &Game {
        self.record.game()
    }

    /// The record of the game.
    pub fn record(&self) -> &Record {
        &self.record
    }

    /// Whose turn it is.
    pub fn turn(&self) -> Color {
        self.game().position().turn()
    }

    /// How many moves were made.
    pub fn ply(&self) -> usize {
        self.game().moves().len()
    }

    /// Who is to move, unless the game is over.
    pub fn to_move(&self) -> Option<Player> {
        self.end.is_none().then(|| self.players[self.turn().index()])
    }

    /// Whether a person plays that colour.
    fn is_person(&self, color: Color) -> bool {
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
        let position = self.game().position();
        if let Some(mv) = coordinate::parse(position, text.trim()) {
            return Ok(mv);
        }
        let error = match san::parse(position, text) {
            Ok(mv) => return Ok(mv),
            Err(error) => error,
        };
        match self.origins.last().map(|origins| descriptive::parse(position, origins, text)) {
            Some(Ok(mv)) => Ok(mv),
            _ => Err(error.to_string()),
        }
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
        self.stop_clock();
        self.push(mv)?;
        while self.end.is_none() && self.game().position().is_legal(Move::NULL) {
            self.push(Move::NULL)?;
        }
        if let Some(clock) = self.clock.as_mut().filter(|_| self.end.is_none()) {
            clock.since = Some(Instant::now());
        }
        Ok(())
    }

    fn push(&mut self, mv: Move) -> Result<(), String> {
        let before = *self.game().position();
        if !self.record.play(mv) {
            return Err(format!("{mv:?} is not legal here"));
        }
        self.origins.extend(self.origins.last().map(|origins| origins.after(&before, mv)));
        self.look_for_end();
        Ok(())
    }

    /// Takes the time of the player to move off his clock, and adds what a move adds.
    fn stop_clock(&mut self) {
        let turn = self.turn();
        let Some(clock) = &mut self.clock else { return };
        clock.left = clock.left(turn);
        if clock.since.take().is_some() {
            clock.left[turn.index()] += clock.increment;
        }
    }

    /// Whether the time of the player to move is up. If so the game ends.
    pub fn flag_falls(&mut self) -> bool {
        let turn = self.turn();
        let fallen = self.end.is_none()
            && self.clock.as_ref().is_some_and(|clock| clock.left(turn)[turn.index()] == 0);
        if fallen {
            let end = End::out_of_time(turn, self.game().position());
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

    fn finish(&mut self, end: End) {
        let turn = self.turn();
        if let Some(clock) = &mut self.clock {
            clock.left = clock.left(turn);
            clock.since = None;
        }
        self.end = Some(end);
    }

    /// Whether a person may take a move back.
    pub fn may_undo(&self) -> bool {
        let made = self.game().positions().iter().zip(self.game().moves());
        self.clock.is_none()
            && made
                .into_iter()
                .any(|(position, mv)| self.is_person(position.turn()) && !mv.is_null())
    }

    /// Takes back to the last move of a person.
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
        *self = Self::new(record, self.players, None);
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

    /// The draws that a person may claim now. What would be the claimant's own loss, as every draw
    /// is for the giver of an undertaking, is not offered.
    pub fn claims(&self, work: usize) -> Vec<Claim> {
        if self.end.is_some() {
            return Vec::new();
        }
        let may = |claim: &Claim| {
            let by = if claim.side_to_move_only {
                Some(self.turn()).filter(|turn| self.is_person(*turn))
            } else {
                self.speaker()
            };
            let winner = self.game().outcome_of_claim(*claim).winner;
            by.is_some_and(|by| winner.is_none_or(|winner| winner == by))
        };
        self.game().claims_within(work).into_iter().filter(may).collect()
    }

    /// What a claim would make of the game.
    pub fn end_of_claim(&self, claim: Claim) -> End {
        End::of(self.game().outcome_of_claim(claim), self.game().position().laws())
    }

    /// A claim is allowed.
    pub fn claim(&mut self, claim: Claim) {
        let end = self.end_of_claim(claim);
        self.finish(end);
    }

    /// What the players are called.
    pub fn names(&self) -> [String; 2] {
        ["White", "Black"].map(|color| {
            let player = self.players[usize::from(color == "Black")];
            let named = self.record.tags.get(color).filter(|name| *name != "?");
            named.map_or_else(|| player.name(), excerpt)
        })
    }

    /// The game as PGN.
    pub fn pgn(&self) -> String {
        let mut record = self.record.clone();
        let [white, black] = self.names();
        if record.tags.get("Event").is_none_or(|event| event == "?") {
            record.tags.set("Event", "Jadoube's board");
        }
        record.tags.set("White", &white);
        record.tags.set("Black", &black);
        if let Some(end) = &self.end {
            record.result =
                crate::notation::pgn::GameResult::parse(&end.result).unwrap_or_default();
            if !record.remarks().last().is_some_and(|remark| remark.comment.contains(&end.words)) {
                record.comment(&end.words);
            }
        }
        record.to_string()
    }

    /// The game as the file keeps it.
    pub fn keep(&self) -> Kept {
        let clock =
            self.clock.clone().map(|clock| GameClock { left: clock.left(self.turn()), ..clock });
        let mut record = self.record.clone();
        record.result = crate::notation::pgn::GameResult::Unknown;
        Kept { pgn: record.to_string(), players: self.players, end: self.end.clone(), clock }
    }
}

impl Kept {
    /// The game again.
    ///
    /// # Errors
    /// Its record cannot be read.
    pub fn play(self) -> Result<Play, String> {
        let transcript = Reader::new(self.pgn.as_bytes()).next().ok_or("no game")?;
        let record = transcript
            .and_then(|transcript| transcript.replay())
            .map_err(|error| error.to_string())?;
        let mut play = Play::new(record, self.players, self.clock);
        play.end = play.end.take().or(self.end);
        Ok(play)
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
            assert_eq!(play.claims(0).len(), claims, "{undertaking}");
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
            let clock = GameClock { left: [0, 1000], increment: 0, since: None };
            let mut play = Play::new(terms.record().unwrap(), [Player::Person; 2], Some(clock));
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
