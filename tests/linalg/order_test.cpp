// Ranks and orders against a full sort.
#include "linalg/order.hpp"

#include <algorithm>
#include <numeric>

#include "../support/golden.hpp"
#include "core/random.hpp"

using namespace posenc;

namespace {

// >= 0, some of them equal, some zero, some tiny
std::vector<double> drawn(std::size_t n, std::uint64_t seed) {
  const Random random(seed, 0);
  std::vector<double> x(n);
  for (std::size_t i = 0; i < n; ++i) {
    const double u = random.uniform(i);
    x[i] = u < 0.2 ? 0 : u < 0.4 ? 0.25 : u < 0.5 ? u * 1e-300 : random.uniform(n + i) * 1e3;
  }
  return x;
}

}  // namespace

TEST_CASE("ranks: the number of every rank, and the one before it") {
  for (const std::size_t n : {1, 2, 3, 50, 1001}) {
    std::vector<double> x = drawn(n, n), all = x;
    std::ranges::sort(all);
    for (std::size_t k = 0; k < n; k += n / 20 + 1) {
      const Ranked got = ranked(x, k);
      CHECK(got.at == all[k]);
      CHECK(got.before == all[k > 0 ? k - 1 : 0]);
    }
  }
}

TEST_CASE("orders: rising, of equal numbers the first first") {
  for (const std::size_t n : {0, 1, 100, 16384, 16385, 50000}) {
    const std::vector<double> x = drawn(n, 7);
    std::vector<std::uint32_t> want(n);
    std::iota(want.begin(), want.end(), 0u);
    std::ranges::stable_sort(want, {}, [&](std::uint32_t i) { return x[i]; });
    CHECK(order_of(x) == want);
  }
}
