// SPDX-License-Identifier: Apache-2.0
//
// textures: what programs do with texture references, CUDA arrays and texture objects, each result against the
// host.
#include "../programs/harness.cuh"

#include <channel_descriptor.h>
#include <texture_fetch_functions.h>

const int WIDTH = 6, HEIGHT = 5, THREADS = 64;

texture<float, cudaTextureType1D, cudaReadModeElementType> line;
static texture<uchar4, cudaTextureType2D, cudaReadModeElementType> bytes;
texture<short2, cudaTextureType1D, cudaReadModeElementType> shorts;
texture<int2, 1> words;
texture<unsigned char, 2, cudaReadModeNormalizedFloat> grey;
texture<float, cudaTextureType2D, cudaReadModeElementType> image;

/// A texture reference as an argument of a device function.
__device__ float through(texture<float, cudaTextureType2D, cudaReadModeElementType> t, float x, float y) {
    return tex2D(t, x, y);
}

__global__ void fetch_line(float *out) { out[threadIdx.x] = tex1Dfetch(line, int(threadIdx.x) - 8); }

__global__ void fetch_integers(int *out) {
    int i = threadIdx.x;
    uchar4 b = tex2D(bytes, i % WIDTH, i / WIDTH);
    short2 s = tex1Dfetch(shorts, i);
    int2 w = tex1Dfetch(words, i);
    out[i] = b.x + 2 * b.y + 3 * b.z + 4 * b.w + 5 * s.x + 6 * s.y + 7 * w.x + 8 * w.y;
}

__global__ void fetch_grey(float *out) {
    int i = threadIdx.x;
    out[i] = tex2D(grey, i % WIDTH + 0.5f, i / WIDTH + 0.5f);
}

__global__ void fetch_image(const float2 *at, float *out) {
    float2 p = at[threadIdx.x];
    out[threadIdx.x] = through(image, p.x, p.y);
}

__global__ void fetch_object(cudaTextureObject_t object, const float2 *at, float *out) {
    float2 p = at[threadIdx.x];
    out[threadIdx.x] = tex2D<float>(object, p.x, p.y);
}

static int failures = 0;

static void expect(const char *what, double error, double limit) {
    bool good = error <= limit;
    if (!good) std::printf("%s: error %.3g (limit %.3g)\n", what, error, limit);
    failures += !good;
}

static void expect_status(const char *what, cudaError_t got, cudaError_t want) {
    if (got != want) std::printf("%s: %s, not %s\n", what, cudaGetErrorName(got), cudaGetErrorName(want));
    failures += got != want;
    cudaGetLastError();
}

/// Texel of a WIDTH x HEIGHT image with wrapped (period) or clamped coordinates.
static double texel(const std::vector<float> &data, int x, int y, bool wrap) {
    if (wrap) {
        x = (x % WIDTH + WIDTH) % WIDTH;
        y = (y % HEIGHT + HEIGHT) % HEIGHT;
    }
    x = x < 0 ? 0 : x >= WIDTH ? WIDTH - 1 : x;
    y = y < 0 ? 0 : y >= HEIGHT ? HEIGHT - 1 : y;
    return data[y * WIDTH + x];
}

/// The guide's linear filtering, with weights of eight fractional bits.
static double filtered(const std::vector<float> &data, double x, double y, bool wrap) {
    double i = std::floor(x - 0.5), j = std::floor(y - 0.5);
    double a = std::floor((x - 0.5 - i) * 256 + 0.5) / 256, b = std::floor((y - 0.5 - j) * 256 + 0.5) / 256;
    int m = int(i), n = int(j);
    return (1 - b) * ((1 - a) * texel(data, m, n, wrap) + a * texel(data, m + 1, n, wrap)) +
           b * ((1 - a) * texel(data, m, n + 1, wrap) + a * texel(data, m + 1, n + 1, wrap));
}

/// Linear memory: fetches by index, zero outside.
static void check_line() {
    Lcg random(1);
    std::vector<float> data = random_floats(random, 40, -1, 1), want(THREADS);
    float *memory = to_device(data), *out = zeros_on_device<float>(THREADS);
    size_t offset = 99;
    CUDA_CHECK(cudaBindTexture(&offset, line, memory, data.size() * sizeof(float)));
    expect("offset", double(offset), 0);
    fetch_line<<<1, THREADS>>>(out);
    FINISH_KERNELS();
    for (int i = 0; i < THREADS; ++i) want[i] = i >= 8 && i < 48 ? data[i - 8] : 0;
    expect("line", mismatches(take_from_device(out, THREADS), want), 0);
    CUDA_CHECK(cudaUnbindTexture(line));
    CUDA_CHECK(cudaFree(memory));
}

