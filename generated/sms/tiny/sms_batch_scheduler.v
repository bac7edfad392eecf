// SPDX-License-Identifier: Apache-2.0
// sms_batch_scheduler: part of sms, configuration tiny
// (Ausavarungnirun et al., ISCA-39 (2012); Ausavarungnirun, dissertation (2017), chapter 5).
// Emitted by Warpsmith from hdl/src/units/sms; make changes there.
//
// Parameters:
//   n_cpu=1 n_gpu=1 n_bank=4 row_bits=1 col_bits=1 id_bits=3 cpu_fifo=2 gpu_fifo=3 dcs_fifo=2
//   p_q10=922 thr_low=0 thr_med=13 thr_high=30 thr_gpu=40 mpkc_window=256 mpkc_lo=4 mpkc_hi=20
//   mpkc_scale=1 gb_thr=5 gb_scope=mc cpu_inflight_bits=2 gpu_inflight_bits=4 mpkc_bits=5
//   pick_checks_space=0 t_rcd=2 t_cl=2 t_rp=2 t_ras=4 t_rc=7 t_rrd=2 t_wtr=1 t_rtp=1 t_wr=2
//   t_cwl=1 t_ccd=2 t_bl=1 t_faw=10

// Stage 2 of SMS: picks a ready batch, shortest job first with the probability p / 1024 and else round robin, and
// drains it, one request a cycle (specification section 2.2). The shortest job is that of the source with the
// fewest requests in flight; equal ones come in cyclic order.
// `KEY` is the count in flight, one bit for the cyclic order below it, and one above it for the tree.
module sms_batch_scheduler (
    input  wire        clock,          // Clock.
    input  wire        reset,          // Synchronous reset, active high.
    input  wire [1:0]  ready,          // Sources with a batch that may be picked.
    input  wire [7:0]  inflight,       // Requests in flight of each source.
    input  wire        bypass,         // Few requests are in the controller: round robin only.
    input  wire [10:0] p_q10,          // Probability p of shortest job first, times 1024.
    input  wire        moved,          // The head request of `source` moves to stage 3 in this cycle.
    input  wire        last,           // That request is the last one of its batch.
    output wire        busy,           // A batch is being drained.
    output reg  [0:0]  source,         // Its source.
    output reg         stat_pick,      // Pulse: a batch was drained in the previous cycle (S3).
    output reg  [0:0]  stat_pick_src,  // Its source.
    output reg         stat_sjf,       // It was picked shortest job first.
    output reg  [1:0]  stat_batch_len  // Its requests.
);

    localparam [0:0] LAST_SOURCE = 1'b1;

    wire        pick;
    wire        use_sjf;
    reg         sjf;
    reg  [3:0]  job;
    reg         wraps;
    reg  [1:0]  candidates;
    reg  [11:0] key;
    reg         draining;       // A batch picked before this cycle is not drained yet.
    reg  [0:0]  active;         // Its source.
    reg         active_sjf;     // It was picked shortest job first.
    reg  [1:0]  length;         // Its requests that have moved.
    reg  [0:0]  rr_ptr;         // The source that round robin considers first.
    wire [9:0]  random_value;
    wire [0:0]  smallest_index;

    lfsr_16 random (
        .clock   (clock),
        .reset   (reset),
        .advance (pick && !bypass),
        .value   (random_value)
    );

    min_tree_2x6 smallest (
        .candidates (candidates),
        .keys       (key),
        .index      (smallest_index)
    );

    assign pick = !draining && (ready != 2'd0);
    assign use_sjf = !bypass && ({1'b0, random_value} < p_q10);

    // Sources from rr_ptr on come before those below it, where the order wraps.
    always @* begin : compute_job
        integer i;
        i = 0;
        candidates = 2'd0;
        job = 4'd0;
        wraps = 1'b0;
        key = 12'd0;
        if (pick) begin
            candidates = ready;
            for (i = 0; i < 2; i = i + 1) begin
                if (use_sjf) begin
                    job = inflight[(i * 4) +: 4];
                end
                wraps = rr_ptr > i[0];
                key[(i * 6) +: 6] = {1'b0, job, wraps};
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
            active <= 1'b0;
            active_sjf <= 1'b0;
            rr_ptr <= 1'b0;
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
                rr_ptr <= source + 1'b1;
                if (source == LAST_SOURCE) begin
                    rr_ptr <= 1'b0;
                end
            end
        end
    end

    always @(posedge clock) begin
        if (reset) begin
            length <= 2'd0;
            stat_pick <= 1'b0;
            stat_pick_src <= 1'b0;
            stat_sjf <= 1'b0;
            stat_batch_len <= 2'd0;
        end else begin
            if (moved) begin
                length <= length + 2'd1;
                if (last) begin
                    length <= 2'd0;
                end
            end
            stat_pick <= 1'b0;
            stat_pick_src <= 1'b0;
            stat_sjf <= 1'b0;
            stat_batch_len <= 2'd0;
            if (moved && last) begin
                stat_pick <= 1'b1;
                stat_pick_src <= source;
                stat_sjf <= sjf;
                stat_batch_len <= length + 2'd1;
            end
        end
    end

endmodule
