// SPDX-License-Identifier: Apache-2.0
// eq_cta_control: part of equalizer, for all configurations
// Emitted by Warpsmith from hdl/src; make changes there.

`default_nettype none

// Steers the number of running CTAs of one SM to a target, by pausing, unpausing and requesting
// CTAs (specification section 2.5, decisions W2-W7). At most one CTA is paused or unpaused in a
// cycle.
module eq_cta_control #(
    parameter WARPS = 48,
    parameter CTAS = 8,
    // The youngest running CTA is paused first; 0: the oldest.
    parameter [0:0] PAUSE_YOUNGEST = 1'b1,
    // What follows from these; not to be set.
    parameter CTA = ($clog2(CTAS) > 1 ? $clog2(CTAS) : 1),
    parameter MAP = WARPS * CTA,
    parameter BLOCKS = $clog2(CTAS + 1)
) (
    input  wire              clock,      // SM clock.
    input  wire              reset,      // Synchronous reset, active high.
    input  wire [BLOCKS-1:0] num_blocks, // Target number of running CTAs.
    input  wire [CTAS-1:0]   cta_launch, // The CTA slot becomes resident.
    input  wire [CTAS-1:0]   cta_done,   // The CTA of the slot finishes.
    input  wire              gwde_empty, // No undispatched CTA is left.
    input  wire              gwde_gnt,   // The request is granted; the launch follows later.
    input  wire [WARPS-1:0]  slot_live,  // The warp slot holds a warp.
    input  wire [MAP-1:0]    warp_cta,   // CTA slot of each warp, warp 0 lowest.
    output wire              gwde_req,   // Request for one CTA.
    output reg  [CTAS-1:0]   pause_cta,  // Paused CTAs.
    output reg  [WARPS-1:0]  pause_warp  // Warps of paused CTAs.
);


    wire [CTAS-1:0]   present;
    wire [CTAS-1:0]   still_paused;
    wire [CTAS-1:0]   running;
    wire              over;
    wire              under;
    reg  [CTAS-1:0]   candidates;
    wire [CTAS-1:0]   paused_next;
    reg  [CTAS-1:0]   resident;            // CTA slots in use.
    reg               granted;             // A granted CTA is still to be launched (W2).
    wire [BLOCKS-1:0] count_running_ones;
    wire [BLOCKS-1:0] count_resident_ones;
    wire [CTAS-1:0]   age_pick;

    popcount #(.N(CTAS)) count_running (
        .enable (1'b1),
        .bits   (running),
        .ones   (count_running_ones)
    );

    popcount #(.N(CTAS)) count_resident (
        .enable (1'b1),
        .bits   (resident),
        .ones   (count_resident_ones)
    );

    age_matrix #(.N(CTAS)) age (
        .clock      (clock),
        .reset      (reset),
        .launch     (cta_launch),
        .candidates (candidates),
        .youngest   (over && PAUSE_YOUNGEST),
        .pick       (age_pick)
    );

    // CTAs that finish in this cycle are gone before anything is compared (W3).
    assign present = resident & ~cta_done;
    assign still_paused = pause_cta & ~cta_done;
    assign running = present & ~still_paused;
    assign over = count_running_ones > num_blocks;
    assign under = count_running_ones < num_blocks;

    // Above the target a running CTA is paused, below it the oldest paused one goes on.
    always @* begin
        candidates = 0;
        if (over) begin
            candidates = running;
        end else if (under) begin
            candidates = still_paused;
        end
    end

    assign paused_next = (still_paused ^ age_pick) & ~cta_launch;

    always @(posedge clock) begin
        if (reset) begin
            resident <= 0;
            pause_cta <= 0;
        end else begin
            pause_cta <= paused_next;
            resident <= present | cta_launch;
        end
    end

    always @(posedge clock) begin : update_pause_warp
        integer warp;
        reg [WARPS-1:0] warp_paused;
        if (reset) begin
            pause_warp <= 0;
        end else begin
            warp_paused = 0;
            if (paused_next != 0) begin
                for (warp = 0; warp < WARPS; warp = warp + 1)
                    warp_paused[warp] = paused_next[warp_cta[(warp * CTA) +: CTA]];
            end
            pause_warp <= warp_paused & slot_live;
        end
    end

    // One more CTA is requested only if none is paused (A12) and none is on its way (W2).
    // The target never exceeds the kernel's limit, so the target alone bounds the request.
    assign gwde_req = (count_resident_ones < num_blocks)
        && (pause_cta == 0)
        && !granted
        && !gwde_empty;

    always @(posedge clock) begin
        if (reset) begin
            granted <= 1'b0;
        end else begin
            granted <= (granted || (gwde_req && gwde_gnt)) && (cta_launch == 0);
        end
    end

endmodule

`default_nettype wire
