// The least eigenvalue of Toeplitz matrices against the eigenvalue solver.
#include "linalg/durbin.hpp"

#include <cmath>

#include "../support/golden.hpp"
#include "core/random.hpp"
#include "linalg/eigenpairs.hpp"

using namespace posenc;

namespace {
void check(const std::vector<double>& row) {
  LeastEigenvalue least(row);
  int steps = 1;
  while (least.advance()) ++steps;
  double scale = std::fabs(row[0]);
  for (std::size_t i = 1; i < row.size(); ++i) scale += 2 * std::fabs(row[i]);
  CHECK(least.tolerance() == doctest::Approx(1e-12 * scale));
  CHECK(std::fabs(least.value() - toeplitz_eigenpairs(row, 0).values.back()) <= 2e-12 * scale);
  CHECK(steps <= 60);
}
}  // namespace

TEST_CASE("least Toeplitz eigenvalue: definite, indefinite, drawn at random") {
  for (const std::size_t n : {1, 2, 3, 8, 33, 200}) {
    INFO("n ", n);
    for (std::uint64_t seed = 0; seed < 5; ++seed) {
      const Random random(seed, 2);
      std::vector<double> row(n);
      for (std::size_t i = 0; i < n; ++i) row[i] = random.normal(i);
      check(row);
    }
    std::vector<double> exponential, gaussian, constant(n, 1), negative(n, -1), delta(n), zero(n),
        wave;
    delta[0] = 1;
    for (std::size_t i = 0; i < n; ++i) {
      const auto x = static_cast<double>(i);
      exponential.push_back(std::exp(-x / 5));
      gaussian.push_back(std::exp(-x * x / 50));
      wave.push_back(std::cos(0.7 * x) + 0.25 * std::cos(2 * x));
    }
    for (const auto& row : {exponential, gaussian, constant, negative, delta, zero, wave})
      check(row);
  }
}
