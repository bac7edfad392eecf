// SPDX-License-Identifier: Apache-2.0
// mask_epoch_counts: part of mask, for all configurations
// Emitted by Warpsmith from hdl/src; make changes there.

`default_nettype none

// What MASK counts in an epoch (specification sections 2.6 to 2.8), and what the epoch before has
// counted. Of that the SMs go round, one place a cycle, so that the one whose turn it is stands at
// place 0.
module mask_epoch_counts #(
    parameter CORES = 30,
    parameter CORE = 5,
    parameter APPS = 30,
    parameter APP = 5,
    parameter PORTS = 2,
    parameter FIELDS = 10,
    parameter LOOKS = 5,
    parameter LOOK_BITS = 30,
    // What follows from these; not to be set.
    parameter LIVES = APPS * 7,
    parameter CORE_APPS = CORES * APP
) (
    input  wire                    clock,      // Clock.
    input  wire                    reset,      // Synchronous reset, active high.
    input  wire                    tick,       // The last cycle of the epoch, which still counts.
    // Of each port of the shared TLB: a lookup counts, as a hit, and its SM.
    input  wire [PORTS-1:0]        res_valid,
    input  wire [PORTS-1:0]        res_hit,
    input  wire [FIELDS-1:0]       res_core,
    input  wire [LIVES-1:0]        ptw_live,   // Walks of each application.
    // Accesses and hits of data and of each depth in this cycle.
    input  wire [LOOK_BITS-1:0]    l2_acc,
    input  wire [LOOK_BITS-1:0]    l2_hit,
    input  wire [CORE_APPS-1:0]    core_app,   // Who takes part.
    input  wire [CORES-1:0]        core_on,
    input  wire [APPS-1:0]         app_active,
    input  wire                    turn,       // The next SM comes to place 0.
    // Of the SM at place 0: hits, misses, application, whether it takes part.
    output wire [15:0]             hits,
    output wire [15:0]             misses,
    output wire [APP-1:0]          app,
    output wire                    on,
    output reg  [APPS-1:0]         active,
    output reg  [(APPS * 6)-1:0]   walks,      // The most walks of each application.
    output reg  [(LOOKS * 24)-1:0] accesses,   // Accesses and hits of the L2 cache.
    output reg  [(LOOKS * 24)-1:0] found
);

    localparam [5:0] MOST_WALKS = 6'd63;
    localparam [23:0] MOST = 24'hffffff;
    localparam LAST_CORE = CORES - 1;
    localparam [31:0] OVER = 32'd24;

    reg  [(CORES * 16)-1:0]  hit_now;    // The counters with this cycle.
    reg  [(CORES * 16)-1:0]  miss_now;
    reg  [(APPS * 6)-1:0]    peak_now;
    reg  [(LOOKS * 24)-1:0]  acc_now;
    reg  [(LOOKS * 24)-1:0]  got_now;
    reg  [(APPS * 6)-1:0]    live;
    reg  [15:0]              lookups;
    reg  [15:0]              missed;
    reg  [5:0]               walkers;
    reg  [23:0]              old_count;
    reg  [5:0]               more;
    reg  [24:0]              sum;
    reg                      of_core;
    reg  [(CORES * 16)-1:0]  hit;
    reg  [(CORES * 16)-1:0]  miss;
    reg  [(APPS * 6)-1:0]    peak;
    reg  [(LOOKS * 24)-1:0]  acc;
    reg  [(LOOKS * 24)-1:0]  got;
    reg  [(CORES * 16)-1:0]  ended_hit;
    reg  [(CORES * 16)-1:0]  ended_miss;
    reg  [(CORES * APP)-1:0] ended_app;
    reg  [CORES-1:0]         ended_on;

    // Lookups of each SM.
    always @* begin : compute_hit_now
        integer i;
        integer port;
        port = 0;
        lookups = 16'd0;
        missed = 16'd0;
        of_core = 1'b0;
        for (i = 0; i < CORES; i = i + 1) begin
            lookups = hit[(i * 16) +: 16];
            missed = miss[(i * 16) +: 16];
            if (res_valid != 0) begin
                for (port = 0; port < PORTS; port = port + 1) begin
                    of_core = res_valid[port] && (res_core[(port * CORE) +: CORE] == i[CORE-1:0]);
                    if (of_core && res_hit[port] && !(&lookups)) begin
                        lookups = lookups + 16'd1;
                    end
                    if (of_core && !res_hit[port] && !(&missed)) begin
                        missed = missed + 16'd1;
                    end
                end
            end
            hit_now[(i * 16) +: 16] = lookups;
            miss_now[(i * 16) +: 16] = missed;
        end
    end

    // Walks of each application, at most 63.
    always @* begin : compute_peak_now
        integer i;
        walkers = 6'd0;
        for (i = 0; i < APPS; i = i + 1) begin
            walkers = ptw_live[(i * 7) +: 6];
            if (ptw_live[(i * 7) + 6]) begin
                walkers = MOST_WALKS;
            end
            live[(i * 6) +: 6] = walkers;
            if (walkers < peak[(i * 6) +: 6]) begin
                walkers = peak[(i * 6) +: 6];
            end
            peak_now[(i * 6) +: 6] = walkers;
        end
    end

    // Accesses to the L2 cache: both counters stand once the accesses have reached their end (M12).
    always @* begin : compute_acc_now
        integer i;
        old_count = 24'd0;
        more = 6'd0;
        sum = 25'd0;
        for (i = 0; i < LOOKS; i = i + 1) begin
            acc_now[(i * 24) +: 24] = acc[(i * 24) +: 24];
            old_count = acc[(i * 24) +: 24];
            more = l2_acc[(i * 6) +: 6];
            sum = {1'b0, old_count} + {19'd0, more};
            if (!(&acc[(i * 24) +: 24])) begin
                acc_now[(i * 24) +: 24] = sum[23:0];
                if (sum[OVER]) begin
                    acc_now[(i * 24) +: 24] = MOST;
                end
            end
            got_now[(i * 24) +: 24] = got[(i * 24) +: 24];
            old_count = got[(i * 24) +: 24];
            more = l2_hit[(i * 6) +: 6];
            sum = {1'b0, old_count} + {19'd0, more};
            if (!(&acc[(i * 24) +: 24])) begin
                got_now[(i * 24) +: 24] = sum[23:0];
                if (sum[OVER]) begin
                    got_now[(i * 24) +: 24] = MOST;
                end
            end
        end
    end

    // The next epoch begins with what is under way.
    always @(posedge clock) begin : update_hit
        integer i;
        if (reset) begin
            hit <= 0;
            miss <= 0;
            peak <= 0;
            acc <= 0;
            got <= 0;
        end else begin
            hit <= hit_now;
            miss <= miss_now;
            peak <= peak_now;
            acc <= acc_now;
            got <= got_now;
            if (tick) begin
                for (i = 0; i < CORES; i = i + 1) begin
                    hit[(i * 16) +: 16] <= 16'd0;
                    miss[(i * 16) +: 16] <= 16'd0;
                end
                peak <= live;
                for (i = 0; i < LOOKS; i = i + 1) begin
                    acc[(i * 24) +: 24] <= 24'd0;
                    got[(i * 24) +: 24] <= 24'd0;
                end
            end
        end
    end

    // The epoch that has ended.
    always @(posedge clock) begin : update_ended_hit
        integer i;
        if (tick) begin
            active <= app_active;
        end
        for (i = 0; i < APPS; i = i + 1) begin
            if (tick) begin
                walks[(i * 6) +: 6] <= peak_now[(i * 6) +: 6];
            end
        end
        for (i = 0; i < LOOKS; i = i + 1) begin
            if (tick) begin
                accesses[(i * 24) +: 24] <= acc_now[(i * 24) +: 24];
                found[(i * 24) +: 24] <= got_now[(i * 24) +: 24];
            end
        end
        if (turn) begin
            for (i = 0; i < CORES - 1; i = i + 1) begin
                ended_hit[(i * 16) +: 16] <= ended_hit[((i + 1) * 16) +: 16];
                ended_miss[(i * 16) +: 16] <= ended_miss[((i + 1) * 16) +: 16];
                ended_app[(i * APP) +: APP] <= ended_app[((i + 1) * APP) +: APP];
                ended_on[i] <= ended_on[i + 1];
            end
            ended_hit[(LAST_CORE * 16) +: 16] <= ended_hit[15:0];
            ended_miss[(LAST_CORE * 16) +: 16] <= ended_miss[15:0];
            ended_app[(LAST_CORE * APP) +: APP] <= ended_app[(0 * APP) +: APP];
            ended_on[LAST_CORE] <= ended_on[0];
        end
        if (tick) begin
            for (i = 0; i < CORES; i = i + 1) begin
                ended_hit[(i * 16) +: 16] <= hit_now[(i * 16) +: 16];
                ended_miss[(i * 16) +: 16] <= miss_now[(i * 16) +: 16];
                ended_app[(i * APP) +: APP] <= core_app[(i * APP) +: APP];
                ended_on[i] <= core_on[i];
            end
        end
    end

    assign hits = ended_hit[15:0];
    assign misses = ended_miss[15:0];
    assign app = ended_app[(0 * APP) +: APP];
    assign on = ended_on[0];

endmodule

`default_nettype wire
