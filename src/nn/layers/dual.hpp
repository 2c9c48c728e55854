// Helpers of closed forms of dual activations.
#pragma once
#include <cmath>  // std::sqrt, std::fabs

namespace posenc {

// √(q11 q22 - q12²) >= 0. Float64 loses the angle between two inputs below 10^-7 (its cosine rounds
// to 1). There it counts as 0, so that duplicates and antipodes are exact.
inline double root_determinant(double q11, double q12, double q22) {
  constexpr double kEqual = 16 * 0x1p-52;
  const double size = std::sqrt(q11) * std::sqrt(q22);
  const double gap = size - std::fabs(q12);
  if (!(gap > kEqual * size)) return 0;
  return std::sqrt(gap) * std::sqrt(size + std::fabs(q12));
}

}  // namespace posenc
