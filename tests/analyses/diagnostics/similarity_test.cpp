// Similarities against golden figures, their definitions and their invariances.
#include <algorithm>
#include <numeric>

#include "../../support/analysis.hpp"
#include "../../support/approx.hpp"
#include "core/random.hpp"
#include "linalg/basis.hpp"
#include "linalg/eigenpairs.hpp"

using namespace posenc;
using namespace posenc::test;

namespace {

Matrix normal(std::size_t n, std::size_t d, std::uint64_t seed) {
  const Random random(seed);
  Matrix m = Matrix::zeros(n, d);
  for (std::size_t i = 0; i < n * d; ++i) m.data[i] = random.normal(i);
  return m;
}
Matrix product(const Matrix& a, const Matrix& b) {
  Matrix c = Matrix::zeros(a.rows, b.cols);
  for (std::size_t i = 0; i < a.rows; ++i)
    for (std::size_t k = 0; k < a.cols; ++k)
      for (std::size_t j = 0; j < b.cols; ++j) c(i, j) += a(i, k) * b(k, j);
  return c;
}
Matrix transposed(const Matrix& a) {
  Matrix t = Matrix::zeros(a.cols, a.rows);
  for (std::size_t i = 0; i < a.rows; ++i)
    for (std::size_t j = 0; j < a.cols; ++j) t(j, i) = a(i, j);
  return t;
}
Matrix gram(const Matrix& a) { return product(a, transposed(a)); }
double trace(const Matrix& a) {
  double sum = 0;
  for (std::size_t i = 0; i < a.rows; ++i) sum += a(i, i);
  return sum;
}

Outputs compare(const Matrix& x, const Matrix& y, const char* x_name = "x",
                const char* y_name = "y") {
  Inputs inputs;
  inputs.set(x_name, x);
  inputs.set(y_name, y);
  return outputs_of({{"analysis", "similarity"}}, inputs);
}
bool has(const Outputs& outputs, const std::string& name) {
  for (const Output& o : outputs)
    if (o.name == name) return true;
  return false;
}
constexpr const char* kAlignments[] = {
    "ckaLinear",         "ckaLinearChance",     "ckaLinearUnbiased",    "ckaGaussian",
    "ckaGaussianChance", "ckaGaussianUnbiased", "procrustesNormalised", "meanSquaredCca"};

}  // namespace

TEST_CASE("golden: CKA, HSIC, Procrustes and CCA, from tables and from kernels") {
  const json golden = load_json("cka_hsic");
  for (const json& c : golden.at("expected").at("cases")) {
    const Matrix x = matrix_of(c.at("X")), y = matrix_of(c.at("Y"));
    for (const Outputs& got : {compare(x, y), compare(gram(x), y, "kernelX"),
                               compare(gram(x), gram(y), "kernelX", "kernelY")}) {
      const auto close = [&](const std::string& name, const std::string& key) {
        INFO(name);
        check_close({number(got, name)}, json::array({c.at(key)}), golden.at("tolerance"));
      };
      close("hsicLinear", "hsic_linear_biased");
      close("hsicLinearUnbiased", "hsic_linear_unbiased");
      close("ckaLinear", "cka_linear_biased");
      close("ckaLinearUnbiased", "cka_linear_unbiased");
      close("ckaGaussian", "cka_rbf_0.8median_biased");
      close("hsicGaussianUnbiased", "hsic_rbf_unbiased");
      close("procrustesCentred", "procrustes_distance_sq_unnormalised");
      close("procrustesNormalised", "procrustes_distance_sq_normalised");
      close("meanSquaredCca", "mean_cca_sq");
    }
  }
}

