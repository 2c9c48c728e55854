#include "encodings/eigenspaces.hpp"

#include <doctest/doctest.h>

#include <cmath>

#include "core/random.hpp"
#include "linalg/eigenpairs.hpp"

using namespace posenc;

namespace {

std::vector<double> random_symmetric(std::size_t n, std::uint64_t seed) {
  const Random random(seed);
  std::vector<double> a(n * n);
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j <= i; ++j) a[i * n + j] = a[j * n + i] = random.normal(i * n + j);
  return a;
}

}  // namespace

TEST_CASE("eigenspaces: one basis, whichever the solver found") {
  constexpr std::size_t n = 6;
  // A = Q diag(1, 2, 2, 2, 5, 5) Qᵀ
  const Spectrum q = eigenpairs({random_symmetric(n, 3).data(), n, n}, n);
  Spectrum found{{5, 5, 2, 2, 2, 1}, q.vectors};
  const Eigenspaces first = eigenspaces(found);
  CHECK(first.values == std::vector<double>{1, 2, 2, 2, 5, 5});
  CHECK(first.space == std::vector<std::size_t>{0, 1, 1, 1, 2, 2});
  CHECK(first.multiplicity == std::vector<std::size_t>{1, 3, 3, 3, 2, 2});
  // another basis of the same spaces: rotated and reflected
  const auto turn = [&](std::size_t a, std::size_t b, double angle) {
    for (std::size_t i = 0; i < n; ++i) {
      const double x = found.vectors(a, i), y = found.vectors(b, i);
      found.vectors(a, i) = std::cos(angle) * x - std::sin(angle) * y;
      found.vectors(b, i) = std::sin(angle) * x + std::cos(angle) * y;
    }
  };
  turn(2, 3, 0.7), turn(3, 4, -2), turn(2, 4, 1.1), turn(0, 1, 3);
  for (std::size_t i = 0; i < n; ++i) found.vectors.data[i] = -found.vectors.data[i];
  const Eigenspaces second = eigenspaces(found);
  for (std::size_t i = 0; i < n * n; ++i)
    CHECK(std::fabs(first.vectors.data[i] - second.vectors.data[i]) <= 1e-14);
  // the largest entry is positive for a simple eigenvalue
  double largest = 0;
  for (std::size_t i = 0; i < n; ++i)
    if (std::fabs(first.vectors.data[i]) > std::fabs(largest)) largest = first.vectors.data[i];
  CHECK(largest > 0);
}
