// SPDX-License-Identifier: Apache-2.0
// mascar_picker_24x6: part of mascar, configuration rexq16
// (Sethia, Jamshidi & Mahlke, HPCA-21 (2015); Sethia, dissertation (2015), chapter IV).
// Emitted by Warpsmith from hdl/src/units/mascar; make changes there.
//
// Parameters:
//   n_warps=48 n_sched=2 mshr_entries=64 mq_entries=8 mshr_margin=8 mq_margin=1 rexq_entries=16
//   addr_bits=64 line_bytes=128 warp_size=32 reg_bits=7 release_waits=1 grandfather=1
//   nonowner_merge=0 owner_bypass_full=0 sched_en=1 rexq_en=1

// The warp that one of Mascar's schedulers issues from the group that it may issue from (specification section 2.3).
// EP: the warp issued last, then the oldest. MP: the owner first in the memory group, then the oldest.
// It knows its `WARPS` warps by their place among its own. `KEY` is an age rank with two bits above it: the lower of
// them puts all others behind the favourite.
module mascar_picker_24x6 (
    input  wire         clock,    // SM clock.
    input  wire         reset,    // Synchronous reset, active high.
    input  wire         mp,       // Memory access priority mode.
    input  wire         memory,   // The group is that of the warps that can issue a memory instruction.
    input  wire [23:0]  group,    // Warps of the group; one of them is issued in this cycle.
    input  wire [23:0]  owner,    // The owner, one-hot; zero if it is not among these warps.
    // Age ranks, 0 oldest; those of these warps are the lowest and every `stride`-th after it.
    input  wire [287:0] age_rank,
    output wire [4:0]   warp      // The warp picked from the group; zero if that is empty.
);

    localparam [23:0] ONE = 24'd1;
    localparam [31:0] RANK_STEP = 32'd12; // Bits from one warp's age rank to the next one's.
    localparam [7:0] BEHIND = 8'd64;

    reg  [23:0]  favourite;
    wire         unused;    // The ranks of the other schedulers' warps are of no use here.
    reg  [5:0]   rank;
    reg  [191:0] key;
    reg          last_v;    // Some warp has been issued.
    reg  [4:0]   last;      // The warp issued last.

    min_tree_24x8 first (
        .candidates (group),
        .keys       (key),
        .index      (warp)
    );

    always @(posedge clock) begin
        if (reset) begin
            last_v <= 1'b0;
            last <= 5'd0;
        end else if (group != 24'd0) begin
            last_v <= 1'b1;
            last <= warp;
        end
    end

    // The favourite has key 0; all others are behind it, in order of age.
    always @* begin
        favourite = 24'd0;
        if (mp) begin
            if (memory) begin
                favourite = owner;
            end
        end else if (last_v) begin
            favourite = ONE << last;
        end
    end

    assign unused = age_rank != 288'd0;

    always @* begin : compute_rank
        integer i;
        i = 0;
        rank = 6'd0;
        key = 192'd0;
        if (group != 24'd0) begin
            for (i = 0; i < 24; i = i + 1) begin
                rank = age_rank[(i * RANK_STEP) +: 6];
                if (group[i] && !favourite[i]) begin
                    key[(i * 8) +: 8] = BEHIND | {2'd0, rank};
                end
            end
        end
    end

endmodule
