// Learned tables: the initialisers against the moments and bounds of their distributions, lookups,
// and errors.
#include <algorithm>
#include <numeric>

#include "../support/approx.hpp"
#include "../support/golden.hpp"

using namespace posenc;
using namespace posenc::test;

namespace {

std::vector<double> all_rows(const json& spec) {
  const Plan plan = plan_of(spec);
  std::vector<double> positions;
  for (std::size_t y = 0; y < plan.extent()[0]; ++y)
    for (std::size_t x = 0; x < (plan.axes() == 2 ? plan.extent()[1] : 1); ++x) {
      positions.push_back(static_cast<double>(y));
      if (plan.axes() == 2) positions.push_back(static_cast<double>(x));
    }
  return table64(plan, positions);
}

struct Moments {
  double n, mean, variance, fourth, least, most;
};
Moments moments(const std::vector<double>& x) {
  const double n = static_cast<double>(x.size());
  Moments m{n, std::accumulate(x.begin(), x.end(), 0.0) / n, 0, 0, x[0], x[0]};
  for (const double v : x) {
    const double d = (v - m.mean) * (v - m.mean);
    m.variance += d / n, m.fourth += d * d / n;
    m.least = std::fmin(m.least, v), m.most = std::fmax(m.most, v);
  }
  return m;
}

// Mean and variance within 5 standard errors of the distribution's.
void check_moments(const std::vector<double>& x, double mean, double deviation) {
  const Moments m = moments(x);
  const double variance = deviation * deviation;
  CHECK(std::fabs(m.mean - mean) <= 5 * deviation / std::sqrt(m.n));
  CHECK(std::fabs(m.variance - variance) <=
        5 * std::sqrt((m.fourth - m.variance * m.variance) / m.n));
}

std::string refused_field(const json& spec) {
  const auto plan = Plan::create(spec_of(spec));
  REQUIRE_MESSAGE(!plan, spec.dump());
  CHECK(!plan.error().message.empty());
  return plan.error().field;
}

json learned(json more) {
  more["encoding"] = "learned";
  if (!more.contains("dim")) more["dim"] = 64;
  return more;
}

}  // namespace

TEST_CASE("learned: every initialiser has the mean, deviation and ends of its distribution") {
  struct Case {
    json params;
    double mean, deviation, end;  // values are in [-end, end], or [0, end] if the mean is not 0
  };
  constexpr double kNone = 1e9;
  // N(0, 1) cut at ±2: variance 1 - 2·2·φ(2)/(2Φ(2) - 1)
  const double cut = std::sqrt(0.7737413035499232);
  const Case cases[] = {
      {{{"init", "normal"}}, 0, 0.02, kNone},
      {{{"init", "normal"}, {"sigma", 0.01}}, 0, 0.01, kNone},
      {{{"init", "truncated-normal"}}, 0, 0.02, 2},
      {{{"init", "truncated-normal"}, {"sigma", 1}}, 0, cut, 2},
      {{{"init", "truncated-normal-2sigma"}}, 0, 0.02 * cut, 0.04},
      {{{"init", "inverse-sqrt-dim"}}, 0, 0.125, kNone},
      {{{"init", "unit-normal"}}, 0, 1, kNone},
      {{{"init", "unit-normal"}, {"rowScale", "inverse-sqrt-dim"}}, 0, 0.125, kNone},
      {{{"init", "uniform"}}, 0.5, std::sqrt(1 / 12.0), 1},
      {{{"init", "uniform"}, {"high", 0.1}}, 0.05, std::sqrt(1 / 1200.0), 0.1},
      {{{"init", "xavier-uniform"}}, 0, std::sqrt(2.0 / (512 + 64)), std::sqrt(6.0 / (512 + 64))},
      {{{"init", "small-norm"}}, 0, 0.2, kNone},
      {{{"init", "small-norm"}, {"sigma", 2}}, 0, 2, kNone},
  };
  for (const Case& c : cases) {
    INFO(c.params.dump());
    const std::vector<double> x = all_rows(learned(c.params));
    REQUIRE(x.size() == 512 * 64);
    check_moments(x, c.mean, c.deviation);
    const Moments m = moments(x);
    CHECK(m.most <= c.end);
    CHECK(m.least >= (c.mean == 0 ? -c.end : 0));
    // the ends are reached if the distribution's are within reach
    if (c.end < kNone && c.end < 4 * c.deviation) CHECK(m.most >= 0.99 * c.end);
  }
}

TEST_CASE(
    "learned tables: σ = 0 is a table of zeros, +0 each, with every initialiser that has a σ") {
  for (const char* init : {"normal", "truncated-normal", "truncated-normal-2sigma", "small-norm"})
    for (const json& row : {json{{"encoding", "learned"}, {"count", 9}, {"dim", 8}},
                            json{{"encoding", "learned-grid"}, {"dim", 8}}}) {
      json spec = row;
      spec["init"] = init, spec["sigma"] = 0;
      INFO(spec.dump());
      const Plan plan = plan_of(spec);
      for (const double x : table64(plan, sample_positions(plan, 9, {0})))
        CHECK((x == 0 && !std::signbit(x)));
    }
}

TEST_CASE("learned: the seed decides the table, and nothing else does") {
  const auto a = all_rows(learned({{"seed", 1}})), b = all_rows(learned({{"seed", 2}}));
  CHECK(a == all_rows(learned({{"seed", 1}})));
  CHECK(a != b);
  double product = 0;  // independent: correlation within 5 standard errors
  for (std::size_t i = 0; i < a.size(); ++i) product += a[i] * b[i];
  CHECK(std::fabs(product / (0.02 * 0.02)) <= 5 * std::sqrt(static_cast<double>(a.size())));
  // the first rows of a longer table
  const auto longer = all_rows(learned({{"seed", 1}, {"count", 600}}));
  CHECK(std::equal(a.begin(), a.end(), longer.begin()));
}

