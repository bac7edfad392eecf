// SPDX-License-Identifier: Apache-2.0
//
// digest: MD5 of many pieces of data, a thread a piece of 128 bytes: two blocks that a CTA has loaded into shared memory, and one of
// padding and length.
//
// Class: unsaturated. STO of the paper on ILP in GPUs, where StoreGPU finds equal data by hashes: 384 CTAs of 128 threads, 24 registers
// a thread. The pieces of a CTA fill the 16 kB of shared memory, so that it is alone on its SM, and each step needs the one before.
//
// Arguments: ctas.
#include "harness.cuh"

const int THREADS = 128, REGISTERS = 24;
const int PIECE = 32, BLOCK = 16; // words
const int STEPS = 64;

/// The constant of each step, floor(2^32 |sin(step + 1)|).
static __device__ constexpr unsigned SINES[STEPS] = {
    0xd76aa478u, 0xe8c7b756u, 0x242070dbu, 0xc1bdceeeu, 0xf57c0fafu, 0x4787c62au, 0xa8304613u, 0xfd469501u,
    0x698098d8u, 0x8b44f7afu, 0xffff5bb1u, 0x895cd7beu, 0x6b901122u, 0xfd987193u, 0xa679438eu, 0x49b40821u,
    0xf61e2562u, 0xc040b340u, 0x265e5a51u, 0xe9b6c7aau, 0xd62f105du, 0x02441453u, 0xd8a1e681u, 0xe7d3fbc8u,
    0x21e1cde6u, 0xc33707d6u, 0xf4d50d87u, 0x455a14edu, 0xa9e3e905u, 0xfcefa3f8u, 0x676f02d9u, 0x8d2a4c8au,
    0xfffa3942u, 0x8771f681u, 0x6d9d6122u, 0xfde5380cu, 0xa4beea44u, 0x4bdecfa9u, 0xf6bb4b60u, 0xbebfbc70u,
    0x289b7ec6u, 0xeaa127fau, 0xd4ef3085u, 0x04881d05u, 0xd9d4d039u, 0xe6db99e5u, 0x1fa27cf8u, 0xc4ac5665u,
    0xf4292244u, 0x432aff97u, 0xab9423a7u, 0xfc93a039u, 0x655b59c3u, 0x8f0ccc92u, 0xffeff47du, 0x85845dd1u,
    0x6fa87e4fu, 0xfe2ce6e0u, 0xa3014314u, 0x4e0811a1u, 0xf7537e82u, 0xbd3af235u, 0x2ad7d2bbu, 0xeb86d391u,
};

/// By how many bits each step turns: four in turn in each of four rounds.
static __device__ constexpr int TURNS[4][4] = {{7, 12, 17, 22}, {5, 9, 14, 20}, {4, 11, 16, 23}, {6, 10, 15, 21}};

/// One block of 16 words, which `word` gives by number.
template <class Word> __device__ __forceinline__ void add_block(uint4 &digest, Word word) {
    unsigned a = digest.x, b = digest.y, c = digest.z, d = digest.w;
#pragma unroll
    for (int step = 0; step < STEPS; ++step) {
        int round = step / BLOCK, from = round == 0 ? step : round == 1 ? 5 * step + 1 : round == 2 ? 3 * step + 5 : 7 * step;
        unsigned mixed = round == 0   ? (b & c) | (~b & d)
                         : round == 1 ? (d & b) | (~d & c)
                         : round == 2 ? b ^ c ^ d
                                      : c ^ (b | ~d);
        unsigned sum = a + mixed + SINES[step] + word(from % BLOCK);
        int turn = TURNS[round][step % 4];
        a = d;
        d = c;
        c = b;
        b += sum << turn | sum >> (32 - turn);
    }
    digest.x += a;
    digest.y += b;
    digest.z += c;
    digest.w += d;
}

