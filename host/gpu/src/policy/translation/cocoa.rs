// SPDX-License-Identifier: Apache-2.0
//! CoCoA, the memory manager of Mosaic (specification of Mosaic, sections 2.2, 2.3, 2.7 and 2.8): frames of a whole large page belong
//! to one application, allocations take whole ones where they can, a frame that is full of pages in their order becomes a
//! large page, and one that has lost too many of them is none any more, and can be compacted.
//!
//! It is software of the driver, as a model. What the module `mosaic_frames` can do for it, the lists of frames, is that module's
//! reference model.

mod compaction;
mod fragmentation;
mod options;

use std::cmp::Reverse;
use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use warpsmith_units::mosaic::frames::{Frame as ListedFrame, In, Model, Out, State as Lists, Status};
use warpsmith_units::mosaic::frames::{
    ACTION_SPLINTER_COMPACT, ACTION_SPLINTER_FREE, ALLOC_BASE, ALLOC_LARGE, EMERG_POP, FREE_RANGE,
    READ_BITMAP, SET_COALESCED, SET_FREE, SET_SPLINTERED,
};
use warpsmith_units::mosaic::params::Params;
use warpsmith_units::{Snapshot, Unit};

use self::options::{Options, PAGES, PARAMS};
use super::frames::{permissions, Part};
use crate::attachments::Socket;
use crate::policy::info::PolicyInfo;
use crate::saved::{Saved, StateError, StateReader, StateWriter};
use crate::socket::{
    Attachment, DeviceFrames, Frame, FreedPage, MemoryManager, Move, PageContent, PageCopy, Splinter,
    UnitError,
};
use crate::stats::{CocoaStats, UnitStats};

pub const INFO: PolicyInfo = PolicyInfo {
    name: "cocoa",
    socket: Socket::MemoryManager,
    meaning: "frames of 512 pages, each of one application; whole ones as memory is allocated; full ones become large pages",
    source: "Ausavarungnirun 2017 (Mosaic), specification of Mosaic, sections 2.2, 2.3, 2.7 and 2.8",
    params: PARAMS,
    install: |s, machine, a| a.manager(machine, |_| Box::new(Cocoa::new(Options::new(s, machine)))),
};

/// Of all frames one in so many, at least one, is left to page tables.
const TABLES: u64 = 128;

/// Applications that the lists are for at most: the range of `num_apps` (specification of Mosaic, section 4).
const MOST_OWNERS: u32 = Params::PAPER.num_apps;

/// What decides whether a frame can become a large page, beside what the lists know.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
struct Content {
    /// The large page of the first page in it.
    lvpn: u64,
    /// Pages of its owner that lie where they would in that large page, and those whose data is there.
    fitting: u64,
    resident: u64,
}

/// What it keeps itself.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
struct State {
    applications: u8,
    tables: Part,
    /// By application and large page, of those that were allocated at once: the frame.
    whole: BTreeMap<(u8, u64), u32>,
    /// By application and large page, of those that are taken apart: the frame.
    splintering: BTreeMap<(u8, u64), u32>,
    /// Frames that were large pages and have few pages left.
    sparse: Vec<u32>,
    /// No frame of nobody's pages can be emptied until pages are freed.
    nothing_sparse: bool,
    /// Pages that are to be copied, and that nobody has asked for.
    copies: Vec<PageCopy>,
    /// By frame.
    contents: Vec<Content>,
    /// Pages that applications have.
    held: u64,
    stats: CocoaStats,
}

/// The memory manager.
pub struct Cocoa {
    lists: Model,
    params: Params,
    options: Options,
    state: State,
}

impl Cocoa {
    /// Nothing to give yet.
    fn new(options: Options) -> Cocoa {
        let params = options.lists.clone();
        Cocoa { lists: Model::new(&params), params, options, state: State::default() }
    }

    /// The response of the lists to a command.
    fn command(&mut self, command: In) -> Out {
        let mut out = self.lists.step(&In { cmd_valid: true, ..command });
        while !out.rsp_valid {
            out = self.lists.step(&In::default());
        }
        out
    }

