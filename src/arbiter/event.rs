//! What happens at the board, one event a line, as `book/src/arbiter.md` defines it. Reading is
//! all that is done here: whether an event can follow is for the state to say.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use super::ruling::Choice;
use super::step::Step;
use crate::notation::fen;
use crate::rules::laws::{excerpt, words};
use crate::rules::{Color, PieceKind, Setup, Square, Wing};

words! {
    /// When notice of adjusting was given.
    Notice {
        /// Immediately before touching.
        Before = "before",
        /// In touching.
        With = "with",
        /// At once after touching.
        After = "after",
        /// Not at all.
        Silent = "none",
    }
}

words! {
    /// How a player castles.
    Hands {
        /// The king first.
        KingFirst = "king first",
        /// The rook moved and quitted before the king is touched.
        RookFirst = "rook first",
        /// Both at once.
        Together = "together",
        /// The king is quitted, and the rook left where it was.
        KingAlone = "king alone",
    }
}

words! {
    /// What is pointed out.
    Error {
        /// An illegal move not put right.
        IllegalMove = "illegal move",
        /// The same, where the position before it cannot be found.
        Untraced = "illegal move untraced",
        /// The board lies wrongly.
        Board = "board",
        /// A piece was missing or misplaced at the beginning.
        Men = "men",
        /// Odds were not taken off.
        Odds = "odds",
        /// The wrong player began.
        FirstMove = "first move",
        /// A game was resumed from a wrong position.
        Position = "position",
        /// A player finds his king in check and cannot tell how.
        Check = "check",
    }
}

words! {
    /// What is claimed.
    Ground {
        /// Fifty moves of each.
        FiftyMoves = "fifty moves",
        /// The same position again.
        Repetition = "repetition",
        /// The same series of moves again.
        Series = "series",
        /// The claimant can check for ever.
        EndlessChecks = "endless checks",
        /// No series of moves can win.
        DrawnGame = "drawn game",
        /// The opponent has overstepped his time.
        Time = "time",
        /// The opponent has forfeited the game.
        Forfeit = "forfeit",
    }
}

words! {
    /// What a player does that is no move.
    Conduct {
        /// He upsets the board or disarranges the pieces on purpose.
        Upsets = "upsets the board",
        /// He adds or removes a piece on purpose.
        Falsifies = "falsifies the position",
        /// He analyses on a second board.
        SecondBoard = "uses a second board",
        /// He consults a book.
        Reads = "reads a book",
        /// He asks for advice.
        Asks = "asks advice",
        /// He stops playing and does not resume.
        Ceases = "ceases play",
        /// He does not accept the decision of an umpire.
        Decision = "refuses the decision",
        /// He will not observe the laws.
        Laws = "breaks the laws",
    }
}

/// A move that a player wrote down or sent.
#[derive(Clone, PartialEq, Debug)]
pub enum Written {
    /// Nothing was written.
    Nothing,
    /// One move, or several for the same turn.
    Moves(Vec<Step>),
    /// His first move, then his further moves, each with the reply it assumes.
    Series(Step, Vec<(Step, Step)>),
    /// Words, and the moves they can mean.
    Words(String, Vec<Step>),
    /// Records in descriptive notation, one for each move written for this turn: what they can mean
    /// is read from the board.
    Records(Vec<String>),
}

/// What was set up when a game was resumed.
#[derive(Clone, PartialEq, Debug)]
pub enum Resumed {
    /// The position adjourned.
    Rightly,
    /// Another one.
    From(Box<Setup>),
    /// The position cannot be found.
    Unknown,
    /// The times cannot be found.
    ClocksUnknown,
}

/// What a player does.
#[derive(Clone, PartialEq, Debug)]
#[allow(missing_docs)] // each is one line of the page
pub enum Act {
    Touches(Vec<Square>),
    Adjusts { square: Square, notice: Notice, consent: bool },
    KnocksOver { square: Square, notice: bool },
    Lifts(Square),
    Places(Step),
    Quits,
    MovesOpponents(Square, Square),
    Removes(Square),
    Plays { step: Step, check: bool },
    Names(PieceKind),
    Castles { wing: Wing, hands: Hands, check: bool },
    Substitutes(Step),
    CallsCheck,
    WithdrawsCheck,
    Exacts(Choice),
    Waives,
    Refuses,
    PointsOut(Error),
    Claims(Ground),
    GivesNotice,
    Offers,
    Accepts,
    Declines,
    Resigns,
    Clock(u32),
    Proves { seconds: u32, by_neglect: bool },
    Conduct(Conduct),
    Seals(Written),
    Sends(Written),
    Adopts(Step),
    Shows(Step),
}

