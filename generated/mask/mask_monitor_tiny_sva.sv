// SPDX-License-Identifier: Apache-2.0
// mask_monitor_tiny_sva: the invariants of mask_monitor_tiny, bound to it. Emitted by Warpsmith from
// testbenches/proofs, whose checkers are proved of this configuration; make changes there.
// Read it with the module, with assertions switched on. A checker whose assumption about the
// environment does not hold is silent until the next reset.

`default_nettype none

// Invariant 5 takes the warps of an application from the monitors: what they count is the warps that have issued, at most 255.
module mask_monitor_tiny_i05_warps #(
    parameter warps_per_core = 8
) (
    input wire                      clock,
    input wire                      reset,
    input wire [warps_per_core-1:0] seen,
    input wire [7:0]                count
);

    reg armed = 1'b0;   // What is assumed has held since the latest reset.

    reg [8:0] ones;
    integer i;
    always @* begin
        ones = 0;
        for (i = 0; i < warps_per_core; i = i + 1) ones = ones + seen[i];
    end

    always @(posedge clock) begin
        if (reset) armed = 1'b1;
        if (!reset) begin if (armed) assert (count == (ones > 255 ? 255 : ones)) else $error("%m: invariant 5"); end
    end
endmodule

// Invariant 9 needs what follows from an epoch to stay until the next has ended: the outputs change only then.
module mask_monitor_tiny_i09_outputs (
    input wire       clock,
    input wire       reset,
    input wire       tick,
    input wire [7:0] uniq,
    input wire [5:0] warps_peak
);

    reg armed = 1'b0;   // What is assumed has held since the latest reset.

    reg       before_valid;
    reg       ticked;
    reg [7:0] uniq_before;
    reg [5:0] peak_before;

    always @(posedge clock) begin
        before_valid <= !reset;
        ticked <= tick;
        uniq_before <= uniq;
        peak_before <= warps_peak;
    end

    always @(posedge clock) begin
        if (reset) armed = 1'b1;
        if (!reset && before_valid && !ticked)
            begin if (armed) assert (uniq == uniq_before && warps_peak == peak_before) else $error("%m: invariant 9"); end
    end
endmodule

bind mask_monitor_tiny mask_monitor_tiny_i05_warps #(
    .warps_per_core(8)) i05_warps (
    .clock(clock), .reset(reset), .seen(unit.seen), .count(unit.count));

bind mask_monitor_tiny mask_monitor_tiny_i09_outputs i09_outputs (
    .clock(clock), .reset(reset), .tick(tick), .uniq(uniq), .warps_peak(warps_peak));


`default_nettype wire
