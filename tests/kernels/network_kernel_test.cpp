// NNGP and NTK recursions against the golden files (40-digit arithmetic).
#include <tuple>
#include <utility>

#include "../support/analysis.hpp"
#include "kernels/layers/numeric.hpp"

using namespace posenc;
using namespace posenc::test;

namespace {

json network(int hidden, const json& activation, double weight_variance, double bias_variance,
             const std::vector<int>& widths = {}) {
  json layers = json::array();
  for (int l = 0; l <= hidden; ++l) {
    json dense = {{"layer", "dense"},
                  {"weightStd", std::sqrt(weight_variance)},
                  {"biasStd", std::sqrt(bias_variance)}};
    if (l < static_cast<int>(widths.size())) dense["width"] = widths[static_cast<std::size_t>(l)];
    layers.push_back(dense);
    if (l < hidden) layers.push_back(activation);
  }
  return layers;
}

}  // namespace

TEST_CASE("golden: network kernels of every activation, NTK parameterisation") {
  const std::vector<std::pair<std::string, json>> files = {
      {"ntk_mlp_relu", {{"layer", "relu"}}},
      {"ntk_mlp_leaky_relu", {{"layer", "relu"}, {"negativeSlope", 0.2}}},
      {"ntk_mlp_abs", {{"layer", "relu"}, {"negativeSlope", -1}}},
      {"ntk_mlp_erf", {{"layer", "erf"}}},
      {"ntk_mlp_erf_abc", {{"layer", "erf"}, {"a", 1.1}, {"b", 0.6}, {"c", 0.3}}},
      {"ntk_mlp_sin", {{"layer", "sin"}}},
      {"ntk_mlp_sin_abc", {{"layer", "sin"}, {"a", 1.3}, {"b", 0.7}, {"c", 0.4}}},
      {"ntk_mlp_cos", {{"layer", "cos"}}},
      {"ntk_mlp_rbf", {{"layer", "rbf"}, {"gamma", 0.5}}},
      {"ntk_mlp_gelu", {{"layer", "gelu"}}},
      {"ntk_mlp_gaussian", {{"layer", "gaussian"}, {"b", -0.5}}},
  };
  for (const auto& [file, activation] : files) {
    INFO(file);
    const json golden = load_json(file);
    const Inputs inputs = inputs_of({{"x", golden.at("inputs").at("X")}});
    for (const json& c : golden.at("expected").at("cases"))
      for (const json& depth : c.at("depths")) {
        const Outputs got =
            outputs_of({{"analysis", "network-kernel"},
                        {"layers", network(depth.at("hidden_layers").get<int>(), activation,
                                           c.at("sigma_w2"), c.at("sigma_b2"))}},
                       inputs);
        check_close(output(got, "nngp").data, depth.at("nngp"), golden.at("tolerance"));
        check_close(output(got, "ntk").data, depth.at("ntk"), golden.at("tolerance"));
      }
  }
}

TEST_CASE("golden: network kernels of activations without a closed form") {
  for (const std::string name : {"tanh", "softplus"}) {
    INFO(name);
    const json golden = load_json("ntk_mlp_" + name + "_numeric");
    const Inputs inputs = inputs_of({{"x", golden.at("inputs").at("X")}});
    const json& params = golden.at("params");
    for (const json& c : golden.at("expected").at("cases")) {
      const Outputs got =
          outputs_of({{"analysis", "network-kernel"},
                      {"layers", network(c.at("hidden_layers").get<int>(), {{"layer", name}},
                                         params.at("sigma_w2"), params.at("sigma_b2"))}},
                     inputs);
      check_close(output(got, "nngp").data, c.at("nngp"), golden.at("tolerance"));
      check_close(output(got, "ntk").data, c.at("ntk"), golden.at("tolerance"));
    }
  }
}

// The closed forms against the trapezoid rule, with φ given by values and φ' by differences: a
// second route that knows nothing of the formulas.
namespace {
constexpr double kStepOfDifference = 1e-5;
template <double (*Phi)(double)>
ValueAndSlope measured(double x) {
  return {Phi(x),
          (Phi(x + kStepOfDifference) - Phi(x - kStepOfDifference)) / (2 * kStepOfDifference)};
}
double sine(double x) { return 1.3 * real::sin(0.7 * x + 0.4); }
double cosine(double x) { return 1.3 * real::cos(0.7 * x + 0.4); }
double bump(double x) { return 0.8 * real::exp(-0.5 * x * x); }
double exponential(double x) { return 1.1 * real::exp(0.6 * x); }
double error_function(double x) { return 1.1 * real::erf(0.6 * x) + 0.3; }
}  // namespace

