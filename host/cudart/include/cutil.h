// SPDX-License-Identifier: Apache-2.0
// Macros and functions of the utility library that CUDA's samples had before helper_cuda.h.
#pragma once

#include <helper_cuda.h>
#include <helper_functions.h>

#define CUT_DEVICE_INIT(argc, argv) checkCudaErrors(cudaSetDevice(0))
#define CUT_EXIT(argc, argv) exit(EXIT_SUCCESS)
#define CUDA_SAFE_CALL_NO_SYNC(call) checkCudaErrors(call)
#define CUDA_SAFE_CALL(call) checkCudaErrors(call)
#define CUT_CHECK_ERROR(message) getLastCudaError(message)
#define CUT_SAFE_CALL(call)                                                      \
    do {                                                                         \
        if (!(call)) {                                                           \
            fprintf(stderr, "%s:%d: %s failed\n", __FILE__, __LINE__, #call);    \
            exit(EXIT_FAILURE);                                                  \
        }                                                                        \
    } while (0)
// In an emulator these told of bank conflicts; as in programs for a device, they are the element and the place of it.
#define CUT_BANK_CHECKER(array, index) array[index]
#define CUT_SAFE_MALLOC(call) CUT_SAFE_CALL(call)

enum CUTBoolean { CUTFalse = 0, CUTTrue = 1 };

// Timers are numbered from 1 in the order of their creation.
inline StopWatchInterface *&__warpsmith_timer(unsigned int number) {
    static StopWatchInterface *timers[1024];
    if (number == 0 || number >= 1024) {
        fprintf(stderr, "cutil.h: there is no timer %u; the first is 1, the last 1023\n", number);
        exit(EXIT_FAILURE);
    }
    return timers[number];
}
inline CUTBoolean cutCreateTimer(unsigned int *number) {
    static unsigned int last = 0;
    sdkCreateTimer(&__warpsmith_timer(*number = ++last));
    return CUTTrue;
}
inline CUTBoolean cutStartTimer(unsigned int number) { return CUTBoolean(sdkStartTimer(&__warpsmith_timer(number))); }
inline CUTBoolean cutStopTimer(unsigned int number) { return CUTBoolean(sdkStopTimer(&__warpsmith_timer(number))); }
inline CUTBoolean cutResetTimer(unsigned int number) { return CUTBoolean(sdkResetTimer(&__warpsmith_timer(number))); }
inline CUTBoolean cutDeleteTimer(unsigned int number) { return CUTBoolean(sdkDeleteTimer(&__warpsmith_timer(number))); }
inline float cutGetTimerValue(unsigned int number) { return sdkGetTimerValue(&__warpsmith_timer(number)); }
inline float cutGetAverageTimerValue(unsigned int number) { return sdkGetAverageTimerValue(&__warpsmith_timer(number)); }

inline CUTBoolean cutCheckCmdLineFlag(int argc, const char **argv, const char *name) {
    return CUTBoolean(checkCmdLineFlag(argc, argv, name));
}
inline CUTBoolean cutGetCmdLineArgumenti(int argc, const char **argv, const char *name, int *value) {
    bool given = checkCmdLineFlag(argc, argv, name);
    if (given) *value = getCmdLineArgumentInt(argc, argv, name);
    return CUTBoolean(given);
}
inline CUTBoolean cutGetCmdLineArgumentf(int argc, const char **argv, const char *name, float *value) {
    bool given = checkCmdLineFlag(argc, argv, name);
    if (given) *value = getCmdLineArgumentFloat(argc, argv, name);
    return CUTBoolean(given);
}
inline CUTBoolean cutGetCmdLineArgumentstr(int argc, const char **argv, const char *name, char **value) {
    return CUTBoolean(getCmdLineArgumentString(argc, argv, name, value));
}
// Whether two arrays are the same.
template <class T> inline CUTBoolean __warpsmith_same(const T *reference, const T *data, unsigned int length) {
    for (unsigned int i = 0; i < length; ++i) {
        if (!(reference[i] == data[i])) return CUTFalse;
    }
    return CUTTrue;
}
inline CUTBoolean cutComparef(const float *reference, const float *data, unsigned int length) {
    return __warpsmith_same(reference, data, length);
}
inline CUTBoolean cutComparei(const int *reference, const int *data, unsigned int length) {
    return __warpsmith_same(reference, data, length);
}
inline CUTBoolean cutCompareub(const unsigned char *reference, const unsigned char *data, unsigned int length) {
    return __warpsmith_same(reference, data, length);
}
// Whether they differ by no more than `epsilon`, in at most the part `threshold` of their elements.
inline CUTBoolean cutCompareubt(const unsigned char *reference, const unsigned char *data, unsigned int length, float epsilon,
                                float threshold) {
    unsigned int differences = 0;
    for (unsigned int i = 0; i < length; ++i) differences += fabsf(float(reference[i]) - data[i]) > epsilon;
    return CUTBoolean(differences <= length * threshold);
}
inline CUTBoolean cutCompareube(const unsigned char *reference, const unsigned char *data, unsigned int length, float epsilon) {
    return cutCompareubt(reference, data, length, epsilon, 0.0f);
}
inline CUTBoolean cutCompareL2fe(const float *reference, const float *data, unsigned int length, float epsilon) {
    return CUTBoolean(sdkCompareL2fe(reference, data, length, epsilon));
}
inline CUTBoolean cutComparefe(const float *reference, const float *data, unsigned int length, float epsilon) {
    for (unsigned int i = 0; i < length; ++i) {
        if (!(fabsf(reference[i] - data[i]) <= epsilon)) return CUTFalse;
    }
    return CUTTrue;
}
