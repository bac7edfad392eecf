// SPDX-License-Identifier: Apache-2.0
// Texture fetches on the device.
#pragma once

#include <warpsmith/texture_types.h>

// What a fetch asks for, besides the texture; each kind has an instruction of its own. Some take padding as the last operand.
struct __warpsmith_layer_1d {
    unsigned int layer;
    float x;
};
struct __warpsmith_layer_2d {
    unsigned int layer;
    float x, y;
};
struct __warpsmith_direction {
    float x, y, z;
};

// One instruction for each type of result; `constraint` is that of the result's registers.
#define __WARPSMITH_TEX_1D__(vector, result, constraint, type, coordinate, letter)                          \
    __WARPSMITH_DEVICE__ void __warpsmith_tex(vector &v, cudaTextureObject_t handle, type x) {              \
        asm("tex.1d.v4." result "." coordinate " {%0, %1, %2, %3}, [%4, {%5}];"                             \
            : constraint(v.x), constraint(v.y), constraint(v.z), constraint(v.w)                            \
            : "l"(handle), letter(x));                                                                      \
    }
#define __WARPSMITH_TEX__(vector, result, constraint)                                                       \
    __WARPSMITH_TEX_1D__(vector, result, constraint, int, "s32", "r")                                       \
    __WARPSMITH_TEX_1D__(vector, result, constraint, float, "f32", "f")                                     \
    __WARPSMITH_DEVICE__ void __warpsmith_tex(vector &v, cudaTextureObject_t handle, float x, float y) {    \
        asm("tex.2d.v4." result ".f32 {%0, %1, %2, %3}, [%4, {%5, %6}];"                                    \
            : constraint(v.x), constraint(v.y), constraint(v.z), constraint(v.w)                            \
            : "l"(handle), "f"(x), "f"(y));                                                                 \
    }                                                                                                       \
    __WARPSMITH_DEVICE__ void __warpsmith_tex(vector &v, cudaTextureObject_t handle, float x, float y, float z) { \
        asm("tex.3d.v4." result ".f32 {%0, %1, %2, %3}, [%4, {%5, %6, %7, %7}];"                            \
            : constraint(v.x), constraint(v.y), constraint(v.z), constraint(v.w)                            \
            : "l"(handle), "f"(x), "f"(y), "f"(z));                                                         \
    }                                                                                                       \
    __WARPSMITH_DEVICE__ void __warpsmith_tex(vector &v, cudaTextureObject_t handle, __warpsmith_layer_1d at) { \
        asm("tex.a1d.v4." result ".f32 {%0, %1, %2, %3}, [%4, {%5, %6}];"                                   \
            : constraint(v.x), constraint(v.y), constraint(v.z), constraint(v.w)                            \
            : "l"(handle), "r"(at.layer), "f"(at.x));                                                       \
    }                                                                                                       \
    __WARPSMITH_DEVICE__ void __warpsmith_tex(vector &v, cudaTextureObject_t handle, __warpsmith_layer_2d at) { \
        asm("tex.a2d.v4." result ".f32 {%0, %1, %2, %3}, [%4, {%5, %6, %7, %7}];"                           \
            : constraint(v.x), constraint(v.y), constraint(v.z), constraint(v.w)                            \
            : "l"(handle), "r"(at.layer), "f"(at.x), "f"(at.y));                                            \
    }                                                                                                       \
    __WARPSMITH_DEVICE__ void __warpsmith_tex(vector &v, cudaTextureObject_t handle, __warpsmith_direction at) { \
        asm("tex.cube.v4." result ".f32 {%0, %1, %2, %3}, [%4, {%5, %6, %7, %7}];"                          \
            : constraint(v.x), constraint(v.y), constraint(v.z), constraint(v.w)                            \
            : "l"(handle), "f"(at.x), "f"(at.y), "f"(at.z));                                                \
    }
__WARPSMITH_TEX__(int4, "s32", "=r")
__WARPSMITH_TEX__(uint4, "u32", "=r")
__WARPSMITH_TEX__(float4, "f32", "=f")
#undef __WARPSMITH_TEX__
#undef __WARPSMITH_TEX_1D__

