// xPos against its golden factors, and its logits against the separate form if that is finite.
#include "encodings/xpos.hpp"

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <limits>

#include "../support/approx.hpp"
#include "../support/attention.hpp"
#include "../support/golden.hpp"

using namespace posenc;
using namespace posenc::test;

namespace {
xpos_row::Decay decay_of(const json& spec) {
  const EncodingSpec s = spec_of(spec);
  return xpos_row::Decay(check(xpos_row::kParams, s.values, "").value());
}
}  // namespace

TEST_CASE("xPos: golden zeta, and factors of queries and keys") {
  const json golden = load_json("xpos_d64_b512");
  const json spec = {{"encoding", "xpos"}, {"dim", 64}};
  const json& expected = golden.at("expected");
  check_all(golden, fact(*plan_of(spec).facts(), "zeta").values, expected.at("zeta"));
  const xpos_row::Decay decay = decay_of(spec);
  std::vector<double> of_query, of_key;
  for (const double p : numbers_of(golden.at("positions")))
    for (std::size_t i = 0; i < 32; ++i) {
      of_query.push_back(decay(i, p));
      of_key.push_back(decay(i, -p));
    }
  check_all(golden, of_query, expected.at("q_scale"));
  check_all(golden, of_key, expected.at("k_scale"));
}

TEST_CASE("xPos: factors are within 2 ulp of zeta^(p/B) in Wide") {
  for (const auto& [dim, base, gamma] :
       {std::tuple{64, 512.0, 0.4}, {6, 1.37, 3.0}, {2, 1e9, 1e-6}}) {
    const xpos_row::Decay decay =
        decay_of({{"encoding", "xpos"}, {"dim", dim}, {"scaleBase", base}, {"gamma", gamma}});
    for (const double p : {1.0, -1.0, 0.1, 33.5, -700.25, 1e4, 5e4})
      for (std::size_t i = 0; i < static_cast<std::size_t>(dim) / 2; ++i) {
        const Wide zeta =
            (Wide(2.0 * static_cast<double>(i)) / Wide(static_cast<double>(dim)) + Wide(gamma)) /
            (Wide(1.0) + Wide(gamma));
        const Wide exponent = Wide(p) / Wide(base) * log(zeta);
        if (std::fabs(exponent.to_double()) > 700) continue;
        const Wide exact = exp(exponent);
        int e = 0;
        std::frexp(exact.to_double(), &e);
        CHECK(std::fabs((Wide(decay(i, p)) - exact).to_double()) <= std::ldexp(2.0, e - 53));
      }
  }
}

TEST_CASE("xPos: remembered factors are those of the distance, also after the memory was emptied") {
  constexpr std::size_t kDim = 8192, kPairs = kDim / 2;  // 32 KiB per distance, of 8 MiB
  const xpos_row::Decay decay = decay_of({{"encoding", "xpos"}, {"dim", kDim}});
  xpos_row::KnownFactors known(decay, kPairs);
  const auto agrees = [&](double distance) {
    const double* const factors = known(distance);
    for (std::size_t i = 0; i < kPairs; i += 311)
      if (factors[i] != decay(i, distance)) return false;
    return true;
  };
  for (int distance = 0; distance < 600; ++distance) REQUIRE(agrees(distance % 300));
  for (const double distance : {7.0, -0.5, 0.0, -0.0, 299.0, 7.0}) CHECK(agrees(distance));
}

TEST_CASE("xPos: a rotated vector is RoPE's, times the factor of its side") {
  for (const std::string layout : {"half", "interleaved"}) {
    Plan xpos = plan_of({{"encoding", "xpos"}, {"dim", 8}, {"layout", layout}, {"centre", 20}}),
         rope = plan_of({{"encoding", "rope"}, {"dim", 8}, {"layout", layout}});
    CHECK(table64(xpos, {0, 7, 1e6}) == table64(rope, {0, 7, 1e6}));
    CHECK(*xpos.frequencies() == *rope.frequencies());
    const std::vector<double> x = some_numbers(8), plain = rotated(rope, {700}, x);
    const std::vector<double> zeta = fact(*xpos.facts(), "zeta").values;
    for (const Side side : {Side::query, Side::key}) {
      const std::vector<double> y = rotated(xpos, {700}, x, side);
      for (std::size_t c = 0; c < 8; ++c) {
        const std::size_t pair = layout == "half" ? c % 4 : c / 2;
        const double factor = std::pow(zeta[pair], (side == Side::query ? 680 : -680) / 512.0);
        CHECK(y[c] == approx(plain[c] * factor).epsilon(1e-14));
      }
    }
  }
}

