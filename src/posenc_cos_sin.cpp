// Plan: cosines and sines of rotary encodings, as engines keep them.
#include "posenc.hpp"

namespace posenc {

std::optional<Error> Plan::no_cos_sin() const {
  if (!rotary_) return not_defined("cosines and sines of a rotation");
  if (axes() != 1) return not_defined("cosines and sines of one coordinate: take its table");
  return std::nullopt;
}

// Reorders channels for the cache; the half layout already has this order.
template <class T>
void Plan::cosines_first(std::size_t rows, T* out) const {
  const std::size_t w = table_->width(), pairs = table_->pairs();
  std::vector<std::size_t> to(w);
  bool moves = false;
  for (std::size_t c = 0; c < w; ++c) {
    const Column& column = table_->columns[c];
    to[c] = column.wave == Wave::sine ? pairs + column.pair : column.pair;
    moves = moves || to[c] != c;
  }
  if (!moves) return;
  std::vector<T> row(w);
  for (std::size_t r = 0; r < rows; ++r, out += w) {
    for (std::size_t c = 0; c < w; ++c) row[to[c]] = out[c];
    for (std::size_t c = 0; c < w; ++c) out[c] = row[c];
  }
}

Result<void> Plan::cos_sin(double start, std::size_t rows, float* out) {
  if (auto error = no_cos_sin()) return *error;
  if (const auto made = table_f32(start, 1, rows, out); !made) return made;
  cosines_first(rows, out);
  return {};
}

Result<void> Plan::cos_sin(double start, std::size_t rows, double* out) {
  if (auto error = no_cos_sin()) return *error;
  if (const auto made = table_f64(start, 1, rows, out); !made) return made;
  cosines_first(rows, out);
  return {};
}

Result<void> Plan::cos_sin(double start, std::size_t rows, NarrowFormat format,
                           std::uint16_t* out) {
  if (auto error = no_cos_sin()) return *error;
  std::vector<float> singles(rows * width());
  if (const auto made = table_f32(start, 1, rows, singles.data()); !made) return made;
  rows_narrow(*table_, format, start, 1, rows, singles.data(), out);
  cosines_first(rows, out);
  return {};
}

}  // namespace posenc
