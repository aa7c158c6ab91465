//! One Syzygy table file: its header, and the value it holds for a position. Every read is
//! checked, every loop bounded: a file that is cut short or damaged is refused, or gives nothing,
//! or at worst a wrong value, but never a panic. Tables are only read.

use std::path::Path;

use super::index::{Group, Lead, MAX_PIECES, bring_lead_pawn_forward, number};
use super::material::Material;
use super::source::{Cursor, Source};
use crate::rules::{Color, PieceKind, Position};

/// What a table tells.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    /// Won, drawn or lost, `.rtbw`.
    Wdl,
    /// The distance to the next capture or pawn move, `.rtbz`.
    Dtz,
}

impl Kind {
    /// The four bytes a file of the kind begins with.
    pub(super) const fn magic(self) -> [u8; 4] {
        match self {
            Self::Wdl => [0x71, 0xE8, 0x23, 0x5D],
            Self::Dtz => [0xD7, 0x66, 0x0C, 0xA5],
        }
    }
}

/// A piece as the file writes it: bits 0 to 2 the kind, pawn 1 to king 6; bit 3 the second side.
type PieceCode = u8;

/// The part of a table for one side to move and, with pawns, one file of the leading pawn.
struct Part {
    pieces: Vec<PieceCode>,
    lead: Lead,
    lead_factor: u64,
    groups: Vec<Group>,
    values: Values,
    /// A DTZ table's flags and maps.
    flags: u8,
    maps: [Vec<u16>; 4],
}

/// An open table.
pub(super) struct TableFile {
    kind: Kind,
    source: Source,
    symmetric: bool,
    has_pawns: bool,
    /// For each file of the leading pawn (one without pawns) the first side's part and the
    /// second's, where there is one.
    parts: Vec<(Part, Option<Part>)>,
}

/// What a table says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Probed {
    /// This value.
    Value(i32),
    /// The table holds only positions with the other side to move.
    OtherSide,
}

/// DTZ flags: the side to move of the positions held.
const SECOND_SIDE: u8 = 1;
/// Values are places in a map.
const MAPPED: u8 = 2;
/// Wins are counted in plies, not in moves.
const WIN_IN_PLIES: u8 = 4;
/// Losses are.
const LOSS_IN_PLIES: u8 = 8;
/// Maps have two bytes a value.
const WIDE_MAP: u8 = 16;

impl TableFile {
    /// Reads a file's header. `None`: it is no table of that kind and material, or not whole.
    pub(super) fn open(path: &Path, kind: Kind, material: &Material) -> Option<Self> {
        let source = Source::open(path).ok()?;
        if source.bytes(0)? != kind.magic() {
            return None;
        }
        let mut cursor = Cursor { source: &source, at: 4 };
        let [format] = cursor.take()?;
        let split = kind == Kind::Wdl && format & 1 != 0;
        let has_pawns = material.has_pawns();
        let files = if has_pawns { 4 } else { 1 };
        let mut layouts = Vec::new();
        for file in 0..files {
            let orders = 1 + usize::from(material.both_have_pawns());
            let bytes = cursor.vector(orders + material.pieces())?;
            let side = |shift| Layout::read(&bytes, orders, shift, material, file);
            layouts.push((side(0)?, if split { Some(side(4)?) } else { None }));
        }
        cursor.align(2);
        let mut parts = Vec::new();
        for (first, second) in layouts {
            let first = Part::read(first, &mut cursor, kind)?;
            let second = match second {
                Some(layout) => Some(Part::read(layout, &mut cursor, kind)?),
                None => None,
            };
            parts.push((first, second));
        }
        if kind == Kind::Dtz {
            for (part, _) in &mut parts {
                part.read_maps(&mut cursor)?;
            }
            cursor.align(2);
        }
        let end = lay_out(&mut parts, cursor.at)?;
        let symmetric = material.is_symmetric();
        // Sixteen bytes of checksum follow. A shorter file has been cut.
        (end + 16 <= source.size()).then_some(Self { kind, source, symmetric, has_pawns, parts })
    }

