// SPDX-License-Identifier: Apache-2.0
//
// similarity: how similar documents are to some of them: the cosines of the angles between their vectors of features. One kernel finds the
// length of each vector, the next takes a pair a thread.
//
// Class: cache. SS of the MeDiC dissertation: documents of 128 features, row by row. A warp reads one document's features all lanes together
// and those of 32 others a line a lane, each line 32 times: more than L1 keeps, while L2 holds all 512 kB.
//
// Arguments: documents features queries.
#include "harness.cuh"

const int THREADS = 256;

__global__ void __launch_bounds__(THREADS)
    measure(const float *feature, float *length, int documents, int features) {
    int document = blockIdx.x * THREADS + threadIdx.x;
    if (document >= documents) return;
    const float *own = feature + document * features;
    float sum = 0;
#pragma unroll 1
    for (int f = 0; f < features; ++f) sum += own[f] * own[f];
    length[document] = sqrtf(sum);
}

/// Pair number q * documents + d is of query q, one of the first documents, and document d.
__global__ void __launch_bounds__(THREADS)
    compare(const float *feature, const float *length, float *cosine, int documents, int features, int pairs) {
    int pair = blockIdx.x * THREADS + threadIdx.x;
    if (pair >= pairs) return;
    int query = pair / documents, document = pair % documents;
    const float *a = feature + query * features, *b = feature + document * features;
    float sum = 0;
#pragma unroll 1
    for (int f = 0; f < features; ++f) sum += a[f] * b[f];
    cosine[pair] = sum / (length[query] * length[document]);
}

int main(int argc, char **argv) {
    Arguments sizes(argc, argv, {{"documents", 1024, 1, 1 << 16, 1}, {"features", 128, 1, 1024, 1},
                                 {"queries", 16, 1, 1024, 1}});
    int documents = sizes[0], features = sizes[1], queries = sizes[2];
    if (queries > documents) sizes.refuse("there are more queries than documents");
    int pairs = queries * documents;
    Lcg random(57);
    std::vector<float> feature = random_floats(random, size_t(documents) * features, 0, 1);

    float *device_feature = to_device(feature), *device_length = zeros_on_device<float>(documents);
    float *device_cosine = zeros_on_device<float>(pairs);
    measure<<<blocks_for(documents, THREADS), THREADS>>>(device_feature, device_length, documents, features);
    compare<<<blocks_for(pairs, THREADS), THREADS>>>(device_feature, device_length, device_cosine, documents, features,
                                                     pairs);
    FINISH_KERNELS();
    std::vector<float> cosine = take_from_device(device_cosine, pairs);
    CUDA_CHECK(cudaFree(device_feature));
    CUDA_CHECK(cudaFree(device_length));

    auto product = [&](int a, int b) {
        double sum = 0;
        for (int f = 0; f < features; ++f)
            sum += double(feature[size_t(a) * features + f]) * feature[size_t(b) * features + f];
        return sum;
    };
    std::vector<double> length, want;
    for (int d = 0; d < documents; ++d) length.push_back(std::sqrt(product(d, d)));
    for (int q = 0; q < queries; ++q) {
        for (int d = 0; d < documents; ++d) want.push_back(product(q, d) / (length[q] * length[d]));
    }
    // All terms are positive: a rounding of the product and of the sum for each feature, in three sums, and a few of the rest.
    return verdict("similarity", sizes, "largest error of a cosine", max_error(cosine, want, 1),
                   std::ldexp(2 * features + 4, -24));
}
