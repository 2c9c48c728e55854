// The generator against the published test vectors, the distributions against their moments.
#include "core/random.hpp"

#include <doctest/doctest.h>

#include <cmath>

using namespace posenc;

TEST_CASE("random: Philox4x32-10 gives the test vectors of Random123") {
  // kat_vectors: counter and key all zero
  const Random zero(0, 0);
  CHECK(zero.words(0) ==
        std::array<std::uint32_t, 4>{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8});
  CHECK(zero.uniform(0) == (0x1p-52 * (double{0x6627e8d5e169c} + 0.5)));  // its first 52 bits
  CHECK(zero.below(0, 100) == 39);                                        // from 0.399
  // counter and key all ones
  const Random ones(0xffffffffffffffff, 0xffffffff);
  CHECK(ones.words(0xffffffffffffffff, 0xffffffff) ==
        std::array<std::uint32_t, 4>{0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd});
}

TEST_CASE("random: moments lie within five standard errors, streams differ") {
  constexpr int n = 40000;
  const Random r(42);
  double sum = 0, square = 0, fourth = 0, uniform = 0;
  int inside = 0;
  for (std::uint64_t i = 0; i < n; ++i) {
    const double x = r.normal(i);
    sum += x, square += x * x, fourth += x * x * x * x;
    inside += std::fabs(x) < 1;
    const double u = r.uniform(i);
    CHECK_MESSAGE((u > 0 && u < 1), u);
    uniform += u;
    const double t = r.truncated_normal(i, -2, 2);
    if (t < -2 || t > 2) FAIL(t);
  }
  const double error = 5 / std::sqrt(double{n});
  CHECK(std::fabs(sum / n) < error);
  CHECK(std::fabs(square / n - 1) < error * std::sqrt(2.0));
  CHECK(std::fabs(fourth / n - 3) < error * std::sqrt(96.0));
  CHECK(std::fabs(uniform / n - 0.5) < error * std::sqrt(1 / 12.0));
  CHECK(std::fabs(inside / double{n} - 0.682689492) < error * 0.47);
  CHECK(Random(42, 1).normal(0) != r.normal(0));
  CHECK(Random(43).normal(0) != r.normal(0));
  for (std::uint64_t i = 0; i < 100; ++i) CHECK(r.below(i, 7) < 7);
}

TEST_CASE("random: an interval that is hardly ever met gives its end that is nearer to 0") {
  const Random r(42);
  CHECK(r.truncated_normal(0, 30, 31) == 30);
  CHECK(r.truncated_normal(0, -31, -30) == -30);
}

TEST_CASE("random: the attempt 4096 at an interval is the last") {
  const Random r(7);
  // Box and Muller with the standard library, as accurately as the interval is narrow
  const auto drawn = [&](std::uint32_t attempt) {
    const auto w = r.words(3, attempt);
    const auto unit = [](std::uint32_t high, std::uint32_t low) {
      return (high * 0x1p32 + low) * 0x1p-64;
    };
    return std::sqrt(-2 * std::log(unit(w[0], w[1]))) *
           std::cos(2 * 3.141592653589793 * unit(w[2], w[3]));
  };
  const auto around = [&](double x) { return r.truncated_normal(3, x - 1e-9, x + 1e-9) - x; };
  CHECK(std::fabs(around(drawn(4095))) < 1e-12);
  CHECK(std::fabs(around(drawn(4096))) > 0.9e-9);  // an end of the interval
}
