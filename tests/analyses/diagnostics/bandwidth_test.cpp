// Bandwidth figures against 40-digit values and closed forms.
#include "../../support/analysis.hpp"
#include "../../support/approx.hpp"

using namespace posenc;
using namespace posenc::test;

namespace {

json sinusoidal(int d, double base) {
  const Plan plan = plan_of({{"encoding", "sinusoidal"}, {"dim", d}, {"base", base}});
  const auto frequencies = plan.frequencies();
  REQUIRE(frequencies.has_value());
  return *frequencies;
}
bool has(const Outputs& outputs, const std::string& name) {
  for (const Output& o : outputs)
    if (o.name == name) return true;
  return false;
}

}  // namespace

TEST_CASE("golden: half width, wavelengths and curvature of sinusoidal tables") {
  const json golden = load_json("sinusoidal_kernel_profile");
  const json& tolerance = golden.at("tolerance");
  for (const json& c : golden.at("expected").at("cases")) {
    const int d = c.at("d").get<int>();
    const double base = c.at("base").get<double>();
    INFO("base ", base, " d ", d);
    const Inputs inputs = inputs_of({{"frequencies", sinusoidal(d, base)}});
    for (const auto& [n, count] : c.at("n_wavelengths_longer_than_n").items()) {
      const Outputs got =
          outputs_of({{"analysis", "bandwidth"}, {"contextLength", std::stoi(n)}}, inputs);
      CHECK(number(got, "slow") == count.get<double>());
      check_close({number(got, "halfWidth")}, json::array({c.at("hwhm_delta")}), tolerance);
      check_close({number(got, "fisherInformation")}, json::array({c.at("fisher_info_unit_noise")}),
                  tolerance);
      check_close({number(got, "shortestWavelength"), number(got, "longestWavelength")},
                  c.at("wavelengths_first_last"), tolerance);
      CHECK(number(got, "aliased") == 0);
      CHECK(number(got, "largestGap") == approx(std::pow(base, 2.0 / d)));
      // Σ ω² = (1 - base^-2)/(1 - base^(-4/d)), -k''(0); and its square root relative to k(0)
      CHECK(number(got, "fisherInformation") ==
            approx((1 - std::pow(base, -2)) / (1 - std::pow(base, -4.0 / d))).epsilon(1e-12));
      const double rms = std::sqrt(c.at("fisher_info_unit_noise").get<double>() / (d / 2.0));
      CHECK(number(got, "rmsBandwidth") == approx(rms).epsilon(1e-12));
      CHECK(number(got, "curvatureLength") == approx(1 / rms).epsilon(1e-12));
    }
  }
}

TEST_CASE("bandwidth: half the waves of n = 512, d = 512 are slower than the context") {
  const Outputs got = outputs_of({{"analysis", "bandwidth"}, {"contextLength", 512}},
                                 inputs_of({{"frequencies", sinusoidal(512, 10000)}}));
  CHECK(std::round(100 * number(got, "slow") / 256) == 52);
  CHECK(std::round(100 * number(got, "verySlow") / 256) == 37);
}

TEST_CASE("bandwidth: the half width is the first crossing, also a tangent one or none") {
  const auto half_width = [](const json& frequencies, const json& amplitudes) {
    return outputs_of({{"analysis", "bandwidth"}, {"farthest", 1e4}},
                      inputs_of({{"frequencies", frequencies}, {"amplitudes", amplitudes}}));
  };
  const double pi = 3.141592653589793;
  CHECK(number(half_width({0.01}, {3}), "halfWidth") == approx(100 * pi / 3).epsilon(1e-15));
  CHECK(number(half_width({-0.01}, {3}), "halfWidth") == approx(100 * pi / 3).epsilon(1e-15));
  // 3 + cos: touches k(0)/2 nowhere; 1 + cos(δ): touches 0 < k(0)/2 = 1 at π/2
  CHECK(!has(half_width({0, 1}, {std::sqrt(3.0), 0.9}), "halfWidth"));
  CHECK(number(half_width({0, 1}, {1, 1}), "halfWidth") == approx(pi / 2).epsilon(1e-15));
  // 3 + cos(δ) touches 2 = k(0)/2 at π from above; there k is flat, and a rounding error of k is
  // 10^-8 in δ
  CHECK(number(half_width({0, 0, 0, 1}, {1, 1, 1, 1}), "halfWidth") == approx(pi).epsilon(1e-7));
  // a narrow dip at the seventh beat, which a scan in steps of 1 would miss
  const json beat = {1.0, 1.0 + 1 / 7.0, 40.0};
  const Outputs got = half_width(beat, {1, 1, 0.6});
  double first = 0;
  const auto k = [&](double x) {
    return std::cos(x) + std::cos(x * 8 / 7) + 0.36 * std::cos(40 * x);
  };
  while (k(first) > k(0) / 2) first += 1e-6;
  CHECK(std::fabs(number(got, "halfWidth") - first) <= 1e-6);
}

TEST_CASE("bandwidth: aliasing, constant waves and refused lists") {
  const Outputs got =
      outputs_of({{"analysis", "bandwidth"}}, inputs_of({{"frequencies", {0, -4, 3.2, 3.1}}}));
  CHECK(number(got, "aliased") == 2);
  CHECK(number(got, "slow") == 1);
  CHECK(number(got, "largestGap") == approx(1.25));
  const Outputs still = outputs_of({{"analysis", "bandwidth"}}, inputs_of({{"frequencies", {0}}}));
  CHECK(number(still, "rmsBandwidth") == 0);
  for (const char* name : {"halfWidth", "curvatureLength", "longestWavelength", "largestGap"})
    CHECK(!has(still, name));
  // k = 4 + cos(1000·δ) never reaches its half: rejected after 2^22 steps, not after 10^15
  const auto endless = analyse(analysis_of({{"analysis", "bandwidth"}, {"farthest", 1e12}}),
                               inputs_of({{"frequencies", {0, 1e3}}, {"amplitudes", {2, 1}}}));
  REQUIRE(!endless.has_value());
  CHECK(endless.error().code == ErrorCode::too_large);
  CHECK(endless.error().field == "farthest");
  const auto field = [](const json& inputs) {
    const auto result = analyse(analysis_of({{"analysis", "bandwidth"}}), inputs_of(inputs));
    REQUIRE(!result.has_value());
    return result.error().field;
  };
  CHECK(field({{"frequencies", {1, 2}}, {"amplitudes", {1}}}) == "amplitudes");
  CHECK(field({{"frequencies", {1, 2}}, {"amplitudes", {0, 0}}}) == "amplitudes");
  CHECK(field({{"frequencies", {1e19}}}) == "frequencies");
  CHECK(field({{"frequencies", json::array()}}) == "frequencies");
}
