// SPDX-License-Identifier: Apache-2.0
//
// hotspot: temperatures of a chip from the power of its cells; a launch makes two steps of time, so a CTA loads a border of
// two cells around those that it computes, and computes the inner border twice.
//
// Class: memory. Hotspot of the CTA-aware prefetching paper: 43 x 43 CTAs of 16 x 16 threads that keep 12 x 12 cells. Each
// thread loads a temperature and a power once; borders (44 % of what is loaded) are loaded by the neighbours too. A warp
// loads two rows of 64 B that do not begin at a line. Three CTAs of 8 warps.
//
// Arguments: size steps.
#include "harness.cuh"

const int BLOCK = 16, STEPS = 2, KEPT = BLOCK - 2 * STEPS; // threads, steps of a launch, cells that are kept
const int CTAS = 3;                                        // at a time on an SM, as the paper counts
const float AMBIENT = 80, PER_STEP = 0.02f, SIDE = 0.1f, SINK = 0.05f;

/// Temperature a step later of a cell between its neighbours.
template <class T> __host__ __device__ T later(T here, T north, T south, T west, T east, T power) {
    T flow = (north + south - here - here) * T(SIDE) + (west + east - here - here) * T(SIDE);
    return here + flow + (T(AMBIENT) - here) * T(SINK) + power * T(PER_STEP);
}

__global__ void __launch_bounds__(BLOCK *BLOCK)
    advance(const float *temperature, const float *power, float *out, int size) {
    __shared__ float now[BLOCK][BLOCK];
    int column = threadIdx.x, row = threadIdx.y;
    int x = int(blockIdx.x) * KEPT - STEPS + column, y = int(blockIdx.y) * KEPT - STEPS + row, i = y * size + x;
    bool inside = x >= 0 && x < size && y >= 0 && y < size;
    float here = 0, mine = 0;
    if (inside) {
        now[row][column] = here = temperature[i];
        mine = power[i];
    }
    __syncthreads();
    // The neighbours; at the chip's edges a cell takes its own temperature for that outside.
    int north = y > 0 ? row - 1 : row, south = y < size - 1 ? row + 1 : row;
    int west = x > 0 ? column - 1 : column, east = x < size - 1 ? column + 1 : column;
    for (int step = 1;; ++step) {
        bool known = column >= step && column < BLOCK - step && row >= step && row < BLOCK - step;
        if (known && inside)
            here = later(here, now[north][column], now[south][column], now[row][west], now[row][east], mine);
        if (step == STEPS) break;
        __syncthreads();
        now[row][column] = here;
        __syncthreads();
    }
    bool keep = column >= STEPS && column < BLOCK - STEPS && row >= STEPS && row < BLOCK - STEPS;
    if (keep && inside) out[i] = here;
}

static std::vector<double> advance_on_cpu(const std::vector<double> &in, const std::vector<float> &power, int size) {
    std::vector<double> out = in;
    for (int y = 0; y < size; ++y) {
        for (int x = 0; x < size; ++x) {
            int i = y * size + x;
            double here = in[i], north = in[y > 0 ? i - size : i], south = in[y < size - 1 ? i + size : i];
            double west = in[x > 0 ? i - 1 : i], east = in[x < size - 1 ? i + 1 : i];
            out[i] = later(here, north, south, west, east, double(power[i]));
        }
    }
    return out;
}

int main(int argc, char **argv) {
    Arguments sizes(argc, argv, {{"size", 512, 1, 4096, 1}, {"steps", 2 * STEPS, STEPS, 64, STEPS}});
    int size = sizes[0], steps = sizes[1];
    size_t cells = size_t(size) * size;
    Lcg random(23);
    std::vector<float> start = random_floats(random, cells, 60, 100), power = random_floats(random, cells, 0, 1);

    float *from = to_device(start), *to = zeros_on_device<float>(cells), *device_power = to_device(power);
    int ctas = blocks_for(size, KEPT);
    for (int step = 0; step < steps; step += STEPS) {
        advance<<<dim3(ctas, ctas), dim3(BLOCK, BLOCK), room_for(advance, CTAS)>>>(from, device_power, to, size);
        FINISH_KERNELS();
        std::swap(from, to);
    }
    std::vector<float> got = take_from_device(from, cells);
    CUDA_CHECK(cudaFree(to));
    CUDA_CHECK(cudaFree(device_power));

    std::vector<double> want(start.begin(), start.end());
    for (int step = 0; step < steps; ++step) want = advance_on_cpu(want, power, size);
    // A step adds eight numbers below 128 and rounds each time: eight times half of 2^-17.
    return verdict("hotspot", sizes, "largest error a step", max_error(got, want, steps), 8 * std::pow(2, -18));
}
