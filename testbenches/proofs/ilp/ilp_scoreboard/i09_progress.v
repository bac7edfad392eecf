// SPDX-License-Identifier: Apache-2.0
// Invariant 9: an entry that can commit does not wait for an idle engine; a commit goes on with each beat that is taken; a zombie leaves with its
// last reply; with nothing under way every warp that has a next instruction is ready.
// Engine: induction 1
// For: sb_entries=2 n_warps=4
module i09_progress #(
    parameter n_warps = 4,
    parameter sb_entries = 2,
    parameter commit_beats = 2,
    parameter WARP = $clog2(n_warps),
    parameter K = $clog2(sb_entries)
) (
    input wire                          clock,
    input wire                          reset,
    input wire                          sb_en,
    input wire [n_warps-1:0]            ready,
    input wire                          iss_valid,
    input wire [WARP-1:0]               iss_warp,
    input wire                          iss_dst_valid,
    input wire                          iss_store,
    input wire                          iss_branch,
    input wire [n_warps-1:0]            nxt_valid,
    input wire [n_warps-1:0]            nxt_dst,
    input wire [n_warps-1:0]            nxt_store,
    input wire [n_warps-1:0]            nxt_branch,
    input wire                          chk_valid,
    input wire [WARP-1:0]               chk_warp,
    input wire                          br_res_valid,
    input wire [WARP-1:0]               br_res_warp,
    input wire [n_warps-1:0]            br_pend,
    input wire                          sq_valid,
    input wire [WARP-1:0]               sq_warp,
    input wire                          trap_valid,
    input wire [WARP-1:0]               trap_warp,
    input wire                          flt_valid,
    input wire [K-1:0]                  flt_entry,
    input wire [sb_entries-1:0]         valid,
    input wire [sb_entries-1:0]         done,
    input wire [sb_entries-1:0]         zombie,
    input wire [sb_entries-1:0]         spec,
    input wire [sb_entries-1:0]         excp,
    input wire [sb_entries-1:0]         oldest,
    input wire [sb_entries*WARP-1:0]    wid,
    input wire [n_warps-1:0]            in_board,
    input wire [n_warps-1:0]            in_store,
    input wire [n_warps-1:0]            solo,
    input wire                          engine__busy,
    input wire [WARP-1:0]               engine__warp,
    input wire [K-1:0]                  engine__entry,
    input wire                          iss_entry_valid,
    input wire [K-1:0]                  iss_entry,
    input wire [K-1:0]                  younger_0,
    input wire [K-1:0]                  younger_1,
    input wire [n_warps*K-1:0]          head,
    input wire [K-1:0]                  tail_0,
    input wire [K-1:0]                  tail_1,
    input wire [K-1:0]                  tail_2,
    input wire [K-1:0]                  tail_3,
    input wire [K-1:0]                  ck_tail_0,
    input wire [K-1:0]                  ck_tail_1,
    input wire [K-1:0]                  ck_tail_2,
    input wire [K-1:0]                  ck_tail_3,
    input wire                          cm_ready,
    input wire                          cm_valid,
    input wire [0:0]                    cm_beat,
    input wire [sb_entries*n_warps-1:0] raw_wait,
    input wire [sb_entries*n_warps-1:0] waw_wait
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

    reg                  begun;
    reg                  chooses;
    reg                  continues;
    reg                  beat;
    reg [sb_entries-1:0] leaves;
    reg [sb_entries-1:0] can;
    integer e, w;

    always @* for (e = 0; e < sb_entries; e = e + 1)
        can[e] = valid[e] && !zombie[e] && !spec[e] && !excp[e] && done[e] && !in_store[wid[e*WARP +: WARP]]
            && head[wid[e*WARP +: WARP]] == e;

    always @(posedge clock) begin
        begun <= !reset;
        chooses <= can != 0 && !cm_valid;
        continues <= cm_valid && !(cm_ready && cm_beat == commit_beats - 1);
        beat <= cm_beat + cm_ready;
        leaves <= zombie & done;
    end

    always @* if (!reset) begin
        assert (sound);
        assert ((zombie & ~valid) == 0);
        for (e = 0; e < sb_entries; e = e + 1)
            if (!valid[e]) assert (raw_wait[e*n_warps +: n_warps] == 0 && waw_wait[e*n_warps +: n_warps] == 0);
        if (begun && chooses) assert (cm_valid);
        if (begun && continues) assert (cm_valid && cm_beat == beat);
        if (begun) assert ((leaves & valid) == 0);
        for (w = 0; w < n_warps; w = w + 1)
            if (valid == 0 && nxt_valid[w] && !solo[w] && !in_store[w] && !br_pend[w]
                && !(br_res_valid && br_res_warp == w) && !(sq_valid && sq_warp == w))
                assert (ready[w]);
    end

endmodule
