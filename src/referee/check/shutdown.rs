//! How an engine ends, and what it leaves running.

use std::time::Duration;

use super::subject::{Root, Subject, milliseconds};
use super::{Chapter, Exam, Point, Unmet, fails};
use crate::referee::client::{Exit, Shutdown};

pub(super) const CHAPTER: Chapter = Chapter {
    title: "The end",
    points: &[
        Point { name: "quit ends it", examine: |exam| idle(exam, Shutdown::Quit) },
        Point { name: "quit ends it while searching", examine: |exam| busy(exam, Shutdown::Quit) },
        Point {
            name: "the end of its input ends it",
            examine: |exam| idle(exam, Shutdown::EndOfInput),
        },
        Point {
            name: "the end of its input ends a search too",
            examine: |exam| busy(exam, Shutdown::EndOfInput),
        },
        Point { name: "nothing is left running", examine: nothing_left },
    ],
};

fn describe(exit: Exit, exam: &Exam) -> Result<String, Unmet> {
    match exit.status {
        Some(status) => Ok(format!("after {}, {status}", milliseconds(exit.time))),
        None => Err(fails(format!("still running after {:?}", exam.patience.stop))),
    }
}

fn idle(exam: &Exam, shutdown: Shutdown) -> Result<String, Unmet> {
    describe(Subject::ready(exam)?.shut_down(shutdown), exam)
}

fn busy(exam: &Exam, shutdown: Shutdown) -> Result<String, Unmet> {
    let mut subject = Subject::ready(exam)?;
    subject.go(&Root::startpos(), "go infinite")?;
    std::thread::sleep(Duration::from_millis(100));
    describe(subject.shut_down(shutdown), exam)
}

fn nothing_left(exam: &Exam) -> Result<String, Unmet> {
    for shutdown in [Shutdown::Quit, Shutdown::EndOfInput] {
        let mut subject = Subject::ready(exam)?;
        let root = Root::startpos();
        subject.search(&root, "go depth 3")?;
        let exit = subject.shut_down(shutdown);
        if exit.left_behind {
            return Err(fails("a process that it has started outlives it"));
        }
        describe(exit, exam)?;
    }
    Ok("after quit and after the end of its input".to_owned())
}
