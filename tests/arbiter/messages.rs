//! What the program says in JSON is what the book's schema says it says. The little of JSON Schema
//! that the book uses is checked here; a word of it that is not known fails the test.

use std::path::Path;

use serde_json::{Value, json};

use super::best::Program;
use jadoube::arbiter::offences::{CODES, OFFENCES};

fn schema() -> Value {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("book/src/arbiter.schema.json");
    let text = std::fs::read_to_string(path).expect("the schema");
    serde_json::from_str(&text).expect("a schema is JSON")
}

/// What is wrong with a value; nothing where it is as the schema says.
fn fault(root: &Value, schema: &Value, value: &Value) -> Option<String> {
    let words = schema.as_object().expect("a schema is an object");
    words.iter().find_map(|(word, says)| match word.as_str() {
        "$ref" => {
            let name = says.as_str().and_then(|path| path.strip_prefix('#')).expect("a path");
            fault(root, root.pointer(name).unwrap_or_else(|| panic!("{name}")), value)
        }
        "anyOf" => {
            let faults: Vec<String> =
                list(says).iter().map_while(|one| fault(root, one, value)).collect();
            (faults.len() == list(says).len()).then(|| faults.join("; or "))
        }
        "enum" => (!list(says).contains(value)).then(|| format!("{value} is none of {says}")),
        "type" => {
            let kinds = if says.is_array() { list(says).clone() } else { vec![says.clone()] };
            let fits = kinds.iter().any(|kind| is_a(value, kind.as_str().expect("a type")));
            (!fits).then(|| format!("{value} is no {says}"))
        }
        "pattern" => {
            let text = value.as_str().unwrap_or("");
            let pattern = says.as_str().expect("a pattern");
            (!matches(pattern, text)).then(|| format!("'{text}' is not {pattern}"))
        }
        "required" => list(says).iter().find_map(|name| {
            let name = name.as_str().expect("a name");
            value.get(name).is_none().then(|| format!("{name} is missing in {value}"))
        }),
        "properties" => value
            .as_object()
            .into_iter()
            .flatten()
            .find_map(|(name, of)| says.get(name).and_then(|schema| fault(root, schema, of))),
        "additionalProperties" => {
            let known = &schema["properties"];
            value.as_object().into_iter().flatten().find_map(|(name, _)| {
                known.get(name).is_none().then(|| format!("{name} is not foreseen"))
            })
        }
        "items" => value.as_array().into_iter().flatten().find_map(|of| fault(root, says, of)),
        "$schema" | "$defs" | "title" => None,
        other => panic!("the test does not know '{other}'"),
    })
}

fn list(value: &Value) -> &Vec<Value> {
    value.as_array().expect("a list")
}

fn is_a(value: &Value, kind: &str) -> bool {
    match kind {
        "object" => value.is_object(),
        "array" => value.is_array(),
        "string" => value.is_string(),
        "integer" => value.is_i64() || value.is_u64(),
        "null" => value.is_null(),
        other => panic!("the test does not know the type '{other}'"),
    }
}

/// The two patterns of the schema, in our own words.
fn matches(pattern: &str, text: &str) -> bool {
    if pattern.starts_with("^([a-h]") {
        return text.parse::<jadoube::arbiter::Step>().is_ok_and(|step| step.to_string() == text);
    }
    assert!(pattern.starts_with("^([+-]"), "the test does not know {pattern}");
    let number = |text: &str| !text.is_empty() && text.chars().all(|c| c.is_ascii_digit());
    let pawns = text.strip_prefix(['+', '-']).and_then(|text| text.split_once('.'));
    let mate = text.trim_start_matches('-').strip_prefix('#').is_some_and(number);
    ["won", "lost", "drawn", "void", "?"].contains(&text)
        || mate
        || pawns.is_some_and(|(whole, rest)| number(whole) && number(rest) && rest.len() == 2)
}

#[test]
fn the_checker_finds_what_does_not_fit() {
    let schema = schema();
    let check = |value: &Value| fault(&schema, &schema, value);
    assert_eq!(check(&json!({"event": "x", "error": "y"})), None);
    for wrong in [
        json!({"event": "x"}),
        json!({"event": 1, "error": "y"}),
        json!({"event": "x", "error": "y", "more": 1}),
        json!({"event": "x", "turn": "Green", "fen": "", "moves": [], "result": null,
               "rulings": [], "rights": []}),
        json!({"event": "x", "turn": "White", "fen": "", "moves": ["e9e4"], "result": null,
               "rulings": [], "rights": []}),
        json!([]),
    ] {
        assert!(check(&wrong).is_some(), "{wrong}");
    }
}

/// Every offence of the table under every code, with all that can be asked after it.
#[test]
fn every_answer_is_as_the_schema_says() {
    let schema = schema();
    let mut program = Program::start();
    let mut checked = 0;
    let mut check = |request: &str, answer: &Value| {
        assert_eq!(fault(&schema, &schema, answer), None, "{request}: {answer}");
        checked += 1;
    };
    for offence in OFFENCES {
        for code in CODES {
            let lines = std::iter::once(format!("code {code}"))
                .chain(offence.script.split(';').map(str::to_owned))
                .chain(
                    ["rulings", "rights", "moves", "board", "best 1", "undo"].map(str::to_owned),
                );
            for line in lines {
                let request = json!({ "event": line });
                assert_eq!(fault(&schema, &schema["$defs"]["request"], &request), None);
                let answer = program.send(&request.to_string());
                check(&line, &answer);
            }
        }
    }
    check("code chess", &program.event("code chess"));
    for line in ["help", "undo", "White dances", "load no such file", "save", "position x"] {
        let answer = program.event(line);
        check(line, &answer);
        assert!(line == "help" || answer.get("error").is_some(), "{line}: {answer}");
    }
    for line in ["no JSON", "{}", "[1]", "{\"event\": 1}"] {
        let answer = program.send(line);
        check(line, &answer);
        assert!(answer.get("error").is_some(), "{line}: {answer}");
    }
    assert!(checked > 2_000, "{checked}");
}

#[test]
fn the_book_shows_the_schema() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("book/src/arbiter.md");
    let text = std::fs::read_to_string(page).expect("the page");
    assert!(text.contains("{{#include arbiter.schema.json}}"));
}
