// SPDX-License-Identifier: Apache-2.0
//
// edgefilter: edges of a picture that is smoothed by bilinear interpolation half-way between its pixels: where the brightness
// of the smoothed picture changes. The grid is as large as the GPU holds, and its threads stride over the pixels.
//
// Class: memory. The bilinear edge filter of the APOGEE paper. A thread loads 3 x 3 pixels of 4 B, each row of which a warp
// loads three times, 4 B apart, and whose next row comes again when the grid has gone on by a row.
//
// Arguments: width height.
#include "harness.cuh"

const int THREADS = 128;

/// Slope of the smoothed picture at the corner of four of 3 x 3 pixels: the means of its two halves' corners apart.
template <class T> __host__ __device__ T edge(const T (&p)[3][3]) {
    T corner[2][2];
    for (int y = 0; y < 2; ++y)
        for (int x = 0; x < 2; ++x) corner[y][x] = (p[y][x] + p[y][x + 1] + (p[y + 1][x] + p[y + 1][x + 1])) * T(0.25f);
    T across = corner[0][1] - corner[0][0] + (corner[1][1] - corner[1][0]);
    T down = corner[1][0] - corner[0][0] + (corner[1][1] - corner[0][1]);
    return (across < 0 ? -across : across) + (down < 0 ? -down : down);
}

__global__ void filter(const float *picture, float *edges, int width, int pixels) {
    int inner = pixels - 2 * width - 2;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < inner; i += gridDim.x * blockDim.x) {
        float p[3][3];
        for (int y = 0; y < 3; ++y)
            for (int x = 0; x < 3; ++x) p[y][x] = picture[i + y * width + x];
        edges[i] = edge(p);
    }
}

int main(int argc, char **argv) {
    Arguments sizes(argc, argv, {{"width", 512, 4, 8192, 1}, {"height", 512, 4, 8192, 1}});
    int width = sizes[0], pixels = width * sizes[1];
    Lcg random(37);
    std::vector<float> picture = random_floats(random, pixels, 0, 1);

    float *device_picture = to_device(picture), *edges = zeros_on_device<float>(pixels);
    filter<<<resident_blocks(filter, THREADS), THREADS>>>(device_picture, edges, width, pixels);
    FINISH_KERNELS();
    std::vector<float> got = take_from_device(edges, pixels);
    CUDA_CHECK(cudaFree(device_picture));

    std::vector<double> want(pixels, 0.0);
    for (int i = 0; i < pixels - 2 * width - 2; ++i) {
        double p[3][3];
        for (int y = 0; y < 3; ++y)
            for (int x = 0; x < 3; ++x) p[y][x] = picture[i + y * width + x];
        want[i] = edge(p);
    }
    // Nine sums and differences below 4, each rounded by at most 2^-23.
    return verdict("edgefilter", sizes, "largest error", max_error(got, want, 1), 9 * std::pow(2, -23));
}
