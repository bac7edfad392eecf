// SPDX-License-Identifier: Apache-2.0
// Invariant 3: what commits is the oldest entry of its warp, complete, without a fault and behind no branch; an entry that leaves has been
// committed, or removed by a branch or a fault.
// Engine: induction 1
// For: sb_entries=2 n_warps=4
module i03_commits #(
    parameter warp_size = 4,
    parameter n_warps = 4,
    parameter sb_entries = 2,
    parameter tag_w = 3,
    parameter commit_beats = 2,
    parameter WARP = $clog2(n_warps),
    parameter K = $clog2(sb_entries)
) (
    input wire                              clock,
    input wire                              reset,
    input wire                              sb_en,
    input wire [n_warps-1:0]                ready,
    input wire                              iss_valid,
    input wire [WARP-1:0]                   iss_warp,
    input wire                              iss_dst_valid,
    input wire                              iss_store,
    input wire                              iss_branch,
    input wire [n_warps-1:0]                nxt_valid,
    input wire [n_warps-1:0]                nxt_dst,
    input wire [n_warps-1:0]                nxt_store,
    input wire [n_warps-1:0]                nxt_branch,
    input wire                              chk_valid,
    input wire [WARP-1:0]                   chk_warp,
    input wire                              br_res_valid,
    input wire [WARP-1:0]                   br_res_warp,
    input wire [n_warps-1:0]                br_pend,
    input wire                              sq_valid,
    input wire [WARP-1:0]                   sq_warp,
    input wire                              trap_valid,
    input wire [WARP-1:0]                   trap_warp,
    input wire                              flt_valid,
    input wire [K-1:0]                      flt_entry,
    input wire [sb_entries-1:0]             valid,
    input wire [sb_entries-1:0]             done,
    input wire [sb_entries-1:0]             zombie,
    input wire [sb_entries-1:0]             spec,
    input wire [sb_entries-1:0]             excp,
    input wire [sb_entries-1:0]             oldest,
    input wire [sb_entries*WARP-1:0]        wid,
    input wire [n_warps-1:0]                in_board,
    input wire [n_warps-1:0]                in_store,
    input wire [n_warps-1:0]                solo,
    input wire                              engine__busy,
    input wire [WARP-1:0]                   engine__warp,
    input wire [K-1:0]                      engine__entry,
    input wire                              iss_entry_valid,
    input wire [K-1:0]                      iss_entry,
    input wire [K-1:0]                      younger_0,
    input wire [K-1:0]                      younger_1,
    input wire [n_warps*K-1:0]              head,
    input wire [K-1:0]                      tail_0,
    input wire [K-1:0]                      tail_1,
    input wire [K-1:0]                      tail_2,
    input wire [K-1:0]                      tail_3,
    input wire [K-1:0]                      ck_tail_0,
    input wire [K-1:0]                      ck_tail_1,
    input wire [K-1:0]                      ck_tail_2,
    input wire [K-1:0]                      ck_tail_3,
    input wire                              cm_valid,
    input wire [WARP-1:0]                   cm_warp,
    input wire [tag_w-1:0]                  cm_tag,
    input wire [0:0]                        cm_beat,
    input wire [warp_size/commit_beats-1:0] cm_mask,
    input wire [sb_entries*tag_w-1:0]       dst,
    input wire [sb_entries*warp_size-1:0]   act,
    input wire [sb_entries-1:0]             kill_mask,
    input wire                              cm_ready
);

    wire legal;
    board_rules #(.WARPS(n_warps), .E(sb_entries)) rules (
        .sb_en(sb_en), .ready(ready), .iss_valid(iss_valid), .iss_warp(iss_warp), .iss_dst_valid(iss_dst_valid),
        .iss_store(iss_store), .iss_branch(iss_branch), .nxt_valid(nxt_valid), .nxt_dst(nxt_dst),
        .nxt_store(nxt_store), .nxt_branch(nxt_branch), .chk_valid(chk_valid), .chk_warp(chk_warp),
        .br_res_valid(br_res_valid), .br_res_warp(br_res_warp), .br_pend(br_pend), .sq_valid(sq_valid),
        .sq_warp(sq_warp), .trap_valid(trap_valid), .trap_warp(trap_warp), .flt_valid(flt_valid),
        .flt_entry(flt_entry), .valid(valid), .done(done), .legal(legal)
    );
    always @* assume (legal);

    wire sound;
    board_lists #(.WARPS(n_warps)) lists (
        .clock(clock), .reset(reset), .valid(valid), .zombie(zombie), .spec(spec), .excp(excp), .oldest(oldest), .done(done),
        .wid(wid), .in_board(in_board), .in_store(in_store), .solo(solo), .br_pend(br_pend), .iss_entry_valid(iss_entry_valid),
        .iss_entry(iss_entry), .younger({younger_1, younger_0}), .head(head), .tail({tail_3, tail_2, tail_1, tail_0}),
        .ck_tail({ck_tail_3, ck_tail_2, ck_tail_1, ck_tail_0}), .busy(engine__busy), .warp(engine__warp),
        .entry(engine__entry), .sound(sound)
    );

    localparam LANES = warp_size / commit_beats;
    reg                  begun;
    reg [sb_entries-1:0] was_valid;
    reg [sb_entries-1:0] may_leave;
    integer e;

    always @(posedge clock) begin
        begun <= !reset;
        was_valid <= valid;
        may_leave <= kill_mask | zombie;
        if (cm_valid && cm_ready && cm_beat == commit_beats - 1) may_leave <= kill_mask | zombie | (1 << engine__entry);
    end

    always @* if (!reset) begin
        assert (sound);
        if (cm_valid) begin
            assert (cm_warp == wid[engine__entry*WARP +: WARP] && cm_tag == dst[engine__entry*tag_w +: tag_w]);
            assert (cm_mask == act[(engine__entry*warp_size + cm_beat*LANES) +: LANES]);
        end
        if (begun) assert ((was_valid & ~valid & ~may_leave) == 0);
    end

endmodule
