// SPDX-License-Identifier: Apache-2.0
//! What one launch of a trace executes, and the memory that it touches.

use std::collections::HashMap;
use std::sync::Arc;

use warpsmith_ptx::{Access, Effect, MemOp, Space};

use crate::codec::lanes;
use crate::error::TraceError;
use crate::reader::KernelTrace;

/// Bytes of a line, in which touched memory is counted.
pub const LINE_BYTES: u64 = 128;

/// Sums over the warps of one launch.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Executed {
    /// Warp instructions.
    pub instructions: u64,
    /// Of them those that access memory of the device: global, constant (in which parameters are in traces of Accel-Sim), or by a
    /// texture. Local memory does not count: where it is follows from the place where a CTA runs.
    pub accesses: u64,
    /// Lines of [`LINE_BYTES`] of the device's memory that are read.
    pub read_lines: u64,
    /// Lines that are written; an atomic reads and writes its own.
    pub written_lines: u64,
    /// Lines that are read, written, or both: the footprint.
    pub lines: u64,
}

/// What has been touched of 32 lines that follow each other, a bit a line.
#[derive(Clone, Copy, Default)]
struct Block {
    read: u32,
    written: u32,
}

impl KernelTrace {
    /// Goes through all instructions of the launch.
    ///
    /// # Errors
    /// The trace is damaged.
    pub fn executed(self: &Arc<Self>) -> Result<Executed, TraceError> {
        let (mut executed, mut blocks) = (Executed::default(), HashMap::new());
        let mut access = Access::default();
        for cta in 0..self.info.ctas().unwrap_or(0) {
            for mut warp in self.warps(cta)? {
                warp.start(0)?;
                while let Some(step) = warp.take(&mut access)? {
                    executed.instructions += 1;
                    if step.effect == Effect::Memory && is_of_device(access.space) {
                        executed.accesses += 1;
                        touch(&access, &mut blocks);
                    }
                }
            }
        }
        for Block { read, written } in blocks.into_values() {
            executed.read_lines += u64::from(read.count_ones());
            executed.written_lines += u64::from(written.count_ones());
            executed.lines += u64::from((read | written).count_ones());
        }
        Ok(executed)
    }
}

fn is_of_device(space: Space) -> bool {
    matches!(space, Space::Global | Space::Const | Space::Texture)
}

/// Marks the lines of an access.
fn touch(access: &Access, blocks: &mut HashMap<u64, Block>) {
    let reads = access.kind != MemOp::Store;
    let writes = access.kind != MemOp::Load;
    let mut mark = |address: u64| {
        let last = address.saturating_add(u64::from(access.bytes).saturating_sub(1));
        for line in address / LINE_BYTES..=last / LINE_BYTES {
            let block = blocks.entry(line / 32).or_default();
            let bit = 1 << (line % 32);
            block.read |= if reads { bit } else { 0 };
            block.written |= if writes { bit } else { 0 };
        }
    };
    match access.space {
        Space::Texture => access.texels.iter().for_each(|texel| mark(*texel)),
        _ => lanes(access.mask).for_each(|lane| mark(access.addr[lane])),
    }
}
