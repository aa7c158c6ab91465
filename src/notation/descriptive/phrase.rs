//! The grammar of a move: from the words that can stand at a place of the text to what they say.
//! Every reading of the words is given, each with where it ends and what its mistakes cost; which
//! of them a legal move fits is asked elsewhere.

use std::borrow::Cow;
use std::collections::HashMap;
use std::rc::Rc;

use super::kinds::{Kinds, MOST_KINDS, file, name};
use super::lexicon::{Atom, CONFUSION, Found, Level, words_at};
use super::meaning::{Action, Description, Name};
use super::names::wing_of;
use super::text::{Gap, Sign, is_hyphen};
use crate::rules::{Bitboard, Color, PieceKind, Wing};

/// A mistake in the text: the signs of a word and how it is rightly spelt, nothing where it should
/// not be there at all.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Fix {
    pub(super) begin: usize,
    pub(super) end: usize,
    pub(super) spelling: Cow<'static, str>,
}

/// Part of a phrase: what it says, the sign after it, and what its mistakes cost.
#[derive(Clone, Debug)]
pub(super) struct Part<T> {
    pub(super) value: T,
    begin: usize,
    pub(super) end: usize,
    pub(super) cost: u32,
    pub(super) fixes: Vec<Fix>,
}

/// A move as written.
#[derive(Clone, Copy, Debug)]
pub(super) struct Written {
    pub(super) description: Description,
    /// The numeric annotation glyph of a judgement, 1 to 6.
    pub(super) nag: Option<u8>,
}

type Parts<T> = Vec<Part<T>>;

/// A phrase with mistakes of a higher cost is not believed.
const HIGHEST_COST: u32 = 9;
/// For so many signs one confusion more is believed: moves in full words are long.
const SIGNS_FOR_A_CONFUSION: usize = 20;
/// Readings of one place are no more than this, the cheapest first.
const MOST_PHRASES: usize = 200;
/// What is left out or misplaced: `to`, the blank between two moves, a column's gap within one.
const OMISSION: u32 = 1;

/// The words of a text, found once for each place and level.
pub(super) struct Lattice<'a> {
    pub(super) signs: &'a [Sign],
    found: [Vec<Option<Vec<Found>>>; 3],
    phrases: HashMap<(usize, Level, Color), Rc<Parts<Written>>>,
}

impl<'a> Lattice<'a> {
    pub(super) fn new(signs: &'a [Sign]) -> Self {
        Self { signs, found: [Vec::new(), Vec::new(), Vec::new()], phrases: HashMap::new() }
    }

    /// The words at a place.
    pub(super) fn words(&mut self, begin: usize, level: Level) -> Vec<Found> {
        let list = &mut self.found[level as usize];
        if list.len() <= begin {
            list.resize(begin + 1, None);
        }
        list[begin].get_or_insert_with(|| words_at(self.signs, begin, level)).clone()
    }

    /// The readings of a move that begins at a sign, the cheapest first.
    pub(super) fn phrases(
        &mut self,
        begin: usize,
        level: Level,
        turn: Color,
    ) -> Rc<Parts<Written>> {
        if let Some(known) = self.phrases.get(&(begin, level, turn)) {
            return Rc::clone(known);
        }
        let mut reading = Reading { lattice: self, level, turn, done: Vec::new() };
        reading.castling(begin);
        reading.other_moves(begin);
        let mut done = reading.done;
        // A wide gap parts moves: it costs within one, not before it.
        if self.gap(begin) == Gap::Wide {
            done.iter_mut().for_each(|part| part.cost = part.cost.saturating_sub(OMISSION));
        }
        done.sort_by_key(|part| part.cost);
        done.truncate(MOST_PHRASES);
        let done = Rc::new(done);
        self.phrases.insert((begin, level, turn), Rc::clone(&done));
        done
    }

    /// Whether a hyphen at the end of a line stands here.
    fn is_parted(&self, index: usize) -> bool {
        self.signs.get(index).is_some_and(|sign| is_hyphen(sign.c))
            && self.gap(index + 1) == Gap::Hyphen
    }

    fn gap(&self, index: usize) -> Gap {
        self.signs.get(index).map_or(Gap::Line, |sign| sign.gap)
    }
}

struct Reading<'l, 'a> {
    lattice: &'l mut Lattice<'a>,
    level: Level,
    turn: Color,
    done: Parts<Written>,
}

