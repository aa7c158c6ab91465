//! `jadoube laws`: the table of the 172 laws, and what each code makes of a position. It only
//! tells: nothing here decides what a law says.

use std::collections::HashMap;
use std::fmt::{Display, Write as _};
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use clap::parser::ValueSource;
use clap::{ArgMatches, FromArgMatches};

use super::output::{print, print_line};
use super::terms::{TermsArguments, one_of};
use crate::notation::descriptive::Origins;
use crate::notation::{Notation, fen};
use crate::rules::laws::coverage::proof::{Shown, Unproven, is_proven};
use crate::rules::laws::coverage::{self, Counts, Row, Status, Text};
use crate::rules::laws::{Code, Terms, excerpt};
use crate::rules::{
    Color, ENDLESS_CHECKS_STUDY, Game, Move, MoveKind, Note, Piece, PieceKind, Position, Wing,
};

/// No line is wider, where words can be broken apart.
const WIDTH: usize = 80;

/// The arguments of `jadoube laws`.
#[derive(clap::Args)]
pub struct Arguments {
    /// The law asked about: england1804, france1804, accomplished1837, british1897, rogers1907,
    /// federation1912; with --fen also chess, or as --laws names it. Without it, all of them
    #[arg(value_name = "CODE")]
    code: Option<String>,
    /// Show what each code makes of this position; `startpos` is the starting position that each
    /// begins from
    #[arg(long)]
    fen: Option<String>,
    /// How the moves of this position are written: coordinate, san, or descriptive in the style of
    /// each law's time
    #[arg(long, value_name = "WORD", default_value = "san", requires = "fen",
        value_parser = one_of(Notation::ALL))]
    notation: Notation,
    /// Name the tests that prove each law
    #[arg(long, conflicts_with = "fen")]
    tests: bool,
    /// Check in the sources in this folder that each test named exists and cites its law
    #[arg(long, value_name = "FOLDER", conflicts_with = "fen", num_args = 0..=1, default_missing_value = ".")]
    check: Option<PathBuf>,
    #[command(flatten)]
    asked: Asked,
}

/// The terms of the game, and the code that the user names among them.
struct Asked {
    terms: TermsArguments,
    /// `None` where `--laws` is not given, or names a ready game: that is looked at under each
    /// code.
    code: Option<Code>,
}

impl clap::Args for Asked {
    fn augment_args(command: clap::Command) -> clap::Command {
        TermsArguments::augment_args(command)
    }

    fn augment_args_for_update(command: clap::Command) -> clap::Command {
        TermsArguments::augment_args_for_update(command)
    }
}

