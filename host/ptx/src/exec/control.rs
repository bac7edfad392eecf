// SPDX-License-Identifier: Apache-2.0
//! The SIMT stack: branches, calls, returns and exits.
//!
//! The top entry executes. When a branch diverges, the entry is turned into one that waits at the reconvergence point,
//! and each side gets an entry above it, which is popped when it arrives there. A side that would start at
//! the reconvergence point needs no entry, nor does a point at which an entry below waits already; so the
//! depth of the stack is bounded by the nesting of the program, not by the iterations of its loops.

use super::env::Effect;
use crate::error::FaultKind;
use crate::lanes::{LANES, NO_PC};
use crate::module::Code;
use crate::op::{CallSite, Function};
use crate::warp::{Frame, Saved, StackEntry, WarpState};

/// Most nested calls of a warp.
const MAX_FRAMES: usize = 1024;

/// Moves the top entry to `pc`, popping what has arrived.
#[inline(always)]
pub(super) fn advance(warp: &mut WarpState, code: &Code, pc: u32) {
    if let Some(top) = warp.stack.last_mut() {
        top.pc = pc;
        if pc == top.rpc {
            settle(warp, code);
        }
    }
}

/// Pops entries that have arrived at their reconvergence point or have no lanes, and frames that are empty.
pub(super) fn settle(warp: &mut WarpState, code: &Code) {
    loop {
        match warp.stack.last() {
            Some(top) if top.mask != 0 && top.pc != top.rpc => return,
            None => return,
            _ => {}
        }
        warp.stack.pop();
        if warp.frames.last().is_some_and(|f| f.stack_depth as usize == warp.stack.len()) {
            leave(warp, code);
        }
    }
}

/// Sends the lanes of `taken` to `target` and the other active lanes to `next`.
pub(super) fn branch(
    warp: &mut WarpState,
    code: &Code,
    taken: u32,
    target: u32,
    next: u32,
    rpc: u32,
) -> Effect {
    let Some(top) = warp.stack.last_mut() else { return Effect::None };
    let others = top.mask & !taken;
    if taken == 0 || others == 0 {
        advance(warp, code, if taken == 0 { next } else { target });
        return Effect::Branch { taken, diverged: false };
    }
    split(warp, code, rpc, [(next, others), (target, taken)]);
    Effect::Branch { taken, diverged: true }
}

/// Replaces the top entry by the sides of a divergent branch; the last side runs first.
fn split<const N: usize>(warp: &mut WarpState, code: &Code, rpc: u32, sides: [(u32, u32); N]) {
    let Some(top) = warp.stack.last_mut() else { return };
    if top.rpc == rpc {
        warp.stack.pop();
    } else {
        top.pc = rpc;
    }
    for (pc, mask) in sides {
        if pc != rpc && mask != 0 {
            warp.stack.push(StackEntry { pc, rpc, mask });
        }
    }
    settle(warp, code);
}

/// The lanes of `now` execute the instruction at `pc`, those of `later` execute it again afterwards; all meet at `next`.
pub(super) fn take_turns(warp: &mut WarpState, code: &Code, (pc, next): (u32, u32), now: u32, later: u32) {
    split(warp, code, next, [(pc, later), (pc, now)]);
}

/// Sends each lane of `mask` to its own target, in groups; lanes outside `mask` go to `next`.
pub(super) fn branch_indexed(
    warp: &mut WarpState,
    code: &Code,
    mask: u32,
    targets: &[u32; LANES],
    next: u32,
    rpc: u32,
) -> Effect {
    let Some(top) = warp.stack.last() else { return Effect::None };
    let mut sides = [(NO_PC, 0); LANES + 1];
    let mut count = 0;
    for lane in super::simd::lanes(top.mask) {
        let pc = if mask >> lane & 1 != 0 { targets[lane] } else { next };
        let side = sides[..count].iter().position(|s| s.0 == pc).unwrap_or(count);
        count = count.max(side + 1);
        sides[side].0 = pc;
        sides[side].1 |= 1 << lane;
    }
    if count == 1 {
        advance(warp, code, sides[0].0);
        return Effect::Branch { taken: mask, diverged: false };
    }
    split(warp, code, rpc, sides);
    Effect::Branch { taken: mask, diverged: true }
}

/// Ends the threads of `mask`.
pub(super) fn exit(warp: &mut WarpState, code: &Code, mask: u32, next: u32) -> Effect {
    warp.exited |= mask;
    for entry in &mut warp.stack {
        entry.mask &= !mask;
    }
    if let Some(top) = warp.stack.last_mut() {
        top.pc = next;
    }
    settle(warp, code);
    Effect::Exit { lanes: mask }
}

