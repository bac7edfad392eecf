// SPDX-License-Identifier: Apache-2.0
//
// particle: likelihoods of a particle filter that tracks a bright spot in a noisy frame; a particle is a guess where
// the spot is, and is likely if the pixels of a window around it are bright.
//
// Class: cache. A thread writes the pixel numbers of its window into a row of its own and then reads them one by
// one, with the pixel that each names: the 32 lanes of a warp are at 32 rows, and each line of 32 numbers
// serves the next 32 reads if it stays in L1. Particles lie close together, so their pixels are few lines. Eight
// CTAs of 4 warps want 1024 lines at a time, four times an L1. The default grid is two waves of them.
//
// Arguments: particles frame_width.
#include "harness.cuh"

const int THREADS = 128;
const int WIDE = 8, HIGH = 4;         // pixels, of the window
const int POINTS = WIDE * HIGH;
const int SPREAD = 8;                 // pixels, of the particles around the truth
const float BRIGHT = 228, DARK = 100; // of pixels in and outside of the spot

__global__ void __launch_bounds__(THREADS, 8)
    likelihood(const float *frame, const float *x, const float *y, int *pixels, float *result, int particles,
               int width) {
    int particle = blockIdx.x * THREADS + threadIdx.x;
    if (particle >= particles) return;
    int column = int(rintf(x[particle])), row = int(rintf(y[particle]));
    int *mine = pixels + particle * POINTS;
    for (int point = 0; point < POINTS; ++point)
        mine[point] = (row + point / WIDE - HIGH / 2) * width + column + point % WIDE - WIDE / 2;
    float sum = 0;
#pragma unroll 1 // one number and one pixel under way at a time
    for (int point = 0; point < POINTS; ++point) {
        float value = frame[mine[point]];
        sum += ((value - DARK) * (value - DARK) - (value - BRIGHT) * (value - BRIGHT)) * 0.02f;
    }
    result[particle] = sum / float(POINTS);
}

int main(int argc, char **argv) {
    Arguments sizes(argc, argv,
                    {{"particles", 30720, 1, 1 << 20, 1}, {"frame_width", 128, 4 * SPREAD, 4096, 1}});
    int particles = sizes[0], width = sizes[1];
    Lcg random(14);
    std::vector<float> frame(size_t(width) * width), x, y;
    float middle = float(width / 2);
    for (int i = 0; i < width * width; ++i) {
        float dx = float(i % width) - middle, dy = float(i / width) - middle;
        float level = dx * dx + dy * dy < float(WIDE * WIDE / 4) ? BRIGHT : DARK;
        frame[i] = level + random.uniform(-20, 20);
    }
    for (int i = 0; i < particles; ++i) {
        x.push_back(middle + random.uniform(-SPREAD, SPREAD));
        y.push_back(middle + random.uniform(-SPREAD, SPREAD));
    }

    float *device_frame = to_device(frame), *device_x = to_device(x), *device_y = to_device(y),
          *device_result = zeros_on_device<float>(particles);
    int *device_pixels = zeros_on_device<int>(size_t(particles) * POINTS);
    likelihood<<<blocks_for(particles, THREADS), THREADS>>>(device_frame, device_x, device_y, device_pixels,
                                                           device_result, particles, width);
    FINISH_KERNELS();
    std::vector<float> result = take_from_device(device_result, particles);
    std::vector<int> pixels = take_from_device(device_pixels, size_t(particles) * POINTS);
    for (float *array : {device_frame, device_x, device_y}) CUDA_CHECK(cudaFree(array));

    std::vector<int> want_pixels;
    std::vector<double> want;
    double largest = 1;
    for (int i = 0; i < particles; ++i) {
        double sum = 0;
        for (int dy = -HIGH / 2; dy < HIGH / 2; ++dy) {
            for (int dx = -WIDE / 2; dx < WIDE / 2; ++dx) {
                int pixel = (int(std::nearbyint(y[i])) + dy) * width + int(std::nearbyint(x[i])) + dx;
                double value = frame[pixel];
                sum += (value - DARK) * (value - DARK) - (value - BRIGHT) * (value - BRIGHT);
                want_pixels.push_back(pixel);
            }
        }
        want.push_back(sum / 50 / POINTS);
        largest = std::fmax(largest, std::fabs(want.back()));
    }
    // A term is good to 2^-20 of the largest, and 32 of them add up.
    double error = max_error(result, want, largest) + mismatches(pixels, want_pixels);
    return verdict("particle", sizes, "largest relative error", error, 1e-5);
}
