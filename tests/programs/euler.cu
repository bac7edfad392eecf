// SPDX-License-Identifier: Apache-2.0
//
// euler: a gas on an unstructured mesh of finite volumes, stepped explicitly: what flows through the four faces of each cell, from density,
// momentum and energy on both sides.
//
// Class: memory. CFD of the MASK dissertation. A thread a cell, a row of memory a quantity: a cell's own values, its normals and the
// numbers of its neighbours are coalesced, those of the neighbours are gathered. Cells are numbered at random within windows of 1,024,
// as a generator that works front by front leaves them.
//
// Arguments: cells of a side of the mesh, steps.
#include "harness.cuh"

#include <algorithm>

const int THREADS = 192;
const int FACES = 4;
const int VALUES = 5; // density, three of momentum, energy
const int WINDOW = 1024;

/// What flows through a face of this normal, half of it by each side (ratio of specific heats 1.4).
template <class T> __host__ __device__ inline void add_half_flux(const T *v, const T *normal, T *sum) {
    T inverse = 1 / v[0], speed[3] = {v[1] * inverse, v[2] * inverse, v[3] * inverse};
    T pressure = T(0.4) * (v[4] - T(0.5) * (v[1] * speed[0] + v[2] * speed[1] + v[3] * speed[2]));
    T through = T(0.5) * (speed[0] * normal[0] + speed[1] * normal[1] + speed[2] * normal[2]);
    sum[0] += v[0] * through;
    for (int d = 0; d < 3; ++d) sum[1 + d] += v[1 + d] * through + T(0.5) * pressure * normal[d];
    sum[4] += (v[4] + pressure) * through;
}

__global__ void __launch_bounds__(THREADS)
    fluxes(const float *values, const float *normals, const int *neighbours, float *flux, int cells) {
    int cell = blockIdx.x * THREADS + threadIdx.x;
    if (cell >= cells) return;
    float own[VALUES], sum[VALUES] = {};
    for (int v = 0; v < VALUES; ++v) own[v] = values[v * cells + cell];
#pragma unroll 1
    for (int face = 0; face < FACES; ++face) {
        int other = neighbours[face * cells + cell];
        float normal[3], theirs[VALUES];
        for (int d = 0; d < 3; ++d) normal[d] = normals[(face * 3 + d) * cells + cell];
        for (int v = 0; v < VALUES; ++v) theirs[v] = values[v * cells + other];
        add_half_flux(own, normal, sum);
        add_half_flux(theirs, normal, sum);
    }
    for (int v = 0; v < VALUES; ++v) flux[v * cells + cell] = sum[v];
}

__global__ void __launch_bounds__(THREADS) step(float *values, const float *flux, float width, int cells) {
    int cell = blockIdx.x * THREADS + threadIdx.x;
    if (cell >= cells) return;
    for (int v = 0; v < VALUES; ++v) values[v * cells + cell] -= width * flux[v * cells + cell];
}

int main(int argc, char **argv) {
    Arguments sizes(argc, argv, {{"side", 448, 2, 4096, 1}, {"steps", 1, 1, 1 << 10, 1}});
    int side = sizes[0], steps = sizes[1], cells = side * side;
    const float width = 0.01f;
    Lcg random(72);
    std::vector<int> name(cells), neighbours(size_t(FACES) * cells);
    for (int cell = 0; cell < cells; ++cell) name[cell] = cell;
    for (int first = 0; first < cells; first += WINDOW) {
        for (int i = std::min(WINDOW, cells - first) - 1; i > 0; --i)
            std::swap(name[first + i], name[first + random.below(i + 1)]);
    }
    // A torus of quadrilaterals, whose faces lean a little. What leaves a cell enters the one behind the face.
    std::vector<float> normals(size_t(FACES) * 3 * cells), values(size_t(VALUES) * cells);
    for (int row = 0; row < side; ++row) {
        for (int column = 0; column < side; ++column) {
            int cell = name[row * side + column];
            const int around[FACES] = {row * side + (column + 1) % side, (row + 1) % side * side + column,
                                       row * side + (column + side - 1) % side, (row + side - 1) % side * side + column};
            for (int face = 0; face < FACES; ++face) neighbours[face * cells + cell] = name[around[face]];
            for (int face = 0; face < 2; ++face) {
                for (int d = 0; d < 3; ++d) {
                    float along = random.uniform(-0.1f, 0.1f) + (d == face ? 1.0f : 0.0f);
                    normals[(face * 3 + d) * cells + cell] = along;
                    normals[((face + 2) * 3 + d) * cells + name[around[face]]] = -along;
                }
            }
            values[cell] = random.uniform(1, 1.2f);
            for (int d = 0; d < 3; ++d) values[(1 + d) * cells + cell] = random.uniform(-0.2f, 0.2f);
            values[4 * cells + cell] = random.uniform(2.5f, 2.7f);
        }
    }
    std::vector<double> want(values.begin(), values.end()), flux(values.size());

    float *device_values = to_device(values), *device_normals = to_device(normals);
    float *device_flux = zeros_on_device<float>(values.size());
    int *device_neighbours = to_device(neighbours);
    for (int s = 0; s < steps; ++s) {
        fluxes<<<blocks_for(cells, THREADS), THREADS>>>(device_values, device_normals, device_neighbours, device_flux, cells);
        step<<<blocks_for(cells, THREADS), THREADS>>>(device_values, device_flux, width, cells);
    }
    FINISH_KERNELS();
    values = take_from_device(device_values, values.size());
    CUDA_CHECK(cudaFree(device_normals));
    CUDA_CHECK(cudaFree(device_flux));
    CUDA_CHECK(cudaFree(device_neighbours));

    // By faces instead of cells: each is passed once, and moves as much out of one cell as into the other.
    for (int s = 0; s < steps; ++s) {
        std::fill(flux.begin(), flux.end(), 0.0);
        for (int cell = 0; cell < cells; ++cell) {
            for (int face = 0; face < 2; ++face) {
                int other = neighbours[face * cells + cell];
                double normal[3], a[VALUES], b[VALUES], through[VALUES] = {};
                for (int d = 0; d < 3; ++d) normal[d] = normals[(face * 3 + d) * cells + cell];
                for (int v = 0; v < VALUES; ++v) a[v] = want[v * cells + cell], b[v] = want[v * cells + other];
                add_half_flux(a, normal, through);
                add_half_flux(b, normal, through);
                for (int v = 0; v < VALUES; ++v) flux[v * cells + cell] += through[v], flux[v * cells + other] -= through[v];
            }
        }
        for (size_t i = 0; i < want.size(); ++i) want[i] -= double(width) * flux[i];
    }
    // A step rounds values below 4, and sums of eight terms below 4 that the width makes small, by 2^-24 each.
    return verdict("euler", sizes, "largest error", max_error(values, want, 4), 4 * steps * std::pow(2, -24));
}
