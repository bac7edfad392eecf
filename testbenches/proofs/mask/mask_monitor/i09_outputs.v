// SPDX-License-Identifier: Apache-2.0
// Invariant 9 needs what follows from an epoch to stay until the next has ended: the outputs change only then.
// Engine: pdr
module i09_outputs (
    input wire       clock,
    input wire       reset,
    input wire       tick,
    input wire [7:0] uniq,
    input wire [5:0] warps_peak
);

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

    always @* if (!reset && before_valid && !ticked)
        assert (uniq == uniq_before && warps_peak == peak_before);

endmodule
