// Space2Vec and Sphere2Vec: golden file, symmetries, formulas in long double.
#include <cmath>

#include "../support/approx.hpp"
#include "../support/golden.hpp"
#include "../support/ulp.hpp"

using namespace posenc;
using namespace posenc::test;

namespace {
constexpr long double kPi = 3.14159265358979323846264338327950288L;
}

TEST_CASE("golden: Space2Vec along three directions") {
  const json golden = load_json("space2vec_theory");
  check_table("space2vec_theory",
              {{"encoding", "space2vec"}, {"scales", 4}, {"lambdaMin", 1}, {"lambdaMax", 100}},
              numbers_of(golden.at("inputs")), golden.at("expected"));
}

TEST_CASE("space2vec: directions are 120 degrees apart, scales geometric") {
  const Plan plan =
      plan_of({{"encoding", "space2vec"}, {"scales", 5}, {"lambdaMin", 2}, {"lambdaMax", 162}});
  const std::vector<double> f = *plan.frequencies();
  for (int s = 0; s < 5; ++s) {
    const double rate = 1 / (2 * std::pow(3.0, s));
    const double* a = f.data() + s * 6;
    CHECK(std::fabs(a[0] + a[2] + a[4]) <= 1e-16);
    CHECK(std::fabs(a[1] + a[3] + a[5]) <= 1e-16);
    CHECK(a[1] == 0);
    CHECK(a[3] > 0);
    for (int j = 0; j < 3; ++j)
      CHECK(std::sqrt(a[2 * j] * a[2 * j] + a[2 * j + 1] * a[2 * j + 1]) ==
            approx(rate).epsilon(1e-15));
    CHECK((a[0] * a[2] + a[1] * a[3]) / (rate * rate) == approx(-0.5).epsilon(1e-15));
  }
}

TEST_CASE("space2vec: turning the plane by 120 degrees moves the channels on") {
  const Plan plan = plan_of({{"encoding", "space2vec"}, {"scales", 3}, {"lambdaMin", 1}});
  const double x = 3.7, y = -1.9, c = -0.5, s = std::sqrt(3.0) / 2;
  const auto before = table64(plan, {x, y}), after = table64(plan, {c * x - s * y, s * x + c * y});
  for (std::size_t scale = 0; scale < 3; ++scale)
    for (std::size_t j = 0; j < 3; ++j)
      for (std::size_t part = 0; part < 2; ++part)
        CHECK(std::fabs(after[scale * 6 + (j + 1) % 3 * 2 + part] -
                        before[scale * 6 + j * 2 + part]) <= 2e-15);
}

TEST_CASE("space2vec: orders of paper and code, and one scale alone") {
  for (const std::string variant : {"theory", "grid"}) {
    const std::size_t directions = variant == "theory" ? 3 : 2;
    json spec = {{"encoding", "space2vec"}, {"scales", 4}, {"variant", variant}};
    const auto paper = table64(plan_of(spec), {31, -77});
    spec["order"] = "code";
    const auto code = table64(plan_of(spec), {31, -77});
    REQUIRE(paper.size() == 8 * directions);
    for (std::size_t s = 0; s < 4; ++s)
      for (std::size_t j = 0; j < directions; ++j) {
        const std::size_t at = 2 * (s * directions + j);
        const std::size_t there = variant == "theory" ? at : 2 * (j * 4 + s);
        CHECK(paper[at] == code[there + 1]);
        CHECK(paper[at + 1] == code[there]);
      }
  }
  const json one = {
      {"encoding", "space2vec"}, {"scales", 1}, {"variant", "grid"}, {"lambdaMin", 8}};
  CHECK(*plan_of(one).frequencies() == std::vector<double>{0.125, 0, 0, 0.125});
  const auto row = table64(plan_of(one), {8, -4});
  CHECK(row[0] == approx(std::cos(1.0)).epsilon(1e-15));
  CHECK(row[1] == approx(std::sin(1.0)).epsilon(1e-15));
  CHECK(row[3] == approx(std::sin(-0.5)).epsilon(1e-15));
}

