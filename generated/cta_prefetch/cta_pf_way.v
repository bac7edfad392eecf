// SPDX-License-Identifier: Apache-2.0
// cta_pf_way: part of cta_prefetch, for all configurations
// Emitted by Warpsmith from hdl/src; make changes there.

`default_nettype none

// One way of the PerCTA table: one entry of every CTA slot (specification section 3). It is written
// by the load of slot `cta` in this cycle, looked up for the load of the next one, and searched in
// all slots at once for a job.
// The base addresses are a memory of one word a slot.
module cta_pf_way #(
    parameter CTAS = 8,
    parameter PC = 32,
    parameter WARP = 6,
    parameter LAST = 2,
    parameter ADDRESSES = 128,
    // What follows from these; not to be set.
    parameter CTA = ($clog2(CTAS) > 1 ? $clog2(CTAS) : 1)
) (
    input  wire                 clock,         // SM clock.
    input  wire                 reset,         // Synchronous reset, active high.
    // Slots whose entries are cleared at the end of this cycle.
    input  wire [CTAS-1:0]      clear,
    input  wire [CTA-1:0]       cta,           // The load's slot.
    input  wire                 write,         // The load is registered in this way.
    input  wire                 drop,          // The entry is dropped.
    input  wire [PC-1:0]        pc,            // The load's PC.
    input  wire [WARP-1:0]      widx,          // Its warp's index in the CTA.
    input  wire                 own_done,      // All warps of the CTA are prefetched for.
    input  wire [LAST-1:0]      last,          // Its requests, less one.
    input  wire [ADDRESSES-1:0] addresses,     // Their addresses.
    input  wire [CTA-1:0]       look_cta,      // Slot and PC of the load of the next cycle.
    input  wire [PC-1:0]        look_pc,
    input  wire                 look_same_cta, // They are those of this cycle's load.
    input  wire                 look_same_pc,
    output wire                 look_hit,      // The entry will be its entry.
    // Its leading warp, requests less one and base addresses, if the entry is its entry now; else
    // zero.
    output reg  [WARP-1:0]      look_lead,
    output reg  [LAST-1:0]      look_last,
    output reg  [ADDRESSES-1:0] look_bases,
    output wire                 free,          // The load's slot has no entry in this way.
    input  wire [PC-1:0]        job_pc,        // A job's PC.
    input  wire                 job_same_pc,   // It is that of this cycle's load.
    input  wire [CTA-1:0]       job_cta,       // The job's slot.
    output wire [CTAS-1:0]      holds,         // Slots with an entry for the job.
    // Those of them whose warps are prefetched for already.
    output wire [CTAS-1:0]      served,
    // The leading warp in the job's slot, if that has such an entry; else zero.
    output reg  [WARP-1:0]      job_lead,
    // The slot that is prefetched for in the next cycle, one-hot.
    input  wire [CTAS-1:0]      target,
    output wire                 target_hit,    // It will have an entry for the job.
    // The entry's leading warp then, and its requests, less one; zero if there is none, but for one
    // that is dropped or cleared.
    output wire [WARP-1:0]      target_lead,
    output wire [LAST-1:0]      target_last,
    input  wire [CTA-1:0]       read_cta,      // The slot that is prefetched for now.
    output wire [ADDRESSES-1:0] read_bases     // Its base addresses.
);

    localparam [CTAS-1:0] ONE = 1;

    wire [CTAS-1:0]               here;
    reg  [CTAS-1:0]               written;
    reg  [CTAS-1:0]               dropped;
    reg                           matching;
    wire                          look_now;
    wire [ADDRESSES-1:0]          looked;
    reg  [CTAS-1:0]               holding;
    // Slots that hold the job's PC when the load is registered, whether or not they are dropped or
    // cleared.
    reg  [CTAS-1:0]               held;
    reg  [WARP-1:0]               next_lead;
    reg  [LAST-1:0]               next_last;
    reg  [CTAS-1:0]               valid;
    reg  [(CTAS * PC)-1:0]        entry_pc;
    reg  [(CTAS * WARP)-1:0]      lead;
    reg  [CTAS-1:0]               done;
    reg  [(CTAS * LAST)-1:0]      entry_last;
    reg  [ADDRESSES-1:0]          bases [0:CTAS-1];

    always @(posedge clock) begin
        if (write) begin
            entry_pc[(cta * PC) +: PC] <= pc;
        end
        if (write) begin
            lead[(cta * WARP) +: WARP] <= widx;
        end
        if (write) begin
            entry_last[(cta * LAST) +: LAST] <= last;
        end
        if (write) begin
            bases[cta] <= addresses;
        end
    end

    assign here = ONE << cta;

    always @* begin
        written = 0;
        if (write) begin
            written = here;
        end
    end

    always @* begin
        dropped = 0;
        if (drop) begin
            dropped = here;
        end
    end

    always @(posedge clock) begin
        if (reset) begin
            valid <= 0;
        end else begin
            valid <= (valid | written) & ~dropped & ~clear;
        end
    end

    always @(posedge clock) begin
        if (write) begin
            done <= done & ~here;
            if (own_done) begin
                done <= done | here;
            end
        end
    end

    // The next load sees what this one leaves.
    assign free = !valid[cta];
    assign look_now = valid[look_cta] && (entry_pc[(look_cta * PC) +: PC] == look_pc);

    always @* begin
        matching = look_now;
        if (look_same_cta) begin
            if (write) begin
                matching = look_same_pc;
            end
            if (drop) begin
                matching = 1'b0;
            end
        end
    end

    assign look_hit = matching && !clear[look_cta];
    assign looked = bases[look_cta];

    always @* begin
        look_lead = 0;
        look_last = 0;
        look_bases = 0;
        if (look_now) begin
            look_lead = lead[(look_cta * WARP) +: WARP];
            look_last = entry_last[(look_cta * LAST) +: LAST];
            look_bases = looked;
        end
    end

    // A job sees the table as it is; what it prefetches for next, as it will be.
    always @* begin : compute_holding
        integer i;
        i = 0;
        holding = 0;
        if (valid != 0) begin
            for (i = 0; i < CTAS; i = i + 1)
                holding[i] = valid[i] && (entry_pc[(i * PC) +: PC] == job_pc);
        end
    end

    assign holds = holding;
    assign served = holding & done;

    always @* begin
        job_lead = 0;
        if (holding[job_cta]) begin
            job_lead = lead[(job_cta * WARP) +: WARP];
        end
    end

    always @* begin
        held = holding & ~written;
        if (job_same_pc) begin
            held = holding | written;
        end
    end

    assign target_hit = (held & target & ~dropped & ~clear) != {CTAS{1'b0}};

    always @* begin : compute_next_lead
        integer i;
        i = 0;
        next_lead = 0;
        next_last = 0;
        if ((held & target) != {CTAS{1'b0}}) begin
            for (i = 0; i < CTAS; i = i + 1) begin
                if (target[i] && held[i]) begin
                    next_lead = next_lead | lead[(i * WARP) +: WARP];
                    next_last = next_last | entry_last[(i * LAST) +: LAST];
                end
            end
            if ((written & target) != {CTAS{1'b0}}) begin
                next_lead = widx;
                next_last = last;
            end
        end
    end

    assign target_lead = next_lead;
    assign target_last = next_last;
    assign read_bases = bases[read_cta];

endmodule

`default_nettype wire
