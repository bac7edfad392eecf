// SPDX-License-Identifier: Apache-2.0
//! Memory manager: gives pages their frames of device memory. It is software of the driver and takes no simulated time.

use serde::{Deserialize, Serialize};
use warpsmith_units::Wide;

use super::attachment::Attachment;
use super::shared_tlb::Frame;
use crate::types::SmCycle;

/// Base pages of a large one: a bit for each.
pub type BasePages = Wide<16>;

/// The device memory that there is to give.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DeviceFrames {
    /// Pages of device memory.
    pub frames: u64,
    /// Applications that share it.
    pub applications: usize,
}

/// A page that is freed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FreedPage {
    /// The virtual page.
    pub vpn: u64,
    /// Its frame.
    pub ppn: u64,
    /// Its data is there.
    pub is_there: bool,
}

/// A large page that is to be none any more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Splinter {
    /// Whose it is, from 0.
    pub application: u8,
    /// The large page's number: that of its base pages without the lowest 9 bits.
    pub lvpn: u64,
    /// The base pages that stay, each where it is.
    pub kept: BasePages,
}

/// A page that is in another frame from now on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Move {
    /// The frame that had the page.
    pub from: u64,
    /// The frame that has it from now on.
    pub to: u64,
}

/// A page whose data is copied, while no SM looks up a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PageCopy {
    /// From which frame to which.
    pub page: Move,
    /// Whose it is; none: nobody's.
    pub application: Option<u8>,
    /// It is copied inside DRAM.
    pub bulk: bool,
    /// Nanoseconds that it takes, where no page migrator does it.
    pub ns: u64,
}

/// Base pages of a large page are brought together in a frame of their own.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Gathered {
    /// In order, no page twice.
    pub moves: Vec<Move>,
    /// SM cycles that copies and flushes take.
    pub stall_cycles: u64,
}

/// By frame: its page, and whether the data of that is there.
pub type PageContent<'a> = dyn Fn(u64) -> Option<(u64, bool)> + 'a;

/// One of the chip.
pub trait MemoryManager: Attachment {
    /// So much memory is there, and nothing of it is given. Told before anything else.
    fn start(&mut self, memory: DeviceFrames);

    /// All pages of the large page `lvpn` of an application are allocated at once, and have no frames: they are asked for next,
    /// in order.
    fn reserve_large(&mut self, _application: u8, _lvpn: u64) {}

    /// A frame for the page `vpn` of an application, which has none; `None`: there is none left.
    fn page(&mut self, application: u8, vpn: u64) -> Option<Frame>;

    /// A frame for a page table of an application.
    fn table(&mut self, application: u8) -> Option<u64>;

    /// The data of a page of an application with this frame is there. Whether it is the last one of a large page that can be one now:
    /// all 512 of its pages are there, one behind the other from a multiple of 512 on.
    fn is_there(&mut self, _application: u8, _ppn: u64) -> bool {
        false
    }

    /// Whether it takes back the frames of memory that programs free; else a page keeps its frame until its program ends.
    fn takes_back(&self) -> bool {
        false
    }

    /// Pages of an application are freed, by ascending number. Those of base pages are mapped no more; those of a large page are until
    /// that is taken apart. Large pages that are to be.
    fn freed(&mut self, _application: u8, _pages: &[FreedPage]) -> Vec<Splinter> {
        Vec::new()
    }

    /// A page of a large one, which had been freed, is allocated anew: the large page is to be taken apart, unless that is under
    /// way already.
    fn splinter(&mut self, _application: u8, _lvpn: u64) -> Option<Splinter> {
        None
    }

    /// There was no frame for a page, and none is about to become free: a large page whose free base pages are wanted.
    fn reclaim(&mut self, _application: u8) -> Option<Splinter> {
        None
    }

    /// A large page is taken apart, and no TLB knows it any more.
    fn splintered(&mut self, _application: u8, _lvpn: u64) {}

    /// No kernel of an application is under way: pages of it may move, each to a frame of the same channels. In order, no page twice.
    fn compact(&mut self, _application: u8, _content: &PageContent) -> Vec<Move> {
        Vec::new()
    }

    /// An epoch has ended before `now`: a large page, by its application, whose base pages are to be brought together in a frame of
    /// their own while kernels run, if it is time for one.
    fn chooses(&mut self, _now: SmCycle) -> Option<(u8, u64)> {
        None
    }

    /// No page of that application is being translated: those of that large page move, to the same places of its frame, which its
    /// other pages get from then on. None if there is no frame.
    fn gather(&mut self, _application: u8, _lvpn: u64) -> Option<Gathered> {
        None
    }

    /// Pages that are to be copied, of which this was not asked yet, the oldest first. All SMs wait for them.
    fn take_copies(&mut self) -> Vec<PageCopy> {
        Vec::new()
    }

    /// An application has ended, and with it its pages and tables, which had these frames, in no order.
    fn ended(&mut self, application: u8, frames: &[u64]);

    /// Whether the pages of an allocation get their frames before the next kernel starts; else when they are first touched.
    fn maps_allocations(&self) -> bool {
        false
    }

    /// The applications that it can tell apart at most; none: any number.
    fn most_applications(&self) -> Option<usize> {
        None
    }

    /// Whether each application has channels of its own: then the frames are shared out among them in equal parts, in order,
    /// and the lines of a part lie in its channels only.
    fn divides_channels(&self) -> bool {
        false
    }
}
