// SPDX-License-Identifier: Apache-2.0
// Invariant 8: as a flush ends nothing of its address space is in the main array or the bypass cache.
// Engine: induction 1
// For: l2tlb_entries=4 l2tlb_ways=2 bypass_entries=2
module i08_flushed #(
    parameter asid_w = 2,
    parameter l2tlb_entries = 4,
    parameter l2tlb_ways = 2,
    parameter l2tlb_latency = 3,
    parameter bypass_entries = 2,
    parameter va_w = 16,
    parameter page_bits = 12,
    parameter PAGE = va_w - page_bits + asid_w,
    parameter SETS = l2tlb_entries / l2tlb_ways,
    parameter SET = $clog2(SETS),
    parameter KEY = PAGE - SET,
    parameter FLUSH = $clog2(l2tlb_latency + SETS + 1)
) (
    input wire                           clock,
    input wire                           reset,
    input wire [SETS-1:0]                main__each_way_0__way__valid,
    input wire [SETS-1:0]                main__each_way_1__way__valid,
    input wire [KEY-1:0]                 main__each_way_0__way__keys_0,
    input wire [KEY-1:0]                 main__each_way_0__way__keys_1,
    input wire [KEY-1:0]                 main__each_way_1__way__keys_0,
    input wire [KEY-1:0]                 main__each_way_1__way__keys_1,
    input wire                           bypass__each_way_0__way__valid,
    input wire                           bypass__each_way_1__way__valid,
    input wire [PAGE-1:0]                bypass__each_way_0__way__keys_0,
    input wire [PAGE-1:0]                bypass__each_way_1__way__keys_0,
    input wire                           flush_ack,
    input wire                           flushing,
    input wire [FLUSH-1:0]               flush_cycle,
    input wire                           flushes_all,
    input wire [asid_w-1:0]              flushed,
    input wire                           walks__ends,
    input wire                           walks__fills_main,
    input wire                           walks__fills_bypass
);

    // Keys of the two sets of the main array, for each way.
    wire [SETS*KEY-1:0] main_keys_0 = {main__each_way_0__way__keys_1, main__each_way_0__way__keys_0};
    wire [SETS*KEY-1:0] main_keys_1 = {main__each_way_1__way__keys_1, main__each_way_1__way__keys_0};

    // Entries of the bypass cache.
    wire [bypass_entries-1:0] bypass_valid = {bypass__each_way_1__way__valid, bypass__each_way_0__way__valid};
    wire [bypass_entries*PAGE-1:0] bypass_keys = {bypass__each_way_1__way__keys_0, bypass__each_way_0__way__keys_0};

    // Entries of the address space, of each set and of the bypass cache.
    reg [SETS-1:0] in_set;
    reg            in_bypass;
    integer i;
    always @* begin
        for (i = 0; i < SETS; i = i + 1)
            in_set[i] = (main__each_way_0__way__valid[i]
                    && (flushes_all || main_keys_0[i*KEY+KEY-asid_w +: asid_w] == flushed))
                || (main__each_way_1__way__valid[i]
                    && (flushes_all || main_keys_1[i*KEY+KEY-asid_w +: asid_w] == flushed));
        in_bypass = 1'b0;
        for (i = 0; i < bypass_entries; i = i + 1)
            if (bypass_valid[i] && (flushes_all || bypass_keys[i*PAGE+PAGE-asid_w +: asid_w] == flushed)) in_bypass = 1'b1;
    end

    always @* if (!reset) begin
        if (flush_ack) assert (in_set == 0 && !in_bypass);
        // On the way there.
        assert (walks__ends || !(walks__fills_main || walks__fills_bypass));
        assert (flush_cycle <= l2tlb_latency + SETS || !flushing);
        if (flush_ack) assert (!flushing && !walks__ends);
        if (flushing && flush_cycle >= l2tlb_latency) begin
            assert (!walks__ends);
            for (i = 0; i < SETS; i = i + 1) assert (!in_set[i] || flush_cycle <= l2tlb_latency + i);
            assert (!in_bypass || flush_cycle == l2tlb_latency);
        end
    end

endmodule
