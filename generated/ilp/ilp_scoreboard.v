// SPDX-License-Identifier: Apache-2.0
// ilp_scoreboard: part of ilp, for all configurations
// Emitted by Warpsmith from hdl/src; make changes there.

`default_nettype none

// The scoreboard of an ILP SM (specification section 2.1): each issued instruction that writes a
// register has an entry, which all warps share, until it commits in the order of its warp. A next
// instruction waits for the entries of its operands alone.
// Protocol: a warp is checked once for each instruction and issued in a cycle with its bit in
// `ready`; beats of an ALU entry in `kill_mask` are dropped, loads still write theirs. `cm_*` stay
// until `cm_ready`; `trap_*` until `sq_*` names the warp.
module ilp_scoreboard #(
    parameter M = 32,                 // Threads of a warp
    parameter SIMD = 8,               // Lanes of an SM
    parameter WARPS = 32,             // Warps that an SM can hold
    parameter E = 8,                  // Entries of the scoreboard
    parameter SRC = 3,                // Source registers of an instruction
    parameter TAG = 9,                // Bits of the number of a physical vector register
    parameter CBEATS = 4,             // Cycles of the register file that a commit takes
    // The value of an ALU instruction is there from its first beat on
    parameter [0:0] CHAIN = 1'b1,
    parameter [0:0] SPEC_MEM = 1'b0,  // Loads may issue under an unresolved branch
    // What follows from these; not to be set.
    parameter WARP = $clog2(WARPS),
    parameter K = ($clog2(E) > 1 ? $clog2(E) : 1),
    parameter TAGS = SRC * TAG,
    parameter NUMBERS = SRC * K,
    parameter LANES = SRC * M,
    parameter BEATS = M / SIMD,
    parameter BEAT = ($clog2(BEATS) > 1 ? $clog2(BEATS) : 1),
    parameter CBEAT = ($clog2(CBEATS) > 1 ? $clog2(CBEATS) : 1),
    parameter CM = M / CBEATS,
    parameter COUNT = $clog2(E + 1)
) (
    input  wire               clock,           // Fast clock.
    input  wire               reset,           // Synchronous reset, active high.
    // There is a scoreboard; 0: every instruction issues solo, as in a TLP core.
    input  wire               sb_en,
    // A warp has a new next instruction, at least a cycle after its predecessor has issued.
    input  wire               chk_valid,
    input  wire [WARP-1:0]    chk_warp,        // The warp, below `n_warps`.
    input  wire [SRC-1:0]     chk_src_valid,   // Its source registers that count.
    input  wire [TAGS-1:0]    chk_src_tag,     // Their numbers, from source 0 on.
    input  wire               chk_dst_valid,   // It writes a register.
    input  wire [TAG-1:0]     chk_dst_tag,     // The number of that.
    input  wire [M-1:0]       chk_active,      // Its active threads.
    // Bit 0: load, 1: store, 2: barrier, fence or exit, 3: conditional branch.
    input  wire [3:0]         chk_class,
    // The next instruction of a warp is issued, which must be ready.
    input  wire               iss_valid,
    input  wire [WARP-1:0]    iss_warp,        // The warp.
    input  wire [SRC-1:0]     iss_src_valid,   // Its source registers that count.
    input  wire [TAGS-1:0]    iss_src_tag,     // Their numbers, from source 0 on.
    input  wire               iss_dst_valid,   // It writes a register.
    input  wire [TAG-1:0]     iss_dst_tag,     // The number of that.
    input  wire [M-1:0]       iss_active,      // Its active threads.
    input  wire               iss_fixed,       // Its latency is fixed: an ALU instruction.
    input  wire               iss_store,       // It is a store.
    input  wire               iss_branch,      // It is a predicted conditional branch.
    input  wire               wa_valid,        // The ALU writes results of an entry.
    input  wire [K-1:0]       wa_entry,        // The entry.
    input  wire [BEAT-1:0]    wa_beat,         // The beat: threads from `simd` times this on.
    input  wire [SIMD-1:0]    wa_mask,         // Those of them that are written.
    input  wire               wl_valid,        // A load or an SFU writes results of an entry.
    input  wire [K-1:0]       wl_entry,        // The entry.
    input  wire [BEAT-1:0]    wl_beat,         // The beat.
    input  wire [SIMD-1:0]    wl_mask,         // The threads of it that are written.
    // The first results of an entry of fixed latency can be used by an instruction that issues in
    // the next cycle.
    input  wire               av_valid,
    input  wire [K-1:0]       av_entry,        // The entry.
    // Warps whose instruction, alone in flight, has written the register file.
    input  wire [WARPS-1:0]   dwb_mask,
    input  wire [WARPS-1:0]   st_done_mask,    // Warps whose store is complete.
    input  wire               br_res_valid,    // A branch is resolved.
    input  wire [WARP-1:0]    br_res_warp,     // Its warp.
    input  wire               br_res_mis,      // It was predicted wrongly.
    // The threads that follow the predicted path, where it was not.
    input  wire [M-1:0]       br_res_mask,
    // An entry's instruction has faulted; no later than in the cycle of its last results.
    input  wire               flt_valid,
    input  wire [K-1:0]       flt_entry,       // The entry.
    // All entries of a warp are removed: only in answer to `trap_valid`.
    input  wire               sq_valid,
    input  wire [WARP-1:0]    sq_warp,         // The warp.
    input  wire               cm_ready,        // The register file takes a beat of the commit.
    // Warps whose next instruction may issue in this cycle.
    output wire [WARPS-1:0]   ready,
    output reg  [WARPS-1:0]   in_board,        // Warps with instructions in entries.
    output reg  [WARPS-1:0]   in_store,        // Warps with a store that is not complete.
    output wire               iss_entry_valid, // The issued instruction gets an entry.
    output reg  [K-1:0]       iss_entry,       // The entry; 0 without one.
    output wire               iss_solo,        // It gets none and is alone in flight.
    // Sources of the issued instruction that are in an entry.
    output reg  [SRC-1:0]     src_hit,
    // The entry of each, from source 0 on; 0 without one.
    output reg  [NUMBERS-1:0] src_entry,
    // The threads whose operands are in it, from source 0 on.
    output reg  [LANES-1:0]   src_lanes,
    // A beat is committed to the register file, if `cm_ready`; else it stays.
    output wire               cm_valid,
    // Its warp; 0 without a beat, like the ports that follow.
    output reg  [WARP-1:0]    cm_warp,
    output reg  [K-1:0]       cm_entry,        // Its entry.
    output reg  [TAG-1:0]     cm_tag,          // The register.
    // The beat of the commit: threads from `warp_size / commit_beats` times this on.
    output reg  [CBEAT-1:0]   cm_beat,
    output reg  [CM-1:0]      cm_mask,         // Those of them that are written.
    // The oldest instruction of a warp has faulted and all before it are in the register file.
    output wire               trap_valid,
    // The warp, the lowest if there are several; 0 without one.
    output wire [WARP-1:0]    trap_warp,
    output wire [E-1:0]       kill_mask,       // Entries that are removed in this cycle.
    output wire [COUNT-1:0]   free_count       // Free entries.
);

    localparam [WARPS-1:0] ONE = 1;
    localparam [E-1:0] ONE_ENTRY = 1;

    wire [E-1:0]           live;               // Entries that an instruction can find.
    wire                   some_free;
    wire                   takes;
    reg  [E-1:0]           allocated;
    wire                   alone;
    reg  [WARPS-1:0]       res_bit;
    reg  [WARPS-1:0]       sq_bit;
    reg  [WARPS-1:0]       mis_bit;
    wire                   under_branch;
    reg  [TAG-1:0]         iss_tag;
    reg  [E-1:0]           found;
    reg  [K-1:0]           number;
    reg  [M-1:0]           operands;
    reg  [M-1:0]           alu_lanes;
    reg  [M-1:0]           load_lanes;
    reg  [(E * M)-1:0]     status_next;
    reg  [(E * M)-1:0]     act_next;
    reg  [E-1:0]           done;
    reg  [E-1:0]           done_next;
    // Entries of the warp whose branch is resolved, and of the one that is squashed.
    reg  [E-1:0]           of_branch;
    reg  [E-1:0]           of_fault;
    reg  [E-1:0]           resolved;
    reg  [E-1:0]           killed;
    wire [E-1:0]           behind_branch;
    reg  [E-1:0]           committed;
    wire [E-1:0]           freed;
    // Of the warp that issues: no entry is left when this cycle ends.
    wire                   first;
    wire [K-1:0]           youngest;
    wire                   lone;
    wire [E-1:0]           heads;              // Oldest entries of their warps that are done with.
    wire [E-1:0]           can_commit;
    reg  [WARPS-1:0]       candidates;
    reg  [WARPS-1:0]       traps;
    reg  [WARP-1:0]        owner;
    wire [K-1:0]           after;
    reg  [WARPS-1:0]       waiting;
    reg  [WARPS-1:0]       barred;
    wire [M-1:0]           committing;
    // Of each entry: it is in use, is found by later instructions, was issued under an unresolved
    // branch, has a fixed latency, has a value that can be used, has faulted, has been removed and
    // waits for its reply; it is the oldest of its warp, if it is in use and not removed.
    reg  [E-1:0]           valid;
    reg  [E-1:0]           match_en;
    reg  [E-1:0]           spec;
    reg  [E-1:0]           fixed;
    reg  [E-1:0]           avail;
    reg  [E-1:0]           excp;
    reg  [E-1:0]           zombie;
    reg  [E-1:0]           oldest;
    // Its register, its threads, those that have written, its warp, and the next younger entry of
    // that.
    reg  [(E * TAG)-1:0]   dst;
    reg  [(E * M)-1:0]     act;
    reg  [(E * M)-1:0]     status;
    reg  [(E * WARP)-1:0]  wid;
    reg  [K-1:0]           younger [0:E-1];
    reg  [WARPS-1:0]       solo;
    reg  [WARPS-1:0]       br_pend;
    reg  [WARPS-1:0]       nxt_valid;
    reg  [WARPS-1:0]       nxt_dst;            // What that is.
    reg  [WARPS-1:0]       nxt_load;
    reg  [WARPS-1:0]       nxt_store;
    reg  [WARPS-1:0]       nxt_bar;
    reg  [WARPS-1:0]       nxt_branch;
    // The oldest and the youngest entry of each warp, and that which was the youngest when its
    // branch issued.
    reg  [(WARPS * K)-1:0] head;
    reg  [K-1:0]           tail [0:WARPS-1];
    reg  [K-1:0]           ck_tail [0:WARPS-1];
    // Warps that wait for an entry: for an operand, and before they may write.
    reg  [(E * WARPS)-1:0] raw_wait;
    reg  [(E * WARPS)-1:0] waw_wait;
    wire                   engine_behind;
    wire [WARP-1:0]        engine_chosen_warp;
    wire [WARP-1:0]        engine_warp;
    wire [K-1:0]           engine_entry;
    wire [CBEAT-1:0]       engine_beat;
    wire                   engine_finishes;
    wire [E-1:0]           free_first;
    wire [K-1:0]           free_index;

    ilp_commit #(.WARPS(WARPS), .K(K), .BEATS(CBEATS)) engine (
        .clock        (clock),
        .reset        (reset),
        .candidates   (candidates & ~in_store),
        .behind       (engine_behind),
        .behind_entry (after),
        .chosen_warp  (engine_chosen_warp),
        .head         (head[(engine_chosen_warp * K) +: K]),
        .ready        (cm_ready),
        .busy         (cm_valid),
        .warp         (engine_warp),
        .entry        (engine_entry),
        .beat         (engine_beat),
        .finishes     (engine_finishes)
    );

    first_set #(.N(E)) free (
        .requests (~valid),
        .first    (free_first),
        .index    (free_index)
    );

    first_index #(.N(WARPS)) trapped (
        .requests (traps),
        .index    (trap_warp)
    );

    popcount #(.N(E)) free_entries (
        .enable (some_free),
        .bits   (~valid),
        .ones   (free_count)
    );

    always @(posedge clock) begin
        if (takes && !first) begin
            younger[youngest] <= free_index;
        end
        if (br_res_valid && br_res_mis) begin
            tail[br_res_warp] <= ck_tail[br_res_warp];
        end
        if (takes) begin
            tail[iss_warp] <= free_index;
        end
        if (iss_branch) begin
            ck_tail[iss_warp] <= youngest;
        end
    end

    assign live = valid & match_en & ~zombie;
    assign some_free = !(&valid);

    always @(posedge clock) begin : update_avail
        integer e;
        integer s;
        reg [WARPS-1:0] chk_bit;
        reg [WARPS-1:0] iss_bit;
        reg [E-1:0] wanted;
        reg [E-1:0] older;
        reg [TAG-1:0] chk_tag;
        reg [E-1:0] avail_next;
        reg [WARPS-1:0] emptied;
        reg [WARPS-1:0] stays;
        if (reset) begin
            avail <= 0;
            in_board <= 0;
            in_store <= 0;
            solo <= 0;
            br_pend <= 0;
            nxt_valid <= 0;
            nxt_dst <= 0;
            nxt_load <= 0;
            nxt_store <= 0;
            nxt_bar <= 0;
            nxt_branch <= 0;
            raw_wait <= 0;
            waw_wait <= 0;
        end else begin
            chk_bit = 0;
            if (chk_valid) begin
                chk_bit = ONE << chk_warp;
            end
            iss_bit = 0;
            if (iss_valid) begin
                iss_bit = ONE << iss_warp;
            end
            // The check: entries of the sources, and an entry of the same register that the new one
            // may not replace.
            chk_tag = 0;
            wanted = 0;
            for (s = 0; s < SRC; s = s + 1) begin
                chk_tag = chk_src_tag[(s * TAG) +: TAG];
                if (chk_src_valid[s]) begin
                    for (e = 0; e < E; e = e + 1) begin
                        if (live[e] && (dst[(e * TAG) +: TAG] == chk_tag)) begin
                            wanted[e] = 1'b1;
                        end
                    end
                end
            end
            older = 0;
            for (e = 0; e < E; e = e + 1)
                older[e] = live[e]
                    && (dst[(e * TAG) +: TAG] == chk_dst_tag)
                    && (under_branch || ((act[(e * M) +: M] & ~chk_active) != {M{1'b0}}));
            avail_next = avail | (done_next & ~fixed);
            if (CHAIN) begin
                if (av_valid) begin
                    avail_next = avail | (done_next & ~fixed) | (ONE_ENTRY << av_entry);
                end
            end else begin
                avail_next = avail | done_next;
            end
            avail <= avail_next & ~allocated;
            emptied = sq_bit;
            if (behind_branch == 0) begin
                emptied = sq_bit | mis_bit;
            end
            stays = in_board & ~emptied;
            if (engine_finishes && lone) begin
                stays = in_board & ~emptied & ~(ONE << engine_warp);
            end
            in_board <= stays;
            if (takes) begin
                in_board <= stays | iss_bit;
            end
            // What is in no entry.
            in_store <= in_store & ~st_done_mask;
            if (sb_en && iss_store) begin
                in_store <= (in_store & ~st_done_mask) | iss_bit;
            end
            solo <= solo & ~dwb_mask;
            if (alone) begin
                solo <= (solo & ~dwb_mask) | iss_bit;
            end
            br_pend <= br_pend & ~res_bit & ~sq_bit;
            if (sb_en && iss_branch) begin
                br_pend <= (br_pend & ~res_bit & ~sq_bit) | iss_bit;
            end
            // The next instruction of a warp.
            nxt_valid <= ((nxt_valid & ~iss_bit) | chk_bit) & ~mis_bit & ~sq_bit;
            nxt_dst <= nxt_dst & ~chk_bit;
            if (chk_dst_valid) begin
                nxt_dst <= nxt_dst | chk_bit;
            end
            nxt_load <= nxt_load & ~chk_bit;
            if (chk_class[0]) begin
                nxt_load <= nxt_load | chk_bit;
            end
            nxt_store <= nxt_store & ~chk_bit;
            if (chk_class[1]) begin
                nxt_store <= nxt_store | chk_bit;
            end
            nxt_bar <= nxt_bar & ~chk_bit;
            if (chk_class[2]) begin
                nxt_bar <= nxt_bar | chk_bit;
            end
            nxt_branch <= nxt_branch & ~chk_bit;
            if (chk_class[3]) begin
                nxt_branch <= nxt_branch | chk_bit;
            end
            for (e = 0; e < E; e = e + 1) begin
                raw_wait[(e * WARPS) +: WARPS] <= raw_wait[(e * WARPS) +: WARPS] & ~chk_bit;
                if (wanted[e]) begin
                    raw_wait[(e * WARPS) +: WARPS] <= raw_wait[(e * WARPS) +: WARPS] | chk_bit;
                end
                if (avail_next[e] || freed[e]) begin
                    raw_wait[(e * WARPS) +: WARPS] <= 0;
                end
                waw_wait[(e * WARPS) +: WARPS] <= waw_wait[(e * WARPS) +: WARPS] & ~chk_bit;
                if (chk_dst_valid && older[e]) begin
                    waw_wait[(e * WARPS) +: WARPS] <= waw_wait[(e * WARPS) +: WARPS] | chk_bit;
                end
                if (freed[e]) begin
                    waw_wait[(e * WARPS) +: WARPS] <= 0;
                end
            end
        end
    end

    always @* begin
        res_bit = 0;
        mis_bit = 0;
        if (br_res_valid) begin
            res_bit = ONE << br_res_warp;
            if (br_res_mis) begin
                mis_bit = ONE << br_res_warp;
            end
        end
    end

    always @* begin
        sq_bit = 0;
        if (sq_valid) begin
            sq_bit = ONE << sq_warp;
        end
    end

    // Which next instructions may issue.
    always @* begin : compute_waiting
        integer e;
        waiting = 0;
        for (e = 0; e < E; e = e + 1)
            waiting = waiting | raw_wait[(e * WARPS) +: WARPS] | waw_wait[(e * WARPS) +: WARPS];
    end

    always @* begin
        barred = ((nxt_store | nxt_bar) & (in_board | in_store | br_pend))
            | (nxt_load & in_store)
            | (nxt_branch & br_pend);
        if (!SPEC_MEM) begin
            barred = barred | (nxt_load & br_pend);
        end
        if (!some_free) begin
            barred = barred | (nxt_dst & (in_board | br_pend));
        end
    end

    assign ready = nxt_valid & ~solo & ~waiting & ~barred & ~res_bit & ~sq_bit;
    assign under_branch = br_pend[chk_warp];

    // The issue: an entry if there is one, and the operands that are in entries.
    assign takes = iss_valid && sb_en && iss_dst_valid && some_free;
    assign alone = iss_valid && (!sb_en || (iss_dst_valid && !some_free));

    always @* begin
        allocated = 0;
        iss_entry = 0;
        if (takes) begin
            allocated = free_first;
            iss_entry = free_index;
        end
    end

    assign iss_entry_valid = takes;
    assign iss_solo = alone;

    always @* begin : compute_src_hit
        integer e;
        integer s;
        e = 0;
        s = 0;
        src_hit = 0;
        src_entry = 0;
        src_lanes = 0;
        iss_tag = 0;
        found = 0;
        number = 0;
        operands = 0;
        if (iss_valid) begin
            for (s = 0; s < SRC; s = s + 1) begin
                iss_tag = iss_src_tag[(s * TAG) +: TAG];
                found = 0;
                number = 0;
                operands = 0;
                for (e = 0; e < E; e = e + 1) begin
                    if (iss_src_valid[s] && live[e] && (dst[(e * TAG) +: TAG] == iss_tag)) begin
                        found[e] = 1'b1;
                        number = number | e[K-1:0];
                        operands = operands | act[(e * M) +: M];
                    end
                end
                src_hit[s] = found != 0;
                src_entry = src_entry | ({{(NUMBERS - K){1'b0}}, number} << (s * K));
                src_lanes = src_lanes | ({{(LANES - M){1'b0}}, operands} << (s * M));
            end
        end
    end

    always @(posedge clock) begin : update_match_en
        integer e;
        reg [E-1:0] replaced;
        if (reset) begin
            match_en <= 0;
        end else begin
            replaced = 0;
            if (takes) begin
                for (e = 0; e < E; e = e + 1)
                    replaced[e] = live[e] && (dst[(e * TAG) +: TAG] == iss_dst_tag);
            end
            match_en <= (match_en & ~replaced) | allocated;
        end
    end

    // Branches and faults.
    always @* begin : compute_of_branch
        integer e;
        of_branch = 0;
        of_fault = 0;
        for (e = 0; e < E; e = e + 1) begin
            of_branch[e] = wid[(e * WARP) +: WARP] == br_res_warp;
            of_fault[e] = wid[(e * WARP) +: WARP] == sq_warp;
        end
    end

    always @* begin
        resolved = 0;
        if (br_res_valid && !br_res_mis) begin
            resolved = of_branch & valid & spec & ~zombie;
        end
    end

    always @* begin
        killed = 0;
        if (br_res_valid && br_res_mis) begin
            killed = of_branch & valid & spec & ~zombie;
        end
        if (sq_valid) begin
            killed = killed | (of_fault & valid & ~zombie);
        end
    end

    assign kill_mask = killed;

    // Results: the beats of both ports, and what is done with them.
    always @* begin : compute_alu_lanes
        integer b;
        alu_lanes = 0;
        load_lanes = 0;
        for (b = 0; b < BEATS; b = b + 1) begin
            if (wa_valid && (wa_beat == b[BEAT-1:0])) begin
                alu_lanes = {{(M - SIMD){1'b0}}, wa_mask} << (b * SIMD);
            end
            if (wl_valid && (wl_beat == b[BEAT-1:0])) begin
                load_lanes = {{(M - SIMD){1'b0}}, wl_mask} << (b * SIMD);
            end
        end
    end

    always @* begin : compute_status_next
        integer e;
        done = 0;
        done_next = 0;
        status_next = status;
        act_next = act;
        for (e = 0; e < E; e = e + 1) begin
            if (wa_entry == e[K-1:0]) begin
                status_next[(e * M) +: M] = status_next[(e * M) +: M] | alu_lanes;
            end
            if (wl_entry == e[K-1:0]) begin
                status_next[(e * M) +: M] = status_next[(e * M) +: M] | load_lanes;
            end
            if (resolved[e]) begin
                act_next[(e * M) +: M] = act[(e * M) +: M] & br_res_mask;
            end
            done[e] = (act[(e * M) +: M] & ~status[(e * M) +: M]) == {M{1'b0}};
            done_next[e] = (act_next[(e * M) +: M] & ~status_next[(e * M) +: M]) == {M{1'b0}};
        end
    end

    // Entries that are the oldest of their warps, those that can commit, and those that have
    // faulted.
    always @* begin : compute_candidates
        integer e;
        candidates = 0;
        traps = 0;
        owner = 0;
        for (e = 0; e < E; e = e + 1) begin
            owner = wid[(e * WARP) +: WARP];
            if (heads[e]) begin
                if (excp[e]) begin
                    traps = traps | (ONE << owner);
                end else begin
                    candidates = candidates | (ONE << owner);
                end
            end
        end
    end

    assign can_commit = valid & done & ~spec & ~zombie;
    assign heads = oldest & can_commit;
    assign trap_valid = traps != 0;

    // The commit.
    assign after = younger[engine_entry];
    assign lone = tail[engine_warp] == engine_entry;
    assign engine_behind = !lone && can_commit[after] && !excp[after] && !in_store[engine_warp];

    always @* begin
        committed = 0;
        if (engine_finishes) begin
            committed = ONE_ENTRY << engine_entry;
        end
    end

    assign committing = act[(engine_entry * M) +: M];

    always @* begin : compute_cm_warp
        integer b;
        b = 0;
        cm_warp = 0;
        cm_entry = 0;
        cm_tag = 0;
        cm_beat = 0;
        cm_mask = 0;
        if (cm_valid) begin
            cm_warp = engine_warp;
            cm_entry = engine_entry;
            cm_tag = dst[(engine_entry * TAG) +: TAG];
            cm_beat = engine_beat;
            for (b = 0; b < CBEATS; b = b + 1) begin
                if (engine_beat == b[CBEAT-1:0]) begin
                    cm_mask = committing[(b * CM) +: CM];
                end
            end
        end
    end

    // Entries come free and are given away.
    assign freed = committed | (killed & (fixed | done_next)) | (zombie & done_next);

    always @(posedge clock) begin
        if (reset) begin
            valid <= 0;
            spec <= 0;
            fixed <= 0;
            excp <= 0;
            zombie <= 0;
        end else begin
            valid <= (valid & ~freed) | allocated;
            zombie <= (zombie | killed) & ~freed;
            spec <= spec & ~resolved & ~allocated;
            if (br_pend[iss_warp]) begin
                spec <= (spec & ~resolved) | allocated;
            end
            fixed <= fixed & ~allocated;
            if (iss_fixed) begin
                fixed <= fixed | allocated;
            end
            excp <= excp & ~allocated;
            if (flt_valid) begin
                excp <= (excp & ~allocated) | (ONE_ENTRY << flt_entry);
            end
        end
    end

    always @(posedge clock) begin : update_dst
        integer e;
        for (e = 0; e < E; e = e + 1) begin
            act[(e * M) +: M] <= act_next[(e * M) +: M];
            status[(e * M) +: M] <= status_next[(e * M) +: M];
            if (allocated[e]) begin
                dst[(e * TAG) +: TAG] <= iss_dst_tag;
                act[(e * M) +: M] <= iss_active;
                status[(e * M) +: M] <= 0;
                wid[(e * WARP) +: WARP] <= iss_warp;
            end
        end
    end

    // Lists. What a warp issues after its only entry has committed begins a new one.
    assign first = !in_board[iss_warp] || (engine_finishes && lone && (engine_warp == iss_warp));
    assign youngest = tail[iss_warp];

    always @(posedge clock) begin : update_oldest
        reg [E-1:0] promoted;
        promoted = 0;
        if (engine_finishes && !lone) begin
            promoted = ONE_ENTRY << after;
        end
        oldest <= (oldest & ~allocated) | promoted;
        if (first) begin
            oldest <= oldest | allocated | promoted;
        end
    end

    always @(posedge clock) begin : update_head
        integer w;
        for (w = 0; w < WARPS; w = w + 1) begin
            if (engine_finishes && (engine_warp == w[WARP-1:0])) begin
                head[(w * K) +: K] <= after;
            end
            if (takes && first && (iss_warp == w[WARP-1:0])) begin
                head[(w * K) +: K] <= free_index;
            end
        end
    end

    // Behind a branch predicted wrongly a warp keeps its list if an older entry stays.
    assign behind_branch = of_branch & valid & ~zombie & ~spec & ~committed;

endmodule

`default_nettype wire
