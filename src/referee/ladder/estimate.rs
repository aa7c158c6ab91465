//! The arithmetic of a ladder of odds: what odds are worth by the books, the logistic curve through
//! the scores at each rung, the point at which the players are even, and where to play next. It
//! knows of no engines, games or clocks.

use crate::referee::tournament::{Tally, quantile};
use crate::rules::laws::{Odds, Terms};
use crate::rules::{Color, PieceKind, Setup};

/// What a pair of bishops is worth besides, in pawns, where pieces have
/// [Kaufman's values](PieceKind::kaufman_value).
const PAIR_OF_BISHOPS: f64 = 0.5;
/// Pawns: three moves in the opening are held to be worth a pawn.
const MOVE: f64 = 1.0 / 3.0;

/// What odds are worth to the receiver by the books, in pawns: the scale on which rungs stand. It
/// need not be true to serve, only rise with the odds.
pub fn worth(odds: &Odds, terms: &Terms) -> f64 {
    let giver = Color::White;
    let terms =
        Terms { odds: odds.clone(), odds_giver: Some(giver), undertaking: None, ..terms.clone() };
    let start = Setup::initial();
    let mut pieces = 0.0;
    let mut bishops = [0; 2];
    for man in odds.removed(giver).into_iter().filter_map(|square| start.pieces[square.index()]) {
        let side = usize::from(man.color() != giver);
        let value = f64::from(man.kind().kaufman_value()) / 100.0;
        pieces += if side == 0 { value } else { -value };
        bishops[side] += i32::from(man.kind() == PieceKind::Bishop);
    }
    for (broken, sign) in bishops.into_iter().zip([1.0, -1.0]) {
        pieces += if broken > 0 { sign * PAIR_OF_BISHOPS } else { 0.0 };
    }
    let moves = match odds.moves {
        // He who begins is half a move ahead; on level terms it is either in turn.
        0 if odds.is_none() => 0.0,
        0 if terms.first_player() == giver => -MOVE / 2.0,
        0 => MOVE / 2.0,
        moves => (f64::from(moves) - 0.5) * MOVE,
    };
    pieces + moves
}

/// The curve through the scores at all rungs: the giver's share of the points is that of the
/// logistic distribution at `level - slope * worth`.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Fit {
    level: f64,
    slope: f64,
    /// Variances of the two and their covariance.
    variance: [f64; 2],
    covariance: f64,
}

/// A game that every rung played on is taken to have seen besides, half won and half lost, so that
/// the curve exists where all games went one way.
const IMAGINED: f64 = 0.5;
/// Newton's steps; the error is squared in each.
const STEPS: usize = 60;

impl Fit {
    /// Fits the curve to rungs by their worth and the giver's games there. `None` with fewer than
    /// two rungs played on, or where the giver does no worse at greater odds.
    pub fn new(rungs: &[(f64, Tally)]) -> Option<Self> {
        // Results of each rung: the giver's points and how often he made them.
        let rungs: Vec<(f64, [(f64, f64); 3])> = rungs
            .iter()
            .filter(|(_, tally)| tally.games() > 0)
            .map(|(worth, tally)| {
                let count = |number: u64, more: f64| number as f64 + more;
                let won = (1.0, count(tally.wins, IMAGINED));
                let lost = (0.0, count(tally.losses, IMAGINED));
                (*worth, [won, (0.5, count(tally.draws, 0.0)), lost])
            })
            .collect();
        let spread = |pick: fn(f64, f64) -> f64| rungs.iter().map(|(worth, _)| *worth).reduce(pick);
        if spread(f64::max)? - spread(f64::min)? <= 0.0 {
            return None;
        }
        let (mut level, mut slope) = (0.0, 0.0);
        for _ in 0..STEPS {
            let (gradient, curvature) = derivatives(&rungs, level, slope);
            let step = solve(curvature, gradient)?;
            // A long step may overshoot where the curve is flat.
            let length = step[0].abs().max(step[1].abs()).max(1.0);
            level += step[0] / length;
            slope += step[1] / length;
        }
        let inverse = inverse(derivatives(&rungs, level, slope).1)?;
        let meat = residuals(&rungs, level, slope);
        let variance = sandwich(inverse, meat);
        let fit = Self {
            level,
            slope,
            variance: [variance[0][0], variance[1][1]],
            covariance: variance[0][1],
        };
        (slope > 0.0 && slope.is_finite() && level.is_finite()).then_some(fit)
    }

    /// The worth, in pawns, at which the players are even.
    pub fn even(&self) -> f64 {
        self.level / self.slope
    }

    /// The Elo that a pawn is worth to these players.
    pub fn elo_of_pawn(&self) -> f64 {
        self.slope * 400.0 / std::f64::consts::LN_10
    }

