// The exponent rule of sinusoidal frequencies, b^(-(2i/d)^p): against long double, and exactly if
// the power is rational.
#include <cmath>
#include <initializer_list>

#include "../support/approx.hpp"
#include "../support/attention.hpp"

using namespace posenc;
using namespace posenc::test;

namespace {

// Emscripten's powl and logl have only the precision of double.
#ifdef __EMSCRIPTEN__
constexpr long double kCloseToPower = 0x1p-44L;
#else
constexpr long double kCloseToPower = 0x1p-52L;
#endif

std::vector<double> frequencies(json spec) {
  spec["encoding"] = "sinusoidal";
  return plan_of(spec).frequencies().value();
}

}  // namespace

TEST_CASE("sinusoidal exponent: within 1 ulp of b^(-(i/D)^p) in long double") {
  for (const double p : {0.25, 0.5, 2.0, 3.7, 64.0})
    for (const double base : {10000.0, 2.5, 1e30, 0.5})
      for (const bool shorter : {false, true}) {
        const auto got = frequencies({{"dim", 48},
                                      {"base", base},
                                      {"exponent", p},
                                      {"scale", -3.5},
                                      {"denominator", shorter ? "d/2-1" : "d/2"}});
        REQUIRE(got.size() == 24);
        for (std::size_t i = 0; i < 24; ++i) {
          const long double fraction = static_cast<long double>(i) / (shorter ? 23 : 24);
          const long double want =
              3.5L * std::pow(static_cast<long double>(base),
                              -std::pow(fraction, static_cast<long double>(p)));
          CHECK(std::fabs((-got[i] - want) / want) <= kCloseToPower);
        }
      }
}

TEST_CASE("sinusoidal exponent: rational powers are exact") {
  // 16^(-(i/4)^2) and 16^(-(i/4)^½): 2^(-i²/4), 2^(-2√i)
  const auto square = frequencies({{"dim", 8}, {"base", 16}, {"exponent", 2}});
  CHECK(square[0] == 1);
  CHECK(square[2] == 0.5);
  const auto root = frequencies({{"dim", 8}, {"base", 16}, {"exponent", 0.5}});
  CHECK(root[0] == 1);
  CHECK(root[1] == 0.25);
  // (i/D)^p runs from 0 to 1: with D = d/2 - 1 the ends are those of the published rule
  for (const double p : {0.1, 1.0, 7.0}) {
    const auto ends = frequencies({{"dim", 64}, {"exponent", p}, {"denominator", "d/2-1"}});
    CHECK(ends.front() == 1);
    CHECK(ends.back() == 1e-4);
  }
}

TEST_CASE("sinusoidal exponent: 1 is the published rule to the bit") {
  const json plain = {{"encoding", "sinusoidal"}, {"dim", 34}};
  json linear = plain;
  linear["exponent"] = 1;
  CHECK(*plan_of(plain).frequencies() == *plan_of(linear).frequencies());
  // an odd dim: the lone sine's fraction stays below 1
  const json odd = {
      {"encoding", "sinusoidal"}, {"dim", 5}, {"oddRule", "literal"}, {"exponent", 2}};
  CHECK(plan_of(odd).frequencies()->back() == approx(std::pow(10000, -0.64)).epsilon(1e-15));
}

TEST_CASE("sinusoidal exponent: what is refused") {
  const json spec = {{"encoding", "sinusoidal"}, {"dim", 8}};
  for (const double p : {0.0, -1.0, 65.0}) {
    json wrong = spec;
    wrong["exponent"] = p;
    check_refused(wrong, "exponent");
  }
}
