// SPDX-License-Identifier: Apache-2.0
//
// convolution: a picture is filtered with 17 weights along its rows, then along its columns.
//
// Class: memory. The separable convolution of the CTA-aware prefetching paper: CTAs of 16 x 4 threads filter 128 x 4 pixels along
// rows, CTAs of 16 x 8 threads 16 x 64 pixels along columns, eight a thread, from shared memory. A pixel is loaded once,
// the 16 at either end of a tile twice; the load is in a loop, and a warp's two rows are two pieces of lines. Eight CTAs of 2
// warps, then of 4. The paper's 18432 CTAs of rows are a picture of 3072 x 3072; a sixteenth of it shows the same.
//
// Arguments: width height.
#include "harness.cuh"

const int RADIUS = 8, WEIGHTS = 2 * RADIUS + 1;
const int RESULTS = 8;                   // of a thread
const int ROWS_X = 16, ROWS_Y = 4;       // threads along rows
const int COLUMNS_X = 16, COLUMNS_Y = 8; // threads along columns

__constant__ float weights[WEIGHTS];

__global__ void __launch_bounds__(ROWS_X *ROWS_Y, 8) along_rows(const float *in, float *out, int width) {
    // A piece of the tile as wide as the CTA on either side of those that are filtered.
    __shared__ float tile[ROWS_Y][(RESULTS + 2) * ROWS_X];
    int first = (int(blockIdx.x) * RESULTS - 1) * ROWS_X + threadIdx.x, y = blockIdx.y * ROWS_Y + threadIdx.y;
    const float *row = in + y * width;
    float *line = tile[threadIdx.y] + threadIdx.x;
#pragma unroll 1
    for (int piece = 0; piece < RESULTS + 2; ++piece) {
        int x = first + piece * ROWS_X;
        line[piece * ROWS_X] = x >= 0 && x < width ? row[x] : 0;
    }
    __syncthreads();
#pragma unroll 1
    for (int piece = 1; piece <= RESULTS; ++piece) {
        float sum = 0;
#pragma unroll
        for (int k = -RADIUS; k <= RADIUS; ++k) sum += weights[RADIUS - k] * line[piece * ROWS_X + k];
        out[y * width + first + piece * ROWS_X] = sum;
    }
}

__global__ void __launch_bounds__(COLUMNS_X *COLUMNS_Y, 8)
    along_columns(const float *in, float *out, int width, int height) {
    __shared__ float tile[(RESULTS + 2) * COLUMNS_Y][COLUMNS_X + 1];
    int x = blockIdx.x * COLUMNS_X + threadIdx.x, first = (int(blockIdx.y) * RESULTS - 1) * COLUMNS_Y + threadIdx.y;
#pragma unroll 1
    for (int piece = 0; piece < RESULTS + 2; ++piece) {
        int y = first + piece * COLUMNS_Y;
        tile[threadIdx.y + piece * COLUMNS_Y][threadIdx.x] = y >= 0 && y < height ? in[y * width + x] : 0;
    }
    __syncthreads();
#pragma unroll 1
    for (int piece = 1; piece <= RESULTS; ++piece) {
        float sum = 0;
#pragma unroll
        for (int k = -RADIUS; k <= RADIUS; ++k)
            sum += weights[RADIUS - k] * tile[threadIdx.y + piece * COLUMNS_Y + k][threadIdx.x];
        out[(first + piece * COLUMNS_Y) * width + x] = sum;
    }
}

/// Along rows with `step` 1 and along columns with `step` the width; `place` and `length` are those of a pixel in its row or column.
static double filtered(const std::vector<double> &in, const std::vector<float> &weight, size_t i, int place, int length,
                       int step) {
    double sum = 0;
    for (int k = -RADIUS; k <= RADIUS; ++k) {
        if (place + k >= 0 && place + k < length) sum += weight[RADIUS - k] * in[ptrdiff_t(i) + k * step];
    }
    return sum;
}

int main(int argc, char **argv) {
    Arguments sizes(argc, argv,
                    {{"width", 1536, ROWS_X * RESULTS, 4096, ROWS_X *RESULTS},
                     {"height", 384, COLUMNS_Y *RESULTS, 4096, COLUMNS_Y *RESULTS}});
    int width = sizes[0], height = sizes[1];
    size_t pixels = size_t(width) * height;
    Lcg random(28);
    std::vector<float> picture = random_floats(random, pixels, 0, 1), weight = random_floats(random, WEIGHTS, 0, 1);

    CUDA_CHECK(cudaMemcpyToSymbol(weights, weight.data(), WEIGHTS * sizeof(float)));
    float *device_in = to_device(picture), *between = zeros_on_device<float>(pixels),
          *device_out = zeros_on_device<float>(pixels);
    along_rows<<<dim3(width / (ROWS_X * RESULTS), height / ROWS_Y), dim3(ROWS_X, ROWS_Y)>>>(device_in, between, width);
    along_columns<<<dim3(width / COLUMNS_X, height / (COLUMNS_Y * RESULTS)), dim3(COLUMNS_X, COLUMNS_Y)>>>(
        between, device_out, width, height);
    FINISH_KERNELS();
    std::vector<float> got = take_from_device(device_out, pixels);
    CUDA_CHECK(cudaFree(device_in));
    CUDA_CHECK(cudaFree(between));

    std::vector<double> rows(pixels), want(picture.begin(), picture.end());
    for (size_t i = 0; i < pixels; ++i) rows[i] = filtered(want, weight, i, int(i % width), width, 1);
    for (size_t i = 0; i < pixels; ++i) want[i] = filtered(rows, weight, i, int(i / width), height, width);
    // Sums of 17 products, twice; the second of values below 17, so the result is below 289 and 18 roundings wrong, either time.
    return verdict("convolution", sizes, "largest error", max_error(got, want, WEIGHTS * WEIGHTS), 36 * std::pow(2, -24));
}