    /// The value for a position of this material. `flipped`: Black has the first side's pieces.
    /// For DTZ `wdl`, from -2 to 2, is the position's result.
    pub(super) fn probe(&self, position: &Position, flipped: bool, wdl: i32) -> Option<Probed> {
        let black_moves = position.turn() == Color::Black;
        // With like pieces on both sides, the player to move is always taken for the first.
        let flipped = if self.symmetric { black_moves } else { flipped };
        let second_side = black_moves != flipped;
        let mut squares = [0; MAX_PIECES];
        let (first, _) = self.parts.first()?;
        let mut pieces = first.pieces.len();
        let squares = squares.get_mut(..pieces)?;
        let file = if self.has_pawns {
            let pawns = first.lead.pieces();
            fill(position, &first.pieces[..pawns], flipped, true, squares)?;
            bring_lead_pawn_forward(&mut squares[..pawns])
        } else {
            0
        };
        let (first, second) = self.parts.get(file)?;
        let part = match (self.kind, second_side) {
            (Kind::Dtz, _) => first,
            (Kind::Wdl, false) => first,
            (Kind::Wdl, true) => second.as_ref()?,
        };
        if self.kind == Kind::Dtz
            && !self.symmetric
            && (part.flags & SECOND_SIDE != 0) != second_side
        {
            return Some(Probed::OtherSide);
        }
        let done = if self.has_pawns { part.lead.pieces() } else { 0 };
        pieces -= done;
        fill(
            position,
            part.pieces.get(done..done + pieces)?,
            flipped,
            self.has_pawns,
            &mut squares[done..],
        )?;
        let number = number(squares, part.lead, part.lead_factor, &part.groups);
        let value = part.values.value(&self.source, number)?;
        match self.kind {
            Kind::Wdl if value <= 4 => Some(Probed::Value(i32::from(value) - 2)),
            Kind::Wdl => None,
            Kind::Dtz => part.distance(value, wdl).map(Probed::Value),
        }
    }
}

/// The squares of these pieces, in their order. `None`: the position has not these pieces.
fn fill(
    position: &Position,
    pieces: &[PieceCode],
    flipped: bool,
    has_pawns: bool,
    squares: &mut [u8],
) -> Option<()> {
    let turn_board = if flipped && has_pawns { 56 } else { 0 };
    let mut at = 0;
    while at < pieces.len() {
        let piece = pieces[at];
        let second = piece & 8 != 0;
        let color = if second != flipped { Color::Black } else { Color::White };
        let kind = *PieceKind::ALL.get(usize::from(piece & 7).checked_sub(1)?)?;
        let there = position.board().pieces(color, kind);
        for square in there {
            *squares.get_mut(at)? = square.index() as u8 ^ turn_board;
            at += 1;
        }
        if there.is_empty() {
            return None;
        }
    }
    (at == pieces.len()).then_some(())
}

/// How the pieces of a part are placed.
struct Layout {
    pieces: Vec<PieceCode>,
    lead: Lead,
    lead_factor: u64,
    groups: Vec<Group>,
    size: u64,
}

impl Layout {
    /// Reads the order of the groups and the pieces: `orders` bytes, then one a piece; four bits of
    /// each are a side's.
    fn read(
        bytes: &[u8],
        orders: usize,
        shift: u8,
        material: &Material,
        file: usize,
    ) -> Option<Self> {
        let nibble = |byte: &u8| byte >> shift & 15;
        let pieces: Vec<PieceCode> = bytes.get(orders..)?.iter().map(nibble).collect();
        if !material.agrees_with(&pieces) {
            return None;
        }
        let order = usize::from(nibble(bytes.first()?));
        let pawn_order = if orders == 2 { Some(usize::from(nibble(bytes.get(1)?))) } else { None };
        let run =
            |from: usize| pieces[from..].iter().take_while(|piece| **piece == pieces[from]).count();
        let lead = if material.has_pawns() {
            Lead::Pawns(run(0), file)
        } else if material.only_kings_are_single() {
            Lead::Kings
        } else {
            Lead::Three
        };
        if matches!(lead, Lead::Pawns(..)) && pieces[0] & 7 != 1 {
            return None;
        }
        let mut groups = Vec::new();
        let mut at = lead.pieces();
        let mut factors = Factors { next: 1, lead: 0 };
        while at < pieces.len() {
            let length = run(at);
            let pawns = orders == 2 && groups.is_empty();
            groups.push(Group { pieces: length, factor: 0, pawns });
            at += length;
        }
        factors.give(lead, order, pawn_order, &mut groups)?;
        Some(Self { pieces, lead, lead_factor: factors.lead, groups, size: factors.next })
    }
}

