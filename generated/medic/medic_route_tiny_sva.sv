// SPDX-License-Identifier: Apache-2.0
// medic_route_tiny_sva: the invariants of medic_route_tiny, bound to it. Emitted by Warpsmith from
// testbenches/proofs, whose checkers are proved of this configuration; make changes there.
// Read it with the module, with assertions switched on. A checker whose assumption about the
// environment does not hold is silent until the next reset.

`default_nettype none

// Invariant 2: a request that left while its warp was being profiled does not bypass.
module medic_route_tiny_i02_tagged (
    input wire clock,
    input wire reset,
    input wire prof,
    input wire bypass,
    input wire no_alloc
);

    reg armed = 1'b0;   // What is assumed has held since the latest reset.

    always @(posedge clock) begin
        if (reset) armed = 1'b1;
        begin
            begin if (armed) assert (!(prof && bypass)) else $error("%m: invariant 2"); end
            begin if (armed) assert (!(prof && no_alloc)) else $error("%m: invariant 2"); end
        end
    end

endmodule

// Invariant 3: only reads and writes of data of mostly-miss warps bypass, neither atomic ones nor fences; those look up the L2 but
// allocate nothing; no request does both. A write that bypasses makes the line in the L2 invalid.
module medic_route_tiny_i03_bypass #(
    parameter bypass_writes = 1
) (
    input wire clock,
    input wire reset,
    input wire       valid,
    input wire [1:0] kind,
    input wire       atomic,
    input wire       fence,
    input wire [1:0] warp_type,
    input wire       prof,
    input wire       wbyp_en,
    input wire       bypass,
    input wire       no_alloc,
    input wire       inval
);

    reg armed = 1'b0;   // What is assumed has held since the latest reset.

    localparam [1:0] MISS = 2'd0;
    localparam [1:0] DATA_RD = 2'd0;
    localparam [1:0] DATA_WR = 2'd1;

    wire misses = valid && wbyp_en && warp_type == MISS && !prof;
    wire passes = kind == DATA_RD || (kind == DATA_WR && bypass_writes != 0);

    always @(posedge clock) begin
        if (reset) armed = 1'b1;
        begin
            begin if (armed) assert (!bypass || (misses && !atomic && !fence)) else $error("%m: invariant 3"); end
            begin if (armed) assert (!no_alloc || (misses && (atomic || fence))) else $error("%m: invariant 3"); end
            begin if (armed) assert (!(bypass && no_alloc)) else $error("%m: invariant 3"); end
            begin if (armed) assert (bypass == (misses && !atomic && !fence && passes)) else $error("%m: invariant 3"); end
            begin if (armed) assert (no_alloc == (misses && (atomic || fence))) else $error("%m: invariant 3"); end
            begin if (armed) assert (inval == (bypass && kind == DATA_WR)) else $error("%m: invariant 3"); end
        end
    end

endmodule

// Invariant 4: only requests of warps that mostly or always hit go first in DRAM, so none of them bypasses.
module medic_route_tiny_i04_priority (
    input wire clock,
    input wire reset,
    input wire       valid,
    input wire [1:0] warp_type,
    input wire       wms_en,
    input wire       bypass,
    input wire       hi
);

    reg armed = 1'b0;   // What is assumed has held since the latest reset.

    always @(posedge clock) begin
        if (reset) armed = 1'b1;
        begin
            begin if (armed) assert (hi == (valid && wms_en && warp_type >= 2'd2)) else $error("%m: invariant 4"); end
            begin if (armed) assert (!(bypass && hi)) else $error("%m: invariant 4"); end
        end
    end

endmodule

// Invariant 11: without the switches nothing bypasses, everything allocates, and nothing goes first in DRAM.
module medic_route_tiny_i11_switches (
    input wire clock,
    input wire reset,
    input wire wbyp_en,
    input wire wms_en,
    input wire bypass,
    input wire no_alloc,
    input wire hi,
    input wire inval
);

    reg armed = 1'b0;   // What is assumed has held since the latest reset.

    always @(posedge clock) begin
        if (reset) armed = 1'b1;
        begin
            begin if (armed) assert (wbyp_en || !(bypass || no_alloc || inval)) else $error("%m: invariant 11"); end
            begin if (armed) assert (wms_en || !hi) else $error("%m: invariant 11"); end
        end
    end

endmodule

bind medic_route_tiny medic_route_tiny_i02_tagged i02_tagged (
    .prof(prof), .bypass(bypass), .no_alloc(no_alloc), .clock(clock), .reset(reset));

bind medic_route_tiny medic_route_tiny_i03_bypass #(
    .bypass_writes(1)) i03_bypass (
    .valid(valid), .kind(kind), .atomic(atomic), .fence(fence), .warp_type(warp_type), .prof(prof),
    .wbyp_en(wbyp_en), .bypass(bypass), .no_alloc(no_alloc), .inval(inval), .clock(clock),
    .reset(reset));

bind medic_route_tiny medic_route_tiny_i04_priority i04_priority (
    .valid(valid), .warp_type(warp_type), .wms_en(wms_en), .bypass(bypass), .hi(hi), .clock(clock),
    .reset(reset));

bind medic_route_tiny medic_route_tiny_i11_switches i11_switches (
    .wbyp_en(wbyp_en), .wms_en(wms_en), .bypass(bypass), .no_alloc(no_alloc), .hi(hi),
    .inval(inval), .clock(clock), .reset(reset));


`default_nettype wire
