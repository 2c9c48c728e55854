#include "simd/finite.hpp"

#include <doctest/doctest.h>

#include <limits>
#include <vector>

using namespace posenc;

TEST_CASE_TEMPLATE("all_finite: at every place of every length, beside the largest numbers", T,
                   float, double) {
  constexpr T kMost = std::numeric_limits<T>::max(), kInf = std::numeric_limits<T>::infinity();
  for (std::size_t n = 0; n <= 40; ++n) {
    std::vector<T> x(n);
    for (std::size_t i = 0; i < n; ++i) x[i] = i % 2 == 0 ? kMost : -kMost;
    CHECK(all_finite(x.data(), n));
    for (std::size_t i = 0; i < n; ++i)
      for (const T wrong : {kInf, -kInf, std::numeric_limits<T>::quiet_NaN()}) {
        const T before = x[i];
        x[i] = wrong;
        CHECK_FALSE(all_finite(x.data(), n));
        x[i] = before;
      }
  }
}
