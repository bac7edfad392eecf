// SPDX-License-Identifier: Apache-2.0
// Texture fetches on the device.
#pragma once

#include <warpsmith/texture_types.h>

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

template <class T, cudaTextureReadMode mode>
__WARPSMITH_DEVICE__ typename __warpsmith_read<T, mode>::type tex1Dfetch(texture<T, cudaTextureType1D, mode> reference,
                                                                         int x) {
    return __warpsmith_fetch<typename __warpsmith_read<T, mode>::type>(__warpsmith_handle(reference), x);
}

template <class T, cudaTextureReadMode mode>
__WARPSMITH_DEVICE__ typename __warpsmith_read<T, mode>::type tex1D(texture<T, cudaTextureType1D, mode> reference,
                                                                    float x) {
    return __warpsmith_fetch<typename __warpsmith_read<T, mode>::type>(__warpsmith_handle(reference), x);
}

template <class T, cudaTextureReadMode mode>
__WARPSMITH_DEVICE__ typename __warpsmith_read<T, mode>::type tex2D(texture<T, cudaTextureType2D, mode> reference,
                                                                    float x, float y) {
    return __warpsmith_fetch<typename __warpsmith_read<T, mode>::type>(__warpsmith_handle(reference), x, y);
}

template <class T> __WARPSMITH_DEVICE__ T tex1Dfetch(cudaTextureObject_t object, int x) {
    return __warpsmith_fetch<T>(object, x);
}

template <class T> __WARPSMITH_DEVICE__ T tex1D(cudaTextureObject_t object, float x) {
    return __warpsmith_fetch<T>(object, x);
}

template <class T> __WARPSMITH_DEVICE__ T tex2D(cudaTextureObject_t object, float x, float y) {
    return __warpsmith_fetch<T>(object, x, y);
}

template <class T> __WARPSMITH_DEVICE__ void tex1Dfetch(T *texel, cudaTextureObject_t object, int x) {
    *texel = __warpsmith_fetch<T>(object, x);
}

template <class T> __WARPSMITH_DEVICE__ void tex1D(T *texel, cudaTextureObject_t object, float x) {
    *texel = __warpsmith_fetch<T>(object, x);
}

template <class T> __WARPSMITH_DEVICE__ void tex2D(T *texel, cudaTextureObject_t object, float x, float y) {
    *texel = __warpsmith_fetch<T>(object, x, y);
}
