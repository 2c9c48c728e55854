// Matrices brought to a size at which no square overflows or underflows, exactly.
#pragma once
#include <algorithm>
#include <bit>
#include <cstdint>
#include <vector>

#include "core/passes.hpp"

namespace posenc {

// Multiplies by a power of two, `scale`, such that the largest entry is in [1, 2); by less where
// float64 has no such power.
inline Steps scale_to_one(std::vector<double>& a, double& scale) {
  double largest = 0;
  co_yield largest_size(a, largest);
  const auto exponent = std::bit_cast<std::uint64_t>(largest) >> 52;
  scale = std::bit_cast<double>((2046 - std::clamp<std::uint64_t>(exponent, 1, 2045)) << 52);
  co_yield in_parts(a.size(), kPass, [&](std::size_t first, std::size_t end) {
    for (std::size_t e = first; e < end; ++e) a[e] *= scale;
  });
}

}  // namespace posenc
