// Wide against identities that hold to far more bits than any result needs. (tests/mpfr checks the
// same functions with MPFR.)
#include "core/wide.hpp"
#include "../support/approx.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <initializer_list>
#include <limits>

using posenc::kTwoPi;
using posenc::Wide;

namespace {
// log2 of |a - b| / |b|, or -1000 if they are equal
int relative_log2(const Wide& a, const Wide& b) {
  const Wide d = a - b;
  return d.is_zero() ? -1000 : d.log2_floor() - b.log2_floor();
}
}  // namespace

TEST_CASE("Wide: doubles pass through unchanged") {
  for (const double x : {0.0, 1.0, -1.0, 0.1, 5e-324, -2.2250738585072014e-308,
                         1.7976931348623157e308, 123456789.125})
    CHECK(Wide(x).to_double() == x);
  for (const float x : {0.0f, 1.5f, -0.1f, 1e-45f, 1.17549435e-38f, 3.4028234e38f})
    CHECK(Wide(x).to_float() == x);
}

TEST_CASE("Wide: rounding to double and float is to nearest, ties to even") {
  const Wide tiny = Wide(1.0).scaled(-200);
  for (const double odd : {0.0, 1.0}) {
    const Wide below = Wide(1.0) + Wide(odd).scaled(-52), half = Wide(1.0).scaled(-53);
    CHECK((below + half).to_double() == 1.0 + (odd == 0 ? 0 : 2) * 0x1p-52);
    CHECK((below + half - tiny).to_double() == 1.0 + odd * 0x1p-52);
    CHECK((below + half + tiny).to_double() == 1.0 + (odd + 1) * 0x1p-52);
    const Wide fbelow = Wide(1.0) + Wide(odd).scaled(-23), fhalf = Wide(1.0).scaled(-24);
    CHECK((fbelow + fhalf).to_float() == 1.0f + static_cast<float>(odd == 0 ? 0 : 2) * 0x1p-23f);
    CHECK((fbelow + fhalf + tiny).to_float() == 1.0f + static_cast<float>(odd + 1) * 0x1p-23f);
  }
  // subnormal results round at their last place
  CHECK(Wide(0.75).scaled(-1074).to_double() == 5e-324);
  CHECK(Wide(0.25).scaled(-1074).to_double() == 0);
  CHECK(Wide(1.75).scaled(-149).to_float() == std::ldexp(2.0f, -149));
}

TEST_CASE("Wide: sums and products of random doubles agree with exact integer arithmetic") {
  // k/2^20 with small k: sums, differences and products are also exact in double
  for (int a = -40000; a <= 40000; a += 7919)
    for (int b = -30000; b <= 30000; b += 6007) {
      const double x = a * 0x1p-20, y = b * 0x1p-10;
      CHECK((Wide(x) + Wide(y)).to_double() == x + y);
      CHECK((Wide(x) - Wide(y)).to_double() == x - y);
      CHECK((Wide(x) * Wide(y)).to_double() == x * y);
      CHECK((Wide(x) < Wide(y)) == (x < y));
      if (b != 0)
        CHECK(relative_log2(Wide(x) / Wide(y) * Wide(y) + Wide(1.0), Wide(x) + Wide(1.0)) < -248);
    }
  CHECK((Wide(1.0) + Wide(1.0).scaled(-255) - Wide(1.0)).to_double() == 0x1p-255);
}

TEST_CASE("Wide: rounding to integers") {
  for (const double x : {0.0, 0.49, 0.5, 0.51, 2.5, 1e15 + 0.5, -0.49, -0.5, -2.5, -3.0, 3.0}) {
    CHECK(Wide(x).round() == static_cast<std::int64_t>(std::round(x)));
    CHECK(posenc::floor(Wide(x)).to_double() == std::floor(x));
    CHECK(posenc::ceil(Wide(x)).to_double() == std::ceil(x));
  }
}

TEST_CASE("Wide: the fraction is what is left of the integer part, exactly") {
  for (const double whole : {0.0, 1.0, -5.0, 1e15, -1e30, 0x1p127})
    for (const double rest : {0.0, 0.5, 0x1p-60, 0.7})
      CHECK((Wide(whole) + Wide(whole < 0 ? -rest : rest)).fraction() ==
            Wide(whole < 0 ? -rest : rest));
}

TEST_CASE("Wide: divided_by is division") {
  for (const double x : {1.0, -3.0, 1e-30, 12345.678})
    for (const unsigned n : {1u, 3u, 7u, 1000003u, 4294967295u})
      CHECK(relative_log2(Wide(x).divided_by(n), Wide(x) / Wide(static_cast<double>(n))) < -248);
}

