// SPDX-License-Identifier: Apache-2.0
// Files of CUDA's sample programs: arrays of numbers as text, grey (PGM) and coloured (PPM) pictures, and comparisons.
#pragma once

#include <helper_string.h>

#include <fstream>
#include <math.h>
#include <stdio.h>
#include <vector>

#ifndef MIN
#define MIN(a, b) ((a) < (b) ? (a) : (b))
#endif
#ifndef MAX
#define MAX(a, b) ((a) > (b) ? (a) : (b))
#endif

// Whether at most the share `threshold` of the data differs by more than `epsilon` from the reference.
template <class T, class S>
inline bool compareData(const T *reference, const T *data, const unsigned int length, const S epsilon,
                        const float threshold) {
    unsigned int wrong = 0;
    for (unsigned int i = 0; i < length; ++i) {
        double difference = fabs(double(reference[i]) - double(data[i]));
        wrong += !(difference <= double(epsilon));
    }
    if (wrong > 0) printf("%u of %u values differ by more than %g\n", wrong, length, double(epsilon));
    return threshold == 0.0f ? wrong == 0 : wrong < threshold * length;
}
// The same, where differences below a thousandth never count.
template <class T, class S>
inline bool compareDataAsFloatThreshold(const T *reference, const T *data, const unsigned int length, const S epsilon,
                                        const float threshold) {
    return compareData(reference, data, length, MAX(double(epsilon), 1e-3), threshold);
}

inline bool __warpsmith_cannot(const char *what, const char *file) {
    fprintf(stderr, "cannot %s %s\n", what, file ? file : "(no name)");
    return false;
}

// Numbers separated by white space; the array is allocated.
template <class T> inline bool sdkReadFile(const char *file, T **data, unsigned int *length, bool) {
    std::ifstream in(file ? file : "");
    if (!in) return __warpsmith_cannot("read", file);
    std::vector<T> values;
    for (T value; in >> value;) values.push_back(value);
    if (*data == NULL) *data = static_cast<T *>(malloc(values.size() * sizeof(T)));
    else if (*length != values.size()) return __warpsmith_cannot("fit into the array", file);
    for (size_t i = 0; i < values.size(); ++i) (*data)[i] = values[i];
    *length = static_cast<unsigned int>(values.size());
    return true;
}
template <class T, class S>
inline bool sdkWriteFile(const char *file, const T *data, unsigned int length, const S epsilon, bool,
                         bool append = false) {
    std::ofstream out(file ? file : "", append ? std::ios::app : std::ios::trunc);
    if (!append) out << "# " << epsilon << "\n";
    for (unsigned int i = 0; i < length; ++i) out << data[i] << ' ';
    out << std::endl;
    return out ? true : __warpsmith_cannot("write", file);
}

// Binary arrays.
inline void sdkDumpBin(void *data, unsigned int bytes, const char *file) {
    std::ofstream out(file, std::ios::binary);
    if (!out.write(static_cast<const char *>(data), bytes)) __warpsmith_cannot("write", file);
}
template <class T> inline bool __warpsmith_read_bin(const char *file, std::vector<T> &values) {
    std::ifstream in(file ? file : "", std::ios::binary);
    return in.read(reinterpret_cast<char *>(values.data()), values.size() * sizeof(T))
               ? true
               : __warpsmith_cannot("read enough of", file);
}
template <class T>
inline bool __warpsmith_compare_bin(const char *data, const char *reference, unsigned int length, float epsilon,
                                    float threshold, char *executable) {
    char *path = sdkFindFilePath(reference, executable);
    std::vector<T> expected(length), found(length);
    bool same = __warpsmith_read_bin(data, found) && __warpsmith_read_bin(path ? path : reference, expected) &&
                compareData(expected.data(), found.data(), length, epsilon, threshold);
    free(path);
    return same;
}
inline bool sdkCompareBin2BinUint(const char *data, const char *reference, unsigned int length, const float epsilon,
                                  const float threshold, char *executable) {
    return __warpsmith_compare_bin<unsigned int>(data, reference, length, epsilon, threshold, executable);
}
inline bool sdkCompareBin2BinFloat(const char *data, const char *reference, unsigned int length, const float epsilon,
                                   const float threshold, char *executable) {
    return __warpsmith_compare_bin<float>(data, reference, length, epsilon, threshold, executable);
}

