// Networks against central differences, and the meaning of the layers list.
#include "nn/mlp.hpp"

#include "../support/approx.hpp"
#include "../support/memory.hpp"
#include "../support/networks.hpp"
#include "core/random.hpp"

using namespace posenc;
using namespace posenc::test;

namespace {

// Σ c·f over rows and outputs: a scalar whose gradient is the backward pass with deltas c
double weighted(const Mlp& mlp, const Matrix& x, const std::vector<double>& c) {
  Pass pass = mlp.pass(x.rows);
  mlp.forward(x.data.data(), pass, 0, x.rows);
  double sum = 0;
  for (std::size_t e = 0; e < c.size(); ++e) sum += c[e] * pass.output[e];
  return sum;
}

}  // namespace

TEST_CASE("the gradient of a network agrees with central differences") {
  json stacked = mlp_layers({6, 5}, {{"layer", "gelu"}}, 1.2, 0.3);
  stacked.insert(stacked.begin(), json{{"layer", "erf"}});  // before the first dense layer
  stacked.push_back(json{{"layer", "sin"}});                // two after the last dense layer
  stacked.push_back(json{{"layer", "tanh"}});
  const json networks[] = {mlp_layers({7, 6, 3}, {{"layer", "tanh"}}, 1.3, 0.4),
                           mlp_layers({9, 2}, {{"layer", "silu"}}, 0.8, 0), stacked,
                           mlp_layers({1}, {{"layer", "relu"}}, 1, 1)};
  const Random random(5);
  Matrix x = Matrix::zeros(4, 3);
  for (std::size_t e = 0; e < x.data.size(); ++e) x.data[e] = random.normal(e);
  for (const json& network : networks)
    for (const bool standard : {false, true})
      for (const bool trained_bias : {true, false}) {
        INFO(network.dump(), standard, trained_bias);
        Mlp mlp = *Mlp::make(layers_of(network), 3, 2, standard, trained_bias);
        mlp.initialise(11);
        std::vector<double> c(x.rows * 2);
        for (std::size_t e = 0; e < c.size(); ++e) c[e] = random.normal(100 + e);
        Pass pass = mlp.pass(x.rows);
        mlp.forward(x.data.data(), pass, 0, x.rows);
        pass.deltas.back() = c;
        // in two parts: rows are independent
        mlp.backward(pass, 0, 1);
        mlp.backward(pass, 1, 3);
        std::vector<double> gradient(mlp.parameters().size());
        mlp.gradient(pass, gradient.data());
        double largest = 0;
        for (const double g : gradient) largest = std::fmax(largest, std::fabs(g));
        for (const Mlp::Dense& layer : mlp.dense())
          for (std::size_t p = layer.weights; p < layer.biases + layer.fan_out; ++p) {
            constexpr double kStep = 0x1p-17;
            const double at = mlp.parameters()[p];
            mlp.parameters()[p] = at + kStep;
            const double up = weighted(mlp, x, c);
            mlp.parameters()[p] = at - kStep;
            const double down = weighted(mlp, x, c);
            mlp.parameters()[p] = at;
            const bool frozen = p >= layer.biases && !layer.trained_bias;
            const double want = frozen ? 0 : (up - down) / (2 * kStep);
            CHECK(std::fabs(gradient[p] - want) <= 1e-8 * largest);
          }
      }
}

TEST_CASE("initial weights have the standard deviations of their layer and do not repeat") {
  const json network = mlp_layers({400, 300}, {{"layer", "relu"}}, 1.5, 0.5);
  for (const bool standard : {false, true}) {
    Mlp mlp = *Mlp::make(layers_of(network), 200, 1, standard, true);
    mlp.initialise(3);
    const Mlp::Dense& layer = mlp.dense()[0];
    const auto deviation = [&](std::size_t first, std::size_t count) {
      double sum = 0;
      for (std::size_t i = first; i < first + count; ++i)
        sum += mlp.parameters()[i] * mlp.parameters()[i];
      return std::sqrt(sum / static_cast<double>(count));
    };
    // 80000 and 400 draws: relative standard errors 0.0025 and 0.035; allows four of them
    const double weight = standard ? 1.5 / std::sqrt(200.0) : 1, bias = standard ? 0.5 : 1;
    CHECK(deviation(layer.weights, 80000) == approx(weight).epsilon(0.01));
    CHECK(deviation(layer.biases, 400) == approx(bias).epsilon(0.14));
    CHECK(mlp.dense()[1].fan_out == 1);  // the last width is the number of outputs
    const std::vector<double> first = mlp.parameters();
    mlp.initialise(4);
    CHECK(mlp.parameters() != first);
    mlp.initialise(3);
    CHECK(mlp.parameters() == first);
  }
}

TEST_CASE("networks that cannot be built are refused") {
  const auto error = [](const json& network) {
    const Result<Mlp> mlp = Mlp::make(layers_of(network), 3, 1, false, true);
    REQUIRE(!mlp.has_value());
    CHECK(mlp.error().field == "layers");
    return mlp.error().code;
  };
  CHECK(error(json::array()) == ErrorCode::bad_param);
  CHECK(error(json::array({json{{"layer", "relu"}}})) == ErrorCode::bad_param);
  CHECK(error(mlp_layers({1000000, 1000000, 1}, {{"layer", "relu"}}, 1, 0)) ==
        ErrorCode::too_large);
}

TEST_CASE("forward and backward allocate nothing, and the rows do not depend on their number") {
  json layers = mlp_layers({300, 20}, {{"layer", "gelu"}}, 1.2, 0.3);
  layers.insert(layers.begin(), json{{"layer", "erf"}});
  layers.push_back(json{{"layer", "sin"}});
  layers.push_back(json{{"layer", "tanh"}});
  Mlp mlp = *Mlp::make(layers_of(layers), 30, 2, false, true);
  mlp.initialise(3);
  const Random random(8);
  Matrix x = Matrix::zeros(200, 30);
  for (std::size_t e = 0; e < x.data.size(); ++e) x.data[e] = random.normal(e);
  Pass whole = mlp.pass(x.rows), parts = mlp.pass(x.rows);
  {
    const PeakMemory memory;
    mlp.forward(x.data.data(), whole, 0, x.rows);
    mlp.backward(whole, 0, x.rows);
    CHECK(memory.peak() == 0);
  }
  for (std::size_t row = 0; row < x.rows; ++row) mlp.forward(x.data.data(), parts, row, 1);
  CHECK(parts.output == whole.output);
}
