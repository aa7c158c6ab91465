//! What may happen next, as lines of the event language: for completion at a prompt. Nothing here
//! rules on anything, and what is not listed may happen all the same.

use super::event::{Conduct, Error, Ground, Hands, Notice};
use super::ruling::Choice;
use super::state::State;
use super::step::Step;
use crate::rules::{Color, Square};

/// Lines that make sense in this state, in the order of the page that describes them; moves and
/// squares are those of the board.
pub fn likely_events(state: &State) -> Vec<String> {
    let turn = state.turn();
    let mut lines = Vec::new();
    for who in [turn, turn.other()] {
        by_player(state, who, &mut lines);
    }
    for error in [Error::IllegalMove, Error::Men] {
        lines.push(format!("Bystander points out {error}"));
    }
    for who in Color::ALL {
        lines.push(format!("Bystander advises {who}"));
        lines.push(format!("Bystander joins {who}"));
    }
    lines.extend(["session ends", "game resumes"].map(str::to_owned));
    lines
}

fn by_player(state: &State, who: Color, lines: &mut Vec<String>) {
    let pieces: Vec<Square> =
        Square::all().filter(|at| state.scene().piece_at(*at).is_some()).collect();
    let own = |at: &&Square| state.scene().is_of(**at, who);
    let moves: Vec<Step> = if who == state.turn() { state.moves() } else { Vec::new() };
    let mut say = |act: String| lines.push(format!("{who} {act}"));
    for verb in ["plays", "places", "seals", "sends", "shows"] {
        moves.iter().for_each(|step| say(format!("{verb} {step}")));
    }
    pieces.iter().for_each(|at| say(format!("touches {at}")));
    for at in &pieces {
        Notice::ALL.iter().for_each(|notice| say(format!("adjusts {at} notice {notice}")));
        say(format!("adjusts {at} with consent"));
        say(format!("knocks over {at} notice none"));
        say(format!("removes {at}"));
    }
    pieces.iter().filter(own).for_each(|at| say(format!("lifts {at}")));
    pieces.iter().filter(|at| !own(at)).for_each(|at| say(format!("moves {at}")));
    for wing in ["kingside", "queenside"] {
        Hands::ALL.iter().for_each(|hands| say(format!("castles {wing} {hands}")));
    }
    for right in state.rights.iter().filter(|right| right.holder == who) {
        say(format!("exacts {}", right.remedy.choice));
        if let Choice::Adopt(step) = right.remedy.choice {
            say(format!("adopts {step}"));
        }
    }
    for kind in ["queen", "rook", "bishop", "knight"] {
        say(format!("names {kind}"));
    }
    Error::ALL.iter().for_each(|error| say(format!("points out {error}")));
    Ground::ALL.iter().for_each(|ground| say(format!("claims {ground}")));
    Conduct::ALL.iter().for_each(|conduct| say(conduct.to_string()));
    for plain in [
        "quits",
        "substitutes",
        "calls check",
        "withdraws check",
        "waives",
        "refuses",
        "gives notice",
        "offers a draw",
        "accepts",
        "declines",
        "resigns",
        "clock",
        "proves clock",
    ] {
        say(plain.to_owned());
    }
}