TEST_CASE("sphere2vec: the formulas of all variants, in long double") {
  const double lon = 123.4, lat = -37.25;
  const long double lambda = lon * kPi / 180, phi = lat * kPi / 180;
  const auto table = [&](const std::string& variant) {
    return table64(plan_of({{"encoding", "sphere2vec"},
                            {"scales", 3},
                            {"minRadius", 0.01},
                            {"maxRadius", 1},
                            {"variant", variant}}),
                   {lon, lat});
  };
  std::vector<long double> c, c_plus, m, m_plus;
  for (const long double r : {0.01L, 0.1L, 1.0L}) {
    // the smallest radius is the float64 nearest to 0.01
    const long double radius = r == 0.01L  ? 0.01
                               : r == 0.1L ? std::sqrt(static_cast<long double>(0.01))
                                           : 1;
    const long double l = lambda / radius, p = phi / radius;
    const std::vector<long double> alone = {std::sin(p), std::cos(p), std::sin(l), std::cos(l)};
    const std::vector<long double> same = {std::cos(p) * std::cos(l), std::cos(p) * std::sin(l)};
    const std::vector<long double> mixed = {
        std::cos(p) * std::cos(lambda), std::cos(phi) * std::cos(l), std::cos(p) * std::sin(lambda),
        std::cos(phi) * std::sin(l)};
    const auto add = [](auto& out, const auto& values) {
      out.insert(out.end(), values.begin(), values.end());
    };
    c.push_back(alone[0]), m.push_back(alone[0]);
    add(c, same), add(c_plus, alone), add(c_plus, same);
    add(m, mixed), add(m_plus, alone), add(m_plus, mixed);
  }
  const auto check = [&](const std::string& variant, const std::vector<long double>& expected) {
    const std::vector<double> got = table(variant);
    REQUIRE(got.size() == expected.size());
    for (std::size_t i = 0; i < got.size(); ++i)
      CHECK(std::fabs(static_cast<double>(got[i] - expected[i])) <= 1e-15);
  };
  check("sphereC", c), check("sphereC+", c_plus), check("sphereM", m), check("sphereM+", m_plus);
}

TEST_CASE(
    "sphere2vec: every scale of sphereC is a point of the unit sphere, radius 1 the point itself") {
  const Plan plan = plan_of({{"encoding", "sphere2vec"}, {"scales", 6}});
  for (const double lon : {-180.0, -12.5, 0.0, 90.0, 179.9})
    for (const double lat : {-90.0, -45.0, 0.1, 60.0, 90.0}) {
      const auto row = table64(plan, {lon, lat});
      for (std::size_t s = 0; s < 6; ++s)
        CHECK(row[3 * s] * row[3 * s] + row[3 * s + 1] * row[3 * s + 1] +
                  row[3 * s + 2] * row[3 * s + 2] ==
              approx(1).epsilon(1e-15));
      if (lat == 90) {  // the pole at any longitude; exact quarter turns
        CHECK(row[15] == 1);
        CHECK(std::fabs(row[16]) <= 1e-60);
        CHECK(std::fabs(row[17]) <= 1e-60);
      }
      const auto around = table64(plan, {lon + 360, lat});
      for (std::size_t c = 15; c < 18; ++c) CHECK(std::fabs(around[c] - row[c]) <= 1e-13);
    }
}

TEST_CASE("sphere2vec: within 4 ulp of 256-bit arithmetic") {
  const Plan plan = plan_of({{"encoding", "sphere2vec"}, {"scales", 1}, {"minRadius", 0.25}});
  const TurnFrequency f = TurnFrequency::from_turns(Wide(1.0) / Wide(90.0));
  double worst = 0;
  for (int i = 0; i < 2000; ++i) {
    const double lon = -180 + 0.1799 * i, lat = -90 + 0.08991 * i;
    const auto row = table64(plan, {lon, lat});
    const WideSinCos l = wide_wave(f, lon), p = wide_wave(f, lat);
    for (const bool cosine : {true, false}) {
      const Wide exact = p.cos * (cosine ? l.cos : l.sin);
      const double ulp = ulp_of(exact.to_double());
      worst = std::fmax(worst, std::fabs((Wide(row[cosine ? 1 : 2]) - exact).to_double()) / ulp);
    }
  }
  CHECK(worst <= 4);
}
