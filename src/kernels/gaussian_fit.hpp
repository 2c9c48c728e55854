// The Gaussian scale·exp(-σ²δ²/2) nearest to a profile at the offsets δ = 0, 1, 2, …
#pragma once
#include <cstddef>
#include <vector>

namespace posenc {

struct GaussianFit {
  double error = 1, scale = 1, sigma = 0;  // error: relative L2 distance
  double at(double offset) const;
};
// The scale is that of least squares if free, otherwise 1; σ is from 1/100 of the length to 10.
GaussianFit fit_gaussian(const std::vector<double>& profile, bool free_scale);

}  // namespace posenc
