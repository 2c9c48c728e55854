// The functions of core/real.hpp against Wide, at the bounds stated in the header.
#include "core/real.hpp"

#include <doctest/doctest.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <initializer_list>
#include <limits>
#include <utility>

#include "../support/ulp.hpp"
#include "core/random.hpp"
#include "core/wide.hpp"

using namespace posenc;

namespace {

// |got - exact| in units of the last place of the exact value
double ulps(double got, const Wide& exact) {
  const double rounded = exact.to_double();
  const double next = std::bit_cast<double>(std::bit_cast<std::uint64_t>(rounded) + 1);
  const double unit = std::fabs(next - rounded);
  return std::fabs((Wide(got) - exact).to_double()) / unit;
}

template <class Function, class Exact>
double worst(Function f, Exact exact, double low, double high) {
  const Random random(7);
  double most = 0;
  for (std::uint64_t i = 0; i < 2000; ++i) {
    const double x = random.uniform(i, low, high);
    most = std::fmax(most, ulps(f(x), exact(x)));
  }
  return most;
}

const Wide one(1.0);

// 2/√π Σ (-1)^n x^(2n+1) / (n!·(2n+1)); 256 bits leave 200 after the cancellation at |x| <= 5.9
Wide wide_erf(const Wide& x) {
  Wide term = x, sum = x;
  const Wide square = x * x;
  for (std::uint32_t n = 1; n < 200; ++n) {
    term = -(term * square).divided_by(n);
    sum = sum + term.divided_by(2 * n + 1);
  }
  // 1/√π = e^(-ln π / 2)
  return sum.scaled(1) * exp(-(log(kTwoPi) - kLn2).scaled(-1));
}

}  // namespace

TEST_CASE("real: exp, log, log1p and expm1 against 256-bit arithmetic") {
  const auto wide_exp = [](double x) { return exp(Wide(x)); };
  const auto wide_log = [](double x) { return log(Wide(x)); };
  for (const double size : {1e-8, 0.3, 1.0, 30.0, 700.0}) {
    CHECK(worst([](double x) { return real::exp(x); }, wide_exp, -size, size) <= 1);
    // a tail of up to one unit in the last place counts in full: 0.574 is within the bound, and
    // shows any loss of the low part of the reduced argument
    CHECK(worst([](double x) { return real::exp(x, x * 0x1.3p-53); },
                [](double x) { return exp(Wide(x) + Wide(x * 0x1.3p-53)); }, -size, size) <= 0.6);
    CHECK(worst([](double x) { return real::expm1(x); },
                [](double x) { return exp(Wide(x)) - one; }, -size, size) <= 3);
  }
  for (const auto& [low, high] :
       {std::pair{0.5, 2.0}, {0.99, 1.01}, {1e-300, 1e-290}, {2.0, 1e9}, {0x1p-1074, 0x1p-1022}})
    CHECK(worst([](double x) { return real::log(x); }, wide_log, low, high) <= 1);
  for (const auto& [low, high] : {std::pair{-0.9, 0.9}, {-1e-6, 1e-6}, {0.0, 1e6}})
    CHECK(worst([](double x) { return real::log1p(x); },
                [](double x) { return log(one + Wide(x)); }, low, high) <= 2);
  CHECK(worst([](double x) { return real::log2(x); }, [](double x) { return log(Wide(x)) / kLn2; },
              0.1, 1000) <= 2);
  for (int k = -1000; k <= 1000; k += 10) CHECK(real::log2(std::ldexp(1.0, k)) == k);
}

TEST_CASE("real: logarithms of what is infinite or 0") {
  const double infinite = std::numeric_limits<double>::infinity();
  CHECK(real::log(infinite) == infinite);
  CHECK(real::log(0) == -infinite);
  CHECK(real::log(0x1p-1074) == -744.4400719213812);  // -1074 ln 2
  CHECK(real::log1p(infinite) == infinite);
  const double largest = std::numeric_limits<double>::max();
  CHECK(ulps(real::log1p(largest), log(one + Wide(largest))) <= 2);
}

TEST_CASE("real: pow against 256-bit arithmetic") {
  for (const double y : {-3.0, -0.125, 0.5, 1.0, 1.75, 7.0}) {
    CHECK(worst([&](double x) { return real::pow(x, y); },
                [&](double x) { return pow(Wide(x), Wide(y)); }, 0.001, 5000) <= 2);
    CHECK(worst([&](double x) { return real::pow(x, y); },
                [&](double x) { return pow(Wide(x), Wide(y)); }, 1e40, 1e42) <= 16);
  }
  CHECK(real::pow(0, 2) == 0);
  CHECK(real::pow(0, 0) == 1);
  CHECK(real::pow(4096, 0.5) == 64);
}

