// SPDX-License-Identifier: Apache-2.0
//
// moldyn: Lennard-Jones forces of molecular dynamics; every atom adds up the forces of its list of neighbours.
//
// Class: cache. MD of the CTA-aware prefetching paper: 12288 atoms in 48 CTAs of 256 threads. The lists stand one neighbour after the
// other, a line a warp and strided; the neighbours' positions are gathered, each lane from a line of its own, out of 192 kB
// that fit L2 and not L1. Four CTAs of 8 warps.
//
// Arguments: atoms neighbours.
#include "harness.cuh"

#include <algorithm>

const int THREADS = 256;
const int CTAS = 4;                             // at a time on an SM, as the paper counts
const float CUTOFF = 16, A = 1.5f, B = 2.0f;    // square of the distance that counts; strengths of the two forces
const float DENSITY = 0.5f;                     // atoms in a unit of volume

/// The factor of the direction to an atom at the inverse square distance `r2inv`.
template <class T> __host__ __device__ T strength(T r2inv) {
    T r6inv = r2inv * r2inv * r2inv;
    return r2inv * r6inv * (T(A) * r6inv - T(B));
}

__global__ void __launch_bounds__(THREADS)
    add_forces(const float4 *position, const int *neighbour, float4 *force, int atoms, int neighbours) {
    int atom = blockIdx.x * THREADS + threadIdx.x;
    if (atom >= atoms) return;
    float4 here = position[atom];
    float x = 0, y = 0, z = 0;
#pragma unroll 1
    for (int n = 0; n < neighbours; ++n) {
        float4 other = position[neighbour[n * atoms + atom]];
        float dx = here.x - other.x, dy = here.y - other.y, dz = here.z - other.z;
        float r2 = dx * dx + dy * dy + dz * dz;
        if (r2 < CUTOFF) {
            float f = strength(1 / r2);
            x += f * dx;
            y += f * dy;
            z += f * dz;
        }
    }
    force[atom] = make_float4(x, y, z, 0);
}

/// The nearest atoms of each, of those in the cells of space around its own; `[neighbour][atom]`.
static std::vector<int> nearest(const std::vector<float4> &position, float side, int neighbours) {
    int atoms = int(position.size()), cells = std::max(1, int(side / 4));
    auto cell = [&](float v) { return std::min(cells - 1, int(v / side * cells)); };
    std::vector<std::vector<int>> members(cells * cells * cells);
    auto place = [&](int x, int y, int z) { return (z * cells + y) * cells + x; };
    for (int a = 0; a < atoms; ++a)
        members[place(cell(position[a].x), cell(position[a].y), cell(position[a].z))].push_back(a);
    std::vector<int> list(size_t(atoms) * neighbours);
    for (int a = 0; a < atoms; ++a) {
        const float4 &here = position[a];
        std::vector<std::pair<float, int>> near;
        // A wider cube of cells where the nearest ones hold too few.
        for (int reach = 1; int(near.size()) < neighbours && reach <= cells + 1; ++reach) {
            near.clear();
            for (int z = cell(here.z) - reach; z <= cell(here.z) + reach; ++z) {
                for (int y = cell(here.y) - reach; y <= cell(here.y) + reach; ++y) {
                    for (int x = cell(here.x) - reach; x <= cell(here.x) + reach; ++x) {
                        if (std::min(x, std::min(y, z)) < 0 || std::max(x, std::max(y, z)) >= cells) continue;
                        for (int other : members[place(x, y, z)]) {
                            float dx = position[other].x - here.x, dy = position[other].y - here.y,
                                  dz = position[other].z - here.z;
                            if (other != a) near.push_back({dx * dx + dy * dy + dz * dz, other});
                        }
                    }
                }
            }
        }
        std::partial_sort(near.begin(), near.begin() + neighbours, near.end());
        for (int n = 0; n < neighbours; ++n) list[size_t(n) * atoms + a] = near[n].second;
    }
    return list;
}

int main(int argc, char **argv) {
    Arguments sizes(argc, argv, {{"atoms", 12288, 2, 1 << 18, 1}, {"neighbours", 32, 1, 512, 1}});
    int atoms = sizes[0], neighbours = sizes[1];
    if (neighbours >= atoms) sizes.refuse("an atom has fewer neighbours than there are atoms");
    // Atoms lie at random in the cells of a grid, so that no two are very near, and are numbered at random.
    Lcg random(33);
    int edge = int(std::ceil(std::cbrt(double(atoms))));
    float spacing = float(std::cbrt(1 / DENSITY));
    std::vector<float4> position;
    for (int i = 0; i < atoms; ++i) {
        float4 atom;
        atom.x = (i % edge + random.uniform(0.2f, 0.8f)) * spacing;
        atom.y = (i / edge % edge + random.uniform(0.2f, 0.8f)) * spacing;
        atom.z = (i / edge / edge + random.uniform(0.2f, 0.8f)) * spacing;
        atom.w = 0;
        position.push_back(atom);
    }
    for (int i = atoms - 1; i > 0; --i) std::swap(position[i], position[random.below(i + 1)]);
    std::vector<int> list = nearest(position, edge * spacing, neighbours);

    float4 *device_position = to_device(position), *device_force = zeros_on_device<float4>(atoms);
    int *device_list = to_device(list);
    add_forces<<<blocks_for(atoms, THREADS), THREADS, room_for(add_forces, CTAS)>>>(device_position, device_list,
                                                                                    device_force, atoms, neighbours);
    FINISH_KERNELS();
    std::vector<float4> force = take_from_device(device_force, atoms);
    CUDA_CHECK(cudaFree(device_position));
    CUDA_CHECK(cudaFree(device_list));

    // Against the sum of the forces' magnitudes, which roundings follow.
    std::vector<float> got;
    std::vector<double> want;
    for (int a = 0; a < atoms; ++a) {
        double x = 0, y = 0, z = 0, sum = 1e-30;
        for (int n = 0; n < neighbours; ++n) {
            const float4 &other = position[list[size_t(n) * atoms + a]];
            double dx = position[a].x - other.x, dy = position[a].y - other.y, dz = position[a].z - other.z;
            double r2 = dx * dx + dy * dy + dz * dz;
            if (r2 >= CUTOFF) continue;
            double f = strength(1 / r2);
            x += f * dx;
            y += f * dy;
            z += f * dz;
            double r6inv = 1 / (r2 * r2 * r2);
            sum += std::sqrt(r2) * r6inv / r2 * (A * r6inv + B);
        }
        for (double part : {x, y, z}) want.push_back(part / sum);
        got.push_back(float(force[a].x / sum));
        got.push_back(float(force[a].y / sum));
        got.push_back(float(force[a].z / sum));
    }
    // The seventh power of an inverse square has 20 roundings, its argument three with a difference of near numbers; a neighbour at the
    // cut-off that rounding moves across it counts 2^-14 of a force.
    return verdict("moldyn", sizes, "largest error of the forces' sum", max_error(got, want, 1), std::pow(2, -14));
}
