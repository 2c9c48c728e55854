// The Cholesky factor of the fit: it solves definite systems, and detects the others. One start.
#include "kernels/cosine_fit.hpp"
#include "../support/approx.hpp"
#include "kernels/cosine_starts.hpp"

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

TEST_CASE("a start: weights on neighbours of the grid merge into their mean frequency") {
  CosineProblem problem{{}, std::vector<double>(64), std::vector<double>(64, 1.0), 3};
  for (int lag = 0; lag < 64; ++lag) problem.lags.push_back(lag);
  FrequencyGrid grid(problem);
  grid.make(4);
  const std::size_t at = grid.size() / 2;
  const double below = grid.frequencies()[at], above = grid.frequencies()[at + 1];
  for (std::size_t lag = 0; lag < 64; ++lag)
    problem.target[lag] =
        0.25 * std::cos(below * problem.lags[lag]) + 0.75 * std::cos(above * problem.lags[lag]);
  Nnls fit(grid.dictionary(), problem.target);
  while (fit.step(8)) {
  }
  const Cosines start = merged(grid, fit);
  REQUIRE(start.weights.size() == 1);
  CHECK(start.weights[0] == approx(1).epsilon(1e-9));
  CHECK(start.frequencies[0] == approx(0.25 * below + 0.75 * above).epsilon(1e-9));
}
