// SPDX-License-Identifier: Apache-2.0
// Invariant 10 (liveness) as steps of progress that need no fairness: while fewer CTAs run than the target and one is
// paused, the next cycle has one paused CTA fewer; while fewer are resident than the target, none is paused, none is
// on its way and the grid has one left, a request is made; and a CTA that is launched is not paused in that cycle.
// Engine: pdr
module i10_progress #(
    parameter n_cta = 2,
    parameter NB = $clog2(n_cta + 1)
) (
    input wire             clock,
    input wire             reset,
    input wire             kernel_start,
    input wire [NB-1:0]    nb_max_in,
    input wire [n_cta-1:0] cta_launch,
    input wire [n_cta-1:0] cta_done,
    input wire             gwde_empty,
    input wire             gwde_gnt,
    input wire             gwde_req,
    input wire [n_cta-1:0] pause_cta,
    input wire [NB-1:0]    num_blocks
);

    function [NB-1:0] ones(input [n_cta-1:0] bits);
        integer i;
        begin
            ones = 0;
            for (i = 0; i < n_cta; i = i + 1) ones = ones + bits[i];
        end
    endfunction

    reg [n_cta-1:0] resident;
    reg             on_its_way;  // Granted and not launched yet.
    reg             comparable;
    reg             must_resume; // A paused CTA has to go on by this cycle.
    reg [NB-1:0]    were_paused;
    reg [n_cta-1:0] came;

    wire [n_cta-1:0] left_paused = pause_cta & ~cta_done;
    wire [n_cta-1:0] left_running = resident & ~pause_cta & ~cta_done;

    always @(posedge clock) begin
        if (reset) begin
            resident <= 0;
            on_its_way <= 1'b0;
            must_resume <= 1'b0;
            were_paused <= 0;
            came <= 0;
        end else begin
            resident <= (resident & ~cta_done) | cta_launch;
            on_its_way <= (on_its_way || (gwde_req && gwde_gnt)) && cta_launch == 0;
            must_resume <= ones(left_running) < num_blocks && left_paused != 0;
            were_paused <= ones(left_paused);
            came <= cta_launch;
        end
    end

    always @* begin
        assume (!kernel_start || nb_max_in != 0);
        assume ((cta_launch & resident) == 0);
        assume ((cta_done & ~resident) == 0);
        assert (!must_resume || ones(pause_cta) + 1'b1 == were_paused);
        assert (gwde_req == (ones(resident) < num_blocks && pause_cta == 0 && !on_its_way && !gwde_empty));
        assert ((came & pause_cta) == 0);
        // What ties the pauses to the slots in use.
        assert ((pause_cta & ~resident) == 0);
    end

endmodule
