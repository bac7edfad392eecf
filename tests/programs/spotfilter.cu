// SPDX-License-Identifier: Apache-2.0
//
// spotfilter: a step of a particle filter that tracks a bright spot in a noisy video: each particle moves at random, and is as likely
// as the pixels of a disk around it are bright.
//
// Class: cache. First kernel of `particle` in the Equalizer and Mascar papers, as in Rodinia, in single precision: a thread writes the
// numbers of the 69 pixels of its disk into a row of its own, reading the particle's place from memory for each, and then reads them one by one,
// with the pixel that each names; a term is divided in double precision. The 32 lanes of a warp are at 32 rows, and each line of 32
// numbers serves the next 32 reads if it stays in L1: three CTAs of 16 warps want 1536 lines, six times an L1. Frames lie pixel by pixel
// behind one another; particles are close together, so their pixels are some hundred lines. Sums of weights pass a tree in shared memory.
//
// Arguments: particles side of a frame frames.
#include "harness.cuh"

#include <algorithm>

const int THREADS = 512;
const int RADIUS = 5;
const float BRIGHT = 228, DARK = 100; // of pixels in and outside of the spot
const float SCALE = 50;
const float MOST = (BRIGHT - DARK) * (BRIGHT - DARK) / SCALE; // likelihood of a disk in the spot
const float PI = 3.14159265f;

/// Uniform in [0, 1); the state stays in memory.
__host__ __device__ inline float uniform(unsigned *state) {
    *state = *state * 1664525u + 1013904223u; // of Numerical Recipes
    return float(*state >> 8) / 16777216;
}

/// Normal, by Box and Muller.
__host__ __device__ inline float normal(unsigned *state) {
    float u = 1 - uniform(state), v = uniform(state);
    return sqrtf(-2 * logf(u)) * cosf(2 * PI * v);
}

/// A pixel of the disk, from its middle.
struct Offset {
    int down, right;
};

struct Filter {
    float *x, *y, *likelihoods, *weights, *sums; // by particle, the sums by CTA
    const float *last_x, *last_y;
    unsigned *random;
    int *pixels; // of each particle's disk
    const Offset *disk;
    const unsigned char *video;
    int particles, points, side, frames, frame;
};

__global__ void __launch_bounds__(THREADS, 3) likelihood(Filter f) {
    __shared__ float partial[THREADS];
    int particle = blockIdx.x * THREADS + threadIdx.x;
    float weight = 0;
    if (particle < f.particles) {
        f.x[particle] = f.last_x[particle] + 1 + 5 * normal(&f.random[particle]);
        f.y[particle] = f.last_y[particle] - 2 + 2 * normal(&f.random[particle]);
        int *mine = f.pixels + particle * f.points, end = f.side * f.side * f.frames;
#pragma unroll 1
        for (int point = 0; point < f.points; ++point) {
            int column = int(f.x[particle]) + f.disk[point].right, row = int(f.y[particle]) + f.disk[point].down;
            int pixel = abs((column * f.side + row) * f.frames + f.frame);
            mine[point] = pixel < end ? pixel : 0;
        }
        float sum = 0;
#pragma unroll 1 // one number and one pixel under way at a time
        for (int point = 0; point < f.points; ++point) {
            float value = f.video[mine[point]];
            sum = float(sum + ((value - DARK) * (value - DARK) - (value - BRIGHT) * (value - BRIGHT)) / double(SCALE));
        }
        f.likelihoods[particle] = sum / f.points;
        weight = expf(f.likelihoods[particle] - MOST) / f.particles;
        f.weights[particle] = weight;
    }
    partial[threadIdx.x] = weight;
    __syncthreads();
    for (int half = THREADS / 2; half > 0; half /= 2) {
        if (threadIdx.x < half) partial[threadIdx.x] += partial[threadIdx.x + half];
        __syncthreads();
    }
    if (threadIdx.x == 0) f.sums[blockIdx.x] = partial[0];
}