    /// The 95 % confidence interval of [`Fit::even`] by Fieller's theorem: every worth at which the
    /// curve does not differ from an even score. `None`: it has no bounds yet.
    pub fn interval(&self) -> Option<(f64, f64)> {
        let z = quantile(0.975);
        let z2 = z * z;
        let [of_level, of_slope] = self.variance;
        // (level - slope x)² = z² (of_level - 2 x covariance + x² of_slope)
        let square = self.slope * self.slope - z2 * of_slope;
        let half_linear = self.level * self.slope - z2 * self.covariance;
        let constant = self.level * self.level - z2 * of_level;
        let discriminant = half_linear * half_linear - square * constant;
        if square <= 0.0 || discriminant < 0.0 {
            return None;
        }
        let root = discriminant.sqrt();
        Some(((half_linear - root) / square, (half_linear + root) / square))
    }
}

type Matrix = [[f64; 2]; 2];
/// A rung's worth, and how often each number of points was made there.
type Results = (f64, [(f64, f64); 3]);

fn share(level: f64, slope: f64, worth: f64) -> f64 {
    1.0 / (1.0 + (slope * worth - level).exp())
}

/// The slope of the likelihood in level and slope, and the information.
fn derivatives(rungs: &[Results], level: f64, slope: f64) -> ([f64; 2], Matrix) {
    let mut gradient = [0.0; 2];
    let mut information = [[0.0; 2]; 2];
    for (worth, results) in rungs {
        let by = [1.0, -worth];
        let p = share(level, slope, *worth);
        for (points, count) in results {
            for i in 0..2 {
                gradient[i] += count * (points - p) * by[i];
                for j in 0..2 {
                    information[i][j] += count * p * (1.0 - p) * by[i] * by[j];
                }
            }
        }
    }
    (gradient, information)
}

/// The sum of the squared residuals: with draws they are smaller than a coin's.
fn residuals(rungs: &[Results], level: f64, slope: f64) -> Matrix {
    let mut sum = [[0.0; 2]; 2];
    for (worth, results) in rungs {
        let by = [1.0, -worth];
        let p = share(level, slope, *worth);
        for (points, count) in results {
            for i in 0..2 {
                for j in 0..2 {
                    sum[i][j] += count * (points - p).powi(2) * by[i] * by[j];
                }
            }
        }
    }
    sum
}

fn inverse(m: Matrix) -> Option<Matrix> {
    let determinant = m[0][0] * m[1][1] - m[0][1] * m[1][0];
    (determinant > 0.0).then(|| {
        let of = |x: f64| x / determinant;
        [[of(m[1][1]), of(-m[0][1])], [of(-m[1][0]), of(m[0][0])]]
    })
}

fn solve(m: Matrix, v: [f64; 2]) -> Option<[f64; 2]> {
    let i = inverse(m)?;
    Some([i[0][0] * v[0] + i[0][1] * v[1], i[1][0] * v[0] + i[1][1] * v[1]])
}

/// The variance of estimates whose residuals need not be a coin's (P. Huber 1967).
fn sandwich(bread: Matrix, meat: Matrix) -> Matrix {
    let product = |a: Matrix, b: Matrix| -> Matrix {
        let cell = |i: usize, j: usize| a[i][0] * b[0][j] + a[i][1] * b[1][j];
        [[cell(0, 0), cell(0, 1)], [cell(1, 0), cell(1, 1)]]
    };
    product(product(bread, meat), bread)
}

/// Where on the ladder the players are even.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Place {
    /// Not known yet.
    Open,
    /// The giver is not the stronger even at the first rung.
    Below,
    /// Nearer to that rung than to any other.
    At(usize),
    /// Between that rung and the next.
    After(usize),
    /// The giver is the stronger even at the last rung.
    Above,
}

/// Where on a ladder of two rungs or more the players are even, once the whole interval of the even
/// point lies between two rungs, or nearer to one than to the others. `batch` games at least must
/// have been played there. A ladder that looks again and again until this is so is a little less
/// certain than the interval says.
pub fn place(rungs: &[(f64, Tally)], batch: u64) -> Place {
    let played = |rung: usize| rungs.get(rung).is_some_and(|(_, tally)| tally.games() >= batch);
    let bounds = |rung: usize| {
        let (_, tally) = rungs.get(rung)?;
        let estimate = tally.estimate().filter(|_| tally.games() >= 2 * batch)?;
        // Games that all went one way have no variance; one imagined result gives them some.
        let error = estimate.score_error.max(1.0 / tally.games() as f64);
        Some((estimate.score - error, estimate.score + error))
    };
    let last = rungs.len() - 1;
    if bounds(0).is_some_and(|(_, high)| high < 0.5) {
        return Place::Below;
    }
    if bounds(last).is_some_and(|(low, _)| low > 0.5) {
        return Place::Above;
    }
    let Some((low, high)) = Fit::new(rungs).and_then(|fit| fit.interval()) else {
        return Place::Open;
    };
    let between = |rung: usize| low > rungs[rung].0 && high < rungs[rung + 1].0;
    if let Some(rung) = (0..last).find(|rung| between(*rung)) {
        let seen = played(rung) && played(rung + 1);
        return if seen { Place::After(rung) } else { Place::Open };
    }
    // Half the way to the neighbours; beyond the ends as far as on the other side.
    let half = |rung: usize| (rungs[rung + 1].0 - rungs[rung].0) / 2.0;
    let nearest = |rung: &usize| {
        let worth = rungs[*rung].0;
        let (down, up) = (half(rung.saturating_sub(1)), half((*rung).min(last - 1)));
        low > worth - down && high < worth + up
    };
    let at = (0..rungs.len()).find(nearest).filter(|rung| played(*rung));
    at.map_or(Place::Open, Place::At)
}

