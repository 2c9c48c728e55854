// Gram matrices: the Toeplitz path against the table path, block by block, and the golden
// eigenvalues (by rotations, independent of the library's solver).
#include "kernels/gram.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <initializer_list>

#include "../support/approx.hpp"
#include "../support/spec_json.hpp"

using namespace posenc;
using namespace posenc::test;

namespace {

// Eigenvalues of a symmetric matrix, descending: ten sweeps of Jacobi's rotations (1846), each of
// which squares the distance to a diagonal matrix once it is small.
std::vector<double> jacobi_eigenvalues(std::vector<double> a, std::size_t n) {
  const auto rotate = [](double& x, double& y, double c, double s) {
    const double turned = c * x - s * y;
    y = s * x + c * y, x = turned;
  };
  for (int sweep = 0; sweep < 10; ++sweep)
    for (std::size_t p = 0; p < n; ++p)
      for (std::size_t q = p + 1; q < n; ++q) {
        if (a[p * n + q] == 0) continue;
        const double slope = (a[q * n + q] - a[p * n + p]) / (2 * a[p * n + q]);
        const double t = std::copysign(1 / (std::fabs(slope) + std::hypot(slope, 1)), slope);
        const double c = 1 / std::sqrt(t * t + 1), s = t * c;
        for (std::size_t k = 0; k < n; ++k) rotate(a[k * n + p], a[k * n + q], c, s);
        for (std::size_t k = 0; k < n; ++k) rotate(a[p * n + k], a[q * n + k], c, s);
      }
  std::vector<double> values(n);
  for (std::size_t i = 0; i < n; ++i) values[i] = a[i * n + i];
  std::sort(values.begin(), values.end(), std::greater<>());
  return values;
}

}  // namespace

TEST_CASE("gram: row blocks of both routes agree with each other and with inner products") {
  for (const json& spec :
       {json{{"encoding", "sinusoidal"}, {"dim", 12}},
        json{{"encoding", "sinusoidal"}, {"dim", 7}, {"oddRule", "literal"}},
        json{{"encoding", "rope"},
             {"dim", 16},
             {"scaling", {{"type", "yarn"}, {"factor", 4}, {"originalContext", 64}}}}}) {
    INFO(spec.dump());
    Plan plan = plan_of(spec);
    for (const std::vector<double>& positions :
         {std::vector<double>{0, 1, 2, 3, 4, 5}, {10, 7, 4, 1, -2}, {0, 0.5, 1e6, -3, 17}, {42}}) {
      const std::size_t n = positions.size(), w = plan.width();
      const std::vector<double> t = table64(plan, positions);
      std::vector<double> k(n * n);
      for (std::size_t r = 0; r < n; r += 2)
        CHECK(plan.gram(positions, {r, std::min<std::size_t>(2, n - r)}, {0, n}, k.data() + r * n));
      for (std::size_t i = 0; i < n; ++i)
        for (std::size_t j = 0; j < n; ++j) {
          double product = 0;
          for (std::size_t c = 0; c < w; ++c) product += t[i * w + c] * t[j * w + c];
          CHECK(std::fabs(k[i * n + j] - product) <= 4e-15 * static_cast<double>(w));
          CHECK(k[i * n + j] == approx(k[j * n + i]).epsilon(1e-14));
        }
    }
  }
}

TEST_CASE("gram: the eigenvalues of the golden 12 x 12 matrix; its rank is at most d") {
  const json golden = load_json("gram_eigs_sinusoidal_d8_N12");
  const auto expected = golden.at("expected").at("eigenvalues").get<std::vector<double>>();
  const std::size_t n = expected.size();
  std::vector<double> positions(n), k(n * n);
  for (std::size_t i = 0; i < n; ++i) positions[i] = static_cast<double>(i);
  CHECK(plan_of({{"encoding", "sinusoidal"}, {"dim", 8}}).gram(positions, k.data()));
  const std::vector<double> got = jacobi_eigenvalues(k, n);
  for (std::size_t i = 0; i < n; ++i)
    CHECK(std::fabs(got[i] - expected[i]) <= golden.at("tolerance").at("value").get<double>());
}

TEST_CASE("gram: a block is within width·2^-53·Σ|a||b| of the exact inner products") {
  constexpr std::size_t rows = 3, others = 5, width = 70;
  std::vector<double> a(rows * width), b(others * width), out(rows * others);
  for (std::size_t k = 0; k < a.size(); ++k)
    a[k] = std::fmod(static_cast<double>(k) * 0.7331, 2) - 1;
  for (std::size_t k = 0; k < b.size(); ++k)
    b[k] = std::fmod(static_cast<double>(k) * 0.4117, 2) - 1;
  gram_block(in_rows(a, width), in_rows(b, width), out.data(), others);
  for (std::size_t i = 0; i < rows; ++i)
    for (std::size_t j = 0; j < others; ++j) {
      Wide exact;
      double size = 0;
      for (std::size_t c = 0; c < width; ++c) {
        exact = exact + Wide(a[i * width + c]) * Wide(b[j * width + c]);
        size += std::fabs(a[i * width + c] * b[j * width + c]);
      }
      CHECK(std::fabs((Wide(out[i * others + j]) - exact).to_double()) <=
            static_cast<double>(width) * 0x1p-53 * size);
    }
}

