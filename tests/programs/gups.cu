// SPDX-License-Identifier: Apache-2.0
//
// gups: random updates of a table (RandomAccess of the HPC Challenge): every thread draws numbers and changes, by each, the word of the
// table that its upper bits name.
//
// Class: memory. GUP of the MASK dissertation. No two updates of a warp share a line, and hardly two a page.
//
// Arguments: log2 of the table's words of 8 bytes, updates of a thread.
#include "harness.cuh"

const int THREADS = 256;

using Word = unsigned long long;

/// Where the sequence of a thread starts: far from those of its neighbours.
__host__ __device__ inline Word start(int thread) { return Lcg::after(Lcg::after((Word(thread) + 1) * 0x9e3779b97f4a7c15ull)); }

__global__ void __launch_bounds__(THREADS) update(Word *table, int log2, int updates) {
    Word at = start(blockIdx.x * THREADS + threadIdx.x);
#pragma unroll 1
    for (int i = 0; i < updates; ++i) {
        at = Lcg::after(at);
        atomicXor(&table[at >> (64 - log2)], at);
    }
}

int main(int argc, char **argv) {
    Arguments sizes(argc, argv, {{"log2 of the words", 21, 1, 26, 1}, {"updates", 8, 1, 1 << 16, 1}});
    int log2 = sizes[0], updates = sizes[1];
    int blocks = resident_blocks(update, THREADS);
    Word *device_table = zeros_on_device<Word>(size_t(1) << log2);
    update<<<blocks, THREADS>>>(device_table, log2, updates);
    FINISH_KERNELS();
    std::vector<Word> table = take_from_device(device_table, size_t(1) << log2), want(table.size());

    for (int thread = 0; thread < blocks * THREADS; ++thread) {
        Word at = start(thread);
        for (int i = 0; i < updates; ++i) {
            at = Lcg::after(at);
            want[at >> (64 - log2)] ^= at;
        }
    }
    // Exclusive or gives the same word in any order.
    return verdict("gups", sizes, "wrong words", mismatches(table, want), 0);
}
