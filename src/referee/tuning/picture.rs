//! The way of tuned values as a picture (SVG): a small curve for each number.

use std::fmt::Write;

use super::spsa::Tunable;

const COLUMNS: usize = 4;
const WIDTH: f64 = 220.0;
const HEIGHT: f64 = 90.0;
/// Room around a curve, and above it for its name.
const MARGIN: f64 = 12.0;
const HEADING: f64 = 24.0;

/// A curve for each number, iterations from left to right, the value it began from as a thin line.
/// `way` holds the values at equal distances, at least once.
pub fn picture(tunables: &[Tunable], way: &[Vec<f64>]) -> String {
    let rows = tunables.len().div_ceil(COLUMNS);
    let (width, height) = (COLUMNS as f64 * WIDTH, rows as f64 * HEIGHT);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
         font-family=\"sans-serif\" font-size=\"11\">\n\
         <rect width=\"{width}\" height=\"{height}\" fill=\"#ffffff\"/>\n"
    );
    for (place, tunable) in tunables.iter().enumerate() {
        let left = (place % COLUMNS) as f64 * WIDTH + MARGIN;
        let top = (place / COLUMNS) as f64 * HEIGHT + HEADING;
        let values: Vec<f64> = way.iter().map(|values| values[place]).collect();
        let now = values.last().copied().unwrap_or(tunable.start);
        // A value that does not move still needs a height, and its noise shall not look large.
        let low = values.iter().copied().fold(tunable.start - tunable.step, f64::min);
        let high = values.iter().copied().fold(tunable.start + tunable.step, f64::max);
        let (wide, high_by) = (WIDTH - 2.0 * MARGIN, HEIGHT - HEADING - MARGIN);
        let y = |value: f64| top + high_by * (high - value) / (high - low);
        let each = wide / (values.len().saturating_sub(1).max(1)) as f64;
        let points: Vec<String> = values
            .iter()
            .enumerate()
            .map(|(place, value)| format!("{:.1},{:.1}", left + each * place as f64, y(*value)))
            .collect();
        let _ = writeln!(
            svg,
            "<text x=\"{left:.0}\" y=\"{:.0}\">{} {} \u{2192} {now:.1}</text>\
             <path d=\"M{left:.0} {:.1}h{wide:.0}\" stroke=\"#bbbbbb\"/>\
             <polyline points=\"{}\" fill=\"none\" stroke=\"#3465a4\" stroke-width=\"1.5\"/>",
            top - 8.0,
            escaped(&tunable.name),
            tunable.start,
            y(tunable.start),
            points.join(" ")
        );
    }
    svg + "</svg>\n"
}

/// A name as text of the picture.
fn escaped(name: &str) -> String {
    name.replace('&', "&amp;").replace('<', "&lt;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_that_rises_is_drawn_rising_within_its_cell() {
        let tunable = |name: &str| Tunable {
            name: name.to_owned(),
            whole: true,
            start: 10.0,
            min: 0.0,
            max: 50.0,
            step: 2.0,
            rate: 0.002,
        };
        let tunables: Vec<Tunable> = ["a", "b", "c", "d", "<e>"].map(tunable).to_vec();
        let way: Vec<Vec<f64>> =
            [10.0, 20.0, 40.0].map(|value| vec![10.0, 10.0, 10.0, 10.0, value]).to_vec();
        let svg = picture(&tunables, &way);
        assert!(svg.contains("&lt;e> 10 \u{2192} 40.0"), "{svg}");
        let last = svg.rsplit("points=\"").next().unwrap().split('"').next().unwrap();
        let points: Vec<(f64, f64)> = last
            .split(' ')
            .map(|point| point.split_once(',').unwrap())
            .map(|(x, y)| (x.parse().unwrap(), y.parse().unwrap()))
            .collect();
        // SVG counts downwards; the fifth cell is the first of the second row.
        assert!(points.windows(2).all(|two| two[0].0 < two[1].0 && two[0].1 > two[1].1));
        assert!(points.iter().all(|&(x, y)| x <= WIDTH && (HEIGHT..=2.0 * HEIGHT).contains(&y)));
        assert!(!picture(&tunables, &way[..1]).contains("NaN"));
    }
}
