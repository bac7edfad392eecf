// SPDX-License-Identifier: Apache-2.0
//! Addresses of the constant cache. It has lines of its own, shorter than those of the other caches, and delivers one
//! word a cycle to all lanes that want it: lanes with different addresses are served one address after the other.

use warpsmith_ptx::{Access, Space};

use crate::region::Region;
use crate::types::{bits, Addr, Line, LineSize};

/// Where the parameters of a kernel lie: from address 0 on, where no allocation is.
const PARAMETERS: u64 = 0;

/// Bytes of parameters at most (CUDA programming guide).
const PARAMETER_BYTES: u64 = 4096;

/// Appends the line of the constant cache of each distinct address of `access`, in the order of the lanes. Lines of memory have
/// the size `memory`, here as below.
pub fn lines(memory: LineSize, access: &Access, out: &mut Vec<Line>) {
    let base = if access.space == Space::Param { PARAMETERS } else { 0 };
    let mut seen = [0u64; warpsmith_ptx::LANES];
    let mut n = 0;
    for lane in bits(access.mask.into()) {
        let address = access.addr[lane as usize];
        if !seen[..n].contains(&address) {
            seen[n] = address;
            n += 1;
            out.push(memory.constant().line(Addr(base.wrapping_add(address))));
        }
    }
}

/// The lines of the parameters. A launch brings them to the constant caches; they compete with constants for their
/// place, and come from memory once they have lost it.
pub fn parameters(memory: LineSize) -> impl Iterator<Item = Line> {
    let line = |at| memory.constant().line(Addr(at)).0;
    (line(PARAMETERS)..line(PARAMETERS + PARAMETER_BYTES)).map(Line)
}

/// Lines of the constant cache in a line of memory.
#[inline]
fn parts(memory: LineSize) -> u64 {
    memory.bytes() / memory.constant().bytes()
}

/// The line of memory that holds `line` of the constant cache, and which part of it.
#[inline]
pub fn home(memory: LineSize, line: Line) -> (Line, u32) {
    let parts = parts(memory);
    (Line(line.0 / parts), (line.0 % parts) as u32)
}

/// The line of the constant cache that is part `part` of `line` of memory.
#[inline]
pub fn line(memory: LineSize, line: Line, part: u32) -> Line {
    Line(line.0 * parts(memory) + u64::from(part))
}

/// Where `line` of the constant cache is, if those of memory are in `region`.
#[inline]
pub fn placed(memory: LineSize, line: Line, region: &Region) -> Line {
    let (home, part) = home(memory, line);
    self::line(memory, region.physical(home), part)
}

#[cfg(test)]
mod tests {
    use super::*;
    use warpsmith_ptx::GLOBAL_BASE;

    const LINES: LineSize = LineSize::of(128);

    fn of(space: Space, addr: impl Fn(u64) -> u64) -> Vec<u64> {
        let addr = std::array::from_fn(|lane| addr(lane as u64));
        let mut out = Vec::new();
        lines(LINES, &Access { space, mask: !0, addr, bytes: 4, ..Access::default() }, &mut out);
        out.iter().map(|line| line.0).collect()
    }

    #[test]
    fn one_address_is_a_broadcast_and_each_other_one_a_pass() {
        assert_eq!(of(Space::Const, |_| 0x1000), [0x40]);
        assert_eq!(of(Space::Const, |lane| 0x1000 + 4 * (lane % 2)), [0x40, 0x40]);
        assert_eq!(of(Space::Const, |lane| 64 * lane), (0..32).collect::<Vec<_>>());
    }

    #[test]
    fn a_line_is_half_a_line_of_memory() {
        assert_eq!(home(LINES, Line(0x41)), (Line(0x20), 1));
        assert_eq!(line(LINES, Line(0x20), 1), Line(0x41));
    }

    #[test]
    fn parameters_and_constants_do_not_share_lines() {
        let constants = of(Space::Const, |lane| GLOBAL_BASE + 4 * lane);
        assert!(parameters(LINES).all(|line| !constants.contains(&line.0)));
        assert_eq!(of(Space::Param, |_| PARAMETER_BYTES - 4), [parameters(LINES).last().unwrap().0]);
    }
}