impl<T: Clone> Part<T> {
    fn then<U>(&self, next: Part<U>, join: impl FnOnce(T, U) -> Option<T>) -> Option<Self> {
        let cost = self.cost + next.cost;
        let length = next.end.saturating_sub(self.begin);
        if cost > HIGHEST_COST + CONFUSION * (length / SIGNS_FOR_A_CONFUSION) as u32 {
            return None;
        }
        let value = join(self.value.clone(), next.value)?;
        let mut fixes = self.fixes.clone();
        fixes.extend(next.fixes);
        Some(Self { value, begin: self.begin, end: next.end, cost, fixes })
    }
}

impl Reading<'_, '_> {
    /// The words of some sense at a place within a move.
    fn word<T>(&mut self, begin: usize, sense: impl Fn(Atom) -> Option<T>) -> Parts<T> {
        let mut parts = self.word_here(begin, &sense);
        let comma =
            self.lattice.signs.get(begin).is_some_and(|sign| matches!(sign.c, ',' | ';' | ':'));
        if comma && self.level > Level::Exact {
            for mut part in self.word_here(begin + 1, &sense) {
                part.cost += CONFUSION;
                part.fixes.insert(0, Fix { begin, end: begin + 1, spelling: ".".into() });
                parts.push(part);
            }
        }
        parts
    }

    fn word_here<T>(&mut self, begin: usize, sense: impl Fn(Atom) -> Option<T>) -> Parts<T> {
        let mut parts = self.word_after_hyphen(begin, &sense);
        // A hyphen at the end of a line may part two words that are printed as one.
        if parts.is_empty() && self.lattice.is_parted(begin) {
            parts = self.word_after_hyphen(begin + 1, &sense);
        }
        parts
    }

    fn word_after_hyphen<T>(
        &mut self,
        begin: usize,
        sense: impl Fn(Atom) -> Option<T>,
    ) -> Parts<T> {
        let gap = if self.lattice.gap(begin) == Gap::Wide { OMISSION } else { 0 };
        let words = self.lattice.words(begin, self.level);
        let parts = words.into_iter().filter_map(|found| {
            let fix = Fix { begin, end: found.end, spelling: found.spelling.into() };
            Some(Part {
                value: sense(found.atom)?,
                begin,
                end: found.end,
                cost: found.cost + gap,
                fixes: if found.cost > 0 { vec![fix] } else { Vec::new() },
            })
        });
        parts.collect()
    }

    fn is_there(&mut self, begin: usize, sense: impl Fn(Atom) -> bool) -> bool {
        self.lattice.words(begin, Level::Exact).into_iter().any(|found| sense(found.atom))
    }

    fn atom(&mut self, begin: usize, atom: Atom) -> Parts<()> {
        self.word(begin, |found| (found == atom).then_some(()))
    }

    /// One name after another: `Q Kt P` gives three readings; of doubled pawns with a number:
    /// `second King's Pawn`, `King's second Pawn`.
    fn kinds(&mut self, begin: usize) -> Parts<Kinds> {
        let start = Part { value: Kinds::default(), begin, end: begin, cost: 0, fixes: Vec::new() };
        let (mut all, mut last) = (Vec::new(), vec![start]);
        for _ in 0..=MOST_KINDS {
            let mut longer = Vec::new();
            for part in &last {
                let nexts = self.word(part.end, |atom| {
                    matches!(atom, Atom::Kind(_) | Atom::Nth(_)).then_some(atom)
                });
                longer.extend(nexts.into_iter().filter_map(|next| part.then(next, Kinds::and)));
            }
            let whole = longer.iter().filter(|part: &&Part<Kinds>| !part.value.number_is_last);
            all.extend(whole.cloned());
            last = longer;
        }
        all
    }

    fn names(&mut self, begin: usize) -> Parts<Name> {
        let kinds = self.kinds(begin).into_iter();
        kinds.filter_map(|part| part.map(|kinds| name(&kinds))).collect()
    }

    /// Names of squares: a file and a rank.
    fn squares(&mut self, begin: usize) -> Parts<Bitboard> {
        let mut squares = Vec::new();
        for part in self.kinds(begin) {
            let Some(file) = file(&part.value) else { continue };
            let ranks = self.word(part.end, |atom| match atom {
                Atom::Rank(rank) => Some(rank),
                Atom::Square => Some(0),
                _ => None,
            });
            let turn = self.turn;
            for rank in ranks.into_iter().flat_map(|rank| self.with_endings(rank)) {
                let squares_of = |rank| file & Bitboard::rank_for(turn, rank);
                let of_file = part.clone().keep();
                squares.extend(of_file.then(rank, |_, rank| Some(squares_of(rank))));
            }
        }
        squares
    }