TEST_CASE("Wide: exp and log within 2^-230") {
  for (const double x : {1e-9, 0.1, 0.7, 1.0, 9.21, -3.7, 600.0, -600.0}) {
    CHECK(relative_log2(log(exp(Wide(x))), Wide(x)) < (x < 1e-3 && x > 0 ? -205 : -230));
    CHECK(relative_log2(exp(Wide(x)) * exp(Wide(-x)), Wide(1.0)) < -230);
    CHECK(relative_log2(exp(Wide(x) / Wide(2.0)) * exp(Wide(x) / Wide(2.0)), exp(Wide(x))) < -230);
    CHECK(exp(Wide(x)).to_double() == approx(std::exp(x)).epsilon(1e-14));
  }
  for (const double x : {0.5, 0.75, 1.5, 10000.0, 1e300})
    CHECK(relative_log2(log(Wide(x) * Wide(x)), log(Wide(x)).scaled(1)) < -230);
  CHECK(log(Wide(1.0)).is_zero());
  CHECK(relative_log2(pow(Wide(10.0), Wide(4.0)), Wide(10000.0)) < -228);
}

TEST_CASE("Wide: sin and cos within 2^-240") {
  for (double x = -0.8; x <= 0.8; x += 0.0317) {
    const Wide s = sin(Wide(x)), c = cos(Wide(x));
    CHECK(relative_log2(s * s + c * c, Wide(1.0)) < -240);
    // sin 2y = 2 sin y cos y
    const Wide h = Wide(x).scaled(-1);
    CHECK(relative_log2((sin(h) * cos(h)).scaled(1) + Wide(1.0), s + Wide(1.0)) < -240);
    CHECK(s.to_double() == approx(std::sin(x)).epsilon(1e-15));
  }
}

TEST_CASE("Wide: what is too large for a format is its largest number, of either sign") {
  for (const int beyond : {0, 1, 900}) {
    const Wide large = Wide(1.0).scaled(1024 + beyond), small = Wide(1.0).scaled(128 + beyond);
    CHECK(large.to_double() == std::numeric_limits<double>::max());
    CHECK((-large).to_double() == std::numeric_limits<double>::lowest());
    CHECK(small.to_float() == std::numeric_limits<float>::max());
    CHECK((-small).to_float() == std::numeric_limits<float>::lowest());
  }
  // … and values that would round up to more than it
  CHECK((Wide(1.0).scaled(1024) - Wide(1.0).scaled(800)).to_double() ==
        std::numeric_limits<double>::max());
  CHECK((Wide(1.0) - Wide(1.0).scaled(128)).to_float() == std::numeric_limits<float>::lowest());
  // exp stops at the largest and smallest exponents
  CHECK(exp(Wide(0x1p20)).to_double() == std::numeric_limits<double>::max());
  CHECK(exp(Wide(0x1p30)) == exp(Wide(0x1p20)));
  CHECK(exp(Wide(-0x1p20)).is_zero());
}

TEST_CASE("Wide: 0 over a negative number is 0 without a sign") {
  const Wide zero = Wide() / Wide(-3.0);
  CHECK(zero.is_zero());
  CHECK(!zero.is_negative());
  CHECK((Wide(6.0) / Wide(-3.0)).to_double() == -2);
}

TEST_CASE("Wide: a product with 0 is 0 without a sign") {
  for (const Wide& zero : {Wide() * Wide(-3.0), Wide(-3.0) * Wide(), Wide() * Wide()}) {
    CHECK(zero.is_zero());
    CHECK(!zero.is_negative());
  }
}

TEST_CASE("Wide: a difference that leaves the last of 256 bits is that bit") {
  const std::uint64_t all = ~std::uint64_t{0};
  const Wide below = Wide::from_limbs(all, all, all, all, -256);  // 1 - 2^-256
  CHECK(Wide(1.0) - below == Wide(1.0).scaled(-256));
  CHECK(below - Wide(1.0) == -Wide(1.0).scaled(-256));
  CHECK(below < Wide(1.0));
  CHECK(below + Wide(1.0).scaled(-256) == Wide(1.0));
}

TEST_CASE("Wide: subnormal results are rounded once") {
  // just above the middle of two subnormal numbers, to which one more bit would round
  const Wide tiny = Wide(1.0).scaled(-40);
  for (int places = 1; places <= 22; ++places) {
    const double even = std::ldexp(1.0, places);
    const Wide half = Wide(even) + Wide(0.5);
    CHECK((half + tiny).scaled(-149).to_float() == std::ldexp(static_cast<float>(even + 1), -149));
    CHECK((half - tiny).scaled(-149).to_float() == std::ldexp(static_cast<float>(even), -149));
    CHECK((half + tiny).scaled(-1074).to_double() == std::ldexp(even + 1, -1074));
    CHECK((half - tiny).scaled(-1074).to_double() == std::ldexp(even, -1074));
  }
  // below half of the smallest number
  for (int less = 2; less <= 70; ++less) {
    CHECK(Wide(1.5).scaled(-149 - less).to_float() == 0);
    CHECK(Wide(1.5).scaled(-1074 - less).to_double() == 0);
  }
}

TEST_CASE("Wide: a quotient without end uses all bits, a number of float64 does not") {
  CHECK((Wide(1.0) / Wide(3.0)).is_full());
  CHECK(kTwoPi.is_full());
  for (const double x : {0.0, 0.1, -1e300}) CHECK(!Wide(x).is_full());
  CHECK(!(Wide(0.1) * Wide(0.3) * Wide(0.7)).is_full());
}
