// SPDX-License-Identifier: Apache-2.0
// mask_epoch: part of mask, for all configurations
// Emitted by Warpsmith from hdl/src; make changes there.

`default_nettype none

// MASK's epoch engine (specification sections 2.6 to 2.8): counts an epoch; then goes through SMs
// and applications one by one, and applies what follows all at once, `2*CORES + 91*APPS + 2` cycles
// after the last one of the epoch.
// Phases: 1 sums over the SMs; 2 rate, tokens, their division among SMs, and the products of Eq.
// 6.1 (64 cycles an application); 3 shares of the SMs; 4 a cycle for each application; 5 division
// of the products (26 cycles an application); 6 everything is applied.
module mask_epoch #(
    parameter CORES = 30,                        // SMs
    parameter APPS = 30,                         // Applications at most
    parameter LEVELS = 4,                        // Depth of the page tables
    parameter PORTS = 2,                         // Lookups that it accepts in a cycle
    // Cycles of an epoch, more than the epoch engine takes
    parameter EPOCH_LEN = 100000,
    // Warps of an application that have tokens at first, in 256ths
    parameter FIRST_TOKENS = 205,
    // Change of the miss rate that moves tokens, in 65536ths
    parameter THRESHOLD = 1311,
    // Warps whose tokens are given or taken at a time, in 256ths
    parameter STEP_TOKENS = 26,
    parameter FEWEST = 1,                        // The fewest tokens of an application
    // How the miss rate moves the tokens: 0 threshold, 1 hill_climb
    parameter TOKEN_POLICY = 0,
    // Which warps hold them: 0 warp_major, 1 core_major
    parameter TOKEN_ORDER = 0,
    // Accesses of data and of a depth without which the bypass of the depth stays as it is
    parameter LEAST = 128,
    // Requests that all applications together send to the silver queue in a round
    parameter BASE = 500,
    // What follows from these; not to be set.
    parameter CORE = $clog2(CORES),
    parameter APP = $clog2(APPS),
    parameter FIELDS = PORTS * CORE,
    parameter LOOKS = LEVELS + 1,
    parameter LOOK_BITS = 6 * LOOKS,
    parameter LIVES = APPS * 7,
    parameter UNIQS = CORES * 8,
    parameter PEAKS = CORES * 6,
    parameter CORE_APPS = CORES * APP,
    parameter SHARES = CORES * 9,
    parameter QUOTAS = APPS * 10,
    parameter CYCLE = $clog2(EPOCH_LEN),
    parameter LAST_CYCLE = EPOCH_LEN - 1,
    parameter [0:0] BY_CORE = TOKEN_ORDER == 1,  // All warps of the lowest SMs hold the tokens.
    parameter [0:0] CLIMBS = TOKEN_POLICY == 1   // The text's policy, or hill climbing.
) (
    input  wire                 clock,       // Core clock.
    input  wire                 reset,       // Synchronous reset, active high.
    // A bit for each port of the shared TLB: a lookup is resolved there that is counted as a hit or
    // a miss.
    input  wire [PORTS-1:0]     res_valid,
    input  wire [PORTS-1:0]     res_hit,     // It is a hit.
    input  wire [FIELDS-1:0]    res_core,    // Its SM, below `num_cores`, from port 0 on.
    input  wire [LIVES-1:0]     ptw_live,    // Walks of each application under way, 7 bits each.
    // Requests of this cycle that look for their line in the L2 cache: of data, then of each depth;
    // 6 bits each.
    input  wire [LOOK_BITS-1:0] l2_acc,
    input  wire [LOOK_BITS-1:0] l2_hit,      // Those of them that find it there.
    // Warps that have issued in each SM in the epoch that ended last, 8 bits each, `uniq` of
    // `mask_monitor`.
    input  wire [UNIQS-1:0]     uniq,
    // The most warps that a page has stalled in each SM, 6 bits each, `warps_peak` of
    // `mask_monitor`.
    input  wire [PEAKS-1:0]     warps_peak,
    input  wire [CORE_APPS-1:0] core_app,    // Application of each SM, below `num_apps`.
    input  wire [CORES-1:0]     core_on,     // SMs that take part.
    input  wire [APPS-1:0]      app_active,  // Applications that take part.
    output wire                 epoch_tick,  // The last cycle of an epoch.
    output reg  [LEVELS-1:0]    bypass_bits, // Bit d-1: walk reads of depth d go past the L2 cache.
    // Requests of a turn of each application in the silver queues, 10 bits each.
    output wire [QUOTAS-1:0]    quota,
    // Pulse: what follows from an epoch shows for the first time.
    output reg                  quota_we,
    // Warps of each SM that hold a token, the lowest ones, 9 bits each.
    output wire [SHARES-1:0]    share,
    // Applications that have had an epoch with lookups, whose warps need tokens.
    output reg  [APPS-1:0]      seen
);

    localparam LAST_CORE = CORES - 1;
    localparam LAST_APP = APPS - 1;
    localparam [8:0] FULL_SHARE = 9'd256;
    localparam [14:0] MOST_SHARE = 15'd256;
    localparam [2:0] SUM_PHASE = 3'd1; // Phases.
    localparam [2:0] COUNT_PHASE = 3'd2;
    localparam [2:0] SHARE_PHASE = 3'd3;
    localparam [2:0] WAIT_PHASE = 3'd4;
    localparam [2:0] DIVIDE_PHASE = 3'd5;
    localparam [2:0] APPLY_PHASE = 3'd6;
    // Cycles of an application in phase 2: it has been looked up, products are there, tokens are
    // there, they are divided, all is stored. Of phase 5: the last.
    localparam [5:0] LOADED = 6'd1;
    localparam [5:0] MULTIPLIED = 6'd12;
    localparam [5:0] RATED = 6'd18;
    localparam [5:0] WEIGHED = 6'd23;
    localparam [5:0] COUNTED = 6'd25;
    localparam [5:0] DIVIDES = 6'd26;
    localparam [5:0] DIVIDED = 6'd42;
    localparam [5:0] LAST_TIME = 6'd63;
    localparam [5:0] QUOTA_STORED = 6'd24;
    localparam [5:0] QUOTA_LAST = 6'd25;
    localparam [APPS-1:0] ONE = 1;

    wire                    tick;
    wire                    summing;
    wire                    counting;
    wire                    sharing;
    wire                    dividing;
    wire                    applies;
    wire [APP-1:0]          own;
    reg  [7:0]              warps;
    reg  [5:0]              peak;
    wire                    looked;
    wire                    loads;
    wire                    weighs;
    wire                    stores;
    wire                    shares_out;
    wire [14:0]             stalled_warps;
    reg  [5:0]              its_walks;
    wire [9:0]              most_walks;
    wire [14:0]             left;
    wire [6:0]              left_over;
    reg  [14:0]             own_share;
    reg  [SHARES-1:0]       all_shares;
    reg  [QUOTAS-1:0]       all_quotas;
    reg  [8:0]              one_share;
    reg  [9:0]              one_quota;
    wire                    unused;
    wire [15:0]             counts_hits;
    wire [15:0]             counts_misses;
    wire [APP-1:0]          counts_app;
    wire                    counts_on;
    wire [APPS-1:0]         counts_active;
    wire [(APPS * 6)-1:0]   counts_walks;
    wire [(LOOKS * 24)-1:0] counts_accesses;
    wire [(LOOKS * 24)-1:0] counts_found;
    wire [LEVELS-1:0]       levels_bypasses;
    wire                    divider_load;
    reg  [21:0]             divider_dividend;
    reg  [23:0]             divider_rest;
    reg  [23:0]             divider_divisor;
    wire                    divider_step;
    wire [21:0]             divider_quotient;
    wire [23:0]             divider_remainder;
    wire [24:0]             at_first_product;
    wire [24:0]             in_step_product;
    reg  [14:0]             walkers_first;
    reg  [9:0]              walkers_second;
    wire [24:0]             walkers_product;
    wire [14:0]             token_count_warps;
    wire [14:0]             token_count_new_tokens;
    wire                    token_count_new_up;
    reg  [CYCLE-1:0]        cycle;
    reg  [2:0]              phase;                  // Where the engine is.
    reg  [CORE-1:0]         core_at;
    reg  [APP-1:0]          app_at;
    reg  [5:0]              at_time;
    reg  [(APPS * 22)-1:0]  sum_hits;               // Sums over the SMs of each application.
    reg  [(APPS * 22)-1:0]  sum_misses;
    reg  [(APPS * 15)-1:0]  sum_warps;
    reg  [(APPS * 7)-1:0]   sum_cores;
    reg  [(APPS * 6)-1:0]   stalled;
    reg  [(APPS * 15)-1:0]  tokens;                 // What is kept of each application.
    reg  [(APPS * 16)-1:0]  rate;
    reg  [APPS-1:0]         up;
    reg  [APPS-1:0]         met;
    // Tokens of each SM, or those that are left, and SMs that get one more.
    reg  [(APPS * 15)-1:0]  portion;
    reg  [(APPS * 7)-1:0]   extra;
    // The products of Eq. 6.1 with the base of the quotas, and the sum of them without.
    reg  [(APPS * 22)-1:0]  weight;
    reg  [23:0]             weights;
    reg  [5:0]              takers;                 // Applications that take part.
    // Shares as they differ from 256, and quotas from their base, in which bits: all are so at
    // reset.
    reg  [(CORES * 9)-1:0]  new_shares;
    reg  [(CORES * 9)-1:0]  shares;
    reg  [(APPS * 10)-1:0]  new_quotas;
    reg  [(APPS * 10)-1:0]  quotas;
    reg                     begins;
    // The application whose turn it is, and its rate now.
    reg  [21:0]             its_hits;
    reg  [21:0]             its_misses;
    reg  [14:0]             its_warps;
    reg  [6:0]              its_cores;
    reg  [5:0]              its_stalled;
    reg  [14:0]             its_tokens;
    reg  [15:0]             its_rate;
    reg  [21:0]             its_weight;
    reg                     its_active;
    reg  [15:0]             new_rate;

    mask_epoch_counts #(
        .CORES     (CORES),
        .CORE      (CORE),
        .APPS      (APPS),
        .APP       (APP),
        .PORTS     (PORTS),
        .FIELDS    (FIELDS),
        .LOOKS     (LOOKS),
        .LOOK_BITS (LOOK_BITS)
    ) counts (
        .clock      (clock),
        .reset      (reset),
        .tick       (tick),
        .res_valid  (res_valid),
        .res_hit    (res_hit),
        .res_core   (res_core),
        .ptw_live   (ptw_live),
        .l2_acc     (l2_acc),
        .l2_hit     (l2_hit),
        .core_app   (core_app),
        .core_on    (core_on),
        .app_active (app_active),
        .turn       (summing || sharing),
        .hits       (counts_hits),
        .misses     (counts_misses),
        .app        (counts_app),
        .on         (counts_on),
        .active     (counts_active),
        .walks      (counts_walks),
        .accesses   (counts_accesses),
        .found      (counts_found)
    );

    mask_level_rates #(.LEVELS(LEVELS), .LEAST(LEAST)) levels (
        .clock    (clock),
        .reset    (reset),
        .start    (begins),
        .accesses (counts_accesses),
        .hits     (counts_found),
        .bypasses (levels_bypasses)
    );

    mask_divider divider (
        .clock     (clock),
        .load      (divider_load),
        .dividend  (divider_dividend),
        .rest      (divider_rest),
        .divisor   (divider_divisor),
        .step      (divider_step),
        .quotient  (divider_quotient),
        .remainder (divider_remainder)
    );

    mask_product at_first (
        .clock   (clock),
        .load    (loads),
        .first   (its_warps),
        .second  (FIRST_TOKENS[9:0]),
        .step    (at_time < MULTIPLIED),
        .product (at_first_product)
    );

    mask_product in_step (
        .clock   (clock),
        .load    (loads),
        .first   (its_warps),
        .second  (STEP_TOKENS[9:0]),
        .step    (at_time < MULTIPLIED),
        .product (in_step_product)
    );

    mask_product walkers (
        .clock   (clock),
        .load    (loads || weighs),
        .first   (walkers_first),
        .second  (walkers_second),
        .step    (at_time < WEIGHED),
        .product (walkers_product)
    );

    mask_token_count #(.CLIMBS(CLIMBS), .THRESHOLD(THRESHOLD), .FEWEST(FEWEST)) token_count (
        .clock      (clock),
        .warps      (token_count_warps),
        .at_first   (at_first_product[22:8]),
        .in_step    (in_step_product[22:8]),
        .seen       (met[app_at]),
        .tokens     (its_tokens),
        .up         (up[app_at]),
        .rate       (its_rate),
        .new_rate   (new_rate),
        .new_tokens (token_count_new_tokens),
        .new_up     (token_count_new_up)
    );

    // The epoch.
    assign tick = cycle == LAST_CYCLE[CYCLE-1:0];
    assign epoch_tick = tick;

    always @(posedge clock) begin
        if (reset) begin
            cycle <= 0;
        end else begin
            cycle <= cycle + 1'b1;
            if (tick) begin
                cycle <= 0;
            end
        end
    end

    // Where the engine is.
    assign summing = phase == SUM_PHASE;
    assign counting = phase == COUNT_PHASE;
    assign sharing = phase == SHARE_PHASE;
    assign dividing = phase == DIVIDE_PHASE;
    assign applies = phase == APPLY_PHASE;

    always @(posedge clock) begin
        if (reset) begin
            phase <= 3'd0;
            core_at <= 0;
            app_at <= 0;
            at_time <= 6'd0;
        end else if (tick) begin
            phase <= SUM_PHASE;
        end else if (summing || sharing) begin
            core_at <= core_at + 1'b1;
            if (core_at == LAST_CORE[CORE-1:0]) begin
                core_at <= 0;
                phase <= phase + 3'd1;
            end
        end else if (counting || dividing) begin
            at_time <= at_time + 6'd1;
            if ((counting && (at_time == LAST_TIME)) || (dividing && (at_time == QUOTA_LAST))) begin
                at_time <= 6'd0;
                app_at <= app_at + 1'b1;
                if (app_at == LAST_APP[APP-1:0]) begin
                    app_at <= 0;
                    phase <= phase + 3'd1;
                end
            end
        end else if (phase == WAIT_PHASE) begin
            app_at <= app_at + 1'b1;
            if (app_at == LAST_APP[APP-1:0]) begin
                app_at <= 0;
                phase <= phase + 3'd1;
            end
        end else if (applies) begin
            phase <= 3'd0;
        end
    end

    // Sums over the SMs.
    always @* begin : compute_warps
        integer i;
        i = 0;
        warps = 8'd0;
        peak = 6'd0;
        if (summing || sharing) begin
            for (i = 0; i < CORES; i = i + 1) begin
                if (core_at == i[CORE-1:0]) begin
                    warps = warps | uniq[(i * 8) +: 8];
                    peak = peak | warps_peak[(i * 6) +: 6];
                end
            end
        end
    end

    assign own = counts_app;

    always @(posedge clock) begin : update_sum_hits
        integer i;
        if (reset) begin
            sum_hits <= 0;
            sum_misses <= 0;
            sum_warps <= 0;
            sum_cores <= 0;
            stalled <= 0;
        end else begin
            for (i = 0; i < APPS; i = i + 1) begin
                if (tick) begin
                    sum_hits[(i * 22) +: 22] <= 22'd0;
                    sum_misses[(i * 22) +: 22] <= 22'd0;
                    sum_warps[(i * 15) +: 15] <= 15'd0;
                    sum_cores[(i * 7) +: 7] <= 7'd0;
                    stalled[(i * 6) +: 6] <= 6'd0;
                end else if (summing && counts_on && (own == i[APP-1:0])) begin
                    sum_hits[(i * 22) +: 22] <= sum_hits[(i * 22) +: 22] + {6'd0, counts_hits};
                    sum_misses[(i * 22) +: 22] <= sum_misses[(i * 22) +: 22]
                        + {6'd0, counts_misses};
                    sum_warps[(i * 15) +: 15] <= sum_warps[(i * 15) +: 15] + {7'd0, warps};
                    sum_cores[(i * 7) +: 7] <= sum_cores[(i * 7) +: 7] + 7'd1;
                    if (stalled[(i * 6) +: 6] < peak) begin
                        stalled[(i * 6) +: 6] <= peak;
                    end
                end
            end
        end
    end

    // The application whose turn it is is looked up in its first cycle.
    always @(posedge clock) begin
        if (at_time == 6'd0) begin
            its_hits <= sum_hits[(app_at * 22) +: 22];
            its_misses <= sum_misses[(app_at * 22) +: 22];
            its_warps <= sum_warps[(app_at * 15) +: 15];
            its_cores <= sum_cores[(app_at * 7) +: 7];
            its_stalled <= stalled[(app_at * 6) +: 6];
            its_tokens <= tokens[(app_at * 15) +: 15];
            its_rate <= rate[(app_at * 16) +: 16];
            its_weight <= weight[(app_at * 22) +: 22];
            its_active <= counts_active[app_at];
        end
        if (stores) begin
            its_tokens <= token_count_new_tokens;
        end
    end

    // Its products and its rate.
    assign looked = (its_hits != 22'd0) || (its_misses != 22'd0);
    assign loads = at_time == LOADED;

    // Walks times stalled warps, then times the base of the quotas.
    assign stalled_warps = {9'd0, its_stalled};

    always @* begin : compute_its_walks
        integer i;
        its_walks = 6'd0;
        for (i = 0; i < APPS; i = i + 1) begin
            if (its_active && (app_at == i[APP-1:0])) begin
                its_walks = counts_walks[(i * 6) +: 6];
            end
        end
    end

    assign most_walks = {4'd0, its_walks};
    assign weighs = counting && (at_time == MULTIPLIED);

    always @* begin
        walkers_first = stalled_warps;
        walkers_second = most_walks;
        if (weighs) begin
            walkers_first = walkers_product[14:0];
            walkers_second = BASE[9:0];
        end
    end

    always @(posedge clock) begin
        if (reset) begin
            weights <= 24'd0;
            takers <= 6'd0;
        end else if (tick) begin
            weights <= 24'd0;
            takers <= 6'd0;
        end else if (weighs) begin
            weights <= weights + {9'd0, walkers_product[14:0]};
            if (its_active) begin
                takers <= takers + 6'd1;
            end
        end
    end

    // Tokens.
    assign token_count_warps = its_warps;

    always @(posedge clock) begin
        if (at_time == RATED) begin
            new_rate <= divider_quotient[15:0];
        end
    end

    assign stores = counting && (at_time == COUNTED) && its_active && looked;

    always @(posedge clock) begin : update_tokens
        integer i;
        if (reset) begin
            tokens <= 0;
            rate <= 0;
            up <= 0;
            met <= 0;
        end else begin
            for (i = 0; i < APPS; i = i + 1) begin
                if (stores && (app_at == i[APP-1:0])) begin
                    tokens[(i * 15) +: 15] <= token_count_new_tokens;
                    rate[(i * 16) +: 16] <= new_rate;
                end else begin
                    tokens[(i * 15) +: 15] <= tokens[(i * 15) +: 15];
                    rate[(i * 16) +: 16] <= rate[(i * 16) +: 16];
                end
            end
            if (stores) begin
                met <= met | (ONE << app_at);
                up <= up & ~(ONE << app_at);
                if (token_count_new_up) begin
                    up <= up | (ONE << app_at);
                end
            end
        end
    end

    // The divider: the rate, then tokens by SMs; in phase 5 a quota.
    assign divider_load = loads || (counting && (at_time == DIVIDES));
    assign divider_step = dividing
        || (at_time < RATED)
        || ((DIVIDES < at_time) && (at_time < DIVIDED));

    always @* begin
        divider_dividend = 22'd0;
        divider_rest = 24'd0;
        divider_divisor = weights;
        if (dividing) begin
            divider_dividend = its_weight;
            if (weights == 24'd0) begin
                divider_dividend = {12'd0, BASE[9:0]};
                divider_divisor = {18'd0, takers};
                if (takers == 6'd0) begin
                    divider_divisor = 24'd1;
                end
            end
        end else if (loads) begin
            divider_rest = {2'd0, its_misses};
            divider_divisor = {2'd0, its_hits} + {2'd0, its_misses};
        end else begin
            divider_dividend = {7'd0, its_tokens} << 7;
            divider_divisor = {17'd0, its_cores};
        end
    end

    // Shares: the first SMs of an application get one of the tokens that are left over, or as many
    // as they have warps.
    assign shares_out = sharing && counts_on && counts_active[own] && met[own];
    assign left = portion[(own * 15) +: 15];
    assign left_over = extra[(own * 7) +: 7];

    always @* begin
        own_share = left;
        if (BY_CORE) begin
            if ({7'd0, warps} < left) begin
                own_share = {7'd0, warps};
            end
        end else if (left_over != 7'd0) begin
            own_share = left + 15'd1;
        end
    end

    always @(posedge clock) begin : update_new_shares
        integer i;
        reg [8:0] bounded;
        if (reset) begin
            new_shares <= 0;
        end else begin
            bounded = own_share[8:0];
            if (MOST_SHARE < own_share) begin
                bounded = FULL_SHARE;
            end
            for (i = 0; i < CORES; i = i + 1) begin
                if (shares_out && (core_at == i[CORE-1:0])) begin
                    new_shares[(i * 9) +: 9] <= bounded ^ FULL_SHARE;
                end
            end
        end
    end

    always @(posedge clock) begin : update_portion
        integer i;
        for (i = 0; i < APPS; i = i + 1) begin
            if (counting && (at_time == DIVIDED) && (app_at == i[APP-1:0])) begin
                portion[(i * 15) +: 15] <= divider_quotient[14:0];
                extra[(i * 7) +: 7] <= divider_remainder[6:0];
                if (BY_CORE) begin
                    portion[(i * 15) +: 15] <= its_tokens;
                end
                weight[(i * 22) +: 22] <= walkers_product[21:0];
            end else if (shares_out && (own == i[APP-1:0])) begin
                if (BY_CORE) begin
                    portion[(i * 15) +: 15] <= left - own_share;
                end else if (left_over != 7'd0) begin
                    extra[(i * 7) +: 7] <= left_over - 7'd1;
                end
            end
        end
    end

    // Quotas, one at least.
    always @(posedge clock) begin : update_new_quotas
        integer i;
        reg [9:0] own_quota;
        own_quota = divider_quotient[9:0];
        if (own_quota == 10'd0) begin
            own_quota = 10'd1;
        end
        for (i = 0; i < APPS; i = i + 1) begin
            if (dividing && (at_time == QUOTA_STORED) && (app_at == i[APP-1:0])) begin
                new_quotas[(i * 10) +: 10] <= own_quota ^ BASE[9:0];
            end
        end
    end

    // The bypass bits are found meanwhile.
    always @(posedge clock) begin
        if (reset) begin
            begins <= 1'b0;
        end else begin
            begins <= tick;
        end
    end

    // Bits of quotients and products that nothing depends on.
    assign unused = (divider_quotient != 22'd0)
        || (divider_remainder != 24'd0)
        || (at_first_product != 25'd0)
        || (in_step_product != 25'd0)
        || (walkers_product != 25'd0);

    // Everything at once.
    always @(posedge clock) begin : update_shares
        integer i;
        if (reset) begin
            shares <= 0;
            quotas <= 0;
            bypass_bits <= 0;
            seen <= 0;
            quota_we <= 1'b0;
        end else begin
            quota_we <= applies;
            for (i = 0; i < CORES; i = i + 1) begin
                if (applies) begin
                    shares[(i * 9) +: 9] <= new_shares[(i * 9) +: 9];
                end
            end
            for (i = 0; i < APPS; i = i + 1) begin
                if (applies) begin
                    quotas[(i * 10) +: 10] <= new_quotas[(i * 10) +: 10];
                end
            end
            if (applies) begin
                bypass_bits <= levels_bypasses;
                seen <= met;
            end
        end
    end

    always @* begin : compute_all_shares
        integer i;
        all_shares = 0;
        one_share = 9'd0;
        for (i = 0; i < CORES; i = i + 1) begin
            one_share = shares[(i * 9) +: 9] ^ FULL_SHARE;
            all_shares[(9 * i) +: 9] = one_share;
        end
    end

    assign share = all_shares;

    always @* begin : compute_all_quotas
        integer i;
        all_quotas = 0;
        one_quota = 10'd0;
        for (i = 0; i < APPS; i = i + 1) begin
            one_quota = quotas[(i * 10) +: 10] ^ BASE[9:0];
            all_quotas[(10 * i) +: 10] = one_quota;
        end
    end

    assign quota = all_quotas;

endmodule

`default_nettype wire
