//! A game: the position it began from, the moves made, and what follows from its history:
//! repetitions, and the draws that a player may claim. It keeps no clock and asks nobody.

use super::laws::{Claim, Code, DrawnBy, FiftyMoves, Outcome, Repetition};
use super::moves::Move;
use super::position::Position;
use super::verdict::FIFTY_MOVES;

/// How many moves are looked at to decide whether a player can check for ever, where a claim is
/// judged: a fraction of a second's work.
pub const ENDLESS_CHECKS_WORK: usize = 5_000_000;

/// The same where a position is studied: a second's work.
pub const ENDLESS_CHECKS_STUDY: usize = 12_000_000;

/// The same for a player who must not think long, as before each search: a few milliseconds' work.
pub const ENDLESS_CHECKS_AT_SIGHT: usize = 100_000;

/// A game in progress.
///
/// ```
/// use jadoube::notation::san;
/// use jadoube::rules::{Color, Game, Position};
///
/// let mut game = Game::new(Position::initial());
/// for text in ["f3", "e5", "g4", "Qh4#"] {
///     let mv = san::parse(game.position(), text)?;
///     assert!(game.play(mv), "{text} is legal");
/// }
/// let outcome = game.outcome().expect("checkmate ends a game");
/// assert_eq!(outcome.winner, Some(Color::Black));
///
/// game.undo();
/// assert!(game.outcome().is_none());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Game {
    /// Every position so far, the first being the start; never empty.
    positions: Vec<Position>,
    moves: Vec<Move>,
}

impl Game {
    /// A game that begins from a position.
    pub fn new(start: Position) -> Self {
        Self { positions: vec![start], moves: Vec::new() }
    }

    /// The position now on the board.
    pub fn position(&self) -> &Position {
        self.positions.last().expect("a game has at least its first position")
    }

    /// Where the game began.
    pub fn start(&self) -> &Position {
        &self.positions[0]
    }

    /// All positions, the start first and the present one last.
    pub fn positions(&self) -> &[Position] {
        &self.positions
    }

    /// The moves made so far.
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// Makes a move if it is legal, and says whether it was.
    #[must_use]
    pub fn play(&mut self, mv: Move) -> bool {
        let legal = self.position().is_legal(mv);
        if legal {
            self.positions.push(self.position().play(mv));
            self.moves.push(mv);
        }
        legal
    }

    /// Takes the last move back, if there is one.
    pub fn undo(&mut self) -> Option<Move> {
        let mv = self.moves.pop()?;
        self.positions.pop();
        Some(mv)
    }

    /// How often the present position has stood, this time included, as the law in force
    /// identifies positions; as [`Repetition::Men`] does under a law that has no such rule.
    pub fn occurrences(&self) -> usize {
        let now = self.position();
        let key = match now.laws().repetition {
            Repetition::Off => Position::placement_key,
            _ => Position::repetition_key,
        };
        let same = |then: &&Position| key(then) == key(now);
        // A capture or a pawn move can never be undone. `halfmove` may exceed the game's length.
        let reversible = usize::from(now.halfmove()) + 1;
        self.positions.iter().rev().take(reversible).filter(same).count()
    }

    /// How the game has ended of itself, if it has: by its position, or today at the fifth
    /// occurrence. Claims are not made here.
    pub fn outcome(&self) -> Option<Outcome> {
        let position = self.position();
        position.outcome().or_else(|| {
            (position.laws().has_automatic_limits() && self.occurrences() >= 5)
                .then(|| position.drawn(DrawnBy::FifthOccurrence))
        })
    }

    /// The draws that may be claimed now: by the record of the game, and by endless checks where
    /// the law has them and they are found by looking at [`ENDLESS_CHECKS_WORK`] moves.
    pub fn claims(&self) -> Vec<Claim> {
        self.claims_within(ENDLESS_CHECKS_WORK)
    }

    /// The same, endless checks being looked for among so many moves.
    pub fn claims_within(&self, work: usize) -> Vec<Claim> {
        let mut claims = self.claims_by_record();
        let position = self.position();
        let known = matches!(position.laws().code, Code::British1897 | Code::Federation1912);
        if known && position.can_check_forever(work) == Some(true) {
            claims.push(Claim { ground: DrawnBy::EndlessChecks, side_to_move_only: true });
        }
        claims
    }

    /// The draws that may be claimed now and that the moves made so far prove, which takes no
    /// looking ahead.
    pub fn claims_by_record(&self) -> Vec<Claim> {
        let position = self.position();
        let laws = position.laws();
        let mut grounds = Vec::new();
        if laws.repetition != Repetition::Off && self.occurrences() >= 3 {
            grounds.push(DrawnBy::ThirdOccurrence);
        }
        if laws.repetition == Repetition::MenOrSeries && self.same_series_thrice() {
            grounds.push(DrawnBy::SameSeries);
        }
        let counts =
            matches!(laws.fifty_moves, FiftyMoves::CapturesAndPawns | FiftyMoves::Captures);
        if counts && position.fifty_count() >= FIFTY_MOVES {
            grounds.push(DrawnBy::FiftyMoves);
        }
        let side_to_move_only = laws.only_mover_claims();
        grounds.into_iter().map(|ground| Claim { ground, side_to_move_only }).collect()
    }

    /// The outcome once a claim on that ground is allowed.
    pub fn outcome_of_claim(&self, claim: Claim) -> Outcome {
        self.position().drawn(claim.ground)
    }

    /// rogers1907:XXIX a: the last moves are one series made three times running.
    fn same_series_thrice(&self) -> bool {
        let moves = &self.moves;
        (2..=moves.len() / 3).step_by(2).any(|length| {
            let last = &moves[moves.len() - length..];
            moves[moves.len() - 3 * length..].chunks(length).all(|series| series == last)
        })
    }
}