TEST_CASE("gram: the whole matrix is exactly symmetric and has the entries of its blocks") {
  constexpr std::size_t width = 9;
  for (const std::size_t n : {0, 1, 3, 64, 65, 130, 700}) {
    std::vector<double> a(n * width), whole(n * n), block(n * n);
    for (std::size_t k = 0; k < a.size(); ++k)
      a[k] = std::fmod(static_cast<double>(k) * 0.7331, 2) - 1;
    gram_matrix(in_rows(a, width), whole.data());
    gram_block(in_rows(a, width), in_rows(a, width), block.data(), n);
    double difference = 0, asymmetry = 0;
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t j = 0; j < n; ++j) {
        difference = std::fmax(difference, std::fabs(whole[i * n + j] - block[i * n + j]));
        asymmetry = std::fmax(asymmetry, std::fabs(whole[i * n + j] - whole[j * n + i]));
      }
    CHECK(difference <= 2 * width * 0x1p-53 * width);
    CHECK(asymmetry == 0);
  }
}

TEST_CASE("gram: a block inside a matrix, and its mirror image") {
  const std::vector<double> a = {1, 2, 3, 4, 5, 6}, b = {1, 0, 0, 1, 1, 1};
  std::vector<double> k(25, -1);
  gram_block(in_rows(a, 2).part(0, 2), in_rows(b, 2), k.data() + 2, 5);
  mirror(in_rows(k, 5), {0, 2}, {2, 3});
  CHECK(k == std::vector<double>{-1, -1, 1, 2, 3,  -1, -1, 3, 4, 7,  1,  3, -1,
                                 -1, -1, 2, 4, -1, -1, -1, 3, 7, -1, -1, -1});
  std::vector<double> square = {1, 2, 3, 4, 5, 6, 7, 8, 9};
  mirror(in_rows(square, 3), {0, 3}, {0, 3});
  CHECK(square == std::vector<double>{1, 2, 3, 2, 5, 6, 3, 6, 9});
}

TEST_CASE("gram: whole, in parts, and as a profile; parts beyond the matrix are refused") {
  Plan plan = plan_of({{"encoding", "sinusoidal"}, {"dim", 12}});
  constexpr std::size_t n = 9;
  for (const bool even : {true, false}) {
    std::vector<double> positions(n), whole(n * n), part(12);
    for (std::size_t i = 0; i < n; ++i) positions[i] = static_cast<double>(even ? 3 * i : i * i);
    CHECK(plan.gram(positions, whole.data()));
    CHECK(plan.gram(positions, {2, 3}, {4, 4}, part.data()));
    double difference = 0;
    for (std::size_t i = 0; i < 3; ++i)
      for (std::size_t j = 0; j < 4; ++j)
        difference = std::fmax(difference, std::fabs(part[i * 4 + j] - whole[(2 + i) * n + 4 + j]));
    CHECK(difference <= 1e-14);
    const auto profile = plan.gram_profile(positions);
    REQUIRE(profile);
    CHECK(profile->size() == (even ? n : 0));
    for (std::size_t j = 0; j < profile->size(); ++j) CHECK((*profile)[j] == whole[j]);
    CHECK(plan.gram(positions, {8, 2}, {0, 1}, part.data()).error().field == "rows");
    CHECK(plan.gram(positions, {0, 1}, {10, 0}, part.data()).error().field == "cols");
  }
}

TEST_CASE("gram: rows of a Toeplitz matrix") {
  const std::vector<double> profile = {5, 4, 3, 2};
  std::vector<double> out(8);
  toeplitz_block(profile, {1, 2}, {0, 4}, out.data());
  CHECK(out == std::vector<double>{4, 5, 4, 3, 3, 4, 5, 4});
  toeplitz_block(profile, {2, 2}, {1, 3}, out.data());
  CHECK(std::vector(out.begin(), out.begin() + 6) == std::vector<double>{4, 5, 4, 3, 4, 5});
  toeplitz_block({}, {0, 0}, {0, 0}, out.data());
  CHECK(out[0] == 4);
}

TEST_CASE("gram: positions further apart than 2^53, whose difference rounds, use the table") {
  Plan plan = plan_of({{"encoding", "sinusoidal"}, {"dim", 4}});
  const std::vector<double> positions = {-9007199254740991, 9007199254740992};
  const std::vector<double> t = table64(plan, positions);
  std::vector<double> k(4);
  CHECK(plan.gram(positions, k.data()));
  double product = 0;
  for (std::size_t c = 0; c < 4; ++c) product += t[c] * t[4 + c];
  CHECK(std::fabs(k[1] - product) <= 1e-14);
}
