// SPDX-License-Identifier: Apache-2.0
// fifo_5x18: part of sms, configuration variant
// (Ausavarungnirun et al., ISCA-39 (2012); Ausavarungnirun, dissertation (2017), chapter 5).
// Emitted by Warpsmith from hdl/src/units/sms; make changes there.
//
// Parameters:
//   n_cpu=3 n_gpu=2 n_bank=4 row_bits=6 col_bits=3 id_bits=6 cpu_fifo=5 gpu_fifo=6 dcs_fifo=3
//   p_q10=922 thr_low=0 thr_med=13 thr_high=30 thr_gpu=40 mpkc_window=256 mpkc_lo=4 mpkc_hi=60
//   mpkc_scale=3 gb_thr=5 gb_scope=dcs cpu_inflight_bits=3 gpu_inflight_bits=5 mpkc_bits=5
//   pick_checks_space=1 t_rcd=8 t_cl=8 t_rp=8 t_ras=20 t_rc=27 t_rrd=4 t_wtr=4 t_rtp=4 t_wr=6
//   t_cwl=6 t_ccd=4 t_bl=4 t_faw=20

// Queue of `DEPTH` words of `W` bits, first in, first out. The word pushed is at the head, if it is the only one, in
// the next cycle. `pop` must be low while the queue is empty, `push` while it is full unless `pop` is high.
module fifo_5x18 (
    input  wire        clock, // Clock.
    input  wire        reset, // Synchronous reset, active high.
    input  wire        push,  // Put `data` behind the last word.
    input  wire [17:0] data,  // The word to push.
    input  wire        pop,   // Remove the first word.
    output wire [17:0] head,  // The first word.
    output reg  [2:0]  count  // Number of words.
);

    localparam [2:0] LAST = 3'd4;

    reg  [17:0] memory [0:4];
    reg  [2:0]  first;  // Where the first word is.
    reg  [2:0]  free;   // Where the next word goes.

    always @(posedge clock) begin
        if (push) begin
            memory[free] <= data;
        end
    end

    assign head = memory[first];

    always @(posedge clock) begin
        if (reset) begin
            first <= 3'd0;
            free <= 3'd0;
            count <= 3'd0;
        end else begin
            if (push) begin
                free <= free + 3'd1;
                if (free == LAST) begin
                    free <= 3'd0;
                end
            end
            if (pop) begin
                first <= first + 3'd1;
                if (first == LAST) begin
                    first <= 3'd0;
                end
            end
            if (push && !pop) begin
                count <= count + 3'd1;
            end
            if (pop && !push) begin
                count <= count - 3'd1;
            end
        end
    end

endmodule
