// SPDX-License-Identifier: Apache-2.0
//! CAC: the pages of a frame with few of them move to other frames of the same owner, so that it is free (specification of Mosaic,
//! section 2.7, decisions D3, D14 and D15).

use warpsmith_units::mosaic::frames::{channel, In, Status, ALLOC_BASE, SET_FREE};

use super::options::{Options, PAGES};
use super::Cocoa;
use crate::socket::{Move, PageContent, PageCopy};

impl Cocoa {
    /// Pages of a frame by channel phase: those that are allocated, or the others.
    fn by_phase(&self, frame: u32, allocated: bool) -> Vec<u32> {
        let mut pages = vec![0; self.params.channels as usize];
        let one = self.frame(frame);
        for slot in (0..PAGES as u32).filter(|slot| one.pages[*slot as usize] == allocated) {
            pages[channel(&self.params, frame, slot) as usize] += 1;
        }
        pages
    }

    /// The same of all free pages in frames of an owner that are no large pages.
    fn free_by_phase(&self, owner: u8) -> Vec<u32> {
        let mut all = vec![0; self.params.channels as usize];
        for frame in &self.lists.state().partial()[usize::from(owner)] {
            all.iter_mut().zip(self.by_phase(*frame, false)).for_each(|(all, one)| *all += one);
        }
        all
    }

    /// Whether a frame has few pages, all of its owner, and they fit other frames of it, of which this is `free`.
    fn is_sparse(&self, frame: u32, free: &[u32]) -> bool {
        let one = self.frame(frame);
        let few = 0 < one.count() && one.count() < self.params.cac_thresh;
        if one.status != Status::Owned || one.mixed || !few {
            return false;
        }
        let own = self.by_phase(frame, false);
        let fits = |((pages, free), own): ((u32, &u32), u32)| pages <= free - own;
        self.by_phase(frame, true).into_iter().zip(free).zip(own).all(fits)
    }

    /// The pages of a frame that is sparse move; it is free then.
    fn empty(&mut self, frame: u32, content: &PageContent) -> Vec<Move> {
        let one = *self.frame(frame);
        let partial = &self.lists.state().partial()[usize::from(one.owner)];
        let targets: Vec<u32> = partial.iter().copied().filter(|target| *target != frame).collect();
        let mut free: Vec<Vec<u32>> = targets.iter().map(|target| self.by_phase(*target, false)).collect();
        let mut moves = Vec::new();
        for slot in (0..PAGES as u32).filter(|slot| one.pages[*slot as usize]) {
            let phase = channel(&self.params, frame, slot);
            // The first that may have a page of it.
            let Some(place) = free.iter().position(|free| free[phase as usize] > 0) else { break };
            free[place][phase as usize] -= 1;
            let target = targets[place];
            let taken = self.command(In {
                cmd_op: ALLOC_BASE,
                cmd_app: one.owner,
                cmd_frame: target,
                cmd_at: true,
                cmd_phase: phase as u8,
                ..In::default()
            });
            let from = u64::from(frame) * PAGES + u64::from(slot);
            let to = u64::from(target) * PAGES + u64::from(taken.rsp_slot);
            self.carry(to, content(from));
            moves.push(Move { from, to });
        }
        self.command(In { cmd_op: SET_FREE, cmd_frame: frame, ..In::default() });
        let stats = &mut self.state.stats;
        (stats.compacted, stats.moved_pages) = (stats.compacted + 1, stats.moved_pages + moves.len() as u64);
        let application = (one.owner < self.state.applications).then_some(one.owner);
        let Options { copy_ns, bulk, .. } = self.options;
        if let Some(ns) = copy_ns.filter(|ns| *ns > 0) {
            let copy = |page: &Move| PageCopy { page: *page, application, bulk, ns };
            self.state.copies.extend(moves.iter().map(copy));
        }
        moves
    }

    /// A page, if it is one of an application, is somewhere else.
    fn carry(&mut self, to: u64, page: Option<(u64, bool)>) {
        let Some((vpn, is_there)) = page else { return };
        let content = &mut self.state.contents[(to / PAGES) as usize];
        content.fitting += u64::from(vpn == content.lvpn * PAGES + to % PAGES);
        content.resident += u64::from(is_there);
    }

    /// Frames of an application that were large pages, and have few pages left, become free where the others have room for them.
    pub(super) fn compact_own(&mut self, application: u8, content: &PageContent) -> Vec<Move> {
        let sparse = std::mem::take(&mut self.state.sparse);
        let mut moves = Vec::new();
        for frame in sparse {
            if self.frame(frame).owner != application {
                self.state.sparse.push(frame);
            } else if self.is_sparse(frame, &self.free_by_phase(application)) {
                moves.extend(self.empty(frame, content));
            }
        }
        moves
    }

    /// A frame of nobody's pages becomes free, that with the fewest of them; whether there was one.
    pub(super) fn compact_foreign(&mut self) -> bool {
        let nobody = self.state.applications;
        let moves = self.options.copy_ns.is_some() && self.params.num_apps > u32::from(nobody);
        if !moves || self.state.nothing_sparse {
            return false;
        }
        let free = self.free_by_phase(nobody);
        let mut frames: Vec<u32> =
            self.lists.state().partial()[usize::from(nobody)].iter().copied().collect();
        frames.sort_by_key(|frame| self.frame(*frame).count());
        let found = frames.into_iter().find(|frame| self.is_sparse(*frame, &free));
        self.state.nothing_sparse = found.is_none();
        found.map(|frame| self.empty(frame, &|_| None)).is_some()
    }
}