impl FromArgMatches for Asked {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let terms = TermsArguments::from_arg_matches(matches)?;
        let is_given = matches.value_source("laws") == Some(ValueSource::CommandLine);
        let law = terms.laws.terms();
        let is_code = law == Terms::from(law.code);
        Ok(Self { terms, code: (is_given && is_code).then_some(law.code) })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

impl Arguments {
    /// The code asked about, if not all are.
    fn code(&self) -> anyhow::Result<Option<&str>> {
        match (self.code.as_deref(), self.asked.code.map(Code::word)) {
            (Some(one), Some(other)) if one != other => {
                bail!("code '{}' and --laws '{other}': one of them", excerpt(one))
            }
            (one, other) => Ok(one.or(other)),
        }
    }
}

/// Prints the table, or what becomes of the position.
pub fn run(arguments: &Arguments) -> anyhow::Result<()> {
    if let Some(folder) = &arguments.check {
        return check(folder);
    }
    let terms = arguments.asked.terms.terms()?;
    let text = match &arguments.fen {
        Some(fen) => judge(fen, arguments.code()?, &terms, arguments.notation)?,
        None if terms != Terms::default() => {
            bail!("the terms of a game are asked about together with a position: --fen is missing")
        }
        None => table(arguments.code.as_deref(), arguments.tests)?,
    };
    Ok(print(text)?)
}

/// Holds the tests that the table names against the sources.
fn check(folder: &Path) -> anyhow::Result<()> {
    let (mut faults, mut named, mut scripted) = (Vec::new(), 0, 0);
    let mut files: HashMap<&str, String> = HashMap::new();
    for row in coverage::rows() {
        let mut shown: Option<Shown> = None;
        for test in row.status.tests() {
            let (path, function) = test.split_once("::").unwrap_or((test, ""));
            let text = files
                .entry(path)
                .or_insert_with(|| std::fs::read_to_string(folder.join(path)).unwrap_or_default());
            named += 1;
            match is_proven(row, text, function) {
                Ok(()) => {}
                Err(Unproven::NoTest) => {
                    faults.push(format!("{}: no test {test}", row.citation()));
                }
                Err(Unproven::NotCited) => {
                    faults.push(format!("{}: not cited by {test}", row.citation()));
                }
            }
            if let Some(by) = Shown::by(text, function) {
                shown = Some(shown.unwrap_or_default().or(by));
            }
        }
        // Other tests are no scripts, and cannot be judged by their text.
        match shown {
            Some(Shown { kept: false, .. }) => {
                faults.push(format!("{}: no script keeps it", row.citation()));
            }
            Some(Shown { broken: false, .. }) => {
                faults.push(format!("{}: no script breaks it", row.citation()));
            }
            Some(_) => scripted += 1,
            None => {}
        }
    }
    if !faults.is_empty() {
        bail!("{} faults in {named} tests named: {}", faults.len(), faults.join("; "));
    }
    let counts = Counts::of(coverage::rows());
    Ok(print_line(format_args!(
        "{counts}; {named} tests named, each there and citing its law; {scripted} laws kept and broken in scripts"
    ))?)
}

/// Appends a label of `indent` columns and the words of a text behind it, broken into lines.
fn paragraph(out: &mut String, label: &str, indent: usize, text: &str) {
    let mut line = format!("{label:indent$}");
    let mut begun = false;
    for word in text.split_whitespace() {
        if begun && line.chars().count() + 1 + word.chars().count() > WIDTH {
            let _ = writeln!(out, "{}", line.trim_end());
            line = " ".repeat(indent);
            begun = false;
        }
        if begun {
            line.push(' ');
        }
        line.push_str(word);
        begun = true;
    }
    let _ = writeln!(out, "{}", line.trim_end());
}

// ---- The table.

/// The rows of one text or of all, with their counts.
fn table(code: Option<&str>, tests: bool) -> anyhow::Result<String> {
    let texts = match code {
        None => Text::ALL.to_vec(),
        Some(name) => vec![Text::from_id(name).with_context(|| no_such_text(name))?],
    };
    let mut out = String::new();
    for text in &texts {
        let _ = writeln!(out, "{text}: {}\n", text.counts());
        for row in text.rows() {
            print_row(&mut out, row, tests);
        }
        out.push('\n');
    }
    if texts.len() > 1 {
        let _ = writeln!(out, "{}", Counts::of(coverage::rows()));
    }
    Ok(out)
}

fn no_such_text(name: &str) -> String {
    let ids = Text::ALL.iter().flat_map(|text| text.codes().iter().copied());
    let ids = ids.collect::<Vec<_>>().join(", ");
    if name == Code::Chess.word() {
        format!("code 'chess': today's law is not in the table; it has {ids}")
    } else {
        format!("code '{}': not {ids}", excerpt(name))
    }
}

/// Number, where the law is enforced and how far, what it says; then why not, or by which tests.
fn print_row(out: &mut String, row: &Row, tests: bool) {
    const INDENT: usize = 33;
    let label = format!("  {:8} {:11} {:9}", row.number, row.place, row.status);
    let after = match row.status {
        Status::Physical { reason } => format!(" ({})", reason.trim_end_matches('.')),
        Status::Partly { pending, .. } => format!(" (the rest: {pending})"),
        Status::Enforced { .. } | Status::NotYet => String::new(),
    };
    paragraph(out, &label, INDENT, &format!("{}{after}", row.gist));
    for test in row.status.tests().iter().filter(|_| tests) {
        let _ = writeln!(out, "           {test}");
    }
}

// ---- A position.

/// What one code makes of the position: itself with what was dropped or taken for something else,
/// or why there is none.
struct Reading {
    code: Code,
    found: Result<(Position, Vec<String>), String>,
}

impl Reading {
    fn position(&self) -> Option<&Position> {
        self.found.as_ref().ok().map(|(position, _)| position)
    }
}

/// What each code makes of a position under these terms, as the command prints it.
///
/// # Errors
/// One line: the text is no position under any code.
pub fn of_each_code(fen: &str, terms: &Terms) -> Result<String, String> {
    judge(fen, None, terms, Notation::San).map_err(|error| format!("{error:#}"))
}

fn judge(
    fen: &str,
    code: Option<&str>,
    terms: &Terms,
    notation: Notation,
) -> anyhow::Result<String> {
    let readings = read_under_each(fen, code, terms)?;
    let mut out = String::new();
    paragraph(&mut out, "position", INDENT, fen);
    paragraph(&mut out, "terms", INDENT, &terms_in_words(terms));
    if fen == "startpos" {
        section(&mut out, "THE ARRAY", &readings, |_, position, _| fen::to_string(position));
    }
    let refused = readings.iter().filter_map(|reading| {
        reading.found.as_ref().err().map(|refusal| (reading.code, refusal.clone()))
    });
    let refused: Vec<_> = refused.collect();
    if !refused.is_empty() {
        heading(&mut out, "NO POSITION");
        rows(&mut out, &refused);
    }
    section(&mut out, "THE RESULT", &readings, |_, position, _| result(position));
    print_moves(&mut out, &readings, notation);
    section(&mut out, "RIGHTS", &readings, |_, position, _| rights(position));
    section(&mut out, "DROPPED OR UNDERSTOOD", &readings, |_, _, notes| {
        if notes.is_empty() { "nothing".to_owned() } else { notes.join("; ") }
    });
    section(&mut out, "WHAT MAY BE CLAIMED", &readings, |_, position, _| claims(position));
    Ok(out)
}

fn read_under_each(fen: &str, code: Option<&str>, terms: &Terms) -> anyhow::Result<Vec<Reading>> {
    let codes = match code {
        None => Code::ALL.to_vec(),
        Some(name) => codes_named(name)
            .with_context(|| format!("code '{}': not {}", excerpt(name), list(Code::ALL)))?,
    };
    let mut readings = Vec::new();
    for code in codes {
        let terms = Terms { code, ..terms.clone() };
        let setup = match fen {
            "startpos" => {
                terms.begin().map(|setup| (setup, Vec::new())).map_err(|error| error.to_string())
            }
            _ => Ok(fen::parse_with_remarks(fen)?),
        };
        let found = setup.and_then(|(setup, mut remarks)| {
            let read = setup.position_with_notes(&terms);
            let (position, notes) = read.map_err(|error| error.to_string())?;
            remarks.extend(notes.iter().map(Note::to_string));
            Ok((position, remarks))
        });
        readings.push(Reading { code, found });
    }
    // Where no code at all has such a position it is the text that is at fault.
    match &readings[0].found {
        Err(refusal) if readings.iter().all(|reading| reading.found.is_err()) => {
            bail!("position '{}': {refusal}", excerpt(fen))
        }
        _ => Ok(readings),
    }
}

/// The codes of that name; those of 1804 may be named by their text.
fn codes_named(name: &str) -> Option<Vec<Code>> {
    let ids = Text::from_id(name).filter(|text| text.id() == name).map(Text::codes);
    let codes: Vec<Code> = match ids {
        Some(ids) => ids.iter().filter_map(|id| Code::parse(id)).collect(),
        None => vec![Code::parse(name)?],
    };
    Some(codes)
}

/// Where the words behind the name of a code begin.
const INDENT: usize = 18;

fn heading(out: &mut String, title: &str) {
    let _ = writeln!(out, "\n{title}");
}

/// One line for each code, or for all of them where they agree.
fn rows(out: &mut String, rows: &[(Code, String)]) {
    match rows {
        [(_, first), others @ ..]
            if !others.is_empty() && others.iter().all(|(_, text)| text == first) =>
        {
            paragraph(out, "all", INDENT, first);
        }
        _ => rows.iter().for_each(|(code, text)| paragraph(out, code.word(), INDENT, text)),
    }
}

fn section(
    out: &mut String,
    title: &str,
    readings: &[Reading],
    describe: impl Fn(Code, &Position, &[String]) -> String,
) {
    let described = readings.iter().filter_map(|reading| {
        let (position, notes) = reading.found.as_ref().ok()?;
        Some((reading.code, describe(reading.code, position, notes)))
    });
    let described: Vec<_> = described.collect();
    heading(out, title);
    rows(out, &described);
}

fn terms_in_words(terms: &Terms) -> String {
    let giver = terms.giver(None);
    let mut words = Vec::new();
    if !terms.odds.is_none() {
        words.push(format!("odds {} given by {giver}", terms.odds));
    }
    if let Some(conditions) = terms.undertaking {
        words.push(match conditions.to_string().as_str() {
            "draw" => format!("{giver} has undertaken to win"),
            mate => format!("{giver} has undertaken to mate by {mate}"),
        });
    }
    let mut switch = |name: &str, value: Option<&dyn Display>| {
        words.extend(value.map(|value| format!("{name} {value}")));
    };
    switch("stalemate", terms.stalemate.as_ref().map(|value| value as &dyn Display));
    let yes_or_no = terms.castle_without_rook.map(|yes| if yes { "yes" } else { "no" });
    switch("castling without rook", yes_or_no.as_ref().map(|value| value as &dyn Display));
    switch("fifty moves", terms.fifty_moves.as_ref().map(|value| value as &dyn Display));
    switch("repetition", terms.repetition.as_ref().map(|value| value as &dyn Display));
    switch("Chess960", terms.chess960.then_some(&"" as &dyn Display));
    if words.is_empty() { "level".to_owned() } else { words.join("; ") }
}

fn result(position: &Position) -> String {
    match position.outcome() {
        Some(outcome) => outcome.in_words(position.laws()),
        None if position.in_check() => format!("in play, {} to move, in check", position.turn()),
        None => format!("in play, {} to move", position.turn()),
    }
}

/// First the moves that every code has, then what each has besides.
fn print_moves(out: &mut String, readings: &[Reading], notation: Notation) {
    let positions: Vec<(Code, &Position)> = readings
        .iter()
        .filter_map(|reading| reading.position().map(|position| (reading.code, position)))
        .collect();
    let Some((_, first)) = positions.first() else { return };
    let (common, _): (Vec<Move>, Vec<Move>) = first
        .legal_moves()
        .into_iter()
        .partition(|mv| positions.iter().all(|(_, position)| position.is_legal(*mv)));
    let number = |moves: &[Move]| match moves.len() {
        0 => "none".to_owned(),
        1 => "1 move: ".to_owned(),
        count => format!("{count} moves: "),
    };
    heading(out, "MOVES");
    let everywhere = format!("{}{}", number(&common), in_words(first, &common, notation));
    if let [(code, _)] = positions[..] {
        paragraph(out, code.word(), INDENT, &everywhere);
        return;
    }
    let none_at_all = positions.iter().all(|(_, position)| position.legal_moves().is_empty());
    if !common.is_empty() || none_at_all {
        paragraph(out, "all", INDENT, &everywhere);
    }
    for (code, position) in positions {
        let more: Vec<Move> =
            position.legal_moves().into_iter().filter(|mv| !common.contains(mv)).collect();
        if !more.is_empty() {
            let besides = if common.is_empty() { "" } else { "besides, " };
            let text = format!("{besides}{}{}", number(&more), in_words(position, &more, notation));
            paragraph(out, code.word(), INDENT, &text);
        }
    }
}

/// The moves: the king's first, the pawns' last, the queen first of a pawn's promotions.
fn in_words(position: &Position, moves: &[Move], notation: Notation) -> String {
    let mut moves = moves.to_vec();
    let rank = |mv: &Move| match position.piece_at(mv.from()).map(Piece::kind) {
        Some(PieceKind::King) | None => 0,
        Some(PieceKind::Pawn) => PieceKind::ALL.len(),
        Some(piece) => piece.index(),
    };
    moves.sort_by_key(|mv| (rank(mv), mv.from(), mv.to(), std::cmp::Reverse(mv.bits())));
    let origins = Origins::of(position);
    let words = moves.iter().map(|mv| {
        let text = notation.write(position, &origins, *mv);
        match mv.kind() {
            MoveKind::GhostCastle => format!("{text} (the king alone)"),
            _ => text,
        }
    });
    // Moves in descriptive notation have blanks of their own.
    let between = if notation == Notation::Descriptive { ", " } else { " " };
    words.collect::<Vec<_>>().join(between)
}

/// Castling, capturing en passant, the marked piece, moves of odds.
fn rights(position: &Position) -> String {
    let board = position.board();
    let castling = fen::to_string(position).split(' ').nth(2).map(str::to_owned);
    let mut words = vec![format!("castling {}", castling.unwrap_or_default())];
    for color in Color::ALL {
        for wing in Wing::ALL.into_iter().filter(|&wing| board.ghost_right(color, wing)) {
            words.push(format!("{color}'s king castles alone on the {wing}'s side"));
        }
    }
    words.extend(position.en_passant().map(|square| format!("en passant on {square}")));
    words.extend(board.marked().map(|square| format!("the marked man stands on {square}")));
    if board.odds_moves() > 0 {
        words.push(format!("moves of the odds still to be made: {}", board.odds_moves()));
    }
    words.join("; ")
}

/// What the player to move, or either player, may claim without more of the game being known.
fn claims(position: &Position) -> String {
    if position.outcome().is_some() {
        return "nothing: the game is over".to_owned();
    }
    let game = Game::new(*position);
    let laws = position.laws();
    let claims: Vec<String> = game
        .claims_within(ENDLESS_CHECKS_STUDY)
        .into_iter()
        .map(|claim| {
            let by =
                if claim.side_to_move_only { "by the player to move" } else { "by either player" };
            format!("{by}: {}", game.outcome_of_claim(claim).in_words(laws))
        })
        .collect();
    if !claims.is_empty() {
        return claims.join("; ");
    }
    match (position.fifty_count(), position.notice()) {
        (plies, Some(_)) => format!("nothing; {plies} plies of 100 since notice was given"),
        (0, None) => "nothing".to_owned(),
        (plies, None) => format!("nothing; {plies} plies of 100 counted"),
    }
}

fn list<T: Display>(values: &[T]) -> String {
    values.iter().map(T::to_string).collect::<Vec<_>>().join(", ")
}
