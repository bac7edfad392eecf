// SPDX-License-Identifier: Apache-2.0
//
// jacobi1d: Jacobi steps on a line of cells; a step is a launch that averages three neighbours and one that copies the
// result back.
//
// Class: unsaturated. jacobi1D of the CTA-aware prefetching paper: 4096 cells in 16 CTAs of 256 threads, of which an SM has one.
// A warp's loads begin at a line or 4 B beside one; all 32 kB stay in L2. Six CTAs of 8 warps would fit.
//
// Arguments: cells steps.
#include "harness.cuh"

const int THREADS = 256;

__global__ void __launch_bounds__(THREADS, 6) average(const float *in, float *out, int cells) {
    int i = blockIdx.x * THREADS + threadIdx.x;
    if (i > 0 && i < cells - 1) out[i] = 0.33333f * (in[i - 1] + in[i] + in[i + 1]);
}

__global__ void __launch_bounds__(THREADS, 6) copy_back(const float *from, float *to, int cells) {
    int i = blockIdx.x * THREADS + threadIdx.x;
    if (i > 0 && i < cells - 1) to[i] = from[i];
}

int main(int argc, char **argv) {
    Arguments sizes(argc, argv, {{"cells", 4096, 1, 1 << 20, 1}, {"steps", 50, 1, 10000, 1}});
    int cells = sizes[0], steps = sizes[1], ctas = blocks_for(cells, THREADS);
    Lcg random(31);
    std::vector<float> line = random_floats(random, cells, 0, 1);

    float *a = to_device(line), *b = zeros_on_device<float>(cells);
    for (int step = 0; step < steps; ++step) {
        average<<<ctas, THREADS>>>(a, b, cells);
        copy_back<<<ctas, THREADS>>>(b, a, cells);
    }
    FINISH_KERNELS();
    std::vector<float> got = take_from_device(a, cells);
    CUDA_CHECK(cudaFree(b));

    std::vector<double> want(line.begin(), line.end());
    for (int step = 0; step < steps; ++step) {
        std::vector<double> before = want;
        for (int i = 1; i < cells - 1; ++i) want[i] = double(0.33333f) * (before[i - 1] + before[i] + before[i + 1]);
    }
    // Two additions of values below 3 and a product: four roundings of 2^-24 a step.
    return verdict("jacobi1d", sizes, "largest error a step", max_error(got, want, steps), 4 * std::pow(2, -24));
}
