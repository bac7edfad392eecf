// SPDX-License-Identifier: Apache-2.0
// Sharing memory with OpenGL. Programs that can do without it compile and run; each of these calls but cudaGLSetGLDevice says that
// there is no OpenGL, and gives cudaErrorNotSupported. OpenGL's own headers are not needed: its names are numbers.
#pragma once

#include <cuda_runtime.h>

struct cudaGraphicsResource;
typedef struct cudaGraphicsResource *cudaGraphicsResource_t;

enum cudaGraphicsRegisterFlags {
    cudaGraphicsRegisterFlagsNone = 0,
    cudaGraphicsRegisterFlagsReadOnly = 1,
    cudaGraphicsRegisterFlagsWriteDiscard = 2,
    cudaGraphicsRegisterFlagsSurfaceLoadStore = 4,
    cudaGraphicsRegisterFlagsTextureGather = 8,
};
enum cudaGraphicsMapFlags {
    cudaGraphicsMapFlagsNone = 0,
    cudaGraphicsMapFlagsReadOnly = 1,
    cudaGraphicsMapFlagsWriteDiscard = 2,
};
enum cudaGLMapFlags {
    cudaGLMapFlagsNone = 0,
    cudaGLMapFlagsReadOnly = 1,
    cudaGLMapFlagsWriteDiscard = 2,
};
enum cudaGLDeviceList {
    cudaGLDeviceListAll = 1,
    cudaGLDeviceListCurrentFrame = 2,
    cudaGLDeviceListNextFrame = 3,
};

#ifdef __cplusplus
#define __WARPSMITH_STREAM__ cudaStream_t stream = 0
extern "C" {
#else
#define __WARPSMITH_STREAM__ cudaStream_t stream
#endif
cudaError_t cudaGLSetGLDevice(int device);
cudaError_t cudaGLGetDevices(unsigned int *count, int *devices, unsigned int room, enum cudaGLDeviceList list);
cudaError_t cudaGraphicsGLRegisterBuffer(cudaGraphicsResource_t *resource, unsigned int buffer, unsigned int flags);
cudaError_t cudaGraphicsGLRegisterImage(cudaGraphicsResource_t *resource, unsigned int image, unsigned int target,
                                        unsigned int flags);
cudaError_t cudaGraphicsUnregisterResource(cudaGraphicsResource_t resource);
cudaError_t cudaGraphicsResourceSetMapFlags(cudaGraphicsResource_t resource, unsigned int flags);
cudaError_t cudaGraphicsMapResources(int count, cudaGraphicsResource_t *resources, __WARPSMITH_STREAM__);
cudaError_t cudaGraphicsUnmapResources(int count, cudaGraphicsResource_t *resources, __WARPSMITH_STREAM__);
cudaError_t cudaGraphicsResourceGetMappedPointer(void **pointer, size_t *bytes, cudaGraphicsResource_t resource);
cudaError_t cudaGraphicsSubResourceGetMappedArray(cudaArray_t *array, cudaGraphicsResource_t resource, unsigned int index,
                                                  unsigned int level);
// Those of before CUDA 3.
cudaError_t cudaGLRegisterBufferObject(unsigned int buffer);
cudaError_t cudaGLSetBufferObjectMapFlags(unsigned int buffer, unsigned int flags);
cudaError_t cudaGLMapBufferObject(void **pointer, unsigned int buffer);
cudaError_t cudaGLMapBufferObjectAsync(void **pointer, unsigned int buffer, cudaStream_t stream);
cudaError_t cudaGLUnmapBufferObject(unsigned int buffer);
cudaError_t cudaGLUnmapBufferObjectAsync(unsigned int buffer, cudaStream_t stream);
cudaError_t cudaGLUnregisterBufferObject(unsigned int buffer);
#ifdef __cplusplus
}
#endif
#undef __WARPSMITH_STREAM__
