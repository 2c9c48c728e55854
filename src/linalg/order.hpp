// The order of many numbers.
#pragma once
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace posenc {

// Of numbers >= 0 the one of rank k, from 0, and the one before it (at k = 0 the same).
struct Ranked {
  double at = 0, before = 0;
};
Ranked ranked(std::span<const double> x, std::size_t k);

// The indices of rising numbers, of equal ones the first first.
std::vector<std::uint32_t> order_of(std::span<const double> x);

}  // namespace posenc
