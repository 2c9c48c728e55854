// The five kernels of a periodic network against the golden file, and random networks against the
// variances.
#include "../support/analysis.hpp"
#include "../support/approx.hpp"
#include "core/real.hpp"

using namespace posenc;
using namespace posenc::test;

namespace {

json frequencies_of(int d, double base) {
  json list = json::array();
  for (int i = 0; i < d / 2; ++i) list.push_back(real::exp(-2.0 * i / d * real::log(base)));
  return list;
}

}  // namespace

TEST_CASE("golden: kernels of a network with periodic activations") {
  const json golden = load_json("periodic_network_kernel_claim");
  for (const json& c : golden.at("expected").at("cases")) {
    json pairs = json::array();
    const std::vector<std::pair<std::string, std::string>> names = {
        {"readout", "ntk_readout_only"},
        {"readout", "K_pe_normalised"},
        {"readoutAndPhase", "ntk_readout_and_phase"},
        {"allParameters", "ntk_all_frequency_param_w"},
        {"logFrequencies", "ntk_all_log_frequency_param"},
        {"limit", "log_uniform_limit"}};
    for (const json& row : c.at("rows")) pairs.push_back({row.at("x"), row.at("xp")});
    const Outputs got = outputs_of(
        {{"analysis", "periodic-network"},
         {"base", c.at("base")},
         {"offsets", c.at("delta")},
         {"widths", {2}},
         {"draws", 1}},
        inputs_of({{"frequencies", frequencies_of(c.at("d"), c.at("base"))}, {"pairs", pairs}}));
    for (const auto& [name, field] : names) {
      json want = json::array();
      for (const json& row : c.at("rows")) want.push_back(row.at(field));
      const std::string_view which = name;
      INFO(which);
      check_close(output(got, name).data, want, golden.at("tolerance"));
    }
    check_close(output(got, "pairVariance").data, c.at("var_per_frequency_sincos"),
                golden.at("tolerance"));
    check_close(output(got, "phaseVariance").data, c.at("var_per_unit_random_phase"),
                golden.at("tolerance"));
  }
}

TEST_CASE("periodic network: no Gaussian is near the profile, random networks converge to it") {
  const json spec = {{"analysis", "periodic-network"}, {"draws", 24}, {"seed", 3}};
  const Outputs got = outputs_of(spec, inputs_of({{"frequencies", frequencies_of(128, 10000)}}));
  // from a scan of 4000 values of σ
  CHECK(number(got, "fitError") == approx(0.21418350).epsilon(1e-6));
  CHECK(number(got, "fitScale") == approx(0.47307).epsilon(1e-3));
  CHECK(number(got, "fitSigma") == approx(0.0026491).epsilon(2e-3));
  CHECK(number(got, "normalisedFitError") == approx(0.6936447).epsilon(1e-6));
  CHECK(number(got, "normalisedFitSigma") == approx(0.0072146).epsilon(2e-3));
  // 24 draws of some five independent offsets: a relative standard error of 6 % at each width;
  // allows four of them, and 0.02 on a slope over three decades
  for (const std::string kind : {"phase", "pair"}) {
    const std::vector<double>&error = output(got, kind + "Error").data,
          &expected = output(got, kind + "Expected").data;
    REQUIRE(error.size() == 6);
    for (std::size_t i = 0; i < 6; ++i) CHECK(std::fabs(error[i] / expected[i] - 1) <= 0.25);
    CHECK(std::fabs(number(got, kind + "Slope") + 0.5) <= 0.05);
  }
  CHECK(output(got, "phaseExpected").data[1] == approx(0.1144774).epsilon(1e-6));
  CHECK(output(got, "pairExpected").data[1] == approx(0.1028841).epsilon(1e-6));
  const Outputs again = outputs_of(spec, inputs_of({{"frequencies", frequencies_of(128, 10000)}}));
  CHECK(output(again, "phaseError").data == output(got, "phaseError").data);
}

TEST_CASE("periodic network: one frequency, one offset, and what is refused") {
  const json spec = {{"analysis", "periodic-network"}, {"widths", {2}}, {"draws", 1}, {"lags", 1}};
  // constant: a Gaussian of any width fits a single lag, pairs have no error
  const Outputs flat = outputs_of(spec, inputs_of({{"frequencies", {0.0}}}));
  CHECK(number(flat, "fitError") == 0);
  CHECK(output(flat, "pairError").data[0] == 0);
  for (const Output& o : flat) {
    CHECK(o.name != "pairSlope");
    CHECK(o.name != "readout");
    for (const double x : o.values.data) CHECK(std::isfinite(x));
  }
  const auto error = [&](const json& params, const json& inputs) {
    json all = spec;
    all.update(params);
    const Inputs given = inputs_of(inputs);
    const Result<Outputs> got = analyse(analysis_of(all), given);
    REQUIRE(!got.has_value());
    return got.error().field;
  };
  const json one = {{"frequencies", {1.0}}}, none = json::object();
  CHECK(error(none, {{"frequencies", json::array()}}) == "frequencies");
  CHECK(error(none, {{"frequencies", {1e7}}}) == "frequencies");
  CHECK(error({{"widths", {3}}}, one) == "widths");
  CHECK(error({{"widths", json::array()}}, one) == "widths");
  CHECK(error({{"offsets", json::array()}}, one) == "offsets");
  CHECK(error(none, {{"frequencies", {1.0}}, {"pairs", {{1}}}}) == "pairs");
  CHECK(error(none, {{"frequencies", {1.0}}, {"pairs", {{1, 1e10}}}}) == "pairs");
}
