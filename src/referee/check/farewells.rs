//! How an engine ends, and what it leaves.

use std::time::Duration;

use super::subject::{Root, Subject, milliseconds};
use super::{Chapter, Exam, Point, Unmet, fails};
use crate::referee::client::{Departure, Farewell};

pub(super) const CHAPTER: Chapter = Chapter {
    title: "The end",
    points: &[
        Point { name: "quit ends it", examine: |exam| idle(exam, Farewell::Quit) },
        Point { name: "quit ends it while searching", examine: |exam| busy(exam, Farewell::Quit) },
        Point {
            name: "the end of its input ends it",
            examine: |exam| idle(exam, Farewell::EndOfInput),
        },
        Point {
            name: "the end of its input ends a search too",
            examine: |exam| busy(exam, Farewell::EndOfInput),
        },
        Point { name: "nothing is left running", examine: nothing_left },
    ],
};

fn describe(departure: Departure, exam: &Exam) -> Result<String, Unmet> {
    match departure.status {
        Some(status) => Ok(format!("after {}, {status}", milliseconds(departure.time))),
        None => Err(fails(format!("still running after {:?}", exam.patience.stop))),
    }
}

fn idle(exam: &Exam, farewell: Farewell) -> Result<String, Unmet> {
    describe(Subject::introduced(exam)?.depart(farewell), exam)
}

fn busy(exam: &Exam, farewell: Farewell) -> Result<String, Unmet> {
    let mut subject = Subject::introduced(exam)?;
    subject.go(&Root::startpos(), "go infinite")?;
    std::thread::sleep(Duration::from_millis(100));
    describe(subject.depart(farewell), exam)
}

fn nothing_left(exam: &Exam) -> Result<String, Unmet> {
    for farewell in [Farewell::Quit, Farewell::EndOfInput] {
        let mut subject = Subject::introduced(exam)?;
        let root = Root::startpos();
        subject.search(&root, "go depth 3")?;
        let departure = subject.depart(farewell);
        if departure.left_behind {
            return Err(fails("a process that it has started outlives it"));
        }
        describe(departure, exam)?;
    }
    Ok("after quit and after the end of its input".to_owned())
}
