// SPDX-License-Identifier: Apache-2.0
//! The instructions of one warp of a trace, front to back.

use std::ops::Range;
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use warpsmith_ptx::{Access, Class, Effect, Space};

use crate::codec::{Decoder, Malformed, Step};
use crate::error::TraceError;
use crate::reader::KernelTrace;
use crate::varint::Cursor;

/// A warp that is being replayed. It knows the next instruction before it executes, as the issue stage needs it.
#[derive(Clone, Debug)]
pub struct WarpTrace {
    kernel: Arc<KernelTrace>,
    warp: u32,
    /// Chunks among which this warp's next ones are.
    chunks: Range<usize>,
    /// The chunk that the instructions come from, and what is left of it.
    bytes: Arc<[u8]>,
    left: Range<usize>,
    /// The last chunk, until it is the one that the instructions come from.
    tail: Option<(Arc<[u8]>, Range<usize>)>,
    /// The chunk's number, for errors.
    index: usize,
    decoder: Decoder,
    local_base: u64,
    next: Option<Step>,
    /// The access of `next`.
    access: Access,
}

/// Where a warp is in its trace: all of it but the trace itself.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct WarpPosition {
    warp: u32,
    chunks: Range<usize>,
    /// What is left of the chunk that the instructions come from, and the last chunk.
    rest: Vec<u8>,
    tail: Option<Vec<u8>>,
    index: usize,
    decoder: Decoder,
    local_base: u64,
    next: Option<Step>,
    access: Access,
}

impl WarpTrace {
    pub(crate) fn new(
        kernel: Arc<KernelTrace>,
        warp: u32,
        chunks: Range<usize>,
        tail: Arc<[u8]>,
        place: Range<usize>,
    ) -> WarpTrace {
        WarpTrace {
            kernel,
            warp,
            index: chunks.end,
            chunks,
            bytes: Arc::new([]),
            left: 0..0,
            tail: Some((tail, place)),
            decoder: Decoder::default(),
            local_base: 0,
            next: None,
            access: Access::default(),
        }
    }

    /// Where the warp is, for a checkpoint.
    pub fn position(&self) -> WarpPosition {
        WarpPosition {
            warp: self.warp,
            chunks: self.chunks.clone(),
            rest: self.bytes[self.left.clone()].to_vec(),
            tail: self.tail.as_ref().map(|(bytes, place)| bytes[place.clone()].to_vec()),
            index: self.index,
            decoder: self.decoder.clone(),
            local_base: self.local_base,
            next: self.next,
            access: self.access.clone(),
        }
    }

    /// The warp of `kernel` that is at `position`.
    pub fn at(kernel: &Arc<KernelTrace>, position: WarpPosition) -> WarpTrace {
        let WarpPosition { warp, chunks, rest, tail, index, decoder, local_base, next, access } = position;
        WarpTrace {
            kernel: kernel.clone(),
            warp,
            chunks,
            left: 0..rest.len(),
            bytes: rest.into(),
            tail: tail.map(|bytes| (Arc::from(&bytes[..]), 0..bytes.len())),
            index,
            decoder,
            local_base,
            next,
            access,
        }
    }

    /// Makes the first instruction ready; local memory of the CTA will be at `local_base`. To be called once.
    ///
    /// # Errors
    /// The trace is damaged.
    pub fn start(&mut self, local_base: u64) -> Result<(), TraceError> {
        self.local_base = local_base;
        self.look_ahead()?;
        // The timing model has no state for a warp that never was.
        self.next.map(drop).ok_or_else(|| self.damaged("a warp executes nothing"))
    }

    /// The next instruction; `None` when the warp has ended.
    #[inline]
    pub fn next(&self) -> Option<&Step> {
        self.next.as_ref()
    }

    /// Takes the next instruction, and its access into `access` if it has one; `None` when the warp has ended.
    ///
    /// # Errors
    /// The trace is damaged.
    #[inline]
    pub fn take(&mut self, access: &mut Access) -> Result<Option<Step>, TraceError> {
        let Some(step) = self.next else { return Ok(None) };
        if step.effect == Effect::Memory {
            access.clone_from(&self.access);
        }
        self.look_ahead()?;
        Ok(Some(step))
    }

    /// Decodes one instruction.
    #[inline]
    fn look_ahead(&mut self) -> Result<(), TraceError> {
        if self.left.is_empty() {
            self.turn_page()?;
        }
        let mut cursor = Cursor(&self.bytes[self.left.clone()]);
        let step = self.decoder.step(&mut cursor, self.local_base, &mut self.access);
        self.left.start = self.left.end - cursor.0.len();
        self.next = step.and_then(|step| self.checked(step)).map_err(|Malformed(what)| self.damaged(what))?;
        Ok(())
    }

    /// Loads the next chunk.
    fn turn_page(&mut self) -> Result<(), TraceError> {
        if let Some((index, bytes)) = self.kernel.next_chunk(self.warp, &mut self.chunks)? {
            self.index = index;
            (self.left, self.bytes) = (0..bytes.len(), bytes.into());
        } else if let Some((bytes, place)) = self.tail.take() {
            self.index = self.chunks.end;
            (self.left, self.bytes) = (place, bytes);
        }
        Ok(())
    }

    /// Refuses an instruction that its kernel does not have.
    fn checked(&self, step: Option<Step>) -> Result<Option<Step>, Malformed> {
        let Some(Step { pc, active, effect }) = step else { return Ok(None) };
        let inst = self.kernel.info.insts.get(pc as usize);
        let class = inst.ok_or(Malformed("the kernel has no instruction of this number"))?.class;
        if active == 0 {
            return Err(Malformed("no lane is active"));
        }
        if effect == Effect::Memory {
            // Texture fetches have a unit of their own.
            let texture = self.access.space == Space::Texture;
            if !matches!(class, Class::Mem(kind) if (kind.space == Space::Texture) == texture) {
                return Err(Malformed("an access does not belong to its instruction"));
            }
        }
        Ok(step)
    }

    #[cold]
    fn damaged(&self, what: &str) -> TraceError {
        self.kernel.damaged(self.index, what)
    }
}