// The bytes of a binary PGM or PPM picture, `channels` of them a pixel.
inline bool __warpsmith_load(const char *file, std::vector<unsigned char> &bytes, unsigned int *width,
                             unsigned int *height, unsigned int *channels) {
    std::ifstream in(file ? file : "", std::ios::binary);
    std::string magic;
    unsigned int numbers[3] = {}; // width, height, largest value
    in >> magic;
    *channels = magic == "P6" ? 3 : 1;
    if (!in || (magic != "P5" && magic != "P6")) return __warpsmith_cannot("read a P5 or P6 picture from", file);
    for (unsigned int &number : numbers) {
        while (in >> std::ws && in.peek() == '#') in.ignore(1 << 20, '\n');
        in >> number;
    }
    in.get();
    if (!in || numbers[2] == 0 || numbers[2] > 255) return __warpsmith_cannot("understand the picture", file);
    *width = numbers[0], *height = numbers[1];
    bytes.resize(size_t(*width) * *height * *channels);
    return in.read(reinterpret_cast<char *>(bytes.data()), bytes.size()) ? true : __warpsmith_cannot("read all of", file);
}
inline bool __warpsmith_save(const char *file, const unsigned char *bytes, unsigned int width, unsigned int height,
                             unsigned int channels) {
    std::ofstream out(file ? file : "", std::ios::binary);
    out << (channels == 3 ? "P6\n" : "P5\n") << width << "\n" << height << "\n255\n";
    out.write(reinterpret_cast<const char *>(bytes), size_t(width) * height * channels);
    return out ? true : __warpsmith_cannot("write", file);
}

// Components of a picture in memory: bytes as they are, floating-point numbers as fractions of 255.
inline void __warpsmith_component(unsigned char byte, unsigned char *to) { *to = byte; }
inline void __warpsmith_component(unsigned char byte, float *to) { *to = byte / 255.0f; }
inline unsigned char __warpsmith_byte(unsigned char value) { return value; }
inline unsigned char __warpsmith_byte(float value) { return static_cast<unsigned char>(value * 255.0f); }

// Loads with `wanted` components a pixel; a fourth one that the file has not is 0. Allocates unless there is memory.
template <class T>
inline bool __warpsmith_load_as(const char *file, T **data, unsigned int *width, unsigned int *height,
                                unsigned int wanted) {
    std::vector<unsigned char> bytes;
    unsigned int channels;
    if (!__warpsmith_load(file, bytes, width, height, &channels)) return false;
    if (channels != MIN(wanted, 3u)) return __warpsmith_cannot("find the expected components in", file);
    size_t pixels = size_t(*width) * *height;
    if (*data == NULL) *data = static_cast<T *>(malloc(pixels * wanted * sizeof(T)));
    for (size_t i = 0; i < pixels; ++i) {
        for (unsigned int c = 0; c < wanted; ++c) {
            __warpsmith_component(c < channels ? bytes[i * channels + c] : 0, &(*data)[i * wanted + c]);
        }
    }
    return true;
}
template <class T>
inline bool __warpsmith_save_as(const char *file, T *data, unsigned int width, unsigned int height, unsigned int given) {
    unsigned int channels = MIN(given, 3u);
    std::vector<unsigned char> bytes;
    for (size_t i = 0; i < size_t(width) * height; ++i) {
        for (unsigned int c = 0; c < channels; ++c) bytes.push_back(__warpsmith_byte(data[i * given + c]));
    }
    return __warpsmith_save(file, bytes.data(), width, height, channels);
}
template <class T> inline bool sdkLoadPGM(const char *file, T **data, unsigned int *width, unsigned int *height) {
    return __warpsmith_load_as(file, data, width, height, 1);
}
template <class T> inline bool sdkSavePGM(const char *file, T *data, unsigned int width, unsigned int height) {
    return __warpsmith_save_as(file, data, width, height, 1);
}
template <class T> inline bool sdkLoadPPM4(const char *file, T **data, unsigned int *width, unsigned int *height) {
    return __warpsmith_load_as(file, data, width, height, 4);
}
inline bool sdkLoadPPM4ub(const char *file, unsigned char **data, unsigned int *width, unsigned int *height) {
    return __warpsmith_load_as(file, data, width, height, 4);
}
inline bool sdkLoadPPMub(const char *file, unsigned char **data, unsigned int *width, unsigned int *height) {
    return __warpsmith_load_as(file, data, width, height, 3);
}
inline bool sdkSavePPM4ub(const char *file, unsigned char *data, unsigned int width, unsigned int height) {
    return __warpsmith_save_as(file, data, width, height, 4);
}
inline bool sdkSavePPMub(const char *file, unsigned char *data, unsigned int width, unsigned int height) {
    return __warpsmith_save_as(file, data, width, height, 3);
}

// Compares two pictures of one kind.
inline bool __warpsmith_compare(const char *file, const char *reference, float epsilon, float threshold) {
    std::vector<unsigned char> found, expected;
    unsigned int a[3], b[3];
    if (!__warpsmith_load(file, found, &a[0], &a[1], &a[2]) || !__warpsmith_load(reference, expected, &b[0], &b[1], &b[2])) {
        return false;
    }
    if (a[0] != b[0] || a[1] != b[1] || a[2] != b[2]) return __warpsmith_cannot("compare pictures of other sizes:", file);
    return compareData(expected.data(), found.data(), static_cast<unsigned int>(found.size()), epsilon, threshold);
}
inline bool sdkComparePPM(const char *file, const char *reference, const float epsilon, const float threshold, bool) {
    return __warpsmith_compare(file, reference, epsilon, threshold);
}
inline bool sdkComparePGM(const char *file, const char *reference, const float epsilon, const float threshold, bool) {
    return __warpsmith_compare(file, reference, epsilon, threshold);
}
