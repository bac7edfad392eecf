// SPDX-License-Identifier: Apache-2.0
//
// featurekmeans: the assignment step of k-means on points that lie feature by feature and are read through a texture.
//
// Class: compute. Second kernel of k-means in the Mascar paper (`kmeansPoint` of Rodinia): 34 features, 5 clusters in constant
// memory. Loads are coalesced and pass by the L1, in which there is nothing but the result.
//
// Arguments: points features clusters.
#include "harness.cuh"

const int THREADS = 256;
const int MAX_CENTRE_VALUES = 4096;

__constant__ float centres[MAX_CENTRE_VALUES]; // centre c, feature f at c * features + f
texture<float, cudaTextureType1D, cudaReadModeElementType> coordinates;

__global__ void __launch_bounds__(THREADS, 6) assign(int *membership, int count, int features, int clusters) {
    int point = blockIdx.x * THREADS + threadIdx.x;
    if (point >= count) return;
    int nearest = 0;
    float least = FLT_MAX;
    for (int c = 0; c < clusters; ++c) {
        float distance = 0;
        for (int f = 0; f < features; ++f) {
            float difference = tex1Dfetch(coordinates, f * count + point) - centres[c * features + f];
            distance += difference * difference;
        }
        if (distance < least) {
            least = distance;
            nearest = c;
        }
    }
    membership[point] = nearest;
}

int main(int argc, char **argv) {
    Arguments sizes(
        argc, argv,
        {{"points", 23040, 1, 1 << 20, 1}, {"features", 34, 1, 64, 1}, {"clusters", 5, 1, 64, 1}});
    int count = sizes[0], features = sizes[1], clusters = sizes[2];
    Lcg random(81);
    std::vector<float> centre = random_floats(random, size_t(clusters) * features, -1, 1);
    std::vector<float> points = random_floats(random, size_t(count) * features, -1, 1);

    float *device_points = to_device(points);
    int *membership = zeros_on_device<int>(count);
    CUDA_CHECK(cudaMemcpyToSymbol(centres, centre.data(), centre.size() * sizeof(float)));
    CUDA_CHECK(cudaBindTexture(nullptr, coordinates, device_points, points.size() * sizeof(float)));
    assign<<<blocks_for(count, THREADS), THREADS>>>(membership, count, features, clusters);
    FINISH_KERNELS();
    CUDA_CHECK(cudaUnbindTexture(coordinates));
    CUDA_CHECK(cudaFree(device_points));
    std::vector<int> chosen = take_from_device(membership, count);

    // How much farther than the nearest centre the chosen one is, relative, for the worst point.
    double worst = 0;
    for (int point = 0; point < count; ++point) {
        double least = std::numeric_limits<double>::infinity(), own = least;
        for (int c = 0; c < clusters; ++c) {
            double distance = 0;
            for (int f = 0; f < features; ++f) {
                double difference = double(points[size_t(f) * count + point]) - centre[size_t(c) * features + f];
                distance += difference * difference;
            }
            least = std::fmin(least, distance);
            if (c == chosen[point]) own = distance;
        }
        worst = std::fmax(worst, own / least - 1);
    }
    return verdict("featurekmeans", sizes, "excess distance of the worst choice", worst, 1e-5);
}