    /// A page of a frame with free ones: of the application's own, or of a new one, or (decision D4) of the one with the most
    /// free pages of another application, which is mixed then.
    fn base_page(&mut self, application: u8, vpn: u64) -> Option<u64> {
        let asked = In { cmd_op: ALLOC_BASE, cmd_app: application, cmd_any: true, ..In::default() };
        let mut out = self.command(asked);
        let own = out.rsp_ok;
        if !own {
            if self.compact_foreign() {
                return self.base_page(application, vpn);
            }
            // Large pages that can be taken apart, or are being, come before other applications.
            if out.emergency > 0 || !self.state.splintering.is_empty() {
                return None;
            }
            let free = |app: &u8| out.free_slots_of(&self.params, usize::from(*app));
            let others = (0..self.params.num_apps as u8).filter(|app| *app != application && free(app) > 0);
            let other = others.max_by_key(|app| (free(app), Reverse(*app)))?;
            out = self.command(In { cmd_app: other, cmd_foreign: true, ..asked });
            self.state.stats.foreign_pages += u64::from(out.rsp_ok);
        }
        if !out.rsp_ok {
            return None;
        }
        self.state.stats.base_pages += 1;
        if out.rsp_count == 1 {
            self.grown(true);
        }
        let (content, slot) = (&mut self.state.contents[out.rsp_frame as usize], u64::from(out.rsp_slot));
        if out.rsp_count == 1 {
            *content = Content { lvpn: vpn / PAGES, ..Content::default() };
        }
        content.fitting += u64::from(own && vpn == content.lvpn * PAGES + slot);
        Some(u64::from(out.rsp_frame) * PAGES + slot)
    }

    /// A large page in no list is to be taken apart.
    fn take_apart(&mut self, frame: u32) -> Splinter {
        let out = self.command(In { cmd_op: READ_BITMAP, cmd_frame: frame, ..In::default() });
        let (application, lvpn) = (out.rsp_owner, out.rsp_lvpn);
        self.state.splintering.insert((application, lvpn), frame);
        self.state.whole.remove(&(application, lvpn));
        Splinter { application, lvpn, kept: out.rsp_bitmap }
    }

    /// The first large page of the emergency list, of this application if it has one.
    fn pop_emergency(&mut self, application: u8) -> Option<u32> {
        let out = self.command(In { cmd_op: EMERG_POP, cmd_app: application, ..In::default() });
        out.rsp_ok.then_some(out.rsp_frame)
    }

    /// Pages of a frame are freed; what is to become of it.
    fn free_slots(&mut self, frame: u32, slots: &[u64]) -> u8 {
        let mut action = 0;
        for run in slots.chunk_by(|one, next| one + 1 == *next) {
            let (first, len) = (run[0] as u32, run.len() as u32);
            let cmd =
                In { cmd_op: FREE_RANGE, cmd_frame: frame, cmd_first: first, cmd_len: len, ..In::default() };
            action = self.command(cmd).rsp_action;
        }
        action
    }

    /// An application has got a page, or a frame.
    fn grown(&mut self, frame: bool) {
        let nobody = self.state.applications;
        let stats = &mut self.state.stats;
        stats.most_pages = stats.most_pages.max(self.state.held);
        if frame {
            let frames = self.lists.state().frames().iter();
            let used = frames.filter(|one| one.status != Status::Free && one.owner != nobody).count() as u64;
            stats.most_frames = stats.most_frames.max(used);
        }
    }

    /// What the lists know of a frame.
    fn frame(&self, frame: u32) -> &ListedFrame {
        &self.lists.state().frames()[frame as usize]
    }

    /// What is in a frame.
    fn status(&self, frame: u64) -> (Status, u8, bool) {
        let ListedFrame { status, owner, mixed, .. } = *self.frame(frame as u32);
        (status, owner, mixed)
    }
}

impl MemoryManager for Cocoa {
    fn start(&mut self, memory: DeviceFrames) {
        let all = memory.frames / PAGES;
        let frames = all - all.div_ceil(TABLES);
        let applications = memory.applications as u8;
        self.params = Params {
            frames: frames as u32,
            num_apps: self.owners(memory.applications),
            ..self.options.lists.clone()
        };
        self.lists = Model::new(&self.params);
        let tables = Part::new(frames * PAGES, memory.frames);
        let contents = vec![Content::default(); frames as usize];
        self.state = State { applications, tables, contents, ..State::default() };
        self.fragment();
    }