    /// A rank with what may follow it: `th`, `square`. What stands there without a mistake belongs
    /// to it; what could be one with mistakes may.
    fn with_endings(&mut self, rank: Part<u8>) -> Parts<u8> {
        let mut ranks = vec![rank];
        for ending in [Atom::Ordinal, Atom::Square] {
            for index in 0..ranks.len() {
                let rank = ranks[index].clone();
                if ending == Atom::Ordinal && self.lattice.gap(rank.end) > Gap::Dot {
                    continue;
                }
                let found = self.atom(rank.end, ending).into_iter().filter(|part| {
                    let next = self.lattice.signs.get(part.end);
                    next.is_none_or(|sign| sign.gap != Gap::None || !sign.c.is_alphabetic())
                });
                // Before a hyphen at the end of a line `sq` may be the whole word or half of one.
                let (halves, found): (Vec<_>, Vec<_>) =
                    found.partition(|part| part.cost == 0 && self.lattice.is_parted(part.end));
                ranks
                    .extend(halves.into_iter().filter_map(|half| rank.then(half, |r, ()| Some(r))));
                let longest = found.into_iter().max_by_key(|part| (part.cost == 0, part.end));
                let Some(longest) = longest else { continue };
                let is_exact = longest.cost == 0;
                match rank.then(longest, |rank, ()| Some(rank)) {
                    Some(longer) if is_exact => ranks[index] = longer,
                    longer => ranks.extend(longer),
                }
            }
        }
        ranks
    }

    /// A square after `on`, or in brackets; or nothing.
    fn place(&mut self, begin: usize) -> Parts<Bitboard> {
        let nothing = Part { value: Bitboard::ALL, begin, end: begin, cost: 0, fixes: Vec::new() };
        let mut places = vec![nothing.clone()];
        for (before, after) in [(Atom::On, None), (Atom::Open, Some(Atom::Close))] {
            for opened in self.atom(begin, before) {
                let Some(opened) = nothing.then(opened, |all, ()| Some(all)) else { continue };
                for square in self.squares(opened.end) {
                    let Some(place) = opened.then(square, |_, square| Some(square)) else {
                        continue;
                    };
                    match after {
                        None => places.push(place),
                        Some(close) => {
                            let closed = self.atom(place.end, close).into_iter();
                            places.extend(closed.filter_map(|c| place.then(c, |p, ()| Some(p))));
                        }
                    }
                }
            }
        }
        places
    }

    fn castling(&mut self, begin: usize) {
        let castle = |wing| {
            let mut description = Description::of(Name::plain(PieceKind::King));
            description.action = Action::Castle(wing);
            Written { description, nag: None }
        };
        for (atom, wing) in [(Atom::Short, Wing::King), (Atom::Long, Wing::Queen)] {
            for part in self.atom(begin, atom) {
                self.tail(part.map(|()| Some(castle(Some(wing)))).expect("a value was given"));
            }
        }
        for part in self.atom(begin, Atom::Castles) {
            let part = part.map(|()| Some(castle(None))).expect("a value was given");
            for sided in self.side(part.end) {
                let named = part.then(sided, |_, wing| Some(castle(Some(wing))));
                if let Some(named) = named {
                    self.tail(named);
                }
            }
            self.tail(part);
        }
    }

    /// `K R`, `(Q R)`, `with King's Rook`, `on Queen's side`, `Q`.
    fn side(&mut self, begin: usize) -> Parts<Wing> {
        let start = Part { value: Wing::King, begin, end: begin, cost: 0, fixes: Vec::new() };
        let mut starts = vec![(start.clone(), false)];
        for (atom, closes) in [(Atom::Side, false), (Atom::Open, true)] {
            for part in self.atom(begin, atom) {
                starts.extend(start.then(part, |wing, ()| Some(wing)).map(|part| (part, closes)));
            }
        }
        let mut sides = Vec::new();
        for (start, closes) in starts {
            for kinds in self.kinds(start.end) {
                let wing = match kinds.value.kinds[..] {
                    [royal] | [royal, PieceKind::Rook] => wing_of(royal),
                    _ => None,
                };
                let Some(part) = start.then(kinds, |_, _| wing) else { continue };
                let mut ends = vec![part.clone()];
                for side in self.atom(part.end, Atom::Side) {
                    ends.extend(part.then(side, |wing, ()| Some(wing)));
                }
                if !closes {
                    sides.extend(ends);
                    continue;
                }
                for part in ends {
                    for closed in self.atom(part.end, Atom::Close) {
                        sides.extend(part.then(closed, |wing, ()| Some(wing)));
                    }
                }
            }
        }
        sides
    }

