// SPDX-License-Identifier: Apache-2.0
// Types of textures and CUDA arrays.
#pragma once

#include <warpsmith/vector_types.h>

enum cudaChannelFormatKind {
    cudaChannelFormatKindSigned = 0,
    cudaChannelFormatKindUnsigned = 1,
    cudaChannelFormatKindFloat = 2,
    cudaChannelFormatKindNone = 3,
};

// Bits of each component of a texel, 0 for one that is absent.
struct cudaChannelFormatDesc {
    int x, y, z, w;
    enum cudaChannelFormatKind f;
};

enum cudaTextureAddressMode {
    cudaAddressModeWrap = 0,
    cudaAddressModeClamp = 1,
    cudaAddressModeMirror = 2,
    cudaAddressModeBorder = 3,
};

enum cudaTextureFilterMode {
    cudaFilterModePoint = 0,
    cudaFilterModeLinear = 1,
};

enum cudaTextureReadMode {
    cudaReadModeElementType = 0,
    cudaReadModeNormalizedFloat = 1,
};

enum cudaResourceType {
    cudaResourceTypeArray = 0,
    cudaResourceTypeMipmappedArray = 1,
    cudaResourceTypeLinear = 2,
    cudaResourceTypePitch2D = 3,
};

#define cudaTextureType1D 0x01
#define cudaTextureType2D 0x02
#define cudaTextureType3D 0x03
#define cudaTextureTypeCubemap 0x0C
#define cudaTextureType1DLayered 0xF1
#define cudaTextureType2DLayered 0xF2

#define cudaArrayDefault 0x00
#define cudaArrayLayered 0x01
#define cudaArraySurfaceLoadStore 0x02
#define cudaArrayCubemap 0x04
#define cudaArrayTextureGather 0x08

// The attributes of a texture reference; they count when the texture is bound.
struct textureReference {
    int normalized;
    enum cudaTextureFilterMode filterMode;
    enum cudaTextureAddressMode addressMode[3];
    struct cudaChannelFormatDesc channelDesc;
};

struct cudaArray;
typedef struct cudaArray *cudaArray_t;
typedef const struct cudaArray *cudaArray_const_t;
typedef unsigned long long cudaTextureObject_t;
typedef unsigned long long cudaSurfaceObject_t;

// What a surface access outside the surface does: end the run, move to the border, or read zero and write nothing.
enum cudaSurfaceBoundaryMode {
    cudaBoundaryModeZero = 0,
    cudaBoundaryModeClamp = 1,
    cudaBoundaryModeTrap = 2,
};

// What a texture object reads. Sizes and pitch in bytes, width and height in texels.
struct cudaResourceDesc {
    enum cudaResourceType resType;
    union {
        struct {
            cudaArray_t array;
        } array;
        struct {
            void *devPtr;
            struct cudaChannelFormatDesc desc;
            size_t sizeInBytes;
        } linear;
        struct {
            void *devPtr;
            struct cudaChannelFormatDesc desc;
            size_t width;
            size_t height;
            size_t pitchInBytes;
        } pitch2D;
    } res;
};

// How a texture object reads it.
struct cudaTextureDesc {
    enum cudaTextureAddressMode addressMode[3];
    enum cudaTextureFilterMode filterMode;
    enum cudaTextureReadMode readMode;
    int sRGB;
    float borderColor[4];
    int normalizedCoords;
    unsigned int maxAnisotropy;
    enum cudaTextureFilterMode mipmapFilterMode;
    float mipmapLevelBias;
    float minMipmapLevelClamp;
    float maxMipmapLevelClamp;
};

struct cudaResourceViewDesc;

#ifdef __cplusplus

// What is known of a texel type: `element`, the type of a component; `components`; `fetched`, the vector that a texture
// instruction returns; `normalized`, the type of a normalised texel.
template <class T> struct __warpsmith_texel;

#define __WARPSMITH_TEXEL__(type, component, count, vector, real) \
    template <> struct __warpsmith_texel<type> {                  \
        typedef component element;                                \
        enum { components = count };                              \
        typedef vector fetched;                                   \
        typedef real normalized;                                  \
    };
