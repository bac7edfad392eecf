// SPDX-License-Identifier: Apache-2.0
//! What address translation counts.

use super::units::unit_statistics;

unit_statistics! {
    /// Counted in the L1 TLB of each SM.
    L1TlbStats of "l1_tlb", "L1 TLB of each SM, if the machine translates addresses; summed" {
        accesses, "pages", "pages that instructions, and misses of texture and constant cache, looked for";
        hits, "pages", "those that were there";
        merged, "pages", "those that the SM waited for already";
        misses, "pages", "those for which the SM sent a lookup to the shared TLB";
        stall_cycles, "SM cycles", "in which a page waited because every MSHR was taken";
        miss_cycles, "SM cycles", "from a miss to its fill; summed over misses";
        stalled_warps, "warps", "that waited for a page when it came; summed over misses";
        flushed, "pages", "translations that flushes dropped";
    }
}

unit_statistics! {
    /// Counted at the shared TLB, for the application that asks.
    L2TlbStats of "l2_tlb", "shared TLB, if the machine translates addresses; of an application what its SMs ask" {
        lookups, "pages", "lookups that it accepted";
        hits, "pages", "those that hit";
        misses, "pages", "those that neither hit nor joined a walk under way";
        port_wait_cycles, "SM cycles", "in which a lookup that had come was not accepted; summed over SMs";
        lookup_cycles, "SM cycles", "from a lookup's acceptance to its answer; summed over lookups";
        walks, "walks", "walks that ended";
        walk_cycles, "SM cycles", "from the acceptance of the lookup that waited for it longest to the end of a walk; summed over walks";
        faults, "walks", "those of them that found an entry that was not valid";
        reads_1, "reads", "reads of entries of root tables that went to L2";
        reads_2, "reads", "the same of the second level";
        reads_3, "reads", "the same of the third level";
        reads_4, "reads", "the same of the fourth level";
        reads_5, "reads", "the same of the fifth level";
        read_hits_1, "reads", "those of root tables that hit in L2";
        read_hits_2, "reads", "the same of the second level";
        read_hits_3, "reads", "the same of the third level";
        read_hits_4, "reads", "the same of the fourth level";
        read_hits_5, "reads", "the same of the fifth level";
        reads_past, "reads", "reads that went past L2";
        read_cycles, "SM cycles", "from the departure of a read for L2 to its answer; summed over reads";
        pages_mapped, "pages", "pages that got a frame";
        flushes, "flushes", "flushes of the application's address space";
    }
}

unit_statistics! {
    /// Counted by the memory manager, of all applications.
    CocoaStats of "cocoa", "memory manager `cocoa`, of all programs" {
        whole_frames, "frames", "frames of 512 pages that were given to a large page of an allocation";
        base_pages, "pages", "pages that were given one by one";
        foreign_pages, "pages", "those of them in a frame of another program, as no other was left";
        large_pages, "frames", "frames that became large pages";
        freed_pages, "pages", "pages of memory that programs have freed";
        splintered, "frames", "large pages that were taken apart, as pages of them were freed";
        emergency, "frames", "those of them that had enough pages to stay one, but their free pages were needed";
        compacted, "frames", "frames that became free as their pages moved to others";
        moved_pages, "pages", "pages that moved, each copied once";
        most_pages, "pages", "pages that programs had at most at a time";
        most_frames, "frames", "frames that they had at most at a time";
    }
}

unit_statistics! {
    /// Counted by the memory manager, of all applications.
    FramesStats of "shared_frames", "memory manager `shared_frames`, if several programs share memory" {
        full_frames, "frames", "frames of 512 pages from a multiple of 512 on, all of which were given";
        single_frames, "frames", "those of them that had pages of one program only: a large page might lie there";
    }
}

unit_statistics! {
    /// Counted by the memory manager, of all applications.
    MigrationStats of "migrating_coalescer", "memory manager `migrating_coalescer`, of all programs" {
        large_pages, "frames", "frames that became large pages";
        gathered, "frames", "frames of 512 pages that base pages of one large page were moved to";
        moved_pages, "pages", "pages that moved, each copied once";
        untouched_pages, "pages", "pages of these large pages that nobody had touched, and that came all the same";
        no_frame, "frames", "large pages that had enough touched pages, but for which no frame was left";
        stall_cycles, "SM cycles", "in which the SMs of a program waited for copies and flushes; summed over large pages";
    }
}

unit_statistics! {
    /// Counted where pages come from the host, for the application that waits.
    PagingStats of "paging", "link to the host, if pages come over it; of an application what its SMs wait for" {
        faults, "faults", "far faults: walks that found a page that is not there yet, and of each SM its first touch of one where all hit";
        pages, "pages", "pages that came";
        bytes, "bytes", "their bytes";
        link_cycles, "SM cycles", "in which their data moved";
        wait_cycles, "SM cycles", "from the first far fault of a page to its arrival; summed over pages";
        queue_cycles, "SM cycles", "those of them that an idle link would not have taken; summed over pages";
    }
}