TEST_CASE("real: tanh, sigmoid, softplus, sin and cos") {
  for (const double size : {1e-5, 0.5, 4.0, 20.0}) {
    CHECK(worst([](double x) { return real::tanh(x); },
                [](double x) {
                  const Wide t = exp(Wide(2 * x));
                  return (t - one) / (t + one);
                },
                -size, size) <= 3);
    CHECK(worst([](double x) { return real::sigmoid(x); },
                [](double x) { return one / (one + exp(Wide(-x))); }, -size, size) <= 3);
    CHECK(worst([](double x) { return real::softplus(x); },
                [](double x) { return log(one + exp(Wide(x))); }, -size, size) <= 3);
  }
  CHECK(worst([](double x) { return real::sin(x); }, [](double x) { return sin(Wide(x)); }, -0.8,
              0.8) <= 1);
  CHECK(worst([](double x) { return real::cos(x); }, [](double x) { return cos(Wide(x)); }, -0.8,
              0.8) <= 1);
}

TEST_CASE("real: erf against its Maclaurin series in 256-bit arithmetic") {
  for (const double size : {0.01, 1.0, 3.0, 5.9})
    CHECK(worst([](double x) { return real::erf(x); }, [](double x) { return wide_erf(Wide(x)); },
                -size, size) <= 16);
  CHECK(real::erf(7) == 1);
  CHECK(real::erf(-7) == -1);
  CHECK(real::gelu(0) == 0);
  CHECK(real::gelu(10) == 10);
}

TEST_CASE("real: gelu and its derivative against the normal distribution in 256-bit arithmetic") {
  const Wide root_half = exp(-kLn2.scaled(-1)), density = exp(-log(kTwoPi).scaled(-1));
  const Random random(8);
  double most = 0, most_derivative = 0;
  for (std::uint64_t i = 0; i < 1000; ++i) {
    const double x = random.uniform(i, -6, 6);
    const Wide below = (one + wide_erf(Wide(x) * root_half)).scaled(-1);  // Φ(x)
    const Wide slope = below + Wide(x) * density * exp(-(Wide(x) * Wide(x)).scaled(-1));
    most = std::fmax(most, std::fabs((Wide(real::gelu(x)) - Wide(x) * below).to_double()));
    most_derivative =
        std::fmax(most_derivative, std::fabs((Wide(real::gelu_derivative(x)) - slope).to_double()));
  }
  CHECK(most <= 0x1p-49);
  CHECK(most_derivative <= 0x1p-50);
}

TEST_CASE("real: limits") {
  CHECK(real::exp(0) == 1);
  CHECK(real::exp(710) == INFINITY);
  CHECK(real::exp(-800) == 0);
  CHECK(real::exp(-740) > 0);
  CHECK(real::log(1) == 0);
  CHECK(real::log(0) == -INFINITY);
  CHECK(real::tanh(40) == 1);
  CHECK(real::softplus(-800) == 0);
  // at the ends of a formula: the value of the formula that is nearer there
  CHECK(real::erf(2) == 0.9953222650189527);
  CHECK(real::log1p(0.4) == 0.33647223662121295);
}

TEST_CASE("real: atan2 is the angle whose sine and cosine are in proportion") {
  const Random random(5);
  const TurnFrequency radian = TurnFrequency::from_radians(one);
  double most = 0;
  for (std::uint64_t i = 0; i < 4000; ++i) {
    const double y = random.normal(2 * i) * (i % 3 == 0 ? 1e-6 : 1), x = random.normal(2 * i + 1);
    const double angle = real::atan2(y, x);
    // r·sin(angle - exact) = x·sin - y·cos
    const WideSinCos w = wide_wave(radian, angle);
    const Wide off = (Wide(x) * w.sin - Wide(y) * w.cos) / Wide(std::sqrt(x * x + y * y));
    const double unit = ulp_of(angle);
    most = std::fmax(most, std::fabs(off.to_double()) / unit);
  }
  CHECK(most <= 1.14);  // 1.127; more without the low part of π/2, but within the bound
  CHECK(real::atan2(0, 1) == 0);
  CHECK(real::atan2(0, -1) == 3.141592653589793);
  CHECK(real::atan2(1, 0) == 1.5707963267948966);
  CHECK(real::atan2(1, 1) == 0.7853981633974483);
  CHECK(real::atan2(0, 0) == 0);
}

TEST_CASE("real: atan2 rounds up as often as down around each eighth") {
  // an angle of an eighth that is wrong beyond its double, or a coefficient, changes the mean
  const Random random(3);
  const TurnFrequency radian = TurnFrequency::from_radians(one);
  constexpr std::uint64_t n = 4000;
  for (int k = 0; k <= 8; ++k) {
    // the last of those nearest to 0, where the series is longest
    const double low = k == 0 ? 0.06 : (k - 0.5) / 8, high = k == 8 ? 1 : (k + 0.5) / 8;
    double sum = 0;
    for (std::uint64_t i = 0; i < n; ++i) {
      const double t = random.uniform(n * static_cast<std::uint64_t>(k) + i, low, high);
      const double angle = real::atan2(t, 1);
      const WideSinCos w = wide_wave(radian, angle);
      sum += (w.sin - Wide(t) * w.cos).to_double() / std::sqrt(1 + t * t) / ulp_of(angle);
    }
    CHECK_MESSAGE(std::fabs(sum / n) <= 0.03, k);
  }
}
