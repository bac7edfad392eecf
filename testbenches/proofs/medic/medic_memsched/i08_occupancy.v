// SPDX-License-Identifier: Apache-2.0
// Invariant 8: each queue holds what it has accepted and not served, at most its depth, and takes a request while that is less; no
// command is issued without any.
// Engine: pdr
module i08_occupancy #(
    parameter q_depth_hi = 2,
    parameter q_depth_lo = 2,
    parameter W = $clog2((q_depth_hi > q_depth_lo ? q_depth_hi : q_depth_lo) + 1)
) (
    input wire                  clock,
    input wire                  reset,
    input wire                  enq_valid,
    input wire                  enq_hi,
    input wire                  rdy_hi,
    input wire                  rdy_lo,
    input wire                  cmd_valid,
    input wire [1:0]            cmd,
    input wire                  serve_high,
    input wire [q_depth_hi-1:0] high__used,
    input wire [q_depth_lo-1:0] low__used
);

    reg [W:0] hi_held;    // Accepted, and neither read nor written yet.
    reg [W:0] lo_held;

    wire serve = cmd_valid && cmd[1];

    always @(posedge clock) begin
        if (reset) begin
            hi_held <= 0;
            lo_held <= 0;
        end else begin
            hi_held <= hi_held + (enq_valid && enq_hi && rdy_hi) - (serve && serve_high);
            lo_held <= lo_held + (enq_valid && !enq_hi && rdy_lo) - (serve && !serve_high);
        end
    end

    reg [W:0] hi_used;
    reg [W:0] lo_used;
    integer i;
    always @* begin
        hi_used = 0;
        lo_used = 0;
        for (i = 0; i < q_depth_hi; i = i + 1) hi_used = hi_used + high__used[i];
        for (i = 0; i < q_depth_lo; i = i + 1) lo_used = lo_used + low__used[i];
    end

    always @* if (!reset) begin
        assert (hi_used == hi_held);
        assert (lo_used == lo_held);
        assert (rdy_hi == (hi_held < q_depth_hi));
        assert (rdy_lo == (lo_held < q_depth_lo));
        assert (!cmd_valid || (serve_high ? hi_held != 0 : lo_held != 0));
    end

endmodule
