// SPDX-License-Identifier: Apache-2.0
// medic_profiler_tiny_sva: the invariants of medic_profiler_tiny, bound to it. Emitted by Warpsmith from
// testbenches/proofs, whose checkers are proved of this configuration; make changes there.
// Read it with the module, with assertions switched on. A checker whose assumption about the
// environment does not hold is silent until the next reset.

`default_nettype none

// Invariant 1: a warp has at most as many hits as accesses, and fewer accesses than the highest bit of the counter is worth; and the table
// has what was counted. Shown for any warp: the one that the inputs name in the first cycle.
module medic_profiler_tiny_i01_counts #(
    parameter warps_per_sm = 3,
    parameter cnt_bits = 4,
    parameter epoch_cycles = 32,
    parameter WARP = $clog2(warps_per_sm),
    parameter CYCLE = $clog2(epoch_cycles)
) (
    input wire                    clock,
    input wire                    reset,
    input wire                    alloc_valid,
    input wire [WARP-1:0]         alloc_wid,
    input wire                    r_valid,
    input wire [WARP-1:0]         r_wid,
    input wire                    r_hit,
    input wire                    r_byp,
    input wire [CYCLE-1:0]        cycle,
    input wire [warps_per_sm-1:0] counted,
    input wire [cnt_bits-2:0]     kept_accesses,
    input wire [cnt_bits-2:0]     kept_hits
);

    reg armed = 1'b0;   // What is assumed has held since the latest reset.

    reg                chosen = 1'b0;
    reg [WARP-1:0]     warp;
    reg [cnt_bits-1:0] accesses;
    reg [cnt_bits-1:0] hits;

    wire [cnt_bits-1:0] more = accesses + 1'b1;
    wire [cnt_bits-1:0] more_hits = hits + r_hit;

    always @(posedge clock) begin
        chosen <= 1'b1;
        if (!chosen) warp <= r_wid;
        if (reset || cycle == epoch_cycles - 1 || (alloc_valid && alloc_wid == warp)) begin
            accesses <= 0;
            hits <= 0;
        end else if (r_valid && !r_byp && r_wid == warp) begin
            accesses <= more >> more[cnt_bits-1];
            hits <= more_hits >> more[cnt_bits-1];
        end
    end

    // The first cycle is a reset, and names a warp that there is, as all do.
    always @(posedge clock) begin
        if (reset) armed = 1'b1;
        begin
            begin assume (chosen || reset) else armed = 1'b0; end
            begin assume (r_wid < warps_per_sm) else armed = 1'b0; end
            begin assume (alloc_wid < warps_per_sm) else armed = 1'b0; end
        end
    end

    always @(posedge clock) begin
        if (reset) armed = 1'b1;
        if (chosen && !reset) begin
            begin if (armed) assert (hits <= accesses) else $error("%m: invariant 1"); end
            begin if (armed) assert (!accesses[cnt_bits-1]) else $error("%m: invariant 1"); end
            begin if (armed) assert (counted[warp] == (accesses != 0)) else $error("%m: invariant 1"); end
            begin if (armed) assert (r_wid != warp || accesses == 0 || (kept_accesses == accesses && kept_hits == hits)) else $error("%m: invariant 1"); end
        end
    end

endmodule

// Invariant 2: a request says that its warp is being profiled as long as, in this epoch and since the slot was allocated, fewer than
// profile_len lookups of the warp have been answered. Shown for any warp: the one that the inputs name in the first cycle.
module medic_profiler_tiny_i02_profile #(
    parameter warps_per_sm = 3,
    parameter profile_len = 5,
    parameter epoch_cycles = 32,
    parameter WARP = $clog2(warps_per_sm),
    parameter CYCLE = $clog2(epoch_cycles),
    parameter W = $clog2(profile_len + 1)
) (
    input wire             clock,
    input wire             reset,
    input wire             alloc_valid,
    input wire [WARP-1:0]  alloc_wid,
    input wire             q_valid,
    input wire [WARP-1:0]  q_wid,
    input wire             r_valid,
    input wire [WARP-1:0]  r_wid,
    input wire             r_byp,
    input wire [CYCLE-1:0] cycle,
    input wire             q_prof,
    input wire             ev_classify,
    input wire [WARP-1:0]  ev_wid
);

    reg armed = 1'b0;   // What is assumed has held since the latest reset.

    reg            chosen = 1'b0;
    reg [WARP-1:0] warp;
    reg [W-1:0]    lookups;   // At most profile_len.
    reg            ended;     // The last of them came in the cycle before.

    wire lookup = r_valid && !r_byp && r_wid == warp && lookups != profile_len;

    always @(posedge clock) begin
        chosen <= 1'b1;
        if (!chosen) warp <= r_wid;
        ended <= 1'b0;
        if (reset || cycle == epoch_cycles - 1 || (alloc_valid && alloc_wid == warp)) lookups <= 0;
        else if (lookup) begin
            lookups <= lookups + 1'b1;
            ended <= lookups == profile_len - 1;
        end
    end

    // The first cycle is a reset, and names a warp that there is, as all do.
    always @(posedge clock) begin
        if (reset) armed = 1'b1;
        begin
            begin assume (chosen || reset) else armed = 1'b0; end
            begin assume (r_wid < warps_per_sm) else armed = 1'b0; end
            begin assume (alloc_wid < warps_per_sm) else armed = 1'b0; end
            begin assume (q_wid < warps_per_sm) else armed = 1'b0; end
        end
    end

    always @(posedge clock) begin
        if (reset) armed = 1'b1;
        if (chosen && !reset) begin
            begin if (armed) assert (!q_valid || q_wid != warp || q_prof == (lookups != profile_len)) else $error("%m: invariant 2"); end
            begin if (armed) assert (q_valid || !q_prof) else $error("%m: invariant 2"); end
            begin if (armed) assert ((ev_classify && ev_wid == warp) == ended) else $error("%m: invariant 2"); end
        end
    end

endmodule

// Invariant 5: the boundary is lo_pct less 0 to 4 steps, at least 0; it changes at most once in an epoch, 15 cycles after its beginning,
// and rises by one step at most.
module medic_profiler_tiny_i05_boundary #(
    parameter lo_pct = 20,
    parameter tune_step = 5
) (
    input wire       clock,
    input wire       reset,
    input wire [6:0] lo_pct_o,
    input wire       epoch_pulse
);

    reg armed = 1'b0;   // What is assumed has held since the latest reset.

    function [6:0] lowered(input integer steps);
        lowered = lo_pct > steps * tune_step ? lo_pct - steps * tune_step : 0;
    endfunction

    reg        before_valid;
    reg [6:0]  earlier;
    reg [15:1] begun;          // The epoch began so many cycles ago.

    always @(posedge clock) begin
        before_valid <= !reset;
        earlier <= lo_pct_o;
        begun <= reset ? 15'd0 : {begun, epoch_pulse};
    end

    always @(posedge clock) begin
        if (reset) armed = 1'b1;
        if (!reset) begin
            begin if (armed) assert (lo_pct_o == lowered(0) || lo_pct_o == lowered(1) || lo_pct_o == lowered(2)
                || lo_pct_o == lowered(3) || lo_pct_o == lowered(4)) else $error("%m: invariant 5"); end
            if (before_valid) begin
                begin if (armed) assert (lo_pct_o == earlier || begun[15]) else $error("%m: invariant 5"); end
                begin if (armed) assert (lo_pct_o <= earlier + tune_step) else $error("%m: invariant 5"); end
            end
        end
    end

endmodule

bind medic_profiler_tiny medic_profiler_tiny_i01_counts #(
    .warps_per_sm(3), .cnt_bits(4), .epoch_cycles(32)) i01_counts (
    .clock(clock), .reset(reset), .alloc_valid(alloc_valid), .alloc_wid(alloc_wid),
    .r_valid(r_valid), .r_wid(r_wid), .r_hit(r_hit), .r_byp(r_byp), .cycle(unit.cycle),
    .counted(unit.counted), .kept_accesses(unit.kept_accesses), .kept_hits(unit.kept_hits));

bind medic_profiler_tiny medic_profiler_tiny_i02_profile #(
    .warps_per_sm(3), .profile_len(5), .epoch_cycles(32)) i02_profile (
    .clock(clock), .reset(reset), .alloc_valid(alloc_valid), .alloc_wid(alloc_wid),
    .q_valid(q_valid), .q_wid(q_wid), .r_valid(r_valid), .r_wid(r_wid), .r_byp(r_byp),
    .cycle(unit.cycle), .q_prof(q_prof), .ev_classify(ev_classify), .ev_wid(ev_wid));

bind medic_profiler_tiny medic_profiler_tiny_i05_boundary #(
    .lo_pct(20), .tune_step(5)) i05_boundary (
    .clock(clock), .reset(reset), .lo_pct_o(lo_pct_o), .epoch_pulse(epoch_pulse));


`default_nettype wire