/// Gives each group its factor, in the order of the file: the leading pieces come at the place
/// `order`, the other side's pawns at theirs, the rest in their own order in between.
struct Factors {
    next: u64,
    lead: u64,
}

impl Factors {
    fn take(&mut self, ways: u64) -> Option<u64> {
        let factor = self.next;
        self.next = self.next.checked_mul(ways)?;
        Some(factor)
    }

    fn give(
        &mut self,
        lead: Lead,
        order: usize,
        pawn_order: Option<usize>,
        groups: &mut [Group],
    ) -> Option<()> {
        let (pawns, rest) = groups.split_at_mut(usize::from(pawn_order.is_some()));
        let leading = lead.pieces() + pawns.first().map_or(0, |pawns| pawns.pieces);
        let mut free = 64usize.checked_sub(leading)?;
        let mut rest = rest.iter_mut().peekable();
        let mut place = 0;
        while rest.peek().is_some() || place == order || Some(place) == pawn_order {
            if place == order {
                self.lead = self.take(lead.ways())?;
            } else if Some(place) == pawn_order {
                let pawns = pawns.first_mut()?;
                pawns.factor = self.take(Group::ways(pawns.pieces, 48 - lead.pieces()))?;
            } else {
                let group = rest.next()?;
                group.factor = self.take(Group::ways(group.pieces, free))?;
                free -= group.pieces;
            }
            place += 1;
        }
        (order < place && pawn_order.is_none_or(|pawns| pawns < place)).then_some(())
    }
}

impl Part {
    fn read(layout: Layout, cursor: &mut Cursor<'_>, kind: Kind) -> Option<Self> {
        let Layout { pieces, lead, lead_factor, groups, size } = layout;
        let (flags, values) = Values::read(cursor, size, kind)?;
        Some(Self { pieces, lead, lead_factor, groups, values, flags, maps: Default::default() })
    }

    fn read_maps(&mut self, cursor: &mut Cursor<'_>) -> Option<()> {
        if self.flags & MAPPED == 0 {
            return Some(());
        }
        let wide = self.flags & WIDE_MAP != 0;
        if wide {
            cursor.align(2);
        }
        for map in &mut self.maps {
            *map = if wide {
                let length = cursor.u16()?;
                (0..length).map(|_| cursor.u16()).collect::<Option<_>>()?
            } else {
                let [length] = cursor.take()?;
                cursor.vector(length.into())?.into_iter().map(u16::from).collect()
            };
        }
        Some(())
    }

    /// The distance in plies that a stored value means for a position of that result.
    fn distance(&self, value: u16, wdl: i32) -> Option<i32> {
        // Which map, and in what unit, for loss, blessed loss, draw, cursed win, win.
        let (map, in_plies) = match wdl {
            -2 => (1, self.flags & LOSS_IN_PLIES != 0),
            -1 => (3, false),
            1 => (2, false),
            2 => (0, self.flags & WIN_IN_PLIES != 0),
            _ => return None,
        };
        let mapped =
            if self.flags & MAPPED != 0 { *self.maps[map].get(usize::from(value))? } else { value };
        Some(if in_plies { mapped.into() } else { 2 * i32::from(mapped) })
    }
}

/// The values of a part: one for all positions, or compressed by pairing symbols and Huffman's
/// code in blocks.
struct Values {
    constant: Option<u16>,
    /// Each block has two to this power bytes.
    block_bits: u32,
    /// Every two to this power positions the index has an entry.
    index_bits: u32,
    /// The shortest code, in bits.
    shortest: u32,
    /// For each length of code from the shortest: the lowest code, at the top of 64 bits, and its
    /// symbol.
    lowest: Vec<u64>,
    symbols: Vec<u16>,
    /// For each symbol: the two it stands for, or a value; and how many values it has, less one.
    pairs: Vec<[u8; 3]>,
    lengths: Vec<u8>,
    blocks: u64,
    sizes: u64,
    entries: u64,
    index_at: u64,
    sizes_at: u64,
    blocks_at: u64,
}

