// SPDX-License-Identifier: Apache-2.0
// Invariant 4: an entry leaves only when all its threads have written, or when it is removed and no reply is to come.
// Engine: induction 1
// For: sb_entries=2 n_warps=4
module i04_freed #(
    parameter warp_size = 4,
    parameter simd = 2,
    parameter n_warps = 4,
    parameter sb_entries = 2,
    parameter WARP = $clog2(n_warps),
    parameter K = $clog2(sb_entries)
) (
    input wire                            clock,
    input wire                            reset,
    input wire                            sb_en,
    input wire [n_warps-1:0]              ready,
    input wire                            iss_valid,
    input wire [WARP-1:0]                 iss_warp,
    input wire                            iss_dst_valid,
    input wire                            iss_store,
    input wire                            iss_branch,
    input wire [n_warps-1:0]              nxt_valid,
    input wire [n_warps-1:0]              nxt_dst,
    input wire [n_warps-1:0]              nxt_store,
    input wire [n_warps-1:0]              nxt_branch,
    input wire                            chk_valid,
    input wire [WARP-1:0]                 chk_warp,
    input wire                            br_res_valid,
    input wire [WARP-1:0]                 br_res_warp,
    input wire [n_warps-1:0]              br_pend,
    input wire                            sq_valid,
    input wire [WARP-1:0]                 sq_warp,
    input wire                            trap_valid,
    input wire [WARP-1:0]                 trap_warp,
    input wire                            flt_valid,
    input wire [K-1:0]                    flt_entry,
    input wire [sb_entries-1:0]           valid,
    input wire [sb_entries-1:0]           done,
    input wire [sb_entries-1:0]           zombie,
    input wire [sb_entries-1:0]           spec,
    input wire [sb_entries-1:0]           excp,
    input wire [sb_entries-1:0]           oldest,
    input wire [sb_entries*WARP-1:0]      wid,
    input wire [n_warps-1:0]              in_board,
    input wire [n_warps-1:0]              in_store,
    input wire [n_warps-1:0]              solo,
    input wire                            engine__busy,
    input wire [WARP-1:0]                 engine__warp,
    input wire [K-1:0]                    engine__entry,
    input wire                            iss_entry_valid,
    input wire [K-1:0]                    iss_entry,
    input wire [K-1:0]                    younger_0,
    input wire [K-1:0]                    younger_1,
    input wire [n_warps*K-1:0]            head,
    input wire [K-1:0]                    tail_0,
    input wire [K-1:0]                    tail_1,
    input wire [K-1:0]                    tail_2,
    input wire [K-1:0]                    tail_3,
    input wire [K-1:0]                    ck_tail_0,
    input wire [K-1:0]                    ck_tail_1,
    input wire [K-1:0]                    ck_tail_2,
    input wire [K-1:0]                    ck_tail_3,
    input wire [sb_entries-1:0]           fixed,
    input wire [sb_entries*warp_size-1:0] act,
    input wire [sb_entries*warp_size-1:0] status,
    input wire [sb_entries-1:0]           kill_mask,
    input wire [warp_size-1:0]            iss_active,
    input wire                            br_res_mis,
    input wire [warp_size-1:0]            br_res_mask,
    input wire                            wa_valid,
    input wire [K-1:0]                    wa_entry,
    input wire [0:0]                      wa_beat,
    input wire [simd-1:0]                 wa_mask,
    input wire                            wl_valid,
    input wire [K-1:0]                    wl_entry,
    input wire [0:0]                      wl_beat,
    input wire [simd-1:0]                 wl_mask
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

    // Threads of each entry that have not written.
    reg [sb_entries*warp_size-1:0] owed;
    reg [sb_entries*warp_size-1:0] owed_next;
    reg                            begun;
    reg [sb_entries-1:0]           was_valid;
    reg [sb_entries-1:0]           dropped;
    integer e;

    always @* begin
        owed_next = owed;
        if (wa_valid) owed_next[(wa_entry*warp_size + wa_beat*simd) +: simd] = owed_next[(wa_entry*warp_size + wa_beat*simd) +: simd] & ~wa_mask;
        if (wl_valid) owed_next[(wl_entry*warp_size + wl_beat*simd) +: simd] = owed_next[(wl_entry*warp_size + wl_beat*simd) +: simd] & ~wl_mask;
        for (e = 0; e < sb_entries; e = e + 1)
            if (br_res_valid && !br_res_mis && valid[e] && spec[e] && !zombie[e] && wid[e*WARP +: WARP] == br_res_warp)
                owed_next[e*warp_size +: warp_size] = owed_next[e*warp_size +: warp_size] & br_res_mask;
        if (iss_entry_valid) owed_next[iss_entry*warp_size +: warp_size] = iss_active;
    end

    always @(posedge clock) begin
        owed <= owed_next;
        begun <= !reset;
        was_valid <= valid;
        dropped <= kill_mask & fixed;
    end

    always @* if (!reset) begin
        assert (sound);
        for (e = 0; e < sb_entries; e = e + 1) begin
            if (valid[e]) assert (owed[e*warp_size +: warp_size]
                == (act[e*warp_size +: warp_size] & ~status[e*warp_size +: warp_size]));
            if (begun && was_valid[e] && !valid[e] && !dropped[e]) assert (owed[e*warp_size +: warp_size] == 0);
        end
    end

endmodule
