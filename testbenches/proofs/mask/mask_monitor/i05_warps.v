// SPDX-License-Identifier: Apache-2.0
// Invariant 5 takes the warps of an application from the monitors: what they count is the warps that have issued, at most 255.
// Engine: induction 1
module i05_warps #(
    parameter warps_per_core = 8
) (
    input wire                      clock,
    input wire                      reset,
    input wire [warps_per_core-1:0] seen,
    input wire [7:0]                count
);

    reg [8:0] ones;
    integer i;
    always @* begin
        ones = 0;
        for (i = 0; i < warps_per_core; i = i + 1) ones = ones + seen[i];
    end

    always @* if (!reset) assert (count == (ones > 255 ? 255 : ones));

endmodule
