// SPDX-License-Identifier: Apache-2.0
//! What sits in the sockets of a GPU: the one list of all sockets.

mod declare;

pub use declare::Sockets;

use crate::cpu::Workload;
use crate::error::assembly::GpuError;
use crate::machine::MachineSpec;
use crate::socket::{
    BlockThrottle, CtaDispatcher, FrequencyManager, HazardControl, Issue, L1TlbArray, L2Replacement, L2Route,
    LoadGate, LoadPath, MemoryController, MemoryManager, MissRule, PageCoalescer, PageMigrator, Prefetcher,
    SharedTlb, WalkRoute, WarpTyper,
};

// A socket is a line: its field, its trait, its name for people, the file of the trait in `socket/`, and what happens there.
declare::sockets! {
    /// The sockets of the chip.
    chip: ChipSockets, "chip", |_| 1 => {
        frequency: FrequencyManager, "frequency manager", "frequency_manager",
            "turns what limits the SMs into the levels of the two clock domains; none: nominal levels";
        dispatcher: CtaDispatcher, "CTA dispatcher", "cta_dispatcher",
            "decides which SM gets the next CTA, and of which kernel; none: each kernel has SMs of its own, which ask for its CTAs";
    }

    /// The sockets of one SM.
    sms: SmSockets, "SM", |machine| machine.sm.count => {
        throttle: BlockThrottle, "block throttle", "block_throttle",
            "decides how many CTAs run at a time, and asks for new ones; none: all that fit";
        issue: Issue, "warp scheduler", "issue",
            "chooses the warps that issue; none: the machine's warp schedulers";
        hazards: HazardControl, "hazard control", "hazard_control",
            "decides when warps may issue, and predicts branches, on a machine with `[front_end]`; none: one instruction of a warp is in flight";
        miss_rule: MissRule, "miss rule", "miss_rule",
            "decides which warps may miss in the caches; none: all";
        gate: LoadGate, "load gate", "load_gate",
            "decides which warps may issue loads to the L1; none: all";
        path: LoadPath, "load path", "load_path",
            "the way from the LD/ST unit to the L1; none: what the L1 refuses is tried again";
        prefetcher: Prefetcher, "prefetcher", "prefetcher",
            "asks for lines of the L1 before a load does; none: nothing";
        l1_tlb: L1TlbArray, "L1 TLB", "l1_tlb",
            "has the translations that are at hand, and the misses under way; none: those of the machine, if it translates addresses";
        typer: WarpTyper, "warp typer", "warp_typer",
            "tags the requests of each warp, and hears what became of them; none: the tag is 0";
    }

    /// The sockets of one L2 sub-partition.
    slices: SliceSockets, "L2 sub-partition", |machine| machine.l2_partitions() => {
        route: L2Route, "L2 route", "l2_route",
            "decides which requests go past the tags, and how urgent they are to DRAM; none: nothing goes past, all are equal";
    }

    /// The sockets of one bank of an L2 sub-partition.
    banks: BankSockets, "L2 bank", |machine| machine.l2_partitions() * machine.l2.banks().banks => {
        replacement: L2Replacement, "L2 replacement", "l2_replacement",
            "chooses where a line stands in its set and which one leaves; none: LRU";
    }

    /// The sockets of the address translation, if the machine has it.
    mmus: MmuSockets, "MMU", |machine| u32::from(machine.mmu.is_some()) => {
        shared_tlb: SharedTlb, "shared TLB", "shared_tlb",
            "answers the misses of the L1 TLBs, by walks through the page tables; none: the shared L2 TLB of the machine";
        walk_route: WalkRoute, "walk route", "walk_route",
            "decides which reads of page tables go past L2, and how urgent they are to DRAM; none: they are as all reads";
        manager: MemoryManager, "memory manager", "memory_manager",
            "gives pages their frames of device memory; none: in physical order, when a page is first touched";
        coalescer: PageCoalescer, "page coalescer", "page_coalescer",
            "makes large pages of frames that the memory manager has filled; none: the driver does, in no time";
        migrator: PageMigrator, "page migrator", "page_migrator",
            "copies the pages that the memory manager moves; none: they take that one's time";
    }

    /// The sockets of one DRAM channel.
    channels: ChannelSockets, "DRAM channel", |machine| machine.dram.channels => {
        controller: MemoryController, "memory controller", "memory_controller",
            "turns requests into DRAM commands, in every channel or in none; none: the machine's DRAM scheduler";
    }
}

impl SmSockets {
    /// A socket other than that of hazard control in which something sits.
    pub(crate) fn beside_hazard_control(&self) -> Option<Socket> {
        let SmSockets { throttle, issue, hazards: _, miss_rule, gate, path, prefetcher, l1_tlb, typer } =
            self;
        let taken = [
            (throttle.is_some(), Socket::BlockThrottle),
            (issue.is_some(), Socket::Issue),
            (miss_rule.is_some(), Socket::MissRule),
            (gate.is_some(), Socket::LoadGate),
            (path.is_some(), Socket::LoadPath),
            (prefetcher.is_some(), Socket::Prefetcher),
            (l1_tlb.is_some(), Socket::L1TlbArray),
            (typer.is_some(), Socket::WarpTyper),
        ];
        taken.into_iter().find(|(taken, _)| *taken).map(|(_, socket)| socket)
    }
}

impl Socket {
    /// Whether only machines with address translation have it.
    pub fn is_of_translation(self) -> bool {
        use Socket::{L1TlbArray, MemoryManager, PageCoalescer, PageMigrator, SharedTlb, WalkRoute};
        matches!(self, L1TlbArray | SharedTlb | WalkRoute | MemoryManager | PageCoalescer | PageMigrator)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_of_sockets_lists_them_all() {
        let row = |s: &Socket| {
            format!(
                "| {} | {} | `{}` in `{}` | {} |",
                s.name(),
                s.place(),
                s.contract(),
                s.file(),
                s.meaning()
            )
        };
        let page = include_str!("../../../docs/sockets.md");
        let listed: Vec<&str> = page.lines().filter(|line| line.contains("host/gpu/src/socket/")).collect();
        let expected: Vec<String> = Socket::ALL.iter().map(row).collect();
        assert_eq!(listed, expected, "docs/sockets.md must have these rows:\n{}", expected.join("\n"));
    }

    #[test]
    fn the_file_of_each_socket_declares_its_trait() {
        for socket in Socket::ALL {
            let path = format!("{}/../../{}", env!("CARGO_MANIFEST_DIR"), socket.file());
            let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
            assert!(text.contains(&format!("pub trait {}:", socket.contract())), "{path}");
        }
    }

    #[test]
    fn what_was_attached_to_another_machine_is_refused_with_both_sizes() {
        let gtx480 = MachineSpec::load("gtx480").unwrap();
        let mut smaller = gtx480.clone();
        smaller.sm.count = 3;
        let mut attachments = Attachments::baseline();
        assert_eq!(attachments.sms(&smaller).len(), 3);
        let error = attachments.fitted(&gtx480).err().unwrap().to_string();
        assert!(error.contains("SM") && error.contains('3') && error.contains("15"), "{error}");
    }
}