int main(int argc, char **argv) {
    Arguments sizes(argc, argv,
                    {{"particles", 23040, 1, 1 << 20, 1}, {"side", 128, 64, 1024, 2}, {"frames", 10, 2, 100, 1}});
    int count = sizes[0], side = sizes[1], frames = sizes[2], ctas = blocks_for(count, THREADS);
    Lcg random(14);
    std::vector<Offset> disk;
    for (int down = 1 - RADIUS; down < RADIUS; ++down) {
        for (int right = 1 - RADIUS; right < RADIUS; ++right)
            if (down * down + right * right < RADIUS * RADIUS) disk.push_back({down, right});
    }
    int points = int(disk.size()), middle = side / 2;
    std::vector<unsigned char> video(size_t(side) * side * frames);
    for (size_t i = 0; i < video.size(); ++i) {
        int frame = int(i % frames), row = int(i / frames % side), column = int(i / frames / side);
        int right = column - middle - frame, down = row - middle + 2 * frame; // the spot moves
        double level = right * right + down * down < RADIUS * RADIUS ? BRIGHT : DARK;
        video[i] = (unsigned char)(level + random.uniform(-20, 20));
    }
    std::vector<float> start(count, float(middle));
    std::vector<unsigned> states;
    for (int particle = 0; particle < count; ++particle) states.push_back(random.next());

    float *x = zeros_on_device<float>(count), *y = zeros_on_device<float>(count), *likelihoods = zeros_on_device<float>(count),
          *weights = zeros_on_device<float>(count), *sums = zeros_on_device<float>(ctas), *last = to_device(start);
    unsigned *device_states = to_device(states);
    int *pixels = zeros_on_device<int>(size_t(count) * points);
    Offset *device_disk = to_device(disk);
    unsigned char *device_video = to_device(video);
    const int frame = 1;
    likelihood<<<ctas, THREADS>>>({x, y, likelihoods, weights, sums, last, last, device_states, pixels, device_disk, device_video,
                                   count, points, side, frames, frame});
    FINISH_KERNELS();
    std::vector<float> got_x = take_from_device(x, count), got_y = take_from_device(y, count),
                       got = take_from_device(likelihoods, count), got_weights = take_from_device(weights, count),
                       got_sums = take_from_device(sums, ctas);
    for (void *array : {(void *)last, (void *)device_states, (void *)pixels, (void *)device_disk, (void *)device_video})
        CUDA_CHECK(cudaFree(array));

    std::vector<double> want_x, want_y, want, want_weights, want_sums(ctas);
    for (int particle = 0; particle < count; ++particle) {
        want_x.push_back(middle + 1 + 5 * double(normal(&states[particle])));
        want_y.push_back(middle - 2 + 2 * double(normal(&states[particle])));
        double sum = 0;
        for (const Offset &offset : disk) {
            // By the device's place: one that is off by a rounding may be in another pixel.
            int pixel = std::abs(((int(got_x[particle]) + offset.right) * side + int(got_y[particle]) + offset.down) * frames + frame);
            double value = video[size_t(pixel) < video.size() ? pixel : 0];
            sum += (value - DARK) * (value - DARK) - (value - BRIGHT) * (value - BRIGHT);
        }
        want.push_back(sum / SCALE / points);
        want_weights.push_back(std::exp(double(got[particle]) - MOST) / count);
        want_sums[particle / THREADS] += got_weights[particle];
    }
    double heaviest = *std::max_element(want_weights.begin(), want_weights.end());
    double error = max_error(got_x, want_x, side) + max_error(got_y, want_y, side) + max_error(got, want, MOST) +
                   max_error(got_weights, want_weights, heaviest) + max_error(got_sums, want_sums, heaviest * THREADS);
    // Sums of 69 likelihoods and 512 weights, each good to 2^-20 of the largest.
    return verdict("spotfilter", sizes, "largest relative error", error, 1e-5);
}
