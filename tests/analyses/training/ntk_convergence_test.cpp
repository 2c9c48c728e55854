// Convergence of tangent kernels with the width against the golden Monte Carlo figures.
#include "../../support/approx.hpp"
#include "../../support/networks.hpp"

using namespace posenc;
using namespace posenc::test;

TEST_CASE("golden: convergence of the tangent kernel over widths, statistical") {
  const json golden = load_json("empirical_ntk_convergence_mc");
  const double bound = golden.at("tolerance").at("rel_of_mean_per_draw_error");
  for (const json& c : golden.at("expected").at("cases")) {
    INFO(c.at("activation"));
    const double weight = std::sqrt(c.at("sigma_w2").get<double>()),
                 bias = std::sqrt(c.at("sigma_b2").get<double>());
    const std::vector<int> widths(c.at("hidden_layers").get<std::size_t>() + 1, 1);
    const auto run = [&](const json& at, int draws) {
      return outputs_of(
          {{"analysis", "ntk-convergence"},
           {"widths", at},
           {"draws", draws},
           {"layers", mlp_layers(widths, {{"layer", c.at("activation")}}, weight, bias)}},
          inputs_of({{"x", c.at("X")}}));
    };
    // 150 draws: a relative standard error of 0.043 or less; the file allows 0.25
    const Outputs got = run({64, 256}, 150);
    const json& observed = c.at("observed");
    for (std::size_t w = 0; w < 2; ++w) {
      CAPTURE(w);
      const double want = observed[w].at("mean_rel_frobenius_error_per_draw");
      CHECK(std::fabs(output(got, "meanError").data[w] / want - 1) <= bound);
      CHECK(output(got, "errorOfMean").data[w] < 0.5 * want);
    }
    CHECK(std::fabs(number(got, "slope") - c.at("slope").get<double>()) <=
          golden.at("tolerance").at("slope_abs").get<double>());
    check_close(output(got, "ntk").data, c.at("ntk_infinite"), {{"rel", 1e-12}});
    // twelve draws at width 1024: a standard error near 0.13
    const double wide = output(run({1024}, 12), "meanError").data[0];
    const double want = observed[2].at("mean_rel_frobenius_error_per_draw");
    CHECK(std::fabs(wide / want - 1) <= 0.4);
  }
}

TEST_CASE("convergence: one width has no slope, no limit no error") {
  const json layers = mlp_layers({1, 1}, {{"layer", "relu"}}, 1, 0);
  const json spec = {{"analysis", "ntk-convergence"}, {"widths", {8}}, {"draws", 1}};
  json with = spec;
  with["layers"] = layers;
  for (const json& widths : {json{8}, json{24, 24, 24}}) {  // ln 24 is not the mean of three ln 24
    with["widths"] = widths;
    for (const Output& o : outputs_of(with, inputs_of({{"x", {{1, 2}}}}))) CHECK(o.name != "slope");
  }
  const auto error = [&](const json& given, const json& x) {
    const Inputs inputs = inputs_of({{"x", x}});
    const Result<Outputs> got = analyse(analysis_of(given), inputs);
    REQUIRE(!got.has_value());
    return got.error();
  };
  CHECK(error(with, {{0, 0}}).code == ErrorCode::not_defined);
  with["widths"] = {8.5};
  CHECK(error(with, {{1, 2}}).field == "widths");
  with["widths"] = json::array();
  CHECK(error(with, {{1, 2}}).field == "widths");
}

TEST_CASE("convergence: activations without a closed form have a limit too") {
  const json spec = {{"analysis", "ntk-convergence"},
                     {"widths", {16, 256}},
                     {"draws", 40},
                     {"layers", mlp_layers({1, 1}, {{"layer", "tanh"}}, 1.2, 0.3)}};
  const Inputs inputs = inputs_of({{"x", {{1, 2}, {-0.5, 0.3}}}});
  const Outputs got = outputs_of(spec, inputs);
  CHECK(output(got, "ntk").rows == 2);
  // 40 draws: the mean errors are accurate to some 10 %, their ratio 4 = √(256/16) to 15 %
  const std::vector<double>& error = output(got, "meanError").data;
  CHECK(error[0] / error[1] == approx(4).epsilon(0.4));
  // a variance that the series rejects
  const Inputs steep = inputs_of({{"x", {{100, 200}}}});
  CHECK(analyse(analysis_of(spec), steep).error().field == "layers[1]");
}
