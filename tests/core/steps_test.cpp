#include "core/steps.hpp"

#include <doctest/doctest.h>

#include <cstdint>
#include <random>
#include <utility>
#include <vector>

using namespace posenc;

namespace {
using Random = std::mt19937_64;

Steps counted(double first, double end) {
  for (double cost = first; cost < end; ++cost) co_yield cost;
}
Steps nothing() { co_return; }
// Its own steps are 1000 + depth, before and after those of the next deeper one.
Steps nested(std::size_t depth, std::vector<std::size_t>& order) {
  order.push_back(depth);
  co_yield 1000.0 + static_cast<double>(depth);
  if (depth > 0) co_yield nested(depth - 1, order);
  order.push_back(depth);
  co_yield nothing();
  co_yield 1000.0 + static_cast<double>(depth);
}
std::vector<double> costs(Steps steps) {
  std::vector<double> all;
  while (steps.next()) all.push_back(steps.cost());
  return all;
}

// The same tree of work by a coroutine that yields coroutines, and by plain recursion.
Steps tree(Random random, std::size_t depth) {
  const std::size_t parts = random() % 4;
  for (std::size_t i = 0; i < parts; ++i) {
    const std::uint64_t seed = random();
    if (seed % 2 == 0 || depth == 0)
      co_yield static_cast<double>(seed % 97);
    else
      co_yield tree(Random(seed), depth - 1);
  }
}
void walk(Random random, std::size_t depth, std::vector<double>& out) {
  const std::size_t parts = random() % 4;
  for (std::size_t i = 0; i < parts; ++i) {
    const std::uint64_t seed = random();
    if (seed % 2 == 0 || depth == 0)
      out.push_back(static_cast<double>(seed % 97));
    else
      walk(Random(seed), depth - 1, out);
  }
}

// Counts the frames that hold one.
struct Held {
  explicit Held(int& alive) : alive_(&alive) { ++alive; }
  Held(Held&& other) noexcept : alive_(std::exchange(other.alive_, nullptr)) {}
  Held& operator=(Held&&) = delete;
  ~Held() {
    if (alive_ != nullptr) --*alive_;
  }

 private:
  int* alive_;
};
Steps holding(Held, int& alive, std::size_t depth) {
  co_yield 1;
  if (depth > 0) co_yield holding(Held(alive), alive, depth - 1);
  co_yield 1;
}

}  // namespace

TEST_CASE("steps within steps come in order, each with its cost") {
  std::vector<std::size_t> order;
  CHECK(costs(nested(2, order)) == std::vector<double>{1002, 1001, 1000, 1000, 1001, 1002});
  CHECK(order == std::vector<std::size_t>{2, 1, 0, 0, 1, 2});
  CHECK(costs(nothing()).empty());
  CHECK(costs(counted(3, 6)) == std::vector<double>{3, 4, 5});
}

TEST_CASE("a tree of steps is what recursion makes of it") {
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    std::vector<double> expected;
    walk(Random(seed), 6, expected);
    CHECK(costs(tree(Random(seed), 6)) == expected);
  }
}

TEST_CASE("steps that stand deep need no deep stack to go on") {
  std::vector<std::size_t> order;
  const std::size_t depth = 20000;
  CHECK(costs(nested(depth, order)).size() == 2 * (depth + 1));
}

TEST_CASE("work that is left gives all of its frames back") {
  for (int steps = 0; steps <= 8; ++steps) {
    int alive = 0;
    {
      Steps work = holding(Held(alive), alive, 3);
      for (int i = 0; i < steps; ++i) work.next();
      CHECK(alive >= 1);
    }
    CHECK(alive == 0);
  }
}
