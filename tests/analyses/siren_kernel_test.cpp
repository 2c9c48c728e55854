// Kernels of SIRENs against the golden file, random networks and network-kernel.
#include "../support/analysis.hpp"
#include "../support/approx.hpp"
#include "core/random.hpp"

using namespace posenc;
using namespace posenc::test;

namespace {

json column(const json& values) {
  json rows = json::array();
  for (const json& v : values) rows.push_back({v});
  return rows;
}

}  // namespace

TEST_CASE("golden: first layer of a SIREN") {
  const json golden = load_json("siren_first_layer_kernel");
  const Inputs inputs = inputs_of({{"x", column(golden.at("inputs").at("x"))}});
  for (const json& c : golden.at("expected").at("cases")) {
    const Outputs got = outputs_of({{"analysis", "siren-kernel"},
                                    {"omega0", c.at("omega0")},
                                    {"biasHalfWidth", c.at("bias_uniform_halfwidth")},
                                    {"hiddenLayers", 0}},
                                   inputs);
    check_close(output(got, "sinSin").data, c.at("E_sin_sin"), golden.at("tolerance"));
    check_close(output(got, "cosCos").data, c.at("E_cos_cos"), golden.at("tolerance"));
    // a linear layer of variance 2/n on top
    for (std::size_t e = 0; e < 36; ++e)
      CHECK(output(got, "nngp").data[e] == 2 * output(got, "sinSin").data[e]);
  }
}

TEST_CASE("SIREN's first layer in two dimensions: random features, four standard errors") {
  const json x = {{0.3, -0.2}, {0.1, 0.4}, {-0.5, 0.25}};
  for (const std::string mode : {"uniform", "gaussian"}) {
    const Outputs got = outputs_of({{"analysis", "siren-kernel"},
                                    {"omega0", 9},
                                    {"firstLayer", mode},
                                    {"biasHalfWidth", 0.7},
                                    {"hiddenLayers", 0}},
                                   inputs_of({{"x", x}}));
    constexpr std::uint64_t kDraws = 40000;
    const Random random(5);
    double sines[3][3] = {}, cosines[3][3] = {};
    for (std::uint64_t draw = 0; draw < kDraws; ++draw) {
      const auto sample = [&](std::uint64_t i, double half_width) {
        return mode == "uniform" ? random.uniform(3 * draw + i, -half_width, half_width)
                                 : random.normal(3 * draw + i) * half_width / std::sqrt(3.0);
      };
      const double w[2] = {sample(0, 0.5), sample(1, 0.5)}, b = sample(2, 0.7);
      double angle[3];
      for (std::size_t i = 0; i < 3; ++i)
        angle[i] = 9 * (w[0] * x[i][0].get<double>() + w[1] * x[i][1].get<double>() + b);
      for (std::size_t i = 0; i < 3; ++i)
        for (std::size_t j = 0; j < 3; ++j) {
          sines[i][j] += std::sin(angle[i]) * std::sin(angle[j]) / kDraws;
          cosines[i][j] += std::cos(angle[i]) * std::cos(angle[j]) / kDraws;
        }
    }
    for (std::size_t i = 0; i < 3; ++i)
      for (std::size_t j = 0; j < 3; ++j) {
        // a product of two waves has a standard deviation of at most 1/2
        constexpr double kError = 4 * 0.5 / 200;
        CHECK(std::fabs(sines[i][j] - output(got, "sinSin")(i, j)) <= kError);
        CHECK(std::fabs(cosines[i][j] - output(got, "cosCos")(i, j)) <= kError);
      }
  }
}

TEST_CASE("SIREN with a Gaussian first layer is network-kernel's network") {
  const double omega = 4, half_width = 0.6;
  const json x = {{0.3, -0.2}, {0.1, 0.4}, {-0.5, 0.25}, {0, 0}};
  const Outputs siren = outputs_of({{"analysis", "siren-kernel"},
                                    {"omega0", omega},
                                    {"firstLayer", "gaussian"},
                                    {"biasHalfWidth", half_width},
                                    {"hiddenLayers", 2},
                                    {"biasVariance", 0.3}},
                                   inputs_of({{"x", x}}));
  json covariance = json::array(), tangent = json::array();
  for (std::size_t i = 0; i < 4; ++i)
    for (std::size_t j = 0; j < 4; ++j) {
      const double inner = x[i][0].get<double>() * x[j][0].get<double>() +
                           x[i][1].get<double>() * x[j][1].get<double>();
      covariance[i][j] = omega * omega * (inner / 12 + half_width * half_width / 3);
      tangent[i][j] = omega * omega * (inner + 1);
    }
  json layers = json::array();
  for (int l = 0; l < 3; ++l) {
    layers.push_back({{"layer", "sin"}});
    layers.push_back(
        {{"layer", "dense"}, {"weightStd", std::sqrt(2.0)}, {"biasStd", std::sqrt(0.3)}});
  }
  const Outputs network = outputs_of({{"analysis", "network-kernel"}, {"layers", layers}},
                                     inputs_of({{"covariance", covariance}, {"tangent", tangent}}));
  for (const std::string name : {"nngp", "ntk"})
    for (std::size_t e = 0; e < 16; ++e)
      CHECK(output(siren, name).data[e] == approx(output(network, name).data[e]).epsilon(1e-12));
}

TEST_CASE("SIREN: the variance of deep layers, second inputs, and what is refused") {
  // q* = 1 - exp(-2q*)
  const json spec = {{"analysis", "siren-kernel"}, {"hiddenLayers", 60}};
  const Outputs deep = outputs_of(spec, inputs_of({{"x", {{0.37}}}}));
  CHECK(output(deep, "nngp").data[0] == approx(0.7968121300200199).epsilon(1e-12));
  const json x = {{0.1}, {0.9}, {-0.4}};
  const Outputs all = outputs_of(spec, inputs_of({{"x", x}}));
  const Outputs row = outputs_of(spec, inputs_of({{"x", {{0.9}}}, {"other", x}}));
  for (const std::string name : {"sinSin", "cosCos", "nngp", "ntk"})
    for (std::size_t j = 0; j < 3; ++j) {
      CHECK(output(row, name)(0, j) == output(all, name)(1, j));
      CHECK(output(all, name)(0, 2) == output(all, name)(2, 0));
    }
  // ω0 = 0 is a network of constants
  const Outputs constant =
      outputs_of({{"analysis", "siren-kernel"}, {"omega0", 0}}, inputs_of({{"x", x}}));
  for (const double v : output(constant, "ntk").data) CHECK(v == 0);
  const auto error = [&](const json& inputs) {
    const Inputs given = inputs_of(inputs);
    const Result<Outputs> got = analyse(analysis_of(spec), given);
    REQUIRE(!got.has_value());
    return got.error().field;
  };
  CHECK(error({{"x", x}, {"other", {{1, 2}}}}) == "other");
  CHECK(error({{"x", {{1e15}}}}) == "x");
}
