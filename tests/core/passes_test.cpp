// Passes in steps: every item once and in order, at the cost of all, however many parts it takes.
#include "core/passes.hpp"

#include <doctest/doctest.h>

#include <cstddef>
#include <functional>
#include <initializer_list>
#include <utility>
#include <vector>

using namespace posenc;

namespace {

// a type that has a name: a coroutine holds it
using Body = std::function<void(std::size_t, std::size_t)>;

// The costs of all steps; more than a thousand of them never end.
std::vector<double> costs_of(Steps steps) {
  std::vector<double> all;
  while (steps.next()) {
    all.push_back(steps.cost());
    REQUIRE(all.size() < 1000);
  }
  return all;
}
double total(Steps steps) {
  double sum = 0;
  for (const double cost : costs_of(std::move(steps))) sum += cost;
  return sum;
}

// two parts and a bit, of both signs, the largest in the last part and negative
std::vector<double> two_parts_and_a_bit() {
  std::vector<double> x(static_cast<std::size_t>(kStepCost / kPass / 2) + 3);
  for (std::size_t i = 0; i < x.size(); ++i) x[i] = i % 2 == 0 ? 0.5 : -0.25;
  x[x.size() - 2] = -3;
  return x;
}

}  // namespace

TEST_CASE("in_parts: each item once and in order, in parts of at most a quarter of a step") {
  for (const std::size_t n : std::initializer_list<std::size_t>{0, 1, 2, 3, 4, 5, 100})
    for (const double cost : {kStepCost / 8, kStepCost / 4, kStepCost}) {
      std::size_t reached = 0;
      std::vector<double> expected;
      const Body body = [&](std::size_t first, std::size_t end) {
        REQUIRE(first == reached);
        REQUIRE((first < end && end <= n));
        const std::size_t most = cost < kStepCost / 4 ? 2 : 1;
        CHECK((end - first == most || end == n));
        expected.push_back(cost * static_cast<double>(end - first));
        reached = end;
      };
      const std::vector<double> found = costs_of(in_parts(n, cost, body));
      CHECK(reached == n);
      CHECK(found == expected);
    }
  // of items that cost next to nothing, not more than of those that cost 1
  CHECK(costs_of(in_parts(1000, 0, Body([](std::size_t, std::size_t) {}))).size() == 1);
}

TEST_CASE("passes: zeros, copies, sums and the largest, of arrays of several parts") {
  const std::vector<double> x = two_parts_and_a_bit();
  const auto n = static_cast<double>(x.size());
  std::vector<double> out = {1, 2, 3};
  CHECK(costs_of(copied(x, out)).size() == 3);
  CHECK(out == x);
  CHECK(total(copied(x, out)) == n * kPass);
  CHECK(out == x);
  Matrix m;
  CHECK(total(copied(Matrix{1, x.size(), x}, m)) == n * kPass);
  CHECK((m.rows == 1 && m.cols == x.size() && m.data == x));

  double sum = -1, largest = -1, expected = 0;
  for (const double each : x) expected += each * each;
  CHECK(total(sum_of_squares(x, sum)) == n * kPass);
  CHECK(sum == expected);
  CHECK(total(largest_size(x, largest)) == n * kPass);
  CHECK(largest == 3);
  total(largest_size({}, largest));
  CHECK(largest == 0);

  CHECK(total(zeros(m, 2, x.size() / 2)) == static_cast<double>(x.size() / 2 * 2) * kPass);
  CHECK((m.rows == 2 && m.cols == x.size() / 2));
  CHECK(m.data == std::vector<double>(x.size() / 2 * 2));
}
