// SPDX-License-Identifier: Apache-2.0
// cta_pf_generator: part of cta_prefetch, for all configurations
// Emitted by Warpsmith from hdl/src; make changes there.

`default_nettype none

// The generator of requests (specification section 2.3): takes a job and prefetches for one warp
// after the other, all requests of each. A job for other CTAs visits the CTA slots with base
// addresses of the PC, the lowest first, and prefetches for the warp with the same index; a job for
// the own CTA visits the warps of one slot, from the one behind the leading warp on.
// What is prefetched for in a cycle is found in the cycle before; the entry of PerCTA is still that
// of the cycle itself.
module cta_pf_generator #(
    parameter CTAS = 8,
    parameter ENTRIES = 2,
    parameter PC = 32,
    parameter WARP = 6,
    parameter COUNT = 6,
    parameter BASES = 4,
    parameter ADDRESS = 32,
    parameter STRIDE = 32,
    parameter [0:0] SKIP_OWN_DONE = 1'b1,  // Other CTAs that are served already are left out (A8).
    parameter LINE = 127,                  // Bits of an address inside a line.
    // What follows from these; not to be set.
    parameter CTA = ($clog2(CTAS) > 1 ? $clog2(CTAS) : 1),
    parameter DISTANCE = WARP + 1,
    parameter LAST = ($clog2(BASES) > 1 ? $clog2(BASES) : 1),
    parameter ADDRESSES = BASES * ADDRESS
) (
    input  wire                 clock,       // SM clock.
    input  wire                 reset,       // Synchronous reset, active high.
    input  wire                 clear,       // Forget the job at the end of this cycle.
    input  wire                 job_valid,   // There is a job.
    input  wire                 job_own,     // It is for its own CTA, not for the others.
    input  wire [CTA-1:0]       job_cta,     // Its CTA slot.
    input  wire [WARP-1:0]      job_widx,    // Index of the warp to prefetch for in other CTAs.
    input  wire [STRIDE-1:0]    job_stride,  // Its stride.
    // PC of the job that is the first one in the next cycle.
    input  wire [PC-1:0]        job_next_pc,
    output wire                 pop,         // The job is taken.
    output wire [PC-1:0]        search_pc,   // PC that is searched for in PerCTA.
    input  wire [CTAS-1:0]      holds,       // Slots with an entry for it.
    // Those of them whose warps are prefetched for already.
    input  wire [CTAS-1:0]      served,
    input  wire [WARP-1:0]      job_lead,    // Index of the leading warp in the job's slot.
    // The slot that is prefetched for in the next cycle, one-hot.
    output wire [CTAS-1:0]      target,
    input  wire [ENTRIES-1:0]   target_hit,  // Its entry then, one-hot; zero if it has none.
    input  wire [WARP-1:0]      target_lead, // Index of that entry's leading warp.
    input  wire [LAST-1:0]      target_last, // Its requests, less one.
    output reg  [CTA-1:0]       read_cta,    // The slot that is prefetched for now.
    output reg  [ENTRIES-1:0]   read_entry,  // Its entry, one-hot.
    input  wire [ADDRESSES-1:0] read_bases,  // Its base addresses.
    input  wire [WARP-1:0]      first,       // Its first warp.
    input  wire [COUNT-1:0]     nw,          // Its warps.
    input  wire [COUNT-1:0]     job_nw,      // Warps of the job's slot.
    input  wire                 pf_ready,    // The L1D accepts the prefetch.
    output wire                 pf_valid,    // A prefetch is asked for.
    output reg  [ADDRESS-1:0]   pf_addr,     // Address of its line.
    output reg  [WARP-1:0]      pf_warp      // The warp that it serves.
);

    localparam [CTAS-1:0] ONE = 1;
    localparam [COUNT-1:0] ONE_WARP = 1;
    localparam [WARP-1:0] LAST_WARP = 1;

    reg  [CTAS-1:0]              candidates;
    reg                          starts;
    wire                         wanted;                // There is something to prefetch.
    wire                         done;                  // The target is done with.
    reg                          finished;
    reg                          goes_on;
    reg  [CTAS-1:0]              next_target;
    reg  [(BASES * ADDRESS)-1:0] base;
    wire [ADDRESS-1:0]           chosen;
    reg                          running;               // A job is under way.
    reg                          own;
    // PC of the job that is under way, else of the first one that waits.
    reg  [PC-1:0]                pc;
    reg  [STRIDE-1:0]            stride;
    reg  [CTAS-1:0]              rest;                  // Slots that are still to be visited.
    reg  [WARP-1:0]              widx;                  // Index of the warp that is prefetched for.
    // Warps of the own CTA that are not yet done with.
    reg  [WARP-1:0]              left;
    reg  [DISTANCE-1:0]          distance;              // The warp less the entry's leading warp.
    reg  [LAST-1:0]              last;                  // Requests of the entry, less one.
    reg  [LAST-1:0]              request;               // Request of the entry.
    wire [CTAS-1:0]              first_other_first;
    wire [CTA-1:0]               first_other_index;
    wire [CTAS-1:0]              next_other_first;
    wire [CTA-1:0]               next_other_index;
    wire [ADDRESS-1:0]           request_address_sum;
    wire [ADDRESS-1:0]           request_address_carry;
    wire [ADDRESS-1:0]           adder_sum;

    first_set #(.N(CTAS)) first_other (
        .requests (candidates),
        .first    (first_other_first),
        .index    (first_other_index)
    );

    first_set #(.N(CTAS)) next_other (
        .requests (rest),
        .first    (next_other_first),
        .index    (next_other_index)
    );

    scaled #(.STRIDE(STRIDE), .ADDRESS(ADDRESS), .BITS(WARP)) request_address (
        .enable   (distance != 0),
        .base     (chosen),
        .stride   (stride),
        .distance (distance),
        .sum      (request_address_sum),
        .carry    (request_address_carry)
    );

    prefix_adder #(.W(ADDRESS)) adder (
        .a   (request_address_sum),
        .b   (request_address_carry),
        .sum (adder_sum)
    );

    // A job whose PC the others do not have, or that has no other warps, is over at once.
    assign search_pc = pc;

    always @* begin
        candidates = holds & ~(ONE << job_cta);
        if (SKIP_OWN_DONE) begin
            candidates = holds & ~(ONE << job_cta) & ~served;
        end
    end

    assign pop = !running && job_valid;

    always @* begin
        starts = job_valid && (candidates != 0);
        if (job_own) begin
            starts = job_valid && holds[job_cta] && (job_nw != ONE_WARP);
        end
    end

    // The request, unless the target has none or is the leading warp itself.
    assign wanted = running
        && (read_entry != 0)
        && ({{(COUNT - WARP){1'b0}}, widx} < nw)
        && (distance != 0)
        && (request <= last);

    always @* begin : compute_base
        integer i;
        for (i = 0; i < BASES; i = i + 1)
            base[(i * ADDRESS) +: ADDRESS] = read_bases[(i * ADDRESS) +: ADDRESS];
    end

    assign chosen = base[(request * ADDRESS) +: ADDRESS];
    assign pf_valid = wanted;

    always @* begin
        pf_addr = 0;
        pf_warp = 0;
        if (wanted) begin
            pf_addr = adder_sum & ~{{(ADDRESS - 8){1'b0}}, LINE[7:0]};
            pf_warp = first + widx;
        end
    end

    // The next target.
    assign done = !wanted || (pf_ready && (request == last));

    always @* begin
        finished = rest == 0;
        if (own) begin
            finished = (left == LAST_WARP) || (read_entry == 0);
        end
    end

    always @* begin
        goes_on = starts;
        if (running) begin
            goes_on = !(done && finished);
        end
    end

    always @(posedge clock) begin
        if (reset) begin
            running <= 1'b0;
        end else begin
            running <= goes_on && !clear;
        end
    end

    always @(posedge clock) begin
        if (!goes_on) begin
            pc <= job_next_pc;
        end
    end

    always @* begin
        next_target = first_other_first;
        if (running) begin
            next_target = next_other_first;
            if (own || !done) begin
                next_target = ONE << read_cta;
            end
        end else if (job_own) begin
            next_target = ONE << job_cta;
        end
    end

    assign target = next_target;

    always @(posedge clock) begin : update_widx
        reg [COUNT-1:0] behind_lead;
        reg [COUNT-1:0] successor;
        reg [WARP-1:0] next_widx;
        behind_lead = {{(COUNT - WARP){1'b0}}, job_lead} + 1'b1;
        if (behind_lead == job_nw) begin
            behind_lead = 0;
        end
        successor = {{(COUNT - WARP){1'b0}}, widx} + 1'b1;
        if (successor == nw) begin
            successor = 0;
        end
        next_widx = job_widx;
        if (running) begin
            next_widx = widx;
            if (own && done) begin
                next_widx = successor[WARP-1:0];
            end
        end else if (job_own) begin
            next_widx = behind_lead[WARP-1:0];
        end
        widx <= next_widx;
        distance <= {{(DISTANCE - WARP){1'b0}}, next_widx}
            - {{(DISTANCE - WARP){1'b0}}, target_lead};
    end

    always @(posedge clock) begin
        read_entry <= target_hit;
        last <= target_last;
    end

    always @(posedge clock) begin
        if (!running) begin
            own <= job_own;
            stride <= job_stride;
            read_cta <= first_other_index;
            rest <= candidates & ~first_other_first;
            left <= job_nw[WARP-1:0] - 1'b1;
            request <= 0;
            if (job_own) begin
                read_cta <= job_cta;
            end
        end else if (done) begin
            rest <= rest & ~next_other_first;
            left <= left - 1'b1;
            request <= 0;
            if (!own) begin
                read_cta <= next_other_index;
            end
        end else if (pf_ready) begin
            request <= request + 1'b1;
        end
    end

endmodule

`default_nettype wire
