// Orthogonal Procrustes distances against the nuclear norm, and known results.
#include "linalg/procrustes.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <vector>

#include "../support/approx.hpp"
#include "core/random.hpp"
#include "linalg/basis.hpp"
#include "linalg/eigenpairs.hpp"

using namespace posenc;

namespace {

std::vector<double> normal(std::size_t size, std::uint64_t seed) {
  const Random random(seed);
  std::vector<double> x(size);
  for (std::size_t i = 0; i < size; ++i) x[i] = random.normal(i);
  return x;
}
double squares(const std::vector<double>& x) {
  double sum = 0;
  for (const double v : x) sum += v * v;
  return sum;
}
std::vector<double> product(const std::vector<double>& a, std::size_t n, std::size_t k,
                            const std::vector<double>& b, std::size_t m) {
  std::vector<double> c(n * m);
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t l = 0; l < k; ++l)
      for (std::size_t j = 0; j < m; ++j) c[i * m + j] += a[i * k + l] * b[l * m + j];
  return c;
}

}  // namespace

TEST_CASE("procrustes: the nuclear norm gives the same distance, either way round") {
  for (const std::size_t n : {1u, 5u, 20u})
    for (const std::size_t p : {1u, 4u, 9u})
      for (const std::size_t q : {1u, 4u, 30u}) {
        INFO("n ", n, " p ", p, " q ", q);
        const std::vector<double> x = normal(n * p, 1), y = normal(n * q, 2);
        std::vector<double> cross(p * q);  // XᵀY
        for (std::size_t i = 0; i < n; ++i)
          for (std::size_t a = 0; a < p; ++a)
            for (std::size_t b = 0; b < q; ++b) cross[a * q + b] += x[i * p + a] * y[i * q + b];
        double nuclear = 0;
        for (const double s : singular_pairs({cross.data(), p, q}, 0).values) nuclear += s;
        const double want = squares(x) + squares(y) - 2 * nuclear;
        const double bound =
            8 * static_cast<double>(std::max(p, q)) * 0x1p-53 * (squares(x) + squares(y));
        CHECK(std::fabs(procrustes({x.data(), n, p}, {y.data(), n, q}) - want) <= bound);
        CHECK(std::fabs(procrustes({y.data(), n, q}, {x.data(), n, p}) - want) <= bound);
      }
}

TEST_CASE("procrustes: an orthogonal map costs nothing, a missing column its own size") {
  constexpr std::size_t n = 24, d = 8;
  const std::vector<double> x = normal(n * d, 3);
  const Matrix q = orthonormal_basis({normal(d * d, 4).data(), d, d});
  REQUIRE(q.cols == d);
  const std::vector<double> turned = product(x, n, d, q.data, d);
  CHECK(procrustes({x.data(), n, d}, {turned.data(), n, d}) <= 0x1p-94 * squares(x));
  // directions negligible next to the others are rotated at random: only the stated bound holds
  std::vector<double> flat = x;
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < d; ++j) flat[i * d + j] *= std::pow(1e-3, static_cast<double>(j));
  const std::vector<double> flat_turned = product(flat, n, d, q.data, d);
  CHECK(procrustes({flat.data(), n, d}, {flat_turned.data(), n, d}) <=
        8 * d * 0x1p-53 * 2 * squares(flat));
  // Y = [X c] with c outside the span of X: the distance is that of c
  std::vector<double> narrow(n), wide(2 * n);
  narrow[0] = 3, wide[0] = 3, wide[3] = 2;
  CHECK(procrustes({narrow.data(), n, 1}, {wide.data(), n, 2}) == approx(4));
  CHECK(procrustes({wide.data(), n, 2}, {narrow.data(), n, 1}) == approx(4));
  CHECK(procrustes({narrow.data(), n, 1}, {wide.data(), n, 0}) == approx(9));
}