    fn reserve_large(&mut self, application: u8, lvpn: u64) {
        let cmd = In { cmd_op: ALLOC_LARGE, cmd_app: application, cmd_lvpn: lvpn, ..In::default() };
        let mut out = self.command(cmd);
        if !out.rsp_ok && self.compact_foreign() {
            out = self.command(cmd);
        }
        if out.rsp_ok {
            self.state.stats.whole_frames += 1;
            self.state.whole.insert((application, lvpn), out.rsp_frame);
            let content = &mut self.state.contents[out.rsp_frame as usize];
            *content = Content { lvpn, fitting: PAGES, resident: 0 };
            self.grown(true);
        }
    }

    fn page(&mut self, application: u8, vpn: u64) -> Option<Frame> {
        let whole = self.state.whole.get(&(application, vpn / PAGES));
        let ppn = match whole {
            Some(frame) => u64::from(*frame) * PAGES + vpn % PAGES,
            None => self.base_page(application, vpn)?,
        };
        self.state.held += 1;
        self.grown(false);
        Some(Frame { ppn, perm: permissions(vpn) })
    }

    fn table(&mut self, _: u8) -> Option<u64> {
        self.state.tables.take()
    }

    fn is_there(&mut self, _: u8, ppn: u64) -> bool {
        let Some(content) = self.state.contents.get_mut((ppn / PAGES) as usize) else { return false };
        content.resident += 1;
        let Content { lvpn, fitting, resident } = *content;
        if fitting < PAGES || resident < PAGES {
            return false;
        }
        let frame = (ppn / PAGES) as u32;
        let cmd = In { cmd_op: SET_COALESCED, cmd_frame: frame, cmd_lvpn: lvpn, ..In::default() };
        let coalesces = self.command(cmd).rsp_ok;
        self.state.stats.large_pages += u64::from(coalesces);
        coalesces
    }

    fn takes_back(&self) -> bool {
        true
    }

    fn freed(&mut self, application: u8, pages: &[FreedPage]) -> Vec<Splinter> {
        let mut of_frames: BTreeMap<u64, Vec<&FreedPage>> = BTreeMap::new();
        for page in pages {
            of_frames.entry(page.ppn / PAGES).or_default().push(page);
        }
        self.state.nothing_sparse = false;
        self.state.stats.freed_pages += pages.len() as u64;
        self.state.held -= pages.len() as u64;
        let mut splinters = Vec::new();
        for (frame, freed) in of_frames {
            let (status, owner, _) = self.status(frame);
            for page in freed.iter().filter(|_| status != Status::Coalesced) {
                let content = &mut self.state.contents[frame as usize];
                let lies = page.vpn == content.lvpn * PAGES + page.ppn % PAGES;
                content.fitting -= u64::from(lies && owner == application);
                content.resident -= u64::from(page.is_there);
                self.state.whole.remove(&(application, page.vpn / PAGES));
            }
            let mut slots: Vec<u64> = freed.iter().map(|page| page.ppn % PAGES).collect();
            slots.sort_unstable();
            let action = self.free_slots(frame as u32, &slots);
            let apart = matches!(action, ACTION_SPLINTER_FREE | ACTION_SPLINTER_COMPACT);
            let under_way = self.state.splintering.values().any(|one| u64::from(*one) == frame);
            if apart && !under_way {
                splinters.push(self.take_apart(frame as u32));
            }
        }
        splinters
    }

    fn splinter(&mut self, application: u8, lvpn: u64) -> Option<Splinter> {
        let is_it = |frame: &u32| {
            let one = self.frame(*frame);
            (one.status, one.owner, one.lvpn) == (Status::Coalesced, application, lvpn)
        };
        let emergency: Vec<u32> = self.lists.state().emergency().iter().copied().collect();
        let found = emergency.iter().copied().find(is_it)?;
        // The list gives its first one only: the others go back, in their order.
        while self.pop_emergency(application).is_some() {}
        for frame in emergency.into_iter().filter(|frame| *frame != found) {
            self.command(In { cmd_op: FREE_RANGE, cmd_frame: frame, ..In::default() });
        }
        Some(self.take_apart(found))
    }

