// A value computed once for all copies.
#include "core/lazy.hpp"

#include <doctest/doctest.h>

using posenc::Lazy;

TEST_CASE("lazy: a value is made by its first use, once for all copies, and then known") {
  int made = 0;
  const Lazy<int> one([&] { return ++made + 6; });
  const Lazy<int> other = one;
  CHECK(one.known() == nullptr);
  CHECK(made == 0);
  CHECK(*other == 7);
  CHECK(*one == 7);
  CHECK(made == 1);
  REQUIRE(one.known() != nullptr);
  CHECK(*one.known() == 7);
  other.write() = 9;
  CHECK(*one == 9);
  CHECK(made == 1);
}

TEST_CASE("lazy: a value that is given is known from the start") {
  const Lazy<int> given(5);
  REQUIRE(given.known() != nullptr);
  CHECK(*given.known() == 5);
  CHECK(*given == 5);
}
