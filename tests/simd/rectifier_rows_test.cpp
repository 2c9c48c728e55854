// Rows of rectifier integrals against core/real, at the bounds stated in the header.
#include "simd/rectifier_rows.hpp"

#include <doctest/doctest.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <vector>

#include "../support/approx.hpp"
#include "core/random.hpp"
#include "core/real.hpp"
#include "nn/layers/dual.hpp"

using namespace posenc;

namespace {

constexpr double kTwoPiDouble = 6.283185307179586;
double unit_of(double x) { return std::bit_cast<double>(std::bit_cast<std::uint64_t>(x) + 1) - x; }

struct Pairs {
  double q11, root;
  std::vector<double> q22, roots, k, theta;
};
// cosines all over [-1, 1], and close to -1, 0 and 1
Pairs pairs(std::uint64_t seed, std::size_t n) {
  const Random random(seed);
  Pairs p;
  p.q11 = real::exp(random.uniform(0, -3, 3));
  p.root = std::sqrt(p.q11);
  for (std::size_t j = 0; j < n; ++j) {
    const double q = real::exp(random.uniform(3 * j + 1, -20, 20));
    const double near = real::exp(random.uniform(3 * j + 2, -30, 0));
    const double at = random.uniform(3 * j + 3, -1, 1);
    const double cosine = j % 4 == 0   ? at
                          : j % 4 == 1 ? 1 - near
                          : j % 4 == 2 ? near - 1
                                       : near * at;
    p.q22.push_back(q);
    p.roots.push_back(std::sqrt(q));
    p.k.push_back(cosine * std::sqrt(p.q11) * std::sqrt(q));
    p.theta.push_back(1 + at);
  }
  return p;
}

}  // namespace

TEST_CASE("rectifier_rows: the angle within 4 ulp, the integrals within their bound") {
  double worst_angle = 0, worst_slope = 0, worst_value = 0;
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    const Pairs given = pairs(seed, 501);
    Pairs angle = given, relu = given;
    for (double& x : angle.theta) x = 1;
    // jump 2π and mean 0 give -θ itself
    rectifier_rows(kTwoPiDouble, 0, angle.root, angle.roots.data(), angle.k.data(),
                   angle.theta.data(), angle.theta.size());
    const double a = -0.3, b = 1.2, jump = (a - b) * (a - b), mean = (a * a + b * b) / 2;
    for (double& x : relu.theta) x = 1;
    rectifier_rows(jump, mean, relu.root, relu.roots.data(), relu.k.data(), relu.theta.data(),
                   relu.theta.size());
    for (std::size_t j = 0; j < given.k.size(); ++j) {
      const double k = given.k[j], q22 = given.q22[j];
      const double size = std::sqrt(given.q11) * std::sqrt(q22);
      const double s = root_determinant(given.q11, k, q22), theta = real::atan2(s, k);
      if (theta == 0)
        CHECK(angle.theta[j] == 0);
      else
        worst_angle = std::fmax(worst_angle, std::fabs(-angle.theta[j] - theta) / unit_of(theta));
      const double slope = mean - jump * theta / kTwoPiDouble;
      worst_slope = std::fmax(worst_slope, std::fabs(relu.theta[j] - slope) / (mean + jump));
      const double value = jump * s / kTwoPiDouble + slope * k;
      worst_value = std::fmax(worst_value, std::fabs(relu.k[j] - value) / ((mean + jump) * size));
    }
  }
  CAPTURE(worst_angle);
  CHECK(worst_angle <= 4);
  CHECK(worst_slope <= 6 * 0x1p-53);
  CHECK(worst_value <= 6 * 0x1p-53);
}

TEST_CASE("rectifier_rows: the same bits wherever a pair stands, and the slope of theta") {
  const Pairs given = pairs(3, 101);
  Pairs row = given;
  rectifier_rows(1, 0.5, row.root, row.roots.data(), row.k.data(), row.theta.data(), 101);
  for (std::size_t j = 0; j < 101; ++j) {
    double k = given.k[j], theta = given.theta[j];
    rectifier_rows(1, 0.5, given.root, &given.roots[j], &k, &theta, 1);
    CHECK(k == row.k[j]);
    CHECK(theta == row.theta[j]);
  }
}

TEST_CASE("rectifier_rows: duplicates, antipodes, right angles, zeros and the ends of float64") {
  const auto relu = [](double q11, double k, double q22) {
    const double root = std::sqrt(q22);
    double theta = 1;
    rectifier_rows(1, 0.5, std::sqrt(q11), &root, &k, &theta, 1);
    return std::pair{k, theta};
  };
  CHECK(relu(3, 3, 3) == std::pair{1.5, 0.5});
  CHECK(relu(2, 4, 8) == std::pair{2.0, 0.5});
  CHECK(relu(3, -3, 3) == std::pair{0.0, 0.0});
  CHECK(relu(1, 0, 1).first == approx(1 / kTwoPiDouble).epsilon(1e-15));
  CHECK(relu(1, 0, 1).second == 0.25);
  CHECK(relu(0, 0, 5) == std::pair{0.0, 0.5});
  CHECK(relu(0, 0, 0) == std::pair{0.0, 0.5});
  for (const double size : {1e-300, 1e300}) {
    const auto [value, slope] = relu(size, size / 2, size);  // θ = π/3
    CHECK(slope == approx(1.0 / 3).epsilon(1e-15));
    CHECK(value / size == approx(0.8660254037844386 / kTwoPiDouble + 1.0 / 6).epsilon(1e-15));
  }
}

TEST_CASE("rectifier_rows: an ordinary input beside one at the ends of float64") {
  for (const double root : {1e-140, 1e-60, 1e60, 1e140}) {
    const double roots[] = {root, 2, root};
    double k[] = {root / 2, 1, -root / 2}, theta[] = {1, 1, 1};  // π/3, π/3, 2π/3
    rectifier_rows(1, 0.5, 1, roots, k, theta, 3);
    CHECK(theta[0] == approx(1.0 / 3).epsilon(1e-15));
    CHECK(theta[1] == approx(1.0 / 3).epsilon(1e-15));
    CHECK(theta[2] == approx(1.0 / 6).epsilon(1e-15));
    const double sine = 0.8660254037844386 / kTwoPiDouble;
    CHECK(k[0] / root == approx(sine + 1.0 / 6).epsilon(1e-15));
    CHECK(k[2] / root == approx(sine - 1.0 / 12).epsilon(1e-15));
  }
}
