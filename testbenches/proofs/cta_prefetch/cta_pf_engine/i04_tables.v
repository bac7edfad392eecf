// SPDX-License-Identifier: Apache-2.0
// Invariant 4: the tables change only by loads, starts and ends of CTAs and starts of kernels, a cycle after they come; a load
// of no or too many requests changes nothing.
// Engine: induction 1
module i04_tables #(
    parameter n_cta = 2,
    parameter n_warps = 8,
    parameter dist_entries = 2,
    parameter n_base = 2,
    parameter pc_w = 2,
    parameter addr_w = 8,
    parameter stride_w = 8,
    parameter mis_w = 8,
    parameter excl_indirect = 0,
    parameter WARP = $clog2(n_warps),
    parameter LAST = n_base > 1 ? $clog2(n_base) : 1,
    parameter BASES = n_base * addr_w
) (
    input wire                          clock,
    input wire                          reset,
    input wire                          kernel_start,
    input wire                          cta_start_valid,
    input wire                          cta_end_valid,
    input wire                          ld_valid,
    input wire [$clog2(n_base+2)-1:0]   ld_n,
    input wire                          ld_indirect,
    input wire                          clears,
    input wire                          starts,
    input wire                          ends,
    input wire                          load,
    input wire [n_cta-1:0]              slots__active,
    input wire [n_cta-1:0]              percta__each_way_0__way__valid,
    input wire [n_cta-1:0]              percta__each_way_1__way__valid,
    input wire [n_cta*pc_w-1:0]         percta__each_way_0__way__entry_pc,
    input wire [n_cta*pc_w-1:0]         percta__each_way_1__way__entry_pc,
    input wire [n_cta*WARP-1:0]         percta__each_way_0__way__lead,
    input wire [n_cta*WARP-1:0]         percta__each_way_1__way__lead,
    input wire [n_cta-1:0]              percta__each_way_0__way__done,
    input wire [n_cta-1:0]              percta__each_way_1__way__done,
    input wire [n_cta*LAST-1:0]         percta__each_way_0__way__entry_last,
    input wire [BASES-1:0]              percta__each_way_0__way__bases_0,
    input wire [BASES-1:0]              percta__each_way_0__way__bases_1,
    input wire [n_cta*LAST-1:0]         percta__each_way_1__way__entry_last,
    input wire [BASES-1:0]              percta__each_way_1__way__bases_0,
    input wire [BASES-1:0]              percta__each_way_1__way__bases_1,
    input wire [dist_entries-1:0]       strides__valid,
    input wire [dist_entries*pc_w-1:0]  strides__entry_pc,
    input wire [stride_w-1:0]           strides__stride_of_0,
    input wire [stride_w-1:0]           strides__stride_of_1,
    input wire [mis_w-1:0]              strides__mispredictions_0,
    input wire [mis_w-1:0]              strides__mispredictions_1
);

    localparam BITS = n_cta + 2 * n_cta * (2 + pc_w + WARP + LAST) + 4 * BASES + dist_entries * (1 + pc_w + stride_w + mis_w);
    wire [BITS-1:0] tables = {
        slots__active, percta__each_way_0__way__valid, percta__each_way_1__way__valid, percta__each_way_0__way__entry_pc,
        percta__each_way_1__way__entry_pc, percta__each_way_0__way__lead, percta__each_way_1__way__lead,
        percta__each_way_0__way__done, percta__each_way_1__way__done, percta__each_way_0__way__entry_last,
        percta__each_way_1__way__entry_last, percta__each_way_0__way__bases_0, percta__each_way_0__way__bases_1,
        percta__each_way_1__way__bases_0, percta__each_way_1__way__bases_1, strides__valid,
        strides__entry_pc, strides__stride_of_0, strides__stride_of_1, strides__mispredictions_0, strides__mispredictions_1
    };

    wire targeted = ld_valid && ld_n != 0 && ld_n <= n_base && !(excl_indirect && ld_indirect);
    reg            acts = 1'b1;     // Something came in the cycle before.
    reg            acted = 1'b1;    // And in that before it.
    reg [BITS-1:0] earlier;
    always @(posedge clock) begin
        acts <= !reset && (kernel_start || cta_start_valid || cta_end_valid || targeted);
        acted <= reset || acts;
        earlier <= tables;
    end

    always @* if (!reset) begin
        assert (acts || !(clears || starts || ends || load));
        assert (acted || tables == earlier);
    end

endmodule
