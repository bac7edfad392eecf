// SPDX-License-Identifier: Apache-2.0
//
// pathfinder: the cheapest way down a wall, row by row; from a brick one goes straight or diagonally down. A launch
// goes down up to 20 rows, so a CTA begins with a border of 20 columns on each side, which melts away.
//
// Class: memory. Pathfinder of the CTA-aware prefetching paper: 463 CTAs of 256 threads that keep 216 of 100000 columns. Each
// brick is loaded once, those in borders (16 %) twice, in rows that do not begin at a line, with a barrier a row. Six CTAs
// of 8 warps. The paper's wall has 100 rows; a third of them shows the same.
//
// Arguments: columns rows.
#include "harness.cuh"

const int THREADS = 256, DEPTH = 20, KEPT = THREADS - 2 * DEPTH; // columns of a CTA, rows of a launch, columns that are kept

__global__ void __launch_bounds__(THREADS, 6)
    descend(const int *wall, const int *from, int *to, int columns, int rows) {
    __shared__ int costs[2][THREADS];
    int thread = threadIdx.x, x = int(blockIdx.x) * KEPT - DEPTH + thread;
    bool inside = x >= 0 && x < columns;
    int left = x > 0 ? thread - 1 : thread, right = x < columns - 1 ? thread + 1 : thread;
    int cost = inside ? from[x] : 0;
    const int *brick = wall + x;
    for (int row = 1; row <= rows; ++row, brick += columns) {
        int *above = costs[row & 1];
        above[thread] = cost;
        __syncthreads();
        if (inside && thread >= row && thread < THREADS - row)
            cost = *brick + min(cost, min(above[left], above[right]));
    }
    if (inside && thread >= DEPTH && thread < THREADS - DEPTH) to[x] = cost;
}

int main(int argc, char **argv) {
    Arguments sizes(argc, argv, {{"columns", 100000, 1, 1 << 20, 1}, {"rows", 33, 2, 1024, 1}});
    int columns = sizes[0], rows = sizes[1];
    Lcg random(24);
    std::vector<int> wall(size_t(columns) * rows);
    for (int &brick : wall) brick = random.below(10);

    int *device_wall = to_device(wall);
    int *from = to_device(std::vector<int>(wall.begin(), wall.begin() + columns)), *to = zeros_on_device<int>(columns);
    for (int done = 1; done < rows; done += DEPTH) {
        descend<<<blocks_for(columns, KEPT), THREADS>>>(device_wall + size_t(done) * columns, from, to, columns,
                                                        std::min(DEPTH, rows - done));
        FINISH_KERNELS();
        std::swap(from, to);
    }
    std::vector<int> got = take_from_device(from, columns);
    CUDA_CHECK(cudaFree(device_wall));
    CUDA_CHECK(cudaFree(to));

    std::vector<int> want(wall.begin(), wall.begin() + columns);
    for (int row = 1; row < rows; ++row) {
        std::vector<int> above = want;
        for (int x = 0; x < columns; ++x) {
            int best = std::min(above[x], std::min(above[std::max(x - 1, 0)], above[std::min(x + 1, columns - 1)]));
            want[x] = wall[size_t(row) * columns + x] + best;
        }
    }
    // Costs are integers.
    return verdict("pathfinder", sizes, "wrong costs", mismatches(got, want), 0);
}
