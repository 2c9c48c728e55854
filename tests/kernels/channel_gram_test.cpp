// Closed-form inner products of channels against sums over tables, and against sums over any number
// of parts.
#include <vector>

#include "../support/approx.hpp"
#include "../support/spec_json.hpp"
#include "kernels/channel_gram.hpp"

using namespace posenc;
using namespace posenc::test;

namespace {

std::vector<double> closed(const Plan& plan, double start, double step, double n) {
  std::vector<double> g(plan.width() * plan.width());
  const auto made = plan.channel_gram(start, step, n, 0, plan.width(), g.data());
  REQUIRE(made.has_value());
  return g;
}
double worst(const std::vector<double>& a, const std::vector<double>& b) {
  double most = 0;
  for (std::size_t i = 0; i < a.size(); ++i) most = std::fmax(most, std::fabs(a[i] - b[i]));
  return most;
}
// amplitudes of these specs are at most 1
constexpr double kBound = 4 * 0x1p-53;

const std::vector<json> kSpecs = {
    {{"encoding", "sinusoidal"}, {"dim", 64}},
    {{"encoding", "sinusoidal"}, {"dim", 8}, {"base", 1e30}},
    {{"encoding", "rope"}, {"dim", 32}, {"base", 5e5}},
    {{"encoding", "timestep"}, {"dim", 16}},
};

}  // namespace

TEST_CASE("channel_gram agrees with the table") {
  for (const json& spec : kSpecs) {
    INFO(spec.dump());
    const Plan plan = plan_of(spec);
    const std::size_t w = plan.width();
    for (const auto& [start, step, n] : {std::tuple{0.0, 1.0, 1000.0},
                                         {-17.0, 3.0, 333.0},
                                         {1e12, 0.25, 500.0},
                                         {5.0, 1.0, 1.0}}) {
      std::vector<double> positions, table(w * static_cast<std::size_t>(n)), sum(w * w);
      for (double t = 0; t < n; ++t) positions.push_back(start + t * step);
      REQUIRE(plan.table_f64(positions, table.data()));
      for (std::size_t i = 0; i < w; ++i)
        for (std::size_t j = 0; j < w; ++j) {
          double high = 0, low = 0;  // compensated
          for (std::size_t t = 0; t < positions.size(); ++t) {
            const double x = table[t * w + i] * table[t * w + j], next = high + x;
            low += std::fabs(high) >= std::fabs(x) ? (high - next) + x : (x - next) + high;
            high = next;
          }
          sum[i * w + j] = high + low;
        }
      // entries of the table are within 1 ulp, 2^-52, and there are two in each product
      CHECK(worst(closed(plan, start, step, n), sum) <= (kBound + 0x1p-51) * n);
    }
    CHECK(worst(closed(plan, 0, 1, 0), std::vector<double>(w * w)) == 0);
  }
}

TEST_CASE("channel_gram: a sum is the sum of its parts, up to 10^15 positions") {
  for (const json& spec : kSpecs) {
    INFO(spec.dump());
    const Plan plan = plan_of(spec);
    for (const auto& [start, n, m] :
         {std::tuple{0.0, 1e9, 1.0}, {3.0, 1e9, 1e9}, {-5e14, 1e15, 123456789.0}}) {
      std::vector<double> parts = closed(plan, start, 1, n);
      const std::vector<double> rest = closed(plan, start + n, 1, m);
      for (std::size_t i = 0; i < parts.size(); ++i) parts[i] += rest[i];
      CHECK(worst(closed(plan, start, 1, n + m), parts) <= kBound * 2 * (n + m));
    }
  }
}

TEST_CASE("channel_gram: diagonal blocks, symmetry, and what is refused") {
  const Plan plan = plan_of({{"encoding", "sinusoidal"}, {"dim", 32}});
  const std::size_t w = 32;
  const std::vector<double> g = closed(plan, 0, 1, 1e9);
  double trace = 0;
  for (std::size_t i = 0; i < w; ++i) {
    trace += g[i * w + i];
    for (std::size_t j = 0; j < i; ++j) CHECK(g[i * w + j] == g[j * w + i]);
  }
  CHECK(trace == approx(16e9).epsilon(1e-14));  // every row has norm² 16
  std::vector<double> row(w);
  REQUIRE(plan.channel_gram(0, 1, 1e9, 7, 1, row.data()));
  for (std::size_t j = 0; j < w; ++j) CHECK(row[j] == g[7 * w + j]);

  const auto refused = [&](const json& spec, double n) {
    const auto made = plan_of(spec).channel_gram(0, 1, n, 0, 0, nullptr);
    REQUIRE(!made);
    return made.error().code;
  };
  CHECK(refused({{"encoding", "alibi"}, {"heads", 4}}, 8) == ErrorCode::not_defined);
  CHECK(refused({{"encoding", "sinusoidal"}, {"dim", 4}}, 0.5) == ErrorCode::bad_positions);
  CHECK(refused({{"encoding", "sinusoidal"}, {"dim", 4}}, 0x1p60) == ErrorCode::bad_positions);
}

TEST_CASE("channel_gram: channels without an amplitude, and sums over no position, are 0") {
  const ChannelWave waves[] = {{0, u128{1} << 100, u128{1} << 99}, {2, u128{1} << 120, 0}};
  std::vector<double> g(4, 7);
  channel_gram(waves, 5, 0, 2, g.data());
  CHECK(g[0] == 0);
  CHECK(g[1] == 0);
  CHECK(g[2] == 0);
  CHECK(g[3] > 0);
  channel_gram(waves, 0, 0, 2, g.data());
  CHECK(g == std::vector<double>(4));
}
