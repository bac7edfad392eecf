// SPDX-License-Identifier: Apache-2.0
//
// thermal: temperatures of a chip, a launch a step, without shared memory. The grid is as large as the GPU holds, and its threads
// stride over the cells. What is outside the chip keeps its temperature.
//
// Class: memory. Hotspot of the APOGEE paper. A thread loads a cell, its four neighbours and its power: six words 4 B from those of the
// next thread, two of which have just been loaded.
//
// Arguments: width height steps.
#include "harness.cuh"

const int THREADS = 128;
const float SIDE = 0.125f, SINK = 0.0625f, PER_STEP = 0.5f, AMBIENT = 80.0f;

/// Temperature a step later of a cell between its neighbours.
template <class T> __host__ __device__ T later(T here, T north, T south, T west, T east, T power) {
    T flow = (north + south + west + east - T(4) * here) * T(SIDE);
    return here + flow + (T(AMBIENT) - here) * T(SINK) + power * T(PER_STEP);
}

/// Whether cell `i` is on the chip, which has a border of one cell.
__host__ __device__ inline bool on_chip(int i, int width) { return i % width > 0 && i % width < width - 1; }

__global__ void step(const float *now, const float *power, float *next, int width, int cells) {
    int end = cells - width;
    for (int i = width + blockIdx.x * blockDim.x + threadIdx.x; i < end; i += gridDim.x * blockDim.x) {
        float here = now[i], north = now[i - width], south = now[i + width], west = now[i - 1], east = now[i + 1];
        float with = later(here, north, south, west, east, power[i]);
        next[i] = on_chip(i, width) ? with : here;
    }
}

int main(int argc, char **argv) {
    Arguments sizes(argc, argv, {{"width", 512, 3, 8192, 1}, {"height", 256, 3, 8192, 1}, {"steps", 2, 1, 64, 1}});
    int width = sizes[0], cells = width * sizes[1], steps = sizes[2];
    Lcg random(59);
    std::vector<float> start = random_floats(random, cells, 60, 100), power = random_floats(random, cells, 0, 1);

    float *now = to_device(start), *next = to_device(start), *device_power = to_device(power);
    for (int s = 0; s < steps; ++s) {
        step<<<resident_blocks(step, THREADS), THREADS>>>(now, device_power, next, width, cells);
        std::swap(now, next);
    }
    FINISH_KERNELS();
    std::vector<float> got = take_from_device(now, cells);
    CUDA_CHECK(cudaFree(next));
    CUDA_CHECK(cudaFree(device_power));

    std::vector<double> want(start.begin(), start.end());
    for (int s = 0; s < steps; ++s) {
        std::vector<double> before = want;
        for (int i = width; i < cells - width; ++i) {
            if (!on_chip(i, width)) continue;
            want[i] = later(before[i], before[i - width], before[i + width], before[i - 1], before[i + 1], double(power[i]));
        }
    }
    // A step adds eight numbers below 512 and rounds each time: eight times half of 2^-15.
    return verdict("thermal", sizes, "largest error a step", max_error(got, want, steps), 8 * std::pow(2, -16));
}
