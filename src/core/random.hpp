// Random numbers that are equal on every platform: Philox4x32-10 (Salmon et al. 2011, "Parallel
// random numbers: as easy as 1, 2, 3", SC11), a counter-based generator, with its own distributions
// (the standard library's differ between implementations).
//
// Number i of a stream is a function of (seed, stream, i): any part of a table can be drawn.
#pragma once
#include <array>
#include <cmath>  // std::sqrt
#include <cstdint>
#include <string_view>

#include "core/real.hpp"
#include "core/turn.hpp"

namespace posenc {

// Returns a seed for a name, such as that of a tensor: its numbers do not depend on the other
// tensors or their order. FNV-1a.
inline std::uint64_t seed_of(std::uint64_t seed, std::string_view name) {
  std::uint64_t hash = 0xcbf29ce484222325u;
  for (const char c : name) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3u;
  return (seed * 0x9e3779b97f4a7c15u) ^ hash;
}

class Random {
 public:
  // Streams of one seed are independent: one per tensor of an encoding.
  explicit Random(std::uint64_t seed, std::uint32_t stream = 0) : seed_(seed), stream_(stream) {}

  // four words for counter i (and a second index, for retries)
  std::array<std::uint32_t, 4> words(std::uint64_t i, std::uint32_t attempt = 0) const {
    std::array<std::uint32_t, 4> c = {static_cast<std::uint32_t>(i),
                                      static_cast<std::uint32_t>(i >> 32), attempt, stream_};
    auto k0 = static_cast<std::uint32_t>(seed_), k1 = static_cast<std::uint32_t>(seed_ >> 32);
    for (int round = 0; round < 10; ++round) {
      const std::uint64_t p0 = std::uint64_t{0xD2511F53} * c[0];
      const std::uint64_t p1 = std::uint64_t{0xCD9E8D57} * c[2];
      c = {static_cast<std::uint32_t>(p1 >> 32) ^ c[1] ^ k0, static_cast<std::uint32_t>(p1),
           static_cast<std::uint32_t>(p0 >> 32) ^ c[3] ^ k1, static_cast<std::uint32_t>(p0)};
      k0 += 0x9E3779B9;
      k1 += 0xBB67AE85;
    }
    return c;
  }

  // in (0, 1): an odd multiple of 2^-53, never 0 or 1
  double uniform(std::uint64_t i) const {
    const auto w = words(i);
    return unit(w[0], w[1]);
  }
  double uniform(std::uint64_t i, double low, double high) const {
    return low + (high - low) * uniform(i);
  }
  // integer in 0 … n - 1, n > 0 (bias below 2^-32 for n < 2^32)
  std::uint64_t below(std::uint64_t i, std::uint64_t n) const {
    const auto w = words(i);
    const std::uint64_t bits = (static_cast<std::uint64_t>(w[0]) << 32) | w[1];
    return static_cast<std::uint64_t>((static_cast<u128>(bits) * n) >> 64);
  }
  // N(0, 1), by Box and Muller
  double normal(std::uint64_t i) const { return normal_of(words(i)); }
  // N(0, 1) cut to [low, high], by rejection; the interval should hold more than a few percent
  double truncated_normal(std::uint64_t i, double low, double high) const {
    double x = 0;
    for (std::uint32_t attempt = 0; attempt < 4096; ++attempt) {
      x = normal_of(words(i, attempt));
      if (x >= low && x <= high) return x;
    }
    return x < low ? low : high;
  }

 private:
  static double unit(std::uint32_t high, std::uint32_t low) {
    const std::uint64_t bits = ((static_cast<std::uint64_t>(high) << 32) | low) >> 12;
    return (static_cast<double>(bits) + 0.5) * 0x1p-52;
  }
  static double normal_of(const std::array<std::uint32_t, 4>& w) {
    const u128 phase = static_cast<u128>((static_cast<std::uint64_t>(w[2]) << 32) | w[3]) << 64;
    return std::sqrt(-2 * real::log(unit(w[0], w[1]))) * sincos(phase).cos;
  }

  std::uint64_t seed_;
  std::uint32_t stream_;
};

}  // namespace posenc
