// SPDX-License-Identifier: Apache-2.0
//
// binplaces: for each pixel of a picture, whose value is the number of its bin in a large histogram, the place of that bin: part,
// row and byte of a word in the shared memory that the next kernel counts it in.
//
// Class: cache. First kernel of the histogram of the Equalizer and Mascar papers (`intermediates` of Parboil's, its launches with
// 16 and 24 warps a CTA are in the order of the table): 996 x 1040 pixels, two a thread, 16 rows a CTA, so 498 threads. A load
// brings two lines a warp, each used once; two words are written. Three CTAs of 16 warps.
//
// Arguments: width height launches.
#include "harness.cuh"

const int ROWS = 16; // of the picture, of a CTA
const int ROW_WORDS = 256, PART_ROWS = 24; // of a part of the histogram in shared memory, a bin a byte
const int ROW_BINS = 4 * ROW_WORDS, SHARED_BINS = PART_ROWS * ROW_BINS;

/// From the lowest byte up: part of the histogram, row and word in it, and by how many bits the bin's byte is shifted.
__device__ inline unsigned place(unsigned bin) {
    return bin / SHARED_BINS | bin / ROW_BINS % PART_ROWS << 8 | bin / 4 % ROW_WORDS << 16 | bin % 4 * 8 << 24;
}

__global__ void __launch_bounds__(512, 3) find_places(const uint2 *pixels, unsigned *places, int width, int height) {
    int pairs = blockDim.x, first = blockIdx.x * ROWS;
    const uint2 *load = pixels + first * pairs + threadIdx.x;
    unsigned *store = places + first * width + threadIdx.x;
#pragma unroll
    for (int row = 0; row < ROWS; ++row) {
        if (first + row < height) {
            uint2 pair = *load;
            store[0] = place(pair.x);
            store[pairs] = place(pair.y);
        }
        load += pairs;
        store += width;
    }
}

int main(int argc, char **argv) {
    Arguments sizes(argc, argv,
                    {{"width", 996, 2, 1024, 2}, {"height", 1040, 1, 4096, 1}, {"launches", 5, 1, 1000, 1}});
    int width = sizes[0], height = sizes[1];
    const int bins = 996 * 1024;
    Lcg random(87);
    std::vector<unsigned> pixels(size_t(width) * height);
    // Mean of two uniform numbers: bins in the middle are frequent.
    for (unsigned &pixel : pixels) pixel = unsigned(random.below(bins) + random.below(bins)) / 2;

    unsigned *device_pixels = to_device(pixels);
    unsigned *places = zeros_on_device<unsigned>(pixels.size());
    for (int launch = 0; launch < sizes[2]; ++launch)
        find_places<<<blocks_for(height, ROWS), width / 2>>>((const uint2 *)device_pixels, places, width, height);
    FINISH_KERNELS();
    std::vector<unsigned> got = take_from_device(places, pixels.size());
    CUDA_CHECK(cudaFree(device_pixels));
    double wrong = 0;
    for (int row = 0; row < height; ++row) {
        for (int column = 0; column < width; ++column) {
            // Even pixels of a row come first, then the odd ones.
            size_t at = size_t(row) * width + column / 2 + column % 2 * (width / 2);
            unsigned bin = pixels[size_t(row) * width + column];
            unsigned parts[] = {got[at] & 255, got[at] >> 8 & 255, got[at] >> 16 & 255, got[at] >> 24};
            wrong += parts[0] * SHARED_BINS + parts[1] * ROW_BINS + parts[2] * 4 + parts[3] / 8 != bin || parts[1] >= PART_ROWS ||
                     parts[3] % 8 != 0 || parts[3] > 24;
        }
    }
    return verdict("binplaces", sizes, "wrong places", wrong, 0);
}
