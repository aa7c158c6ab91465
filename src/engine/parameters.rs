//! The numbers of the search as options, in a build with the feature `tune`.

use super::options::{Kind, OptionError};
use crate::search::{PARAMETERS, set_parameter};

/// Every number as an option is listed to a GUI: its name and its type.
pub fn listed() -> impl Iterator<Item = (String, Kind)> {
    PARAMETERS.iter().map(|one| {
        let [default, min, max] = [one.default, one.min, one.max].map(i64::from);
        (one.name.to_owned(), Kind::Spin { default, min, max })
    })
}

/// Sets a number; `None` if none is called so.
pub(super) fn set(name: &str, value: Option<&str>) -> Option<Result<(), OptionError>> {
    let place = PARAMETERS.iter().position(|one| one.name.eq_ignore_ascii_case(name))?;
    let one = &PARAMETERS[place];
    let text = value.unwrap_or_default().trim();
    let number = text.parse().ok().filter(|number| (one.min..=one.max).contains(number));
    let refused = || OptionError::Value {
        name: one.name,
        value: text.to_owned(),
        wanted: format!("a number from {} to {}", one.min, one.max),
    };
    Some(number.ok_or_else(refused).map(|number| set_parameter(place, number)))
}
