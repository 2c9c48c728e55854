// Non-negative least squares: the conditions of Karush, Kuhn & Tucker, and all supports.
#include "linalg/nnls.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "../support/approx.hpp"
#include "../support/golden.hpp"
#include "core/random.hpp"

using namespace posenc;

namespace {

std::vector<double> drawn(std::size_t n, std::uint64_t seed) {
  const Random random(seed, 0);
  std::vector<double> x(n);
  for (std::size_t i = 0; i < n; ++i) x[i] = random.normal(i);
  return x;
}

double square(const std::vector<double>& r) {
  return std::inner_product(r.begin(), r.end(), r.begin(), 0.0);
}

// b - A·x by its definition
std::vector<double> rest(const std::vector<double>& a, std::size_t columns,
                         const std::vector<double>& b, const std::vector<double>& x) {
  std::vector<double> r = b;
  for (std::size_t i = 0; i < b.size(); ++i)
    for (std::size_t j = 0; j < columns; ++j) r[i] -= a[i * columns + j] * x[j];
  return r;
}

// least squares on the columns of `support` by Gauss elimination of the normal equations
std::vector<double> least_squares(const std::vector<double>& a, std::size_t columns,
                                  const std::vector<double>& b, unsigned support) {
  std::vector<std::size_t> in;
  for (std::size_t j = 0; j < columns; ++j)
    if (support >> j & 1) in.push_back(j);
  const std::size_t m = in.size();
  std::vector<double> g(m * (m + 1));
  for (std::size_t i = 0; i < m; ++i)
    for (std::size_t k = 0; k < b.size(); ++k) {
      for (std::size_t j = 0; j < m; ++j)
        g[i * (m + 1) + j] += a[k * columns + in[i]] * a[k * columns + in[j]];
      g[i * (m + 1) + m] += a[k * columns + in[i]] * b[k];
    }
  for (std::size_t i = 0; i < m; ++i)
    for (std::size_t k = 0; k < m; ++k) {
      if (k == i) continue;
      const double factor = g[k * (m + 1) + i] / g[i * (m + 1) + i];
      for (std::size_t j = i; j <= m; ++j) g[k * (m + 1) + j] -= factor * g[i * (m + 1) + j];
    }
  std::vector<double> x(columns);
  for (std::size_t i = 0; i < m; ++i) x[in[i]] = g[i * (m + 1) + m] / g[i * (m + 1) + i];
  return x;
}

}  // namespace

TEST_CASE("nnls: no support of positive numbers fits better") {
  constexpr std::size_t rows = 9, columns = 6;
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    const auto a = drawn(rows * columns, seed), b = drawn(rows, 1000 + seed);
    const NnlsResult got = nnls({a.data(), rows, columns}, b);
    double best = square(b);
    for (unsigned support = 1; support < 1u << columns; ++support) {
      const auto x = least_squares(a, columns, b, support);
      if (*std::min_element(x.begin(), x.end()) < 0) continue;
      best = std::fmin(best, square(rest(a, columns, b, x)));
    }
    CHECK(square(got.residual) == approx(best).epsilon(1e-12));
  }
}

TEST_CASE("nnls: residual and KKT conditions, tall and wide, well and badly conditioned") {
  for (const auto& [rows, columns] :
       {std::pair<std::size_t, std::size_t>{60, 20}, {20, 60}, {40, 40}})
    for (const bool near : {false, true}) {
      auto a = drawn(rows * columns, rows + near);
      if (near)  // neighbours differ by 1e-5
        for (std::size_t i = 0; i < rows; ++i)
          for (std::size_t j = 1; j < columns; j += 2)
            a[i * columns + j] = a[i * columns + j - 1] + 1e-5 * a[i * columns + j];
      const auto b = drawn(rows, 7);
      const NnlsResult got = nnls({a.data(), rows, columns}, b);
      const auto r = rest(a, columns, b, got.x);
      const double size = std::sqrt(square(b));
      for (std::size_t i = 0; i < rows; ++i)
        CHECK(std::fabs(r[i] - got.residual[i]) <= 1e-9 * size);
      CHECK(got.gap <= Nnls::kTolerance);
      for (std::size_t j = 0; j < columns; ++j) {
        double slope = 0, norm = 0;
        for (std::size_t i = 0; i < rows; ++i) {
          slope += a[i * columns + j] * got.residual[i];
          norm += a[i * columns + j] * a[i * columns + j];
        }
        slope /= std::sqrt(norm) * size;
        CHECK(got.x[j] >= 0);
        CHECK(slope <= 1e-12);
        if (got.x[j] > 0) CHECK(std::fabs(slope) <= 1e-12);
      }
    }
}

TEST_CASE("nnls: what was made from few columns is found again") {
  constexpr std::size_t rows = 50, columns = 30;
  const auto a = drawn(rows * columns, 3);
  std::vector<double> x(columns), b(rows);
  for (const std::size_t j : {2, 3, 17, 29}) x[j] = 1 + 0.5 * static_cast<double>(j);
  for (double& v : b) v = 0;
  for (std::size_t i = 0; i < rows; ++i)
    for (std::size_t j = 0; j < columns; ++j) b[i] += a[i * columns + j] * x[j];
  const NnlsResult got = nnls({a.data(), rows, columns}, b);
  for (std::size_t j = 0; j < columns; ++j) CHECK(std::fabs(got.x[j] - x[j]) <= 1e-12);
}

TEST_CASE("nnls: degenerate matrices") {
  const std::vector<double> a = {1, 1, 0, -1,
                                 1, 1, 0, -1};  // twice a column, a zero column, a negative column
  const NnlsResult plus = nnls({a.data(), 2, 4}, {2, 2}), minus = nnls({a.data(), 2, 4}, {-3, -3}),
                   zero = nnls({a.data(), 2, 4}, {0, 0}), across = nnls({a.data(), 2, 4}, {1, -1});
  CHECK(plus.x[0] + plus.x[1] == approx(2).epsilon(1e-15));
  CHECK(plus.x[3] == 0);
  CHECK(minus.x[3] == approx(3).epsilon(1e-15));
  CHECK(minus.x[0] + minus.x[1] + minus.x[2] == 0);
  CHECK(zero.x == std::vector<double>(4));
  CHECK(across.x == std::vector<double>(4));
  CHECK(across.residual == std::vector<double>{1, -1});
  CHECK(nnls({nullptr, 2, 0}, {1, 1}).residual == std::vector<double>{1, 1});
}
