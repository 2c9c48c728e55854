// Residuals of ridge solves, and errors.
#include "linalg/solve.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <vector>

#include "../support/approx.hpp"
#include "core/random.hpp"
#include "linalg/eigenpairs.hpp"

using namespace posenc;

namespace {

double frobenius(const std::vector<double>& m) {
  double sum = 0;
  for (const double x : m) sum += x * x;
  return std::sqrt(sum);
}
double column_norm(const std::vector<double>& a, std::size_t n) {  // of a symmetric matrix
  double most = 0;
  for (std::size_t i = 0; i < n; ++i) {
    double sum = 0;
    for (std::size_t j = 0; j < n; ++j) sum += std::fabs(a[i * n + j]);
    most = std::fmax(most, sum);
  }
  return most;
}
// G·diag·Gᵀ of a random G (n, rank)
std::vector<double> gram(std::size_t n, std::size_t rank, std::uint64_t seed) {
  const Random random(seed);
  std::vector<double> a(n * n);
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < n; ++j)
      for (std::size_t c = 0; c < rank; ++c)
        a[i * n + j] += random.normal(i * rank + c) * random.normal(j * rank + c);
  return a;
}

}  // namespace

TEST_CASE("ridge_solve: residual and condition number within their bounds") {
  for (const std::size_t n : {1u, 2u, 7u, 40u})
    for (const std::size_t columns : {1u, 3u})
      for (const double ridge : {1e-9, 1e-3, 5.0}) {
        INFO("n ", n, " columns ", columns, " ridge ", ridge);
        // half the rank: without a ridge this is singular
        std::vector<double> a = gram(n, (n + 1) / 2, n);
        const Random random(9);
        std::vector<double> b(n * columns);
        for (std::size_t i = 0; i < b.size(); ++i) b[i] = random.normal(i);
        const auto got = ridge_solve({a.data(), n, n}, ridge, {b.data(), n, columns});
        REQUIRE(got.has_value());
        for (std::size_t i = 0; i < n; ++i) a[i * n + i] += ridge;
        std::vector<double> rest = b;
        for (std::size_t i = 0; i < n; ++i)
          for (std::size_t c = 0; c < columns; ++c)
            for (std::size_t j = 0; j < n; ++j)
              rest[i * columns + c] -= a[i * n + j] * got->x(j, c);
        CHECK(frobenius(rest) <=
              8 * static_cast<double>(n) * 0x1p-53 * frobenius(a) * frobenius(got->x.data));
        // the inverse, column by column, gives the 1-norm condition number itself
        std::vector<double> unit(n * n);
        for (std::size_t i = 0; i < n; ++i) unit[i * n + i] = 1;
        const auto inverse = ridge_solve({a.data(), n, n}, 0, {unit.data(), n, n});
        REQUIRE(inverse.has_value());
        const double condition = column_norm(a, n) * column_norm(inverse->x.data, n);
        CHECK(got->condition <= condition * 1.001);
        CHECK(got->condition >= condition / 10);
      }
}

TEST_CASE("ridge_solve: singular and indefinite matrices are refused with the reason") {
  const std::vector<double> b = {1, 2}, zero = {0, 0, 0, 0}, ones = {1, 1, 1, 1},
                            indefinite = {1, 2, 2, 1}, uneven = {1, 0, 0, 1e-17};
  for (const auto* a : {&zero, &ones, &indefinite, &uneven}) {
    const auto got = ridge_solve({a->data(), 2, 2}, 0, {b.data(), 2, 1}, "kernel");
    REQUIRE(!got.has_value());
    CHECK(got.error().code == ErrorCode::bad_argument);
    CHECK(got.error().field == "kernel");
    CHECK(got.error().message.find("condition number") != std::string::npos);
  }
  CHECK(
      ridge_solve({indefinite.data(), 2, 2}, 0, {b.data(), 2, 1}).error().message.find("from -") !=
      std::string::npos);
  const auto mended =
      ridge_solve({ones.data(), 2, 2}, 1, {b.data(), 2, 1});  // [2 1; 1 2] x = [1 2]
  REQUIRE(mended.has_value());
  CHECK(std::fabs(mended->x(0, 0)) <= 1e-15);
  CHECK(mended->x(1, 0) == approx(1));
  CHECK(mended->condition == approx(3));
  CHECK(ridge_solve({nullptr, 0, 0}, 0, {nullptr, 0, 4})->x.data.empty());
}
