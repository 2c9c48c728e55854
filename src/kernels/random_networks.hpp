// Random networks of periodic units as estimates of the kernel k̂(δ), the mean of cos ωδ over given
// frequencies: m units cos(ωx + b) with random phases b, at x = 0 and x' = δ, or m/2 pairs of a
// cosine and a sine, whose phases cancel.
//
// Source: Rahimi & Recht 2007.
#pragma once
#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/progress.hpp"

namespace posenc {

struct RandomNetworks {
  std::vector<double> frequencies, offsets;
  std::vector<double> kernel;  // k̂ at each offset
  std::vector<double> widths;  // m, even
  std::size_t draws = 1;       // networks per width
  std::uint64_t seed = 0;
};
// Root mean squared errors over offsets and draws, by width. Their expectations are √(mean of (V +
// ½)/m) and √(mean of 2V/m), V the variance of cos ωδ over the frequencies.
struct RandomNetworkErrors {
  std::vector<double> phase, pair;
};
RandomNetworkErrors random_network_errors(const RandomNetworks&, const Progress& = {});

}  // namespace posenc
