// The shared sort against the standard library's.
#include "core/sort.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <numeric>
#include <set>

#include "core/random.hpp"

using namespace posenc;

TEST_CASE("sort: by keys, as std::stable_sort, also where many are equal") {
  for (const std::size_t n : {0, 1, 2, 3, 17, 64, 1000})
    for (const double distinct : {1.0, 3.0, 1e9}) {
      const Random drawn(n, static_cast<std::uint64_t>(distinct));
      std::vector<double> keys(n);
      for (std::size_t i = 0; i < n; ++i)
        keys[i] = static_cast<double>(static_cast<int>(drawn.uniform(i) * distinct)) - 1;
      std::vector<std::size_t> expected(n);
      std::iota(expected.begin(), expected.end(), std::size_t{0});
      std::stable_sort(expected.begin(), expected.end(),
                       [&](std::size_t i, std::size_t j) { return keys[i] < keys[j]; });
      CHECK(order_by(keys) == expected);
      // a part of the indices, from any order
      std::vector<std::size_t> part;
      for (std::size_t i = n; i-- > n / 2;) part.push_back(i);
      std::erase_if(expected, [&](std::size_t i) { return i < n / 2; });
      sort_by_key(part, keys);
      CHECK(part == expected);
    }
}

TEST_CASE("sort: each number once, rising") {
  const Random drawn(7);
  std::vector<std::uint32_t> numbers;
  for (std::uint64_t i = 0; i < 500; ++i)
    numbers.push_back(static_cast<std::uint32_t>(drawn.uniform(i) * 200));
  const std::set<std::uint32_t> expected(numbers.begin(), numbers.end());
  sort_unique(numbers);
  CHECK(numbers == std::vector<std::uint32_t>(expected.begin(), expected.end()));
}
