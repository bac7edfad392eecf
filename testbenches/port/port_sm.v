// SPDX-License-Identifier: Apache-2.0
// port_sm: what a core of your own has around Mascar's scheduler, as small as it can be. Eight warps run one program: a
// load, an instruction that does not need it, one that does, and so on.

`default_nettype none

module port_sm #(
    parameter [6:0] LOADS = 24,   // Loads of a warp
    parameter [3:0] REQUESTS = 2  // Requests of a load
) (
    input  wire        clock,
    input  wire        reset,
    // To and from mascar_sched: a bit a warp.
    output wire [7:0]  ib_valid,    // The warp has an instruction.
    output wire [7:0]  head_is_mem, // It is a load.
    output wire [7:0]  ops_ready,   // Its operands are ready.
    output wire [7:0]  dep_ll,      // It needs a load that is under way.
    output wire [7:0]  exited,      // The warp has ended.
    output wire [23:0] age_rank,    // Warp 0 is the oldest.
    input  wire [1:0]  grant_v,     // A scheduler issues,
    input  wire [5:0]  grant_warp,  // from this warp,
    input  wire [1:0]  grant_mem,   // a load.
    // To the load/store unit, when a load issues.
    output wire        load_v,
    output wire [2:0]  load_warp,
    output wire [10:0] load_line,   // Line of its first request.
    // From the L1: requests of loads that are done.
    input  wire        hit_v,
    input  wire [2:0]  hit_warp,
    input  wire        fill_v,
    input  wire [2:0]  fill_warp
);

    localparam [6:0] LAST = 3 * LOADS;

    reg [6:0] pc [0:7];        // Instructions that the warp has issued.
    reg [3:0] under_way [0:7]; // Requests of its load that are not done.

    assign age_rank = {3'd7, 3'd6, 3'd5, 3'd4, 3'd3, 3'd2, 3'd1, 3'd0};

    genvar w;
    generate
        for (w = 0; w < 8; w = w + 1) begin : warp
            assign ib_valid[w] = pc[w] != LAST;
            assign head_is_mem[w] = pc[w] % 3 == 0;
            assign dep_ll[w] = ib_valid[w] && pc[w] % 3 == 2 && under_way[w] != 0;
            assign ops_ready[w] = !dep_ll[w];
            assign exited[w] = !ib_valid[w] && under_way[w] == 0;

            // What the warp issues in this cycle, and how its load goes on.
            wire issues = (grant_v[0] && grant_warp[2:0] == w) || (grant_v[1] && grant_warp[5:3] == w);
            wire [3:0] sent = load_v && load_warp == w ? REQUESTS : 0;
            wire hits = hit_v && hit_warp == w;
            wire fills = fill_v && fill_warp == w;
            always @(posedge clock) begin
                if (reset) begin
                    pc[w] <= 0;
                    under_way[w] <= 0;
                end else begin
                    if (issues) pc[w] <= pc[w] + 1;
                    under_way[w] <= under_way[w] + sent - {3'd0, hits} - {3'd0, fills};
                end
            end
        end
    endgenerate

    // The scheduler lets one load issue a cycle. Every other load of a warp is of a table that all warps share.
    wire [6:0] load_pc = pc[load_warp];
    assign load_v = |(grant_v & grant_mem);
    assign load_warp = grant_mem[1] ? grant_warp[5:3] : grant_warp[2:0];
    assign load_line = load_pc[0] ? {7'd0, load_pc[4:1]} : {1'b0, load_warp, load_pc[6:0]};

endmodule

`default_nettype wire
