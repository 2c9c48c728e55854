// Shift residuals against golden figures and known results.
#include "../../support/analysis.hpp"
#include "../../support/approx.hpp"
#include "core/random.hpp"

using namespace posenc;
using namespace posenc::test;

namespace {

Outputs residuals(const Matrix& table, const json& lags) {
  Inputs inputs;
  inputs.set("table", table);
  return outputs_of({{"analysis", "shift-operator"}, {"lags", lags}}, inputs);
}
Matrix sinusoidal(std::size_t n, int d) {
  const Plan plan = plan_of({{"encoding", "sinusoidal"}, {"dim", d}});
  std::vector<double> positions(n);
  for (std::size_t i = 0; i < n; ++i) positions[i] = static_cast<double>(i);
  return {n, static_cast<std::size_t>(d), table64(plan, positions)};
}
Matrix random_table(std::size_t n, std::size_t d) {
  const Random random(8);
  Matrix m = Matrix::zeros(n, d);
  for (std::size_t i = 0; i < n * d; ++i) m.data[i] = random.normal(i);
  return m;
}

}  // namespace

TEST_CASE("golden: shift residuals of four tables") {
  const json golden = load_json("pe_matrix_metrics");
  for (const json& c : golden.at("expected").at("cases")) {
    INFO(c.at("name"));
    const Outputs got = residuals(matrix_of(c.at("P")), {1, 3});
    check_close(output(got, "leastSquares").data, c.at("shift_resid_lstsq_k1_k3"),
                golden.at("tolerance"));
    check_close(output(got, "orthogonal").data, c.at("shift_resid_orthogonal_k1_k3"),
                golden.at("tolerance"));
    CHECK(output(got, "trivial").data == std::vector<double>{0, 0});
  }
}

TEST_CASE("shift operator: sinusoidal tables turn, random ones do not") {
  for (const int d : {8, 64, 128}) {
    INFO("d ", d);
    const Outputs got = residuals(sinusoidal(300, d), {1, 2, 7, 40});
    for (std::size_t k = 0; k < 4; ++k) {
      CHECK(output(got, "leastSquares").data[k] <= 300 * 0x1p-52);  // the stated floor
      CHECK(output(got, "orthogonal").data[k] <= 1e-7);  // stated: directions below 10^-8
    }
  }
  const Outputs random = residuals(random_table(300, 64), {1});
  // a random span has 64 of the n - 1 = 299 dimensions: √(1 - 64/299) = 0.887 ± 0.01
  CHECK(std::fabs(output(random, "leastSquares").data[0] - 0.887) <= 0.01);
  CHECK(output(random, "rank").data[0] == 64);
  CHECK(output(random, "orthogonal").data[0] > output(random, "leastSquares").data[0]);
  // 63 rows of 64 columns: every table passes the first test; only the orthogonal test detects it
  const Outputs trivial = residuals(random_table(64, 64), {1});
  CHECK(output(trivial, "trivial").data[0] == 1);
  CHECK(output(trivial, "leastSquares").data[0] <= 1e-13);
  CHECK(output(trivial, "orthogonal").data[0] > 0.5);
}

