// ReRoPE, Leaky ReRoPE, Self-Extend and Dual Chunk Attention: golden maps, the definitions repeated
// in integers, and logits against rotated queries and keys.
#include "encodings/mapped_distance.hpp"

#include <cmath>
#include <functional>
#include <initializer_list>

#include "../support/approx.hpp"
#include "../support/attention.hpp"
#include "../support/golden.hpp"
#include "core/random.hpp"
#include "core/real.hpp"

using namespace posenc;
using namespace posenc::test;

namespace {

std::vector<double> map_of(const json& spec, std::size_t n_query, std::size_t n_key) {
  std::vector<double> out(n_query * n_key);
  CHECK(plan_of(spec).relative_map(n_query, n_key, 0, n_query, out.data()));
  return out;
}

}  // namespace

TEST_CASE("relative maps: the four golden ones, exactly") {
  const json golden = load_json("relmaps_20");
  const json &params = golden.at("params"), &expected = golden.at("expected");
  const auto check_map = [&](const json& spec, const std::string& name) {
    INFO(name);
    check_all(golden, map_of(spec, 20, 20), expected.at(name));
  };
  check_map({{"encoding", "rerope"}, {"window", params.at("rerope_w")}}, "rerope");
  check_map({{"encoding", "leaky-rerope"},
             {"window", params.at("leaky_w")},
             {"factor", params.at("leaky_k")}},
            "leaky_rerope");
  check_map({{"encoding", "self-extend"},
             {"window", params.at("selfextend_W")},
             {"group", params.at("selfextend_G")}},
            "self_extend");
  check_map({{"encoding", "dual-chunk"},
             {"chunkSize", params.at("dca_chunk_size")},
             {"localSize", params.at("dca_local_size")}},
            "dual_chunk");
}

TEST_CASE(
    "relative maps: the definitions in integers, for many sizes, with a cache before the queries") {
  for (const int w : {1, 2, 5, 16, 100})
    for (const int g : {1, 3, 7, 64}) {
      const auto self_extend =
          map_of({{"encoding", "self-extend"}, {"window", w}, {"group", g}}, 30, 70);
      const auto leaky =
          map_of({{"encoding", "leaky-rerope"}, {"window", w}, {"factor", g}}, 30, 70);
      const auto rerope = map_of({{"encoding", "rerope"}, {"window", w}}, 30, 70);
      const auto dual =
          map_of({{"encoding", "dual-chunk"}, {"chunkSize", w + g}, {"localSize", w}}, 30, 70);
      const int c = g, size = w + g;
      for (int i = 0; i < 30; ++i)
        for (int n = 0; n < 70; ++n) {
          const int m = i + 40, d = m - n;
          const auto at = static_cast<std::size_t>(i * 70 + n);
          if (d < 0) {
            CHECK(std::isnan(self_extend[at]));
            CHECK(std::isnan(dual[at]));
            continue;
          }
          CHECK(rerope[at] == (d < w ? d : w));
          CHECK(leaky[at] == (d < w ? d : w + static_cast<double>(d - w) / g));
          CHECK(self_extend[at] == (d < w ? d : m / g - n / g + w - w / g));
          const int chunks = m / c - n / c;
          const int query = chunks == 0   ? m % c
                            : chunks == 1 ? std::min(m % c + c, size)
                                          : std::min(2 * c - 1, size);
          CHECK(dual[at] == query - n % c);
        }
    }
}

TEST_CASE("relative maps: what they promise on sequences far beyond the window") {
  // no distance beyond the trained one; neighbours are exact
  const auto dual =
      map_of({{"encoding", "dual-chunk"}, {"chunkSize", 32}, {"localSize", 8}}, 1, 4000);
  for (std::size_t n = 0; n < 4000; ++n) CHECK(dual[n] <= 32);
  for (std::size_t d = 0; d <= 8; ++d) CHECK(dual[3999 - d] == static_cast<double>(d));
  CHECK(map_of({{"encoding", "rerope"}, {"window", 9}}, 1, 4000)[0] == 9);
}

TEST_CASE("relative maps: grouping is exact up to 2^53") {
  using mapped_distance::quotient, mapped_distance::remainder;
  for (const double n : {1.0, 3.0, 7.0, 4096.0, 1e15})
    for (const double x : {0.0, 1.0, n - 1, n, 0x1p53 - 1, 0x1p53 - 2, 1e15 - 1, -1.0, -n}) {
      const auto whole = static_cast<std::int64_t>(x), by = static_cast<std::int64_t>(n);
      const std::int64_t r = ((whole % by) + by) % by;
      CHECK(remainder(x, n) == static_cast<double>(r));
      CHECK(quotient(x, n) == static_cast<double>((whole - r) / by));
    }
}

