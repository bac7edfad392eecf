// SPDX-License-Identifier: Apache-2.0
//
// nqueens: in how many ways queens stand on a board without attacking each other. The host places the first rows in every way; each
// thread completes one of these boards row by row, with a stack of its own in shared memory, and a CTA adds up what its threads found.
//
// Class: unsaturated. NQU of the paper on ILP in GPUs: 256 CTAs of 96 threads, 20 registers a thread, 15.4 kB of stacks, so that a CTA
// is alone on its SM. The 72 boards of ten queens with two rows are all in CTA 0, which takes nearly all of the time; the other CTAs
// only add up zeros.
//
// Arguments: queens rows (that the host places) ctas.
#include "harness.cuh"

const int THREADS = 96, DEPTH = 10, REGISTERS = 20;

/// A board of which the first rows are taken: the columns of the next row that are attacked along columns and the two diagonals, a bit each.
struct Board {
    unsigned columns, left, right;
};

__global__ void __launch_bounds__(THREADS)
    count(const Board *boards, int number, int queens, int rows, unsigned *solutions) {
    take_registers<REGISTERS>();
    // Of each row the attacks before a queen stands in it, and the places that were not tried.
    __shared__ unsigned columns[DEPTH][THREADS], left[DEPTH][THREADS], right[DEPTH][THREADS], untried[DEPTH][THREADS];
    __shared__ unsigned found[THREADS];
    int t = threadIdx.x, i = blockIdx.x * THREADS + t;
    unsigned ways = 0, all = (1u << queens) - 1;
    if (i < number) {
        Board board = boards[i];
        int depth = 0, last = queens - rows - 1;
        columns[0][t] = board.columns;
        left[0][t] = board.left;
        right[0][t] = board.right;
        untried[0][t] = all & ~(board.columns | board.left | board.right);
        while (depth >= 0) {
            unsigned places = untried[depth][t];
            if (places == 0) {
                --depth;
            } else if (depth == last) { // the only column left
                ++ways;
                --depth;
            } else {
                unsigned queen = places & -places;
                untried[depth][t] = places ^ queen;
                unsigned c = columns[depth][t] | queen, l = (left[depth][t] | queen) << 1, r = (right[depth][t] | queen) >> 1;
                ++depth;
                columns[depth][t] = c;
                left[depth][t] = l;
                right[depth][t] = r;
                untried[depth][t] = all & ~(c | l | r);
            }
        }
    }
    found[t] = ways;
    for (int half = 64; half > 0; half /= 2) {
        __syncthreads();
        if (t < half && t + half < THREADS) found[t] += found[t + half];
    }
    if (t == 0) solutions[blockIdx.x] = found[0];
}

/// A board as the host has it: the column of the queen of each row.
using Columns = std::vector<int>;

static bool attacked(const Columns &board, int column) {
    for (size_t row = 0; row < board.size(); ++row) {
        int apart = int(board.size() - row), to = board[row];
        if (to == column || to == column + apart || to == column - apart) return true;
    }
    return false;
}

/// All boards of `rows` rows that begin with `board`, in order.
static void complete(Columns &board, int queens, int rows, std::vector<Columns> &boards) {
    if (int(board.size()) == rows) {
        boards.push_back(board);
        return;
    }
    for (int column = 0; column < queens; ++column) {
        if (attacked(board, column)) continue;
        board.push_back(column);
        complete(board, queens, rows, boards);
        board.pop_back();
    }
}

/// What the queens of a board attack in the next row.
static Board attacks(const Columns &board) {
    Board attacks = {};
    for (int column : board) {
        attacks.columns |= 1u << column;
        attacks.left = (attacks.left | 1u << column) << 1;
        attacks.right = (attacks.right | 1u << column) >> 1;
    }
    return attacks;
}

int main(int argc, char **argv) {
    Arguments sizes(argc, argv, {{"queens", 10, 4, 13, 1}, {"rows", 2, 1, 4, 1}, {"ctas", 256, 1, 65535, 1}});
    int queens = sizes[0], rows = sizes[1], ctas = sizes[2];
    if (queens - rows < 1 || queens - rows > DEPTH)
        sizes.refuse("queens less rows must be 1 to " + std::to_string(DEPTH) + ", the depth of a stack");
    std::vector<Columns> starts;
    Columns empty;
    complete(empty, queens, rows, starts);
    if (int(starts.size()) > ctas * THREADS)
        sizes.refuse("the CTAs have " + std::to_string(ctas * THREADS) + " threads for " + std::to_string(starts.size()) + " boards");
    std::vector<Board> boards;
    for (const Columns &start : starts) boards.push_back(attacks(start));

    Board *device_boards = to_device(boards);
    unsigned *solutions = zeros_on_device<unsigned>(ctas);
    count<<<ctas, THREADS>>>(device_boards, int(boards.size()), queens, rows, solutions);
    FINISH_KERNELS();
    std::vector<unsigned> got = take_from_device(solutions, ctas), want(ctas);
    CUDA_CHECK(cudaFree(device_boards));

    for (size_t i = 0; i < starts.size(); ++i) {
        std::vector<Columns> completed;
        complete(starts[i], queens, queens, completed);
        want[i / THREADS] += unsigned(completed.size());
    }
    return verdict("nqueens", sizes, "wrong sums", mismatches(got, want), 0);
}