__global__ void __launch_bounds__(THREADS) hash(const unsigned *data, uint4 *digests) {
    take_registers<REGISTERS>();
    // Word w of piece p lies at p ^ w of its row: neither those who load neighbouring words nor those who read the same one of
    // neighbouring pieces meet in a bank.
    __shared__ unsigned words[PIECE][THREADS];
    int t = threadIdx.x;
    data += blockIdx.x * THREADS * PIECE;
#pragma unroll 1
    for (int i = t; i < THREADS * PIECE; i += THREADS) {
        int piece = i / PIECE, word = i % PIECE;
        words[word][piece ^ word] = data[i];
    }
    __syncthreads();

    uint4 digest = make_uint4(0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476);
#pragma unroll 1
    for (int first = 0; first < PIECE; first += BLOCK)
        add_block(digest, [&](int i) { return words[first + i][t ^ (first + i)]; });
    add_block(digest, [](int i) { return i == 0 ? 0x80u : i == BLOCK - 2 ? 32u * PIECE : 0u; });
    digests[blockIdx.x * THREADS + t] = digest;
}

/// The digest of any bytes, as its definition has it.
static std::vector<unsigned> digest_on_cpu(std::vector<uint8_t> message) {
    uint64_t bits = 8 * uint64_t(message.size());
    message.push_back(0x80);
    while (message.size() % 64 != 56) message.push_back(0);
    for (int i = 0; i < 8; ++i) message.push_back(uint8_t(bits >> 8 * i));
    const int turns[] = {7, 12, 17, 22, 5, 9, 14, 20, 4, 11, 16, 23, 6, 10, 15, 21};
    std::vector<unsigned> digest = {0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476};
    for (size_t block = 0; block < message.size(); block += 64) {
        unsigned a = digest[0], b = digest[1], c = digest[2], d = digest[3];
        for (int i = 0; i < 64; ++i) {
            unsigned mixed, word = 0;
            int from;
            if (i < 16) {
                mixed = d ^ (b & (c ^ d)), from = i;
            } else if (i < 32) {
                mixed = c ^ (d & (b ^ c)), from = (5 * i + 1) % 16;
            } else if (i < 48) {
                mixed = b ^ c ^ d, from = (3 * i + 5) % 16;
            } else {
                mixed = c ^ (b | ~d), from = 7 * i % 16;
            }
            for (int byte = 3; byte >= 0; --byte) word = word << 8 | message[block + size_t(4 * from + byte)];
            unsigned sum = a + mixed + unsigned(uint64_t(std::floor(4294967296.0 * std::fabs(std::sin(i + 1.0))))) + word;
            int turn = turns[i / 16 * 4 + i % 4];
            a = d, d = c, c = b;
            b += sum << turn | sum >> (32 - turn);
        }
        digest[0] += a, digest[1] += b, digest[2] += c, digest[3] += d;
    }
    return digest;
}

int main(int argc, char **argv) {
    Arguments sizes(argc, argv, {{"ctas", 384, 1, 65535, 1}});
    int ctas = sizes[0];
    size_t pieces = size_t(ctas) * THREADS;
    Lcg random(81);
    std::vector<unsigned> data(pieces * PIECE);
    for (unsigned &word : data) word = random.next();

    unsigned *device_data = to_device(data);
    uint4 *digests = zeros_on_device<uint4>(pieces);
    hash<<<ctas, THREADS>>>(device_data, digests);
    FINISH_KERNELS();
    std::vector<uint4> got = take_from_device(digests, pieces);
    CUDA_CHECK(cudaFree(device_data));

    // The digest of "abc" is known.
    const std::vector<unsigned> of_abc = {0x98500190, 0xb04fd23c, 0x7d3f96d6, 0x727fe128};
    double wrong = digest_on_cpu({'a', 'b', 'c'}) == of_abc ? 0 : std::numeric_limits<double>::infinity();
    for (size_t p = 0; p < pieces; ++p) {
        std::vector<uint8_t> bytes;
        for (int i = 0; i < 4 * PIECE; ++i) bytes.push_back(uint8_t(data[p * PIECE + size_t(i / 4)] >> 8 * (i % 4)));
        wrong += digest_on_cpu(bytes) != std::vector<unsigned>{got[p].x, got[p].y, got[p].z, got[p].w};
    }
    return verdict("digest", sizes, "wrong digests", wrong, 0);
}
