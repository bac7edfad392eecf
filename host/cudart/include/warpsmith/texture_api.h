// SPDX-License-Identifier: Apache-2.0
// The runtime API of textures and CUDA arrays. Array widths and heights are in texels; offsets and widths of copies in bytes.
#pragma once

#include <limits.h>

#include <warpsmith/api_types.h>
#include <warpsmith/texture_types.h>

#ifdef __cplusplus
#define __WARPSMITH_DEFAULT__(value) = value
extern "C" {
#else
#define __WARPSMITH_DEFAULT__(value)
#endif

// CUDA arrays.
cudaError_t cudaMallocArray(cudaArray_t *array, const struct cudaChannelFormatDesc *format, size_t width,
                            size_t height __WARPSMITH_DEFAULT__(0), unsigned int flags __WARPSMITH_DEFAULT__(0));
cudaError_t cudaMalloc3DArray(cudaArray_t *array, const struct cudaChannelFormatDesc *format, struct cudaExtent extent,
                              unsigned int flags __WARPSMITH_DEFAULT__(0));
cudaError_t cudaFreeArray(cudaArray_t array);
cudaError_t cudaGetChannelDesc(struct cudaChannelFormatDesc *format, cudaArray_const_t array);
cudaError_t cudaMemcpyToArray(cudaArray_t to, size_t x, size_t y, const void *from, size_t bytes,
                              enum cudaMemcpyKind kind);
cudaError_t cudaMemcpyFromArray(void *to, cudaArray_const_t from, size_t x, size_t y, size_t bytes,
                                enum cudaMemcpyKind kind);
cudaError_t cudaMemcpy2DToArray(cudaArray_t to, size_t x, size_t y, const void *from, size_t pitch, size_t width,
                                size_t height, enum cudaMemcpyKind kind);
cudaError_t cudaMemcpy2DFromArray(void *to, size_t pitch, cudaArray_const_t from, size_t x, size_t y, size_t width,
                                  size_t height, enum cudaMemcpyKind kind);

// Texture references.
cudaError_t cudaBindTexture(size_t *offset, const struct textureReference *reference, const void *pointer,
                            const struct cudaChannelFormatDesc *format, size_t bytes __WARPSMITH_DEFAULT__(UINT_MAX));
cudaError_t cudaBindTexture2D(size_t *offset, const struct textureReference *reference, const void *pointer,
                              const struct cudaChannelFormatDesc *format, size_t width, size_t height, size_t pitch);
cudaError_t cudaBindTextureToArray(const struct textureReference *reference, cudaArray_const_t array,
                                   const struct cudaChannelFormatDesc *format);
cudaError_t cudaUnbindTexture(const struct textureReference *reference);
cudaError_t cudaGetTextureAlignmentOffset(size_t *offset, const struct textureReference *reference);
cudaError_t cudaGetTextureReference(const struct textureReference **reference, const void *symbol);

// Texture objects.
cudaError_t cudaCreateTextureObject(cudaTextureObject_t *object, const struct cudaResourceDesc *resource,
                                    const struct cudaTextureDesc *description,
                                    const struct cudaResourceViewDesc *view);
cudaError_t cudaDestroyTextureObject(cudaTextureObject_t object);

// Surface objects.
cudaError_t cudaCreateSurfaceObject(cudaSurfaceObject_t *object, const struct cudaResourceDesc *resource);
cudaError_t cudaDestroySurfaceObject(cudaSurfaceObject_t object);

#ifdef __cplusplus
}
#endif
#undef __WARPSMITH_DEFAULT__

#ifdef __cplusplus

inline cudaChannelFormatDesc cudaCreateChannelDesc(int x, int y, int z, int w, cudaChannelFormatKind kind) {
    return {x, y, z, w, kind};
}

template <class T, int dimensions, cudaTextureReadMode mode>
inline cudaError_t cudaBindTexture(size_t *offset, const texture<T, dimensions, mode> &reference, const void *pointer,
                                   const cudaChannelFormatDesc &format, size_t bytes = UINT_MAX) {
    return cudaBindTexture(offset, static_cast<const textureReference *>(&reference), pointer, &format, bytes);
}

template <class T, int dimensions, cudaTextureReadMode mode>
inline cudaError_t cudaBindTexture(size_t *offset, const texture<T, dimensions, mode> &reference, const void *pointer,
                                   size_t bytes = UINT_MAX) {
    return cudaBindTexture(offset, reference, pointer, reference.channelDesc, bytes);
}

template <class T, int dimensions, cudaTextureReadMode mode>
inline cudaError_t cudaBindTexture2D(size_t *offset, const texture<T, dimensions, mode> &reference, const void *pointer,
                                     const cudaChannelFormatDesc &format, size_t width, size_t height, size_t pitch) {
    return cudaBindTexture2D(offset, static_cast<const textureReference *>(&reference), pointer, &format, width, height,
                             pitch);
}

template <class T, int dimensions, cudaTextureReadMode mode>
inline cudaError_t cudaBindTexture2D(size_t *offset, const texture<T, dimensions, mode> &reference, const void *pointer,
                                     size_t width, size_t height, size_t pitch) {
    return cudaBindTexture2D(offset, reference, pointer, reference.channelDesc, width, height, pitch);
}

template <class T, int dimensions, cudaTextureReadMode mode>
inline cudaError_t cudaBindTextureToArray(const texture<T, dimensions, mode> &reference, cudaArray_const_t array,
                                          const cudaChannelFormatDesc &format) {
    return cudaBindTextureToArray(static_cast<const textureReference *>(&reference), array, &format);
}

template <class T, int dimensions, cudaTextureReadMode mode>
inline cudaError_t cudaBindTextureToArray(const texture<T, dimensions, mode> &reference, cudaArray_const_t array) {
    cudaChannelFormatDesc format;
    cudaError_t status = cudaGetChannelDesc(&format, array);
    return status == cudaSuccess ? cudaBindTextureToArray(reference, array, format) : status;
}

template <class T, int dimensions, cudaTextureReadMode mode>
inline cudaError_t cudaUnbindTexture(const texture<T, dimensions, mode> &reference) {
    return cudaUnbindTexture(static_cast<const textureReference *>(&reference));
}

template <class T, int dimensions, cudaTextureReadMode mode>
inline cudaError_t cudaGetTextureAlignmentOffset(size_t *offset, const texture<T, dimensions, mode> &reference) {
    return cudaGetTextureAlignmentOffset(offset, static_cast<const textureReference *>(&reference));
}

#endif
