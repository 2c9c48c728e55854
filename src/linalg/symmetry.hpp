// When a matrix counts as symmetric: the one rule for every analysis that takes a kernel.
#pragma once
#include <algorithm>
#include <cmath>  // std::fabs
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "core/matrix.hpp"
#include "core/text.hpp"
#include "posenc/result.hpp"

namespace posenc {

// Mirrored entries may differ by this part of the largest entry, the diagonal among them: what
// float32 or another order of summation leaves is far below what an asymmetry is.
inline constexpr double kMostAsymmetry = 1e-10;

struct Asymmetry {
  double largest = 0, apart = 0;  // entry; difference of two mirrored ones
  bool symmetric() const { return apart <= kMostAsymmetry * largest; }
};
// Of a square matrix. In tiles: a column touches as many pages as it has entries.
inline Asymmetry asymmetry(ConstMatrixView k) {
  constexpr std::size_t kTile = 16;
  const std::size_t n = k.rows;
  Asymmetry a;
  for (std::size_t top = 0; top < n; top += kTile) {
    const std::size_t bottom = std::min(n, top + kTile);
    for (std::size_t left = 0; left <= top; left += kTile)
      for (std::size_t i = top; i < bottom; ++i)
        for (std::size_t j = left; j < std::min(left + kTile, i + 1); ++j) {
          const double here = k(i, j), mirrored = k(j, i);
          a.largest = std::max(a.largest, std::max(std::fabs(here), std::fabs(mirrored)));
          a.apart = std::max(a.apart, std::fabs(here - mirrored));
        }
  }
  return a;
}

// An error that names `field` where it is not symmetric.
inline std::optional<Error> not_symmetric(ConstMatrixView k, std::string_view field) {
  const Asymmetry a = asymmetry(k);
  if (a.symmetric()) return std::nullopt;
  std::size_t row = 0, column = 0;
  while (std::fabs(k(row, column) - k(column, row)) != a.apart)
    if (++column > row) {
      ++row, column = 0;
    }
  const auto at = [&](std::size_t i, std::size_t j) {
    return "[" + std::to_string(i) + "][" + std::to_string(j) + "] is " + to_text(k(i, j));
  };
  return bad_argument(field, "must be symmetric to 1e-10 of its largest entry: ", at(row, column),
                      ", ", at(column, row));
}

}  // namespace posenc
