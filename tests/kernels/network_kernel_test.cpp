// NNGP and NTK recursions against the golden files (40-digit arithmetic).
#include "../support/analysis.hpp"

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

TEST_CASE("golden: ReLU network kernels, NTK parameterisation") {
  const json golden = load_json("ntk_mlp_relu");
  const Inputs inputs = inputs_of({{"x", golden.at("inputs").at("X")}});
  for (const json& c : golden.at("expected").at("cases"))
    for (const json& depth : c.at("depths")) {
      const Outputs got = outputs_of({{"analysis", "network-kernel"},
                                      {"layers", network(depth.at("hidden_layers").get<int>(), {{"layer", "relu"}},
                                                         c.at("sigma_w2"), c.at("sigma_b2"))}},
                                     inputs);
      check_close(output(got, "nngp").data, depth.at("nngp"), golden.at("tolerance"));
      check_close(output(got, "ntk").data, depth.at("ntk"), golden.at("tolerance"));
    }
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