/// The rung to play on next: by bisection until the giver has been seen both stronger and weaker,
/// then the one of the two around the even point that has fewer games.
pub fn next_rung(rungs: &[(f64, Tally)]) -> usize {
    let last = rungs.len().saturating_sub(1);
    let share = |rung: usize| {
        let tally = rungs[rung].1;
        (tally.games() > 0).then(|| tally.points() / tally.games() as f64)
    };
    let stronger = (0..rungs.len()).rfind(|rung| share(*rung).is_some_and(|share| share >= 0.5));
    let weaker = (0..rungs.len()).find(|rung| share(*rung).is_some_and(|share| share < 0.5));
    let games = |rung: usize| rungs[rung].1.games();
    match (stronger, weaker) {
        (None, None) => last / 2,
        (Some(rung), None) => (rung + last).div_ceil(2),
        (None, Some(rung)) => rung / 2,
        (Some(stronger), Some(weaker)) => {
            let Some(fit) = Fit::new(rungs) else {
                return if games(stronger) <= games(weaker) { stronger } else { weaker };
            };
            let below = rungs.iter().rposition(|(worth, _)| *worth <= fit.even()).unwrap_or(0);
            let above = (below + 1).min(last);
            if games(below) <= games(above) { below } else { above }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::laws::Code;
    use crate::rules::splitmix;

    fn tally(wins: u64, draws: u64, losses: u64) -> Tally {
        Tally { wins, draws, losses, pairs: [0; 5] }
    }

    #[test]
    fn odds_are_worth_what_the_books_say() {
        let of = |odds: &str, code: Code| worth(&odds.parse().unwrap(), &Terms::from(code));
        for (odds, pawns) in [
            ("none", 0.0),
            ("moves=1", 1.0 / 6.0),
            ("pawn,moves=1", 7.0 / 6.0),
            ("pawn,moves=2", 1.5),
            // The giver begins, and is half a move ahead.
            ("pawn", 5.0 / 6.0),
            ("exchange", 1.75 - 1.0 / 6.0),
            ("knight", 3.25 - 1.0 / 6.0),
            ("bishop", 3.75 - 1.0 / 6.0),
            ("minors", 7.0 - 1.0 / 6.0),
            ("a1,h1", 10.0 - 1.0 / 6.0),
            ("queen,moves=1", 9.75 + 1.0 / 6.0),
        ] {
            for code in [Code::British1897, Code::Chess] {
                assert!((of(odds, code) - pawns).abs() < 1e-9, "{odds}: {}", of(odds, code));
            }
        }
    }

    /// Counts that lie on a curve give back that curve.
    #[test]
    fn a_curve_is_found_again() {
        for (even, slope) in [(1.5, 1.0), (0.2, 2.0), (4.0, 0.5)] {
            let rungs = [0.0, 1.0, 2.0, 3.0, 5.0].map(|worth: f64| {
                let p = share(even * slope, slope, worth);
                let wins = (p * 1e6) as u64;
                (worth, tally(wins, 0, 1_000_000 - wins))
            });
            let fit = Fit::new(&rungs).unwrap();
            assert!((fit.even() - even).abs() < 1e-3, "{} of {even}", fit.even());
            let elo = slope * 400.0 / 10f64.ln();
            assert!((fit.elo_of_pawn() - elo).abs() < 0.01 * elo);
            let (low, high) = fit.interval().unwrap();
            assert!(low < even && even < high && high - low < 0.02, "{low} {high}");
        }
    }

    #[test]
    fn counts_too_few_or_all_alike_do_no_harm() {
        assert_eq!(Fit::new(&[]), None);
        assert_eq!(Fit::new(&[(1.0, tally(3, 2, 1)), (2.0, tally(0, 0, 0))]), None);
        assert_eq!(Fit::new(&[(1.0, tally(0, 0, 9)), (2.0, tally(9, 0, 0))]), None, "it rises");
        let fit = Fit::new(&[(0.0, tally(50, 0, 0)), (10.0, tally(0, 0, 50))]).unwrap();
        assert!((fit.even() - 5.0).abs() < 1e-6, "{}", fit.even());
        let all_won = [(0.0, tally(5, 0, 0)), (1.0, tally(5, 0, 0))];
        assert_eq!(Fit::new(&all_won).and_then(|fit| fit.interval()), None);
        let drawn = [(0.0, tally(0, 30, 0)), (1.0, tally(0, 30, 0))];
        assert_eq!(Fit::new(&drawn).and_then(|fit| fit.interval()), None);
    }

    /// The interval holds the truth about as often as it says: 95 times in a hundred.
    #[test]
    fn the_interval_is_honest() {
        let (even, slope) = (1.7, 0.8);
        let mut state = 1;
        let mut random = || {
            state = splitmix(state);
            (state >> 11) as f64 / (1_u64 << 53) as f64
        };
        let mut held = 0;
        for _ in 0..1000 {
            let rungs = [0.0, 1.2, 1.5, 3.0].map(|worth| {
                let p = share(even * slope, slope, worth);
                // Half of what the loser could have lost is drawn.
                let mut tally = tally(0, 0, 0);
                for _ in 0..60 {
                    match random() {
                        x if x < p * p => tally.wins += 1,
                        x if x < p * p + 2.0 * p * (1.0 - p) => tally.draws += 1,
                        _ => tally.losses += 1,
                    }
                }
                (worth, tally)
            });
            let interval = Fit::new(&rungs).and_then(|fit| fit.interval());
            held += usize::from(interval.is_none_or(|(low, high)| low <= even && even <= high));
        }
        assert!((930..=970).contains(&held), "{held} of 1000");
    }

    /// A whole ladder played by coins: it ends at the right rungs.
    #[test]
    fn a_ladder_of_coins_finds_its_even_point() {
        const WORTHS: [f64; 7] = [0.0, 0.17, 1.17, 1.5, 3.08, 4.83, 9.58];
        for (even, slope, wanted) in [
            (2.2, 0.9, vec![Place::After(3)]),
            (1.0, 0.9, vec![Place::After(1), Place::At(2)]),
            (0.1, 0.9, vec![Place::After(0), Place::At(0), Place::At(1)]),
            (4.83, 0.9, vec![Place::At(5)]),
            (30.0, 0.5, vec![Place::Above]),
            (-5.0, 0.5, vec![Place::Below]),
        ] {
            let mut state = 7;
            let mut rungs = WORTHS.map(|worth| (worth, tally(0, 0, 0)));
            let mut games = 0;
            while games < 20_000 && place(&rungs, 10) == Place::Open {
                let rung = next_rung(&rungs);
                for _ in 0..10 {
                    state = splitmix(state);
                    let won = (state >> 11) as f64 / (1_u64 << 53) as f64;
                    let (worth, tally) = &mut rungs[rung];
                    let won = won < share(even * slope, slope, *worth);
                    if won {
                        tally.wins += 1
                    } else {
                        tally.losses += 1
                    }
                    games += 1;
                }
            }
            let found = place(&rungs, 10);
            assert!(wanted.contains(&found), "{even}: {found:?} after {games}: {rungs:?}");
        }
    }

    #[test]
    fn the_next_rung_is_found_by_bisection() {
        let rungs = |results: [i32; 9]| {
            let of = |(number, result): (usize, i32)| {
                let tally = match result {
                    1 => tally(8, 0, 2),
                    -1 => tally(2, 0, 8),
                    _ => tally(0, 0, 0),
                };
                (number as f64, tally)
            };
            let rungs: Vec<_> = results.into_iter().enumerate().map(of).collect();
            next_rung(&rungs)
        };
        assert_eq!(rungs([0; 9]), 4);
        assert_eq!(rungs([0, 0, 0, 0, 1, 0, 0, 0, 0]), 6);
        assert_eq!(rungs([0, 0, 0, 0, 1, 0, 1, 0, 0]), 7);
        assert_eq!(rungs([0, 0, 0, 0, 1, 0, 0, 0, 1]), 8);
        assert_eq!(rungs([1, 0, 0, 0, 0, 0, 0, 0, 0]), 4);
        assert_eq!(rungs([0, 0, 0, 0, -1, 0, 0, 0, 0]), 2);
        assert_eq!(rungs([-1, 0, 0, 0, 0, 0, 0, 0, 0]), 0);
        // Between 4 and 7 the curve is even in the middle.
        assert_eq!(rungs([0, 0, 0, 0, 1, 0, 0, -1, 0]), 5);
        assert_eq!(rungs([0, 0, 0, 0, 1, 1, -1, 0, -1]), 5);
    }
}
