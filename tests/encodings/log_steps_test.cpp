#include "encodings/log_steps.hpp"

#include <doctest/doctest.h>

#include <initializer_list>

#include "core/random.hpp"
#include "core/wide.hpp"

using namespace posenc;

TEST_CASE("steps are the floor and the ceiling of 256-bit logarithms") {
  const Wide hair = Wide(1.0).scaled(-180);  // maximum error of an exact integer
  for (const std::uint64_t unit : {1, 3, 8, 128})
    for (const std::uint64_t limit : {2, 9, 27, 511, 4096, 1000000})
      for (const std::uint64_t steps : {1, 7, 16, 127}) {
        if (limit <= unit) continue;
        const LogSteps s(unit, limit, steps);
        const Wide u = Wide::from_u64(unit);
        const Wide per_log = Wide::from_u64(steps) / log(Wide::from_u64(limit) / u);
        bool same = true;
        for (std::uint64_t n = unit; n < 3 * limit && n < unit + 400; n += 1 + n / 8) {
          const Wide x = log(Wide::from_u64(n) / u) * per_log;
          same = same && s.below(n) == (x + hair).integer_bits();
          same = same && s.above(n) == (x <= hair ? 0 : ceil(x - hair).integer_bits());
        }
        CHECK_MESSAGE(same, unit << " " << limit << " " << steps);
      }
}

TEST_CASE("steps at equalities, where logarithms cannot decide") {
  // limit/unit = 2^16 in 16 steps: the edges are 16·2^k
  const LogSteps doubling(16, 16u << 16, 16);
  for (std::uint64_t k = 0; k <= 16; ++k) {
    const std::uint64_t edge = std::uint64_t{16} << k;
    CHECK(doubling.below(edge) == k);
    CHECK(doubling.above(edge) == k);
    CHECK(doubling.first(k) == edge);
    CHECK(doubling.below(edge + 1) == k);
    CHECK(doubling.above(edge + 1) == k + 1);
    if (k > 0) CHECK(doubling.below(edge - 1) == k - 1);
  }
  // (3/2)^9 from 2^9, and beyond the limit
  const LogSteps by_halves(512, 19683, 9);
  std::uint64_t edge = 512;
  for (std::uint64_t k = 0; k <= 9; ++k, edge = edge / 2 * 3) {
    CHECK(by_halves.below(edge) == k);
    CHECK(by_halves.above(edge) == k);
  }
}

TEST_CASE("steps of the largest distances") {
  const std::uint64_t limit = (std::uint64_t{1} << 53) - 1;
  const LogSteps s(16384, limit, 16384);
  CHECK(s.below(limit) == 16384);
  CHECK(s.below(limit - 1) == 16383);
  CHECK(s.first(16384) == limit);
  CHECK(s.above(16384) == 0);
  CHECK(s.above(16385) == s.below(16385) + 1);
  const LogSteps narrow(limit - 1, limit, 3);
  CHECK(narrow.below(limit - 1) == 0);
  CHECK(narrow.below(limit) == 3);
  CHECK(narrow.first(1) == limit);
}

TEST_CASE("steps next to an edge of large numbers, told by whole numbers") {
  // unit a² and limit b² in two steps: the edge between them is ab; squared, n² = a²b²
  const Random random(3);
  for (std::uint64_t i = 0; i < 400; ++i) {
    const std::uint64_t a = (std::uint64_t{1} << 25) + random.below(2 * i, std::uint64_t{1} << 24),
                        b = a + 1 + random.below(2 * i + 1, std::uint64_t{1} << 25);
    const LogSteps s(a * a, b * b, 2);
    CHECK(s.first(0) == a * a);
    CHECK(s.first(1) == a * b);
    CHECK(s.first(2) == b * b);
    for (const std::uint64_t n : {a * b - 1, a * b, a * b + 1}) {
      CHECK(s.below(n) == (n < a * b ? 0 : 1));
      CHECK(s.above(n) == (n > a * b ? 2 : 1));
    }
  }
}