TEST_CASE("learned: rows of l2 have length 1, a zero row stays zero, and padding is a zero row") {
  const json spec = learned({{"init", "unit-normal"}, {"rowScale", "l2"}, {"paddingIndex", 1}});
  const auto x = all_rows(spec);
  const Facts facts = *plan_of(spec).facts();
  for (std::size_t r = 0; r < 512; ++r) {
    double square = 0;
    for (std::size_t c = 0; c < 64; ++c) square += x[r * 64 + c] * x[r * 64 + c];
    CHECK(square == approx(r == 1 ? 0 : 1).epsilon(1e-14));
    CHECK(facts[2].values[r] == std::sqrt(square));
  }
}

TEST_CASE("learned: a given table is looked up, with offset and sequence start") {
  const json given = learned({{"dim", 2}, {"values", {1, 2, 3, 4, 5, 6}}});
  CHECK(all_rows(given) == std::vector<double>{1, 2, 3, 4, 5, 6});
  json spec = given;
  spec["offset"] = 1;
  CHECK(all_rows(spec) == std::vector<double>{3, 4, 5, 6});
  spec["sequenceStart"] = 2;
  CHECK(all_rows(spec) == std::vector<double>{3, 4, 3, 4, 3, 4, 5, 6});
  spec["rowScale"] = "inverse-sqrt-dim";
  CHECK(all_rows(spec).back() == approx(6 / std::sqrt(2.0)).epsilon(1e-15));
  const Facts facts = *plan_of(given).facts();
  CHECK(facts[0].values[0] == 3.5);
  CHECK(facts[1].values[0] == approx(std::sqrt(35.0 / 12)).epsilon(1e-15));
  CHECK(facts[2].values[1] == 5);
}

TEST_CASE("learned: wrong numbers are refused by name") {
  CHECK(refused_field(learned({{"dim", 2}, {"values", {1, 2, 3}}})) == "values");
  CHECK(refused_field(learned({{"dim", 2}, {"values", json::array()}})) == "values");
  CHECK(refused_field(learned({{"dim", 2}, {"count", 2}, {"values", {1, 2}}})) == "values");
  CHECK(refused_field(learned({{"count", 1 << 20}})) == "count");
  CHECK(refused_field(learned({{"count", 3}, {"offset", 3}})) == "offset");
  CHECK(refused_field(learned({{"count", 3}, {"paddingIndex", 3}})) == "paddingIndex");
  CHECK(refused_field(learned({{"init", "uniform"}, {"sigma", 1}})) == "sigma");
  CHECK(refused_field(learned({{"init", "normal"}, {"high", 1}})) == "high");
  CHECK(refused_field(learned({{"dim", 0}})) == "dim");
}

TEST_CASE("learned-detr: columns first, then rows; both tables uniform in (0, 1)") {
  const json given = {{"encoding", "learned-detr"},
                      {"dim", 4},
                      {"count", 2},
                      {"values", {1, 2, 3, 4, 10, 20, 30, 40}}};
  // cells (0,0) (0,1) (1,0) (1,1)
  CHECK(all_rows(given) ==
        std::vector<double>{10, 20, 1, 2, 30, 40, 1, 2, 10, 20, 3, 4, 30, 40, 3, 4});
  const Plan drawn = plan_of({{"encoding", "learned-detr"}, {"dim", 256}});
  CHECK(drawn.extent() == std::vector<std::size_t>{50, 50});
  std::vector<double> diagonal;
  for (int i = 0; i < 50; ++i) diagonal.insert(diagonal.end(), {double(i), double(i)});
  const auto x = table64(drawn, diagonal);  // every row of both tables once
  check_moments(x, 0.5, std::sqrt(1 / 12.0));
  double covariance = 0;  // the two tables are drawn independently
  for (std::size_t r = 0; r < 50; ++r)
    for (std::size_t c = 0; c < 128; ++c)
      covariance += (x[r * 256 + c] - 0.5) * (x[r * 256 + 128 + c] - 0.5);
  CHECK(std::fabs(covariance) <= 5 * std::sqrt(50.0 * 128) / 12);
  CHECK(refused_field({{"encoding", "learned-detr"}, {"dim", 5}}) == "dim");
  CHECK(refused_field({{"encoding", "learned-detr"}, {"dim", 4}, {"values", {1}}}) == "values");
  CHECK(refused_field({{"encoding", "learned-detr"}, {"dim", 4096}, {"count", 65536}}) == "count");
}

TEST_CASE(
    "learned: a row of zeros that is divided by its length stays zeros, its gradient finite") {
  const Plan plan =
      plan_of({{"encoding", "learned"}, {"dim", 2}, {"values", {0, 0, 3, 4}}, {"rowScale", "l2"}});
  CHECK(table64(plan, {0}) == std::vector<double>{0, 0});
  CHECK(table64(plan, {1})[1] == approx(0.8).epsilon(1e-15));
  const RowTable t = *plan.info().row_table(plan.encoding().params);
  // torch's normalize divides by 1e-12 if the length is smaller: x/1e-12 has the slope 1e12
  const double position = 0, upstream[] = {2, -3};
  std::vector<double> gradient(4);
  double* to[] = {gradient.data()};
  t.adjoint(&position, upstream, to);
  CHECK(gradient[0] == approx(2e12).epsilon(1e-15));
  CHECK(gradient[1] == approx(-3e12).epsilon(1e-15));
  CHECK(gradient[2] == 0);
}
