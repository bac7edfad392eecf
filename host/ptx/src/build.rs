// SPDX-License-Identifier: Apache-2.0
//! A kernel from its syntax tree: decodes it and every function it can reach, lays them out one after the other
//! in code, registers and parameter space, and numbers registers for the scoreboard.

use std::collections::HashMap;

use crate::cfg::{set_reconvergence, Cfg};
use crate::decode::{decode_function, FunctionCode, ModuleNames, Pools};
use crate::error::PtxError;
use crate::inst::{File, Inst, Operand, SmallRegs, SPECIAL_BASE};
use crate::liveness::{allocate, Allocation};
use crate::module::{Code, Kernel, Param};
use crate::op::{Function, Op};
use crate::types::RegisterBound;

/// Local memory per thread that a recursive kernel gets beyond one frame of each function.
const RECURSION_BYTES: u32 = 16 * 1024;

/// Builds kernel number `index` of the module; a kernel that cannot be built carries its error.
pub(crate) fn build_kernel(module: &ModuleNames<'_, '_>, index: usize) -> Kernel {
    let function = &module.tree.functions[index];
    let mut kernel = Kernel { name: function.name.to_owned(), bounds: function.bounds, ..Kernel::default() };
    let mut offset = 0;
    for param in &function.params {
        offset = u64::next_multiple_of(offset, param.align);
        kernel.params.push(Param {
            name: param.name.to_owned(),
            offset: offset as u32,
            size: param.size as u32,
            align: param.align as u32,
        });
        offset += param.size;
    }
    kernel.param_bytes = offset as u32;
    if let Err(error) = fill(module, index, &mut kernel) {
        kernel.insts.clear();
        kernel.code = Code::default();
        kernel.error = Some(error);
    }
    kernel
}

fn fill(module: &ModuleNames<'_, '_>, index: usize, kernel: &mut Kernel) -> Result<(), PtxError> {
    let mut pools = Pools { reachable: vec![index], ..Pools::default() };
    let mut signatures = HashMap::new();
    let mut parts: Vec<FunctionCode> = Vec::new();
    while parts.len() < pools.reachable.len() {
        let position = parts.len();
        let function = &module.tree.functions[pools.reachable[position]];
        parts.push(decode_function(module, function, position, &mut pools, &mut signatures)?);
    }
    let callees: Vec<Vec<usize>> = parts.iter().map(|p| p.callees.clone()).collect();
    let mut pressures = Vec::new();
    let mut code = Code::default();
    for (position, part) in parts.into_iter().enumerate() {
        let signature = signatures.get(&pools.reachable[position]);
        pressures.push(append(part, &mut pools, &mut kernel.insts, &mut code));
        if let (Some(signature), Some(function)) = (signature, code.functions.last_mut()) {
            function.params = signature.params.iter().chain(&signature.results).copied().collect();
        }
    }
    let first_special = code.r32;
    code.specials = pools
        .specials
        .iter()
        .enumerate()
        .map(|(i, special)| (Operand::new(File::R32, first_special + i), *special))
        .collect();
    code.r32 += pools.specials.len();
    let total = code.r32 + code.r64 + code.preds + 1;
    if code.r32.max(code.r64).max(total) > Operand::MAX_INDEX {
        return Err(PtxError {
            origin: module.origin.to_owned(),
            line: module.tree.functions[index].line,
            kernel: Some(kernel.name.clone()),
            what: format!("needs {total} registers, more than {} are not supported", Operand::MAX_INDEX),
        });
    }
    for inst in &mut kernel.insts {
        for operand in inst.operands_mut() {
            if operand.file() == File::R32 && operand.index() >= SPECIAL_BASE {
                *operand = operand.with_index(first_special + operand.index() - SPECIAL_BASE);
            }
        }
        number_registers(inst, &code, first_special);
    }
    kernel.num_regs = total as u32;
    kernel.shared_bytes = pools.shared_bytes.next_multiple_of(pools.dynamic_align.max(1)) as u32;
    for (constant, offset) in &pools.dynamic_shared {
        let address = u64::from(kernel.shared_bytes).wrapping_add_signed(*offset);
        pools.c64[*constant].0.fill(address);
    }
    let frames: Vec<u32> = code.functions.iter().map(|f| f.frame_bytes).collect();
    let order = callees_first(&callees);
    let sum = |cost: &[u32]| cost.iter().fold(0, |sum: u32, cost| sum.saturating_add(*cost));
    kernel.local_bytes = match &order {
        None => sum(&frames).saturating_add(RECURSION_BYTES),
        Some(order) => longest_chain(&callees, order, &frames),
    };
    let pressures: Vec<u32> = pressures.iter().map(|&p| p as u32).collect();
    let registers = match &order {
        None => sum(&pressures),
        Some(order) => longest_chain(&callees, order, &pressures),
    };
    kernel.regs_per_thread = match kernel.bounds.registers {
        RegisterBound::Exactly(stated) => stated,
        RegisterBound::None | RegisterBound::AtMost(_) => registers.max(1),
    };
    code.c32 = pools.c32;
    code.c64 = pools.c64;
    code.calls = pools.calls;
    code.indirect = pools.indirect;
    code.tables = pools.tables;
    code.call_bytes = pools.call_bytes;
    code.relocations = pools.relocations;
    kernel.code = code;
    Ok(())
}

