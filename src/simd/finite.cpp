#include "simd/finite.hpp"

#include "simd/lanes.hpp"

namespace posenc {
namespace {

// x - x is 0 if x is finite, otherwise NaN, which propagates through sums. Four independent sums
// avoid waiting for each other.
template <class T, class Lanes>
bool finite(const T* x, std::size_t n) {
  constexpr std::size_t kLanes = sizeof(Lanes) / sizeof(T), kStep = 4 * kLanes;
  Lanes sums[4] = {};
  std::size_t i = 0;
  for (; i + kStep <= n; i += kStep)
    for (std::size_t k = 0; k < 4; ++k) {
      const Lanes v = lanes::load(x + i + k * kLanes);
      sums[k] += v - v;
    }
  const Lanes sum = (sums[0] + sums[1]) + (sums[2] + sums[3]);
  T all = 0;
  for (std::size_t k = 0; k < kLanes; ++k) all += sum[k];
  for (; i < n; ++i) all += x[i] - x[i];
  return all == 0;
}

}  // namespace

bool all_finite(const float* x, std::size_t n) { return finite<float, lanes::f32x4>(x, n); }
bool all_finite(const double* x, std::size_t n) { return finite<double, lanes::f64x2>(x, n); }

}  // namespace posenc
