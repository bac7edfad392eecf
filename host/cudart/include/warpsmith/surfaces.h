// SPDX-License-Identifier: Apache-2.0
// Surface accesses: reads and writes of CUDA arrays. A surface object is the address of the array's header, which says where
// the texels lie; they are accessed as global memory. x counts bytes, y rows, z slices or layers.
#pragma once

#include <warpsmith/synchronization.h>
#include <warpsmith/texture_types.h>

// The header, as the runtime writes it.
struct __warpsmith_surface {
    unsigned char format[16]; // bits of a component in byte 5, components in byte 6
    char *texels;
    unsigned long long pitch;
    unsigned int width, height, depth, reserved;
    unsigned long long slice;
};

// Where a texel of `bytes` bytes lies; null if the access has no effect.
__WARPSMITH_DEVICE__ char *__warpsmith_texel_of(cudaSurfaceObject_t object, size_t bytes, int x, int y, int z,
                                                cudaSurfaceBoundaryMode mode) {
    const __warpsmith_surface &surface = *reinterpret_cast<const __warpsmith_surface *>(object);
    int row_bytes = surface.width * (surface.format[5] / 8 * surface.format[6]), last = row_bytes - int(bytes);
    bool inside = x >= 0 && x <= last && y >= 0 && y < int(surface.height) && z >= 0 && z < int(surface.depth);
    if (!inside) {
        if (mode == cudaBoundaryModeTrap) __trap();
        if (mode == cudaBoundaryModeZero) return 0;
        x = x < 0 ? 0 : x > last ? last : x;
        y = y < 0 ? 0 : y >= int(surface.height) ? int(surface.height) - 1 : y;
        z = z < 0 ? 0 : z >= int(surface.depth) ? int(surface.depth) - 1 : z;
    }
    return surface.texels + z * surface.slice + y * surface.pitch + x;
}

// `parameters` say where, `at` are x, y and z.
#define __WARPSMITH_SURFACE__(name, at, ...)                                                                          \
    template <class T>                                                                                                \
    __WARPSMITH_DEVICE__ T name##read(cudaSurfaceObject_t object, __VA_ARGS__,                                        \
                                      cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) {                          \
        char *texel = __warpsmith_texel_of(object, sizeof(T), at, mode);                                              \
        return texel ? *reinterpret_cast<T *>(texel) : T();                                                           \
    }                                                                                                                 \
    template <class T>                                                                                                \
    __WARPSMITH_DEVICE__ void name##read(T *value, cudaSurfaceObject_t object, __VA_ARGS__,                           \
                                         cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) {                       \
        char *texel = __warpsmith_texel_of(object, sizeof(T), at, mode);                                              \
        *value = texel ? *reinterpret_cast<T *>(texel) : T();                                                         \
    }                                                                                                                 \
    template <class T>                                                                                                \
    __WARPSMITH_DEVICE__ void name##write(T value, cudaSurfaceObject_t object, __VA_ARGS__,                           \
                                          cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) {                      \
        if (char *texel = __warpsmith_texel_of(object, sizeof(T), at, mode)) *reinterpret_cast<T *>(texel) = value;   \
    }
#define __WARPSMITH_AND__ ,
__WARPSMITH_SURFACE__(surf1D, x __WARPSMITH_AND__ 0 __WARPSMITH_AND__ 0, int x)
__WARPSMITH_SURFACE__(surf2D, x __WARPSMITH_AND__ y __WARPSMITH_AND__ 0, int x, int y)
__WARPSMITH_SURFACE__(surf3D, x __WARPSMITH_AND__ y __WARPSMITH_AND__ z, int x, int y, int z)
__WARPSMITH_SURFACE__(surf2DLayered, x __WARPSMITH_AND__ y __WARPSMITH_AND__ layer, int x, int y, int layer)
#undef __WARPSMITH_AND__
#undef __WARPSMITH_SURFACE__
