//! The losses of a run as a table (CSV) and as a picture (SVG). No file is written here.

use std::fmt::Write;

use super::checkpoint::Superbatch;

const WIDTH: f64 = 720.0;
const HEIGHT: f64 = 400.0;
/// Room for the numbers beside and below the curves, and for the names above.
const MARGIN: f64 = 60.0;
/// Lines across the picture.
const LINES: usize = 5;

/// One line for each superbatch. A loss that is not known is left empty.
pub(super) fn table(history: &[Superbatch]) -> String {
    let mut text = String::from(
        "superbatch,samples,rate,training,validation,draws,stalemates,undertakings,samples_a_second\n",
    );
    let loss = |loss: Option<f64>| loss.map_or(String::new(), |loss| format!("{loss:.6}"));
    for row in history {
        let Superbatch { number, samples, rate, training, validation, families, speed } = row;
        let [draws, stalemates, undertakings] = families.map(loss);
        let validation = loss(*validation);
        let _ = writeln!(
            text,
            "{number},{samples},{rate:.6},{training:.6},{validation},{draws},{stalemates},{undertakings},{speed:.0}"
        );
    }
    text
}

/// Both curves, superbatches from left to right.
pub(super) fn picture(history: &[Superbatch]) -> String {
    let curves = [
        ("training", "#3465a4", history.iter().map(|row| Some(row.training)).collect::<Vec<_>>()),
        ("validation", "#cc4400", history.iter().map(|row| row.validation).collect()),
    ];
    let known = || curves.iter().flat_map(|(_, _, losses)| losses.iter().flatten().copied());
    let (low, high) = known().fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), loss| {
        (low.min(loss), high.max(loss))
    });
    // A curve that is flat, or one point, still needs a height.
    let spread = if high - low > 1e-9 { high - low } else { 1e-3 };
    let x = |place: usize| {
        let steps = history.len().saturating_sub(1).max(1) as f64;
        MARGIN + (WIDTH - 2.0 * MARGIN) * place as f64 / steps
    };
    let y = |loss: f64| HEIGHT - MARGIN - (HEIGHT - 2.0 * MARGIN) * (loss - low) / spread;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" \
         font-family=\"sans-serif\" font-size=\"12\">\n\
         <rect width=\"{WIDTH}\" height=\"{HEIGHT}\" fill=\"#ffffff\"/>\n"
    );
    if history.is_empty() {
        return svg + "</svg>\n";
    }
    for line in 0..=LINES {
        let loss = low + spread * line as f64 / LINES as f64;
        let (y, right) = (y(loss), WIDTH - MARGIN);
        let _ = writeln!(
            svg,
            "<path d=\"M{MARGIN} {y:.1}H{right}\" stroke=\"#dddddd\"/>\
             <text x=\"{:.0}\" y=\"{:.1}\" text-anchor=\"end\">{loss:.5}</text>",
            MARGIN - 6.0,
            y + 4.0
        );
    }
    for (place, (name, color, losses)) in curves.iter().enumerate() {
        let points: Vec<String> = losses
            .iter()
            .enumerate()
            .filter_map(|(place, loss)| loss.map(|loss| format!("{:.1},{:.1}", x(place), y(loss))))
            .collect();
        let _ = writeln!(
            svg,
            "<polyline points=\"{}\" fill=\"none\" stroke=\"{color}\" stroke-width=\"2\"/>\
             <text x=\"{}\" y=\"30\" fill=\"{color}\">{name} loss</text>",
            points.join(" "),
            MARGIN + 140.0 * place as f64
        );
    }
    let (first, last) = (history[0].number, history[history.len() - 1].number);
    let below = HEIGHT - MARGIN + 24.0;
    for (place, number) in [(0, first), (history.len() - 1, last)] {
        let x = x(place);
        let _ = writeln!(
            svg,
            "<text x=\"{x:.1}\" y=\"{below}\" text-anchor=\"middle\">{number}</text>"
        );
    }
    let _ = writeln!(
        svg,
        "<text x=\"{}\" y=\"{}\" text-anchor=\"middle\">superbatches</text>",
        WIDTH / 2.0,
        below + 20.0
    );
    svg + "</svg>\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    fn history(losses: &[(f64, Option<f64>)]) -> Vec<Superbatch> {
        let row = |(place, &(training, validation)): (usize, &(f64, Option<f64>))| Superbatch {
            number: place as u64 + 1,
            samples: 100 * (place as u64 + 1),
            rate: 0.001,
            training,
            validation,
            families: [validation, None, None],
            speed: 5.0,
        };
        losses.iter().enumerate().map(row).collect()
    }

    #[test]
    fn the_table_has_a_line_for_each_superbatch() {
        let table = table(&history(&[(0.5, Some(0.25)), (0.125, None)]));
        let lines: Vec<&str> = table.lines().collect();
        assert_eq!(lines.len(), 3);
        let columns = lines[0].split(',').count();
        assert!(lines.iter().all(|line| line.split(',').count() == columns), "{table}");
        assert_eq!(lines[1], "1,100,0.001000,0.500000,0.250000,0.250000,,,5");
        assert_eq!(lines[2], "2,200,0.001000,0.125000,,,,,5");
    }

    #[test]
    fn the_picture_shows_the_higher_loss_higher_up() {
        let svg = picture(&history(&[(0.5, Some(0.4)), (0.25, Some(0.3)), (0.1, Some(0.2))]));
        let points = svg.split("points=\"").nth(1).unwrap().split('"').next().unwrap();
        let heights: Vec<f64> = points
            .split(' ')
            .map(|point| point.split_once(',').unwrap().1.parse().unwrap())
            .collect();
        // SVG counts downwards.
        assert_eq!(heights.len(), 3);
        assert!(heights[0] < heights[1] && heights[1] < heights[2], "{heights:?}");
        assert!(heights.iter().all(|&y| (0.0..=HEIGHT).contains(&y)), "{heights:?}");
        for few in [&[][..], &[(0.1, None)]] {
            let svg = picture(&history(few));
            assert!(svg.ends_with("</svg>\n") && !svg.contains("NaN") && !svg.contains("inf"));
        }
    }
}
