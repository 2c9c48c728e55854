// The Gaussian scale·exp(-σ²δ²/2) nearest to a profile at the offsets δ = 0, 1, 2, …
#pragma once
#include <cstddef>
#include <vector>

namespace posenc {

struct GaussianFit {
  double error = 1, scale = 1, sigma = 0;  // error: relative L2 distance
  double at(double offset) const;
};
// With the scale of least squares, or a scale of 1; σ between 1/100 of the profile's length and 10.
GaussianFit fit_gaussian(const std::vector<double>& profile, bool free_scale);

}  // namespace posenc
