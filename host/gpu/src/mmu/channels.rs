// SPDX-License-Identifier: Apache-2.0
//! Channels shared out among applications: device memory is as many equal parts, and the lines of each lie in its channels only.

use serde::{Deserialize, Serialize};

use crate::machine::{MachineSpec, MmuSpec};
use crate::types::Line;

/// How the lines of device memory are spread over the channels.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Channels {
    channels: u64,
    /// Bits of the number of a line among the consecutive ones in a channel.
    chunk_bits: u32,
    /// The first line and the first channel of each part, and the end of both; empty: nothing is divided.
    parts: Vec<(u64, u64)>,
}

impl Channels {
    /// All lines over all channels, or in so many `parts`, at most one a channel.
    pub fn new(machine: &MachineSpec, spec: &MmuSpec, parts: u64) -> Channels {
        let channels = u64::from(machine.dram.channels);
        let frames = machine.dram.capacity() >> spec.page_bits;
        let lines = (1 << spec.page_bits) / u64::from(machine.line_bytes);
        let first = |part| (frames * part / parts * lines, channels * part / parts);
        Channels {
            channels,
            chunk_bits: (machine.dram.interleave_bytes / machine.line_bytes).ilog2(),
            parts: if parts > 1 { (0..=parts).map(first).collect() } else { Vec::new() },
        }
    }

    /// The physical line that a line of device memory is.
    #[inline]
    pub fn place(&self, line: Line) -> Line {
        let Some([(first, from), (_, to)]) = self.part(|part| part.0 <= line.0) else { return line };
        let (chunk, within) = self.split(line.0 - first);
        let (turn, channel) = (chunk / (to - from), from + chunk % (to - from));
        self.join(turn * self.channels + channel, within)
    }

    /// The reverse.
    #[cfg(test)]
    fn line(&self, physical: Line) -> Line {
        let (chunk, within) = self.split(physical.0);
        let (turn, channel) = (chunk / self.channels, chunk % self.channels);
        let Some([(first, from), (_, to)]) = self.part(|part| part.1 <= channel) else { return physical };
        let Line(line) = self.join(turn * (to - from) + channel - from, within);
        Line(first + line)
    }

    /// The last part that `begins`, with the one after it.
    fn part(&self, begins: impl Fn(&(u64, u64)) -> bool) -> Option<[(u64, u64); 2]> {
        let parts = self.parts.windows(2).rev().find(|pair| begins(&pair[0]))?;
        Some([parts[0], parts[1]])
    }

    fn split(&self, line: u64) -> (u64, u64) {
        (line >> self.chunk_bits, line & ((1 << self.chunk_bits) - 1))
    }

    fn join(&self, chunk: u64, within: u64) -> Line {
        Line(chunk << self.chunk_bits | within)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mem::AddressMap;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn lines_of_a_part_lie_in_its_channels_each_somewhere_else(parts in 1u64..=8, line in 0u64..1 << 23) {
            let machine = MachineSpec::load("maxwell").unwrap();
            let spec = machine.mmu.clone().unwrap();
            let channels = Channels::new(&machine, &spec, parts);
            let line = Line(line % (machine.dram.capacity() / 128));
            let physical = channels.place(line);
            prop_assert_eq!(channels.line(physical), line);
            let frames = machine.dram.capacity() >> 12;
            let part = (0..parts).rev().find(|part| frames * part / parts <= line.0 >> 5).unwrap();
            let subs = machine.l2.sub_partitions_per_channel as usize;
            let channel = (AddressMap::new(&machine).home(physical).partition / subs) as u64;
            prop_assert!((8 * part / parts..8 * (part + 1) / parts).contains(&channel));
        }
    }

    #[test]
    fn undivided_lines_are_where_they_are() {
        let machine = MachineSpec::load("maxwell").unwrap();
        let channels = Channels::new(&machine, &machine.mmu.clone().unwrap(), 1);
        assert_eq!(channels.place(Line(12345)), Line(12345));
    }
}
