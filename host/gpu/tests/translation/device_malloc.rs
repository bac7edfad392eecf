// SPDX-License-Identifier: Apache-2.0
//! Memory that device code allocates where a large page has lost pages, while others have that large page taken apart
//! (specification of Mosaic, section 2.8 and decision D7).

use super::mosaic::NAME;
use super::support::{Arg, Bench};
use super::{finish, gpu, machine, Gather, PauseAt};
use warpsmith_gpu::stats::CocoaStats;
use warpsmith_gpu::{Job, RunFreely};

const TWO_BLOCKS: &str = include_str!("../kernels/two_blocks.ptx");
/// Three of the 31 frames for pages are taken for ever.
const COCOA: &str = "cocoa:fragmentation=10,occupancy=100,cac=off";
const MB: u64 = 1 << 20;
/// An allocation that takes an eighth of a large page with the room behind it.
const EIGHTH: u64 = MB / 4 - 256;

#[test]
fn a_page_that_is_allocated_by_a_kernel_is_found_before_during_and_after_its_large_page_is_taken_apart() {
    for policies in [&[COCOA][..], &[NAME, COCOA]] {
        for before in [4, 16, 24, 32, 48, 100] {
            let mut gpu = gpu(&machine(), policies);
            gpu.share(&[2, 2]).unwrap();
            // Of 28 frames 14 are large pages of the first program, each of which has lost a quarter.
            let all: Vec<u64> = (0..8 * 14).map(|_| gpu.memory_of(0).alloc(EIGHTH).unwrap()).collect();
            let gather = Gather::new(&mut gpu, 0, 1 << 10, 4, 200);
            for round in 0..2 {
                gpu.start_of(0, &Job::Launch(gather.launch.clone())).unwrap();
                finish(&mut gpu);
                for large in all.chunks(8).filter(|_| round == 0) {
                    large[2..4].iter().for_each(|one| gpu.memory_of(0).free(*one).unwrap());
                }
            }
            let stats = |gpu: &warpsmith_gpu::Gpu| gpu.totals().units.of::<CocoaStats>().unwrap();
            assert_eq!((stats(&gpu).large_pages, stats(&gpu).freed_pages), (14, 14 * 128));
            let args = [Arg::U64(all[0]), Arg::U64(all[2]), Arg::U32(before), Arg::U32(200)];
            let launch = Bench::new(TWO_BLOCKS).spec("two_blocks", 2, 64, &args);
            gpu.start_of(0, &Job::Launch(launch)).unwrap();
            let begin = gpu.cycle().0;
            assert!(gpu.advance(&mut PauseAt(begin + 60)).is_empty());
            // As `malloc` of device code does it: the first block that is free.
            assert!((0..28).any(|_| gpu.memory_of(0).alloc(EIGHTH).unwrap() == all[2]));
            gpu.memory_of(1).alloc(29 * MB).unwrap();
            let other = Gather::new(&mut gpu, 1, 1 << 10, 4, 20);
            gpu.start_of(1, &Job::Launch(other.launch.clone())).unwrap();
            while gpu.is_running() {
                for end in gpu.advance(&mut RunFreely) {
                    end.end.unwrap_or_else(|e| panic!("{policies:?}, {before} words before: {e}"));
                }
            }
            other.check(&mut gpu, 1);
            assert!(stats(&gpu).emergency > 0, "{:?}", stats(&gpu));
        }
    }
}