/// Integer texels of several widths, from an array, linear and (part of) linear memory.
static void check_integers() {
    const int n = WIDTH * HEIGHT;
    Lcg random(2);
    std::vector<unsigned char> b(n * 4);
    std::vector<short> s(n * 2);
    std::vector<int> w(n * 2), want(n);
    for (auto &v : b) v = (unsigned char)random.next();
    for (auto &v : s) v = short(random.next());
    for (auto &v : w) v = random.below(1 << 20) - (1 << 19);
    for (int i = 0; i < n; ++i) {
        want[i] = b[4 * i] + 2 * b[4 * i + 1] + 3 * b[4 * i + 2] + 4 * b[4 * i + 3] + 5 * s[2 * i] +
                  6 * s[2 * i + 1] + 7 * w[2 * i] + 8 * w[2 * i + 1];
    }
    cudaArray_t array;
    cudaChannelFormatDesc format = cudaCreateChannelDesc(8, 8, 8, 8, cudaChannelFormatKindUnsigned);
    CUDA_CHECK(cudaMallocArray(&array, &format, WIDTH, HEIGHT));
    // In three pieces: part of a row, whole rows, part of a row; then back in one.
    size_t first = 5, second = 3 * WIDTH * 4 + 7;
    CUDA_CHECK(cudaMemcpyToArray(array, 0, 0, &b[0], first, cudaMemcpyHostToDevice));
    CUDA_CHECK(cudaMemcpyToArray(array, first, 0, &b[first], second, cudaMemcpyHostToDevice));
    size_t done = first + second;
    CUDA_CHECK(cudaMemcpyToArray(array, done % (WIDTH * 4), done / (WIDTH * 4), &b[done], b.size() - done,
                                 cudaMemcpyHostToDevice));
    std::vector<unsigned char> back(b.size());
    CUDA_CHECK(cudaMemcpyFromArray(back.data(), array, 0, 0, back.size(), cudaMemcpyDeviceToHost));
    expect("array and back", mismatches(back, b), 0);
    CUDA_CHECK(cudaBindTextureToArray(bytes, array));
    short *shorts_memory = to_device(s);
    int *words_memory = to_device(w), *out = zeros_on_device<int>(n);
    CUDA_CHECK(cudaBindTexture(0, shorts, shorts_memory, s.size() * sizeof(short)));
    CUDA_CHECK(cudaBindTexture(0, words, words_memory));
    fetch_integers<<<1, n>>>(out);
    FINISH_KERNELS();
    expect("integers", mismatches(take_from_device(out, n), want), 0);
    CUDA_CHECK(cudaFreeArray(array));
    CUDA_CHECK(cudaFree(shorts_memory));
    CUDA_CHECK(cudaFree(words_memory));
}

/// Bytes as fractions, from pitched memory.
static void check_grey() {
    const int n = WIDTH * HEIGHT;
    std::vector<unsigned char> data(n);
    for (int i = 0; i < n; ++i) data[i] = (unsigned char)(i * 255 / (n - 1));
    unsigned char *memory;
    size_t pitch;
    CUDA_CHECK(cudaMallocPitch(&memory, &pitch, WIDTH, HEIGHT));
    CUDA_CHECK(cudaMemcpy2D(memory, pitch, data.data(), WIDTH, WIDTH, HEIGHT, cudaMemcpyHostToDevice));
    CUDA_CHECK(cudaBindTexture2D(0, grey, memory, WIDTH, HEIGHT, pitch));
    float *out = zeros_on_device<float>(n);
    fetch_grey<<<1, n>>>(out);
    FINISH_KERNELS();
    std::vector<double> want;
    for (unsigned char v : data) want.push_back(v / 255.0);
    expect("grey", max_error(take_from_device(out, n), want, 1), std::pow(2, -24));
    CUDA_CHECK(cudaFree(memory));
}

