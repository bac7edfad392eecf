// SPDX-License-Identifier: Apache-2.0
//! Frames over a byte stream: `u32` length of the message, `u64` length of the bulk data (both little-endian), the
//! message in postcard's encoding, the bulk data.

use std::io::{self, ErrorKind, IoSlice, Read, Write};

use serde::{de::DeserializeOwned, Serialize};
use thiserror::Error;

/// Bytes of a message at most.
pub const MAX_MESSAGE: u32 = 16 << 20;
/// Bytes of bulk data at most.
pub const MAX_BULK: u64 = 1 << 36;

const HEADER: usize = 12;
/// The buffer for bulk data grows with what arrives, not with what a header claims.
const RESERVE: u64 = 64 << 20;

/// Why a frame could not be sent or received.
#[derive(Debug, Error)]
#[allow(missing_docs)] // The messages say what the fields are.
pub enum ProtocolError {
    #[error("the other side closed the connection inside a frame ({got} of {expected} bytes of its {part} arrived)")]
    Truncated { part: &'static str, got: u64, expected: u64 },
    #[error("a frame has a {part} of {bytes} bytes; at most {limit} are allowed")]
    Oversized { part: &'static str, bytes: u64, limit: u64 },
    #[error("a frame has {got} bytes of bulk data where {expected} were expected")]
    BulkLength { got: u64, expected: u64 },
    #[error("a message cannot be decoded: {0}")]
    Decode(postcard::Error),
    #[error("a message has {extra} bytes too many")]
    Trailing { extra: usize },
    #[error("a message cannot be encoded: {0}")]
    Encode(postcard::Error),
    #[error("the connection failed: {0}")]
    Io(#[from] io::Error),
}

/// One end of a connection.
pub struct Channel<S> {
    stream: S,
    /// Header and message of the frame at hand.
    buffer: Vec<u8>,
    /// Bulk bytes of the last message received that are not yet taken.
    pending: u64,
    received: bool,
}

impl<S> Channel<S> {
    /// An end over `stream`, at which nothing has arrived yet.
    pub fn new(stream: S) -> Self {
        Self { stream, buffer: Vec::new(), pending: 0, received: false }
    }

    /// Whether a message has ever arrived.
    pub fn has_received(&self) -> bool {
        self.received
    }
}

impl<S: Write> Channel<S> {
    /// Sends a message and bulk data.
    ///
    /// # Errors
    /// The message or the data is too long, or the stream fails.
    pub fn send<T: Serialize>(&mut self, message: &T, bulk: &[u8]) -> Result<(), ProtocolError> {
        self.buffer.clear();
        self.buffer.resize(HEADER, 0);
        let buffer = std::mem::take(&mut self.buffer);
        self.buffer = postcard::to_extend(message, buffer).map_err(ProtocolError::Encode)?;
        let length = check("message", (self.buffer.len() - HEADER) as u64, MAX_MESSAGE.into())? as u32;
        let bulk_length = check("bulk", bulk.len() as u64, MAX_BULK)?;
        self.buffer[..4].copy_from_slice(&length.to_le_bytes());
        self.buffer[4..HEADER].copy_from_slice(&bulk_length.to_le_bytes());
        write_both(&mut self.stream, &self.buffer, bulk)?;
        Ok(self.stream.flush()?)
    }
}

impl<S: Read> Channel<S> {
    /// Receives a message, or `None` if the other side closed the connection between frames. Bulk data that the last
    /// message brought and nobody took is dropped.
    ///
    /// # Errors
    /// The frame is truncated, oversized or not of type `T`, or the stream fails.
    pub fn receive<T: DeserializeOwned>(&mut self) -> Result<Option<T>, ProtocolError> {
        self.drop_bulk()?;
        let mut header = [0; HEADER];
        match fill(&mut self.stream, &mut header)? {
            0 => return Ok(None),
            HEADER => {}
            got => return Err(truncated("header", got as u64, HEADER as u64)),
        }
        let (length, bulk) = header.split_at(4);
        let length = u32::from_le_bytes(length.try_into().expect("four bytes"));
        let bulk = u64::from_le_bytes(bulk.try_into().expect("eight bytes"));
        let length = check("message", length.into(), MAX_MESSAGE.into())? as usize;
        self.pending = check("bulk", bulk, MAX_BULK)?;
        self.buffer.clear();
        self.buffer.resize(length, 0);
        let got = fill(&mut self.stream, &mut self.buffer)?;
        if got != length {
            return Err(truncated("message", got as u64, length as u64));
        }
        let (message, rest) = postcard::take_from_bytes(&self.buffer).map_err(ProtocolError::Decode)?;
        if !rest.is_empty() {
            return Err(ProtocolError::Trailing { extra: rest.len() });
        }
        self.received = true;
        Ok(Some(message))
    }

    /// Bytes of bulk data that came with the message received last and are not yet taken.
    pub fn pending(&self) -> u64 {
        self.pending
    }

    /// Replaces the contents of `to` by the bulk data of the message received last.
    ///
    /// # Errors
    /// The frame is truncated, or the stream fails.
    pub fn receive_bulk(&mut self, to: &mut Vec<u8>) -> Result<(), ProtocolError> {
        to.clear();
        let expected = std::mem::take(&mut self.pending);
        to.reserve(expected.min(RESERVE) as usize);
        let got = self.stream.by_ref().take(expected).read_to_end(to)? as u64;
        if got != expected {
            return Err(truncated("bulk", got, expected));
        }
        Ok(())
    }

    /// Fills `to` with the bulk data of the message received last.
    ///
    /// # Errors
    /// The data has another length, the frame is truncated, or the stream fails.
    pub fn receive_bulk_into(&mut self, to: &mut [u8]) -> Result<(), ProtocolError> {
        let expected = to.len() as u64;
        if self.pending != expected {
            return Err(ProtocolError::BulkLength { got: self.pending, expected });
        }
        self.pending = 0;
        let got = fill(&mut self.stream, to)? as u64;
        if got != expected {
            return Err(truncated("bulk", got, expected));
        }
        Ok(())
    }

    fn drop_bulk(&mut self) -> Result<(), ProtocolError> {
        let expected = std::mem::take(&mut self.pending);
        let got = io::copy(&mut self.stream.by_ref().take(expected), &mut io::sink())?;
        if got != expected {
            return Err(truncated("bulk", got, expected));
        }
        Ok(())
    }
}

fn truncated(part: &'static str, got: u64, expected: u64) -> ProtocolError {
    ProtocolError::Truncated { part, got, expected }
}

fn check(part: &'static str, bytes: u64, limit: u64) -> Result<u64, ProtocolError> {
    if bytes > limit {
        return Err(ProtocolError::Oversized { part, bytes, limit });
    }
    Ok(bytes)
}

/// Reads until `to` is full or the stream ends; gives the number of bytes read.
fn fill(stream: &mut impl Read, to: &mut [u8]) -> io::Result<usize> {
    let mut done = 0;
    while done < to.len() {
        match stream.read(&mut to[done..]) {
            Ok(0) => break,
            Ok(n) => done += n,
            Err(e) if e.kind() == ErrorKind::Interrupted => {}
            Err(e) => return Err(e),
        }
    }
    Ok(done)
}

/// Writes both parts, in one system call if the stream takes them.
fn write_both(stream: &mut impl Write, first: &[u8], second: &[u8]) -> io::Result<()> {
    let mut parts = [IoSlice::new(first), IoSlice::new(second)];
    let mut parts = &mut parts[..];
    while parts.iter().any(|p| !p.is_empty()) {
        match stream.write_vectored(parts) {
            Ok(0) => return Err(ErrorKind::WriteZero.into()),
            Ok(n) => IoSlice::advance_slices(&mut parts, n),
            Err(e) if e.kind() == ErrorKind::Interrupted => {}
            Err(e) => return Err(e),
        }
    }
    Ok(())
}
