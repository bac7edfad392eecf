// SPDX-License-Identifier: Apache-2.0
//
// filter2d: a picture is filtered with 17 x 17 weights that are no product of a row and a column, a pixel a thread.
//
// Class: compute. Con of the paper on ILP in GPUs: 32 x 32 CTAs of 16 x 16 threads, 8 registers a thread, 2 kB of shared memory. A CTA has
// half of the 32 x 32 pixels that its results depend on in shared memory, first the upper 16 rows, then the lower ones.
//
// Arguments: width height.
#include "harness.cuh"

const int TILE = 16, RADIUS = TILE / 2, WEIGHTS = 2 * RADIUS + 1, REGISTERS = 8;

__constant__ float weights[WEIGHTS][WEIGHTS];

__global__ void __launch_bounds__(TILE *TILE) filter(const float *in, float *out, int width, int height) {
    take_registers<REGISTERS>();
    __shared__ float tile[TILE][2 * TILE];
    int tx = threadIdx.x, ty = threadIdx.y, x = blockIdx.x * TILE + tx, y = blockIdx.y * TILE + ty;
    float sum = 0;
#pragma unroll 1
    for (int half = 0; half < 2; ++half) {
        int from_y = y - RADIUS + half * TILE;
        __syncthreads();
#pragma unroll
        for (int piece = 0; piece < 2; ++piece) {
            int from_x = x - RADIUS + piece * TILE;
            bool inside = from_x >= 0 && from_x < width && from_y >= 0 && from_y < height;
            tile[ty][tx + piece * TILE] = inside ? in[from_y * width + from_x] : 0;
        }
        __syncthreads();
        // Of the 17 rows of pixels around that of the thread, the first 16 - ty are in the upper half.
        int row = half ? 0 : ty, end = half ? ty + 1 : TILE;
#pragma unroll 1
        for (const float *weight = weights[half * TILE + row - ty]; row < end; ++row, weight += WEIGHTS) {
#pragma unroll
            for (int k = 0; k < WEIGHTS; ++k) sum += weight[k] * tile[row][tx + k];
        }
    }
    out[y * width + x] = sum;
}

int main(int argc, char **argv) {
    Arguments sizes(argc, argv, {{"width", 512, TILE, 4096, TILE}, {"height", 512, TILE, 4096, TILE}});
    int width = sizes[0], height = sizes[1];
    size_t pixels = size_t(width) * height;
    Lcg random(83);
    std::vector<float> picture = random_floats(random, pixels, 0, 1);
    std::vector<float> weight = random_floats(random, WEIGHTS * WEIGHTS, 0, 1);

    CUDA_CHECK(cudaMemcpyToSymbol(weights, weight.data(), weight.size() * sizeof(float)));
    float *device_in = to_device(picture), *device_out = zeros_on_device<float>(pixels);
    filter<<<dim3(width / TILE, height / TILE), dim3(TILE, TILE)>>>(device_in, device_out, width, height);
    FINISH_KERNELS();
    std::vector<float> got = take_from_device(device_out, pixels);
    CUDA_CHECK(cudaFree(device_in));

    std::vector<double> want(pixels);
    for (int y = 0; y < height; ++y) {
        for (int dy = -RADIUS; dy <= RADIUS; ++dy) {
            if (y + dy < 0 || y + dy >= height) continue;
            const float *row = &picture[size_t(y + dy) * width], *of_row = &weight[size_t(dy + RADIUS) * WEIGHTS];
            for (int x = 0; x < width; ++x) {
                for (int dx = -RADIUS; dx <= RADIUS; ++dx) {
                    if (x + dx >= 0 && x + dx < width) want[size_t(y) * width + x] += double(of_row[dx + RADIUS]) * row[x + dx];
                }
            }
        }
    }
    // Each result is below 289 and rounded once a weight, if product and sum are fused, else twice.
    int terms = WEIGHTS * WEIGHTS;
    return verdict("filter2d", sizes, "largest error", max_error(got, want, terms), std::ldexp(2 * terms, -24));
}
