#include "encodings/rotation.hpp"

#include "core/rounding.hpp"

namespace posenc {

const double* Rotation::waves_at(const TrigTable& table, const double* position) {
  constexpr std::size_t kMostNumbers = (std::size_t{32} << 20) / sizeof(double);
  const std::size_t pairs = table.pairs();
  key_.assign(position, position + table.axes);
  if (const auto known = row_of_.find(key_); known != row_of_.end())
    return waves_.data() + known->second;
  if (waves_.size() + 2 * pairs > kMostNumbers) {
    waves_.clear();
    row_of_.clear();
  }
  const std::size_t at = waves_.size();
  row_of_.emplace(key_, at);
  waves_.resize(at + 2 * pairs);
  const std::vector<Position> p = coordinates(table, position);
  for (std::size_t i = 0; i < pairs; ++i) {
    const SinCos w = wave_of(table, i, p.data());
    const double amplitude = table.amplitude_of(i);
    waves_[at + i] = amplified(amplitude, w.cos, w.cos_tail);
    waves_[at + pairs + i] = amplified(amplitude, w.sin, w.sin_tail);
  }
  return waves_.data() + at;
}

void Rotation::apply(const TrigTable& table, std::span<const double> positions, const double* x,
                     double* out) {
  const std::size_t pairs = table.pairs();
  for (std::size_t row = 0; row < positions.size(); row += table.axes) {
    const double* c = waves_at(table, positions.data() + row);
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
