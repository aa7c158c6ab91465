//! The arguments by which a command is given engines: the words of `--engine` and of `--each`,
//! and files of engines. Nothing is started here.

use std::path::PathBuf;

use anyhow::Result;
use clap::{ArgAction, ArgMatches, FromArgMatches, value_parser};

use crate::referee::client::{EngineSpec, distinguish, roster};
use crate::referee::fingerprint;

/// The words of each `--engine` and those of `--each`. Derived arguments would run the words of
/// several `--engine` together.
pub struct Engines {
    engines: Vec<Vec<String>>,
    files: Vec<PathBuf>,
    /// The words for every engine.
    pub each: Vec<String>,
    /// The words of an engine to be examined, no match to be played.
    pub check: Vec<String>,
}

impl Engines {
    /// The engines, those of `--engine` before those of files, no two of one name.
    ///
    /// # Errors
    /// One is not well described.
    pub fn specs(&self) -> Result<Vec<EngineSpec>> {
        let each = &self.each;
        let mut specs: Vec<EngineSpec> = self
            .engines
            .iter()
            .map(|words| EngineSpec::parse(words, each))
            .collect::<Result<_, _>>()?;
        for file in &self.files {
            specs.extend(roster::read(file, each)?);
        }
        distinguish(&mut specs);
        for spec in &mut specs {
            spec.build = fingerprint(&spec.program, spec.folder.as_deref());
        }
        Ok(specs)
    }
}

impl clap::Args for Engines {
    fn augment_args(command: clap::Command) -> clap::Command {
        let several = |name: &'static str, help: &'static str| {
            clap::Arg::new(name).long(name).num_args(1..).action(ArgAction::Append).help(help)
        };
        command
            .arg(several(
                "engine",
                "An engine: cmd=PROGRAM [name=NAME] [args=\"...\"] [dir=FOLDER] [option.NAME=VALUE] \
                 [tc=|movetime=|nodes=|depth=] [ponder] [restart=on]",
            ))
            .arg(
                clap::Arg::new("engines")
                    .long("engines")
                    .value_name("FILE")
                    .value_parser(value_parser!(PathBuf))
                    .action(ArgAction::Append)
                    .help(
                        "More engines from a TOML file: tables [[engine]] whose keys are these \
                         words, the options in a table of their own: option.Hash = 64",
                    ),
            )
            .arg(several("each", "The same words for every engine"))
            .arg(
                several("check", "Play no match, but examine how this engine behaves on the wire")
                    .value_name("ENGINE")
                    .conflicts_with_all(["engine", "engines"]),
            )
    }

    fn augment_args_for_update(command: clap::Command) -> clap::Command {
        Self::augment_args(command)
    }
}

impl FromArgMatches for Engines {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let occurrences = |name: &str| -> Vec<Vec<String>> {
            let found = matches.get_occurrences::<String>(name);
            found.map_or_else(Vec::new, |all| all.map(|words| words.cloned().collect()).collect())
        };
        let [each, check] = ["each", "check"].map(|name| occurrences(name).concat());
        let files = matches.get_many("engines").into_iter().flatten().cloned().collect();
        Ok(Self { engines: occurrences("engine"), files, each, check })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}