TEST_CASE("shift operator: the map itself is the rotation of each pair, and composes") {
  // 4 pairs with a base so small that every pair turns visibly: full rank, a unique map
  const Plan plan = plan_of({{"encoding", "sinusoidal"}, {"dim", 8}, {"base", 20}});
  std::vector<double> positions(60);
  for (std::size_t i = 0; i < 60; ++i) positions[i] = static_cast<double>(i);
  Inputs inputs;
  inputs.set("table", {60, 8, table64(plan, positions)});
  const Outputs got = outputs_of(
      {{"analysis", "shift-operator"}, {"lags", {1, 2, 3}}, {"operators", true}}, inputs);
  const Matrix& all = output(got, "operators");
  REQUIRE(all.rows == 24);
  for (std::size_t k = 0; k < 3; ++k) {
    CHECK(output(got, "exists").data[k] == 1);
    for (std::size_t a = 0; a < 8; ++a)
      for (std::size_t b = 0; b < 8; ++b) {
        // rows are (sin, cos) pairs: (s, c)·[[cos, -sin], [sin, cos]] is the pair turned by it
        const double angle =
            static_cast<double>(k + 1) * std::pow(20.0, -static_cast<double>(a / 2) / 4);
        double want = 0;
        if (a / 2 == b / 2)
          want = a == b ? std::cos(angle) : (a < b ? -std::sin(angle) : std::sin(angle));
        CHECK(std::fabs(all(8 * k + a, b) - want) <= 1e-12);
      }
  }
  for (std::size_t a = 0; a < 8; ++a)
    for (std::size_t b = 0; b < 8; ++b) {
      double product = 0;  // M_1·M_2
      for (std::size_t c = 0; c < 8; ++c) product += all(a, c) * all(8 + c, b);
      CHECK(std::fabs(product - all(16 + a, b)) <= 1e-12);
    }
}

TEST_CASE("shift operator: a sine without its cosine has none") {
  // over whole periods the residual of sin(x + k) against sin x is sin(k)·cos x: r = |sin k|
  constexpr std::size_t n = 360;
  const double omega = 2 * 3.141592653589793 / 40;
  Matrix lone = Matrix::zeros(n, 1), both = Matrix::zeros(n, 2);
  for (std::size_t i = 0; i < n; ++i) {
    lone(i, 0) = both(i, 0) = std::sin(omega * static_cast<double>(i));
    both(i, 1) = std::cos(omega * static_cast<double>(i));
  }
  const Outputs none = residuals(lone, {40, 80, 10, 5});
  const Outputs turning = residuals(both, {40, 80, 10, 5});
  CHECK(output(turning, "exists").data == std::vector<double>{1, 1, 1, 1});
  CHECK(output(none, "trivial").data == std::vector<double>{0, 0, 0, 0});
  CHECK(output(none, "exists").data[2] == 0);
  CHECK(output(none, "exists").data[3] == 0);
  CHECK(output(none, "leastSquares").data[0] <= 1e-12);  // a whole period is no shift
  // 350 rows are not whole periods of 40: within 2 % of it
  CHECK(output(none, "leastSquares").data[2] == approx(1).epsilon(0.02));
  CHECK(output(none, "leastSquares").data[3] == approx(std::sqrt(0.5)).epsilon(0.02));
}

TEST_CASE("shift operator: degenerate tables and refused lags") {
  const Outputs zero = residuals({4, 2, std::vector<double>(8)}, {1, 3});
  CHECK(output(zero, "leastSquares").data == std::vector<double>{0, 0});
  CHECK(output(zero, "orthogonal").data == std::vector<double>{0, 0});
  CHECK(output(zero, "rank").data == std::vector<double>{0, 0});
  // 1, 2, 4 … is multiplied by 2: linear, but no rotation: ‖B - A‖/‖B‖ = 1/2
  const Outputs doubling = residuals({4, 1, {1, 2, 4, 8}}, {1});
  CHECK(output(doubling, "leastSquares").data[0] <= 1e-15);
  CHECK(output(doubling, "orthogonal").data[0] == approx(0.5));
  // A = 0, B = 3: no map takes 0 to 3
  const Outputs from_zero = residuals({2, 1, {0, 3}}, {1});
  CHECK(output(from_zero, "leastSquares").data[0] == 1);
  for (const json& lags : {json{4}, json{1.5}, json::array()}) {
    const auto result = analyse(analysis_of({{"analysis", "shift-operator"}, {"lags", lags}}),
                                inputs_of({{"table", {{1}, {2}, {3}, {4}}}}));
    REQUIRE(!result.has_value());
    CHECK(result.error().field == "lags");
  }
}