/// Linear filtering in an array, clamped and wrapped, through a reference and through an object.
static void check_image() {
    Lcg random(3);
    std::vector<float> data = random_floats(random, WIDTH * HEIGHT, -1, 1);
    std::vector<float2> at(THREADS);
    for (float2 &p : at) p = make_float2(random.uniform(-2, 3), random.uniform(-2, 3));
    cudaArray *array;
    CUDA_CHECK(cudaMallocArray(&array, &image.channelDesc, WIDTH, HEIGHT));
    CUDA_CHECK(cudaMemcpy2DToArray(array, 0, 0, data.data(), WIDTH * sizeof(float), WIDTH * sizeof(float), HEIGHT,
                                   cudaMemcpyHostToDevice));
    for (bool wrap : {false, true}) {
        image.normalized = wrap;
        image.filterMode = cudaFilterModeLinear;
        image.addressMode[0] = image.addressMode[1] = wrap ? cudaAddressModeWrap : cudaAddressModeClamp;
        CUDA_CHECK(cudaBindTextureToArray(&image, array, &image.channelDesc));
        float *out = zeros_on_device<float>(THREADS), *object_out = zeros_on_device<float>(THREADS);
        float2 *places = to_device(at);
        fetch_image<<<1, THREADS>>>(places, out);
        FINISH_KERNELS();

        cudaResourceDesc resource = {};
        resource.resType = cudaResourceTypeArray;
        resource.res.array.array = array;
        cudaTextureDesc description = {};
        description.addressMode[0] = description.addressMode[1] = image.addressMode[0];
        description.filterMode = cudaFilterModeLinear;
        description.normalizedCoords = wrap;
        cudaTextureObject_t object;
        CUDA_CHECK(cudaCreateTextureObject(&object, &resource, &description, nullptr));
        fetch_object<<<1, THREADS>>>(object, places, object_out);
        FINISH_KERNELS();
        CUDA_CHECK(cudaDestroyTextureObject(object));

        std::vector<double> want;
        for (float2 p : at) {
            double x = wrap ? double(p.x) * WIDTH : p.x, y = wrap ? double(p.y) * HEIGHT : p.y;
            want.push_back(filtered(data, x, y, wrap));
        }
        std::vector<float> got = take_from_device(out, THREADS);
        expect(wrap ? "wrapped image" : "clamped image", max_error(got, want, 1), 1e-6);
        expect("object", mismatches(take_from_device(object_out, THREADS), got), 0);
        CUDA_CHECK(cudaFree(places));
    }
    CUDA_CHECK(cudaFreeArray(array));
    expect_status("array freed twice", cudaFreeArray(array), cudaErrorInvalidResourceHandle);
}

/// What a device refuses.
static void check_refusals() {
    float *memory = zeros_on_device<float>(64);
    cudaArray *array = nullptr;
    cudaChannelFormatDesc three = cudaCreateChannelDesc(32, 32, 32, 0, cudaChannelFormatKindFloat);
    cudaChannelFormatDesc one = cudaCreateChannelDesc<float>();
    expect_status("three components", cudaMallocArray(&array, &three, 4, 4), cudaErrorInvalidValue);
    expect_status("array too wide", cudaMallocArray(&array, &one, 70000, 4), cudaErrorInvalidValue);
    expect_status("texture too long", cudaBindTexture(0, line, memory, (size_t(1) << 29) + 4), cudaErrorInvalidValue);
    expect_status("pitch too small", cudaBindTexture2D(0, image, memory, 8, 8, 16), cudaErrorInvalidPitchValue);
    expect_status("null pointer", cudaBindTexture(0, line, nullptr, 64), cudaErrorInvalidDevicePointer);
    CUDA_CHECK(cudaMallocArray(&array, &one, 4, 4));
    expect_status("copy beyond the array",
                  cudaMemcpyToArray(array, 0, 0, &one, 4 * 4 * sizeof(float) + 4, cudaMemcpyHostToDevice),
                  cudaErrorInvalidValue);
    CUDA_CHECK(cudaFreeArray(array));
    CUDA_CHECK(cudaFree(memory));
}

int main(int argc, char **argv) {
    Arguments none(argc, argv, {});
    check_line();
    check_integers();
    check_grey();
    check_image();
    check_refusals();
    return verdict("textures", none, "failed checks", failures, 0);
}
