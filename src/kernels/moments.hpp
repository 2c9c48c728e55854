// Mean and variance of a list.
#pragma once
#include <cstddef>
#include <vector>

namespace posenc {

struct Moments {
  double mean = 0, variance = 0;  // over n, not n - 1
};
inline Moments moments(const std::vector<double>& values) {
  Moments m;
  const auto n = static_cast<double>(values.size());
  for (const double v : values) m.mean += v / n;
  for (const double v : values) m.variance += (v - m.mean) * (v - m.mean) / n;
  return m;
}

}  // namespace posenc
