// SPDX-License-Identifier: Apache-2.0
// frfcfs_legality: part of frfcfs, configuration n64
// (as the baseline of Ausavarungnirun et al., ISCA-39 (2012); Ausavarungnirun, dissertation (2017), chapter 5).
// Emitted by Warpsmith from hdl/src/units/frfcfs; make changes there.
//
// Parameters:
//   n_cpu=16 n_gpu=1 n_bank=8 row_bits=15 col_bits=5 id_bits=10 n=64 age_mode=timestamp
//   age_bits=16 t_rcd=10 t_cl=10 t_rp=10 t_ras=28 t_rc=38 t_rrd=5 t_wtr=6 t_rtp=6 t_wr=12 t_cwl=8
//   t_ccd=4 t_bl=4 t_faw=32

// Which entries of the request buffer could be served in this cycle: a legality check at every entry
// (specification section 8.3.1, `bhit` and `el`, decision S21).
module frfcfs_legality (
    input  wire [63:0]  valid,    // Entries in use.
    input  wire [63:0]  hits,     // Entries whose row is open.
    input  wire [63:0]  urgent,   // Entries that wait too long to give way to hits.
    input  wire [63:0]  writes,   // Entries that are writes.
    input  wire [191:0] banks,    // Bank of each entry.
    input  wire [7:0]   open,     // Banks with an open row.
    input  wire [7:0]   pre_ok,   // Banks that PRE may go to.
    input  wire [7:0]   act_ok,   // Banks that ACT may go to.
    input  wire [7:0]   rd_ok,    // Banks that RD may go to.
    input  wire [7:0]   wr_ok,    // Banks that WR may go to.
    output reg  [63:0]  eligible  // Entries whose next command may be issued.
);

    localparam [7:0] ONE = 8'd1;

    reg  [7:0] bank_hits; // Banks with a pending hit.
    wire [7:0] miss_ok;   // Banks whose row may be closed or opened now.
    wire [7:0] calm_ok;   // The same without those that a pending hit keeps open.
    reg  [2:0] bank;

    // An OR over all entries; it is associative, so synthesis balances it.
    always @* begin : compute_bank_hits
        integer i;
        i = 0;
        bank_hits = 8'd0;
        if (hits != 64'd0) begin
            for (i = 0; i < 64; i = i + 1) begin
                if (hits[i]) begin
                    bank_hits = bank_hits | (ONE << banks[(i * 3) +: 3]);
                end
            end
        end
    end

    assign miss_ok = (open & pre_ok) | (~open & act_ok);
    assign calm_ok = miss_ok & ~bank_hits;

    // A hit needs RD or WR; another entry needs PRE or ACT, and waits for the hits unless it is
    // urgent.
    always @* begin : compute_eligible
        integer i;
        i = 0;
        eligible = 64'd0;
        bank = 3'd0;
        if (valid != 64'd0) begin
            for (i = 0; i < 64; i = i + 1) begin
                if (valid[i]) begin
                    bank = banks[(i * 3) +: 3];
                    if (!hits[i]) begin
                        eligible[i] = calm_ok[bank] || (urgent[i] && miss_ok[bank]);
                    end else if (writes[i]) begin
                        eligible[i] = wr_ok[bank];
                    end else begin
                        eligible[i] = rd_ok[bank];
                    end
                end
            end
            // While urgent requests wait, nothing else may keep their banks busy (S21).
            if ((valid & urgent) != 64'd0) begin
                eligible = eligible & urgent;
            end
        end
    end

endmodule
