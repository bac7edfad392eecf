// SPDX-License-Identifier: Apache-2.0
//
// dxt: a picture is compressed to DXT1, four bits a pixel: for each block of 4 x 4 pixels two colours of 5, 6 and 5 bits, and for each
// pixel which of these, or of two colours between them, comes nearest. The pixels are sorted along their principal axis; every way to
// cut this order into four pieces, one for each colour, gives two colours by least squares, and the best way wins.
//
// Class: compute. DT of the paper on ILP in GPUs: 1024 CTAs of 128 threads, a block each, 30 registers a thread, 1 kB of shared memory.
// Each thread tries 7 or 8 of the 969 ways.
//
// Arguments: width height.
#include "harness.cuh"

#include <algorithm>
#include <array>

const int THREADS = 128, SIDE = 4, PIXELS = SIDE * SIDE, REGISTERS = 30;

/// Three colours, or their sums, from 0 to 255 a pixel; `w` is whatever else is kept of it.
__host__ __device__ inline float4 of_pixel(unsigned rgb) { return make_float4(rgb & 255, rgb >> 8 & 255, rgb >> 16 & 255, 0); }
__device__ float4 operator-(float4 a, float4 b) { return make_float4(a.x - b.x, a.y - b.y, a.z - b.z, 0); }
__device__ float dot(float4 a, float4 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
/// s a + t b
__device__ float4 mix(float s, float4 a, float t, float4 b) {
    return make_float4(s * a.x + t * b.x, s * a.y + t * b.y, s * a.z + t * b.z, 0);
}

/// The number of `bits` bits that comes nearest to `value` of 0 to 255, and what it stands for: its upper bits follow again below.
__device__ unsigned code_of(float value, int bits) {
    float top = float((1 << bits) - 1);
    return unsigned(fminf(fmaxf(value, 0), 255) * (top / 255) + 0.5f);
}
__device__ float value_of(unsigned code, int bits) { return float(code << (8 - bits) | code >> (2 * bits - 8)); }

/// The colour of 16 bits that comes nearest; `colour` becomes what it stands for.
__device__ unsigned code_of(float4 &colour) {
    unsigned r = code_of(colour.x, 5), g = code_of(colour.y, 6), b = code_of(colour.z, 5);
    colour = make_float4(value_of(r, 5), value_of(g, 6), value_of(b, 5), 0);
    return r << 11 | g << 5 | b;
}

/// The colours for one way to cut: pixels before `i` have the first colour, those before `j` two thirds of it, those before `k` one third, and the others the
/// second. `sums[n]` are those of pixels 0 to n. Gives the error less what no choice changes, or infinity if the pieces do not determine two colours.
__device__ float fit(const float4 *sums, unsigned way, unsigned *first, unsigned *second) {
    const float4 none = make_float4(0, 0, 0, 0);
    int i = way & 31, j = way >> 5 & 31, k = way >> 10;
    float4 to_i = i ? sums[i - 1] : none, to_j = j ? sums[j - 1] : none, to_k = k ? sums[k - 1] : none, all = sums[PIXELS - 1];
    // Sum of the pixels times the part of the first colour in theirs: a third each of the three sums.
    float4 a = mix(1.0f / 3, to_i, 1.0f / 3, to_j);
    a = mix(1, a, 1.0f / 3, to_k);
    float4 b = all - a;
    float one = (j - i) * (1.0f / 9), two = (k - j) * (1.0f / 9);
    float aa = i + 4 * one + two, bb = (PIXELS - k) + one + 4 * two, ab = 2 * (one + two), determinant = aa * bb - ab * ab;
    if (determinant < 0.01f) return INFINITY;
    float scale = 1 / determinant;
    float4 p = mix(bb * scale, a, -ab * scale, b), q = mix(aa * scale, b, -ab * scale, a);
    *first = code_of(p);
    *second = code_of(q);
    return aa * dot(p, p) + bb * dot(q, q) + 2 * (ab * dot(p, q) - dot(p, a) - dot(q, b));
}

/// Direction along which the colours differ most, by eight steps of the power method on their covariances.
__device__ float4 principal_axis(const float4 *colours) {
    float4 mean = make_float4(0, 0, 0, 0);
    for (int n = 0; n < PIXELS; ++n) mean = mix(1, mean, 1.0f / PIXELS, colours[n]);
    float4 of_x = make_float4(0, 0, 0, 0), of_y = of_x, of_z = of_x;
    for (int n = 0; n < PIXELS; ++n) {
        float4 d = colours[n] - mean;
        of_x = mix(1, of_x, d.x, d);
        of_y = mix(1, of_y, d.y, d);
        of_z = mix(1, of_z, d.z, d);
    }
    float4 axis = make_float4(1, 1, 1, 0);
    for (int step = 0; step < 8; ++step) {
        axis = make_float4(dot(of_x, axis), dot(of_y, axis), dot(of_z, axis), 0);
        float largest = fmaxf(fmaxf(fabsf(axis.x), fabsf(axis.y)), fabsf(axis.z));
        axis = mix(largest > 0 ? 1 / largest : 0, axis, 0, axis);
    }
    return axis;
}

__global__ void __launch_bounds__(THREADS)
    compress(const unsigned *picture, const unsigned *ways, int number, uint2 *blocks, int width) {
    take_registers<REGISTERS>();
    __shared__ float4 colours[PIXELS], sums[PIXELS];
    __shared__ float2 best[THREADS / 2]; // error, and number of the way
    int t = threadIdx.x, per_row = width / SIDE;
    if (t < PIXELS) {
        int x = blockIdx.x % per_row * SIDE + t % SIDE, y = blockIdx.x / per_row * SIDE + t / SIDE;
        colours[t] = of_pixel(picture[y * width + x]);
    }
    __syncthreads();
    float4 axis = principal_axis(colours);
    if (t < PIXELS) colours[t].w = dot(colours[t], axis);
    __syncthreads();
    if (t < PIXELS) {
        float own = colours[t].w;
        int rank = 0;
        for (int n = 0; n < PIXELS; ++n) rank += colours[n].w < own || (colours[n].w == own && n < t);
        sums[rank] = colours[t];
    }
    __syncthreads();
    float4 sum = make_float4(0, 0, 0, 0);
    if (t < PIXELS) {
        for (int n = 0; n <= t; ++n) sum = mix(1, sum, 1, sums[n]);
    }
    __syncthreads();
    if (t < PIXELS) sums[t] = sum;
    __syncthreads();

    float error = INFINITY;
    int winner = 0;
    unsigned first = 0, second = 0;
#pragma unroll 1
    for (int n = t; n < number; n += THREADS) {
        float of_this = fit(sums, ways[n], &first, &second);
        if (of_this < error) error = of_this, winner = n;
    }
#pragma unroll 1
    for (int half = THREADS / 2; half > 0; half /= 2) {
        if (t >= half && t < 2 * half) best[t - half] = make_float2(error, __int_as_float(winner));
        __syncthreads();
        if (t < half && best[t].x < error) {
            error = best[t].x;
            winner = __float_as_int(best[t].y);
        }
        __syncthreads();
    }
    if (t == 0) best[0].y = __int_as_float(winner);
    __syncthreads();
    if (t >= PIXELS) return;

    // Pixel t with the nearest of the four colours. The first must be the larger number.
    fit(sums, ways[__float_as_int(best[0].y)], &first, &second);
    if (first < second) {
        unsigned larger = second;
        second = first;
        first = larger;
    }
    float4 p = make_float4(value_of(first >> 11, 5), value_of(first >> 5 & 63, 6), value_of(first & 31, 5), 0);
    float4 q = make_float4(value_of(second >> 11, 5), value_of(second >> 5 & 63, 6), value_of(second & 31, 5), 0);
    float nearest = INFINITY;
    unsigned index = 0;
    for (unsigned i = 0; i < 4; ++i) {
        float part = i == 0 ? 1 : i == 1 ? 0 : i == 2 ? 2.0f / 3 : 1.0f / 3;
        float4 apart = mix(part, p, 1 - part, q) - colours[t];
        float square = dot(apart, apart);
        if (square < nearest && (first != second || i == 0)) nearest = square, index = i;
    }
    // The indices together, over the lanes of the half warp.
    index <<= 2 * t;
    for (int other = 1; other < PIXELS; other *= 2) index |= __shfl_xor_sync(0xffff, index, other, PIXELS);
    if (t == 0) blocks[blockIdx.x] = make_uint2(first | second << 16, index);
}

/// Red, green and blue from 0 to 255, as the host has them.
using Colour = std::array<double, 3>;

static Colour colour_of(unsigned code) {
    unsigned r = code >> 11, g = code >> 5 & 63, b = code & 31;
    return {double(r << 3 | r >> 2), double(g << 2 | g >> 4), double(b << 3 | b >> 2)};
}

static double square_apart(const Colour &a, const Colour &b) {
    double sum = 0;
    for (int c = 0; c < 3; ++c) sum += (a[c] - b[c]) * (a[c] - b[c]);
    return sum;
}

static Colour mixed(double part, const Colour &a, const Colour &b) {
    Colour colour;
    for (int c = 0; c < 3; ++c) colour[c] = part * a[c] + (1 - part) * b[c];
    return colour;
}

/// What a compressed block is away from the pixels.
static double error_of(uint2 block, const std::vector<Colour> &pixels) {
    Colour first = colour_of(block.x & 0xffff), second = colour_of(block.x >> 16);
    if ((block.x & 0xffff) < block.x >> 16) return std::numeric_limits<double>::infinity();
    const double parts[] = {1, 0, 2.0 / 3, 1.0 / 3};
    double sum = 0;
    for (int n = 0; n < PIXELS; ++n) sum += square_apart(pixels[n], mixed(parts[block.y >> 2 * n & 3], first, second));
    return sum;
}

/// The nearest colour that can be stored.
static Colour stored(const Colour &colour) {
    Colour nearest;
    for (int c = 0; c < 3; ++c) {
        int bits = c == 1 ? 6 : 5, top = (1 << bits) - 1;
        unsigned code = unsigned(std::fmin(std::fmax(colour[c], 0), 255) * top / 255 + 0.5);
        nearest[c] = double(code << (8 - bits) | code >> (2 * bits - 8));
    }
    return nearest;
}

/// The least error of all ways to cut the pixels along their principal axis.
static double least_error(const std::vector<Colour> &pixels) {
    Colour mean = {}, axis = {1, 1, 1};
    for (const Colour &pixel : pixels)
        for (int c = 0; c < 3; ++c) mean[c] += pixel[c] / PIXELS;
    std::array<Colour, 3> covariance = {};
    for (const Colour &pixel : pixels)
        for (int c = 0; c < 3; ++c)
            for (int d = 0; d < 3; ++d) covariance[c][d] += (pixel[c] - mean[c]) * (pixel[d] - mean[d]);
    auto along = [](const Colour &a, const Colour &b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; };
    for (int step = 0; step < 8; ++step) {
        axis = {along(covariance[0], axis), along(covariance[1], axis), along(covariance[2], axis)};
        double largest = std::fmax(std::fmax(std::fabs(axis[0]), std::fabs(axis[1])), std::fabs(axis[2]));
        for (double &part : axis) part = largest > 0 ? part / largest : 0;
    }
    std::vector<Colour> sorted = pixels;
    std::stable_sort(sorted.begin(), sorted.end(), [&](const Colour &a, const Colour &b) { return along(a, axis) < along(b, axis); });
    double least = std::numeric_limits<double>::infinity();
    for (int i = 0; i <= PIXELS; ++i) {
        for (int j = i; j <= PIXELS; ++j) {
            for (int k = j; k <= PIXELS; ++k) {
                double aa = 0, ab = 0, bb = 0;
                Colour a = {}, b = {};
                auto part = [&](int n) { return n < i ? 1.0 : n < j ? 2.0 / 3 : n < k ? 1.0 / 3 : 0.0; };
                for (int n = 0; n < PIXELS; ++n) {
                    double p = part(n), q = 1 - p;
                    aa += p * p, ab += p * q, bb += q * q;
                    for (int c = 0; c < 3; ++c) a[c] += p * sorted[n][c], b[c] += q * sorted[n][c];
                }
                double determinant = aa * bb - ab * ab;
                if (determinant < 0.01) continue;
                Colour first, second;
                for (int c = 0; c < 3; ++c) {
                    first[c] = (bb * a[c] - ab * b[c]) / determinant;
                    second[c] = (aa * b[c] - ab * a[c]) / determinant;
                }
                first = stored(first), second = stored(second);
                double error = 0;
                for (int n = 0; n < PIXELS; ++n) error += square_apart(sorted[n], mixed(part(n), first, second));
                least = std::fmin(least, error);
            }
        }
    }
    return least;
}

int main(int argc, char **argv) {
    Arguments sizes(argc, argv, {{"width", 128, SIDE, 4096, SIDE}, {"height", 128, SIDE, 4096, SIDE}});
    int width = sizes[0], height = sizes[1], count = width / SIDE * (height / SIDE);
    Lcg random(87);
    // Two slopes of colour with noise: as in photographs, the colours of a block lie about on a line.
    std::vector<unsigned> picture(size_t(width) * height);
    for (int y = 0; y < height; ++y) {
        for (int x = 0; x < width; ++x) {
            int slopes[] = {4 * x + y, 3 * y + 2 * x, 5 * (x + y)};
            unsigned rgb = 0;
            for (int slope : slopes) rgb = rgb << 8 | unsigned(64 + slope % 160 + random.below(24));
            picture[size_t(y) * width + x] = rgb;
        }
    }
    std::vector<unsigned> ways;
    for (unsigned i = 0; i <= PIXELS; ++i)
        for (unsigned j = i; j <= PIXELS; ++j)
            for (unsigned k = j; k <= PIXELS; ++k) ways.push_back(i | j << 5 | k << 10);

    unsigned *device_picture = to_device(picture), *device_ways = to_device(ways);
    uint2 *device_blocks = zeros_on_device<uint2>(count);
    compress<<<count, THREADS>>>(device_picture, device_ways, int(ways.size()), device_blocks, width);
    FINISH_KERNELS();
    std::vector<uint2> blocks = take_from_device(device_blocks, count);
    CUDA_CHECK(cudaFree(device_picture));
    CUDA_CHECK(cudaFree(device_ways));

    double worst = 0;
    for (int block = 0; block < count; ++block) {
        std::vector<Colour> pixels;
        for (int n = 0; n < PIXELS; ++n) {
            int x = block % (width / SIDE) * SIDE + n % SIDE, y = block / (width / SIDE) * SIDE + n / SIDE;
            float4 colour = of_pixel(picture[size_t(y) * width + x]);
            pixels.push_back({colour.x, colour.y, colour.z});
        }
        double least = least_error(pixels), error = error_of(blocks[block], pixels);
        worst = std::fmax(worst, error / (least + 1) - 1);
    }
    // The nearest colours are never worse than the way that won, which is the host's best one, or in single precision as good.
    return verdict("dxt", sizes, "largest error beyond the least one", worst, 1e-3);
}
