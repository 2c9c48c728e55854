// Shared parameters and small functions of relative encodings.
#pragma once
#include <cmath>  // std::floor, std::fabs
#include <cstdint>

#include "core/params.hpp"

namespace posenc::relative {

inline constexpr ParamInfo kHeads =
    integer("heads", "Number of attention heads: there is a bias matrix for each.", kRequired,
            {1, 4096}, {1, 128, true});
inline constexpr ParamInfo kDim = integer("dim", "Head dimension: numbers of a query and of a key.",
                                          kRequired, {1, 65536}, {2, 256, true});

using Direction = Choice<"causal", "symmetric">;
inline constexpr ParamInfo kDirection = one_of<Direction>(
    "direction",
    "causal: keys after the query get -infinity; symmetric: the size of the distance counts.");

inline double size(std::int64_t distance) {
  return static_cast<double>(distance < 0 ? -distance : distance);
}
// Tables are indexed by integer distances: positions between integers are rounded to the nearest.
inline std::int64_t whole_distance(double query, double key) {
  return static_cast<std::int64_t>(std::floor(query - key + 0.5));
}
inline double dot(const double* x, const double* y, std::size_t n) {
  double sum = 0;
  for (std::size_t i = 0; i < n; ++i) sum += x[i] * y[i];
  return sum;
}

// y += factor·x
inline void add(double factor, const double* x, std::size_t n, double* y) {
  for (std::size_t i = 0; i < n; ++i) y[i] += factor * x[i];
}

}  // namespace posenc::relative
