// SPDX-License-Identifier: Apache-2.0
//! Prefetchers without RTL.

mod inter_warp;
mod lap;
mod mta;
mod next_line;
mod queue;
mod stride;
mod table;

pub use inter_warp::INFO as INTER_WARP;
pub use lap::INFO as LAP;
pub use mta::INFO as MTA;
pub use next_line::INFO as NEXT_LINE;
pub use stride::INFO as STRIDE;

/// What the tests of prefetchers share.
#[cfg(test)]
mod tests {
    use warpsmith_ptx::Access;

    use crate::socket::{Found, IssuedLoad, Lookup, Prefetcher, Reply};
    use crate::stats::PrefetchStats;
    use crate::types::{Line, Requester, SmCycle};

    /// A load has looked for a line.
    pub fn look(prefetcher: &mut dyn Prefetcher, line: u64, found: Found) {
        let (requester, line) = (Requester::default(), Line(line));
        prefetcher.looked(&Lookup { pc: 0, requester, line, found, last: true });
    }

    /// A load of one lane issues.
    pub fn load(prefetcher: &mut dyn Prefetcher, pc: u32, warp: u8, address: u64) {
        let mut access = Access { mask: 1 << 3, bytes: 4, ..Access::default() };
        access.addr[3] = address;
        let requester = Requester { warp, ..Requester::default() };
        let (lines, leading_cta, indirect) = (&[], None, false);
        prefetcher.issued(&IssuedLoad { pc, requester, access: &access, lines, leading_cta, indirect });
    }

    /// All lines that it wants, which are sent.
    pub fn sent(prefetcher: &mut dyn Prefetcher) -> Vec<u64> {
        std::iter::from_fn(|| {
            let line = prefetcher.wants(SmCycle(0), &PrefetchStats::default())?.line.0;
            prefetcher.answered(Reply::Sent);
            Some(line)
        })
        .collect()
    }
}
