// SPDX-License-Identifier: Apache-2.0
// mask_monitor: part of mask, for all configurations
// Emitted by Warpsmith from hdl/src; make changes there.

`default_nettype none

// MASK's monitor of an SM (specification sections 2.2 and 2.6): how many different warps have
// issued in an epoch, and the most that a page has stalled.
// Protocol: all inputs are those of the cycle; the last cycle of an epoch, that of `tick`, belongs
// to it. In the next one the outputs tell of the epoch, and they stay until another has ended.
module mask_monitor #(
    parameter WARPS = 64,  // Warps that an SM can hold
    parameter PORTS = 2,   // Warps that issue in an SM in a cycle at most
    // What follows from these; not to be set.
    parameter WARP = $clog2(WARPS),
    parameter FIELDS = PORTS * WARP
) (
    input  wire              clock,       // SM clock.
    input  wire              reset,       // Synchronous reset, active high.
    // A bit for each issue port: a warp issues an instruction there.
    input  wire [PORTS-1:0]  issue_valid,
    input  wire [FIELDS-1:0] issue_warp,  // Its slot, below `warps_per_core`, from port 0 on.
    // The most warps that wait for a page whose L1 MSHR was allocated, joined or released in this
    // cycle, at most 63; 0 without one.
    input  wire [5:0]        stalled,
    // The last cycle of an epoch, `epoch_tick` of `mask_epoch`.
    input  wire              tick,
    output reg  [7:0]        uniq,        // Different warps that have issued, at most 255.
    output reg  [5:0]        warps_peak   // The most warps that waited for a page.
);

    localparam [WARPS-1:0] ONE = 1;
    localparam [7:0] MOST = 8'd255;

    reg  [WARPS-1:0] seen;  // Warps that have issued in this epoch.
    reg  [7:0]       count; // How many they are.
    reg  [5:0]       peak;  // The most that waited for a page.

    always @(posedge clock) begin : update_seen
        integer port;
        reg [WARP-1:0] warp;
        reg fresh;
        reg [WARPS-1:0] all;
        reg [7:0] total;
        reg [5:0] highest;
        if (reset) begin
            seen <= 0;
            count <= 8'd0;
            peak <= 6'd0;
            uniq <= 8'd0;
            warps_peak <= 6'd0;
        end else begin
            all = seen;
            total = count;
            warp = 0;
            fresh = 1'b0;
            // A warp that issues at two ports is new at the first.
            for (port = 0; port < PORTS; port = port + 1) begin
                warp = issue_warp[(port * WARP) +: WARP];
                fresh = issue_valid[port] && !all[warp];
                if (fresh) begin
                    all = all | (ONE << warp);
                end
                if (fresh && (total != MOST)) begin
                    total = total + 8'd1;
                end
            end
            highest = peak;
            if (stalled > peak) begin
                highest = stalled;
            end
            seen <= all;
            count <= total;
            peak <= highest;
            if (tick) begin
                seen <= 0;
                count <= 8'd0;
                peak <= 6'd0;
                uniq <= total;
                warps_peak <= highest;
            end
        end
    end

endmodule

`default_nettype wire
