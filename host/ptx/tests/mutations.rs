// SPDX-License-Identifier: Apache-2.0
//! Mutated PTX is refused, faults or runs, but never panics. `WARPSMITH_MUTATIONS` says how many mutants are tried.

#[path = "../../../tests/src/mutant.rs"]
#[allow(dead_code)] // Mutants of bytes.
mod mutant;

use warpsmith_ptx::*;

const SOURCES: [&str; 2] = [include_str!("data/snippets.ptx"), include_str!("data/nvcc_style.ptx")];
/// Warp instructions that a mutant may execute.
const STEPS: usize = 1500;

/// What became of a mutant.
#[derive(Default, Debug)]
struct Outcomes {
    refused: u32,
    kernels_refused: u32,
    kernels_faulted: u32,
    kernels_ran: u32,
}

fn try_out(text: &str, outcomes: &mut Outcomes) {
    let Ok(mut module) = Module::parse(text, "mutant.ptx") else {
        outcomes.refused += 1;
        return;
    };
    let mut memory = GlobalMemory::new(16 << 20).unwrap();
    let mut room = true;
    module.link(|variable| {
        let placed = memory.alloc_named(variable.size, &variable.name);
        room &= placed.is_ok();
        placed.unwrap_or_default()
    });
    let data = memory.alloc(4096);
    let (true, Ok(data)) = (room, data) else {
        outcomes.refused += 1;
        return;
    };
    for kernel in module.kernels() {
        if kernel.error.is_some() || kernel.local_bytes > 1 << 20 {
            outcomes.kernels_refused += 1;
            continue;
        }
        let mut params = vec![0; kernel.param_bytes as usize];
        for param in kernel.params.iter().filter(|p| p.size == 8) {
            params[param.offset as usize..][..8].copy_from_slice(&data.to_le_bytes());
        }
        match run(kernel, &params, &mut memory) {
            Ok(()) => outcomes.kernels_ran += 1,
            Err(fault) => {
                assert!(!fault.to_string().is_empty());
                outcomes.kernels_faulted += 1;
            }
        }
    }
}

/// Runs one warp for a while; every barrier opens at once.
fn run(kernel: &Kernel, params: &[u8], memory: &mut GlobalMemory) -> Result<(), Fault> {
    let shape =
        CtaShape { block: [32, 1, 1], grid: [2, 1, 1], ctaid: [1, 0, 0], dynamic_shared: 256, slot: 0 };
    let (mut cta, mut warp) = (CtaState::new(kernel, shape), WarpState::new(kernel, 0, &shape));
    let mut access = Access::default();
    for step in 0..STEPS {
        if warp.done() {
            break;
        }
        let clock = step as u64;
        let mut env = Env {
            params,
            memory: Memory::Direct(memory),
            warp: 0,
            smid: 0,
            nsmid: 1,
            nwarpid: 48,
            gridid: 0,
            clock,
            globaltimer: clock,
        };
        if let Effect::Barrier { id, .. } = execute(kernel, &mut warp, &mut cta, &mut env, &mut access)? {
            release_barrier(kernel, &mut cta, id, [&mut warp]);
        }
    }
    Ok(())
}

#[test]
fn mutated_ptx_never_panics() {
    let mut outcomes = Outcomes::default();
    mutant::try_all(400, 1, |seed| try_out(&mutant::text(seed, &SOURCES), &mut outcomes));
    println!("{outcomes:?}");
    // The mutations are of use only if they reach every stage.
    let Outcomes { refused, kernels_refused, kernels_faulted, kernels_ran } = outcomes;
    let reached = [refused, kernels_refused, kernels_faulted, kernels_ran].iter().all(|n| *n > 0);
    assert!(mutant::one() || reached);
}
