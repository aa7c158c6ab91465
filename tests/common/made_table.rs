//! A Syzygy table made by hand, for tests that must not need real ones.

/// A table for K+Q v K that says the same of every position: won for the queen, in one move. Of
/// results if `wdl`, else of distances.
pub fn constant_table(wdl: bool) -> Vec<u8> {
    let mut bytes =
        if wdl { vec![0x71, 0xE8, 0x23, 0x5D, 1] } else { vec![0xD7, 0x66, 0x0C, 0xA5, 0] };
    // Order of the groups; king, queen, opposing king, for either side to move; to an even place.
    bytes.extend([0x00, 0x66, 0x55, 0xEE, 0]);
    // One value for all, the queen's side to move; for a WDL table also the other's.
    bytes.extend(if wdl { &[0x80, 4, 0x80, 0][..] } else { &[0x80, 0] });
    // Blocks would begin at 64; after them comes a checksum.
    bytes.resize(64 + 16, 0);
    bytes
}
