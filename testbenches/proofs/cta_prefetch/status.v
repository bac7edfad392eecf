// SPDX-License-Identifier: Apache-2.0
// What a cycle of cta_sched begins with, for the checkers of it: who waits, and for what. Written from section 2.4 and 2.5.
module cta_sched_status #(
    parameter n_cta = 2,
    parameter n_warps = 8,
    parameter ready_entries = 3,
    parameter wake_check = 1,
    parameter WARP = $clog2(n_warps),
    parameter COUNT = $clog2(n_warps + 1)
) (
    input wire                     clock,
    input wire                     reset,
    input wire                     cta_start_valid,
    input wire [$clog2(n_cta)-1:0] cta_start_slot,
    input wire [WARP-1:0]          cta_start_first,
    input wire [COUNT-1:0]         cta_start_nw,
    input wire [n_warps-1:0]       w_stall,
    input wire                     warp_done_valid,
    input wire [WARP-1:0]          warp_done,
    input wire [n_warps-1:0]       ready_mask,
    input wire                     lead_valid,
    input wire [$clog2(n_cta)-1:0] lead_cta,
    input wire [n_warps-1:0]       live,
    input wire                     waits,         // A wake-up waits,
    input wire [WARP-1:0]          woken,         // of this warp.
    output wire [n_warps-1:0]      eligible,      // Pending warps that could be promoted.
    output reg  [n_cta*n_warps-1:0] warps,        // Those of the CTA that started last in each slot.
    output wire [n_warps-1:0]      of_lead_cta,   // Warps of the leading CTA.
    output wire                    wakes,         // The wake-up has an effect.
    output reg                     room           // A place is free, or becomes free.
);

    wire [n_warps-1:0] done = warp_done_valid ? {{(n_warps-1){1'b0}}, 1'b1} << warp_done : 0;
    wire [n_warps-1:0] asleep = live & ~ready_mask & ~done;
    assign eligible = asleep & ~w_stall;
    assign wakes = waits && asleep[woken] && !(wake_check && w_stall[woken]);

    reg [n_warps-1:0] started;
    integer w;
    always @* begin
        started = 0;
        for (w = 0; w < n_warps; w = w + 1)
            if (w >= cta_start_first && w < cta_start_first + cta_start_nw) started[w] = 1'b1;
    end
    always @(posedge clock)
        if (!reset && cta_start_valid) warps[cta_start_slot*n_warps +: n_warps] <= started;
    assign of_lead_cta = lead_valid ? warps[lead_cta*n_warps +: n_warps] : 0;

    reg [COUNT-1:0] ready;
    always @* begin
        ready = 0;
        for (w = 0; w < n_warps; w = w + 1) ready = ready + ready_mask[w];
        room = ready < ready_entries || (ready_mask & (done | w_stall)) != 0;
    end

endmodule

// Whether every warp is in at most one place of the ready queue, whose first places are in use.
module cta_sched_queue #(
    parameter n_warps = 8,
    parameter ready_entries = 3,
    parameter WARP = $clog2(n_warps)
) (
    input wire [n_warps-1:0]            ready_mask,
    input wire [ready_entries-1:0]      used,
    input wire [ready_entries*WARP-1:0] words,
    output reg                          sound
);

    reg [n_warps-1:0] seen;
    integer i;
    always @* begin
        seen = 0;
        sound = (used & (used + 1'b1)) == 0;
        for (i = 0; i < ready_entries; i = i + 1) if (used[i]) begin
            if (words[i*WARP +: WARP] >= n_warps || seen[words[i*WARP +: WARP]]) sound = 1'b0;
            seen[words[i*WARP +: WARP]] = 1'b1;
        end
        if (seen != ready_mask) sound = 1'b0;
    end

endmodule