/// What happens.
#[derive(Clone, PartialEq, Debug)]
pub enum Event {
    /// A player does something.
    Player(Color, Act),
    /// A bystander points something out.
    BystanderPointsOut(Error),
    /// A bystander helps a player.
    BystanderAdvises(Color),
    /// A bystander takes part in a side's consultation.
    BystanderJoins(Color),
    /// The time fixed for the end of play has come.
    SessionEnds,
    /// An adjourned game goes on.
    Resumes(Resumed),
}

/// Why a line is no event.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("'{line}': expected {expected}")]
pub struct EventError {
    line: String,
    expected: &'static str,
}

/// A player's name.
pub fn color(word: &str) -> Option<Color> {
    Color::ALL.into_iter().find(|color| color.to_string().eq_ignore_ascii_case(word))
}

/// Hours, minutes and seconds, or hours and minutes, in seconds.
pub fn seconds(text: &str) -> Option<u32> {
    let parts: Vec<u32> = text.split(':').map(|part| part.parse().ok()).collect::<Option<_>>()?;
    let (hours, minutes, rest) = match parts[..] {
        [hours, minutes] => (hours, minutes, 0),
        [hours, minutes, rest] => (hours, minutes, rest),
        _ => return None,
    };
    (hours < 1000 && minutes < 60 && rest < 60).then_some(hours * 3600 + minutes * 60 + rest)
}

/// Seconds as hours, minutes and seconds.
pub fn hours(seconds: u32) -> String {
    format!("{}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60)
}

impl FromStr for Event {
    type Err = EventError;

    fn from_str(line: &str) -> Result<Self, EventError> {
        let words: Vec<&str> = line.split_whitespace().collect();
        let fault = |expected| EventError { line: excerpt(line), expected };
        let lower: Vec<String> = words.iter().map(|word| word.to_ascii_lowercase()).collect();
        let lower: Vec<&str> = lower.iter().map(String::as_str).collect();
        match lower[..] {
            ["bystander", "points", "out", ..] => Error::parse(&lower[3..].join(" "))
                .map(Self::BystanderPointsOut)
                .ok_or_else(|| fault("'illegal move' or 'men'")),
            ["bystander", verb @ ("advises" | "joins"), who] => {
                let who = color(who).ok_or_else(|| fault("White or Black"))?;
                let advises = verb == "advises";
                Ok(if advises { Self::BystanderAdvises(who) } else { Self::BystanderJoins(who) })
            }
            ["session", "ends"] => Ok(Self::SessionEnds),
            ["game", "resumes"] => Ok(Self::Resumes(Resumed::Rightly)),
            ["game", "resumes", "unknown"] => Ok(Self::Resumes(Resumed::Unknown)),
            ["game", "resumes", "clocks", "unknown"] => Ok(Self::Resumes(Resumed::ClocksUnknown)),
            ["game", "resumes", ..] => fen::parse(&words[2..].join(" "))
                .map(|setup| Self::Resumes(Resumed::From(Box::new(setup))))
                .map_err(|_| fault("a FEN, 'unknown' or 'clocks unknown'")),
            [who, ..] if color(who).is_some() => {
                let who = color(who).expect("just seen");
                act(line, &lower[1..]).map(|act| Self::Player(who, act)).map_err(fault)
            }
            _ => Err(fault("White, Black, Bystander, 'session ends' or 'game resumes' first")),
        }
    }
}

/// Reads what a player does from the words after his name, in lower case; `line` is the whole line
/// as it was written.
fn act(line: &str, words: &[&str]) -> Result<Act, &'static str> {
    const SQUARE: &str = "a square such as e4";
    const MOVE: &str = "a move such as e2e4 or e7e8q";
    let square = |word: &str| Square::parse(word).ok_or(SQUARE);
    let step = |word: &str| word.parse::<Step>().map_err(|()| MOVE);
    let time = |word: &str| seconds(word).ok_or("a time such as 1:05:00");
    Ok(match *words {
        ["touches", ref squares @ ..] if !squares.is_empty() => {
            Act::Touches(squares.iter().map(|name| square(name)).collect::<Result<_, _>>()?)
        }
        ["adjusts", man] => {
            Act::Adjusts { square: square(man)?, notice: Notice::Before, consent: false }
        }
        ["adjusts", man, "with", "consent"] => {
            Act::Adjusts { square: square(man)?, notice: Notice::Before, consent: true }
        }
        ["adjusts", man, "notice", when] => {
            let notice = Notice::parse(when).ok_or("before, with, after or none")?;
            Act::Adjusts { square: square(man)?, notice, consent: false }
        }
        ["knocks", "over", man] => Act::KnocksOver { square: square(man)?, notice: true },
        ["knocks", "over", man, "notice", "none"] => {
            Act::KnocksOver { square: square(man)?, notice: false }
        }
        ["lifts", man] => Act::Lifts(square(man)?),
        ["places", mv] => Act::Places(step(mv)?),
        ["quits"] => Act::Quits,
        ["moves", from, to] => Act::MovesOpponents(square(from)?, square(to)?),
        ["removes", man] => Act::Removes(square(man)?),
        ["plays", mv] => Act::Plays { step: step(mv)?, check: false },
        ["plays", mv, "check"] => Act::Plays { step: step(mv)?, check: true },
        ["names", piece] => Act::Names(
            [PieceKind::Queen, PieceKind::Rook, PieceKind::Bishop, PieceKind::Knight]
                .into_iter()
                .find(|kind| kind.name() == piece)
                .ok_or("queen, rook, bishop or knight")?,
        ),
        ["castles", wing, ref rest @ ..] => {
            let wing = match wing {
                "kingside" => Wing::King,
                "queenside" => Wing::Queen,
                _ => return Err("kingside or queenside"),
            };
            let (rest, check) = match rest {
                [rest @ .., "check"] => (rest, true),
                rest => (rest, false),
            };
            let hands = match rest {
                [] => Hands::KingFirst,
                rest => Hands::parse(&rest.join(" "))
                    .ok_or("'king first', 'rook first', 'together' or 'king alone'")?,
            };
            Act::Castles { wing, hands, check }
        }
        ["substitutes", mv] => Act::Substitutes(step(mv)?),
        ["calls", "check"] => Act::CallsCheck,
        ["withdraws", "check"] => Act::WithdrawsCheck,
        ["exacts", ref choice @ ..] => Act::Exacts(
            choice.join(" ").parse().map_err(|()| "a choice such as 'king' or 'move e2'")?,
        ),
        ["waives"] => Act::Waives,
        ["refuses"] => Act::Refuses,
        ["points", "out", ref what @ ..] => Act::PointsOut(Error::parse(&what.join(" ")).ok_or(
            "illegal move, illegal move untraced, board, men, odds, first move, position or check",
        )?),
        ["claims", ref what @ ..] => Act::Claims(Ground::parse(&what.join(" ")).ok_or(
            "fifty moves, repetition, series, endless checks, drawn game, time or forfeit",
        )?),
        ["gives", "notice"] => Act::GivesNotice,
        ["offers", "a", "draw"] => Act::Offers,
        ["accepts"] => Act::Accepts,
        ["declines"] => Act::Declines,
        ["resigns"] => Act::Resigns,
        ["clock", used] => Act::Clock(time(used)?),
        ["proves", "clock", used] => Act::Proves { seconds: time(used)?, by_neglect: false },
        ["proves", "clock", used, "by", "neglect"] => {
            Act::Proves { seconds: time(used)?, by_neglect: true }
        }
        ["seals", ref what @ ..] => Act::Seals(written(line, what)?),
        ["sends", ref what @ ..] => Act::Sends(written(line, what)?),
        ["adopts", mv] => Act::Adopts(step(mv)?),
        ["shows", mv] => Act::Shows(step(mv)?),
        ref conduct => {
            Act::Conduct(Conduct::parse(&conduct.join(" ")).ok_or("an event; 'help' lists them")?)
        }
    })
}

