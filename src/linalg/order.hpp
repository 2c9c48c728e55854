// The order of many numbers, in steps: std::sort does not give way to an abort, and Eigen sorts
// nothing.
#pragma once
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/steps.hpp"

namespace posenc {

// Of numbers >= 0 the one of rank k, from 0, and the one before it (at k = 0 the same).
struct Ranked {
  double at = 0, before = 0;
};
Steps rank_steps(std::span<const double> x, std::size_t k, Ranked& out);

// The indices of rising numbers, of equal ones the first first.
Steps order_steps(std::span<const double> x, std::vector<std::uint32_t>& out);

}  // namespace posenc
