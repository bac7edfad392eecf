// SPDX-License-Identifier: Apache-2.0
// Invariant 6: the requests of a warp are accepted in the program order of their instructions. Shown for any warp: the
// one that the inputs name in the first cycle. The number of a request's instruction stands in its destination register,
// which the unit only keeps.
// Engine: pdr
module i06_order #(
    parameter n_warps = 4,
    parameter reg_bits = 2,
    parameter WARP = $clog2(n_warps)
) (
    input wire                clock,
    input wire                reset,
    input wire                lsu_v,
    input wire [WARP-1:0]     lsu_warp,
    input wire [reg_bits-1:0] lsu_reg,
    input wire                lsu_first,
    input wire                l1_ack,
    input wire                lsu_rdy,
    input wire                l1_v,
    input wire                l1_src,
    input wire [WARP-1:0]     l1_warp,
    input wire [reg_bits-1:0] l1_reg
);

    reg                chosen = 1'b0;
    reg [WARP-1:0]     warp;
    reg                begun;       // The warp has begun an instruction.
    reg [reg_bits-1:0] latest;      // The last one of which the LSU has given a request away.
    reg [reg_bits-1:0] accepted;    // The last one of which a request was accepted.
    reg                any;         // There is one.

    wire at_lsu = lsu_v && lsu_warp == warp;
    wire accept = l1_v && l1_ack && l1_warp == warp;

    always @(posedge clock) begin
        chosen <= 1'b1;
        if (!chosen) warp <= lsu_warp;
        if (reset) begin
            begun <= 1'b0;
            latest <= 0;
            any <= 1'b0;
        end else begin
            if (at_lsu && lsu_rdy) begin
                begun <= 1'b1;
                latest <= lsu_reg;
            end
            if (accept) begin
                any <= 1'b1;
                accepted <= l1_reg;
            end
        end
    end

    // The first cycle is a reset.
    always @* assume (chosen || reset);

    always @* if (chosen && !reset) begin
        // An instruction begins with its first request; its other requests have the same number.
        assume (!at_lsu || lsu_first || begun);
        assume (!at_lsu || lsu_reg == latest + lsu_first);
        // Of the same instruction as the last one, or of the next: every instruction has a request.
        assert (!(accept && any) || l1_reg == accepted || l1_reg == accepted + 1'b1);
        // What the queue sends is never behind the LSU's next instruction.
        assert (!(accept && l1_src) || l1_reg == latest);
    end

endmodule
