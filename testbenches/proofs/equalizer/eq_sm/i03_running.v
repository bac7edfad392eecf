// SPDX-License-Identifier: Apache-2.0
// Invariant 3: at most num_blocks CTAs run within n_cta cycles of any change, and the resident CTAs are never all
// paused for more than one cycle.
// Engine: pdr
module i03_running #(
    parameter n_cta = 2,
    parameter NB = $clog2(n_cta + 1)
) (
    input wire             clock,
    input wire             reset,
    input wire             kernel_start,
    input wire [NB-1:0]    nb_max_in,
    input wire [n_cta-1:0] cta_launch,
    input wire [n_cta-1:0] cta_done,
    input wire [n_cta-1:0] pause_cta,
    input wire [NB-1:0]    num_blocks
);

    reg [n_cta-1:0] resident;
    reg [NB-1:0]    target;       // num_blocks of the cycle before.
    reg             same;         // No CTA came or went in the cycle before.
    reg [NB:0]      unsettled;    // Cycles of too many running CTAs since the last change.
    reg             all_paused;   // They all were in the cycle before.

    wire [n_cta-1:0] running = resident & ~pause_cta;
    wire             every = resident != 0 && running == 0;
    reg  [NB-1:0]    count;
    integer i;
    always @* begin
        count = 0;
        for (i = 0; i < n_cta; i = i + 1) count = count + running[i];
    end

    wire settled = count <= num_blocks || !same || target != num_blocks;

    always @(posedge clock) begin
        if (reset) begin
            resident <= 0;
            target <= 1;
            same <= 1'b0;
            unsettled <= 0;
            all_paused <= 1'b0;
        end else begin
            resident <= (resident & ~cta_done) | cta_launch;
            target <= num_blocks;
            same <= cta_launch == 0 && cta_done == 0;
            unsettled <= settled ? 0 : unsettled + 1'b1;
            all_paused <= every;
        end
    end

    always @* begin
        assume (!kernel_start || nb_max_in != 0);
        // A slot is launched while free and finishes while resident.
        assume ((cta_launch & resident) == 0);
        assume ((cta_done & ~resident) == 0);
        assert (settled || unsettled < n_cta);
        assert (!(every && all_paused));
    end

endmodule
