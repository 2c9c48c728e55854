// Matrices brought to a size at which no square overflows or underflows, exactly.
#pragma once
#include <algorithm>
#include <bit>
#include <cstdint>
#include <vector>

#include "core/passes.hpp"

namespace posenc {

// Multiplies by a power of two such that the largest entry is in [1, 2); by less where float64 has
// no such power. Returns that power.
inline double scale_to_one(std::vector<double>& a) {
  const auto exponent = std::bit_cast<std::uint64_t>(largest_size(a)) >> 52;
  const auto scale =
      std::bit_cast<double>((2046 - std::clamp<std::uint64_t>(exponent, 1, 2045)) << 52);
  for (double& x : a) x *= scale;
  return scale;
}

}  // namespace posenc