    fn reclaim(&mut self, application: u8) -> Option<Splinter> {
        let frame = self.pop_emergency(application)?;
        self.state.stats.emergency += 1;
        Some(self.take_apart(frame))
    }

    fn splintered(&mut self, application: u8, lvpn: u64) {
        let Some(frame) = self.state.splintering.remove(&(application, lvpn)) else { return };
        self.state.stats.splintered += 1;
        let count = self.frame(frame).count();
        let cmd_op = if count == 0 { SET_FREE } else { SET_SPLINTERED };
        self.command(In { cmd_op, cmd_frame: frame, ..In::default() });
        let kept = u64::from(count);
        self.state.contents[frame as usize] = Content { lvpn, fitting: kept, resident: kept };
        if self.options.copy_ns.is_some() && count > 0 && count < self.params.cac_thresh {
            self.state.sparse.push(frame);
        }
    }

    fn compact(&mut self, application: u8, content: &PageContent) -> Vec<Move> {
        self.compact_own(application, content)
    }

    fn take_copies(&mut self) -> Vec<PageCopy> {
        std::mem::take(&mut self.state.copies)
    }

    fn ended(&mut self, application: u8, frames: &[u64]) {
        let gone = |((owner, _), frame): (&(u8, u64), &u32)| (*owner == application).then_some(*frame);
        let splintering: Vec<u32> = self.state.splintering.iter().filter_map(gone).collect();
        self.state.splintering.retain(|key, _| key.0 != application);
        let frames_of = self.lists.state().frames();
        self.state.sparse.retain(|frame| frames_of[*frame as usize].owner != application);
        for cmd_frame in splintering {
            self.command(In { cmd_op: SET_FREE, cmd_frame, ..In::default() });
        }
        self.state.nothing_sparse = false;
        let (tables, mut pages) = (self.state.contents.len() as u64, BTreeMap::<u64, Vec<u64>>::new());
        self.state.held -= frames.iter().filter(|ppn| **ppn / PAGES < tables).count() as u64;
        for ppn in frames {
            pages.entry(ppn / PAGES).or_default().push(ppn % PAGES);
        }
        for (frame, slots) in pages {
            if frame >= self.state.contents.len() as u64 {
                self.state.tables.give(slots.into_iter().map(|slot| frame * PAGES + slot));
                continue;
            }
            let cmd_frame = frame as u32;
            if matches!(self.status(frame), (_, owner, false) if owner == application) {
                self.command(In { cmd_op: SET_FREE, cmd_frame, ..In::default() });
            } else {
                self.free_slots(cmd_frame, &slots);
            }
        }
        self.state.whole.retain(|key, _| key.0 != application);
    }

    fn maps_allocations(&self) -> bool {
        true
    }

    fn most_applications(&self) -> Option<usize> {
        Some((MOST_OWNERS - self.owners(0)) as usize)
    }
}

impl Saved for Cocoa {
    fn save(&self, to: &mut StateWriter) -> Result<(), StateError> {
        to.put(&(&self.params, &self.lists.snapshot(), &self.state))
    }

    fn restore(&mut self, from: &mut StateReader) -> Result<(), StateError> {
        let lists: Lists;
        (self.params, lists, self.state) = from.take()?;
        self.lists = Model::new(&self.params);
        Ok(self.lists.restore(lists)?)
    }
}

impl Attachment for Cocoa {
    fn count(&self, to: &mut UnitStats) {
        to.add(&self.state.stats);
    }

