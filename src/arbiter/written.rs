//! Moves that are written: sealed at an adjournment, or sent to the opponent. What words can mean is
//! given with the event, or read from the board where they are descriptive notation; here is what
//! follows from it.

use super::case::{Effect, Remedy};
use super::codes::Forfeit;
use super::event::{Resumed, Written};
use super::ruling::{Choice, Kind, Ruling};
use super::scene::Scene;
use super::setting::Play;
use super::state::{Answer, Ending, Refused, State};
use super::step::Step;
use crate::notation::coordinate;
use crate::notation::descriptive::{self, Origins};
use crate::rules::Color;
use crate::rules::laws::Code;

impl State {
    /// The legal readings of a record: british1897:I.13C, it may not be read as an illegal move if
    /// it can be read as a legal one.
    fn readings_of(&self, written: &Written) -> Vec<Step> {
        let legal = self.open_moves();
        let steps = match written {
            Written::Nothing => Vec::new(),
            Written::Moves(steps) | Written::Words(_, steps) => steps.clone(),
            Written::Series(first, _) => vec![*first],
            Written::Records(texts) => texts.iter().flat_map(|text| self.meanings(text)).collect(),
        };
        let mut readings: Vec<Step> =
            steps.into_iter().filter(|step| legal.contains(step)).collect();
        readings.sort();
        readings.dedup();
        readings
    }

    /// Every legal move that a record in descriptive notation can mean on this board: signs may be
    /// left out (british1897:I.13C), and a piece may be called after the wing it comes from (I.6).
    fn meanings(&self, text: &str) -> Vec<Step> {
        let Some(game) = self.game() else { return Vec::new() };
        let mut origins = Origins::of(game.start());
        for (before, mv) in game.positions().iter().zip(game.moves()) {
            origins = origins.after(before, *mv);
        }
        let position = game.position();
        let found = descriptive::meanings(position, &origins, text).into_iter();
        found.filter_map(|mv| coordinate::to_string(position, mv).parse().ok()).collect()
    }

    /// Words alone can only be read where the record of the game is without an error.
    fn can_read(&self, written: &Written) -> Result<(), Refused> {
        if matches!(written, Written::Records(_)) && self.game().is_none() {
            return Err("only an error makes this position: name the moves meant".to_owned());
        }
        Ok(())
    }

