//! How games end, by the position, claims, draws or resignation; conduct, bystanders and clocks.

use super::clock::{EndRuling, Limit, TimeRuling, at_the_end, at_whole_hours};
use super::codes::Forfeit;
use super::event::{Conduct, Ground};
use super::ruling::{Kind, Ruling};
use super::state::{Answer, Ending, State, number_of};
use super::step::Step;
use crate::notation::coordinate;
use crate::rules::laws::{Code, DrawnBy, Outcome, Reason};
use crate::rules::{Color, ENDLESS_CHECKS_WORK, Game, Move, Position, WINNABLE_WORK, Winnable};

/// What has become of a claim.
struct Proof {
    holds: bool,
    /// The line that shows it.
    line: Vec<Step>,
    about: &'static str,
}

impl Proof {
    fn no() -> Self {
        Self::by_record(false)
    }

    /// Without a line to show.
    fn by_record(holds: bool) -> Self {
        Self { holds, line: Vec::new(), about: "" }
    }
}

/// british1897:II.8d, federation1912:32b: the series of checks, with a reply to each.
fn endless_checks(position: &Position) -> Proof {
    match position.endless_checks(ENDLESS_CHECKS_WORK) {
        Some(line) => Proof {
            holds: true,
            line: steps(position, &line),
            about: "One line of checks, until the position comes back.",
        },
        None if position.can_check_forever(ENDLESS_CHECKS_WORK).is_none() => {
            Proof { about: "No such series was found, but none was refuted.", ..Proof::no() }
        }
        None => Proof { about: "Every series of checks can be brought to an end.", ..Proof::no() },
    }
}

/// british1897:I.15c: a game that no series of legal moves can win.
fn drawn_game(position: &Position) -> Proof {
    if position.is_dead() {
        return Proof::by_record(true);
    }
    match position.search_for_win(WINNABLE_WORK) {
        Winnable::Never => Proof::by_record(true),
        Winnable::By(line) => Proof {
            line: steps(position, &line),
            about: "This series of legal moves wins the game.",
            ..Proof::no()
        },
        Winnable::Undecided => Proof {
            about: "No series of moves that wins was found, and not all could be looked at.",
            ..Proof::no()
        },
    }
}

/// Moves played one after the other, by their squares.
fn steps(position: &Position, moves: &[Move]) -> Vec<Step> {
    let mut position = *position;
    let mut steps = Vec::new();
    for mv in moves {
        steps.extend(coordinate::to_string(&position, *mv).parse::<Step>());
        position = position.play(*mv);
    }
    steps
}