/// Reads what was written down or sent.
fn written(line: &str, words: &[&str]) -> Result<Written, &'static str> {
    const WRITTEN: &str = "moves, \"words\" meaning moves, or nothing";
    let steps = |words: &[&str]| -> Result<Vec<Step>, &'static str> {
        words.iter().map(|word| word.parse().map_err(|()| WRITTEN)).collect()
    };
    if words.first().is_some_and(|word| word.starts_with('"')) {
        let (records, meaning) = quoted(line)?;
        let meaning = meaning.to_ascii_lowercase();
        let words: Vec<&str> = meaning.split_whitespace().collect();
        return match (words.as_slice(), records.as_slice()) {
            ([], _) => Ok(Written::Records(records)),
            (["meaning", "nothing"], [text]) => Ok(Written::Words(text.clone(), Vec::new())),
            (["meaning", moves @ ..], [text]) if !moves.is_empty() => {
                Ok(Written::Words(text.clone(), steps(moves)?))
            }
            _ => Err("meaning and the moves, or 'meaning nothing', after the words"),
        };
    }
    match *words {
        ["nothing"] => Ok(Written::Nothing),
        [first, "if", ..] => {
            let mut pairs = Vec::new();
            for triple in words[1..].chunks(3) {
                let ["if", reply, own] = *triple else { return Err("if REPLY MOVE") };
                let pair = steps(&[reply, own])?;
                pairs.push((pair[0], pair[1]));
            }
            Ok(Written::Series(steps(&[first])?[0], pairs))
        }
        [_, ..] => Ok(Written::Moves(steps(words)?)),
        [] => Err(WRITTEN),
    }
}

