//! How the numbers of [`margins`](super::margins) are declared: each once, with its range. In an
//! ordinary build each is a constant. With the feature `tune` each can be set while the program
//! runs, and `jadoube tune` finds better ones by games.

/// A number that the search is tuned by.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Parameter {
    /// The name, which is also that of the UCI option in a build with the feature `tune`.
    pub name: &'static str,
    /// The value that the engine plays with, in the unit that its comment tells.
    pub default: i32,
    /// The lowest value that makes sense.
    pub min: i32,
    /// The highest value that makes sense.
    pub max: i32,
    /// By how much two values must differ for games to show it: tuning ends with steps this wide.
    pub step: i32,
}

/// Declares parameters: a function for each that returns its value, and the table of all.
macro_rules! parameters {
    ($($(#[$doc:meta])* $name:ident: $default:literal in $min:literal..=$max:literal, step $step:literal;)+) => {
        /// Every parameter of the search, in the order of the steps.
        pub static PARAMETERS: &[super::parameters::Parameter] = &[
            $(super::parameters::Parameter {
                name: stringify!($name),
                default: $default,
                min: $min,
                max: $max,
                step: $step,
            },)+
        ];

        /// Where each value stands.
        #[cfg(feature = "tune")]
        #[allow(non_camel_case_types)]
        enum Place {
            $($name,)+
        }

        #[cfg(feature = "tune")]
        static VALUES: [std::sync::atomic::AtomicI32; PARAMETERS.len()] =
            [$(std::sync::atomic::AtomicI32::new($default),)+];

        $(
            $(#[$doc])*
            #[inline(always)]
            pub(super) fn $name() -> i32 {
                #[cfg(feature = "tune")]
                let value = VALUES[Place::$name as usize].load(std::sync::atomic::Ordering::Relaxed);
                #[cfg(not(feature = "tune"))]
                let value = $default;
                value
            }
        )+

        /// Sets a parameter, by its place in [`PARAMETERS`]. What is worked out from parameters
        /// once, at the first search, does not follow later changes.
        #[cfg(feature = "tune")]
        pub fn set_parameter(place: usize, value: i32) {
            VALUES[place].store(value, std::sync::atomic::Ordering::Relaxed);
        }
    };
}

pub(super) use parameters;
