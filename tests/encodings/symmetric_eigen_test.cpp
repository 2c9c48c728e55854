#include "encodings/symmetric_eigen.hpp"

#include <doctest/doctest.h>

#include <cmath>

#include "core/random.hpp"
#include "encodings/eigenspaces.hpp"

using namespace posenc;

namespace {

double entry(const std::vector<double>& m, std::size_t i, std::size_t j, std::size_t n) {
  return m[i * n + j];
}

double dot(const double* x, const double* y, std::size_t n) {
  double sum = 0;
  for (std::size_t i = 0; i < n; ++i) sum += x[i] * y[i];
  return sum;
}

// residuals and inner products, in units of n·2^-53·‖A‖ and n·2^-53
struct Errors {
  double residual = 0, orthogonality = 0;
};
Errors errors(const std::vector<double>& a, const SymmetricEigen& e, std::size_t n) {
  const double norm = std::fmax(std::fabs(e.values.front()), std::fabs(e.values.back()));
  const double unit = static_cast<double>(n) * 0x1p-53;
  Errors worst;
  for (std::size_t v = 0; v < n; ++v) {
    const double* x = e.vectors.data() + v * n;
    double squares = 0;
    for (std::size_t i = 0; i < n; ++i) {
      const double r = dot(a.data() + i * n, x, n) - e.values[v] * x[i];
      squares += r * r;
    }
    if (norm > 0) worst.residual = std::fmax(worst.residual, std::sqrt(squares) / (norm * unit));
    CHECK((norm > 0 || squares == 0));
    for (std::size_t w = 0; w <= v; ++w)
      worst.orthogonality =
          std::fmax(worst.orthogonality,
                    std::fabs(dot(x, e.vectors.data() + w * n, n) - (v == w ? 1 : 0)) / unit);
  }
  return worst;
}

std::vector<double> random_symmetric(std::size_t n, std::uint64_t seed) {
  const Random random(seed);
  std::vector<double> a(n * n);
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j <= i; ++j) a[i * n + j] = a[j * n + i] = random.normal(i * n + j);
  return a;
}

}  // namespace

TEST_CASE("symmetric_eigen: residuals and orthonormality within 4·n·2^-53, values ascending") {
  for (const std::size_t n : {1, 2, 3, 4, 7, 20, 60, 150}) {
    std::vector<std::vector<double>> matrices = {random_symmetric(n, n),
                                                 std::vector<double>(n * n)};
    std::vector<double> ones(n * n, 1.0), graded(n * n), tiny = random_symmetric(n, 5),
                                                         integers(n * n);
    for (std::size_t i = 0; i < n; ++i) {
      graded[i * n + i] = std::ldexp(1.0, -static_cast<int>(10 * (i % 40)));
      if (i > 0) graded[i * n + i - 1] = graded[(i - 1) * n + i] = graded[i * n + i] / 3;
      if (i > 0) integers[i * n + i - 1] = integers[(i - 1) * n + i] = 1;
    }
    for (double& x : tiny) x *= 1e-150;
    for (const auto& m : {ones, graded, tiny, integers}) matrices.push_back(m);
    for (const auto& a : matrices) {
      const SymmetricEigen e = symmetric_eigen(a, n);
      REQUIRE(e.values.size() == n);
      for (std::size_t i = 0; i + 1 < n; ++i) CHECK(e.values[i] <= e.values[i + 1]);
      const Errors worst = errors(a, e, n);
      INFO("n " << n << ": residual " << worst.residual << ", orthogonality "
                << worst.orthogonality);
      CHECK(worst.residual <= 4);
      CHECK(worst.orthogonality <= 4);
      double trace = 0, sum = 0;
      for (std::size_t i = 0; i < n; ++i) trace += entry(a, i, i, n), sum += e.values[i];
      CHECK(sum == doctest::Approx(trace).epsilon(1e-12));
    }
  }
}

TEST_CASE("symmetric_eigen: closed forms of 2 x 2 and of the second difference") {
  const SymmetricEigen two = symmetric_eigen({2, 0, 1, 2}, 2);  // the lower triangle is read
  CHECK(two.values[0] == doctest::Approx(1).epsilon(1e-15));
  CHECK(two.values[1] == doctest::Approx(3).epsilon(1e-15));
  constexpr std::size_t n = 50;
  std::vector<double> a(n * n);
  for (std::size_t i = 0; i < n; ++i) {
    a[i * n + i] = 2;
    if (i > 0) a[i * n + i - 1] = a[(i - 1) * n + i] = -1;
  }
  const SymmetricEigen e = symmetric_eigen(a, n);
  for (std::size_t k = 0; k < n; ++k)
    CHECK(std::fabs(e.values[k] - (2 - 2 * std::cos((k + 1) * 3.14159265358979323846 / (n + 1)))) <=
          1e-14);
}

TEST_CASE("eigenspaces: one basis, whichever the solver found") {
  constexpr std::size_t n = 6;
  // A = Q diag(1, 2, 2, 2, 5, 5) Qᵀ
  const SymmetricEigen q = symmetric_eigen(random_symmetric(n, 3), n);
  SymmetricEigen found{{1, 2, 2, 2, 5, 5}, q.vectors};
  const Eigenspaces first = eigenspaces(found, n);
  CHECK(first.space == std::vector<std::size_t>{0, 1, 1, 1, 2, 2});
  CHECK(first.multiplicity == std::vector<std::size_t>{1, 3, 3, 3, 2, 2});
  // the same spaces from another basis: turned, mirrored
  const auto turn = [&](std::size_t a, std::size_t b, double angle) {
    for (std::size_t i = 0; i < n; ++i) {
      const double x = found.vectors[a * n + i], y = found.vectors[b * n + i];
      found.vectors[a * n + i] = std::cos(angle) * x - std::sin(angle) * y;
      found.vectors[b * n + i] = std::sin(angle) * x + std::cos(angle) * y;
    }
  };
  turn(1, 2, 0.7), turn(2, 3, -2), turn(1, 3, 1.1), turn(4, 5, 3);
  for (std::size_t i = 0; i < n; ++i) found.vectors[i] = -found.vectors[i];
  const Eigenspaces second = eigenspaces(found, n);
  for (std::size_t i = 0; i < n * n; ++i)
    CHECK(std::fabs(first.vectors[i] - second.vectors[i]) <= 1e-14);
  // of a simple eigenvalue the largest entry is positive
  double largest = 0;
  for (std::size_t i = 0; i < n; ++i)
    if (std::fabs(first.vectors[i]) > std::fabs(largest)) largest = first.vectors[i];
  CHECK(largest > 0);
}
