// SPDX-License-Identifier: Apache-2.0
// het_sm_room: part of ilp, for all configurations
// Emitted by Warpsmith from hdl/src; make changes there.

`default_nettype none

// What is free in an SM (specification section 2.4), and whether a thread block of either kernel
// fits. One may come and one go in a cycle.
module het_sm_room #(
    parameter THREADS = 11,
    parameter TBS = 4,
    parameter REGS = 16,
    parameter SMEM = 15,
    parameter ALL_THREADS = 1024,  // What an SM has.
    parameter ALL_TBS = 8,
    parameter ALL_REGS = 16384,
    parameter ALL_SMEM = 16384
) (
    input  wire               clock,          // Clock.
    input  wire               reset,          // Synchronous reset, active high.
    // What a thread block of the first kernel needs, and of the second.
    input  wire [THREADS-1:0] first_threads,
    input  wire [REGS-1:0]    first_regs,
    input  wire [SMEM-1:0]    first_smem,
    input  wire [THREADS-1:0] second_threads,
    input  wire [REGS-1:0]    second_regs,
    input  wire [SMEM-1:0]    second_smem,
    output wire               fits_first,     // There is room for one.
    output wire               fits_second,
    // A thread block comes; if one does, it is of the second kernel or the first.
    input  wire               take,
    input  wire               take_second,
    input  wire               give,           // One goes.
    input  wire               give_second
);


    reg  [THREADS-1:0] more_threads;
    reg  [REGS-1:0]    more_regs;
    reg  [SMEM-1:0]    more_smem;
    wire [THREADS-1:0] kept_threads; // What is free if none comes.
    wire [REGS-1:0]    kept_regs;
    wire [SMEM-1:0]    kept_smem;
    reg  [THREADS-1:0] free_threads; // What is free: all after reset.
    reg  [TBS-1:0]     free_tbs;
    reg  [REGS-1:0]    free_regs;
    reg  [SMEM-1:0]    free_smem;

    assign fits_first = (free_tbs != 0)
        && (free_threads >= first_threads)
        && (free_regs >= first_regs)
        && (free_smem >= first_smem);
    assign fits_second = (free_tbs != 0)
        && (free_threads >= second_threads)
        && (free_regs >= second_regs)
        && (free_smem >= second_smem);

    always @(posedge clock) begin : update_free_threads
        reg [THREADS-1:0] less_threads;
        reg [REGS-1:0] less_regs;
        reg [SMEM-1:0] less_smem;
        less_threads = first_threads;
        less_regs = first_regs;
        less_smem = first_smem;
        if (take_second) begin
            less_threads = second_threads;
            less_regs = second_regs;
            less_smem = second_smem;
        end
        free_threads <= kept_threads;
        free_regs <= kept_regs;
        free_smem <= kept_smem;
        if (take) begin
            free_threads <= kept_threads - less_threads;
            free_regs <= kept_regs - less_regs;
            free_smem <= kept_smem - less_smem;
        end
        if (take && !give) begin
            free_tbs <= free_tbs - 1'b1;
        end
        if (give && !take) begin
            free_tbs <= free_tbs + 1'b1;
        end
        if (reset) begin
            free_threads <= ALL_THREADS[THREADS-1:0];
            free_tbs <= ALL_TBS[TBS-1:0];
            free_regs <= ALL_REGS[REGS-1:0];
            free_smem <= ALL_SMEM[SMEM-1:0];
        end
    end

    always @* begin
        more_threads = 0;
        more_regs = 0;
        more_smem = 0;
        if (give) begin
            more_threads = first_threads;
            more_regs = first_regs;
            more_smem = first_smem;
            if (give_second) begin
                more_threads = second_threads;
                more_regs = second_regs;
                more_smem = second_smem;
            end
        end
    end

    // Whether one comes is known last; both sums are there by then. Sums wrap, and what is left
    // fits again.
    assign kept_threads = free_threads + more_threads;
    assign kept_regs = free_regs + more_regs;
    assign kept_smem = free_smem + more_smem;

endmodule

`default_nettype wire