    fn other_moves(&mut self, begin: usize) {
        for name in self.names(begin) {
            let start =
                name.map(|name| Some(Written { description: Description::of(name), nag: None }));
            let start = start.expect("a value was given");
            for place in self.place(start.end) {
                let from = start.then(place, |mut written, from| {
                    written.description.from = from;
                    Some(written)
                });
                if let Some(from) = from {
                    self.quiet(&from);
                    self.capture(&from);
                    self.queening(&from);
                }
            }
        }
    }

    fn quiet(&mut self, from: &Part<Written>) {
        let omitted =
            Part { value: (), begin: from.end, end: from.end, cost: OMISSION, fixes: Vec::new() };
        let mut ways = self.atom(from.end, Atom::To);
        if ways.is_empty() || self.level > Level::Exact {
            ways.push(omitted);
        }
        for way in ways {
            let Some(way) = from.then(way, |written, ()| Some(written)) else { continue };
            for square in self.squares(way.end) {
                let whole = way.then(square, |mut written, to| {
                    written.description.to = to;
                    Some(written)
                });
                if let Some(whole) = whole {
                    self.tail(whole);
                }
            }
        }
    }

    fn capture(&mut self, from: &Part<Written>) {
        for takes in self.atom(from.end, Atom::Takes) {
            let capture = |mut written: Written, ()| {
                written.description.action = Action::Capture;
                Some(written)
            };
            let Some(takes) = from.then(takes, capture) else { continue };
            for name in self.names(takes.end) {
                let named = takes.then(name, |mut written, captured| {
                    written.description.captured = captured;
                    Some(written)
                });
                let Some(named) = named else { continue };
                for place in self.place(named.end) {
                    let whole = named.then(place, |mut written, at| {
                        written.description.at = at;
                        Some(written)
                    });
                    if let Some(whole) = whole {
                        self.tail(whole);
                    }
                }
            }
            // `P takes en passant`
            for passing in self.atom(takes.end, Atom::EnPassant) {
                if let Some(whole) = takes.then(passing, |written, ()| en_passant(written)) {
                    self.tail(whole);
                }
            }
        }
    }

    /// `P queens`
    fn queening(&mut self, from: &Part<Written>) {
        if from.value.description.mover.kind != PieceKind::Pawn {
            return;
        }
        for queens in self.atom(from.end, Atom::Queens) {
            let whole = from.then(queens, |mut written, ()| {
                written.description.to = Bitboard::rank_for(self.turn, 7);
                promoted(written, PieceKind::Queen)
            });
            if let Some(whole) = whole {
                self.tail(whole);
            }
        }
    }

    /// What may follow a move: check, mate, promotion, judgement. The text may end after each.
    fn tail(&mut self, part: Part<Written>) {
        if self.done.len() >= 4 * MOST_PHRASES {
            return;
        }
        let mut rest = self.suffixes(&part, part.end);
        let comma = self.lattice.signs.get(part.end).is_some_and(|sign| sign.c == ',');
        if comma {
            rest.extend(self.suffixes(&part, part.end + 1));
        }
        let goes_on = rest.iter().any(|longer| longer.cost == part.cost);
        let may_begin_a_move = self.is_there(part.end, |atom| matches!(atom, Atom::Kind(_)));
        for longer in rest {
            self.tail(longer);
        }
        if goes_on && !may_begin_a_move {
            return;
        }
        let mut whole = part;
        if self.lattice.gap(whole.end) == Gap::None {
            let before = whole.end.checked_sub(1).and_then(|last| self.lattice.signs.get(last));
            let after = self.lattice.signs.get(whole.end);
            if [before, after].iter().all(|sign| sign.is_some_and(|s| s.c.is_alphanumeric())) {
                whole.cost += OMISSION;
            }
        }
        self.done.push(whole);
    }