/// The second half of a symbol that is a value.
const VALUE: usize = 0xFFF;

impl Values {
    /// Reads flags and values' header for so many positions.
    fn read(cursor: &mut Cursor<'_>, positions: u64, kind: Kind) -> Option<(u8, Self)> {
        const CONSTANT: u8 = 0x80;
        let mut values = Self {
            constant: None,
            block_bits: 0,
            index_bits: 0,
            shortest: 0,
            lowest: Vec::new(),
            symbols: Vec::new(),
            pairs: Vec::new(),
            lengths: Vec::new(),
            blocks: 0,
            sizes: 0,
            entries: 0,
            index_at: 0,
            sizes_at: 0,
            blocks_at: 0,
        };
        let [flags, second] = cursor.take()?;
        if flags & CONSTANT != 0 {
            values.constant = Some(if kind == Kind::Wdl { second.into() } else { 0 });
            return Some((flags, values));
        }
        values.block_bits = second.into();
        let [index_bits, spare_blocks] = cursor.take()?;
        values.index_bits = index_bits.into();
        values.blocks = u32::from_le_bytes(cursor.take()?).into();
        values.sizes = values.blocks + u64::from(spare_blocks);
        let [longest, shortest] = cursor.take()?;
        let sound = (1..=32).contains(&shortest)
            && (shortest..=32).contains(&longest)
            && (3..=15).contains(&values.block_bits)
            && (1..=32).contains(&values.index_bits);
        if !sound {
            return None;
        }
        values.shortest = shortest.into();
        let lengths = usize::from(longest - shortest) + 1;
        values.symbols = (0..lengths).map(|_| cursor.u16()).collect::<Option<_>>()?;
        values.lowest = lowest_codes(&values.symbols, values.shortest);
        let symbols = usize::from(cursor.u16()?);
        if symbols > VALUE + 1 {
            return None;
        }
        let bytes = cursor.vector(3 * symbols)?;
        cursor.align(2);
        values.pairs = bytes.chunks_exact(3).map(|pair| [pair[0], pair[1], pair[2]]).collect();
        values.lengths = values.symbol_lengths()?;
        values.entries = positions.div_ceil(1 << values.index_bits);
        Some((flags, values))
    }

    /// The two symbols that a symbol stands for.
    fn halves(&self, symbol: usize) -> Option<(usize, usize)> {
        let [a, b, c] = self.pairs.get(symbol)?.map(usize::from);
        Some(((b & 15) << 8 | a, c << 4 | b >> 4))
    }

    /// How many values each symbol has, less one. `None`: a symbol contains itself.
    fn symbol_lengths(&self) -> Option<Vec<u8>> {
        let mut lengths: Vec<Option<u8>> = vec![None; self.pairs.len()];
        for symbol in 0..self.pairs.len() {
            // A symbol is counted once both its halves are; the deepest nesting is that of 256
            // values.
            let mut open = vec![symbol];
            while let Some(top) = open.last().copied() {
                let (left, right) = self.halves(top)?;
                if right == VALUE {
                    lengths[top] = Some(0);
                } else {
                    match (*lengths.get(left)?, *lengths.get(right)?) {
                        (Some(a), Some(b)) => {
                            lengths[top] = Some(a.checked_add(b)?.checked_add(1)?)
                        }
                        (None, _) => open.push(left),
                        (_, None) => open.push(right),
                    }
                }
                if lengths[top].is_some() {
                    open.pop();
                } else if open.len() > 256 {
                    return None;
                }
            }
        }
        lengths.into_iter().collect()
    }

