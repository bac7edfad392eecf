// SPDX-License-Identifier: Apache-2.0
// Invariant 7: the use of the ways of a set is an order: if way j was used after way i, and way k after way j, then way k after way i. So there is one
// that was used before all others. It is the next that a fill takes, or else the lowest that is free.
// Engine: induction 1
// For: l2tlb_ways=4
module i07_order #(
    parameter l2tlb_entries = 16,
    parameter l2tlb_ways = 4,
    parameter l2tlb_ports = 2,
    parameter SETS = l2tlb_entries / l2tlb_ways,
    parameter SET = $clog2(SETS),
    parameter LANES = l2tlb_ports + 1,
    parameter ORDER = l2tlb_ways * l2tlb_ways
) (
    input wire                         clock,
    input wire                         reset,
    input wire [LANES*l2tlb_ways-1:0]  hits,
    input wire [LANES-1:0]             looks,
    input wire [LANES*SET-1:0]         sets,
    input wire [SET-1:0]               this_set,
    input wire [SETS-1:0]              this_set_bit,
    input wire [LANES-1:0]             with_fill,
    input wire [SETS*ORDER-1:0]        order,
    input wire [SETS*l2tlb_ways-1:0]   next_way,
    input wire [SETS-1:0]              each_way_0__way__valid,
    input wire [SETS-1:0]              each_way_1__way__valid,
    input wire [SETS-1:0]              each_way_2__way__valid,
    input wire [SETS-1:0]              each_way_3__way__valid,
    input wire                         fill,
    input wire                         clear,
    input wire [l2tlb_ways-1:0]        victim
);

    // A page is in one way at most, and who fills it looks for it; nothing is invalidated meanwhile.
    integer l;
    always @* assume (this_set_bit == {{SETS-1{1'b0}}, 1'b1} << this_set);
    always @* assume (!fill || (looks[0] && with_fill[0] && sets[SET-1:0] == this_set && !clear));
    always @* for (l = 0; l < LANES; l = l + 1)
        assume ((hits[l*l2tlb_ways +: l2tlb_ways] & (hits[l*l2tlb_ways +: l2tlb_ways] - 1'b1)) == 0);

    // Way j was used after way i; of each two the row of the lower one says it.
    function after(input integer s, input integer i, input integer j);
        after = i < j ? order[s*ORDER+i*l2tlb_ways+j] : !order[s*ORDER+j*l2tlb_ways+i];
    endfunction

    // Way i of set s is in use.
    function in_use(input integer s, input integer i);
        in_use = i == 0 ? each_way_0__way__valid[s]
            : i == 1 ? each_way_1__way__valid[s]
            : i == 2 ? each_way_2__way__valid[s] : each_way_3__way__valid[s];
    endfunction

    reg full, oldest, lowest;
    integer s, i, j, k;
    always @* if (!reset) begin
        for (s = 0; s < SETS; s = s + 1)
            for (i = 0; i < l2tlb_ways; i = i + 1)
                for (j = 0; j < l2tlb_ways; j = j + 1)
                    for (k = 0; k < l2tlb_ways; k = k + 1)
                        if (i != j && j != k && i != k) assert (!after(s, i, j) || !after(s, j, k) || after(s, i, k));
        // Bit 0 is inverted.
        for (s = 0; s < SETS; s = s + 1)
            for (i = 0; i < l2tlb_ways; i = i + 1) begin
                full = 1'b1;
                oldest = 1'b1;
                lowest = !in_use(s, i);
                for (j = 0; j < l2tlb_ways; j = j + 1) begin
                    if (!in_use(s, j)) full = 1'b0;
                    if (i != j && !after(s, i, j)) oldest = 1'b0;
                    if (j < i && !in_use(s, j)) lowest = 1'b0;
                end
                assert ((next_way[s*l2tlb_ways+i] != (i == 0)) == (full ? oldest : lowest));
            end
        assert (!fill || (victim != 0 && (victim & (victim - 1'b1)) == 0));
    end

endmodule
