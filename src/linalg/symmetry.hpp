// When a matrix counts as symmetric: the one rule for every analysis that takes a kernel.
#pragma once
#include <algorithm>
#include <cmath>  // std::fabs
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "core/result.hpp"
#include "core/text.hpp"

namespace posenc {

// Mirrored entries may differ by this part of the largest entry, the diagonal among them: what
// float32 or another order of summation leaves is far below what an asymmetry is.
inline constexpr double kMostAsymmetry = 1e-10;

struct Asymmetry {
  double largest = 0, apart = 0;  // entry; difference of two mirrored ones, at:
  std::size_t row = 0, column = 0;
  bool symmetric() const { return apart <= kMostAsymmetry * largest; }
};
// `k` (n, n), row-major
inline Asymmetry asymmetry_of(const double* k, std::size_t n) {
  Asymmetry a;
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j <= i; ++j) {
      const double here = k[i * n + j], mirrored = k[j * n + i], d = std::fabs(here - mirrored);
      a.largest = std::max({a.largest, std::fabs(here), std::fabs(mirrored)});
      if (d > a.apart) a.apart = d, a.row = i, a.column = j;
    }
  return a;
}

inline std::optional<Error> not_symmetric(const double* k, std::size_t n, std::string_view field) {
  const Asymmetry a = asymmetry_of(k, n);
  if (a.symmetric()) return std::nullopt;
  const auto at = [&](std::size_t i, std::size_t j) {
    return "[" + std::to_string(i) + "][" + std::to_string(j) + "] is " + to_text(k[i * n + j]);
  };
  return Error{ErrorCode::bad_argument, std::string(field),
               "must be symmetric to 1e-10 of its largest entry: " + at(a.row, a.column) + ", " +
                   at(a.column, a.row)};
}

}  // namespace posenc
