//! How a game ends: by the board, by a claim, or by what the players say and their clocks do.

use serde::{Deserialize, Serialize};

use super::message::EndView;
use crate::arbiter::{Ending, Ruling, cite, law_number};
use crate::rules::laws::coverage::Text;
use crate::rules::laws::{Laws, Outcome, Terms};
use crate::rules::{Color, Position};

/// The end of a game, as it is kept.
#[derive(Serialize, Deserialize, Clone, PartialEq, Eq, Debug)]
pub struct End {
    /// `1-0`, `0-1`, `1/2-1/2`, or `*` for a game that was only read to its last move.
    pub result: String,
    /// Who won and why, with the clause.
    pub words: String,
    /// The clause, where a law ends the game so.
    clause: Option<String>,
}

impl End {
    /// What the law has decided.
    pub fn of(outcome: Outcome, laws: Laws) -> Self {
        Self {
            result: outcome.token().to_owned(),
            words: outcome.in_words(laws),
            clause: outcome.clause(laws).map(str::to_owned),
        }
    }

    /// What the arbiter has ruled. Where it is what the position says, the words are the position's.
    pub fn ruled(
        ending: Ending,
        ruling: Option<&Ruling>,
        outcome: Option<Outcome>,
        terms: &Terms,
    ) -> Self {
        let winner = match ending {
            Ending::Won(who) => Some(who),
            Ending::Drawn | Ending::Annulled => None,
        };
        let annulled = ending == Ending::Annulled;
        if let Some(outcome) = outcome.filter(|outcome| outcome.winner == winner && !annulled) {
            return Self::of(outcome, terms.laws());
        }
        let clause =
            ruling.and_then(|ruling| ruling.clauses.first()).map(|clause| cite(terms.code, clause));
        let what = match ending {
            Ending::Won(who) => format!("{who} wins"),
            Ending::Drawn => "Drawn".to_owned(),
            Ending::Annulled => "The game is annulled".to_owned(),
        };
        let by = clause.as_ref().map_or_else(String::new, |clause| format!(" ({clause})"));
        let mut end = Self::plain(winner, format!("{what} by the arbiter's ruling{by}"));
        if annulled {
            end.result = "*".to_owned();
        }
        end.clause = clause;
        end
    }

    fn plain(winner: Option<Color>, words: String) -> Self {
        let result = match winner {
            Some(Color::White) => "1-0",
            Some(Color::Black) => "0-1",
            None => "1/2-1/2",
        };
        Self { result: result.to_owned(), words, clause: None }
    }

    /// A player has resigned.
    pub fn resigned(loser: Color) -> Self {
        Self::plain(Some(loser.other()), format!("{} wins: {loser} has resigned", loser.other()))
    }

    /// Both have agreed to a draw.
    pub fn agreed() -> Self {
        Self::plain(None, "Drawn: agreed".to_owned())
    }

    /// A player's time is up. FIDE 6.9 draws the game where the opponent cannot mate; a bare king
    /// is the one case that needs no search.
    pub fn out_of_time(loser: Color, position: &Position) -> Self {
        let winner = loser.other();
        let bare = position.board().of_color(winner).count() == 1;
        if bare && position.laws().has_automatic_limits() && position.undertaking().is_none() {
            let words = format!("Drawn: {loser}'s time is up, and {winner} has only the king");
            return Self::plain(None, words);
        }
        Self::plain(Some(winner), format!("{winner} wins: {loser}'s time is up"))
    }

    /// What a record says that was written elsewhere.
    pub fn recorded(result: &str) -> Self {
        Self {
            result: result.to_owned(),
            words: format!("The record ends here: {result}"),
            clause: None,
        }
    }

    /// As the page shows it.
    pub fn view(&self) -> EndView {
        EndView {
            result: self.result.clone(),
            words: self.words.clone(),
            clause: self.clause.clone(),
            gist: self.clause.as_deref().and_then(gist),
            page: self.clause.as_deref().and_then(page),
        }
    }
}

/// What the law says that a clause with its text stands in; a clause may name a section of a law.
fn gist(cited: &str) -> Option<&'static str> {
    let (text, clause) = cited.split_once(':')?;
    Text::from_id(text)?.law(law_number(clause)).map(|row| row.gist)
}

/// Where this server has the book's page on the law that a clause stands in.
fn page(cited: &str) -> Option<String> {
    if cited.starts_with("FIDE") {
        return Some("/book/laws/chess".to_owned());
    }
    let (text, _) = cited.split_once(':')?;
    Text::from_id(text).map(|text| format!("/book/laws/{}", text.id()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clause_finds_the_law_it_stands_in_and_no_neighbour() {
        for (clause, word) in [
            ("amateur1804:XVI", "stalemate"),
            ("british1897:II.8e", "draw"),
            ("accomplished1837:17", "stalemate"),
        ] {
            let gist = gist(clause).unwrap().to_lowercase();
            assert!(gist.contains(word), "{clause}: {gist}");
        }
        assert_ne!(gist("amateur1804:XVI"), gist("amateur1804:XV"));
        assert_eq!(gist("FIDE 5.1.1"), None);
    }

    #[test]
    fn a_clause_leads_to_a_page_that_this_server_has() {
        for clause in ["amateur1804:XVI", "british1897:II.8e", "FIDE 5.1.1", "rogers1907:XXIX"] {
            let page = page(clause).unwrap();
            assert!(crate::web::book::page(&page).is_some(), "{page}");
        }
        assert_eq!(page("agreed"), None);
    }
}
