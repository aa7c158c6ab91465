//! Events at random, under every code: nothing panics, no game gets stuck, what is taken back is
//! as it was, what is saved goes on the same, and text and JSON say the same.

use jadoube::arbiter::{Arbiter, Choice, Event, Kind, Resumed, Setting, State, Step, color};
use jadoube::rules::laws::Code;

use crate::chance::{Random, setting};

/// How many events are tried under each code.
fn events() -> usize {
    setting("ARBITER_EVENTS", 6_000) as usize
}

/// The settings that the games of a code begin from, each for a share of the events.
const SETTINGS: [&str; 6] = [
    "",
    "position r3k2r/1P4p1/8/2pPp3/3N4/2b5/P5q1/R3K2R w KQkq c6 0 9",
    "position 4k3/p7/8/8/1q6/8/P7/4KQ2 w - - 0 9",
    "play consultation\ntime 20/60 15/60\nend 4:00",
    "play correspondence 48\nboard turned",
    "odds knight\ngiver white\nundertaking pawn@f2\n\
     array rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
];

pub fn square(random: &mut Random) -> String {
    format!("{}{}", (b'a' + random.below(8) as u8) as char, random.below(8) + 1)
}

/// An event, such as may happen or not.
fn event(state: &State, random: &mut Random) -> String {
    let turn = state.turn();
    let who = if random.below(6) == 0 { turn.other() } else { turn };
    let moves = state.moves();
    let rights = state.open_rights();
    let (a, b) = (square(random), square(random));
    let legal = if moves.is_empty() { Step::NULL } else { *random.pick(&moves) };
    match random.below(48) {
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
            random.pick(&["kingside", "queenside"]),
            random.pick(&["", "rook first", "king alone", "check"])
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
            format!(
                "{who} points out {}",
                random.pick(&["illegal move", "check", "men", "position"])
            )
        }
        31 => {
            format!(
                "{who} adjusts {a} notice {}",
                random.pick(&["before", "with", "after", "none"])
            )
        }
        32 => format!("{who} knocks over {a}"),
        33 => format!("{who} removes {a}"),
        34 => format!("{who} seals {legal}"),
        35 => "game resumes".to_owned(),
        36 => format!(
            "{who} exacts {}",
            random.pick(&["king", "stand", "retract", "capture e5", "move e2"])
        ),
        37 => {
            format!(
                "{who} claims {}",
                random.pick(&["repetition", "fifty moves", "forfeit", "time"])
            )
        }
        38 => format!("{who} withdraws check"),
        39 => {
            let other = if moves.is_empty() { Step::NULL } else { *random.pick(&moves) };
            let sent = [
                format!("{legal}"),
                format!("{a}{b}"),
                format!("{legal} {other}"),
                format!("\"R-4\" meaning {legal} {other}"),
                format!("{legal} if {a}{b} {b}{a}"),
                "\"P-K4\"".to_owned(),
                "\"Kt-B3\"".to_owned(),
                "\"P-Q4\" \"R-Q1\"".to_owned(),
            ];
            let verb = random.pick(&["sends", "seals"]);
            format!("{who} {verb} {}", random.pick(&sent))
        }
        40 => format!("{who} shows {legal}"),
        41 => format!("{who} adopts {legal}"),
        42 => format!("{who} clock 0:{:02}:00", random.below(60)),
        43 => format!("{who} proves clock 0:{:02}:00", random.below(60)),
        44 => format!("{who} points out {}", random.pick(&["board", "odds", "first move"])),
        // What looks ahead takes long, and is rare.
        45 if random.below(200) == 0 => {
            format!("{who} claims {}", random.pick(&["drawn game", "endless checks"]))
        }
        45 => format!("{who} claims series"),
        46 => random.pick(&["game resumes unknown", "session ends", "White accepts"]).to_string(),
        _ => format!(
            "{who} {}",
            random.pick(&["offers a draw", "declines", "gives notice", "waives", "reads a book"])
        ),
    }
}

/// What a state shows of itself.
fn shown(state: &State) -> (String, Vec<Step>, Vec<String>, String) {
    let rights = state.open_rights().iter().map(|right| right.line(state.code())).collect();
    (state.scene().fen(), state.moves(), rights, format!("{:?}", state.ending()))
}

/// The side to move has something to do, or an error can be put right: a false move that nobody has
/// asked a penalty for, and that leaves no reply, is taken back as soon as it is pointed out.
fn is_alive(arbiter: &Arbiter) -> bool {
    let state = arbiter.state();
    let pointed_out = || {
        let line = format!("{} points out illegal move", state.turn());
        let event: Event = line.parse().expect("an event");
        arbiter.clone().take(event).is_ok_and(|told| {
            told.iter().any(|ruling| matches!(ruling.kind, Kind::Restored | Kind::Right))
        })
    };
    state.ending().is_some()
        || !state.moves().is_empty()
        || !state.open_rights().is_empty()
        || pointed_out()
        // An adjourned game waits.
        || arbiter.clone().take(Event::Resumes(Resumed::Rightly)).is_ok()
}

/// What is exacted leaves legal moves alone, in the position that is then on the board. The one case
/// in which it need not is that of amateur1804:XIII and accomplished1837:5: a check that was not
/// called may be left, by the player's own choice and in what he has to pay.
fn penalties_are_legal(arbiter: &Arbiter) {
    let open = arbiter.state().open_rights();
    let check_may_be_left = open.iter().any(|right| right.choice == Some(Choice::Ignore));
    for right in &open {
        let (Some(choice), Some(moves), Some(who)) = (right.choice, &right.moves, right.who) else {
            continue;
        };
        // The moves of a piece that is off the board are those it has when it is put back.
        let replaced = open.iter().any(|right| right.choice == Some(Choice::Replace));
        if right.kind == Kind::Duty && !replaced && arbiter.state().moves() == *moves {
            let legal = arbiter.state().scene().legal();
            let is_legal = |step: &Step| check_may_be_left || legal.contains(step);
            assert!(moves.iter().all(is_legal), "{}\n{choice}", arbiter.save());
        }
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
            let is_legal = |step: &Step| leaves_a_check(after.state()) || legal.contains(step);
            assert!(moves.iter().all(is_legal), "{}\n{choice}", arbiter.save());
            assert_eq!(&after.state().moves(), moves, "{}\n{choice}", arbiter.save());
        }
    }
}

/// Whether a player is in check under a code that lets him leave one that was not called.
fn leaves_a_check(state: &State) -> bool {
    let codes = [Code::England1804, Code::France1804, Code::Accomplished1837];
    codes.contains(&state.code()) && state.scene().checkers(state.turn()).any()
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
    Arbiter::read(&text).unwrap_or_else(|error| panic!("{text}\n{error}"))
}

fn walk(code: Code, start: &str) {
    let mut random = Random(0x0a0b_1897 ^ code as u64);
    let mut done = 0;
    while done < events().div_ceil(SETTINGS.len()) {
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
            assert!(is_alive(&arbiter), "stuck:\n{}", arbiter.save());
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
    std::thread::scope(|scope| {
        for code in Code::ALL {
            scope.spawn(move || SETTINGS.iter().for_each(|setting| walk(*code, setting)));
        }
    });
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
        "White sends \"P-K4\" \"P-Q4\"",
        "White shows e2e4",
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
