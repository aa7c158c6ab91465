//! What the tests of the referee share: matches between scripted engines, and a look at what they
//! leave behind.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use jadoube::referee::client::{EngineSpec, Interrupt, Limits, Patience, WireLog};
use jadoube::referee::game::Adjudication;
use jadoube::referee::tournament::{Finished, Format, Match, Openings, Schedule};
use jadoube::rules::laws::Terms;
use libtest_mimic::Trial;

use super::folder::Folder;

/// A test under its name.
pub fn trial(name: impl Into<String>, test: impl FnOnce() + Send + 'static) -> Trial {
    Trial::test(name, move || {
        test();
        Ok(())
    })
}

/// A word that no other match of this process has: engines that carry it are this match's.
pub fn mark() -> String {
    static NEXT: AtomicUsize = AtomicUsize::new(0);
    format!("mark=jadoube-{}-{}", std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed))
}

/// A folder of its own for one test, gone with it.
pub fn folder() -> Folder {
    Folder::new(&mark().replace('=', "-"))
}

/// A scripted engine called by a name.
pub fn engine(name: &str, manner: &str, mark: &str) -> EngineSpec {
    let program = std::env::current_exe().unwrap();
    EngineSpec {
        program,
        arguments: ["mock"]
            .into_iter()
            .chain(manner.split_whitespace())
            .chain([mark])
            .map(str::to_owned)
            .collect(),
        folder: None,
        name: name.to_owned(),
        options: Vec::new(),
        limits: Limits::default(),
        ponder: false,
        restart: false,
        build: None,
    }
}

/// How long an engine may keep silent: longer than an honest one does on a busy machine.
pub const PATIENCE: Duration = Duration::from_secs(20);

/// The same for engines that are to be caught at their silence, so that the tests do not wait long.
pub const IMPATIENCE: Duration = Duration::from_millis(2_000);

/// A match that waits no longer for an engine than it must.
pub fn impatient(the_match: &mut Match) {
    the_match.stall = IMPATIENCE;
    the_match.patience.ready = IMPATIENCE;
    the_match.patience.stop = IMPATIENCE;
}

/// A short match of two engines on some terms, each opening with both colours.
pub fn stage(engines: [EngineSpec; 2], rounds: usize, terms: &Terms) -> Match {
    Match {
        engines: engines.into_iter().map(Arc::new).collect(),
        schedule: Schedule { engines: 2, rounds, repeat: true, format: Format::RoundRobin },
        openings: Openings::array(terms).unwrap(),
        random: None,
        terms: terms.clone(),
        engine_gives: None,
        limits: Limits { nodes: Some(1), ..Limits::default() },
        margin: Duration::from_millis(200),
        stall: PATIENCE,
        adjudication: Adjudication { length: Some(30), ..Adjudication::default() },
        tablebases: None,
        concurrency: 1,
        patience: Patience { start: Duration::from_secs(20), ready: PATIENCE, stop: PATIENCE },
        log: WireLog::none(),
        interrupt: Interrupt::default(),
        errors: None,
    }
}

/// Plays a match to its end, the games in the order of the schedule.
pub fn games(the_match: &Match) -> Vec<Finished> {
    let mut games = Vec::new();
    the_match
        .run(&|_| false, |game| {
            games.push(game);
            ControlFlow::Continue(())
        })
        .unwrap();
    games.sort_by_key(|game| game.fixture.number);
    assert_eq!(games.len(), the_match.schedule.games(), "a game is lost");
    games
}

/// The processes that carry a mark, where the system tells (elsewhere none).
pub fn left_running(mark: &str) -> Vec<String> {
    // One that has just been killed is there until the system has cleared it away.
    let end = Instant::now() + Duration::from_secs(20);
    loop {
        let left = running(mark);
        if left.is_empty() || Instant::now() > end {
            return left;
        }
        std::thread::sleep(Duration::from_millis(10));
    }
}

/// The same at this moment.
fn running(mark: &str) -> Vec<String> {
    let Ok(processes) = std::fs::read_dir("/proc") else { return Vec::new() };
    let mut left = Vec::new();
    for process in processes.flatten() {
        let folder = process.path();
        let command = std::fs::read(folder.join("cmdline")).unwrap_or_default();
        if String::from_utf8_lossy(&command).contains(mark) {
            left.push(folder.display().to_string());
        }
    }
    left
}

/// The zombies among this process's children.
pub fn zombies() -> Vec<String> {
    let Ok(processes) = std::fs::read_dir("/proc") else { return Vec::new() };
    let own = std::process::id().to_string();
    let mut found = Vec::new();
    for process in processes.flatten() {
        let status = std::fs::read_to_string(process.path().join("stat")).unwrap_or_default();
        // After the name in brackets: the state, and the parent's number.
        let Some((_, rest)) = status.rsplit_once(')') else { continue };
        let fields: Vec<&str> = rest.split_whitespace().collect();
        if fields.first() == Some(&"Z") && fields.get(1) == Some(&own.as_str()) {
            found.push(status);
        }
    }
    found
}
