//! Events at random, under every code: nothing panics, no game gets stuck, what is taken back is
//! as it was, what is saved goes on the same, and text and JSON say the same.

use jadoube::arbiter::{Arbiter, Choice, Event, Kind, Setting, State, Step, color};
use jadoube::rules::laws::Code;
use jadoube::rules::splitmix;

/// Numbers that look random and are the same each time.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_add(1);
        (splitmix(self.0) % limit as u64) as usize
    }

    fn of<'a, T>(&mut self, items: &'a [T]) -> &'a T {
        &items[self.below(items.len())]
    }
}

/// How many events are tried under each code: `ARBITER_EVENTS`, or a thousand.
fn events() -> usize {
    std::env::var("ARBITER_EVENTS").ok().and_then(|n| n.parse().ok()).unwrap_or(1_000)
}

fn square(random: &mut Random) -> String {
    format!("{}{}", (b'a' + random.below(8) as u8) as char, random.below(8) + 1)
}

/// An event, such as may happen or not.
fn event(state: &State, random: &mut Random) -> String {
    let turn = state.turn();
    let who = if random.below(6) == 0 { turn.other() } else { turn };
    let moves = state.moves();
    let rights = state.open_rights();
    let (a, b) = (square(random), square(random));
    let legal = if moves.is_empty() { Step::NULL } else { *random.of(&moves) };
    match random.below(40) {
        0..=9 => format!("{who} plays {legal}"),
        10..=11 => format!("{who} plays {legal} check"),
        12..=14 => format!("{who} plays {a}{b}"),
        15 => format!("{who} touches {a} {b}"),
        16 => format!("{who} touches {}", legal.from),
        17 => format!("{who} moves {a} {b}"),
        18 => format!("{who} lifts {}", legal.from),
        19 => format!("{who} places {legal}"),
        20 => format!("{who} quits"),
        21 => format!("{who} names queen"),
        22 => format!(
            "{who} castles {} {}",
            random.of(&["kingside", "queenside"]),
            random.of(&["", "rook first", "king alone", "check"])
        ),
        23 => format!("{who} substitutes {a}{b}"),
        24 => format!("{who} calls check"),
        25..=29 => match rights.len() {
            0 => format!("{who} waives"),
            n => {
                let right = &rights[random.below(n)];
                let holder = right.who.expect("a right is somebody's");
                let choice = right.choice.expect("a right is to something");
                // To win or to annul would end most games at once.
                if matches!(choice, Choice::Win | Choice::Annul | Choice::Restart) {
                    format!("{holder} waives")
                } else {
                    format!("{holder} exacts {choice}")
                }
            }
        },
        30 => {
            format!("{who} points out {}", random.of(&["illegal move", "check", "men", "position"]))
        }
        31 => {
            format!("{who} adjusts {a} notice {}", random.of(&["before", "with", "after", "none"]))
        }
        32 => format!("{who} knocks over {a}"),
        33 => format!("{who} removes {a}"),
        34 => format!("{who} seals {legal}"),
        35 => "game resumes".to_owned(),
        36 => format!(
            "{who} exacts {}",
            random.of(&["king", "stand", "retract", "capture e5", "move e2"])
        ),
        37 => {
            format!("{who} claims {}", random.of(&["repetition", "fifty moves", "forfeit", "time"]))
        }
        38 => format!("{who} withdraws check"),
        _ => format!(
            "{who} {}",
            random.of(&["offers a draw", "declines", "gives notice", "waives", "reads a book"])
        ),
    }
}

/// What a state shows of itself.
fn shown(state: &State) -> (String, Vec<Step>, Vec<String>, String) {
    let rights = state.open_rights().iter().map(|right| right.line(state.code())).collect();
    (state.scene().fen(), state.moves(), rights, format!("{:?}", state.ending()))
}

/// Both kings stand, and the side to move has something to do.
fn is_alive(state: &State) -> bool {
    state.ending().is_some() || !state.moves().is_empty() || !state.open_rights().is_empty()
}

/// What is exacted leaves legal moves alone, in the position that is then on the board.
fn penalties_are_legal(arbiter: &Arbiter) {
    for right in arbiter.state().open_rights() {
        let (Some(choice), Some(moves), Some(who)) = (right.choice, &right.moves, right.who) else {
            continue;
        };
        // The codes of 1804 and 1837 let a check be left that was not called.
        if choice == Choice::Ignore || right.kind == Kind::Duty {
            continue;
        }
        let mut after = arbiter.clone();
        let event: Event = format!("{who} exacts {choice}").parse().expect("written just now");
        if after.take(event).is_ok()
            && after.state().ending().is_none()
            && choice != Choice::Complete
        {
            let legal = after.state().scene().legal();
            assert!(moves.iter().all(|step| legal.contains(step)), "{}\n{choice}", arbiter.save());
            assert_eq!(&after.state().moves(), moves, "{}\n{choice}", arbiter.save());
        }
    }
}