// The first components of what was fetched, as a texel of type `T`.
template <class T> __WARPSMITH_DEVICE__ T __warpsmith_to_texel(const typename __warpsmith_texel<T>::fetched &v) {
    typedef typename __warpsmith_texel<T>::element element;
    element components[] = {element(v.x), element(v.y), element(v.z), element(v.w)};
    T texel;
    __builtin_memcpy(&texel, components, sizeof(T));
    return texel;
}

// Fetches a texel of type `T` through the texture object `handle`.
template <class T, class... C> __WARPSMITH_DEVICE__ T __warpsmith_fetch(cudaTextureObject_t handle, C... at) {
    typename __warpsmith_texel<T>::fetched v;
    __warpsmith_tex(v, handle, at...);
    return __warpsmith_to_texel<T>(v);
}

// What a fetch from texels of type `T` gives.
template <class T, cudaTextureReadMode mode> struct __warpsmith_read {
    typedef T type;
};
template <class T> struct __warpsmith_read<T, cudaReadModeNormalizedFloat> {
    typedef typename __warpsmith_texel<T>::normalized type;
};

// On the device a texture reference is the handle of its header.
template <class T, int dimensions, cudaTextureReadMode mode>
__WARPSMITH_DEVICE__ cudaTextureObject_t __warpsmith_handle(texture<T, dimensions, mode> reference) {
    return *reinterpret_cast<cudaTextureObject_t *>(&reference);
}

// The fetch functions of CUDA: through a reference, through an object, and with the texel as an argument. `parameters` are those
// that say where, `at` what becomes of them.
#define __WARPSMITH_FETCH__(name, dimensions, at, ...)                                                             \
    template <class T, cudaTextureReadMode mode>                                                                   \
    __WARPSMITH_DEVICE__ typename __warpsmith_read<T, mode>::type name(texture<T, dimensions, mode> reference,     \
                                                                       __VA_ARGS__) {                              \
        return __warpsmith_fetch<typename __warpsmith_read<T, mode>::type>(__warpsmith_handle(reference), at);     \
    }                                                                                                              \
    template <class T> __WARPSMITH_DEVICE__ T name(cudaTextureObject_t object, __VA_ARGS__) {                      \
        return __warpsmith_fetch<T>(object, at);                                                                   \
    }                                                                                                              \
    template <class T> __WARPSMITH_DEVICE__ void name(T *texel, cudaTextureObject_t object, __VA_ARGS__) {         \
        *texel = __warpsmith_fetch<T>(object, at);                                                                 \
    }
#define __WARPSMITH_AND__ ,
__WARPSMITH_FETCH__(tex1Dfetch, cudaTextureType1D, x, int x)
__WARPSMITH_FETCH__(tex1D, cudaTextureType1D, x, float x)
__WARPSMITH_FETCH__(tex2D, cudaTextureType2D, x __WARPSMITH_AND__ y, float x, float y)
__WARPSMITH_FETCH__(tex3D, cudaTextureType3D, x __WARPSMITH_AND__ y __WARPSMITH_AND__ z, float x, float y, float z)
__WARPSMITH_FETCH__(tex1DLayered, cudaTextureType1DLayered,
                    __WARPSMITH_VALUE__(__warpsmith_layer_1d, (unsigned int)layer __WARPSMITH_AND__ x), float x, int layer)
__WARPSMITH_FETCH__(tex2DLayered, cudaTextureType2DLayered,
                    __WARPSMITH_VALUE__(__warpsmith_layer_2d, (unsigned int)layer __WARPSMITH_AND__ x __WARPSMITH_AND__ y), float x, float y,
                    int layer)
__WARPSMITH_FETCH__(texCubemap, cudaTextureTypeCubemap,
                    __WARPSMITH_VALUE__(__warpsmith_direction, x __WARPSMITH_AND__ y __WARPSMITH_AND__ z), float x, float y, float z)
#undef __WARPSMITH_AND__
#undef __WARPSMITH_FETCH__
