// SPDX-License-Identifier: Apache-2.0
// round_robin_2: part of mascar, configuration tiny
// (Sethia, Jamshidi & Mahlke, HPCA-21 (2015); Sethia, dissertation (2015), chapter IV).
// Emitted by Warpsmith from hdl/src/units/mascar; make changes there.
//
// Parameters:
//   n_warps=4 n_sched=2 mshr_entries=8 mq_entries=2 mshr_margin=2 mq_margin=1 rexq_entries=3
//   addr_bits=3 line_bytes=2 warp_size=2 reg_bits=2 release_waits=1 grandfather=1 nonowner_merge=0
//   owner_bypass_full=0 sched_en=1 rexq_en=1

// Cyclic arbiter: the first request from `start` on, in cyclic order. Who moves `start` decides on fairness:
// behind the granted one it is round robin.
module round_robin_2 (
    input  wire [1:0] requests, // Bits to choose from.
    input  wire [0:0] start,    // The first to be considered.
    output wire [1:0] grant,    // The chosen one alone; zero without requests.
    output wire [0:0] index     // Its number; zero without requests.
);

    wire [1:0] from_start;
    reg  [1:0] candidates;

    first_set_2 lowest (
        .requests (candidates),
        .first    (grant),
        .index    (index)
    );

    assign from_start = (requests >> start) << start;

    always @* begin
        candidates = requests;
        if (from_start != 2'd0) begin
            candidates = from_start;
        end
    end

endmodule
