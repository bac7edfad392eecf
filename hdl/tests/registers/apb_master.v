    // SPDX-License-Identifier: Apache-2.0
    // A master of APB: random transfers with and without idle cycles between them.
    reg psel = 1'b0;
    reg penable = 1'b0;
    reg pwrite = 1'b0;
    reg [11:0] paddr = 0;
    reg [31:0] pwdata = 0;
    reg [3:0] pstrb = 0;
    wire pready;
    wire [31:0] prdata;
    wire pslverr;

    // What the bench's registers look at: a read sees the end of the setup phase, a write is done at the end of the access phase.
    wire [11:0] looked_at = paddr;
    wire stores = psel && penable && pready && pwrite;
    wire [11:0] stored_at = paddr;
    wire [31:0] stored = pwdata;
    wire [3:0] stored_strobes = pstrb;

    reg [31:0] awaited;

    task transfer;
        begin
            psel = 1'b1;
            penable = 1'b0;
            pwrite = $random;
            paddr = some_address($random);
            pwdata = $random;
            pstrb = pwrite ? $random : 4'd0;
            @(posedge clock);
            awaited = shown;
            if (pready) fail("ready before the access phase");
            #2;
            penable = 1'b1;
            @(posedge clock);
            if (!pready) fail("a wait state");
            if (pslverr !== !there(paddr)) fail("the error response");
            if (!pwrite && prdata !== awaited) fail("what is read");
            #2;
            psel = 1'b0;
            penable = 1'b0;
        end
    endtask

    task run(input integer transfers);
        repeat (transfers) begin
            transfer;
            repeat ($random & 1 ? 0 : $random & 3) begin
                @(posedge clock);
                if (pready || pslverr || prdata !== 0) fail("an answer without a transfer");
                #2;
            end
        end
    endtask

