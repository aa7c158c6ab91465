//! A game as the file of games keeps it: its beginning and moves as PGN, and beside them what PGN has
//! no place for.

use serde::{Deserialize, Serialize};

use super::clock::GameClock;
use super::end::End;
use super::message::Player;
use super::play::Play;
use super::touch::TouchMove;
use super::variation::Variations;
use crate::notation::pgn::{GameResult, Reader, Record};

/// A game as it is written into the file.
#[derive(Serialize, Deserialize)]
pub struct Kept {
    pgn: String,
    players: [Player; 2],
    end: Option<End>,
    clock: Option<GameClock>,
    /// The events of a game under the arbiter; the PGN then has only its beginning.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    events: Option<Vec<String>>,
    #[serde(default)]
    variations: Variations,
}

impl Kept {
    /// What the file keeps of a game.
    pub fn of(play: &Play) -> Self {
        let mut record = play.record().clone();
        if let Some(start) = play.touch().and_then(|touch| touch.board(0).0.position()) {
            record = Record::new(play.record().terms(), *start);
            record.tags = play.record().tags.clone();
        }
        record.result = GameResult::Unknown;
        Self {
            pgn: record.to_string(),
            players: play.players,
            end: play.end.clone(),
            clock: play.clock.as_ref().map(GameClock::standing),
            events: play.touch().map(TouchMove::events),
            variations: play.variations.clone(),
        }
    }

    /// The game again.
    ///
    /// # Errors
    /// Its record cannot be read.
    pub fn play(self) -> Result<Play, String> {
        let transcript = Reader::new(self.pgn.as_bytes()).next().ok_or("no game")?;
        let record = transcript
            .and_then(|transcript| transcript.replay())
            .map_err(|error| error.to_string())?;
        let mut play = Play::new(record, self.players, None);
        if let Some(events) = self.events {
            play.resume(&events)?;
        }
        play.clock = self.clock;
        play.end = play.end.take().or(self.end);
        play.variations = self.variations;
        Ok(play)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::web::message::TermsWords;

    #[test]
    fn a_game_under_the_arbiter_is_taken_up_where_it_was() {
        let terms = TermsWords { laws: "british1897".to_owned(), ..TermsWords::default() };
        let players = [Player::Person; 2];
        let play = Play::new(terms.record().unwrap(), players, None);
        let mut play = play.under_the_arbiter().unwrap();
        play.move_by("e4").unwrap();
        play.event("Black plays b8b6").unwrap();
        let text = serde_json::to_string(&Kept::of(&play)).unwrap();
        let again = serde_json::from_str::<Kept>(&text).unwrap().play().unwrap();
        assert_eq!(again.sans(), ["e4", "b8b6, not legal"]);
        let told = |play: &Play| play.touch().unwrap().state().open_rights();
        assert_eq!(told(&again), told(&play));
        assert!(!told(&again).is_empty());
    }
}
