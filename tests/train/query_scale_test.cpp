// Queries scaled by position in the lab: the values of a plan's rotate, and the adjoint.
#include <doctest/doctest.h>

#include "../support/approx.hpp"
#include "../support/attention.hpp"
#include "train/position_term.hpp"

using namespace posenc;
using namespace posenc::test;

namespace {

constexpr std::size_t kTokens = 5, kHeads = 2, kHeadDim = 6, kWidth = kHeads * kHeadDim;

PositionTerm<double> term(double growth) {
  PositionPlan plan{{"rope", {{{"attnScale", growth}, {"floorScale", 1.5}, {"queryRule", 1}}, {}}}};
  plan.learn_frequencies = true;
  auto made =
      PositionTerm<double>::make(plan, {kWidth, kHeads}, {kTokens}, kTokens, 1, "position.");
  REQUIRE(made);
  return std::move(made).value();
}

std::vector<double> turned(PositionTerm<double>& position, Side side,
                           const std::vector<double>& x) {
  std::vector<double> y(x.size());
  position.turn(side, {x.data(), kWidth}, 1, {y.data(), kWidth});
  return y;
}

}  // namespace

TEST_CASE("the lab scales queries as a plan rotates them, and keys not") {
  PositionTerm<double> position = term(2);
  Plan plan = plan_of({{"encoding", "rope"},
                       {"dim", kHeadDim},
                       {"attnScale", 2},
                       {"floorScale", 1.5},
                       {"queryRule", "ramp"}});
  const std::vector<double> x = some_numbers(kTokens * kWidth);
  for (const Side side : {Side::query, Side::key}) {
    const std::vector<double> y = turned(position, side, x);
    for (std::size_t t = 0; t < kTokens; ++t)
      for (std::size_t h = 0; h < kHeads; ++h) {
        const auto from = x.begin() + static_cast<std::ptrdiff_t>(t * kWidth + h * kHeadDim);
        const std::vector<double> one =
            rotated(plan, {static_cast<double>(t)}, {from, from + kHeadDim}, side);
        for (std::size_t c = 0; c < kHeadDim; ++c)
          CHECK(y[t * kWidth + h * kHeadDim + c] == approx(one[c]).epsilon(1e-13));
      }
  }
  CHECK(turned(position, Side::query, x) != turned(position, Side::key, x));
}

// The rotation is linear in x: <u, turn(x)> = <turn_adjoint(u), x>; frequencies use differences.
TEST_CASE("the adjoint of scaled queries, by the vectors and by the frequencies") {
  PositionTerm<double> position = term(2);
  std::vector<double> frequencies(position.parameters());
  REQUIRE(frequencies.size() == kHeadDim / 2);
  position.initial(frequencies.data());
  position.set(frequencies.data());
  const std::vector<double> x = some_numbers(kTokens * kWidth),
                            u = some_numbers(kTokens * kWidth, 0.8);
  const std::vector<double> y = turned(position, Side::query, x);
  std::vector<double> x_gradient(x.size()), gradient(frequencies.size());
  position.clear_gradients();
  position.turn_adjoint(Side::query, {x.data(), kWidth}, {y.data(), kWidth}, {u.data(), kWidth}, 1,
                        {x_gradient.data(), kWidth});
  position.add_gradients(gradient.data());
  CHECK(dot(x_gradient, x) == approx(dot(u, y)).epsilon(1e-12));
  constexpr double kStep = 1e-5;
  for (std::size_t k = 0; k < frequencies.size(); ++k) {
    std::vector<double> at = frequencies;
    const auto value = [&](double moved) {
      at[k] = moved;
      position.set(at.data());
      return dot(u, turned(position, Side::query, x));
    };
    const double difference =
        (value(frequencies[k] + kStep) - value(frequencies[k] - kStep)) / (2 * kStep);
    CHECK(gradient[k] == approx(difference).epsilon(1e-7));
  }
}