    /// The value of a position by its number.
    fn value(&self, source: &Source, number: u64) -> Option<u16> {
        if self.constant.is_some() {
            return self.constant;
        }
        let entry = number >> self.index_bits;
        if entry >= self.entries {
            return None;
        }
        let [a, b, c, d, low, high] = source.bytes(self.index_at + 6 * entry)?;
        let mut block = u64::from(u32::from_le_bytes([a, b, c, d]));
        // The entry is for the middle of its positions.
        let within = (number & ((1 << self.index_bits) - 1)) as i64;
        let mut rest =
            within - (1 << (self.index_bits - 1)) + i64::from(u16::from_le_bytes([low, high]));
        let values_of = |block: u64| {
            let inside = block < self.sizes;
            inside
                .then(|| source.u16(self.sizes_at + 2 * block))
                .flatten()
                .map(|size| i64::from(size) + 1)
        };
        while rest < 0 {
            block = block.checked_sub(1)?;
            rest += values_of(block)?;
        }
        loop {
            let values = values_of(block)?;
            if rest < values {
                break;
            }
            rest -= values;
            block += 1;
        }
        if block >= self.blocks {
            return None;
        }
        self.value_in_block(source, block, rest as usize)
    }

    /// The value in that place of a block.
    fn value_in_block(&self, source: &Source, block: u64, mut rest: usize) -> Option<u16> {
        let bytes =
            source.slice(self.blocks_at + (block << self.block_bits), 1 << self.block_bits)?;
        let mut words = bytes
            .chunks_exact(4)
            .map(|word| u64::from(u32::from_be_bytes([word[0], word[1], word[2], word[3]])));
        let mut code = words.next()? << 32 | words.next()?;
        let mut used = 0;
        let mut symbol = loop {
            let place = self.lowest.iter().position(|lowest| code >= *lowest)?;
            let bits = self.shortest + place as u32;
            let above = (code - self.lowest[place]) >> (64 - bits);
            let symbol =
                usize::from(self.symbols[place]).checked_add(usize::try_from(above).ok()?)?;
            let values = usize::from(*self.lengths.get(symbol)?) + 1;
            if rest < values {
                break symbol;
            }
            rest -= values;
            code <<= bits;
            used += bits;
            if used >= 32 {
                used -= 32;
                // Beyond the block lies nothing that is read.
                code |= words.next().unwrap_or(0) << used;
            }
        };
        while self.lengths[symbol] != 0 {
            let (left, right) = self.halves(symbol)?;
            let values = usize::from(*self.lengths.get(left)?) + 1;
            if rest < values {
                symbol = left;
            } else {
                rest -= values;
                symbol = right;
            }
        }
        self.halves(symbol).map(|(value, _)| value as u16)
    }
}

/// The lowest code of each length, at the top of 64 bits, from the lowest symbols.
fn lowest_codes(symbols: &[u16], shortest: u32) -> Vec<u64> {
    let mut lowest = vec![0u64; symbols.len()];
    for place in (0..symbols.len().saturating_sub(1)).rev() {
        let sum = lowest[place + 1].wrapping_add(symbols[place].into());
        lowest[place] = sum.wrapping_sub(symbols[place + 1].into()) / 2;
    }
    for (place, lowest) in lowest.iter_mut().enumerate() {
        *lowest = lowest.wrapping_shl(64 - (shortest + place as u32));
    }
    lowest
}

/// Gives every part's values their places in the file, from where the headers end: all indices,
/// then all sizes, then all blocks. Returns where the last block ends.
fn lay_out(parts: &mut [(Part, Option<Part>)], from: u64) -> Option<u64> {
    let mut at = from;
    let mut all: Vec<&mut Values> = Vec::new();
    for (first, second) in parts {
        all.push(&mut first.values);
        all.extend(second.as_mut().map(|part| &mut part.values));
    }
    for values in &mut all {
        values.index_at = at;
        at = at.checked_add(values.entries.checked_mul(6)?)?;
    }
    for values in &mut all {
        values.sizes_at = at;
        at = at.checked_add(2 * values.sizes)?;
    }
    for values in all {
        at = at.checked_next_multiple_of(64)?;
        values.blocks_at = at;
        at = at.checked_add(values.blocks << values.block_bits)?;
    }
    Some(at)
}
