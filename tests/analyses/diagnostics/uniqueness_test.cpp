// Closest pairs against golden figures, by table and by frequencies, and collisions.
#include <algorithm>

#include "../../support/analysis.hpp"
#include "../../support/approx.hpp"

using namespace posenc;
using namespace posenc::test;

namespace {

Inputs table_of(const Matrix& table) {
  Inputs inputs;
  inputs.set("table", table);
  return inputs;
}
std::vector<double> counting(std::size_t n) {
  std::vector<double> x(n);
  for (std::size_t i = 0; i < n; ++i) x[i] = static_cast<double>(i);
  return x;
}

}  // namespace

TEST_CASE("golden: closest pairs of four tables") {
  const json golden = load_json("pe_matrix_metrics");
  for (const json& c : golden.at("expected").at("cases")) {
    INFO(c.at("name"));
    const Matrix p = matrix_of(c.at("P"));
    const Outputs got = outputs_of({{"analysis", "uniqueness"}}, table_of(p));
    const json& want = c.at("min_pairwise_distance");
    check_close({number(got, "closestDistance")}, json::array({want.at("dist")}),
                golden.at("tolerance"));
    const double rms = number(got, "rmsDistance"), n = 24;  // Σ D² = n·tr(HKH)
    check_close({rms * rms * (n - 1) / 2}, json::array({c.at("centered_trace")}),
                golden.at("tolerance"));
    // the first of the pairs that differ only by rounding
    const auto i = static_cast<std::size_t>(number(got, "closestFirst")),
               j = static_cast<std::size_t>(number(got, "closestSecond"));
    CHECK(i < j);
    double square = 0;
    for (std::size_t k = 0; k < p.cols; ++k) square += (p(i, k) - p(j, k)) * (p(i, k) - p(j, k));
    CHECK(std::sqrt(square) == approx(number(got, "closestDistance")).epsilon(1e-12));
    if (c.at("name") == "random_normal" || c.at("name") == "mix") {
      CHECK(i == want.at("i").get<std::size_t>());
      CHECK(j == want.at("j").get<std::size_t>());
    } else {  // every pair of this lag is as close
      CHECK(i == 0);
      CHECK(j == want.at("j").get<std::size_t>() - want.at("i").get<std::size_t>());
    }
    CHECK(number(got, "collision") == 0);
  }
}

TEST_CASE("golden: closest pairs of sinusoidal tables, by table and by frequencies") {
  const json golden = load_json("sinusoidal_kernel_profile");
  for (const json& c : golden.at("expected").at("cases")) {
    const int d = c.at("d").get<int>();
    INFO("base ", c.at("base"), " d ", d);
    const Plan plan = plan_of({{"encoding", "sinusoidal"}, {"dim", d}, {"base", c.at("base")}});
    const json& want = c.at("min_pairwise_distance_n1025");
    const Inputs waves = inputs_of({{"frequencies", *plan.frequencies()}});
    const Outputs fast = outputs_of({{"analysis", "uniqueness"}, {"positions", 1025}}, waves);
    check_close({number(fast, "closestDistance")}, json::array({want.at("dist")}),
                golden.at("tolerance"));
    CHECK(number(fast, "closestFirst") == 0);
    CHECK(number(fast, "closestSecond") == want.at("delta").get<double>());
    if (d > 64) continue;  // the table itself
    const Outputs full =
        outputs_of({{"analysis", "uniqueness"}},
                   table_of({1025, static_cast<std::size_t>(d), table64(plan, counting(1025))}));
    for (const char* name : {"closestDistance", "closestFirst", "closestSecond", "rmsDistance",
                             "medianDistance", "margin"})
      CHECK(number(full, name) == approx(number(fast, name)).epsilon(1e-12));
  }
}

TEST_CASE("closest pairs of the published table: always neighbours") {
  for (const auto& [d, distance] : {std::pair{64, 1.472}, {128, 1.953}, {512, 3.714}})
    for (const int n : {128, 512, 2048}) {
      const Plan plan = plan_of({{"encoding", "sinusoidal"}, {"dim", d}});
      const Outputs got = outputs_of({{"analysis", "uniqueness"}, {"positions", n}},
                                     inputs_of({{"frequencies", *plan.frequencies()}}));
      CHECK(std::fabs(number(got, "closestDistance") - distance) <= 5e-4);
      CHECK(number(got, "closestSecond") == 1);
    }
}

TEST_CASE("uniqueness: amplitudes, medians, collisions and what is refused") {
  const std::vector<double> f = {1, 0.3}, a = {2, 0.5};
  Matrix table = Matrix::zeros(6, 4);
  for (std::size_t i = 0; i < 6; ++i)
    for (std::size_t k = 0; k < 2; ++k) {
      table(i, 2 * k) = a[k] * std::cos(f[k] * static_cast<double>(i));
      table(i, 2 * k + 1) = a[k] * std::sin(f[k] * static_cast<double>(i));
    }
  std::vector<double> all;  // the median by sorting
  for (std::size_t i = 0; i < 6; ++i)
    for (std::size_t j = 0; j < i; ++j) {
      double square = 0;
      for (std::size_t k = 0; k < 4; ++k)
        square += (table(i, k) - table(j, k)) * (table(i, k) - table(j, k));
      all.push_back(std::sqrt(square));
    }
  std::ranges::sort(all);
  const Outputs by_table = outputs_of({{"analysis", "uniqueness"}}, table_of(table)),
                by_waves = outputs_of({{"analysis", "uniqueness"}, {"positions", 6}},
                                      inputs_of({{"frequencies", f}, {"amplitudes", a}}));
  for (const Outputs& got : {by_table, by_waves}) {
    CHECK(number(got, "medianDistance") == approx(all[7]).epsilon(1e-14));
    CHECK(number(got, "closestDistance") == approx(all[0]).epsilon(1e-14));
    CHECK(number(got, "margin") == approx(all[0] / all[7]).epsilon(1e-14));
  }
  // rows 1 and 3 differ by less than 10^-12 of the largest row
  const Outputs near = outputs_of({{"analysis", "uniqueness"}},
                                  inputs_of({{"table", {{1e4}, {1}, {5}, {1 + 1e-9}}}}));
  CHECK(number(near, "collision") == 1);
  CHECK(number(near, "closestFirst") == 1);
  CHECK(number(near, "closestSecond") == 3);
  CHECK(number(outputs_of({{"analysis", "uniqueness"}},
                          inputs_of({{"table", {{1e4}, {1}, {5}, {1 + 1e-7}}}})),
               "collision") == 0);
  // half a turn each: every second position is equal
  CHECK(number(outputs_of({{"analysis", "uniqueness"}, {"positions", 4}},
                          inputs_of({{"frequencies", {3.141592653589793}}})),
               "collision") == 1);
  const Outputs same = outputs_of({{"analysis", "uniqueness"}}, inputs_of({{"table", {{2}, {2}}}}));
  CHECK(number(same, "closestDistance") == 0);
  CHECK(number(same, "collision") == 1);
  for (const Output& o : same) CHECK(o.name != "margin");
  const auto field = [](const json& spec, const json& inputs) {
    const auto result = analyse(analysis_of(spec), inputs_of(inputs));
    REQUIRE(!result.has_value());
    return result.error().field;
  };
  const json plain = {{"analysis", "uniqueness"}};
  CHECK(field(plain, {{"table", {{1, 2}}}}) == "table");
  CHECK(field(plain, json::object()) == "table");
  CHECK(field(plain, {{"frequencies", {1}}}) == "positions");
  CHECK(field(plain, {{"table", {{1e100}, {1}}}}) == "table");
}
