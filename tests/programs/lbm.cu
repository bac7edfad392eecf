// SPDX-License-Identifier: Apache-2.0
//
// lbm: lattice-Boltzmann flow, D2Q9 with single-time relaxation, periodic borders; one thread a cell, one
// launch a step.
//
// Class: memory. Nine coalesced loads at once and nine coalesced stores (72 B) a cell with about 100
// instructions between them; each of the nine populations is an array of its own. At the default size the
// arrays lie 30 rows of a channel apart and so in eight of its 16 banks. Eight CTAs of 4 warps.
//
// Arguments: width height steps.
#include "harness.cuh"

const int THREADS = 128;
const int Q = 9;               // velocities
const float RELAXATION = 1.2f; // 1 / tau; stable in 0 .. 2

__global__ void step(const float *in, float *out, int width, int height) {
    const int dx[Q] = {0, 1, 0, -1, 0, 1, -1, -1, 1}, dy[Q] = {0, 0, 1, 0, -1, 1, 1, -1, -1};
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y, cells = width * height;
    int west = x == 0 ? width - 1 : x - 1, east = x == width - 1 ? 0 : x + 1;
    int south = y == 0 ? height - 1 : y - 1, north = y == height - 1 ? 0 : y + 1;

    float f[Q];
#pragma unroll
    for (int q = 0; q < Q; ++q) { // pull: what arrives here left the cell upstream
        int from_x = dx[q] > 0 ? west : dx[q] < 0 ? east : x;
        int from_y = dy[q] > 0 ? south : dy[q] < 0 ? north : y;
        f[q] = in[q * cells + from_y * width + from_x];
    }
    float density = 0, flux_x = 0, flux_y = 0;
#pragma unroll
    for (int q = 0; q < Q; ++q) {
        density += f[q];
        flux_x += float(dx[q]) * f[q];
        flux_y += float(dy[q]) * f[q];
    }
    out += y * width + x;
    float inverse = 1.0f / density, u = flux_x * inverse, v = flux_y * inverse;
    float rest = 1.0f - 1.5f * (u * u + v * v);
#pragma unroll
    for (int q = 0; q < Q; ++q) {
        float weight = q == 0 ? 4.0f / 9 : q < 5 ? 1.0f / 9 : 1.0f / 36;
        float along = float(dx[q]) * u + float(dy[q]) * v;
        float equilibrium = weight * density * (rest + along * (3.0f + 4.5f * along));
        *out = f[q] + RELAXATION * (equilibrium - f[q]);
        out += cells;
    }
}

/// The same step by push instead of pull, in double precision.
static std::vector<double> step_on_cpu(const std::vector<double> &f, int width, int height) {
    const int cx[Q] = {0, 1, 0, -1, 0, 1, -1, -1, 1}, cy[Q] = {0, 0, 1, 0, -1, 1, 1, -1, -1};
    const double weight[Q] = {4. / 9, 1. / 9, 1. / 9, 1. / 9, 1. / 9, 1. / 36, 1. / 36, 1. / 36, 1. / 36};
    size_t cells = size_t(width) * height;
    std::vector<double> arrived(Q * cells);
    for (int q = 0; q < Q; ++q) {
        for (int y = 0; y < height; ++y) {
            for (int x = 0; x < width; ++x) {
                size_t to = size_t((y + cy[q] + height) % height) * width + (x + cx[q] + width) % width;
                arrived[q * cells + to] = f[q * cells + size_t(y) * width + x];
            }
        }
    }
    for (size_t cell = 0; cell < cells; ++cell) {
        double density = 0, ux = 0, uy = 0;
        for (int q = 0; q < Q; ++q) {
            double p = arrived[q * cells + cell];
            density += p;
            ux += cx[q] * p;
            uy += cy[q] * p;
        }
        ux /= density;
        uy /= density;
        for (int q = 0; q < Q; ++q) {
            double cu = cx[q] * ux + cy[q] * uy;
            double equilibrium =
                weight[q] * density * (1 + 3 * cu + 4.5 * cu * cu - 1.5 * (ux * ux + uy * uy));
            arrived[q * cells + cell] += RELAXATION * (equilibrium - arrived[q * cells + cell]);
        }
    }
    return arrived;
}

int main(int argc, char **argv) {
    Arguments sizes(
        argc, argv,
        {{"width", 512, THREADS, 4096, THREADS}, {"height", 360, 1, 4096, 1}, {"steps", 4, 1, 64, 1}});
    int width = sizes[0], height = sizes[1], steps = sizes[2];
    size_t values = size_t(width) * height * Q;

    Lcg random(6);
    std::vector<float> start = random_floats(random, values, 0.1f, 0.12f);
    float *from = to_device(start), *to = zeros_on_device<float>(values);
    for (int i = 0; i < steps; ++i) {
        step<<<dim3(width / THREADS, height), THREADS>>>(from, to, width, height);
        FINISH_KERNELS();
        std::swap(from, to);
    }
    std::vector<float> got = take_from_device(from, values);
    CUDA_CHECK(cudaFree(to));

    std::vector<double> want(start.begin(), start.end());
    for (int i = 0; i < steps; ++i) want = step_on_cpu(want, width, height);
    // Populations are below 1, a step rounds some 20 times and relaxation does not amplify: 20 * 2^-24 a
    // step.
    return verdict("lbm", sizes, "largest error a step", max_error(got, want, steps), 20 * std::pow(2, -24));
}
