#include "encodings/rotation.hpp"

#include "core/rounding.hpp"

namespace posenc {

const double* Rotation::waves_at(std::span<const TurnFrequency> frequencies, double position) {
  constexpr std::size_t kMostNumbers = (std::size_t{32} << 20) / sizeof(double);
  const std::size_t pairs = frequencies.size();
  if (const auto known = row_of_.find(position); known != row_of_.end())
    return waves_.data() + known->second;
  if (waves_.size() + 2 * pairs > kMostNumbers) {
    waves_.clear();
    row_of_.clear();
  }
  const std::size_t at = waves_.size();
  row_of_.emplace(position, at);
  waves_.resize(at + 2 * pairs);
  const Position p(position);
  for (std::size_t i = 0; i < pairs; ++i) {
    const SinCos w = wave(frequencies[i], p);
    waves_[at + i] = amplified(amplitude_, w.cos, w.cos_tail);
    waves_[at + pairs + i] = amplified(amplitude_, w.sin, w.sin_tail);
  }
  return waves_.data() + at;
}

void Rotation::apply(std::span<const TurnFrequency> frequencies, std::span<const double> positions,
                     const double* x, double* out) {
  const std::size_t pairs = frequencies.size();
  for (const double position : positions) {
    const double* c = waves_at(frequencies, position);
    const double* s = c + pairs;
    if (shape_.interleaved) {
      for (std::size_t i = 0; i < pairs; ++i) {
        out[2 * i] = x[2 * i] * c[i] - x[2 * i + 1] * s[i];
        out[2 * i + 1] = x[2 * i + 1] * c[i] + x[2 * i] * s[i];
      }
    } else {
      for (std::size_t i = 0; i < pairs; ++i) {
        out[i] = x[i] * c[i] - x[i + pairs] * s[i];
        out[i + pairs] = x[i + pairs] * c[i] + x[i] * s[i];
      }
    }
    for (std::size_t k = 2 * pairs; k < shape_.head_dim; ++k) out[k] = x[k];
    x += shape_.head_dim;
    out += shape_.head_dim;
  }
}

}  // namespace posenc
