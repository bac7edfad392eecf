// SPDX-License-Identifier: Apache-2.0
//! What a trace says of a kernel beside its execution: launch, resources and instructions.

use serde::{Deserialize, Serialize};
use warpsmith_ptx::{Class, DirectBranch, Inst, Kernel, LaunchBounds, Module, SmallRegs};

/// Registers times instructions of a kernel, at most: the scoreboard keeps a bit for each.
const MAX_REGISTER_BITS: usize = 1 << 31;

/// An instruction as the timing model sees it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StaticInst {
    /// The functional unit that it needs.
    pub class: Class,
    /// Registers, numbered from 0 to `KernelInfo::num_regs - 1`; at most eight each.
    pub reads: Vec<u16>,
    /// Numbered in the same way; at most eight.
    pub writes: Vec<u16>,
    /// Line of the PTX text, or program counter of a foreign trace.
    pub line: u32,
    /// Where it goes, if it is a direct branch; foreign traces do not say.
    pub branch: Option<DirectBranch>,
}

/// One launch of a kernel.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct KernelInfo {
    /// Symbol, mangled as the compiler left it.
    pub name: String,
    /// CTAs of the grid.
    pub grid: [u32; 3],
    /// Threads of a CTA.
    pub block: [u32; 3],
    /// Dynamic shared memory per CTA, bytes.
    pub dynamic_shared: u32,
    /// Static shared memory per CTA, bytes.
    pub shared_bytes: u32,
    /// Local memory per thread, bytes.
    pub local_bytes: u32,
    /// 32-bit registers per thread, for occupancy.
    pub regs_per_thread: u32,
    /// What the program promises or demands of a launch.
    pub bounds: LaunchBounds,
    /// Registers as the scoreboard numbers them.
    pub num_regs: u32,
    /// An index of them is a program counter.
    pub insts: Vec<StaticInst>,
}

impl KernelInfo {
    /// The description of a launch of `kernel`.
    pub fn of(kernel: &Kernel, grid: [u32; 3], block: [u32; 3], dynamic_shared: u32) -> KernelInfo {
        let inst = |i: &Inst| StaticInst {
            class: i.class,
            reads: i.reads.iter().collect(),
            writes: i.writes.iter().collect(),
            line: i.line,
            branch: i.direct_branch(),
        };
        KernelInfo {
            name: kernel.name.clone(),
            grid,
            block,
            dynamic_shared,
            shared_bytes: kernel.shared_bytes,
            local_bytes: kernel.local_bytes,
            regs_per_thread: kernel.regs_per_thread,
            bounds: kernel.bounds,
            num_regs: kernel.num_regs,
            insts: kernel.insts.iter().map(inst).collect(),
        }
    }

    /// A module with one kernel that has the recorded instructions without their operations: enough to time them.
    ///
    /// # Errors
    /// What is impossible in the description.
    pub fn module(&self) -> Result<Module, String> {
        if self.insts.len().saturating_mul(self.num_regs as usize) > MAX_REGISTER_BITS {
            return Err(format!("{} instructions over {} registers", self.insts.len(), self.num_regs));
        }
        let registers = |list: &[u16]| {
            let known = list.iter().all(|r| u32::from(*r) < self.num_regs);
            SmallRegs::of(list).filter(|_| known).ok_or_else(|| format!("registers {list:?}"))
        };
        let inst = |i: &StaticInst| {
            if let Some(branch) = i.branch.filter(|branch| branch.target as usize >= self.insts.len()) {
                return Err(format!("a branch to instruction {} of {}", branch.target, self.insts.len()));
            }
            Ok(Inst::described(i.class, registers(&i.reads)?, registers(&i.writes)?, i.line, i.branch))
        };
        let mut kernel = Kernel::default();
        kernel.name.clone_from(&self.name);
        kernel.insts = self.insts.iter().map(inst).collect::<Result<_, String>>()?;
        kernel.shared_bytes = self.shared_bytes;
        kernel.local_bytes = self.local_bytes;
        kernel.regs_per_thread = self.regs_per_thread;
        kernel.bounds = self.bounds;
        kernel.num_regs = self.num_regs;
        Ok(Module::described(vec![kernel]))
    }

    /// CTAs of the grid, or `None` if there are more than anything can run.
    pub fn ctas(&self) -> Option<u64> {
        self.grid.iter().try_fold(1u64, |n, d| n.checked_mul(u64::from(*d)))
    }

    /// Warps of a CTA.
    pub fn warps(&self) -> u64 {
        let threads = self.block.iter().fold(1u64, |n, d| n.saturating_mul(u64::from(*d)));
        threads.div_ceil(warpsmith_ptx::LANES as u64)
    }
}
