// Writes rows of cosines and sines in the order of a layout.
#pragma once
#include <algorithm>
#include <cstddef>
#include <span>
#include <utility>
#include <vector>

#include "core/sizes.hpp"
#include "posenc/cos_sin.hpp"
#include "posenc/result.hpp"

namespace posenc {

// Elements per row of the cosine and sine arrays; `width` elements hold all pairs.
struct CosSinWidths {
  std::size_t cos, sin;
};
constexpr CosSinWidths cos_sin_widths(CosSinLayout layout, std::size_t width) {
  switch (layout) {
    case CosSinLayout::half:
      return {width / 2, width / 2};
    case CosSinLayout::concatenated:
      return {width, 0};
    case CosSinLayout::doubled:
    case CosSinLayout::repeated:
      break;
  }
  return {width, width};
}

// Writes the p values of a row, once or twice.
template <class T>
void put_pairs(CosSinLayout layout, std::span<const T> row, T* out) {
  if (layout == CosSinLayout::repeated) {
    for (const T x : row) *out++ = x, *out++ = x;
    return;
  }
  out = std::ranges::copy(row, out).out;
  if (layout == CosSinLayout::doubled) std::ranges::copy(row, out);
}

// `make(first, rows, T* out)` writes rows of `width` values, cosines first. It is called at least
// once, so that an encoding without such rows can return its error. It is called for few rows at a
// time, so that no second table is needed.
template <class T, class Make>
Result<void> cos_sin_rows(CosSinLayout layout, std::size_t width, std::size_t count,
                          std::span<T> cos, std::span<T> sin, Make make) {
  constexpr std::size_t kPiece = 1 << 15;
  const CosSinWidths widths = cos_sin_widths(layout, width);
  const std::size_t most = std::max<std::size_t>(kPiece / std::max<std::size_t>(width, 1), 1);
  std::vector<T> piece(std::min(most, count) * width);
  std::size_t first = 0;
  do {
    const std::size_t rows = std::min(most, count - first);
    const bool in_place = layout == CosSinLayout::concatenated;
    T* const made = in_place ? cos.data() + first * width : piece.data();
    if (Result<void> done = make(first, rows, made); !done) return done;
    for (std::size_t r = 0; !in_place && r < rows; ++r) {
      const std::span<const T> row(made + r * width, width);
      put_pairs(layout, row.first(width / 2), cos.data() + (first + r) * widths.cos);
      put_pairs(layout, row.last(width / 2), sin.data() + (first + r) * widths.sin);
    }
    first += rows;
  } while (first < count);
  return {};
}

}  // namespace posenc
