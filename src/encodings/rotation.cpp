#include "encodings/rotation.hpp"

#include <algorithm>  // std::equal, std::copy_n

#include "core/rounding.hpp"
#include "simd/rotate_rows.hpp"

namespace posenc {

void Rotation::learn(const TrigTable& table) {
  const std::size_t pairs = table.pairs(), at = waves_.size();
  index_of_.emplace(key_, index_of_.size());
  known_.insert(known_.end(), key_.begin(), key_.end());
  waves_.resize(at + 2 * pairs);
  const std::vector<Position> p = coordinates(table, key_.data());
  for (std::size_t i = 0; i < pairs; ++i) {
    const SinCos w = wave_of(table, i, p.data());
    const double amplitude = table.amplitude_of(i);
    waves_[at + i] = amplified(amplitude, w.cos, w.cos_tail);
    waves_[at + pairs + i] = amplified(amplitude, w.sin, w.sin_tail);
  }
}

Rotation::Run Rotation::run_of(const TrigTable& table, std::span<const double> positions) {
  constexpr std::size_t kMostNumbers = (std::size_t{32} << 20) / sizeof(double);
  const std::size_t a = table.axes, rows = positions.size() / a;
  const auto look_up = [&](std::size_t row) {
    key_.assign(positions.data() + row * a, positions.data() + (row + 1) * a);
    for (double& x : key_) x += 0.0;  // maps -0 to 0
    return index_of_.find(key_);
  };
  const auto first = look_up(0);
  Run run{first == index_of_.end() ? index_of_.size() : first->second, 0};
  for (; run.rows < rows; ++run.rows) {
    const double* const position = positions.data() + run.rows * a;
    if (const std::size_t next = run.first + run.rows; next < index_of_.size()) {
      if (!std::equal(position, position + a, known_.data() + next * a)) break;
      continue;
    }
    if (look_up(run.rows) != index_of_.end()) break;  // known, and not the next one
    if (waves_.size() + 2 * table.pairs() > kMostNumbers) {
      if (run.rows > 0) break;
      known_.clear(), waves_.clear(), index_of_.clear();
      run.first = 0;
    }
    learn(table);
  }
  return run;
}

const double* Rotation::waves_at(const TrigTable& table, const double* position) {
  const Run run = run_of(table, {position, table.axes});
  return waves_.data() + run.first * 2 * table.pairs();
}

template <class T>
bool Rotation::rotate(const TrigTable& table, std::span<const double> positions, const T* x,
                      T* out) {
  bool finite = true;
  const RotaryShape shape{shape_.head_dim, table.pairs(), shape_.interleaved};
  while (!positions.empty()) {
    const Run run = run_of(table, positions);
    const auto same = positions.first(run.rows * table.axes);
    std::size_t blocks = 1;  // usually heads: a repetition of the positions
    for (auto rest = positions.subspan(same.size());
         rest.size() >= same.size() && std::ranges::equal(same, rest.first(same.size()));
         rest = rest.subspan(same.size()))
      ++blocks;
    finite &=
        rotate_rows(shape, waves_.data() + run.first * 2 * shape.pairs, run.rows, blocks, x, out);
    positions = positions.subspan(blocks * same.size());
    x += blocks * run.rows * shape.width;
    out += blocks * run.rows * shape.width;
  }
  return finite;
}

template <class T>
bool Rotation::rotate_placed(const TrigTable& table, std::span<const double> positions, const T* x,
                             T* out) {
  const std::vector<std::size_t>& places = shape_.places;
  if (places.empty()) return rotate(table, positions, x, out);
  const std::size_t width = shape_.head_dim, rows = positions.size() / table.axes;
  std::vector<T> row(width);
  for (std::size_t r = 0; r < rows; ++r) {
    std::copy_n(x + r * width, width, row.begin());
    std::ranges::copy(row, out + r * width);
    for (std::size_t c = 0; c < places.size(); ++c) out[r * width + c] = row[places[c]];
  }
  const bool finite = rotate(table, positions, out, out);
  for (std::size_t r = 0; r < rows; ++r) {
    std::copy_n(out + r * width, width, row.begin());
    for (std::size_t c = 0; c < places.size(); ++c) out[r * width + places[c]] = row[c];
  }
  return finite;
}

template bool Rotation::rotate_placed(const TrigTable&, std::span<const double>, const double*,
                                      double*);
template bool Rotation::rotate_placed(const TrigTable&, std::span<const double>, const float*,
                                      float*);

}  // namespace posenc
