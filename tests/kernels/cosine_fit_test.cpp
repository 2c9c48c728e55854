// The Cholesky factor of the fit: it solves definite systems, and detects the others.
#include "kernels/cosine_fit.hpp"
#include "../support/approx.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <vector>

using namespace posenc;

namespace {

// upper parts of (3, 3)
const std::vector<double> kDefinite = {4, 2, 1, 0, 5, -1, 0, 0, 3},
                          kIndefinite = {1, 2, 0, 0, 1, 0, 0, 0, 1};

}  // namespace

TEST_CASE("damped Cholesky: solves with the matrix and its damped diagonal, of some rows") {
  for (const double damping : {0.0, 0.5}) {
    DampedCholesky factor;
    factor.make(kDefinite, 3, {0, 2}, damping);
    REQUIRE(factor.positive());
    const std::vector<double> x = factor.solve({1, 2});
    CHECK(4 * (1 + damping) * x[0] + x[1] == approx(1).epsilon(1e-14));
    CHECK(x[0] + 3 * (1 + damping) * x[1] == approx(2).epsilon(1e-14));
  }
}

TEST_CASE("damped Cholesky: what is not definite is told, and damping makes it so") {
  DampedCholesky factor;
  factor.make(kIndefinite, 3, {0, 1, 2}, 0);
  CHECK(!factor.positive());
  factor.make(kIndefinite, 3, {0, 1, 2}, 1.5);  // 2.5 on the diagonal, 2 off it
  CHECK(factor.positive());
  factor.make(kIndefinite, 3, {0, 2}, 0);
  CHECK(factor.positive());
}
