// SPDX-License-Identifier: Apache-2.0
// Invariant 2: 1 <= num_blocks <= nb_max after kernel_start.
// Engine: pdr
module i02_target #(
    parameter n_cta = 2,
    parameter NB = $clog2(n_cta + 1)
) (
    input wire          clock,
    input wire          reset,
    input wire          kernel_start,
    input wire [NB-1:0] nb_max_in,
    input wire [NB-1:0] num_blocks
);

    // The limit of the kernel under way, kept here on its own.
    reg          started;
    reg [NB-1:0] nb_max;
    always @(posedge clock) begin
        if (reset) begin
            started <= 1'b0;
            nb_max <= 0;
        end else if (kernel_start) begin
            started <= 1'b1;
            nb_max <= nb_max_in;
        end
    end

    always @* begin
        // A kernel of which no CTA fits is not launched.
        assume (!kernel_start || nb_max_in != 0);
        assert (!started || (1 <= num_blocks && num_blocks <= nb_max));
    end

endmodule
