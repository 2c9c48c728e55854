#include "kernels/channel_gram.hpp"

namespace posenc {
namespace {

// half of a phase in [-1/2, 1/2) of a turn
u128 halved(u128 turns) {
  const u128 sign = turns >> 127;
  return turns >> 1 | sign << 127;
}

// Σ_{t<n} cos 2π(phase + t·step)
double sum_of_wave(u128 phase, u128 step, std::uint64_t n) {
  const u128 half = halved(step);
  const double below = sincos(half).sin;
  if (below == 0) return static_cast<double>(n) * sincos(phase).cos;
  return sincos(phase + half * (n - 1)).cos * (sincos(half * n).sin / below);
}

}  // namespace

void channel_gram(std::span<const ChannelWave> channels, std::uint64_t n, std::size_t first,
                  std::size_t rows, double* out) {
  for (std::size_t i = first; i < first + rows; ++i)
    for (const ChannelWave& b : channels) {
      const ChannelWave& a = channels[i];
      const double scale = a.amplitude * b.amplitude / 2;
      *out++ = n == 0 || scale == 0 ? 0
                                    : scale * (sum_of_wave(a.phase - b.phase, a.step - b.step, n) +
                                               sum_of_wave(a.phase + b.phase, a.step + b.step, n));
    }
}

}  // namespace posenc
