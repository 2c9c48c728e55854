// The distance to the positive definite functions in known cases, and the least eigenvalue.
#include "kernels/positive_definite.hpp"

#include <doctest/doctest.h>

#include <cmath>

#include "linalg/eigenpairs.hpp"

using namespace posenc;

TEST_CASE("least eigenvalue: that of the whole Toeplitz matrix") {
  const std::vector<double> row = {1, 0.9, 0.3, -0.4, 0.1};
  std::vector<double> k;
  for (std::size_t i = 0; i < 5; ++i)
    for (std::size_t j = 0; j < 5; ++j) k.push_back(row[i > j ? i - j : j - i]);
  LeastEigenvalue least = least_eigenvalue(row);
  CHECK(std::fabs(least.value - eigenpairs({k.data(), 5, 5}, 0).values.back()) <= least.error);
  CHECK(least.error <= 1e-14);
  // [[a, b], [b, a]] has a - |b|
  least = least_eigenvalue({1, -1.5});
  CHECK(std::fabs(least.value + 0.5) <= least.error);
}

TEST_CASE("a function that is 0 at lag 0 and 1 at lag 1: its nearest kernel is ½ at both") {
  // the only condition on two lags is |k(1)| <= k(0): (k(0))² + (1 - k(1))² >= ½
  const CosineProblem problem{
      .lags = {0, 1}, .target = {0, 1}, .root = {1, 1}, .maximum = 3.141592653589793};
  std::optional<double> bound;
  bound = least_square_of_any(problem, {-0.5, 0.5});
  CHECK(bound.value() <= 0.5 + 1e-15);
  CHECK(bound.value() >= 0.498);  // minus the term of Bernstein's inequality at this grid
  // a worse kernel, 0.4 at both, gives the same bound
  bound = least_square_of_any(problem, {-0.4, 0.6});
  CHECK(bound.value() <= 0.5 + 1e-15);
  CHECK(bound.value() >= 0.498);
  // a weight of 4 at lag 0: (2k(0))² + (1 - k(1))² >= 4/5, at 1/5
  const CosineProblem weighted{
      .lags = {0, 1}, .target = {0, 1}, .root = {2, 1}, .maximum = 3.141592653589793};
  bound = least_square_of_any(weighted, {-0.4, 0.8});
  CHECK(bound.value() <= 0.8 + 1e-15);
  CHECK(bound.value() >= 0.796);
}

TEST_CASE("nothing is known without lag 0, and nothing is left of what is reached") {
  std::optional<double> bound = 1;
  const double pi = 3.141592653589793;
  bound = least_square_of_any({{1, 2}, {0, 1}, {1, 1}, pi}, {0.5, 0.5});
  CHECK(!bound);
  bound = least_square_of_any({{0, 1}, {1, 0.5}, {0, 1}, pi}, {0, 0.1});
  CHECK(!bound);
  bound = least_square_of_any({{0, 1}, {1, 0.5}, {1, 1}, pi}, {0, 0});
  CHECK(bound.value() == 0);
}

TEST_CASE("the same two values at lags as far apart as the grid can tell") {
  const CosineProblem problem{
      .lags = {0, 40000}, .target = {0, 1}, .root = {1, 1}, .maximum = 3.141592653589793};
  std::optional<double> bound;
  bound = least_square_of_any(problem, {-0.5, 0.5});
  CHECK(bound.value() <= 0.5 + 1e-15);
  CHECK(bound.value() >= 0.49);
}