    /// The player adjourns and seals a move.
    pub(super) fn seals(&mut self, who: Color, written: Written) -> Answer {
        self.can_read(&written)?;
        if who != self.turn() {
            return Err(format!("it is not {who}'s turn to seal a move"));
        }
        if self.in_hand.is_some() || self.unnamed.is_some() {
            return Err(format!("{who} has a move to complete first"));
        }
        let clauses: &'static [&'static str] = match self.code() {
            Code::British1897 => &["I.14"],
            Code::Federation1912 => &["20e", "33"],
            _ => &[],
        };
        self.sealed = Some((who, written, self.scene.clone()));
        Ok(vec![Ruling::new(Kind::Noted, clauses)])
    }

    /// The game goes on.
    pub(super) fn resumes(&mut self, how: Resumed) -> Answer {
        let Some((who, written, adjourned)) = self.sealed.clone() else {
            return Err("the game is not adjourned".to_owned());
        };
        let annulled = |code: Code| -> Option<&'static [&'static str]> {
            match (code, &how) {
                (Code::British1897, Resumed::Unknown) => Some(&["II.7b"]),
                (Code::Federation1912, Resumed::Unknown) => Some(&["35"]),
                (Code::Federation1912, Resumed::ClocksUnknown) if self.setting.limit.is_some() => {
                    Some(&["35"])
                }
                _ => None,
            }
        };
        if let Some(clauses) = annulled(self.code()) {
            return Ok(self.end(Ending::Annulled, clauses));
        }
        self.sealed = None;
        if let Resumed::From(setup) = &how {
            let other = Scene::of((**setup).clone(), self.terms());
            if !other.has_both_kings() {
                self.sealed = Some((who, written, adjourned));
                return Err("a game goes on with both kings on the board".to_owned());
            }
            if other.setup().pieces != adjourned.setup().pieces || other.turn() != adjourned.turn()
            {
                self.resumed_wrongly = Some(adjourned.clone());
                self.sealed = Some((who, written, adjourned));
                self.scene = other;
                self.turn_start = self.scene.clone();
                self.fresh_turn();
                self.rights.clear();
                self.bound = None;
                return Ok(vec![Ruling::new(Kind::Noted, &[])]);
            }
        }
        Ok(self.opens(who, &written))
    }

    /// The sealed move is opened.
    fn opens(&mut self, who: Color, written: &Written) -> Vec<Ruling> {
        let readings = self.readings_of(written);
        match readings[..] {
            [only] => self.plays_written(who, only).unwrap_or_default(),
            [] => self
                .unreadable(who, true)
                .unwrap_or_else(|| vec![Ruling::new(Kind::Nothing, self.dispute())]),
            _ => self.adopting(who, &readings, true),
        }
    }

    /// A written move is made: its check, if it gives one, needs no call of its own.
    pub(super) fn plays_written(&mut self, who: Color, step: Step) -> Answer {
        self.can_move(who, step)?;
        let check = self.scene.after(step, self.terms()).checkers(who.other()).any();
        self.plays(who, step, check)
    }

    /// Where the code refers a doubt to somebody.
    fn dispute(&self) -> &'static [&'static str] {
        match self.code() {
            Code::Accomplished1837 => &["20"],
            Code::Federation1912 => &["44"],
            Code::Rogers1907 => &["XIX"],
            _ => &[],
        }
    }

    /// The opponent may adopt any of several readings.
    fn adopting(&mut self, who: Color, readings: &[Step], sealed: bool) -> Vec<Ruling> {
        let Some(clauses) = self.law().readings(sealed) else {
            return vec![Ruling::new(Kind::Nothing, self.dispute())];
        };
        let remedies = readings.iter().map(|step| Remedy {
            choice: Choice::Adopt(*step),
            moves: None,
            effect: Effect::Make(*step),
            clauses,
        });
        let (scene, made) = (self.scene.clone(), self.record.len());
        self.open(who.other(), who, remedies.collect(), &scene, made)
    }

    /// The position after an adjournment is found to be another than the one adjourned.
    pub(super) fn wrong_position_found(&mut self) -> Answer {
        let Some(adjourned) = self.resumed_wrongly.take() else {
            return Err("the game was not resumed from a wrong position".to_owned());
        };
        let Some(clauses) = self.law().resumed_wrongly() else {
            return Ok(vec![Ruling::new(Kind::Nothing, self.dispute())]);
        };
        let made = self
            .record
            .iter()
            .rposition(|turn| turn.before == adjourned)
            .unwrap_or(self.record.len().min(self.adjourned_at()));
        self.restore(&adjourned, made, false);
        let mut told = vec![Ruling::new(Kind::Restored, clauses)];
        if let Some((who, written, _)) = self.sealed.take() {
            told.extend(self.opens(who, &written));
        }
        Ok(told)
    }

    /// How many moves had been made when the game was adjourned: those before the first that does
    /// not follow from the board before it.
    fn adjourned_at(&self) -> usize {
        self.record
            .windows(2)
            .position(|pair| pair[0].before.after(pair[0].step, self.terms()) != pair[1].before)
            .map_or(self.record.len(), |at| at + 1)
    }

    /// A move is sent.
    pub(super) fn sends(&mut self, who: Color, written: Written) -> Answer {
        if who != self.turn() {
            return Err(format!("it is not {who}'s turn to send a move"));
        }
        if self.setting.play == Play::Board {
            return Err("moves are sent in consultation and correspondence: 'play' in the setting"
                .to_owned());
        }
        if self.in_hand.is_some() || self.unnamed.is_some() {
            return Err(format!("{who} has a move to complete first"));
        }
        self.can_read(&written)?;
        let readings = self.readings_of(&written);
        match &written {
            Written::Nothing => Ok(self.nothing_sent(who)),
            Written::Series(first, pairs) => {
                let (first, pairs) = (*first, pairs.clone());
                let told = self.plays_written(who, first)?;
                self.sent = Some((who, Written::Series(first, pairs)));
                Ok(told)
            }
            // british1897:III.3: no legal move is expressed.
            Written::Moves(steps)
                if steps.len() == 1 && readings.is_empty() && self.code() == Code::British1897 =>
            {
                Ok(self.unintelligible(who))
            }
            Written::Moves(steps) if steps.len() == 1 => self.plays_written(who, steps[0]),
            // Several for one turn, not one that can be read in several ways.
            Written::Moves(_) | Written::Records(_) if self.are_several(&written) => {
                match readings.len() {
                    0 => Ok(self.unintelligible(who)),
                    1 => self.plays_written(who, readings[0]),
                    _ => Ok(self.several_sent(who, &readings)),
                }
            }
            Written::Moves(_) | Written::Words(..) | Written::Records(_) => match readings.len() {
                0 => Ok(self.unintelligible(who)),
                1 => self.plays_written(who, readings[0]),
                _ => Ok(self.adopting(who, &readings, false)),
            },
        }
    }

    /// Whether more than one move was written for the same turn.
    fn are_several(&self, written: &Written) -> bool {
        match written {
            Written::Moves(steps) => steps.len() > 1,
            Written::Records(texts) => texts.len() > 1,
            _ => false,
        }
    }

    /// british1897:III.5: where the receiver has made the reply assumed, the sender's next move is
    /// made with it, and pays if it is illegal, what was sent after it being void.
    pub(super) fn go_on_with_series(
        &mut self,
        series: Option<(Color, Written)>,
        mut told: Vec<Ruling>,
    ) -> Vec<Ruling> {
        let Some((sender, Written::Series(first, pairs))) = series else { return told };
        if self.ending.is_some() || self.turn() != sender {
            // Still the receiver's turn: the series waits.
            if self.ending.is_none() && self.sent.is_none() {
                self.sent = Some((sender, Written::Series(first, pairs)));
            }
            return told;
        }
        let Some(((reply, own), rest)) = pairs.split_first() else { return told };
        let assumed =
            self.record.last().is_some_and(|turn| turn.by != sender && turn.step == *reply);
        if !assumed || self.can_move(sender, *own).is_err() {
            return told;
        }
        let legal = self.open_moves().contains(own);
        if !legal && self.code() == Code::British1897 {
            let mut paid = self.unintelligible(sender);
            for right in &mut self.rights {
                right.remedy.clauses = &["III.3", "III.5", "II.11"];
            }
            for ruling in &mut paid {
                ruling.clauses = vec!["III.3", "III.5", "II.11"];
            }
            told.extend(paid);
            return told;
        }
        if let Ok(more) = self.plays_written(sender, *own) {
            told.extend(more);
            if legal && self.ending.is_none() && !rest.is_empty() {
                self.sent = Some((sender, Written::Series(*own, rest.to_vec())));
            }
        }
        told
    }

    /// british1897:III.4: of several moves for the same turn the opponent adopts any one. In 1907
    /// the moves sent bind their sender (XLIX).
    fn several_sent(&mut self, who: Color, readings: &[Step]) -> Vec<Ruling> {
        let clauses: &'static [&'static str] = match self.code() {
            Code::British1897 => &["III.4"],
            Code::Rogers1907 => &["XLVIII", "XLIX"],
            _ => return vec![Ruling::new(Kind::Nothing, self.dispute())],
        };
        let mut told = self.adopting(who, readings, false);
        for right in &mut self.rights {
            right.remedy.clauses = clauses;
        }
        for ruling in &mut told {
            ruling.clauses = clauses.to_vec();
        }
        told
    }

    fn unintelligible(&mut self, who: Color) -> Vec<Ruling> {
        if self.code() == Code::Rogers1907 && self.setting.play == Play::Correspondence {
            return self.forfeit(who, Forfeit::Claimable(&["LII", "L"]));
        }
        self.unreadable(who, false)
            .unwrap_or_else(|| vec![Ruling::new(Kind::Nothing, self.dispute())])
    }

    fn nothing_sent(&mut self, who: Color) -> Vec<Ruling> {
        if self.code() == Code::Rogers1907 {
            return self.end(Ending::Won(who.other()), &["L"]);
        }
        vec![Ruling::new(Kind::Nothing, self.dispute())]
    }

    /// The receiver announces which reading he adopts.
    pub(super) fn adopts(&mut self, who: Color, step: Step) -> Answer {
        self.exacts(who, Choice::Adopt(step))
    }

    /// The move on a player's own board is altered to the one he sent (rogers1907:XLI,
    /// british1897:III.3).
    pub(super) fn shows(&mut self, who: Color, step: Step) -> Answer {
        if self.setting.play == Play::Board {
            return Err("over the board there is one board: 'play' in the setting".to_owned());
        }
        let Some(sent) = self.record.iter().rev().find(|turn| turn.by == who) else {
            return Err(format!("{who} has sent no move"));
        };
        let clauses: &'static [&'static str] = match self.code() {
            Code::British1897 => &["III.3"],
            Code::Rogers1907 => &["XLI"],
            _ => return Ok(vec![Ruling::new(Kind::Nothing, self.dispute())]),
        };
        if sent.step == step {
            return Ok(vec![Ruling::new(Kind::Nothing, clauses)]);
        }
        let about = format!("His own board is altered: the move sent is {}.", sent.step);
        Ok(vec![Ruling::new(Kind::Restored, clauses).of(who).about(about)])
    }
}
