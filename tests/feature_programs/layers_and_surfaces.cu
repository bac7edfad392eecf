// SPDX-License-Identifier: Apache-2.0
// Textures with more than rows and columns - three dimensions, layers, cubes - and surfaces, through which kernels write arrays.
#include "check.cuh"
#include <cstring>
#include <vector>

const int WIDTH = 8, HEIGHT = 4, DEPTH = 6;

static float texel(int x, int y, int z) { return x + 10 * y + 100 * z; }

// An array of WIDTH x HEIGHT x DEPTH texels that hold their place.
static cudaArray_t filled(unsigned int flags) {
    std::vector<float> data;
    for (int i = 0; i < WIDTH * HEIGHT * DEPTH; ++i) data.push_back(texel(i % WIDTH, i / WIDTH % HEIGHT, i / WIDTH / HEIGHT));
    cudaArray_t array = nullptr;
    cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
    CHECK(cudaMalloc3DArray(&array, &format, make_cudaExtent(WIDTH, HEIGHT, DEPTH), flags) == cudaSuccess);
    cudaMemcpy3DParms copy = {};
    copy.srcPtr = make_cudaPitchedPtr(data.data(), WIDTH * sizeof(float), WIDTH, HEIGHT);
    copy.dstArray = array;
    copy.extent = make_cudaExtent(WIDTH, HEIGHT, DEPTH);
    copy.kind = cudaMemcpyHostToDevice;
    CHECK(cudaMemcpy3D(&copy) == cudaSuccess);
    return array;
}
static cudaResourceDesc resource(cudaArray_t array) {
    cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = array;
    return resource;
}
static cudaTextureObject_t object(cudaArray_t array, cudaTextureFilterMode filter) {
    cudaResourceDesc what = resource(array);
    cudaTextureDesc how = {};
    how.filterMode = filter;
    for (auto &mode : how.addressMode) mode = cudaAddressModeClamp;
    cudaTextureObject_t object = 0;
    CHECK(cudaCreateTextureObject(&object, &what, &how, nullptr) == cudaSuccess);
    return object;
}

texture<float, cudaTextureType3D> volume;
texture<float, cudaTextureType2DLayered> layers;

__global__ void by_reference(float *out) {
    int i = threadIdx.x;
    out[i] = tex3D(volume, i % WIDTH + 0.5f, 1.5f, i / WIDTH + 0.5f) + tex2DLayered(layers, i % WIDTH + 0.5f, 2.5f, i / WIDTH);
}
__global__ void by_object(cudaTextureObject_t volume, cudaTextureObject_t layers, float *out) {
    int i = threadIdx.x;
    out[i] = tex3D<float>(volume, i % 4 + 1.0f, 2.0f, i / 8 + 1.0f);
    tex2DLayered(&out[32 + i], layers, i % 4 + 1.0f, 2.0f, i / 8);
}
__global__ void through_cube(cudaTextureObject_t cube, float *out) {
    float sign = threadIdx.x % 2 ? -1 : 1;
    float3 at = threadIdx.x < 2   ? make_float3(sign, -0.2f, 0.3f * sign)
                : threadIdx.x < 4 ? make_float3(-0.3f, sign, 0.2f * sign)
                                  : make_float3(-0.3f * sign, -0.2f, sign);
    out[threadIdx.x] = texCubemap<float>(cube, at.x, at.y, at.z);
}

__global__ void write_plane(cudaSurfaceObject_t plane) {
    surf2Dwrite(make_short2(threadIdx.x, -int(threadIdx.y)), plane, threadIdx.x * sizeof(short2), threadIdx.y);
}
__global__ void shift_plane(cudaSurfaceObject_t plane, short2 *out) {
    int x = int(threadIdx.x) - 1;
    short2 clamped = surf2Dread<short2>(plane, x * int(sizeof(short2)), threadIdx.y + 1, cudaBoundaryModeClamp), zero;
    surf2Dread(&zero, plane, x * int(sizeof(short2)), threadIdx.y + 1, cudaBoundaryModeZero);
    out[threadIdx.y * WIDTH + threadIdx.x] = make_short2(clamped.x, clamped.y + 100 * zero.x);
    surf2Dwrite(zero, plane, -4, 0, cudaBoundaryModeZero);
}
__global__ void add_to_volume(cudaSurfaceObject_t volume) {
    int x = threadIdx.x * sizeof(float), y = threadIdx.y, z = threadIdx.z;
    surf3Dwrite(surf3Dread<float>(volume, x, y, z) + 1, volume, x, y, z);
}