    fn suffixes(&mut self, part: &Part<Written>, begin: usize) -> Parts<Written> {
        let mut longer = Vec::new();
        let promotes = may_promote(&part.value.description, self.turn);
        let suffix = self.word(begin, |atom| {
            matches!(
                atom,
                Atom::Check
                    | Atom::Mate
                    | Atom::EnPassant
                    | Atom::Filler
                    | Atom::Nag(_)
                    | Atom::Queens
            )
            .then_some(atom)
        });
        for suffix in suffix {
            longer.extend(part.then(suffix, |written, atom| with_suffix(written, atom, promotes)));
        }
        for (atom, closes) in [(Atom::Becomes, false), (Atom::Open, true)] {
            for opened in self.atom(begin, atom) {
                let Some(opened) = part.then(opened, |written, ()| Some(written)) else { continue };
                for mut inside in self.promotions(&opened, promotes) {
                    if closes {
                        let closed = self.atom(inside.end, Atom::Close).into_iter();
                        let closed = closed.min_by_key(|part| part.cost);
                        match closed.and_then(|c| inside.then(c, |written, ()| Some(written))) {
                            Some(closed) => inside = closed,
                            None => continue,
                        }
                    }
                    longer.push(inside);
                }
            }
        }
        // It may stand on the next line, but not in the other column.
        if promotes && self.lattice.gap(begin) != Gap::Wide {
            longer.extend(self.promotions(part, true));
        }
        longer
    }

    /// What a pawn becomes, or within brackets a check: `a Queen`, `ch`.
    fn promotions(&mut self, part: &Part<Written>, promotes: bool) -> Parts<Written> {
        let article = self.atom(part.end, Atom::Article).into_iter();
        let article = article.min_by_key(|part| part.cost);
        let part = article
            .and_then(|article| part.then(article, |written, ()| Some(written)))
            .unwrap_or_else(|| part.clone());
        let inside = self.word(part.end, |atom| {
            matches!(atom, Atom::Kind(_) | Atom::Check | Atom::Mate | Atom::EnPassant)
                .then_some(atom)
        });
        let with = |inside| {
            part.then(inside, |written, atom| match atom {
                Atom::Kind(kind) if promotes => promoted(written, kind),
                Atom::Kind(_) => None,
                _ => with_suffix(written, atom, promotes),
            })
        };
        inside.into_iter().filter_map(with).collect()
    }
}

impl<T> Part<T> {
    fn map<U>(self, change: impl FnOnce(T) -> Option<U>) -> Option<Part<U>> {
        let value = change(self.value)?;
        Some(Part { value, begin: self.begin, end: self.end, cost: self.cost, fixes: self.fixes })
    }

    /// The same without its value.
    fn keep(self) -> Part<Bitboard> {
        Part {
            value: Bitboard::EMPTY,
            begin: self.begin,
            end: self.end,
            cost: self.cost,
            fixes: self.fixes,
        }
    }
}

fn with_suffix(mut written: Written, atom: Atom, promotes: bool) -> Option<Written> {
    match atom {
        Atom::Check => written.description.check = true,
        Atom::Mate => written.description.mate = true,
        Atom::EnPassant => return en_passant(written),
        Atom::Queens if promotes => return promoted(written, PieceKind::Queen),
        Atom::Queens => return None,
        Atom::Nag(nag) => written.nag = Some(nag),
        _ => {}
    }
    Some(written)
}

fn en_passant(mut written: Written) -> Option<Written> {
    let description = &mut written.description;
    description.en_passant = true;
    let by_pawn = description.mover.kind == PieceKind::Pawn
        && description.captured.kind == PieceKind::Pawn
        && description.action == Action::Capture;
    by_pawn.then_some(written)
}

/// Whether the description can be of a pawn that arrives on the last rank.
fn may_promote(description: &Description, turn: Color) -> bool {
    let last = Bitboard::rank_for(turn, 7);
    description.mover.kind == PieceKind::Pawn
        && description.promotion.is_none()
        && match description.action {
            Action::Move => (description.to & last).any(),
            Action::Capture => (description.at & last).any() && !description.en_passant,
            Action::Castle(_) => false,
        }
}

fn promoted(mut written: Written, kind: PieceKind) -> Option<Written> {
    written.description.promotion = Some(kind);
    PieceKind::PROMOTIONS.contains(&kind).then_some(written)
}
