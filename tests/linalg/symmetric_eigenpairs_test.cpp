// The symmetric eigensolver: residuals, Sturm's count, closed forms and progress.
#include "linalg/symmetric_eigenpairs.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "../support/approx.hpp"
#include "core/random.hpp"
#include "linalg/eigenpairs.hpp"
#include "linalg/products.hpp"
#include "linalg/tridiagonal.hpp"

using namespace posenc;

namespace {

using Numbers = std::vector<double>;

Numbers diagonal(const Numbers& values) {
  const std::size_t n = values.size();
  Numbers a(n * n);
  for (std::size_t i = 0; i < n; ++i) a[i * n + i] = values[i];
  return a;
}
Numbers random_symmetric(std::size_t n, std::uint64_t seed) {
  const Random random(seed);
  Numbers a(n * n);
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j <= i; ++j) a[i * n + j] = a[j * n + i] = random.normal(i * n + j);
  return a;
}
// Q·diag(values)·Qᵀ, Q a product of reflections
Numbers turned(const Numbers& values, std::uint64_t seed) {
  const std::size_t n = values.size();
  const Random random(seed);
  Numbers a = diagonal(values), v(n), w(n);
  for (int r = 0; r < 3; ++r) {
    double squares = 0, along = 0;
    for (std::size_t i = 0; i < n; ++i) {
      v[i] = random.normal(static_cast<std::size_t>(r) * n + i);
      squares += v[i] * v[i];
    }
    multiply(2 / squares, in_rows(a, n), in_rows(v, 1), w.data());
    for (std::size_t i = 0; i < n; ++i) along += v[i] * w[i] / squares;
    for (std::size_t i = 0; i < n; ++i) w[i] -= along * v[i];
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t j = 0; j < n; ++j) a[i * n + j] -= v[i] * w[j] + w[i] * v[j];
  }
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < i; ++j) a[i * n + j] = a[j * n + i];
  return a;
}
// W+ of Wilkinson: pairs of eigenvalues that agree to many digits
Numbers wilkinson(std::size_t n) {
  Numbers a(n * n);
  for (std::size_t i = 0; i < n; ++i) {
    a[i * n + i] = std::fabs(static_cast<double>(n - 1) / 2 - static_cast<double>(i));
    if (i > 0) a[i * n + i - 1] = a[(i - 1) * n + i] = 1;
  }
  return a;
}
std::vector<std::pair<std::string, Numbers>> matrices(std::size_t n) {
  Numbers graded(n), clustered(n), deficient(n), ones(n * n, 1.0), tiny = random_symmetric(n, 4),
                                                                   huge = tiny;
  for (std::size_t i = 0; i < n; ++i) {
    const auto x = static_cast<double>(i) / static_cast<double>(n);
    graded[i] = std::pow(10.0, -40 * x);
    clustered[i] = static_cast<double>(i % 3) + 1e-14 * x;
    deficient[i] = i < (n + 2) / 3 ? 1 + x : 0;
  }
  Numbers block(n * n);  // two independent random blocks, rows interleaved
  const Numbers random = random_symmetric(n, 9);
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < n; ++j)
      if (i % 2 == j % 2) block[i * n + j] = random[i * n + j];
  for (double& x : tiny) x *= 1e-300;
  for (double& x : huge) x *= 1e150;
  return {{"random", random},
          {"identity", diagonal(Numbers(n, 1.0))},
          {"zero", Numbers(n * n)},
          {"ones", ones},
          {"diagonal, graded", diagonal(graded)},
          {"graded", turned(graded, 5)},
          {"clustered", turned(clustered, 6)},
          {"of low rank", turned(deficient, 7)},
          {"Wilkinson", wilkinson(n)},
          {"blocks", block},
          {"tiny", tiny},
          {"huge", huge}};
}

// Number of eigenvalues of T below x, from the signs of the pivots of T - xI.
std::size_t count_below(const Tridiagonal& t, double x) {
  std::size_t count = 0;
  double pivot = 1;
  for (std::size_t i = 0; i < t.diagonal.size(); ++i) {
    const double beside = i > 0 ? t.beside[i - 1] : 0;
    pivot = t.diagonal[i] - x - (i > 0 ? beside * beside / pivot : 0);
    if (pivot == 0) pivot = 1e-300;
    count += pivot < 0;
  }
  return count;
}

}  // namespace