/// The texts between quotation marks that a line's words begin with, and what follows them.
fn quoted(line: &str) -> Result<(Vec<String>, &str), &'static str> {
    let mut rest = line.find('"').map_or("", |at| &line[at..]);
    let mut texts = Vec::new();
    while let Some(begun) = rest.strip_prefix('"') {
        let (text, after) = begun.split_once('"').ok_or("a closing quotation mark")?;
        texts.push(text.to_owned());
        rest = after.trim_start();
    }
    Ok((texts, rest))
}

impl fmt::Display for Event {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Player(who, act) => write!(f, "{who} {act}"),
            Self::BystanderPointsOut(error) => write!(f, "Bystander points out {error}"),
            Self::BystanderAdvises(who) => write!(f, "Bystander advises {who}"),
            Self::BystanderJoins(who) => write!(f, "Bystander joins {who}"),
            Self::SessionEnds => f.write_str("session ends"),
            Self::Resumes(Resumed::Rightly) => f.write_str("game resumes"),
            Self::Resumes(Resumed::From(setup)) => write!(f, "game resumes {}", fen::write(setup)),
            Self::Resumes(Resumed::Unknown) => f.write_str("game resumes unknown"),
            Self::Resumes(Resumed::ClocksUnknown) => f.write_str("game resumes clocks unknown"),
        }
    }
}

impl fmt::Display for Act {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let called = |check: &bool| if *check { " check" } else { "" };
        match self {
            Self::Touches(squares) => {
                f.write_str("touches")?;
                squares.iter().try_for_each(|square| write!(f, " {square}"))
            }
            Self::Adjusts { square, consent: true, .. } => {
                write!(f, "adjusts {square} with consent")
            }
            Self::Adjusts { square, notice, .. } => write!(f, "adjusts {square} notice {notice}"),
            Self::KnocksOver { square, notice } => {
                write!(f, "knocks over {square}{}", if *notice { "" } else { " notice none" })
            }
            Self::Lifts(man) => write!(f, "lifts {man}"),
            Self::Places(step) => write!(f, "places {step}"),
            Self::Quits => f.write_str("quits"),
            Self::MovesOpponents(from, to) => write!(f, "moves {from} {to}"),
            Self::Removes(man) => write!(f, "removes {man}"),
            Self::Plays { step, check } => write!(f, "plays {step}{}", called(check)),
            Self::Names(kind) => write!(f, "names {}", kind.name()),
            Self::Castles { wing, hands, check } => {
                write!(f, "castles {wing}side {hands}{}", called(check))
            }
            Self::Substitutes(step) => write!(f, "substitutes {step}"),
            Self::CallsCheck => f.write_str("calls check"),
            Self::WithdrawsCheck => f.write_str("withdraws check"),
            Self::Exacts(choice) => write!(f, "exacts {choice}"),
            Self::Waives => f.write_str("waives"),
            Self::Refuses => f.write_str("refuses"),
            Self::PointsOut(error) => write!(f, "points out {error}"),
            Self::Claims(ground) => write!(f, "claims {ground}"),
            Self::GivesNotice => f.write_str("gives notice"),
            Self::Offers => f.write_str("offers a draw"),
            Self::Accepts => f.write_str("accepts"),
            Self::Declines => f.write_str("declines"),
            Self::Resigns => f.write_str("resigns"),
            Self::Clock(used) => write!(f, "clock {}", hours(*used)),
            Self::Proves { seconds, by_neglect } => {
                let neglect = if *by_neglect { " by neglect" } else { "" };
                write!(f, "proves clock {}{neglect}", hours(*seconds))
            }
            Self::Conduct(conduct) => conduct.fmt(f),
            Self::Seals(written) => write!(f, "seals {written}"),
            Self::Sends(written) => write!(f, "sends {written}"),
            Self::Adopts(step) => write!(f, "adopts {step}"),
            Self::Shows(step) => write!(f, "shows {step}"),
        }
    }
}

impl fmt::Display for Written {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use super::ruling::list;
        match self {
            Self::Nothing => f.write_str("nothing"),
            Self::Moves(steps) => f.write_str(&list(steps)),
            Self::Series(first, pairs) => {
                write!(f, "{first}")?;
                pairs.iter().try_for_each(|(reply, own)| write!(f, " if {reply} {own}"))
            }
            Self::Words(text, steps) if steps.is_empty() => write!(f, "\"{text}\" meaning nothing"),
            Self::Words(text, steps) => write!(f, "\"{text}\" meaning {}", list(steps)),
            Self::Records(texts) => {
                let quoted: Vec<String> = texts.iter().map(|text| format!("\"{text}\"")).collect();
                f.write_str(&quoted.join(" "))
            }
        }
    }
}
