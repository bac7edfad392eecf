// SPDX-License-Identifier: Apache-2.0
//
// cutcp: electrostatic potential with a cut-off radius on a plane of lattice points; all atoms pass through
// shared memory.
//
// Class: compute. A shared load serves eight arithmetic instructions that test the distance, and only the few
// warps that have an atom in reach go on to a reciprocal square root. Eight CTAs of 6 warps, 3 kB of shared
// memory each.
//
// Arguments: width height atoms.
#include "harness.cuh"

const int BLOCK_X = 16, BLOCK_Y = 12; // threads
const int THREADS = BLOCK_X * BLOCK_Y;
const float SPACING = 0.5f; // lattice constant, in Angstrom
const float CUTOFF = 12;    // in Angstrom

__global__ void __launch_bounds__(THREADS, 8)
    potential(const float4 *atoms, float *lattice, int width, int count) {
    __shared__ float4 tile[THREADS];
    int thread = threadIdx.y * BLOCK_X + threadIdx.x;
    int column = blockIdx.x * BLOCK_X + threadIdx.x, row = blockIdx.y * BLOCK_Y + threadIdx.y;
    float x = SPACING * float(column), y = SPACING * float(row), energy = 0;
    for (int first = 0; first < count; first += THREADS) {
        if (first + thread < count) tile[thread] = atoms[first + thread];
        __syncthreads();
        int in_tile = min(THREADS, count - first);
#pragma unroll 2 // further unrolling costs registers, and with them CTAs
        for (int i = 0; i < in_tile; ++i) {
            float4 atom = tile[i];
            float dx = atom.x - x, dy = atom.y - y;
            float square = dx * dx + dy * dy + atom.z * atom.z;
            if (square < CUTOFF * CUTOFF) {
                float fade = 1.0f - square * (1.0f / (CUTOFF * CUTOFF));
                energy += atom.w * rsqrtf(square) * fade * fade;
            }
        }
        __syncthreads();
    }
    lattice[row * width + column] = energy;
}

int main(int argc, char **argv) {
    Arguments sizes(argc, argv,
                    {{"width", 240, BLOCK_X, 4096, BLOCK_X},
                     {"height", 96, BLOCK_Y, 4092, BLOCK_Y},
                     {"atoms", 800, 1, 1 << 16, 1}});
    int width = sizes[0], height = sizes[1], count = sizes[2];

    Lcg random(10);
    std::vector<float4> atoms;
    for (int i = 0; i < count; ++i) {
        float4 atom;
        atom.x = random.uniform(0, SPACING * width);
        atom.y = random.uniform(0, SPACING * height);
        atom.z = random.uniform(1, CUTOFF); // off the plane, so that no point meets the pole
        atom.w = random.uniform(-1, 1);
        atoms.push_back(atom);
    }
    float4 *device_atoms = to_device(atoms);
    float *lattice = zeros_on_device<float>(size_t(width) * height);
    potential<<<dim3(width / BLOCK_X, height / BLOCK_Y), dim3(BLOCK_X, BLOCK_Y)>>>(device_atoms, lattice,
                                                                                   width, count);
    FINISH_KERNELS();
    std::vector<float> got = take_from_device(lattice, size_t(width) * height);
    CUDA_CHECK(cudaFree(device_atoms));

    std::vector<double> want;
    double largest = 0; // sum of |terms| at a lattice point
    for (int row = 0; row < height; ++row) {
        for (int column = 0; column < width; ++column) {
            double energy = 0, size = 0;
            for (const float4 &atom : atoms) {
                double dx = atom.x - SPACING * column, dy = atom.y - SPACING * row;
                double square = dx * dx + dy * dy + double(atom.z) * atom.z;
                double fade = 1 - square / (double(CUTOFF) * CUTOFF);
                if (fade <= 0) continue;
                double term = atom.w / std::sqrt(square) * fade * fade;
                energy += term;
                size += std::fabs(term);
            }
            largest = std::fmax(largest, size);
            want.push_back(energy);
        }
    }
    // A term falls to 0 at the cut-off without a step and is good to 2^-20; adding up some 60 of them costs
    // 60 * 2^-24 at most.
    return verdict("cutcp", sizes, "largest relative error", max_error(got, want, largest), 5e-6);
}
