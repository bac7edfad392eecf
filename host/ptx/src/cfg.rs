// SPDX-License-Identifier: Apache-2.0
//! Basic blocks of a function and the immediate post-dominators that branches reconverge at.
//!
//! The post-dominator computation is the iterative algorithm of Cooper, Harvey and Kennedy ("A Simple, Fast
//! Dominance Algorithm", 2001) on the reversed graph.

use crate::inst::Inst;
use crate::lanes::NO_PC;
use crate::op::Op;

/// Control-flow graph; blocks are in program order.
pub(crate) struct Cfg {
    /// First instruction of each block, and the end of the last one.
    pub starts: Vec<usize>,
    /// Successors of each block; `starts.len() - 1` stands for the exit.
    pub successors: Vec<Vec<usize>>,
}

impl Cfg {
    pub fn new(insts: &[Inst], tables: &[Vec<u32>]) -> Self {
        let mut leader = vec![false; insts.len() + 1];
        leader[0] = true;
        for (pc, inst) in insts.iter().enumerate() {
            let ends = match inst.op {
                Op::Branch { target, .. } => {
                    leader[target as usize] = true;
                    true
                }
                Op::BranchIndexed { table, .. } => {
                    tables[table as usize].iter().for_each(|&target| leader[target as usize] = true);
                    true
                }
                Op::Exit | Op::Return | Op::Trap => inst.guard.is_none(),
                _ => false,
            };
            leader[pc + 1] |= ends;
        }
        let mut starts: Vec<usize> = (0..insts.len()).filter(|&pc| leader[pc]).collect();
        starts.push(insts.len());
        let exit = starts.len() - 1;
        let block_of = |pc: usize| starts.partition_point(|&s| s <= pc) - 1;
        let successors = (0..exit)
            .map(|block| {
                let last = starts[block + 1] - 1;
                let next = if last + 1 < insts.len() { block + 1 } else { exit };
                let mut to = match (insts[last].op, insts[last].guard.is_some()) {
                    (Op::Branch { target, .. }, guarded) => {
                        let mut to = vec![block_of(target as usize)];
                        to.extend(guarded.then_some(next));
                        to
                    }
                    (Op::BranchIndexed { table, .. }, guarded) => {
                        let mut to: Vec<_> =
                            tables[table as usize].iter().map(|&t| block_of(t as usize)).collect();
                        to.extend(guarded.then_some(next));
                        to
                    }
                    (Op::Exit | Op::Return | Op::Trap, false) => vec![exit],
                    _ => vec![next],
                };
                to.sort_unstable();
                to.dedup();
                to
            })
            .collect();
        Self { starts, successors }
    }

    /// Immediate post-dominator of each block, if the block reaches the exit.
    pub fn post_dominators(&self) -> Vec<Option<usize>> {
        let exit = self.starts.len() - 1;
        let mut predecessors = vec![Vec::new(); exit + 1];
        for (block, to) in self.successors.iter().enumerate() {
            to.iter().for_each(|&s| predecessors[s].push(block));
        }
        // Postorder of the reversed graph from the exit.
        let mut number = vec![usize::MAX; exit + 1];
        let mut order = Vec::new();
        let mut visited = vec![false; exit + 1];
        let mut stack = vec![(exit, 0)];
        visited[exit] = true;
        while let Some((block, child)) = stack.pop() {
            match predecessors[block].get(child) {
                Some(&next) => {
                    stack.push((block, child + 1));
                    if !std::mem::replace(&mut visited[next], true) {
                        stack.push((next, 0));
                    }
                }
                None => {
                    number[block] = order.len();
                    order.push(block);
                }
            }
        }
        let mut idom = vec![None; exit + 1];
        idom[exit] = Some(exit);
        let mut changed = true;
        while changed {
            changed = false;
            for &block in order.iter().rev().skip(1) {
                let mut best: Option<usize> = None;
                for &next in &self.successors[block] {
                    if idom[next].is_some() {
                        best = Some(best.map_or(next, |b| intersect(&idom, &number, b, next)));
                    }
                }
                changed |= idom[block] != best;
                idom[block] = best;
            }
        }
        idom.truncate(exit);
        idom
    }
}

fn intersect(idom: &[Option<usize>], number: &[usize], mut a: usize, mut b: usize) -> usize {
    while a != b {
        let lower = if number[a] < number[b] { &mut a } else { &mut b };
        *lower = idom[*lower].unwrap_or(*lower);
    }
    a
}

/// Fills in the reconvergence point of every branch.
pub(crate) fn set_reconvergence(insts: &mut [Inst], cfg: &Cfg) {
    let exit = cfg.starts.len() - 1;
    for (block, dominator) in cfg.post_dominators().into_iter().enumerate() {
        let point = dominator.filter(|&d| d != exit).map_or(NO_PC, |d| cfg.starts[d] as u32);
        if let Op::Branch { rpc, .. } | Op::BranchIndexed { rpc, .. } =
            &mut insts[cfg.starts[block + 1] - 1].op
        {
            *rpc = point;
        }
    }
}