impl State {
    /// Ends the game.
    pub(super) fn end(&mut self, ending: Ending, clauses: &[&'static str]) -> Vec<Ruling> {
        self.ending = Some(ending);
        self.rights.clear();
        self.bound = None;
        vec![match ending {
            Ending::Won(who) => Ruling::new(Kind::Won, clauses).of(who),
            Ending::Drawn => Ruling::new(Kind::Drawn, clauses),
            Ending::Annulled => Ruling::new(Kind::Annulled, clauses),
        }]
    }

    /// The end that the position itself brings, if any: mate, stalemate, a dead position, an
    /// undertaking that has failed, fifty moves since notice.
    pub(super) fn end_of_position(&mut self) -> Vec<Ruling> {
        let Some(position) = self.scene.position() else {
            return self.end_of_irregular_position();
        };
        let laws = position.laws();
        let outcome = position.outcome().filter(|outcome| {
            // The count of fifty moves begins with the defender's notice, which only he gives.
            outcome.reason != Reason::FiftyOnNotice
        });
        let Some(outcome) = outcome.or_else(|| self.fifty_since_notice()) else {
            return Vec::new();
        };
        let clause = outcome.clause(laws).map(number_of);
        let giver = self.terms().giver(None);
        let forgotten = self.law().forgotten_odds_draw().filter(|_| !self.faults.odds.is_empty());
        if let Some(clauses) = forgotten
            && outcome.reason == Reason::Checkmate
            && outcome.winner == Some(giver)
        {
            return self.end(Ending::Drawn, clauses);
        }
        let mut clauses: Vec<&'static str> = clause.into_iter().collect();
        if clauses == ["32a"] {
            clauses.insert(0, "31");
        }
        match outcome.winner {
            Some(winner) => self.end(Ending::Won(winner), &clauses),
            None => self.end(Ending::Drawn, &clauses),
        }
    }

    fn end_of_irregular_position(&mut self) -> Vec<Ruling> {
        if !self.moves().is_empty() {
            return Vec::new();
        }
        let turn = self.turn();
        if self.scene.checkers(turn).any() {
            return self.end(Ending::Won(turn.other()), &[]);
        }
        self.end(Ending::Drawn, &[])
    }

    fn fifty_since_notice(&self) -> Option<Outcome> {
        let plies = self.record.len().checked_sub(self.notice?)?;
        let outcome = self.scene.position()?.drawn(DrawnBy::FiftyOnNotice);
        (plies >= usize::from(crate::rules::FIFTY_MOVES)).then_some(outcome)
    }

    /// A player claims something.
    pub(super) fn claims(&mut self, who: Color, ground: Ground) -> Answer {
        let by = match ground {
            Ground::Time => return self.claims_time(who),
            Ground::Forfeit => return self.claims_forfeit(who),
            Ground::FiftyMoves if self.notice_counts() => DrawnBy::FiftyOnNotice,
            Ground::FiftyMoves => DrawnBy::FiftyMoves,
            Ground::Repetition => DrawnBy::ThirdOccurrence,
            Ground::Series => DrawnBy::SameSeries,
            Ground::EndlessChecks => DrawnBy::EndlessChecks,
            Ground::DrawnGame => DrawnBy::Dead,
        };
        let clauses = self.clauses_of(by);
        let turn_only = self.code() != Code::Rogers1907 && ground != Ground::DrawnGame;
        if turn_only && (who != self.turn() || !self.touched.is_empty() || self.in_hand.is_some()) {
            // british1897:II.8, federation1912:32: the player, before touching a man.
            return Ok(vec![Ruling::new(Kind::Refuted, &clauses).of(who)]);
        }
        let proof = if clauses.is_empty() { Proof::no() } else { self.proof(by) };
        let kind = if proof.holds { Kind::Proved } else { Kind::Refuted };
        let mut told =
            vec![Ruling::new(kind, &clauses).of(who).shown_by(proof.line).about(proof.about)];
        if !proof.holds {
            return Ok(told);
        }
        let outcome = self.scene.position().map(|position| position.drawn(by));
        told.extend(match outcome.and_then(|outcome| outcome.winner) {
            Some(winner) => self.end(Ending::Won(winner), &clauses),
            None => self.end(Ending::Drawn, &clauses),
        });
        Ok(told)
    }

    fn notice_counts(&self) -> bool {
        use crate::rules::laws::FiftyMoves::Notice;
        self.terms().laws().fifty_moves == Notice
    }

    /// The clauses by which a draw of that kind can be claimed under the code.
    fn clauses_of(&self, by: DrawnBy) -> Vec<&'static str> {
        let laws = self.terms().laws();
        let outcome = crate::rules::laws::Outcome { winner: None, reason: by.reason() };
        let number = |clause: &'static str| {
            let at = clause.find([':', ' ']).map_or(0, |at| at + 1);
            &clause[at..]
        };
        outcome.clause(laws).map(number).into_iter().collect()
    }

    /// Whether a claim of a draw is proved: by the record of the game, or by looking ahead, the line
    /// being shown.
    fn proof(&self, by: DrawnBy) -> Proof {
        match by {
            DrawnBy::FiftyOnNotice => {
                let plies = self.notice.map_or(0, |at| self.record.len() - at);
                Proof::by_record(plies >= usize::from(crate::rules::FIFTY_MOVES))
            }
            DrawnBy::Dead => self.scene.position().map_or_else(Proof::no, drawn_game),
            DrawnBy::EndlessChecks => self.scene.position().map_or_else(Proof::no, endless_checks),
            _ => Proof::by_record(self.game().is_some_and(|game: Game| {
                game.claims_by_record().iter().any(|claim| claim.ground == by)
            })),
        }
    }

    /// A player gives notice that he counts fifty moves.
    pub(super) fn gives_notice(&mut self, who: Color) -> Answer {
        let clauses: &'static [&'static str] = match self.code() {
            Code::England1804 | Code::France1804 => &["XVII"],
            Code::Accomplished1837 => &["19"],
            Code::British1897 => &["II.8b"],
            Code::Rogers1907 => &["XXIX"],
            Code::Federation1912 => &["32d"],
            Code::Chess => &["9.3"],
        };
        let listed = self.scene.position().is_some_and(|position| position.is_listed_ending());
        let _ = who;
        if !self.notice_counts() || !listed {
            return Ok(vec![Ruling::new(Kind::Nothing, clauses)]);
        }
        self.notice = Some(self.record.len());
        Ok(vec![Ruling::new(Kind::Noted, clauses)])
    }

    pub(super) fn offers(&mut self, who: Color) -> Answer {
        self.offer = Some(who);
        Ok(vec![Ruling::new(Kind::Noted, self.law().agreement())])
    }

    pub(super) fn accepts(&mut self, who: Color) -> Answer {
        if self.offer != Some(who.other()) {
            return Err(format!("{} has offered no draw", who.other()));
        }
        let clauses = self.law().agreement();
        let outcome = self.scene.position().map(|position| position.drawn(DrawnBy::Stalemate));
        // The giver of an undertaking who agrees to a draw has not mated (british1897:IV.8).
        let laws = self.terms().laws();
        let failed: Vec<&'static str> = outcome
            .and_then(|outcome| outcome.clause(laws))
            .map(super::state::number_of)
            .into_iter()
            .collect();
        Ok(match outcome.and_then(|outcome| outcome.winner) {
            Some(winner) => self.end(Ending::Won(winner), &failed),
            None => self.end(Ending::Drawn, clauses),
        })
    }

    pub(super) fn declines(&mut self, who: Color) -> Answer {
        if self.offer != Some(who.other()) {
            return Err(format!("{} has offered no draw", who.other()));
        }
        self.offer = None;
        Ok(vec![Ruling::new(Kind::Noted, self.law().agreement())])
    }

    pub(super) fn resigns(&mut self, who: Color) -> Answer {
        let clauses = self.law().resignation();
        Ok(self.end(Ending::Won(who.other()), clauses))
    }

    pub(super) fn conducts(&mut self, who: Color, conduct: Conduct) -> Answer {
        let what = self.law().conduct(conduct, self.setting.play);
        // british1897:III.2: a day or more for each reply allows every aid but another player's.
        let short = self.setting.hours < 24;
        let what = match what {
            Forfeit::Noted(["III.2a"]) if short && conduct == Conduct::Reads => {
                Forfeit::Claimable(&["II.9c", "III.2b"])
            }
            Forfeit::Noted(["III.2a"]) if short => Forfeit::Claimable(&["II.9b", "III.2b"]),
            other => other,
        };
        Ok(self.forfeit(who, what))
    }

    pub(super) fn advised(&mut self, who: Color, joins: bool) -> Answer {
        let play = self.setting.play;
        let what = if joins { self.law().bystander_joins(play) } else { self.law().advice(play) };
        Ok(self.forfeit(who, what))
    }

    fn claims_forfeit(&mut self, who: Color) -> Answer {
        let claim = self.claimable.clone().filter(|claim| claim.offender == who.other());
        let open = self
            .rights
            .iter()
            .any(|right| right.holder == who && right.remedy.choice == super::ruling::Choice::Win);
        match claim {
            Some(claim) if open => {
                let clauses = claim.clauses;
                Ok(self.end(Ending::Won(who), clauses))
            }
            Some(claim) => Ok(vec![Ruling::new(Kind::Refuted, claim.clauses).of(who)]),
            None => Ok(vec![Ruling::new(Kind::Refuted, &[]).of(who)]),
        }
    }

    fn limit(&self) -> Option<Limit> {
        self.setting.limit.clone().or_else(|| Limit::of(self.code()))
    }

    /// A clock reading is taken.
    pub(super) fn clock(&mut self, who: Color, used: u32) -> Answer {
        if self.clocks[who.index()].is_some_and(|before| before > used) {
            return Err(format!("{who}'s clock stood later: 'proves clock' corrects it"));
        }
        self.clocks[who.index()] = Some(used);
        // The forfeit is immediate in 1897 (II.10B b, C b) and 1912 (42c), and in 1907 (XXVI).
        let clauses = self.time_clauses();
        if self.is_overstepped(who) {
            return Ok(self.end(Ending::Won(who.other()), &clauses));
        }
        Ok(vec![Ruling::new(Kind::Noted, &clauses)])
    }

    fn time_clauses(&self) -> Vec<&'static str> {
        match (self.code(), self.setting.end) {
            (Code::British1897, None) => vec!["II.10B"],
            (Code::British1897, Some(_)) => vec!["II.10C"],
            _ => self.law().overstepping().unwrap_or(&[]).to_vec(),
        }
    }

    fn is_overstepped(&self, who: Color) -> bool {
        let (Some(limit), Some(used)) = (self.limit(), self.clocks[who.index()]) else {
            return false;
        };
        if self.law().overstepping().is_none() {
            return false;
        }
        let moves = self.moves_for_the_clock(who);
        let fixed_end = self.setting.end.is_some();
        at_whole_hours(self.code(), &limit, fixed_end, used, moves) == TimeRuling::Forfeits
    }

    /// Moves as the clock counts them: moves of odds made at once are one in 1907 (XXXIV), and as
    /// many as they are in 1912 (37).
    pub(super) fn moves_for_the_clock(&self, who: Color) -> u64 {
        let made = self.moves_made(who);
        let at_once = u64::from(self.terms().odds.moves);
        let receiver = self.terms().giver(None).other();
        if self.code() == Code::Rogers1907 && who == receiver && at_once > 1 {
            return made.saturating_sub(at_once - 1).max(made.min(1));
        }
        made
    }

    fn claims_time(&mut self, who: Color) -> Answer {
        let clauses = self.time_clauses();
        if self.is_overstepped(who.other()) {
            return Ok(self.end(Ending::Won(who), &clauses));
        }
        Ok(vec![Ruling::new(Kind::Refuted, &clauses).of(who)])
    }

    /// A wrong record of time is corrected, unless it was somebody's neglect.
    pub(super) fn proves_clock(&mut self, who: Color, used: u32, by_neglect: bool) -> Answer {
        let clauses: &'static [&'static str] = match (self.code(), by_neglect) {
            (Code::British1897, _) => &["II.10D"],
            (Code::Federation1912, true) => &["36d"],
            (Code::Federation1912, false) => &["36e"],
            (Code::Rogers1907, _) => &["XXVII"],
            _ => &[],
        };
        if by_neglect {
            return Ok(vec![Ruling::new(Kind::Refuted, clauses).of(who)]);
        }
        self.clocks[who.index()] = Some(used);
        Ok(vec![Ruling::new(Kind::Noted, clauses)])
    }

    /// The time fixed for the end of play has come.
    pub(super) fn session_ends(&mut self) -> Answer {
        let Some(limit) = self.limit().filter(|_| self.setting.end.is_some()) else {
            return Err("no end of play was fixed: the setting has no line 'end'".to_owned());
        };
        let at =
            |who: Color| (self.clocks[who.index()].unwrap_or(0), self.moves_for_the_clock(who));
        if self.code() != Code::British1897 {
            return Ok(vec![Ruling::new(Kind::Noted, &[])]);
        }
        let clauses = &["II.10C"];
        Ok(match at_the_end(&limit, at(Color::White), at(Color::Black)) {
            EndRuling::BothInTime => vec![Ruling::new(Kind::Noted, clauses)],
            EndRuling::FirstForfeits => self.end(Ending::Won(Color::Black), clauses),
            EndRuling::SecondForfeits => self.end(Ending::Won(Color::White), clauses),
            EndRuling::Annulled => self.end(Ending::Annulled, clauses),
        })
    }
}