fn text_and_json_agree(arbiter: &Arbiter) {
    let code = arbiter.state().code();
    for ruling in arbiter.state().open_rights() {
        let (line, json) = (ruling.line(code), ruling.json(code));
        let head = line.split([':', '[']).next().unwrap_or("");
        let words: Vec<String> =
            [Some(json.kind.to_owned()), json.who, json.choice].into_iter().flatten().collect();
        assert_eq!(head.trim(), words.join(" "));
        assert!(json.clauses.iter().all(|clause| line.contains(clause.as_str())), "{line}");
        let moves = json.moves.unwrap_or_default();
        assert!(moves.iter().all(|mv| line.contains(mv.as_str())), "{line}");
    }
}

fn read_again(arbiter: &Arbiter) -> Arbiter {
    let text = arbiter.save();
    let lines: Vec<&str> = text.lines().collect();
    let first = lines.iter().position(|line| !Setting::begins(line)).unwrap_or(lines.len());
    let setting = Setting::read(lines[..first].iter().copied()).expect("saved");
    let mut again = Arbiter::new(setting).expect("saved");
    for line in &lines[first..] {
        again.take(line.parse().expect("saved")).unwrap_or_else(|e| panic!("{text}\n{line}: {e}"));
    }
    again
}

fn walk(code: Code, start: &str) {
    let mut random = Random(0x0a0b_1897 ^ code as u64);
    let mut done = 0;
    while done < events() {
        let mut lines = vec![format!("code {code}")];
        lines.extend(start.lines().map(str::to_owned));
        let setting = Setting::read(lines.iter().map(String::as_str)).expect("a setting");
        let mut arbiter = Arbiter::new(setting).expect("a game");
        for _ in 0..120 {
            done += 1;
            let line = event(arbiter.state(), &mut random);
            let Ok(happens) = line.parse::<Event>() else { continue };
            let before = shown(arbiter.state());
            if arbiter.take(happens.clone()).is_err() {
                assert_eq!(shown(arbiter.state()), before, "{line} was refused");
                continue;
            }
            assert!(is_alive(arbiter.state()), "stuck:\n{}", arbiter.save());
            if done % 7 == 0 {
                let after = shown(arbiter.state());
                assert!(arbiter.undo());
                assert_eq!(shown(arbiter.state()), before, "{line} was not undone");
                arbiter.take(happens).expect("it could happen before");
                assert_eq!(shown(arbiter.state()), after);
            }
            if done % 11 == 0 {
                penalties_are_legal(&arbiter);
                text_and_json_agree(&arbiter);
            }
            if arbiter.state().ending().is_some() {
                break;
            }
        }
        assert_eq!(
            shown(read_again(&arbiter).state()),
            shown(arbiter.state()),
            "{}",
            arbiter.save()
        );
    }
}

#[test]
fn random_events_never_panic_and_no_game_gets_stuck() {
    for code in Code::ALL {
        walk(*code, "");
        walk(*code, "position r3k2r/1P4p1/8/2pPp3/3N4/2b5/P5q1/R3K2R w KQkq c6 0 9");
        walk(*code, "position 4k3/p7/8/8/1q6/8/P7/4KQ2 w - - 0 9");
    }
}

#[test]
fn events_are_written_as_they_are_read() {
    for line in [
        "White touches e2 e4",
        "Black adjusts e2 notice with",
        "White plays e7e8q check",
        "White castles queenside rook first check",
        "Black exacts capture e4 with d5",
        "White seals \"R-Q1\" meaning a1d1 f1d1",
        "White sends e2e4 if e7e5 g1f3",
        "White clock 1:05:00",
        "Black proves clock 0:30:00 by neglect",
        "session ends",
        "Bystander joins Black",
        "game resumes unknown",
        "White moves e7 e5",
    ] {
        let event: Event = line.parse().expect("an event");
        assert_eq!(event.to_string(), line);
    }
    assert_eq!(color("white"), color("White"));
    for line in [
        "",
        "White",
        "White plays",
        "White plays e9e4",
        "Green plays e2e4",
        "White touches",
        "White exacts",
        "White claims",
        "White seals \"R",
        "White sends e2e4 if e7e5",
        "White clock 1:99",
    ] {
        assert!(line.parse::<Event>().is_err(), "{line}");
    }
}
