// SPDX-License-Identifier: Apache-2.0
//! Memory manager: gives pages their frames of device memory. It is software of the driver and takes no simulated time.

use super::attachment::Attachment;
use super::shared_tlb::Frame;

/// The device memory that there is to give.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DeviceFrames {
    /// Pages of device memory.
    pub frames: u64,
    /// Applications that share it.
    pub applications: usize,
}

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

    /// An application has ended, and with it its pages and tables, which had these frames, in no order.
    fn ended(&mut self, application: u8, frames: &[u64]);

    /// Whether the pages of an allocation get their frames before the next kernel starts; else when they are first touched.
    fn maps_allocations(&self) -> bool {
        false
    }

    /// Whether each application has channels of its own: then the frames are shared out among them in equal parts, in order,
    /// and the lines of a part lie in its channels only.
    fn divides_channels(&self) -> bool {
        false
    }
}