/// Enters a device function with the lanes of `mask`; the caller's entry waits at `next`.
pub(super) fn call(
    warp: &mut WarpState,
    code: &Code,
    site: u32,
    mask: u32,
    next: u32,
    local_limit: u32,
) -> Result<Effect, FaultKind> {
    let CallSite { function, arguments, .. } = &code.calls[site as usize];
    let callee = &code.functions[*function];
    let caller_frame = warp.frames.last().map_or(0, |f| code.calls[f.call as usize].function);
    let local_base = warp.local_base + code.functions[caller_frame].frame_bytes;
    let depth = warp.frames.len() as u32 + 1;
    if depth as usize > MAX_FRAMES || local_base.saturating_add(callee.frame_bytes) > local_limit {
        return Err(FaultKind::StackOverflow { depth, local_bytes: local_limit });
    }
    let active = warp.frames.iter().any(|f| code.calls[f.call as usize].function == *function);
    let saved = active.then(|| Box::new(save(warp, callee)));
    copy_params(warp, arguments, mask);
    if let Some(top) = warp.stack.last_mut() {
        top.pc = next;
    }
    let stack_depth = warp.stack.len() as u32;
    warp.frames.push(Frame { stack_depth, call: site, mask, local_base: warp.local_base, saved });
    warp.local_base = local_base;
    warp.stack.push(StackEntry { pc: callee.entry, rpc: NO_PC, mask });
    Ok(Effect::Branch { taken: mask, diverged: false })
}

/// The lanes of `mask` leave the current function.
pub(super) fn ret(warp: &mut WarpState, code: &Code, mask: u32, next: u32) -> Effect {
    let Some(frame) = warp.frames.last() else { return exit(warp, code, mask, next) };
    for entry in &mut warp.stack[frame.stack_depth as usize..] {
        entry.mask &= !mask;
    }
    if let Some(top) = warp.stack.last_mut() {
        top.pc = next;
    }
    settle(warp, code);
    Effect::Branch { taken: mask, diverged: false }
}

/// Drops the newest frame: results go to the caller, and a recursive callee's registers come back.
fn leave(warp: &mut WarpState, code: &Code) {
    let Some(frame) = warp.frames.pop() else { return };
    let site = &code.calls[frame.call as usize];
    let mask = frame.mask & !warp.exited;
    match frame.saved {
        None => copy_params(warp, &site.results, mask),
        Some(saved) => {
            let mut results = vec![0; warp.call_params.len()];
            results.copy_from_slice(&warp.call_params);
            restore(warp, &code.functions[site.function], &saved);
            let per_lane = results.len() / LANES;
            for lane in super::simd::lanes(mask) {
                for &(from, to, bytes) in &site.results {
                    let [from, to] = [from, to].map(|offset| lane * per_lane + offset as usize);
                    warp.call_params[to..to + bytes as usize]
                        .copy_from_slice(&results[from..from + bytes as usize]);
                }
            }
        }
    }
    warp.local_base = frame.local_base;
}

fn copy_params(warp: &mut WarpState, moves: &[(u32, u32, u32)], mask: u32) {
    let per_lane = warp.call_params.len() / LANES;
    for lane in super::simd::lanes(mask) {
        for &(from, to, bytes) in moves {
            let start = lane * per_lane + from as usize;
            warp.call_params.copy_within(start..start + bytes as usize, lane * per_lane + to as usize);
        }
    }
}

/// The registers and the parameter area that a recursive call of `callee` would overwrite. The whole area is
/// kept, because the variables at the call sites inside the callee belong to it too.
fn save(warp: &WarpState, callee: &Function) -> Saved {
    let range = |(first, count): (usize, usize)| first..first + count;
    Saved {
        r32: warp.r32[range(callee.r32)].to_vec(),
        r64: warp.r64[range(callee.r64)].to_vec(),
        preds: warp.preds[range(callee.preds)].to_vec(),
        params: warp.call_params.clone(),
    }
}

fn restore(warp: &mut WarpState, callee: &Function, saved: &Saved) {
    let range = |(first, count): (usize, usize)| first..first + count;
    warp.r32[range(callee.r32)].copy_from_slice(&saved.r32);
    warp.r64[range(callee.r64)].copy_from_slice(&saved.r64);
    warp.preds[range(callee.preds)].copy_from_slice(&saved.preds);
    warp.call_params.copy_from_slice(&saved.params);
}
