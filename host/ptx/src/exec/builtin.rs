// SPDX-License-Identifier: Apache-2.0
//! Functions that the device runtime provides: `vprintf`, `__assertfail`, `malloc` and `free`. They take one instruction
//! and no memory accesses of the timing model.

use super::bytes::read_le;
use super::env::Env;
use super::mem::{resolve, Backing};
use super::printf::{format, Arguments};
use super::simd::lanes;
use crate::error::{Assertion, FaultKind};
use crate::lanes::LANES;
use crate::op::{Builtin, CallSite};
use crate::types::Space;
use crate::warp::{CtaState, WarpState};

/// Longest string that a program may give, in bytes.
const MAX_STRING: usize = 1 << 16;

/// A lane that calls.
struct Caller<'a, 'e> {
    warp: &'a mut WarpState,
    cta: &'a mut CtaState,
    env: &'a mut Env<'e>,
    lane: usize,
    /// Where the next argument of a format is; a generic address.
    next: u64,
}

/// Calls `which` for the lanes of `mask`, one after the other.
pub(super) fn call(
    which: Builtin,
    site: &CallSite,
    warp: &mut WarpState,
    cta: &mut CtaState,
    env: &mut Env<'_>,
    mask: u32,
) -> Result<(), (u32, FaultKind)> {
    for lane in lanes(mask) {
        let mut caller = Caller { warp, cta, env, lane, next: 0 };
        let done = match which {
            Builtin::Print => caller.print(site),
            Builtin::AssertFail => caller.assert_fail(site),
            Builtin::Allocate => caller.allocate(site),
            Builtin::Free => caller.free(site),
        };
        done.map_err(|kind| (lane as u32, kind))?;
    }
    Ok(())
}

impl Caller<'_, '_> {
    /// `int vprintf(const char *format, void *arguments)`
    fn print(&mut self, site: &CallSite) -> Result<(), FaultKind> {
        let text = self.string(self.parameter(site, 0))?;
        self.next = self.parameter(site, 1);
        let mut out = Vec::new();
        let converted = format(&text, self, &mut out)?;
        self.env.memory.print(&out);
        self.give(site, converted.into());
        Ok(())
    }

    /// `void *malloc(size_t bytes)`: a null pointer if there is not so much memory, or no bytes are asked for.
    fn allocate(&mut self, site: &CallSite) -> Result<(), FaultKind> {
        let address = match self.parameter(site, 0) {
            0 => 0,
            bytes => self.env.memory.own().and_then(|memory| memory.alloc(bytes).ok()).unwrap_or(0),
        };
        self.give(site, address);
        Ok(())
    }

    /// `void free(void *pointer)`; a null pointer is allowed.
    fn free(&mut self, site: &CallSite) -> Result<(), FaultKind> {
        match self.parameter(site, 0) {
            0 => Ok(()),
            address => {
                let freed = self.env.memory.own().and_then(|memory| memory.free(address).ok());
                freed.ok_or(FaultKind::NotAllocated { address })
            }
        }
    }

    /// Puts a result where the call wants it.
    fn give(&mut self, site: &CallSite, value: u64) {
        if let Some(&(_, to, bytes)) = site.results.first() {
            let at = self.start() + to as usize;
            self.warp.call_params[at..at + bytes as usize]
                .copy_from_slice(&value.to_le_bytes()[..bytes as usize]);
        }
    }

    /// `void __assertfail(const char *message, const char *file, unsigned line, const char *function, size_t)`
    fn assert_fail(&mut self, site: &CallSite) -> Result<(), FaultKind> {
        let mut text = |index| {
            let address = self.parameter(site, index);
            self.string(address).map(|bytes| String::from_utf8_lossy(&bytes).into_owned())
        };
        let (message, file, function) = (text(0)?, text(1)?, text(3)?);
        let line = self.parameter(site, 2) as u32;
        Err(FaultKind::Assertion(Box::new(Assertion { message, file, line, function })))
    }

    /// Index of the lane's first parameter byte.
    fn start(&self) -> usize {
        self.lane * (self.warp.call_params.len() / LANES)
    }

    fn parameter(&self, site: &CallSite, index: usize) -> u64 {
        let (from, _, bytes) = site.arguments[index];
        let at = self.start() + from as usize;
        if bytes == 4 {
            read_le::<4>(&self.warp.call_params, at)
        } else {
            read_le::<8>(&self.warp.call_params, at)
        }
    }

    /// Bytes of memory at a generic address.
    fn read<const N: usize>(&mut self, address: u64) -> Result<u64, FaultKind> {
        let (space, offset) = resolve(address);
        if space == Space::Param {
            return Err(FaultKind::OutOfRange { space, addr: offset, bytes: N as u32, limit: 0 });
        }
        let mut backing = Backing::new(space, self.warp, self.cta, &mut self.env.memory);
        let at = backing.place(offset, N as u32, self.lane)?;
        Ok(match space {
            Space::Global => backing.global.read_latest::<N>(at),
            _ => read_le::<N>(backing.bytes(), at),
        })
    }
}

impl Arguments for Caller<'_, '_> {
    type Error = FaultKind;

    fn next(&mut self, bytes: u32) -> Result<u64, FaultKind> {
        let at = self.next.next_multiple_of(bytes.into());
        self.next = at.wrapping_add(bytes.into());
        let low = self.read::<4>(at)?;
        // A word at a time, because local memory is interleaved by words.
        Ok(if bytes == 8 { low | self.read::<4>(at.wrapping_add(4))? << 32 } else { low })
    }

    fn string(&mut self, address: u64) -> Result<Vec<u8>, FaultKind> {
        let mut text = Vec::new();
        while text.len() < MAX_STRING {
            match self.read::<1>(address.wrapping_add(text.len() as u64))? as u8 {
                0 => break,
                byte => text.push(byte),
            }
        }
        Ok(text)
    }
}
