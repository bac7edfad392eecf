// SPDX-License-Identifier: Apache-2.0
//! How frames in physical order mix applications (specification of Mosaic, decision D27): whether 512 frames that could be a large page's have
//! pages of one application only.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::mmu::LEVEL_BITS;
use crate::stats::FramesStats;

/// 512 frames.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Group {
    owner: u8,
    /// Several applications have had pages of it since it was empty.
    mixed: bool,
    /// Frames that are given.
    given: u32,
}

/// What is given.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct Mixing {
    /// By number, those of which something is given.
    groups: BTreeMap<u64, Group>,
    stats: FramesStats,
}

impl Mixing {
    /// An application gets a frame.
    pub fn given(&mut self, owner: u8, ppn: u64) {
        let new = Group { owner, mixed: false, given: 0 };
        let group = self.groups.entry(ppn >> LEVEL_BITS).or_insert(new);
        group.mixed |= group.owner != owner;
        group.given += 1;
        if group.given == 1 << LEVEL_BITS {
            self.stats.full_frames += 1;
            self.stats.single_frames += u64::from(!group.mixed);
        }
    }

    /// Frames come back.
    pub fn returned(&mut self, ppns: &[u64]) {
        for number in ppns.iter().map(|ppn| ppn >> LEVEL_BITS) {
            let Some(group) = self.groups.get_mut(&number) else { continue };
            group.given -= 1;
            if group.given == 0 {
                self.groups.remove(&number);
            }
        }
    }

    pub fn stats(&self) -> &FramesStats {
        &self.stats
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_frame_is_one_application_s_until_another_has_a_page_of_it() {
        let mut mixing = Mixing::default();
        let fill = |mixing: &mut Mixing, first: u64, owner: fn(u64) -> u8| {
            (first..first + 512).for_each(|ppn| mixing.given(owner(ppn), ppn));
        };
        fill(&mut mixing, 0, |_| 1);
        fill(&mut mixing, 512, |ppn| u8::from(ppn == 1000));
        assert_eq!(*mixing.stats(), FramesStats { full_frames: 2, single_frames: 1 });
        mixing.returned(&(512..1024).collect::<Vec<_>>());
        fill(&mut mixing, 512, |_| 0);
        assert_eq!(*mixing.stats(), FramesStats { full_frames: 3, single_frames: 2 });
    }
}
