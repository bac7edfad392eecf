// SPDX-License-Identifier: Apache-2.0
// sms_batch_scheduler: part of sms, configuration cpu32
// (Ausavarungnirun et al., ISCA-39 (2012); Ausavarungnirun, dissertation (2017), chapter 5).
// Emitted by Warpsmith from hdl/src/units/sms; make changes there.
//
// Parameters:
//   n_cpu=32 n_gpu=1 n_bank=8 row_bits=15 col_bits=5 id_bits=10 cpu_fifo=10 gpu_fifo=20
//   dcs_fifo=15 p_q10=922 thr_low=0 thr_med=13 thr_high=50 thr_gpu=200 mpkc_window=2500 mpkc_lo=10
//   mpkc_hi=100 mpkc_scale=1 gb_thr=16 gb_scope=mc cpu_inflight_bits=5 gpu_inflight_bits=10
//   mpkc_bits=10 pick_checks_space=0 t_rcd=10 t_cl=10 t_rp=10 t_ras=28 t_rc=38 t_rrd=5 t_wtr=6
//   t_rtp=6 t_wr=12 t_cwl=8 t_ccd=4 t_bl=4 t_faw=32

// Stage 2 of SMS: picks a ready batch, shortest job first with the probability p / 1024 and else round robin, and
// drains it, one request a cycle (specification section 2.2). The shortest job is that of the source with the
// fewest requests in flight; equal ones come in cyclic order.
// `KEY` is the count in flight, one bit for the cyclic order below it, and one above it for the tree.
module sms_batch_scheduler (
    input  wire         clock,          // Clock.
    input  wire         reset,          // Synchronous reset, active high.
    input  wire [32:0]  ready,          // Sources with a batch that may be picked.
    input  wire [329:0] inflight,       // Requests in flight of each source.
    input  wire         bypass,         // Few requests are in the controller: round robin only.
    input  wire [10:0]  p_q10,          // Probability p of shortest job first, times 1024.
    input  wire         moved,          // The head request of `source` moves to stage 3 in this cycle.
    input  wire         last,           // That request is the last one of its batch.
    output wire         busy,           // A batch is being drained.
    output reg  [5:0]   source,         // Its source.
    output reg          stat_pick,      // Pulse: a batch was drained in the previous cycle (S3).
    output reg  [5:0]   stat_pick_src,  // Its source.
    output reg          stat_sjf,       // It was picked shortest job first.
    output reg  [4:0]   stat_batch_len  // Its requests.
);

    localparam [5:0] LAST_SOURCE = 6'd32;

    wire         pick;
    wire         use_sjf;
    reg          sjf;
    reg  [9:0]   job;
    reg          wraps;
    reg  [32:0]  candidates;
    reg  [395:0] key;
    reg          draining;       // A batch picked before this cycle is not drained yet.
    reg  [5:0]   active;         // Its source.
    reg          active_sjf;     // It was picked shortest job first.
    reg  [4:0]   length;         // Its requests that have moved.
    reg  [5:0]   rr_ptr;         // The source that round robin considers first.
    wire [9:0]   random_value;
    wire [5:0]   smallest_index;

    lfsr_16 random (
        .clock   (clock),
        .reset   (reset),
        .advance (pick && !bypass),
        .value   (random_value)
    );

    min_tree_33x12 smallest (
        .candidates (candidates),
        .keys       (key),
        .index      (smallest_index)
    );

    assign pick = !draining && (ready != 33'd0);
    assign use_sjf = !bypass && ({1'b0, random_value} < p_q10);

    // Sources from rr_ptr on come before those below it, where the order wraps.
    always @* begin : compute_job
        integer i;
        i = 0;
        candidates = 33'd0;
        job = 10'd0;
        wraps = 1'b0;
        key = 396'd0;
        if (pick) begin
            candidates = ready;
            for (i = 0; i < 33; i = i + 1) begin
                if (use_sjf) begin
                    job = inflight[(i * 10) +: 10];
                end
                wraps = rr_ptr > i[5:0];
                key[(i * 12) +: 12] = {1'b0, job, wraps};
            end
        end
    end

    assign busy = draining || pick;

    always @* begin
        source = smallest_index;
        sjf = use_sjf;
        if (draining) begin
            source = active;
            sjf = active_sjf;
        end
    end

    always @(posedge clock) begin
        if (reset) begin
            draining <= 1'b0;
            active <= 6'd0;
            active_sjf <= 1'b0;
            rr_ptr <= 6'd0;
        end else begin
            if (pick) begin
                draining <= 1'b1;
                active <= source;
                active_sjf <= use_sjf;
            end
            if (moved && last) begin
                draining <= 1'b0;
            end
            if (pick && !use_sjf) begin
                rr_ptr <= source + 6'd1;
                if (source == LAST_SOURCE) begin
                    rr_ptr <= 6'd0;
                end
            end
        end
    end

    always @(posedge clock) begin
        if (reset) begin
            length <= 5'd0;
            stat_pick <= 1'b0;
            stat_pick_src <= 6'd0;
            stat_sjf <= 1'b0;
            stat_batch_len <= 5'd0;
        end else begin
            if (moved) begin
                length <= length + 5'd1;
                if (last) begin
                    length <= 5'd0;
                end
            end
            stat_pick <= 1'b0;
            stat_pick_src <= 6'd0;
            stat_sjf <= 1'b0;
            stat_batch_len <= 5'd0;
            if (moved && last) begin
                stat_pick <= 1'b1;
                stat_pick_src <= source;
                stat_sjf <= sjf;
                stat_batch_len <= length + 5'd1;
            end
        end
    end

endmodule
