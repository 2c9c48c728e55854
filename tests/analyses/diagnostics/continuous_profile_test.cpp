// The continuous limit against 40-digit values, its finite-width correction and its decay law.
#include "../../support/analysis.hpp"
#include "../../support/approx.hpp"
#include "kernels/cosine_integral.hpp"

using namespace posenc;
using namespace posenc::test;

TEST_CASE("golden: continuous limit of the sinusoidal profile") {
  const json golden = load_json("sinusoidal_kernel_profile");
  for (const json& c : golden.at("expected").at("cases")) {
    INFO("base ", c.at("base"), " d ", c.at("d"));
    const Inputs inputs = inputs_of({{"offsets", c.at("delta")}});
    const Outputs got = outputs_of(
        {{"analysis", "continuous-profile"}, {"base", c.at("base")}, {"dim", c.at("d")}}, inputs);
    check_close(output(got, "profile").data, c.at("log_uniform_integral"), golden.at("tolerance"));
    // a wide table: the first-order correction is accurate to second order for small lags
    const double d = c.at("d").get<double>(), log_base = std::log(c.at("base").get<double>());
    CHECK(number(got, "correctedUpTo") == approx(d / (2 * log_base)));
    for (std::size_t i = 0; i < c.at("delta").size(); ++i) {
      const double lag = c.at("delta")[i].get<double>();
      if (lag > number(got, "correctedUpTo") || d < 64) continue;
      const double finite = c.at("k_normalised")[i].get<double>(), step = 2 * log_base / d;
      CHECK(std::fabs(output(got, "corrected").data[i] - finite) <=
            step * step / 12 * (1 + lag) / log_base);
      if (lag == 1 && d == 128 && log_base > 9) {  // -0.0036 predicted, -0.0038 actual
        const double limit = output(got, "profile").data[i];
        CHECK(output(got, "corrected").data[i] - limit == approx(-0.0036).epsilon(0.02));
        CHECK(finite - limit == approx(-0.0038).epsilon(0.02));
      }
    }
  }
}

TEST_CASE("continuous limit: the decay law between 1 and the base") {
  const Outputs got =
      outputs_of({{"analysis", "continuous-profile"}}, inputs_of({{"offsets", {10, -100, 1000}}}));
  // 0.6824 against 0.6873, 0.4368 against 0.4373, 0.1877 against 0.1873
  const double profile[] = {0.6824, 0.4368, 0.1877}, law[] = {0.6873, 0.4373, 0.1873};
  for (std::size_t i = 0; i < 3; ++i) {
    CHECK(std::fabs(output(got, "profile").data[i] - profile[i]) <= 5e-5);
    CHECK(std::fabs(output(got, "decayLaw").data[i] - law[i]) <= 5e-5);
  }
}

TEST_CASE("continuous limit: a sum over very many frequencies comes near, and lag 0 is 1") {
  // midpoint rule over ln ω: second order in the step
  const double lags[] = {0, 0.5, 3, 20, 150};
  constexpr int kWaves = 20000;
  Inputs inputs = inputs_of({{"offsets", {0, 0.5, 3, 20, 150}}});
  const Outputs got = outputs_of({{"analysis", "continuous-profile"}, {"base", 50}}, inputs);
  for (std::size_t i = 0; i < 5; ++i) {
    double sum = 0;
    for (int k = 0; k < kWaves; ++k) sum += std::cos(lags[i] * std::pow(50.0, -(k + 0.5) / kWaves));
    CHECK(output(got, "profile").data[i] == approx(sum / kWaves).epsilon(1e-6).scale(1));
  }
  CHECK(output(got, "profile").data[0] == 1);
  for (const Output& o : got) CHECK(o.name != "decayLaw");  // ln 0
  const auto refused = analyse(analysis_of({{"analysis", "continuous-profile"}}),
                               inputs_of({{"offsets", {{1, 2}, {3, 4}}}}));
  REQUIRE(!refused.has_value());
  CHECK(refused.error().field == "offsets");
}
