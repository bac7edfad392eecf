// SPDX-License-Identifier: Apache-2.0
//! `mosaic_xlat` as the shared TLB of the cycle model, while a kernel runs.

use std::sync::{Arc, Mutex};

use warpsmith_gpu::machine::MachineSpec;
use warpsmith_gpu::unit::mosaic::MosaicTlb;
use warpsmith_gpu::Attachments;
use warpsmith_units::mosaic::params::Params;
use warpsmith_units::mosaic::xlat::{In, Out};
use warpsmith_units::mosaic::Xlat;

use crate::directed::directed;
use crate::in_gpu::{expect, Attached, Kernel};

/// Each thread adds words of pages all over 1 MB.
const GATHER: &str = "
.version 7.0
.target sm_50
.address_size 64
.visible .entry bench(.param .u64 data, .param .u64 out)
{
    .reg .pred %p<2>;
    .reg .b32 %r<10>;
    .reg .b64 %rd<7>;
    ld.param.u64 %rd1, [data];
    ld.param.u64 %rd2, [out];
    mov.u32 %r1, %ctaid.x;
    mov.u32 %r2, %ntid.x;
    mov.u32 %r3, %tid.x;
    mad.lo.s32 %r4, %r1, %r2, %r3;
    mov.u32 %r5, %r4;
    mov.u32 %r6, 0;
    mov.u32 %r7, 0;
LOOP:
    mul.lo.s32 %r5, %r5, 1664525;
    add.s32 %r5, %r5, 1013904223;
    shr.u32 %r8, %r5, 14;
    mul.wide.u32 %rd3, %r8, 4;
    add.s64 %rd4, %rd1, %rd3;
    ld.global.u32 %r9, [%rd4];
    add.s32 %r6, %r6, %r9;
    add.s32 %r7, %r7, 1;
    setp.lt.u32 %p1, %r7, 3;
    @%p1 bra LOOP;
    mul.wide.u32 %rd5, %r4, 4;
    add.s64 %rd6, %rd2, %rd5;
    st.global.u32 [%rd6], %r6;
    ret;
}
";

const WORDS: u32 = 1 << 18;

/// What thread `n` finds.
fn sum(n: u32, data: &[u32]) -> u32 {
    let mut at = n;
    (0..3).fold(0u32, |sum, _| {
        at = at.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        sum.wrapping_add(data[(at >> 14) as usize])
    })
}

directed! {
    fn a_kernel_finds_its_data_through_the_shared_tlb_whose_walks_are_all_of_base_pages() {
        let mut machine = MachineSpec::load("maxwell").map_err(|e| crate::BenchError::CycleModel(e.to_string()))?;
        machine.dram.capacity_mib = 64;
        let params = Params { num_cores: machine.sm.count, ..Params::PAPER };
        let seen = Arc::new(Mutex::new((0, 0, 0)));
        let (shared, p) = (seen.clone(), params.clone());
        let see = Box::new(move |_: &In, o: &Out| {
            let mut seen = shared.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
            let hits = (0..p.ports()).filter(|port| o.answer(&p, *port).is_some()).count();
            seen.0 += hits;
            seen.1 += usize::from(o.wrsp_valid);
            seen.2 += usize::from(o.wrsp_large || o.rsp_large != 0 || o.wrsp_fault);
        });
        let mut unit = Some(Attached::<Xlat>::new(&params, see)?);
        let mut attachments = Attachments::baseline();
        for mmu in attachments.mmus(&machine) {
            mmu.shared_tlb = unit.take().map(|unit| Box::new(MosaicTlb::new(unit, &params)) as _);
        }
        let data: Vec<u32> = (0..WORDS).map(|n| n.wrapping_mul(2_654_435_761)).collect();
        let kernel = Kernel { ptx: GATHER, ctas: 30, threads: 64, data: &data, limit: 200_000 };
        let out = kernel.run(machine, attachments)?;
        expect("sums", out, (0..30 * 64).map(|n| sum(n, &data)).collect())?;
        let (hits, walks, others) = *seen.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        expect("large pages and faults", others, 0)?;
        // 256 pages of data and two of results at least, each of which many SMs want.
        expect("hits and walks", (hits > 100, walks >= 258), (true, true))
    }
}
