// What a network is trained to make small, and its derivative by the outputs.
#pragma once
#include <cstddef>
#include <span>

namespace posenc {

// loss ← loss + weight·½Σ(f - y)²; delta ← weight·(f - y)
inline void squared_error(std::span<const double> f, std::span<const double> y, double weight,
                          double* delta, double& loss) {
  for (std::size_t e = 0; e < y.size(); ++e) {
    const double r = f[e] - y[e];
    loss += 0.5 * weight * r * r;
    delta[e] = weight * r;
  }
}

}  // namespace posenc
