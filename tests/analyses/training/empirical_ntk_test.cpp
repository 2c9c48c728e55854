// Tangent kernels of finite networks against golden files (explicit Jacobians), products of the
// library's gradients, and the infinite-width limit.
#include "analyses/training/empirical_ntk.hpp"

#include "../../support/approx.hpp"
#include "../../support/networks.hpp"

using namespace posenc;
using namespace posenc::test;

TEST_CASE("golden: tangent kernels of networks with given weights") {
  const json golden = load_json("empirical_ntk_explicit");
  for (const json& c : golden.at("expected").at("cases")) {
    INFO(c.at("activation"), c.at("parameterization"));
    auto widths = c.at("dims").get<std::vector<int>>();
    widths.erase(widths.begin());
    std::vector<double> parameters;
    for (std::size_t l = 0; l < widths.size(); ++l) {
      flatten(c.at("W")[l], parameters);
      flatten(c.at("b")[l], parameters);
    }
    const Outputs got = outputs_of({{"analysis", "empirical-ntk"},
                                    {"parameterization", c.at("parameterization")},
                                    {"layers", mlp_layers(widths, {{"layer", c.at("activation")}},
                                                          c.at("sigma_w"), c.at("sigma_b"))}},
                                   inputs_of({{"x", c.at("X")}, {"parameters", parameters}}));
    check_close(output(got, "networkOutputs").data, c.at("f"), golden.at("tolerance"));
    check_close(output(got, "ntk").data, c.at("ntk"), golden.at("tolerance"));
    check_close(output(got, "hiddenKernel").data, c.at("empirical_nngp_last_hidden"),
                golden.at("tolerance"));
    CHECK(number(got, "parameterCount") == static_cast<double>(parameters.size()));
  }
}

TEST_CASE("the structured form is the product of the gradients, and its terms are the layers'") {
  const json network = mlp_layers({8, 5, 3}, {{"layer", "gelu"}}, 1.1, 0.2);
  const Inputs inputs =
      inputs_of({{"x", {{0.3, -1}, {2, 0.5}, {0, 0}}}, {"other", {{1, 1}, {0, -2}}}});
  for (const bool standard : {false, true}) {
    const Outputs got = outputs_of({{"analysis", "empirical-ntk"},
                                    {"parameterization", standard ? "standard" : "ntk"},
                                    {"outputs", 3},
                                    {"seed", 7},
                                    {"layers", network}},
                                   inputs);
    Mlp mlp = *Mlp::make(layers_of(network), 2, 3, standard, true);
    mlp.initialise(7);
    // rows of the Jacobian of output o
    const auto jacobian = [&](const Matrix& x, std::size_t i, std::size_t o) {
      Pass pass = mlp.pass(1);
      mlp.forward(x.row(i), pass, 0, 1);
      pass.deltas.back() = {0, 0, 0};
      pass.deltas.back()[o] = 1;
      mlp.backward(pass, 0, 1);
      std::vector<double> row(mlp.parameters().size());
      mlp.gradient(pass, row.data());
      return row;
    };
    for (std::size_t i = 0; i < 3; ++i)
      for (std::size_t j = 0; j < 2; ++j) {
        double total = 0;
        for (std::size_t l = 0; l < 3; ++l) {
          const Mlp::Dense& layer = mlp.dense()[l];
          double term = 0;
          for (std::size_t o = 0; o < 3; ++o) {
            const std::vector<double> a = jacobian(inputs["x"], i, o),
                                      b = jacobian(inputs["other"], j, o);
            for (std::size_t p = layer.weights; p < layer.biases + layer.fan_out; ++p)
              term += a[p] * b[p] / 3;
          }
          CHECK(output(got, "layerTerms")(l * 3 + i, j) == approx(term).epsilon(1e-12).scale(1));
          total += term;
        }
        CHECK(output(got, "ntk")(i, j) == approx(total).epsilon(1e-12));
      }
    for (const Output& o : got) CHECK(o.name != "layerShares");
  }
}

TEST_CASE("shares of the layers add up to one; a kernel with itself as other is the same") {
  const json x = {{0.3, -1}, {2, 0.5}, {2, 0.5}, {0, 0}};
  const json spec = {{"analysis", "empirical-ntk"},
                     {"layers", mlp_layers({64, 64, 1}, {{"layer", "relu"}}, 1.4, 0.3)}};
  const Outputs alone = outputs_of(spec, inputs_of({{"x", x}})),
                twice = outputs_of(spec, inputs_of({{"x", x}, {"other", x}}));
  double sum = 0;
  for (const double share : output(alone, "layerShares").data) sum += share;
  CHECK(sum == approx(1).epsilon(1e-14));
  CHECK(output(alone, "ntk").data == output(twice, "ntk").data);
  CHECK(output(alone, "ntk")(0, 1) == output(alone, "ntk")(0, 2));  // duplicates
}

TEST_CASE("wide networks approach the infinite limit in the standard parameterisation too") {
  const Inputs inputs = inputs_of({{"x", {{1, 0.2}, {-0.4, 0.9}, {0.1, -1.3}}}});
  const json layers = mlp_layers({1024, 1024, 1}, {{"layer", "relu"}}, 1.4, 0.1);
  const Matrix got = output(
      outputs_of(
          {{"analysis", "empirical-ntk"}, {"parameterization", "standard"}, {"layers", layers}},
          inputs),
      "ntk");
  const Matrix want = output(
      outputs_of(
          {{"analysis", "network-kernel"}, {"parameterization", "standard"}, {"layers", layers}},
          inputs),
      "ntk");
  double error = 0, size = 0;
  for (std::size_t e = 0; e < 9; ++e) {
    error += (got.data[e] - want.data[e]) * (got.data[e] - want.data[e]);
    size += want.data[e] * want.data[e];
  }
  CHECK(std::sqrt(error / size) <= 0.2);  // mean 0.07 to 0.09 over draws
}

TEST_CASE("tangent kernels: what is refused, and what is zero") {
  const auto error = [](const json& spec, const json& inputs) {
    const Inputs given = inputs_of(inputs);
    const Result<Outputs> got = analyse(analysis_of(spec), given);
    REQUIRE(!got.has_value());
    return got.error().field;
  };
  const json one = mlp_layers({1}, {{"layer", "relu"}}, 1, 0);
  CHECK(error({{"analysis", "empirical-ntk"}}, {{"x", {{1}}}}) == "layers");
  CHECK(error({{"analysis", "empirical-ntk"}, {"layers", one}},
              {{"x", {{1, 2}}}, {"parameters", {1, 2}}}) == "parameters");
  CHECK(error({{"analysis", "empirical-ntk"}, {"layers", one}},
              {{"x", {{1, 2}}}, {"other", {{1}}}}) == "other");
  const Outputs zero =
      outputs_of({{"analysis", "empirical-ntk"}, {"layers", one}}, inputs_of({{"x", {{0, 0}}}}));
  CHECK(number(zero, "ntk") == 0);
  for (const Output& o : zero) CHECK(o.name != "layerShares");
}