    fn check(&self) -> Result<(), UnitError> {
        let frames = self.lists.state().frames();
        let wrong = frames.iter().zip(&self.state.contents).position(|(frame, content)| {
            frame.status == Status::Coalesced && (content.resident, content.lvpn) != (PAGES, frame.lvpn)
        });
        match wrong {
            Some(frame) => {
                Err(UnitError(format!("cocoa: frame {frame} is a large page before all its pages are there")))
            }
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::machine::MachineSpec;
    use crate::policy::params::Settings;
    use crate::policy::translation::Frames;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    /// A manager of so many frames for pages, and one for tables, for two applications.
    fn cocoa(frames: u64) -> Cocoa {
        cocoa_with(frames, &[])
    }

    /// The same with these settings.
    fn cocoa_with(frames: u64, settings: &[(&str, &str)]) -> Cocoa {
        let given: Vec<_> =
            settings.iter().map(|(key, value)| (key.to_string(), value.to_string())).collect();
        let settings = Settings::parse("cocoa", PARAMS, &given).unwrap();
        let mut cocoa = Cocoa::new(Options::new(&settings, &MachineSpec::load("mosaic").unwrap()));
        cocoa.start(DeviceFrames { frames: (frames + 1) * PAGES, applications: 2 });
        cocoa
    }

    /// A large page of application 0 in a frame of its own, all of which is there.
    fn large(cocoa: &mut Cocoa, lvpn: u64) -> u64 {
        cocoa.reserve_large(0, lvpn);
        let ppns: Vec<u64> = pages_of(lvpn).map(|vpn| ppn(cocoa, 0, vpn).unwrap()).collect();
        assert_eq!(ppns.iter().filter(|ppn| cocoa.is_there(0, **ppn)).count(), 1);
        ppns[0] / PAGES
    }

    /// Frees the first so many pages of one, which lies in that frame.
    fn free(cocoa: &mut Cocoa, lvpn: u64, frame: u64, pages: u64) -> Vec<Splinter> {
        let page = |i| FreedPage { vpn: lvpn * PAGES + i, ppn: frame * PAGES + i, is_there: true };
        cocoa.freed(0, &(0..pages).map(page).collect::<Vec<_>>())
    }

    #[test]
    fn a_large_page_goes_to_the_emergency_list_at_the_threshold_and_is_taken_apart_below() {
        for (freed, kept) in [(0, None), (255, None), (256, None), (257, Some(255)), (512, Some(0))] {
            let mut cocoa = cocoa(3);
            let frame = large(&mut cocoa, 40);
            let splinters = free(&mut cocoa, 40, frame, freed);
            let stay: Vec<usize> = splinters.iter().map(|one| one.kept[..].count_ones()).collect();
            assert_eq!(stay, kept.into_iter().collect::<Vec<_>>(), "{freed} freed");
            let listed = (1..=256).contains(&freed);
            assert_eq!(cocoa.lists.state().emergency().len(), usize::from(listed));
            if kept.is_some() {
                // It is nobody's until it is taken apart.
                assert!(matches!(cocoa.status(frame).0, Status::Coalesced) && cocoa.reclaim(0).is_none());
                cocoa.splintered(0, 40);
                let free = kept == Some(0);
                assert_eq!(cocoa.status(frame).0 == Status::Free, free);
            }
            assert_eq!(cocoa.check(), Ok(()));
        }
    }

    #[test]
    fn pages_are_taken_from_free_frames_then_large_pages_that_have_some_then_other_applications() {
        let mut cocoa = cocoa(2);
        let frames = [3, 4].map(|lvpn| (lvpn, large(&mut cocoa, lvpn)));
        for (lvpn, frame) in frames {
            assert_eq!(free(&mut cocoa, lvpn, frame, 2), []);
        }
        let mut given = Vec::new();
        for lvpn in [3, 4] {
            assert_eq!(ppn(&mut cocoa, 0, 9 * PAGES), None);
            let splinter = cocoa.reclaim(0).unwrap();
            assert_eq!((splinter.lvpn, splinter.kept[..].count_ones()), (lvpn, 510));
            assert_eq!(ppn(&mut cocoa, 0, 9 * PAGES), None, "it is not taken apart yet");
            cocoa.splintered(0, lvpn);
            given.extend((0..2).map(|i| ppn(&mut cocoa, 0, 9 * PAGES + lvpn * 2 + i).unwrap()));
        }
        assert_eq!(given, [0, 1, PAGES, PAGES + 1]);
        assert_eq!((cocoa.reclaim(0), ppn(&mut cocoa, 0, 0)), (None, None));
        assert_eq!((cocoa.state.stats.emergency, cocoa.state.stats.foreign_pages), (2, 0));
    }

    #[test]
    fn a_large_page_whose_freed_pages_are_allocated_anew_is_taken_apart_and_the_list_keeps_its_order() {
        let mut cocoa = cocoa(4);
        let frames = [3, 4, 5].map(|lvpn| (lvpn, large(&mut cocoa, lvpn)));
        for (lvpn, frame) in frames {
            assert_eq!(free(&mut cocoa, lvpn, frame, 10), []);
        }
        assert_eq!(cocoa.splinter(0, 4).map(|one| one.lvpn), Some(4));
        assert_eq!((cocoa.splinter(0, 4), cocoa.splinter(1, 3)), (None, None));
        assert_eq!(cocoa.lists.state().emergency(), &[0, 2]);
        cocoa.splintered(0, 4);
        assert!((0..10).all(|i| ppn(&mut cocoa, 0, 4 * PAGES + i) == Some(PAGES + i)));
    }

    #[test]
    fn pages_of_a_sparse_frame_move_within_their_channels_if_all_of_them_fit() {
        // The frame that pages move to has room for all, as much room but not in their channels, and none.
        for (taken, compacts) in [(311, true), (312, false), (512, false)] {
            let mut cocoa = cocoa_with(3, &[("cac", "ideal")]);
            let sparse = large(&mut cocoa, 40);
            let other = large(&mut cocoa, 41);
            free(&mut cocoa, 41, other, 512);
            cocoa.splintered(0, 41);
            free(&mut cocoa, 40, sparse, 312);
            cocoa.splintered(0, 40);
            // 200 pages move, and other pages take what the second frame has before their room.
            let before: Vec<u64> =
                (0..312 + taken).map(|i| ppn(&mut cocoa, 0, 50 * PAGES + i).unwrap()).collect();
            let back: Vec<u64> = before.iter().copied().filter(|ppn| ppn / PAGES == sparse).collect();
            let pages = |ppns: &[u64]| -> Vec<FreedPage> {
                let page = |ppn: &u64| FreedPage { vpn: 60 * PAGES, ppn: *ppn, is_there: false };
                ppns.iter().map(page).collect()
            };
            cocoa.freed(0, &pages(&back));
            let moves = cocoa.compact(0, &|ppn| Some((40 * PAGES + ppn % PAGES, true)));
            assert_eq!(moves.len(), if compacts { 200 } else { 0 }, "{taken} taken");
            let phase = |ppn: u64| (ppn << 12 >> 8) % 6;
            assert!(moves.iter().all(|one| phase(one.from) == phase(one.to) && one.from / PAGES == sparse));
            let to: BTreeSet<u64> = moves.iter().map(|one| one.to).collect();
            assert!(to.len() == moves.len() && to.iter().all(|ppn| !before.contains(ppn)));
            assert_eq!(cocoa.status(sparse).0 == Status::Free, compacts);
        }
    }

    #[test]
    fn memory_that_is_broken_up_has_as_many_frames_and_pages_taken_as_it_is_asked_for() {
        for (fragmentation, occupancy, frames, pages) in
            [("50", "10", 8, 51), ("100", "1", 16, 5), ("100", "100", 16, 512)]
        {
            let settings = [("fragmentation", fragmentation), ("occupancy", occupancy)];
            let cocoa = cocoa_with(16, &settings);
            let counts = cocoa.lists.state().frames().iter().filter(|one| one.status != Status::Free);
            let counts: Vec<u32> = counts.map(|one| one.count()).collect();
            assert_eq!(counts, vec![pages; frames]);
            let places = |seed| {
                let all = cocoa_with(16, &[settings[0], settings[1], ("seed", seed)]);
                all.lists.state().frames().to_vec()
            };
            assert!(places("1") == places("1") && (occupancy == "100" || places("1") != places("2")));
        }
    }

    #[test]
    fn large_pages_get_frames_of_broken_memory_only_if_it_is_compacted_which_takes_longest_over_the_bus() {
        let stalls = ["off", "copy", "bulk", "ideal"].map(|cac| {
            let mut cocoa = cocoa_with(20, &[("fragmentation", "100"), ("occupancy", "25"), ("cac", cac)]);
            (0..10).for_each(|lvpn| cocoa.reserve_large(0, lvpn));
            let whole = cocoa.state.stats.whole_frames;
            assert_eq!(
                (whole, cocoa.state.stats.moved_pages),
                if cac == "off" { (0, 0) } else { (10, 1280) }
            );
            assert_eq!(cocoa.check(), Ok(()));
            cocoa.take_copies().iter().map(|copy| copy.ns).sum::<u64>()
        });
        // 4 kB twice over 32 bytes a cycle of 837 MHz, and 80 ns a page.
        assert_eq!(stalls, [0, 1280 * 306, 1280 * 80, 0]);
    }

    /// Pages of a large page one after the other.
    fn pages_of(lvpn: u64) -> std::ops::Range<u64> {
        lvpn * PAGES..(lvpn + 1) * PAGES
    }

    fn ppn(manager: &mut dyn MemoryManager, application: u8, vpn: u64) -> Option<u64> {
        Some(manager.page(application, vpn)?.ppn)
    }

    #[test]
    fn a_large_page_that_is_allocated_at_once_has_a_frame_for_itself_and_becomes_one_with_its_last_page() {
        let mut cocoa = cocoa(3);
        ppn(&mut cocoa, 0, 9).unwrap();
        cocoa.reserve_large(0, 40);
        for (vpn, ppn) in pages_of(40).zip(pages_of(1)) {
            assert_eq!(cocoa.page(0, vpn).unwrap().ppn, ppn);
        }
        // Its data may come in any order.
        let last = pages_of(1).rev().position(|ppn| cocoa.is_there(0, ppn)).unwrap() as u64;
        assert_eq!((last, cocoa.state.stats.large_pages), (PAGES - 1, 1));
        assert_eq!((cocoa.status(1), cocoa.check()), ((Status::Coalesced, 0, false), Ok(())));
    }

    #[test]
    fn pages_one_by_one_become_a_large_page_only_if_they_happen_to_lie_as_in_one() {
        // In order; with two of them the wrong way round; and with the page of another large page.
        let with = |change: fn(&mut Vec<u64>)| {
            let mut cocoa = cocoa(2);
            let mut vpns: Vec<u64> = pages_of(7).collect();
            change(&mut vpns);
            let ppns: Vec<u64> = vpns.into_iter().map(|vpn| ppn(&mut cocoa, 1, vpn).unwrap()).collect();
            ppns.into_iter().filter(|ppn| cocoa.is_there(1, *ppn)).count()
        };
        assert_eq!(with(|_| ()), 1);
        assert_eq!(with(|vpns| vpns.swap(5, 6)), 0);
        assert_eq!(with(|vpns| vpns[511] += PAGES), 0);
    }

    #[test]
    fn without_a_free_frame_large_pages_go_to_base_pages_then_to_other_applications_then_nowhere() {
        let mut cocoa = cocoa(2);
        for lvpn in [3, 4] {
            cocoa.reserve_large(0, lvpn);
        }
        assert_eq!(cocoa.state.stats.whole_frames, 2);
        assert!(ppn(&mut cocoa, 1, 0).is_none(), "both frames are full");
        cocoa.ended(0, &pages_of(1).collect::<Vec<_>>());
        let own: Vec<u64> = (0..200).map(|vpn| ppn(&mut cocoa, 1, vpn).unwrap()).collect();
        assert_eq!(own, (PAGES..PAGES + 200).collect::<Vec<_>>());
        cocoa.reserve_large(0, 5);
        assert_eq!(cocoa.state.stats.whole_frames, 2);
        let foreign: Vec<u64> = pages_of(5).map_while(|vpn| ppn(&mut cocoa, 0, vpn)).collect();
        assert_eq!(foreign, (PAGES + 200..2 * PAGES).collect::<Vec<_>>());
        assert_eq!((cocoa.state.stats.foreign_pages, cocoa.status(1)), (312, (Status::Owned, 1, true)));
        assert_eq!(own.iter().chain(&foreign).filter(|ppn| cocoa.is_there(1, **ppn)).count(), 0);
        // Of a mixed frame an application gives back only what is its own.
        cocoa.ended(1, &own);
        assert_eq!(cocoa.status(1), (Status::Owned, 1, true));
        cocoa.ended(0, &foreign);
        assert_eq!(cocoa.status(1).0, Status::Free);
        cocoa.reserve_large(0, 6);
        assert_eq!(cocoa.state.stats.whole_frames, 3);
    }

    /// Frames of 512 pages that have pages of both applications after they have touched pages in turns.
    fn mixed(manager: &mut dyn MemoryManager) -> usize {
        let mut owners: BTreeMap<u64, BTreeSet<u8>> = BTreeMap::new();
        for (vpn, application) in (0..2 * PAGES).flat_map(|vpn| [(vpn, 0), (vpn, 1)]) {
            let frame = manager.page(application, vpn).unwrap().ppn / PAGES;
            owners.entry(frame).or_default().insert(application);
        }
        owners.values().filter(|owners| owners.len() > 1).count()
    }

    #[test]
    fn pages_in_physical_order_mix_applications_in_every_frame_and_cocoa_in_none() {
        let mut shared = Frames::new(false, false);
        shared.start(DeviceFrames { frames: 5 * PAGES, applications: 2 });
        assert_eq!((mixed(&mut shared), mixed(&mut cocoa(4))), (4, 0));
    }

    #[test]
    fn tables_lie_behind_all_pages_and_come_back() {
        let mut cocoa = cocoa(2);
        let tables: Vec<u64> = (0..3).map(|_| cocoa.table(0).unwrap()).collect();
        assert_eq!(tables, [2 * PAGES, 2 * PAGES + 1, 2 * PAGES + 2]);
        cocoa.ended(0, &tables);
        assert_eq!(
            (0..3).map(|_| cocoa.table(1).unwrap()).collect::<BTreeSet<_>>(),
            tables.into_iter().collect()
        );
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]

        #[test]
        fn no_page_of_memory_is_given_twice_and_a_frame_has_one_application_until_memory_is_full(
            steps in prop::collection::vec((0u8..2, 0u8..8, 0u64..6, 1u64..400), 1..40),
        ) {
            let mut cocoa = cocoa(5);
            let mut given: BTreeMap<u64, (u8, u64)> = BTreeMap::new();
            for (application, what, lvpn, some) in steps {
                let has = |vpn: u64| given.values().any(|page| *page == (application, vpn));
                let new: Vec<u64> = match what {
                    0 => {
                        let of = |page: &(u8, u64)| page.0 == application;
                        let own: Vec<u64> = given.iter().filter(|(_, page)| of(page)).map(|one| *one.0).collect();
                        cocoa.ended(application, &own);
                        given.retain(|_, page| !of(page));
                        Vec::new()
                    }
                    1..=3 if pages_of(lvpn).all(|vpn| !has(vpn)) => {
                        cocoa.reserve_large(application, lvpn);
                        pages_of(lvpn).collect()
                    }
                    _ => pages_of(lvpn).take(some as usize).filter(|vpn| !has(*vpn)).collect(),
                };
                for vpn in new {
                    let Some(ppn) = ppn(&mut cocoa, application, vpn) else { break };
                    prop_assert!(ppn < 5 * PAGES);
                    prop_assert_eq!(given.insert(ppn, (application, vpn)), None);
                    cocoa.is_there(application, ppn);
                }
                prop_assert_eq!(cocoa.check(), Ok(()));
                for (frame, one) in cocoa.lists.state().frames().iter().enumerate() {
                    let pages = (frame as u64 * PAGES..).take(PAGES as usize);
                    let inside: Vec<_> = pages.filter_map(|ppn| given.get(&ppn)).collect();
                    let whole = cocoa.state.whole.values().any(|whole| *whole == frame as u32);
                    prop_assert!(whole || inside.len() == one.count() as usize);
                    prop_assert!(one.mixed || inside.iter().all(|page| page.0 == one.owner));
                    if one.status == Status::Coalesced {
                        let lies = |(i, page): (usize, &&(u8, u64))| page.1 == one.lvpn * PAGES + i as u64;
                        prop_assert!(inside.len() as u64 == PAGES && inside.iter().enumerate().all(lies));
                    }
                }
            }
        }
    }
}
