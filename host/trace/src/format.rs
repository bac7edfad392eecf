// SPDX-License-Identifier: Apache-2.0
//! The container: a head with the version, then records. Each record is a small head with its own check sum and a zstd
//! frame with one. `docs/traces.md` describes the layout.

use crate::error::TraceError;
use crate::varint::Cursor;

/// First bytes of a trace.
pub const MAGIC: [u8; 8] = *b"WSTRACE\n";

/// Counts changes of the layout that break readers.
pub const VERSION: u32 = 3;

/// Bytes of the file's head: the magic and the version.
pub const HEAD_BYTES: u64 = 12;

/// Bytes of a record's head.
pub const RECORD_BYTES: usize = 25;

/// A record holds so many bytes at most before compression, so that a damaged length cannot exhaust memory.
pub const MAX_RAW: u32 = 1 << 28;

/// What a record is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Instructions of warps of one CTA.
    Chunk,
    /// A kernel; its chunks stand before it.
    Kernel,
    /// The end of the trace.
    End,
}

/// The warp number of a chunk that holds the rest of all warps.
pub const ALL_WARPS: u32 = u32::MAX;

/// Head of a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RecordHead {
    pub kind: Kind,
    /// Chunk: linear number of the CTA. End: kernels of the trace.
    pub number: u64,
    /// Chunk: number of the warp in its CTA, or [`ALL_WARPS`].
    pub warp: u32,
    /// Bytes of the contents before compression.
    pub raw: u32,
    /// Bytes of the frame that follows.
    pub bytes: u32,
}

impl RecordHead {
    /// The head as it stands at byte `offset` of the file.
    pub fn encode(&self, offset: u64) -> [u8; RECORD_BYTES] {
        let mut out = [0; RECORD_BYTES];
        out[0] = match self.kind {
            Kind::Chunk => 1,
            Kind::Kernel => 2,
            Kind::End => 3,
        };
        out[1..9].copy_from_slice(&self.number.to_le_bytes());
        out[9..13].copy_from_slice(&self.warp.to_le_bytes());
        out[13..17].copy_from_slice(&self.raw.to_le_bytes());
        out[17..21].copy_from_slice(&self.bytes.to_le_bytes());
        let check = check(&out[..21], offset);
        out[21..].copy_from_slice(&check.to_le_bytes());
        out
    }

    /// The head at byte `offset`, or `None` if it is damaged.
    pub fn decode(bytes: &[u8; RECORD_BYTES], offset: u64) -> Option<RecordHead> {
        let mut cursor = Cursor(bytes);
        let kind = match cursor.byte()? {
            1 => Kind::Chunk,
            2 => Kind::Kernel,
            3 => Kind::End,
            _ => return None,
        };
        let number = u64::from(cursor.word()?) | u64::from(cursor.word()?) << 32;
        let head =
            RecordHead { kind, number, warp: cursor.word()?, raw: cursor.word()?, bytes: cursor.word()? };
        (cursor.word()? == check(&bytes[..21], offset) && head.raw <= MAX_RAW).then_some(head)
    }
}

/// FNV-1a over the bytes and their place, so that a head at another place is noticed too.
fn check(bytes: &[u8], offset: u64) -> u32 {
    let place = offset.to_le_bytes();
    let all = bytes.iter().chain(&place);
    all.fold(0x811c_9dc5u32, |h, b| (h ^ u32::from(*b)).wrapping_mul(0x0100_0193))
}

/// The parts of a chunk: warp number and bytes of each.
pub fn join(parts: &[(u32, Vec<u8>)], out: &mut Vec<u8>) {
    out.clear();
    for (warp, bytes) in parts {
        crate::varint::put(out, (*warp).into());
        crate::varint::put(out, bytes.len() as u64);
        out.extend(bytes);
    }
}

/// Undoes [`join`]: warp number and place in `bytes` of each part. `None` if the bytes are no parts.
pub fn split(bytes: &[u8]) -> Option<Vec<(u32, std::ops::Range<usize>)>> {
    let mut cursor = Cursor(bytes);
    let mut parts = Vec::new();
    while !cursor.0.is_empty() {
        let warp = cursor.unsigned()?.try_into().ok()?;
        let length = usize::try_from(cursor.unsigned()?).ok()?;
        let start = bytes.len() - cursor.0.len();
        cursor.0 = cursor.0.get(length..)?;
        parts.push((warp, start..start + length));
    }
    Some(parts)
}

/// Checks the head of a file.
pub fn check_head(bytes: &[u8], path: &std::path::Path) -> Result<(), TraceError> {
    let mut cursor = Cursor(bytes.get(MAGIC.len()..).unwrap_or_default());
    match (bytes.starts_with(&MAGIC), cursor.word()) {
        (true, Some(VERSION)) => Ok(()),
        (true, Some(found)) => Err(TraceError::Version { path: path.to_path_buf(), found, known: VERSION }),
        (true, None) => Err(TraceError::damaged(path, bytes.len() as u64, "the file ends in its head")),
        (false, _) => Err(TraceError::Foreign { path: path.to_path_buf() }),
    }
}
