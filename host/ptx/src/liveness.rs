// SPDX-License-Identifier: Apache-2.0
//! Liveness of virtual registers, and their allocation to few physical ones: a small register file stays in
//! the host's cache, and the scoreboard sees the register reuse that real code has.

use crate::cfg::Cfg;
use crate::inst::{File, Inst, Operand, SPECIAL_BASE};

/// Result of allocating the registers of one function.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Allocation {
    pub r32: usize,
    pub r64: usize,
    pub preds: usize,
    /// Most 32-bit registers live at once; a 64-bit register counts twice, predicates do not count.
    pub pressure: usize,
}

/// Rewrites the operands of `insts` to physical registers.
pub(crate) fn allocate(insts: &mut [Inst], cfg: &Cfg, counts: [usize; 3]) -> Allocation {
    let mut used = [0; 3];
    let mut pressure = vec![0; insts.len()];
    for (class, file) in [File::R32, File::R64, File::Pred].into_iter().enumerate() {
        let ranges = live_ranges(insts, cfg, file, counts[class], |pc, live| {
            pressure[pc] += live * [1, 2, 0][class];
        });
        let map = linear_scan(&ranges);
        used[class] = map.iter().map(|&r| r + 1).max().unwrap_or(0);
        for inst in insts.iter_mut() {
            for operand in inst.operands_mut() {
                if is_virtual(*operand, file) {
                    *operand = operand.with_index(map[operand.index()]);
                }
            }
        }
    }
    let [r32, r64, preds] = used;
    Allocation { r32, r64, preds, pressure: pressure.into_iter().max().unwrap_or(0) }
}

fn is_virtual(operand: Operand, file: File) -> bool {
    operand.file() == file && !(file == File::R32 && operand.index() >= SPECIAL_BASE)
}

struct BitSet(Vec<u64>);

impl BitSet {
    fn new(bits: usize) -> Self {
        Self(vec![0; bits.div_ceil(64)])
    }

    fn set(&mut self, bit: usize) {
        self.0[bit / 64] |= 1 << (bit % 64);
    }

    fn clear(&mut self, bit: usize) {
        self.0[bit / 64] &= !(1 << (bit % 64));
    }

    fn count(&self) -> usize {
        self.0.iter().map(|w| w.count_ones() as usize).sum()
    }

    fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        self.0.iter().enumerate().flat_map(|(i, &word)| {
            (0..64).filter(move |bit| word >> bit & 1 != 0).map(move |bit| i * 64 + bit)
        })
    }
}

/// Applies one instruction to the set of live registers, backwards. A guarded write does not end a live range.
fn step_back(inst: &Inst, file: File, live: &mut BitSet) {
    if inst.guard.is_none() {
        inst.dst.iter().filter(|d| is_virtual(**d, file)).for_each(|d| live.clear(d.index()));
    }
    let guard = inst.guard.map(|g| g.reg);
    inst.src.iter().copied().chain(guard).filter(|s| is_virtual(*s, file)).for_each(|s| live.set(s.index()));
}

/// First and last instruction at which each register holds a value; `None` if it never does.
/// `pressure` is told the number of live registers at each instruction.
fn live_ranges(
    insts: &[Inst],
    cfg: &Cfg,
    file: File,
    count: usize,
    mut pressure: impl FnMut(usize, usize),
) -> Vec<Option<(usize, usize)>> {
    let exit = cfg.starts.len() - 1;
    let mut live_in: Vec<BitSet> = (0..=exit).map(|_| BitSet::new(count)).collect();
    let live_out = |live_in: &[BitSet], block: usize| {
        let mut live = BitSet::new(count);
        for &next in &cfg.successors[block] {
            live.0.iter_mut().zip(&live_in[next].0).for_each(|(a, b)| *a |= b);
        }
        live
    };
    let mut changed = true;
    while changed {
        changed = false;
        for block in (0..exit).rev() {
            let mut live = live_out(&live_in, block);
            for pc in (cfg.starts[block]..cfg.starts[block + 1]).rev() {
                step_back(&insts[pc], file, &mut live);
            }
            changed |= live.0 != live_in[block].0;
            live_in[block] = live;
        }
    }
    let mut ranges: Vec<Option<(usize, usize)>> = vec![None; count];
    let mut extend = |register: usize, pc: usize| {
        let (first, last) = ranges[register].unwrap_or((pc, pc));
        ranges[register] = Some((first.min(pc), last.max(pc)));
    };
    for block in 0..exit {
        let mut live = live_out(&live_in, block);
        let (start, end) = (cfg.starts[block], cfg.starts[block + 1]);
        live.iter().for_each(|r| extend(r, end - 1));
        for pc in (start..end).rev() {
            let inst = &insts[pc];
            inst.dst.iter().filter(|d| is_virtual(**d, file)).for_each(|d| extend(d.index(), pc));
            step_back(inst, file, &mut live);
            inst.src
                .iter()
                .copied()
                .chain(inst.guard.map(|g| g.reg))
                .filter(|s| is_virtual(*s, file))
                .for_each(|s| {
                    extend(s.index(), pc);
                });
            pressure(pc, live.count());
        }
        live.iter().for_each(|r| extend(r, start));
    }
    ranges
}

/// Lowest free register for each range, in order of their starts; ranges that touch do not share.
fn linear_scan(ranges: &[Option<(usize, usize)>]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..ranges.len()).filter(|&r| ranges[r].is_some()).collect();
    order.sort_by_key(|&r| ranges[r]);
    let mut map = vec![0; ranges.len()];
    let mut busy_until: Vec<usize> = Vec::new();
    for register in order {
        let Some((first, last)) = ranges[register] else { continue };
        let slot = busy_until.iter().position(|&end| end < first).unwrap_or(busy_until.len());
        if slot == busy_until.len() {
            busy_until.push(last);
        } else {
            busy_until[slot] = last;
        }
        map[register] = slot;
    }
    map
}