TEST_CASE("symmetric eigenpairs: residuals, orthogonality and values within 4·n·2^-53") {
  for (const std::size_t n : {1u, 2u, 3u, 31u, 32u, 33u, 34u, 64u, 65u, 100u, 300u})
    for (const auto& named : matrices(n)) {
      const Numbers& a = named.second;
      INFO(named.first, ", n ", n);
      const double unit = 4 * static_cast<double>(n) * 0x1p-53;
      const Spectrum s = symmetric_eigenpairs(a, n, n), values = symmetric_eigenpairs(a, n, 0);
      REQUIRE(s.values.size() == n);
      REQUIRE(s.vectors.data.size() == n * n);
      const double norm = std::fmax(std::fabs(s.values.front()), std::fabs(s.values.back()));
      Numbers product(n * n), gram(n * n);
      multiply(1, s.vectors, in_rows(a, n), product.data());
      multiply(1, s.vectors, transposed(s.vectors), gram.data());
      double residual = 0, orthogonality = 0, difference = 0, trace = 0, sum = 0, size = 0;
      for (std::size_t k = 0; k < n; ++k) {
        double squares = 0;
        for (std::size_t i = 0; i < n; ++i) {
          const double r = product[k * n + i] - s.values[k] * s.vectors(k, i);
          if (norm > 0) squares += r / norm * (r / norm);
          CHECK((norm > 0 || r == 0));
          orthogonality = std::fmax(orthogonality, std::fabs(gram[k * n + i] - (i == k ? 1 : 0)));
        }
        residual = std::fmax(residual, std::sqrt(squares));
        difference = std::fmax(difference, std::fabs(s.values[k] - values.values[k]));
        trace += a[k * n + k], sum += s.values[k], size += std::fabs(s.values[k]);
        if (k > 0) CHECK(s.values[k] <= s.values[k - 1]);
      }
      CHECK(residual <= unit);
      CHECK(orthogonality <= unit);
      CHECK(difference <= unit * norm);
      CHECK(std::fabs(trace - sum) <= unit * size);
    }
}

TEST_CASE("symmetric eigenpairs: as many eigenvalues below each as Sturm's sequence counts") {
  for (const auto& named : matrices(150)) {
    const auto& [name, a] = named;
    if (name == "huge" || name == "tiny") continue;  // squares beyond float64
    INFO(named.first);
    const std::size_t n = 150;
    TridiagonalForm form(a, n);
    form.reduce();
    const Spectrum s = symmetric_eigenpairs(a, n, 0);
    const double slack = static_cast<double>(n) * 0x1p-52 *
                         std::fmax(std::fabs(s.values.front()), std::fabs(s.values.back()));
    for (std::size_t k = 0; k < n; ++k) {  // values[k] has n - 1 - k below it
      CHECK(count_below(form.tridiagonal(), s.values[k] - slack) <= n - 1 - k);
      CHECK(count_below(form.tridiagonal(), s.values[k] + slack + 1e-300) >= n - k);
    }
  }
}

TEST_CASE("symmetric eigenpairs: closed forms") {
  // second differences: 2 - 2 cos(kπ/(n + 1)), the vectors sines
  const std::size_t n = 200;
  Numbers a(n * n);
  for (std::size_t i = 0; i < n; ++i) {
    a[i * n + i] = 2;
    if (i > 0) a[i * n + i - 1] = a[(i - 1) * n + i] = -1;
  }
  const Spectrum s = eigenpairs({a.data(), n, n}, n);
  const double angle = 3.14159265358979323846 / static_cast<double>(n + 1);
  for (std::size_t k = 0; k < n; ++k) {
    const auto mode = static_cast<double>(n - k);
    CHECK(std::fabs(s.values[k] - (2 - 2 * std::cos(mode * angle))) <= 1e-14);
    double product = 0;
    for (std::size_t i = 0; i < n; ++i)
      product += s.vectors(k, i) * std::sin(mode * static_cast<double>(i + 1) * angle);
    CHECK(std::fabs(product) == approx(std::sqrt(static_cast<double>(n + 1) / 2)));
  }
  // a diagonal matrix is solved exactly, to the last bit
  const Numbers values = {5, 1e-20, -3, 7e-40, 0, 2};
  const Spectrum exact = eigenpairs({diagonal(values).data(), 6, 6}, 6);
  CHECK(exact.values == Numbers{5, 2, 1e-20, 7e-40, 0, -3});
  CHECK(exact.vectors(0, 0) == 1);
  CHECK(eigenpairs({nullptr, 0, 0}, 3).values.empty());
}

TEST_CASE("symmetric eigenpairs: some of the vectors are those of all") {
  const std::size_t n = 150;
  for (const auto& [name, a] : matrices(n)) {
    const Spectrum all = eigenpairs({a.data(), n, n}, n), some = eigenpairs({a.data(), n, n}, 7);
    CHECK(some.values == all.values);
    REQUIRE(some.vectors.data.size() == 7 * n);
    for (std::size_t i = 0; i < 7 * n; ++i)
      CHECK(std::fabs(some.vectors.data[i] - all.vectors.data[i]) <= 1e-13);
  }
}

TEST_CASE("symmetric eigenpairs: the share done rises, and nobody need listen") {
  const std::size_t n = 200;
  const Numbers a = random_symmetric(n, 2);
  double done = 0;
  int reports = 0;
  const Progress progress([&](double share) {
    CHECK(share >= done);
    CHECK(share <= 1);
    done = share, ++reports;
  });
  CHECK(symmetric_eigenpairs(a, n, 5, progress).values == symmetric_eigenpairs(a, n, 5).values);
  CHECK(reports >= 3);
}