static void check_textures() {
    cudaArray_t plain = filled(0), layered = filled(cudaArrayLayered);
    CHECK(cudaBindTextureToArray(volume, plain) == cudaSuccess && cudaBindTextureToArray(layers, layered) == cudaSuccess);
    float *out;
    CHECK(cudaMallocManaged(&out, 64 * sizeof(float)) == cudaSuccess);
    by_reference<<<1, 48>>>(out);
    CHECK(cudaDeviceSynchronize() == cudaSuccess);
    bool right = true;
    for (int i = 0; i < 48; ++i) right = right && out[i] == texel(i % 8, 1, i / 8) + texel(i % 8, 2, i / 8);
    CHECK(right);

    cudaTextureObject_t a = object(plain, cudaFilterModeLinear), b = object(layered, cudaFilterModeLinear);
    by_object<<<1, 32>>>(a, b, out);
    CHECK(cudaDeviceSynchronize() == cudaSuccess);
    right = true;
    for (int i = 0; i < 32; ++i) {
        float in_plane = i % 4 + 0.5f + 15;
        right = right && out[i] == in_plane + 100 * (i / 8 + 0.5f) && out[32 + i] == in_plane + 100 * (i / 8);
    }
    CHECK(right);
    CHECK(cudaDestroyTextureObject(a) == cudaSuccess && cudaFreeArray(plain) == cudaSuccess);

    cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
    cudaArray_t cube = nullptr;
    CHECK(cudaMalloc3DArray(&cube, &format, make_cudaExtent(2, 2, 6), cudaArrayCubemap) == cudaSuccess);
    float faces[24];
    for (int i = 0; i < 24; ++i) faces[i] = float(i);
    cudaMemcpy3DParms copy = {};
    copy.srcPtr = make_cudaPitchedPtr(faces, 2 * sizeof(float), 2, 2);
    copy.dstArray = cube;
    copy.extent = make_cudaExtent(2, 2, 6);
    copy.kind = cudaMemcpyHostToDevice;
    CHECK(cudaMemcpy3D(&copy) == cudaSuccess);
    through_cube<<<1, 6>>>(object(cube, cudaFilterModePoint), out);
    CHECK(cudaDeviceSynchronize() == cudaSuccess);
    for (int face = 0; face < 6; ++face) CHECK(out[face] == face * 4 + 2);
    CHECK(cudaMalloc3DArray(&cube, &format, make_cudaExtent(2, 3, 6), cudaArrayCubemap) == cudaErrorInvalidValue);
    CHECK(cudaMalloc3DArray(&cube, &format, make_cudaExtent(2, 0, 6)) == cudaErrorInvalidValue);
    cudaGetLastError();
}

static void check_surfaces() {
    cudaChannelFormatDesc format = cudaCreateChannelDesc<short2>();
    cudaArray_t plane, unwritable;
    CHECK(cudaMallocArray(&plane, &format, WIDTH, HEIGHT, cudaArraySurfaceLoadStore) == cudaSuccess);
    CHECK(cudaMallocArray(&unwritable, &format, WIDTH, HEIGHT) == cudaSuccess);
    cudaResourceDesc what = resource(plane), wrong = resource(unwritable);
    cudaSurfaceObject_t surface = 0;
    CHECK(cudaCreateSurfaceObject(&surface, &wrong) == cudaErrorInvalidValue);
    CHECK(cudaCreateSurfaceObject(&surface, &what) == cudaSuccess);
    write_plane<<<1, dim3(WIDTH, HEIGHT)>>>(surface);
    short2 *out;
    CHECK(cudaMallocManaged(&out, WIDTH * HEIGHT * sizeof(short2)) == cudaSuccess);
    shift_plane<<<1, dim3(WIDTH, HEIGHT)>>>(surface, out);
    CHECK(cudaDeviceSynchronize() == cudaSuccess);
    bool right = true;
    for (int y = 0; y < HEIGHT; ++y) {
        for (int x = 0; x < WIDTH; ++x) {
            int from = x > 0 ? x - 1 : 0, row = y + 1 < HEIGHT ? y + 1 : HEIGHT - 1;
            int zero = x > 0 && y + 1 < HEIGHT ? from : 0;
            right = right && out[y * WIDTH + x].x == from && out[y * WIDTH + x].y == -row + 100 * zero;
        }
    }
    CHECK(right);
    CHECK(cudaDestroySurfaceObject(surface) == cudaSuccess);

    cudaArray_t array = filled(cudaArraySurfaceLoadStore);
    what = resource(array);
    CHECK(cudaCreateSurfaceObject(&surface, &what) == cudaSuccess);
    add_to_volume<<<1, dim3(WIDTH, HEIGHT, DEPTH)>>>(surface);
    std::vector<float> back(WIDTH * HEIGHT * DEPTH);
    cudaMemcpy3DParms copy = {};
    copy.srcArray = array;
    copy.dstPtr = make_cudaPitchedPtr(back.data(), WIDTH * sizeof(float), WIDTH, HEIGHT);
    copy.extent = make_cudaExtent(WIDTH, HEIGHT, DEPTH);
    copy.kind = cudaMemcpyDeviceToHost;
    CHECK(cudaMemcpy3D(&copy) == cudaSuccess);
    right = true;
    for (size_t i = 0; i < back.size(); ++i) right = right && back[i] == 1 + texel(i % 8, i / 8 % 4, i / 32);
    CHECK(right);
}

int main() {
    check_textures();
    check_surfaces();
    return verdict();
}
