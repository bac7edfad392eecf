// SPDX-License-Identifier: Apache-2.0
// dfi_tb: three sources read and write lines at random through dfi_controller and dfi_phy, and look whether each read gives what was
// written. The last line says how it ended; a failure is fatal.

`default_nettype none

module dfi_tb;

    parameter integer T_REFI = 6240; // 7.8 us of DDR3-1600 in cycles of 1.25 ns; 0: no refresh.
    parameter integer T_RFC = 128;   // 160 ns, a chip of 2 Gbit.
    parameter integer REQUESTS = 6000;
    localparam LIMIT = 200000;       // Cycles after which something hangs.

    reg clock = 1'b0;
    reg reset = 1'b0;

    wire         init_start, init_complete, cs_n, ras_n, cas_n, we_n, wrdata_en, rddata_en, rddata_valid;
    wire [2:0]   bank;
    wire [13:0]  address;
    wire [31:0]  wrdata, rddata;
    reg          req_valid = 1'b0;
    reg  [1:0]   req_src = 0;
    reg  [5:0]   req_id = 0;
    reg          req_wr = 0;
    reg  [10:0]  req_line = 0;
    reg  [127:0] req_data = 0;
    wire [2:0]   req_ready;
    wire         done_valid, done_wr, refreshed, wrong;
    wire [5:0]   done_id;
    wire [127:0] done_data;

    dfi_controller #(.T_REFI(T_REFI), .T_RFC(T_RFC)) controller (
        .clock(clock), .reset(reset),
        .req_valid(req_valid), .req_src(req_src), .req_id(req_id), .req_wr(req_wr), .req_line(req_line),
        .req_data(req_data), .req_ready(req_ready),
        .done_valid(done_valid), .done_wr(done_wr), .done_id(done_id), .done_data(done_data), .refreshed(refreshed),
        .dfi_init_start(init_start), .dfi_init_complete(init_complete),
        .dfi_cs_n(cs_n), .dfi_ras_n(ras_n), .dfi_cas_n(cas_n), .dfi_we_n(we_n), .dfi_bank(bank), .dfi_address(address),
        .dfi_wrdata_en(wrdata_en), .dfi_wrdata(wrdata),
        .dfi_rddata_en(rddata_en), .dfi_rddata_valid(rddata_valid), .dfi_rddata(rddata)
    );

    dfi_phy #(.T_REFI(T_REFI), .T_RFC(T_RFC)) phy (
        .clock(clock), .reset(reset),
        .dfi_init_start(init_start), .dfi_init_complete(init_complete),
        .dfi_cs_n(cs_n), .dfi_ras_n(ras_n), .dfi_cas_n(cas_n), .dfi_we_n(we_n), .dfi_bank(bank), .dfi_address(address),
        .dfi_wrdata_en(wrdata_en), .dfi_wrdata(wrdata),
        .dfi_rddata_en(rddata_en), .dfi_rddata_valid(rddata_valid), .dfi_rddata(rddata), .wrong(wrong)
    );

    // What each line holds, and which have been written; lines and identifications with a request under way.
    reg [127:0]  held [0:2047];
    reg [2047:0] known = 0, busy = 0;
    reg [63:0]   used = 0;
    reg [10:0]   line_of [0:63];
    integer cycle, begun, reads, writes, refreshes, seed;
    reg failed = 1'b0;

    // A request of a source that is ready: mostly of a few rows, so that there are hits and conflicts.
    task draw;
        reg [10:0] line;
        begin
            req_valid = 1'b0;
            req_src = $unsigned($random(seed)) % 3;
            req_id = $random(seed);
            line = $random(seed);
            if ($random(seed) & 3) line[10:6] = {3'd0, req_src};
            if (begun < REQUESTS && req_ready[req_src] && !used[req_id] && !busy[line] && ($random(seed) & 3) != 0) begin
                req_valid = 1'b1;
                req_line = line;
                req_wr = !known[line] || ($random(seed) & 1) != 0;
                req_data = {$random(seed), $random(seed), $random(seed), $random(seed)};
                used[req_id] = 1'b1;
                busy[line] = 1'b1;
                line_of[req_id] = line;
                if (req_wr) begin
                    held[line] = req_data;
                    known[line] = 1'b1;
                end
                begun = begun + 1;
            end
        end
    endtask

    initial begin
        {cycle, begun, reads, writes, refreshes} = 0;
        seed = 1;
        #5 reset = 1'b1;
        repeat (2) begin
            #5 clock = 1'b1;
            #5 clock = 1'b0;
        end
        reset = 1'b0;
        for (cycle = 0; cycle < LIMIT && !wrong && !failed && (begun < REQUESTS || used != 0); cycle = cycle + 1) begin
            #4 draw;
            #1 refreshes = refreshes + (refreshed ? 1 : 0);
            if (done_valid) begin
                if (!used[done_id] || (!done_wr && done_data !== held[line_of[done_id]])) failed = 1'b1;
                if (done_wr) writes = writes + 1;
                else reads = reads + 1;
                used[done_id] = 1'b0;
                busy[line_of[done_id]] = 1'b0;
            end
            clock = 1'b1;
            #5 clock = 1'b0;
        end
        $display("%0d cycles: %0d writes, %0d reads with the right data, %0d refreshes", cycle, writes, reads, refreshes);
        if (wrong) $fatal(1, "FAIL: a rule of the DRAM or of the PHY is broken");
        if (failed) $fatal(1, "FAIL: wrong data");
        if (cycle == LIMIT) $fatal(1, "FAIL: it hangs");
        if (reads == 0 || (T_REFI != 0) != (refreshes != 0)) $fatal(1, "FAIL: something never came");
        $display("PASS");
        $finish;
    end

endmodule

`default_nettype wire
