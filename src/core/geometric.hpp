// Geometric sequences, the frequencies of almost all encodings.
#pragma once
#include <cstddef>
#include <vector>

#include "core/wide.hpp"

namespace posenc {

// base^(-i/denominator) rad per position, i = 0 … pairs-1. The denominator is dim/2 in rotary and
// sinusoidal encodings, and dim/2 - 1 in tensor2tensor.
struct GeometricFrequencies {
  double base;
  std::size_t pairs;
  double denominator;
};

// e^(k·log_step), k = 0 … n-1, each within 2^-223: one exponential every 64 elements, products in
// between. |n·log_step| < 2^20. Tested by tests/core/geometric_test.cpp.
inline std::vector<Wide> geometric(const Wide& log_step, std::size_t n) {
  std::vector<Wide> out;
  out.reserve(n);
  const Wide step = exp(log_step);
  for (std::size_t k = 0; k < n; ++k)
    out.push_back(k % 64 == 0 ? exp(Wide(static_cast<double>(k)) * log_step) : out.back() * step);
  return out;
}

}  // namespace posenc
