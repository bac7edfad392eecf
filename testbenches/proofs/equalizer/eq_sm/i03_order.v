// SPDX-License-Identifier: Apache-2.0
// Invariant 3, with section 2.5: the running CTA that is paused is the youngest, and the paused one that goes on is the
// oldest. CTAs that are launched in one cycle count in the order of their slots.
// Engine: pdr
module i03_order #(
    parameter n_cta = 2,
    parameter NB = $clog2(n_cta + 1)
) (
    input wire             clock,
    input wire             reset,
    input wire             kernel_start,
    input wire [NB-1:0]    nb_max_in,
    input wire [n_cta-1:0] cta_launch,
    input wire [n_cta-1:0] cta_done,
    input wire [n_cta-1:0] pause_cta
);

    reg [n_cta*n_cta-1:0] older;        // Bit j of row i: the CTA in slot i was launched before that in slot j.
    reg [n_cta-1:0]       resident;
    reg [n_cta-1:0]       could_pause;  // CTAs that ran, and that were paused, in the cycle before and have not finished.
    reg [n_cta-1:0]       could_go_on;
    reg [n_cta*n_cta-1:0] was_older;
    reg                   comparable;

    integer i, j;
    always @(posedge clock) begin
        comparable <= !reset;
        was_older <= older;
        could_pause <= resident & ~pause_cta & ~cta_done;
        could_go_on <= resident & pause_cta & ~cta_done;
        resident <= reset ? 0 : (resident & ~cta_done) | cta_launch;
        for (i = 0; i < n_cta; i = i + 1) for (j = 0; j < n_cta; j = j + 1)
            if (cta_launch[i]) older[i*n_cta+j] <= cta_launch[j] && i < j;
            else if (cta_launch[j]) older[i*n_cta+j] <= 1'b1;
    end

    always @* begin
        assume (!kernel_start || nb_max_in != 0);
        // A slot is launched while free and finishes while resident.
        assume ((cta_launch & resident) == 0);
        assume ((cta_done & ~resident) == 0);
        if (!reset && comparable) for (i = 0; i < n_cta; i = i + 1) for (j = 0; j < n_cta; j = j + 1) if (i != j) begin
            assert (!(could_pause[i] && could_pause[j] && pause_cta[i]) || was_older[j*n_cta+i]);
            assert (!(could_go_on[i] && could_go_on[j] && !pause_cta[i]) || was_older[i*n_cta+j]);
        end
    end

endmodule