TEST_CASE("similarity: HSIC by its definitions with explicit centring matrices") {
  constexpr std::size_t n = 9;
  const Matrix x = normal(n, 3, 1), y = normal(n, 14, 2);
  const Outputs got = compare(x, y);
  const Matrix k = gram(x), l = gram(y);
  Matrix h = Matrix::zeros(n, n);
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < n; ++j) h(i, j) = (i == j ? 1.0 : 0.0) - 1.0 / n;
  const Matrix kc = product(product(h, k), h), lc = product(product(h, l), h);
  CHECK(number(got, "hsicLinear") == approx(trace(product(kc, lc)) / 64).epsilon(1e-12));
  const double norms = std::sqrt(trace(product(kc, kc)) * trace(product(lc, lc)));
  CHECK(number(got, "ckaLinear") == approx(trace(product(kc, lc)) / norms).epsilon(1e-12));
  // the feature-space formula ‖YcᵀXc‖²/(‖XcᵀXc‖·‖YcᵀYc‖), equal to 10^-12
  const Matrix xc = product(h, x), yc = product(h, y);
  const auto size = [](const Matrix& m) { return std::sqrt(trace(gram(m))); };
  const double features = size(product(transposed(yc), xc));
  CHECK(std::fabs(number(got, "ckaLinear") - features * features /
                                                 (size(product(transposed(xc), xc)) *
                                                  size(product(transposed(yc), yc)))) <= 1e-12);
  // ‖X‖² + ‖Y‖² - 2‖XᵀY‖_* of the plain tables
  const Matrix between = product(transposed(x), y);
  double nuclear = 0;
  for (const double v : singular_pairs(between, 0).values) nuclear += v;
  CHECK(number(got, "procrustes") == approx(trace(k) + trace(l) - 2 * nuclear).epsilon(1e-12));
  // unbiased, as in Song et al.: K̃ and L̃ with empty diagonals
  Matrix kt = k, lt = l;
  for (std::size_t i = 0; i < n; ++i) kt(i, i) = lt(i, i) = 0;
  double sum_k = 0, sum_l = 0, cross = 0;
  for (std::size_t i = 0; i < n; ++i) {
    double a = 0, b = 0;
    for (std::size_t j = 0; j < n; ++j) a += kt(i, j), b += lt(i, j);
    sum_k += a, sum_l += b, cross += a * b;
  }
  const double m = n;
  const double want =
      (trace(product(kt, lt)) + sum_k * sum_l / ((m - 1) * (m - 2)) - 2 / (m - 2) * cross) /
      (m * (m - 3));
  CHECK(number(got, "hsicLinearUnbiased") == approx(want).epsilon(1e-11));
}

TEST_CASE("similarity: nothing changes with orthogonal maps, scale and shift") {
  constexpr std::size_t n = 20;
  const Matrix x = normal(n, 4, 3), y = product(x, normal(4, 6, 4));
  const Outputs before = compare(x, y);
  const Matrix q = orthonormal_basis(normal(4, 4, 5));
  REQUIRE(q.cols == 4);
  Matrix turned = product(x, q);
  const Outputs raw = compare(turned, y);
  for (const char* name : {"procrustes", "rsaPearson", "rsaSpearman", "hsicLinear"})
    CHECK(number(raw, name) == approx(number(before, name)).epsilon(1e-11));
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t c = 0; c < 4; ++c)
      turned(i, c) = 3 * turned(i, c) + 7.0 * static_cast<double>(c + 1);
  const Outputs after = compare(turned, y);
  for (const char* name : kAlignments)
    CHECK(number(after, name) == approx(number(before, name)).epsilon(1e-11));
  CHECK(number(before, "meanSquaredCca") == approx(1));  // y is a linear map of x
  const Outputs self = compare(x, x);
  for (const char* name : {"ckaLinear", "ckaLinearUnbiased", "ckaGaussian", "ckaGaussianUnbiased",
                           "meanSquaredCca", "rsaPearson", "rsaSpearman"})
    CHECK(number(self, name) == approx(1).epsilon(1e-13));
  CHECK(number(self, "procrustes") <= 1e-27);
  CHECK(number(self, "procrustesNormalised") <= 1e-28);
}

TEST_CASE("similarity: chance is the mean over permutations; biased CKA of wide tables is chance") {
  constexpr std::size_t n = 6;
  const Matrix x = normal(n, 3, 6), y = normal(n, 3, 7);
  const Outputs got = compare(x, y);
  std::vector<std::size_t> order(n);
  std::iota(order.begin(), order.end(), std::size_t{0});
  double linear = 0, gaussian = 0, cca = 0, count = 0;
  do {  // all 720 permutations
    Matrix shuffled = y;
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t c = 0; c < 3; ++c) shuffled(i, c) = y(order[i], c);
    const Outputs one = compare(x, shuffled);
    linear += number(one, "ckaLinear"), gaussian += number(one, "ckaGaussian");
    cca += number(one, "meanSquaredCca"), ++count;
  } while (std::ranges::next_permutation(order).found);
  CHECK(number(got, "ckaLinearChance") == approx(linear / count).epsilon(1e-10));
  CHECK(number(got, "ckaGaussianChance") == approx(gaussian / count).epsilon(1e-10));
  CHECK(number(got, "meanSquaredCcaChance") == approx(cca / count).epsilon(1e-10));
  // 16 tokens, 160 columns, independent
  const Outputs wide = compare(normal(16, 160, 8), normal(16, 160, 9));
  CHECK(number(wide, "ckaLinear") > 0.85);
  CHECK(number(wide, "ckaLinearChance") > 0.85);
  CHECK(std::fabs(number(wide, "ckaLinearUnbiased")) < 0.3);
  CHECK(number(wide, "meanSquaredCcaChance") == 1);
}

