// SPDX-License-Identifier: Apache-2.0
//
// srad: speckle-reducing anisotropic diffusion of an image; a step is one launch that finds how far each cell
// diffuses, from the differences to its four neighbours, and one that lets it diffuse.
//
// Class: memory. Five coalesced loads, of which the neighbours' mostly hit in L1, then a stretch of arithmetic
// with four divisions, then five stores; the second kernel loads eight values and stores one. Arrays of the
// default size lie half an L1 apart, so that no more than three of them meet in a set. Six CTAs of 8 warps.
//
// Arguments: width height steps.
#include "harness.cuh"

const int BLOCK = 16;         // threads, in both directions
const float SCALE = 0.25f;    // of the speckle, in the first step
const float DECAY = 0.8f;     // of the scale, a step
const float TIME_STEP = 0.5f; // at most 1, or values overshoot

/// Differences of a cell to its neighbours, each an array, and its coefficient of diffusion.
struct Field {
    float *north, *south, *west, *east, *coefficient;
};

/// 1 where the differences are noise of this scale, 0 at an edge.
template <class T> __host__ __device__ T diffusion(T here, T north, T south, T west, T east, T scale) {
    T square = (north * north + south * south + west * west + east * east) / (here * here);
    T laplacian = (north + south + west + east) / here;
    T spread = T(1) + T(0.25) * laplacian;
    T variation = (T(0.5) * square - T(0.0625) * laplacian * laplacian) / (spread * spread);
    T value = T(1) / (T(1) + (variation - scale) / (scale * (T(1) + scale)));
    return value < T(0) ? T(0) : value > T(1) ? T(1) : value;
}

__global__ void __launch_bounds__(BLOCK *BLOCK, 6)
    differentiate(const float *image, Field field, int width, int height, float scale) {
    int x = blockIdx.x * BLOCK + threadIdx.x, y = blockIdx.y * BLOCK + threadIdx.y, i = y * width + x;
    float here = image[i];
    float north = image[y > 0 ? i - width : i] - here, south = image[y < height - 1 ? i + width : i] - here;
    float west = image[x > 0 ? i - 1 : i] - here, east = image[x < width - 1 ? i + 1 : i] - here;
    field.north[i] = north;
    field.south[i] = south;
    field.west[i] = west;
    field.east[i] = east;
    field.coefficient[i] = diffusion(here, north, south, west, east, scale);
}

__global__ void __launch_bounds__(BLOCK *BLOCK, 6) diffuse(float *image, Field field, int width, int height) {
    int x = blockIdx.x * BLOCK + threadIdx.x, y = blockIdx.y * BLOCK + threadIdx.y, i = y * width + x;
    float here = field.coefficient[i];
    float south = field.coefficient[y < height - 1 ? i + width : i];
    float east = field.coefficient[x < width - 1 ? i + 1 : i];
    float flux = here * field.north[i] + south * field.south[i] + here * field.west[i] + east * field.east[i];
    image[i] += 0.25f * TIME_STEP * flux;
}

static void step_on_cpu(std::vector<double> &image, int width, int height, double scale) {
    size_t cells = image.size();
    std::vector<double> coefficient(cells), flux(cells);
    auto at = [&](const std::vector<double> &of, int x, int y) {
        int column = std::min(std::max(x, 0), width - 1), row = std::min(std::max(y, 0), height - 1);
        return of[size_t(row) * width + column];
    };
    auto difference = [&](int x, int y, int dx, int dy) { return at(image, x + dx, y + dy) - at(image, x, y); };
    for (int y = 0; y < height; ++y) {
        for (int x = 0; x < width; ++x) {
            coefficient[size_t(y) * width + x] =
                diffusion(at(image, x, y), difference(x, y, 0, -1), difference(x, y, 0, 1),
                          difference(x, y, -1, 0), difference(x, y, 1, 0), scale);
        }
    }
    for (int y = 0; y < height; ++y) {
        for (int x = 0; x < width; ++x) {
            double here = at(coefficient, x, y);
            flux[size_t(y) * width + x] =
                here * (difference(x, y, 0, -1) + difference(x, y, -1, 0)) +
                at(coefficient, x, y + 1) * difference(x, y, 0, 1) +
                at(coefficient, x + 1, y) * difference(x, y, 1, 0);
        }
    }
    for (size_t i = 0; i < cells; ++i) image[i] += 0.25 * TIME_STEP * flux[i];
}

int main(int argc, char **argv) {
    Arguments sizes(argc, argv,
                    {{"width", 480, BLOCK, 4096, BLOCK}, {"height", 480, BLOCK, 4096, BLOCK}, {"steps", 4, 1, 64, 1}});
    int width = sizes[0], height = sizes[1], steps = sizes[2];
    size_t cells = size_t(width) * height;
    Lcg random(12);
    std::vector<float> image = random_floats(random, cells, 1, 2);
    std::vector<double> want(image.begin(), image.end());

    float *device = to_device(image);
    Field field = {zeros_on_device<float>(cells), zeros_on_device<float>(cells), zeros_on_device<float>(cells),
                   zeros_on_device<float>(cells), zeros_on_device<float>(cells)};
    dim3 grid(width / BLOCK, height / BLOCK), block(BLOCK, BLOCK);
    float scale = SCALE;
    for (int step = 0; step < steps; ++step, scale *= DECAY) {
        differentiate<<<grid, block>>>(device, field, width, height, scale);
        diffuse<<<grid, block>>>(device, field, width, height);
        step_on_cpu(want, width, height, scale);
    }
    FINISH_KERNELS();
    image = take_from_device(device, cells);
    for (float *array : {field.north, field.south, field.west, field.east, field.coefficient})
        CUDA_CHECK(cudaFree(array));

    // Values stay between 1 and 2, and a step averages them with weights whose sum is 1. A coefficient is good to
    // some 2^-20, its some ten roundings times the 1 / SCALE of the quotient, and weighs differences below 1.
    return verdict("srad", sizes, "largest error", max_error(image, want, 1), 1e-6 * steps);
}