#define __WARPSMITH_TEXELS__(component, name, vector)                \
    __WARPSMITH_TEXEL__(component, component, 1, vector, float)      \
    __WARPSMITH_TEXEL__(name##1, component, 1, vector, float1)       \
    __WARPSMITH_TEXEL__(name##2, component, 2, vector, float2)       \
    __WARPSMITH_TEXEL__(name##4, component, 4, vector, float4)

__WARPSMITH_TEXEL__(char, char, 1, int4, float)
__WARPSMITH_TEXELS__(signed char, char, int4)
__WARPSMITH_TEXELS__(unsigned char, uchar, uint4)
__WARPSMITH_TEXELS__(short, short, int4)
__WARPSMITH_TEXELS__(unsigned short, ushort, uint4)
__WARPSMITH_TEXELS__(int, int, int4)
__WARPSMITH_TEXELS__(unsigned int, uint, uint4)
__WARPSMITH_TEXELS__(float, float, float4)
#undef __WARPSMITH_TEXELS__
#undef __WARPSMITH_TEXEL__

// The kind of component that instructions returning `T` read.
template <class T> struct __warpsmith_kind;
template <> struct __warpsmith_kind<int4> {
    enum { kind = cudaChannelFormatKindSigned };
};
template <> struct __warpsmith_kind<uint4> {
    enum { kind = cudaChannelFormatKindUnsigned };
};
template <> struct __warpsmith_kind<float4> {
    enum { kind = cudaChannelFormatKindFloat };
};

// The format of texels of type `T`.
template <class T> __WARPSMITH_CONSTEXPR__ cudaChannelFormatDesc cudaCreateChannelDesc() {
    typedef __warpsmith_texel<T> texel;
    enum { bits = 8 * sizeof(typename texel::element), many = texel::components };
    return __WARPSMITH_VALUE__(cudaChannelFormatDesc, bits, many > 1 ? +bits : 0, many > 2 ? +bits : 0, many > 3 ? +bits : 0,
                               cudaChannelFormatKind(__warpsmith_kind<typename texel::fetched>::kind));
}

#ifdef __CUDA__
#define __WARPSMITH_TEXTURE__ __attribute__((device_builtin_texture_type))
#else
#define __WARPSMITH_TEXTURE__
#endif

// A texture reference: on the host its attributes, on the device the handle of its header.
template <class T, int dimensions = cudaTextureType1D, cudaTextureReadMode mode = cudaReadModeElementType>
struct __WARPSMITH_TEXTURE__ texture : public textureReference {
    __WARPSMITH_CONSTEXPR__ texture(int normalized = 0, cudaTextureFilterMode filter = cudaFilterModePoint,
                                    cudaTextureAddressMode address = cudaAddressModeClamp)
        : textureReference(__WARPSMITH_VALUE__(textureReference, normalized, filter, {address, address, address},
                                               cudaCreateChannelDesc<T>())) {}
    __WARPSMITH_CONSTEXPR__ texture(int normalized, cudaTextureFilterMode filter, cudaTextureAddressMode address,
                                    cudaChannelFormatDesc format)
        : textureReference(__WARPSMITH_VALUE__(textureReference, normalized, filter, {address, address, address}, format)) {}
};
#undef __WARPSMITH_TEXTURE__

#else
typedef enum cudaChannelFormatKind cudaChannelFormatKind;
typedef enum cudaTextureAddressMode cudaTextureAddressMode;
typedef enum cudaTextureFilterMode cudaTextureFilterMode;
typedef enum cudaTextureReadMode cudaTextureReadMode;
typedef enum cudaSurfaceBoundaryMode cudaSurfaceBoundaryMode;
typedef struct cudaChannelFormatDesc cudaChannelFormatDesc;
typedef struct cudaResourceDesc cudaResourceDesc;
typedef struct cudaTextureDesc cudaTextureDesc;
#endif
