// SPDX-License-Identifier: Apache-2.0
// round_robin_4: part of mascar, configuration variant
// (Sethia, Jamshidi & Mahlke, HPCA-21 (2015); Sethia, dissertation (2015), chapter IV).
// Emitted by Warpsmith from hdl/src/units/mascar; make changes there.
//
// Parameters:
//   n_warps=11 n_sched=4 mshr_entries=10 mq_entries=6 mshr_margin=3 mq_margin=2 rexq_entries=5
//   addr_bits=40 line_bytes=64 warp_size=16 reg_bits=8 release_waits=0 grandfather=0
//   nonowner_merge=1 owner_bypass_full=1 sched_en=1 rexq_en=1

// Cyclic arbiter: the first request from `start` on, in cyclic order. Who moves `start` decides on fairness:
// behind the granted one it is round robin.
module round_robin_4 (
    input  wire [3:0] requests, // Bits to choose from.
    input  wire [1:0] start,    // The first to be considered.
    output wire [3:0] grant,    // The chosen one alone; zero without requests.
    output wire [1:0] index     // Its number; zero without requests.
);

    wire [3:0] from_start;
    reg  [3:0] candidates;

    first_set_4 lowest (
        .requests (candidates),
        .first    (grant),
        .index    (index)
    );

    assign from_start = (requests >> start) << start;

    always @* begin
        candidates = requests;
        if (from_start != 4'd0) begin
            candidates = from_start;
        end
    end

endmodule
