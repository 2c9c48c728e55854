// Fisher information: closed forms, differences against derivatives, and a maximum likelihood
// estimate that meets the Cramér-Rao bound.
#include "../../support/analysis.hpp"
#include "../../support/approx.hpp"
#include "core/random.hpp"

using namespace posenc;
using namespace posenc::test;

namespace {

std::vector<double> counting(std::size_t n) {
  std::vector<double> x(n);
  for (std::size_t i = 0; i < n; ++i) x[i] = static_cast<double>(i);
  return x;
}
bool has(const Outputs& outputs, const std::string& name) {
  for (const Output& o : outputs)
    if (o.name == name) return true;
  return false;
}

}  // namespace

TEST_CASE("golden: Fisher information of sinusoidal tables is Σω² everywhere") {
  const json golden = load_json("sinusoidal_kernel_profile");
  for (const json& c : golden.at("expected").at("cases")) {
    const int d = c.at("d").get<int>();
    INFO("base ", c.at("base"), " d ", d);
    const Plan plan = plan_of({{"encoding", "sinusoidal"}, {"dim", d}, {"base", c.at("base")}});
    const std::size_t width = static_cast<std::size_t>(d);
    const std::vector<double> x = counting(40);
    Matrix derivative = Matrix::zeros(40, width), table = {40, width, table64(plan, x)};
    CHECK(plan.derivative(x, derivative.data.data()));
    Inputs both, differences;
    both.set("derivative", derivative);
    both.set("table", table);
    differences.set("table", table);
    const Outputs got = outputs_of({{"analysis", "fisher-information"}}, both);
    for (const double i : output(got, "information").data)
      check_close({i}, json::array({c.at("fisher_info_unit_noise")}), golden.at("tolerance"));
    CHECK(number(got, "informationSpread") <= 1e-14);
    CHECK(output(got, "leastDeviation").data[7] ==
          approx(1 / std::sqrt(c.at("fisher_info_unit_noise").get<double>())));
    const double lag1 =
        std::sqrt(2 * (c.at("k")[0].get<double>() - c.at("k")[1].get<double>()));  // D at δ = 1
    CHECK(output(got, "discriminability").data[3] == approx(lag1).epsilon(1e-11));
    // central differences give sin ω instead of ω
    double seen = 0;
    const auto frequencies = plan.frequencies();
    for (const double omega : *frequencies) seen += std::sin(omega) * std::sin(omega);
    const Outputs coarse = outputs_of(
        {{"analysis", "fisher-information"}, {"noise", 0.5}, {"spacing", 2}}, differences);
    for (std::size_t i = 1; i < 39; ++i)  // noise 1/2: 4 times as much; spacing 2: a quarter
      CHECK(output(coarse, "information").data[i] == approx(seen).epsilon(1e-12));
  }
}

TEST_CASE("fisher-information: the estimate of least squares meets the Cramér-Rao bound") {
  // x̂ = argmin ‖y - φ(x)‖ by Newton steps from the true x, for 4000 noisy rows. The relative
  // standard error of its variance is √(2/4000) = 2.2 %; four times that is allowed
  const std::vector<double> omega = {1, 0.4, 0.1};
  const double noise = 0.02, at = 5.3;
  Matrix derivative = Matrix::zeros(1, 6);
  for (std::size_t k = 0; k < 3; ++k) {
    derivative(0, 2 * k) = -omega[k] * std::sin(omega[k] * at);
    derivative(0, 2 * k + 1) = omega[k] * std::cos(omega[k] * at);
  }
  Inputs inputs;
  inputs.set("derivative", derivative);
  const Outputs got = outputs_of({{"analysis", "fisher-information"}, {"noise", noise}}, inputs);
  const Random random(31);
  double variance = 0;
  for (std::size_t trial = 0; trial < 4000; ++trial) {
    double y[6];
    for (std::size_t k = 0; k < 3; ++k) {
      y[2 * k] = std::cos(omega[k] * at) + noise * random.normal(trial * 6 + 2 * k);
      y[2 * k + 1] = std::sin(omega[k] * at) + noise * random.normal(trial * 6 + 2 * k + 1);
    }
    double x = at;
    for (int iteration = 0; iteration < 6; ++iteration) {
      double slope = 0, bend = 0;
      for (std::size_t k = 0; k < 3; ++k) {
        const double c = std::cos(omega[k] * x), s = std::sin(omega[k] * x);
        slope += omega[k] * (c * y[2 * k + 1] - s * y[2 * k]);
        bend += omega[k] * omega[k] * (c * y[2 * k] + s * y[2 * k + 1]);
      }
      x += slope / bend;
    }
    variance += (x - at) * (x - at) / 4000;
  }
  const double bound = output(got, "leastDeviation").data[0];
  CHECK(std::fabs(variance / (bound * bound) - 1) <= 0.09);
  CHECK(!has(got, "discriminability"));
}

TEST_CASE("fisher-information: parabolas, flat tables and what is refused") {
  // second-order differences are exact for x²: I = 4x² at noise 1
  const Outputs parabola = outputs_of({{"analysis", "fisher-information"}},
                                      inputs_of({{"table", {{0}, {1}, {4}, {9}, {16}}}}));
  CHECK(output(parabola, "information").data == std::vector<double>{0, 4, 16, 36, 64});
  CHECK(!has(parabola, "leastDeviation"));  // infinite at 0
  CHECK(output(parabola, "discriminability").data == std::vector<double>{1, 3, 5, 7});
  const Outputs pair =
      outputs_of({{"analysis", "fisher-information"}}, inputs_of({{"table", {{0}, {3}}}}));
  CHECK(output(pair, "information").data == std::vector<double>{9, 9});
  const Outputs flat =
      outputs_of({{"analysis", "fisher-information"}}, inputs_of({{"table", {{5}, {5}, {5}}}}));
  CHECK(number(flat, "meanInformation") == 0);
  CHECK(number(flat, "informationSpread") == 0);
  const auto field = [](const json& inputs) {
    const auto result =
        analyse(analysis_of({{"analysis", "fisher-information"}}), inputs_of(inputs));
    REQUIRE(!result.has_value());
    return result.error().field;
  };
  CHECK(field(json::object()) == "derivative");
  CHECK(field({{"table", {{1}}}}) == "table");
  CHECK(field({{"table", {{1}, {2}}}, {"derivative", {{1}}}}) == "derivative");
}
