// SPDX-License-Identifier: Apache-2.0
//
// leukocyte: detection of round cells in a video frame; every pixel is scored as a centre by how much and how
// evenly the gradient points outwards along circles around it, and keeps the best score of all radii.
//
// Class: memory. A warp's lanes are neighbouring pixels, so each of the two loads of a point on a circle takes
// one or two lines; a thread passes over the rows of a whole circle before it needs a line again. Both
// gradients together fit L2, so that the way from L1 to L2 is busy and DRAM is not. Directions and offsets are
// in constant memory. Eight CTAs of 4 warps.
//
// Arguments: width height circles points.
#include "harness.cuh"

const int THREADS = 128;
const int MAX_CIRCLES = 7, MAX_POINTS = 128;
const int LEAST_RADIUS = 8, STEP = 2;                                // pixels
const int BORDER = LEAST_RADIUS + STEP * (MAX_CIRCLES - 1) + 1;      // pixels around the frame
const float PI = 3.14159265f;

__constant__ float cosines[MAX_POINTS], sines[MAX_POINTS];
__constant__ int offsets[MAX_CIRCLES * MAX_POINTS]; // of a point on a circle from the centre, in elements

__global__ void __launch_bounds__(THREADS, 8)
    score(const float *gradient_x, const float *gradient_y, float *best, int width, int circles, int points) {
    int x = blockIdx.x * THREADS + threadIdx.x, y = blockIdx.y;
    if (x >= width) return;
    int centre = (y + BORDER) * (width + 2 * BORDER) + x + BORDER;
    float highest = 0;
    for (int circle = 0; circle < circles; ++circle) {
        float sum = 0, squares = 0;
#pragma unroll 4
        for (int point = 0; point < points; ++point) {
            int at = centre + offsets[circle * points + point];
            float outwards = gradient_x[at] * cosines[point] + gradient_y[at] * sines[point];
            sum += outwards;
            squares += outwards * outwards;
        }
        float mean = sum / float(points), variance = squares / float(points) - mean * mean;
        highest = fmaxf(highest, mean * mean / variance);
    }
    best[y * width + x] = highest;
}

int main(int argc, char **argv) {
    Arguments sizes(argc, argv,
                    {{"width", 640, 1, 4096, 1},
                     {"height", 219, 1, 4096, 1},
                     {"circles", 2, 1, MAX_CIRCLES, 1},
                     {"points", 32, 8, MAX_POINTS, 8}});
    int width = sizes[0], height = sizes[1], circles = sizes[2], points = sizes[3];
    int row = width + 2 * BORDER;
    size_t elements = size_t(row) * (height + 2 * BORDER);
    Lcg random(13);
    std::vector<float> gradient_x = random_floats(random, elements, -1, 1),
                       gradient_y = random_floats(random, elements, -1, 1);
    std::vector<float> host_cosines, host_sines;
    std::vector<int> host_offsets;
    for (int point = 0; point < points; ++point) {
        float angle = 2 * PI * float(point) / float(points);
        host_cosines.push_back(std::cos(angle));
        host_sines.push_back(std::sin(angle));
    }
    for (int circle = 0; circle < circles; ++circle) {
        float radius = float(LEAST_RADIUS + STEP * circle);
        for (int point = 0; point < points; ++point) {
            host_offsets.push_back(int(std::lround(radius * host_sines[point])) * row +
                                   int(std::lround(radius * host_cosines[point])));
        }
    }
    CUDA_CHECK(cudaMemcpyToSymbol(cosines, host_cosines.data(), points * sizeof(float)));
    CUDA_CHECK(cudaMemcpyToSymbol(sines, host_sines.data(), points * sizeof(float)));
    CUDA_CHECK(cudaMemcpyToSymbol(offsets, host_offsets.data(), host_offsets.size() * sizeof(int)));

    float *device_x = to_device(gradient_x), *device_y = to_device(gradient_y),
          *device_best = zeros_on_device<float>(size_t(width) * height);
    score<<<dim3(blocks_for(width, THREADS), height), THREADS>>>(device_x, device_y, device_best, width, circles,
                                                                points);
    FINISH_KERNELS();
    std::vector<float> best = take_from_device(device_best, size_t(width) * height);
    CUDA_CHECK(cudaFree(device_x));
    CUDA_CHECK(cudaFree(device_y));

    std::vector<double> want;
    for (int y = 0; y < height; ++y) {
        for (int x = 0; x < width; ++x) {
            size_t centre = size_t(y + BORDER) * row + x + BORDER;
            double highest = 0;
            for (int circle = 0; circle < circles; ++circle) {
                double sum = 0, squares = 0;
                for (int point = 0; point < points; ++point) {
                    size_t at = centre + host_offsets[circle * points + point];
                    double outwards = double(gradient_x[at]) * host_cosines[point] +
                                      double(gradient_y[at]) * host_sines[point];
                    sum += outwards;
                    squares += outwards * outwards;
                }
                double mean = sum / points, variance = squares / points - mean * mean;
                highest = std::fmax(highest, mean * mean / variance);
            }
            want.push_back(highest);
        }
    }
    // Sums of `points` terms below 2, each rounded twice, against a variance of about 1/3: some points * 2^-21.
    return verdict("leukocyte", sizes, "largest error", max_error(best, want, 1), 1e-6 * points);
}
