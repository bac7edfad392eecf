// SPDX-License-Identifier: Apache-2.0
// fifo_20x34: part of sms, configuration paper
// (Ausavarungnirun et al., ISCA-39 (2012); Ausavarungnirun, dissertation (2017), chapter 5).
// Emitted by Warpsmith from hdl/src/units/sms; make changes there.
//
// Parameters:
//   n_cpu=16 n_gpu=1 n_bank=8 row_bits=15 col_bits=5 id_bits=10 cpu_fifo=10 gpu_fifo=20
//   dcs_fifo=15 p_q10=922 thr_low=0 thr_med=13 thr_high=50 thr_gpu=200 mpkc_window=2500 mpkc_lo=10
//   mpkc_hi=100 mpkc_scale=1 gb_thr=16 gb_scope=mc cpu_inflight_bits=5 gpu_inflight_bits=10
//   mpkc_bits=10 pick_checks_space=0 t_rcd=10 t_cl=10 t_rp=10 t_ras=28 t_rc=38 t_rrd=5 t_wtr=6
//   t_rtp=6 t_wr=12 t_cwl=8 t_ccd=4 t_bl=4 t_faw=32

// Queue of `DEPTH` words of `W` bits, first in, first out. The word pushed is at the head, if it is the only one, in
// the next cycle. `pop` must be low while the queue is empty, `push` while it is full unless `pop` is high.
module fifo_20x34 (
    input  wire        clock, // Clock.
    input  wire        reset, // Synchronous reset, active high.
    input  wire        push,  // Put `data` behind the last word.
    input  wire [33:0] data,  // The word to push.
    input  wire        pop,   // Remove the first word.
    output wire [33:0] head,  // The first word.
    output reg  [4:0]  count  // Number of words.
);

    localparam [4:0] LAST = 5'd19;

    reg  [33:0]  memory [0:19];
    reg  [4:0]   first;  // Where the first word is.
    reg  [4:0]   free;   // Where the next word goes.

    always @(posedge clock) begin
        if (push) begin
            memory[free] <= data;
        end
    end

    assign head = memory[first];

    always @(posedge clock) begin
        if (reset) begin
            first <= 5'd0;
            free <= 5'd0;
            count <= 5'd0;
        end else begin
            if (push) begin
                free <= free + 5'd1;
                if (free == LAST) begin
                    free <= 5'd0;
                end
            end
            if (pop) begin
                first <= first + 5'd1;
                if (first == LAST) begin
                    first <= 5'd0;
                end
            end
            if (push && !pop) begin
                count <= count + 5'd1;
            end
            if (pop && !push) begin
                count <= count - 5'd1;
            end
        end
    end

endmodule
