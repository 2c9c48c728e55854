// Matrices brought to a size at which no square overflows or underflows, exactly.
#pragma once
#include <algorithm>
#include <bit>
#include <cmath>  // std::fabs
#include <cstdint>
#include <vector>

namespace posenc {

// Multiplies by a power of two, which is returned, such that the largest entry is in [1, 2); by
// less where float64 has no such power.
inline double scale_to_one(std::vector<double>& a) {
  double largest = 0;
  for (const double x : a) largest = std::max(largest, std::fabs(x));
  const auto exponent = std::bit_cast<std::uint64_t>(largest) >> 52;
  const double scale =
      std::bit_cast<double>((2046 - std::clamp<std::uint64_t>(exponent, 1, 2045)) << 52);
  for (double& x : a) x *= scale;
  return scale;
}

}  // namespace posenc