TEST_CASE("similarity: rank correlation counts tied pairs once") {
  // cosine similarities 0 (five times) and ±1: by hand, ties share ranks
  const Matrix x = {4, 2, {1, 0, 0, 1, 1, 0, 0, 0}}, y = {4, 2, {1, 0, 0, 1, -1, 0, 0, 0}};
  const Outputs got = compare(x, y);
  // x: pair (0, 2) is 1, the other five 0; y: pair (0, 2) is -1, the other five 0
  CHECK(number(got, "rsaPearson") == approx(-1));
  CHECK(number(got, "rsaSpearman") == approx(-1));
  // a monotone map of the similarities preserves ranks: angles θ and θ/2
  Matrix a = Matrix::zeros(5, 2), b = Matrix::zeros(5, 2);
  for (std::size_t i = 0; i < 5; ++i) {
    const double angle = 0.1 * static_cast<double>(i * i);
    a(i, 0) = std::cos(angle), a(i, 1) = std::sin(angle);
    b(i, 0) = std::cos(angle / 2), b(i, 1) = std::sin(angle / 2);
  }
  const Outputs monotone = compare(a, b);
  CHECK(number(monotone, "rsaSpearman") == approx(1).epsilon(1e-14));
  CHECK(number(monotone, "rsaPearson") < 0.9999);
}

TEST_CASE("similarity: constant tables, one-hot tables, few rows and what is refused") {
  const Matrix constant = {5, 2, {.1, .7, .1, .7, .1, .7, .1, .7, .1, .7}}, y = normal(5, 3, 1);
  const Outputs flat = compare(constant, y);
  CHECK(number(flat, "hsicLinear") == 0);
  CHECK(number(flat, "rankX") == 0);
  for (const char* name : kAlignments) CHECK(!has(flat, name));
  CHECK(!has(flat, "sigmaX"));
  CHECK(!has(flat, "rsaPearson"));
  const Matrix ones = {5, 5, std::vector<double>(25, 0.3)};
  CHECK(!has(compare(ones, y, "kernelX"), "ckaLinear"));
  // one-hot rows have equal distances: U-centring leaves nothing
  Matrix one_hot = Matrix::zeros(5, 5);
  for (std::size_t i = 0; i < 5; ++i) one_hot(i, i) = 1;
  const Outputs equal = compare(one_hot, y);
  CHECK(has(equal, "ckaLinear"));
  CHECK(number(equal, "hsicLinearUnbiased") == 0);
  CHECK(!has(equal, "ckaLinearUnbiased"));
  CHECK(!has(equal, "ckaGaussianUnbiased"));
  const Outputs few = compare(normal(2, 3, 1), normal(2, 1, 2));
  CHECK(number(few, "ckaLinear") == approx(1));  // two points differ along one line
  CHECK(!has(few, "ckaLinearUnbiased"));
  CHECK(!has(few, "rsaPearson"));  // one pair
  const auto field = [](const json& inputs) {
    const auto result = analyse(analysis_of({{"analysis", "similarity"}}), inputs_of(inputs));
    REQUIRE(!result.has_value());
    return result.error().field;
  };
  CHECK(field({{"x", {{1}, {2}}}}) == "y");
  CHECK(field({{"x", {{1}, {2}}}, {"y", {{1}, {2}, {3}}}}) == "y");
  CHECK(field({{"x", {{1}}}, {"y", {{1}}}}) == "x");
  CHECK(field({{"x", {{1e70}, {1}}}, {"y", {{1}, {2}}}}) == "x");
  CHECK(field({{"kernelX", {{1, 2}, {2, 1}}}, {"y", {{1}, {2}}}}) == "kernelX");
  CHECK(field({{"x", {{1}, {2}}}, {"kernelY", {{1, 2}, {0, 1}}}}) == "kernelY");
}