TEST_CASE("logits at a mapped distance: those of RoPE with the query moved to that distance") {
  Plan rope = plan_of({{"encoding", "rope"}, {"dim", 8}, {"base", 500}});
  const std::vector<double> q = some_numbers(8), k = some_numbers(8, 0.9);
  for (const std::string layout : {"half", "interleaved"})
    for (json spec : std::initializer_list<json>{
             {{"encoding", "rerope"}, {"window", 6}, {"logScale", false}},
             {{"encoding", "leaky-rerope"}, {"window", 6}, {"factor", 4}, {"logScale", false}},
             {{"encoding", "self-extend"}, {"window", 8}, {"group", 4}},
             {{"encoding", "dual-chunk"}, {"chunkSize", 8}, {"localSize", 3}}}) {
      spec["dim"] = 8, spec["base"] = 500, spec["layout"] = layout;
      INFO(spec.dump());
      Plan plan = plan_of(spec);
      Plan plain = plan_of({{"encoding", "rope"}, {"dim", 8}, {"base", 500}, {"layout", layout}});
      const std::vector<double> map = map_of(spec, 20, 20);
      for (std::size_t m = 0; m < 20; ++m)
        for (std::size_t n = 0; n <= m; n += 3) {
          const double expected =
              dot(rotated(plain, {map[m * 20 + n]}, q), rotated(plain, {0}, k)) / std::sqrt(8.0);
          CHECK(score(plan, {static_cast<double>(m)}, q, {static_cast<double>(n)}, k) ==
                approx(expected).epsilon(1e-13));
        }
    }
}

TEST_CASE("logits: a window wider than the sequence is RoPE, at any position") {
  Plan rope = plan_of({{"encoding", "rope"}, {"dim", 8}});
  const std::vector<double> q = some_numbers(8), k = some_numbers(8, 0.9);
  for (const json& spec : std::initializer_list<json>{
           {{"encoding", "rerope"}, {"dim", 8}, {"window", 1000000}, {"logScale", false}},
           {{"encoding", "self-extend"}, {"dim", 8}, {"window", 1000000}}}) {
    Plan plan = plan_of(spec);
    for (const double start : {0.0, 1e6, 1e12})
      CHECK(score(plan, {start + 100}, q, {start + 3}, k) ==
            approx(score(rope, {100}, q, {3}, k)).epsilon(1e-13));
  }
}

TEST_CASE("ReRoPE: queries beyond the trained context are scaled by the ratio of logarithms") {
  json spec = {{"encoding", "rerope"}, {"dim", 4}, {"window", 8}, {"trainedContext", 64}};
  Plan scaled = plan_of(spec);
  spec["logScale"] = false;
  Plan plain = plan_of(spec);
  const std::vector<double> q = {1, 2, 3, 4}, k = {2, 1, 0, -1};
  for (const double m : {-3.0, 0.0, 10.0, 63.0, 64.0, 4095.0}) {
    const double factor = m < 64 ? 1 : std::log(m + 1) / std::log(64.0);
    CHECK(score(scaled, {m}, q, {m - 2}, k) ==
          approx(factor * score(plain, {m}, q, {m - 2}, k)).epsilon(1e-14));
  }
  const Fact scale = fact(*scaled.facts(), "queryScale");
  REQUIRE(scale.cols == 2);
  REQUIRE(scale.values.size() == 14);
  CHECK(scale.values[1] == 1);
  CHECK(scale.values[12] == 4095);
  CHECK(scale.values[13] == approx(2).epsilon(1e-15));  // ln 64² / ln 64
}

TEST_CASE("relative maps: what is refused, and on which field") {
  for (const std::string id : {"rerope", "leaky-rerope", "self-extend"})
    check_refused({{"encoding", id}, {"window", 0}}, "window");
  check_refused({{"encoding", "self-extend"}, {"group", 0}}, "group");
  check_refused({{"encoding", "leaky-rerope"}, {"factor", 0}}, "factor");
  check_refused({{"encoding", "rerope"}, {"trainedContext", 1}}, "trainedContext");
  check_refused({{"encoding", "rerope"}, {"dim", 3}}, "dim");
  check_refused({{"encoding", "dual-chunk"}, {"chunkSize", 8}, {"localSize", 8}}, "localSize");
}

TEST_CASE("quotients and remainders of whole numbers are exact next to multiples and up to 2^53") {
  const Random random(4);
  for (std::uint64_t i = 0; i < 20000; ++i) {
    const auto n = static_cast<std::uint64_t>(real::exp(random.uniform(2 * i, 0, 36.7))) + 1;
    const std::uint64_t k = random.below(2 * i + 1, (std::uint64_t{1} << 53) / n);
    for (const std::uint64_t x : {k * n, k * n + 1, k * n + n - 1}) {
      if (x >= std::uint64_t{1} << 53) continue;
      const double a = static_cast<double>(x), b = static_cast<double>(n);
      CHECK(mapped_distance::quotient(a, b) == static_cast<double>(x / n));
      CHECK(mapped_distance::remainder(a, b) == static_cast<double>(x % n));
    }
  }
}

TEST_CASE("ReRoPE without its scale of queries says so: the factor is 1 everywhere") {
  const json spec = {{"encoding", "rerope"}, {"logScale", false}, {"trainedContext", 32}};
  const std::vector<double> rows = fact(*plan_of(spec).facts(), "queryScale").values;
  REQUIRE(rows.size() == 14);  // at 32 … 2048 tokens
  for (std::size_t r = 0; r < rows.size(); r += 2) {
    CHECK(rows[r] == std::ldexp(32.0, static_cast<int>(r) / 2) - 1);
    CHECK(rows[r + 1] == 1);
  }
}