TEST_CASE(
    "xPos: logits are the product of the separate forms, and stay finite where those are not") {
  Plan plan = plan_of({{"encoding", "xpos"}, {"dim", 16}});
  const std::vector<double> q = some_numbers(16), k = some_numbers(16, 0.8);
  for (const auto& [m, n] : {std::pair{5.0, 5.0}, {40, 3}, {2000, 1990}, {30000, 10}}) {
    const double separate =
        dot(rotated(plan, {m}, q, Side::query), rotated(plan, {n}, k, Side::key)) / 4;
    CHECK(score(plan, {m}, q, {n}, k) == approx(separate).epsilon(1e-11));
  }
  // 10^6 positions from the centre a factor is e^±2447
  CHECK(std::isinf(rotated(plan, {1e6}, k, Side::key)[0]));
  // 0 stays 0 under any factor
  for (const double y : rotated(plan, {1e6}, std::vector<double>(16), Side::key)) CHECK(y == 0);
  const double near = score(plan, {17}, q, {3}, k), far = score(plan, {1e6 + 14}, q, {1e6}, k);
  CHECK(std::isfinite(far));
  CHECK(far == near);  // equal differences: equal bits
  // the middle of the sequence does not affect a logit
  Plan centred = plan_of({{"encoding", "xpos"}, {"dim", 16}, {"centre", 512}});
  CHECK(score(centred, {17}, q, {3}, k) == near);
  // decays with distance: pair 0 loses a factor 0.2857 every 512 positions
  std::vector<double> unit(16);
  unit[0] = 1;
  CHECK(std::fabs(score(plan, {51200}, unit, {0}, unit)) < 1e-50);
}

TEST_CASE("xPos: the lengths of the note, from which a rotated key of size 1 becomes infinite") {
  Plan plan = plan_of({{"encoding", "xpos"}, {"dim", 8}});
  const double zeta = fact(*plan.facts(), "zeta").values[0];  // the smallest
  const auto most = [&](auto largest) {
    return std::floor(512 * std::log(static_cast<double>(largest)) / -std::log(zeta));
  };
  const double f32 = most(std::numeric_limits<float>::max());
  const double f64 = most(std::numeric_limits<double>::max());
  CHECK(f32 == 36260);
  CHECK(f64 == 290085);
  const auto infinite = [&](auto one, double position) {
    std::vector<decltype(one)> x(8), y(8);
    x[0] = one;
    CHECK(plan.rotate(std::vector{position}, x.data(), 8, y.data(), Side::key));
    return std::ranges::any_of(y, [](auto v) { return std::isinf(v); });
  };
  CHECK_FALSE(infinite(1.0F, f32));
  CHECK_FALSE(infinite(1.0, f64));
  // one of two channels has at least 0.7 of the length, and the factor grows by 0.24 % per position
  CHECK(infinite(1.0F, f32 + 200));
  CHECK(infinite(1.0, f64 + 200));
}

TEST_CASE("xPos: keys after the query are masked") {
  Plan plan = plan_of({{"encoding", "xpos"}, {"dim", 4}});
  const std::vector<double> positions = {0, 1, 2}, q = some_numbers(4), k = some_numbers(12);
  std::vector<double> out(3);
  CHECK(plan.attention_scores({1, 3, &positions[1], q.data(), 4}, {3, positions.data(), k.data()},
                              out.data()));
  CHECK(std::isfinite(out[0]));
  CHECK(std::isfinite(out[1]));
  CHECK(out[2] == kMasked);
}

TEST_CASE("xPos: what is refused, and on which field") {
  check_refused({{"encoding", "xpos"}, {"dim", 5}}, "dim");
  check_refused({{"encoding", "xpos"}, {"dim", 4}, {"gamma", 0}}, "gamma");
  check_refused({{"encoding", "xpos"}, {"dim", 4}, {"scaleBase", 0}}, "scaleBase");
}