/// Appends a function to the kernel's code; returns its register pressure.
fn append(part: FunctionCode, pools: &mut Pools, to: &mut Vec<Inst>, code: &mut Code) -> usize {
    let FunctionCode { mut insts, r32, r64, preds, frame_bytes, tables, .. } = part;
    let cfg = Cfg::new(&insts, &pools.tables);
    set_reconvergence(&mut insts, &cfg);
    let used: Allocation = allocate(&mut insts, &cfg, [r32, r64, preds]);
    let entry = to.len() as u32;
    for table in tables {
        pools.tables[table].iter_mut().for_each(|target| *target += entry);
    }
    for inst in &mut insts {
        for operand in inst.operands_mut() {
            let base = match operand.file() {
                File::R32 if operand.index() < SPECIAL_BASE => code.r32,
                File::R64 => code.r64,
                File::Pred => code.preds,
                _ => continue,
            };
            *operand = operand.with_index(base + operand.index());
        }
        match &mut inst.op {
            Op::Branch { target, rpc } => {
                *target += entry;
                *rpc = rpc.saturating_add(entry);
            }
            Op::BranchIndexed { rpc, .. } => *rpc = rpc.saturating_add(entry),
            _ => {}
        }
    }
    to.extend(insts);
    code.functions.push(Function {
        entry,
        r32: (code.r32, used.r32),
        r64: (code.r64, used.r64),
        preds: (code.preds, used.preds),
        params: Vec::new(),
        frame_bytes: (frame_bytes as u32).next_multiple_of(16),
    });
    code.r32 += used.r32;
    code.r64 += used.r64;
    code.preds += used.preds;
    used.pressure
}

/// Scoreboard numbers: 32-bit registers, 64-bit registers, predicates, and the carry flag last. Special registers
/// are never written and therefore left out.
fn number_registers(inst: &mut Inst, code: &Code, first_special: usize) {
    let number = |operand: Operand| match operand.file() {
        File::R32 if operand.index() < first_special => Some(operand.index()),
        File::R64 => Some(code.r32 + operand.index()),
        File::Pred => Some(code.r32 + code.r64 + operand.index()),
        _ => None,
    };
    let carry = (code.r32 + code.r64 + code.preds) as u16;
    let (mut reads, mut writes) = (SmallRegs::default(), SmallRegs::default());
    let guard = inst.guard.map(|g| g.reg);
    inst.src.iter().copied().chain(guard).filter_map(number).for_each(|n| reads.push(n as u16));
    inst.dst.iter().copied().filter_map(number).for_each(|n| writes.push(n as u16));
    if let Op::Carry32(op) | Op::Carry64(op) = inst.op {
        if op.carry_in {
            reads.push(carry);
        }
        if op.carry_out {
            writes.push(carry);
        }
    }
    inst.reads = reads;
    inst.writes = writes;
}

/// Functions from the callees up to the kernel, each after all that it calls; nothing if some function can reach itself.
fn callees_first(callees: &[Vec<usize>]) -> Option<Vec<usize>> {
    let mut entered = vec![false; callees.len()];
    let mut left = vec![false; callees.len()];
    let mut order = Vec::with_capacity(callees.len());
    // Function, and how many of its callees have been looked at.
    let mut path = vec![(0, 0)];
    entered[0] = true;
    while let Some((function, next)) = path.last_mut() {
        match callees[*function].get(*next) {
            Some(&callee) if left[callee] => *next += 1,
            Some(&callee) if entered[callee] => return None,
            Some(&callee) => {
                *next += 1;
                entered[callee] = true;
                path.push((callee, 0));
            }
            None => {
                left[*function] = true;
                order.push(*function);
                path.pop();
            }
        }
    }
    Some(order)
}

/// Largest sum of `cost` along a chain of calls from the kernel.
fn longest_chain(callees: &[Vec<usize>], order: &[usize], cost: &[u32]) -> u32 {
    let mut sums = vec![0u32; callees.len()];
    for &function in order {
        let below = callees[function].iter().map(|&callee| sums[callee]).max().unwrap_or(0);
        sums[function] = cost[function].saturating_add(below);
    }
    sums[0]
}
