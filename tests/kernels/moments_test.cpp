// Mean and variance in closed form.
#include "kernels/moments.hpp"
#include "../support/approx.hpp"

#include <doctest/doctest.h>

using namespace posenc;

TEST_CASE("moments of 1 … n: (n + 1)/2 and (n² - 1)/12") {
  std::vector<double> x;
  for (double n = 1; n <= 50; ++n) {
    x.push_back(n);
    CHECK(moments(x).mean == approx((n + 1) / 2).epsilon(1e-14));
    CHECK(moments(x).variance == approx((n * n - 1) / 12).epsilon(1e-13));
  }
  CHECK(moments({}).mean == 0);
  CHECK(moments({}).variance == 0);
}
