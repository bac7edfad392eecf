// SPDX-License-Identifier: Apache-2.0
//
// laplace3d: Jacobi sweeps of Laplace's equation on a box with fixed borders; a thread owns a column of cells and
// marches through the planes, a CTA keeps a tile of two planes with its halo in shared memory.
//
// Class: memory. Laplace3D of the CTA-aware prefetching paper: rows of 100 cells are 400 B apart, so that warps, a
// row each, stride by no whole number of lines; 4 x 25 CTAs of 32 x 4 threads. Each plane costs a load of the
// tile and one of its halo, which a neighbour has loaded too; nothing else is used again. Eight CTAs of 4 warps.
//
// Arguments: nx ny nz sweeps.
#include "harness.cuh"

const int BLOCK_X = 32, BLOCK_Y = 4; // threads
const int NORTH = BLOCK_X, SOUTH = 2 * BLOCK_X, HALO = 2 * (BLOCK_X + BLOCK_Y); // ends of the halo's sides

/// Place of a halo cell in the tile, of which (0, 0) is a corner: the rows above and below, then the columns.
__device__ int2 halo_cell(int i) {
    if (i < NORTH) return make_int2(i + 1, 0);
    if (i < SOUTH) return make_int2(i - NORTH + 1, BLOCK_Y + 1);
    return make_int2((i & 1) * (BLOCK_X + 1), (i - SOUTH) / 2 + 1);
}

__global__ void __launch_bounds__(BLOCK_X *BLOCK_Y, 8)
    sweep(const float *in, float *out, int nx, int ny, int nz) {
    __shared__ float tile[2][BLOCK_Y + 2][BLOCK_X + 2];
    int left = blockIdx.x * BLOCK_X - 1, top = blockIdx.y * BLOCK_Y - 1, plane = nx * ny;
    int x = left + 1 + threadIdx.x, y = top + 1 + threadIdx.y, i = y * nx + x;
    bool inside = x < nx && y < ny, moves = x > 0 && x < nx - 1 && y > 0 && y < ny - 1;

    int thread = threadIdx.y * BLOCK_X + threadIdx.x;
    int2 cell = halo_cell(thread);
    int halo_x = left + cell.x, halo_y = top + cell.y, halo = halo_y * nx + halo_x;
    bool loads = thread < HALO && halo_x >= 0 && halo_x < nx && halo_y >= 0 && halo_y < ny;

    float below = 0, here = 0;
    for (int z = 0; z < nz; ++z, i += plane, halo += plane) {
        float above = 0;
        if (inside) tile[z & 1][threadIdx.y + 1][threadIdx.x + 1] = above = in[i];
        if (loads) tile[z & 1][cell.y][cell.x] = in[halo];
        if (z > 0 && inside) {
            float next = here;
            if (z > 1 && moves) {
                float(*at)[BLOCK_X + 2] = tile[(z - 1) & 1];
                float *centre = &at[threadIdx.y + 1][threadIdx.x + 1];
                next = (centre[-1] + centre[1] + centre[-(BLOCK_X + 2)] + centre[BLOCK_X + 2] + below + above) / 6;
            }
            out[i - plane] = next;
        }
        below = here;
        here = above;
        __syncthreads(); // the tile is whole, and the one before has been read
    }
    if (inside) out[i - plane] = here;
}

static std::vector<double> sweep_on_cpu(const std::vector<double> &in, int nx, int ny, int nz) {
    std::vector<double> out = in;
    for (int z = 1; z < nz - 1; ++z) {
        for (int y = 1; y < ny - 1; ++y) {
            for (int x = 1; x < nx - 1; ++x) {
                size_t i = (size_t(z) * ny + y) * nx + x, plane = size_t(nx) * ny;
                out[i] = (in[i - 1] + in[i + 1] + in[i - nx] + in[i + nx] + in[i - plane] + in[i + plane]) / 6;
            }
        }
    }
    return out;
}

int main(int argc, char **argv) {
    Arguments sizes(
        argc, argv,
        {{"nx", 100, 1, 1024, 1}, {"ny", 100, 1, 1024, 1}, {"nz", 100, 1, 512, 1}, {"sweeps", 1, 1, 64, 1}});
    int nx = sizes[0], ny = sizes[1], nz = sizes[2], sweeps = sizes[3];
    size_t cells = size_t(nx) * ny * nz;
    if (cells > (1u << 26)) sizes.refuse("the box has more than 2^26 cells");

    Lcg random(20);
    std::vector<float> box = random_floats(random, cells, 0, 1);
    float *from = to_device(box), *to = zeros_on_device<float>(cells);
    for (int i = 0; i < sweeps; ++i) {
        sweep<<<dim3(blocks_for(nx, BLOCK_X), blocks_for(ny, BLOCK_Y)), dim3(BLOCK_X, BLOCK_Y)>>>(from, to, nx, ny,
                                                                                                  nz);
        FINISH_KERNELS();
        std::swap(from, to);
    }
    std::vector<float> got = take_from_device(from, cells);
    CUDA_CHECK(cudaFree(to));

    std::vector<double> want(box.begin(), box.end());
    for (int i = 0; i < sweeps; ++i) want = sweep_on_cpu(want, nx, ny, nz);
    // Five additions of values below 6 and a division: the mean of six is wrong by at most 6 * 2^-24 a sweep.
    return verdict("laplace3d", sizes, "largest error a sweep", max_error(got, want, sweeps), 6 * std::pow(2, -24));
}
