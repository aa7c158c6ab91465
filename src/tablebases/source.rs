//! The bytes of a table's file, read by place. Every read is checked against the file's end.

use std::fs::File;
use std::io;
use std::path::Path;

use memmap2::Mmap;

/// The bytes of a file.
pub(super) enum Source {
    /// Mapped: the system reads what is looked at, and keeps it as long as there is room.
    Mapped(Mmap),
    /// Read whole, where a system maps no files.
    Memory(Vec<u8>),
}

impl Source {
    pub(super) fn open(path: &Path) -> io::Result<Self> {
        let file = File::open(path)?;
        // SAFETY: the map is only read. Whoever cuts a table short while it is in use may end the
        // program, which holds for every program that maps tables.
        match unsafe { Mmap::map(&file) } {
            Ok(map) => Ok(Self::Mapped(map)),
            Err(_) => std::fs::read(path).map(Self::Memory),
        }
    }

    fn all(&self) -> &[u8] {
        match self {
            Self::Mapped(map) => map,
            Self::Memory(bytes) => bytes,
        }
    }

    pub(super) fn size(&self) -> u64 {
        self.all().len() as u64
    }

    /// What the file holds from that place on, at most so many bytes; none beyond its end.
    pub(super) fn slice(&self, at: u64, length: usize) -> Option<&[u8]> {
        let rest = self.all().get(usize::try_from(at).ok()?..)?;
        Some(&rest[..length.min(rest.len())])
    }

    /// Fills the buffer from that place on. What lies beyond the end of the file is zero; says
    /// whether anything could be read.
    fn read(&self, at: u64, buffer: &mut [u8]) -> Option<()> {
        let there = self.slice(at, buffer.len())?;
        let (inside, beyond) = buffer.split_at_mut(there.len());
        inside.copy_from_slice(there);
        beyond.fill(0);
        Some(())
    }

    pub(super) fn bytes<const N: usize>(&self, at: u64) -> Option<[u8; N]> {
        let mut bytes = [0; N];
        self.read(at, &mut bytes)?;
        Some(bytes)
    }

    pub(super) fn u16(&self, at: u64) -> Option<u16> {
        self.bytes(at).map(u16::from_le_bytes)
    }
}

/// A place in a file, moving on.
pub(super) struct Cursor<'a> {
    pub(super) source: &'a Source,
    pub(super) at: u64,
}

impl Cursor<'_> {
    pub(super) fn take<const N: usize>(&mut self) -> Option<[u8; N]> {
        let bytes = self.source.bytes(self.at)?;
        self.at += N as u64;
        Some(bytes)
    }

    pub(super) fn u16(&mut self) -> Option<u16> {
        self.take().map(u16::from_le_bytes)
    }

    pub(super) fn vector(&mut self, length: usize) -> Option<Vec<u8>> {
        let mut bytes = vec![0; length];
        self.source.read(self.at, &mut bytes)?;
        self.at += length as u64;
        Some(bytes)
    }

    pub(super) fn align(&mut self, to: u64) {
        self.at = self.at.next_multiple_of(to);
    }
}