TEST_CASE("closed-form duals agree with quadrature of the activation itself") {
  struct Case {
    json layer;
    Dual (*quadrature)(double, double, double);
  };
  const Case cases[] = {
      {{{"layer", "sin"}, {"a", 1.3}, {"b", 0.7}, {"c", 0.4}}, numeric_dual<measured<sine>>},
      {{{"layer", "cos"}, {"a", 1.3}, {"b", 0.7}, {"c", 0.4}}, numeric_dual<measured<cosine>>},
      {{{"layer", "gaussian"}, {"a", 0.8}, {"b", -0.5}}, numeric_dual<measured<bump>>},
      {{{"layer", "exp"}, {"a", 1.1}, {"b", 0.6}}, numeric_dual<measured<exponential>>},
      {{{"layer", "erf"}, {"a", 1.1}, {"b", 0.6}, {"c", 0.3}},
       numeric_dual<measured<error_function>>},
      {{{"layer", "gelu"}}, numeric_dual<measured<real::gelu>>},
  };
  for (const Case& c : cases) {
    const AnalysisSpec spec = analysis_of({{"analysis", "network-kernel"}, {"layers", {c.layer}}});
    const LayerInfo* info = nullptr;
    for (const LayerInfo* row : layers())
      if (row->id == spec.layers[0].layer) info = row;
    REQUIRE(info != nullptr);
    const Params params = *check(info->params, spec.layers[0].values, "");
    for (const auto& [q11, q12, q22] :
         {std::tuple{1.0, 0.3, 1.0}, {0.5, -0.4, 1.5}, {1.2, 1.2, 1.2}, {0.7, 0.0, 0.9}}) {
      INFO(c.layer.dump(), q11, " ", q12, " ", q22);
      Dual got = {q12, 1};
      info->activation.duals(params, q11, &q22, &got.t, &got.slope, 1);
      const Dual want = c.quadrature(q11, q12, q22);
      CHECK(std::fabs(got.t - want.t) <= 1e-9);
      CHECK(std::fabs(got.slope - want.slope) <= 1e-8);
    }
  }
}

TEST_CASE("the slope of an activation is the derivative of its value") {
  for (const LayerInfo* row : layers()) {
    if (row->dense()) continue;
    INFO(row->id);
    const Params params = *check(row->params, {}, "");
    for (const double x : {-3.1, -1.0, -0.2, 0.3, 0.9, 2.7}) {
      constexpr double kStep = 0x1p-17;
      double at[3] = {x - kStep, x, x + kStep}, slope[3];
      row->activation.values(params, at, at, slope, 3);
      const double want = (at[2] - at[0]) / (2 * kStep);
      CHECK(slope[1] == doctest::Approx(want).epsilon(1e-8));
    }
  }
}

TEST_CASE("network kernel: what is degenerate stays finite") {
  const Inputs inputs = inputs_of({{"x", {{0, 0}, {1, 2}, {1, 2}, {-1, -2}}}});
  for (const LayerInfo* row : layers()) {
    INFO(row->id);
    json layers = {
        {{"layer", "dense"}, {"weightStd", 0}}, {{"layer", row->id}}, {{"layer", "dense"}}};
    for (const double weight : {0.0, 1.0}) {
      layers[0]["weightStd"] = weight;
      const Outputs got = outputs_of({{"analysis", "network-kernel"}, {"layers", layers}}, inputs);
      for (const Output& o : got)
        for (const double x : o.values.data) CHECK(std::isfinite(x));
    }
  }
  // no layers: the covariance of the inputs, and nothing that learns
  const Outputs none =
      outputs_of({{"analysis", "network-kernel"}, {"layers", json::array()}}, inputs);
  CHECK(output(none, "nngp")(1, 3) == -2.5);
  CHECK(output(none, "ntk")(1, 3) == 0);
}

TEST_CASE("golden: ReLU network kernels, standard parameterisation") {
  const json golden = load_json("ntk_standard_param_relu");
  const Inputs inputs = inputs_of({{"x", golden.at("inputs").at("X")}});
  for (const json& c : golden.at("expected").at("cases")) {
    const auto widths = c.at("widths").get<std::vector<int>>();
    const Outputs got =
        outputs_of({{"analysis", "network-kernel"},
                    {"parameterization", "standard"},
                    {"trainedBias", c.at("bias_trainable")},
                    {"layers", network(static_cast<int>(widths.size()), {{"layer", "relu"}},
                                       c.at("sigma_w2"), c.at("sigma_b2"), widths)}},
                   inputs);
    check_close(output(got, "nngp").data, c.at("nngp"), golden.at("tolerance"));
    check_close(output(got, "ntk").data, c.at("ntk"), golden.at("tolerance"));
  }
}
