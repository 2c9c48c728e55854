// Training of networks: against exact gradient descent of a linear model, against the prediction of
// the tangent kernel for wide ones, and errors.
#include "analyses/training/train_network.hpp"

#include "../../support/approx.hpp"
#include "../../support/networks.hpp"

using namespace posenc;
using namespace posenc::test;

namespace {

const json kX = {{0.3, -1}, {1.2, 0.5}, {-0.7, 0.1}, {0.4, 0.9}};
const json kY = {{0.5}, {-0.2}, {0.8}, {0.1}};
const json kXTest = {{0, 0.2}, {1, -1}, {-0.5, -0.5}};

Error error_of(const json& spec, const json& inputs) {
  const Inputs given = inputs_of(inputs);
  const Result<Outputs> got = analyse(analysis_of(spec), given);
  REQUIRE(!got.has_value());
  return got.error();
}

}  // namespace

TEST_CASE("a linear network is trained exactly as its tangent kernel predicts") {
  const json layers = mlp_layers({1}, {{"layer", "relu"}}, 1, 0.5);
  for (const std::string loss : {"sum", "mean"})
    for (const std::string parameterization : {"ntk", "standard"}) {
      const Inputs inputs = inputs_of({{"x", kX}, {"y", kY}, {"xTest", kXTest}});
      const Outputs trained = outputs_of({{"analysis", "train-network"},
                                          {"layers", layers},
                                          {"parameterization", parameterization},
                                          {"loss", loss},
                                          {"learningRate", 0.05},
                                          {"steps", 100},
                                          {"recordEvery", 30},
                                          {"seed", 2}},
                                         inputs);
      CHECK(output(trained, "steps").data == std::vector<double>{0, 30, 60, 90, 100});
      const auto tangent = [&](const char* x) {
        return output(
            outputs_of({{"analysis", "empirical-ntk"},
                        {"parameterization", parameterization},
                        {"layers", layers}},
                       inputs_of({{"x", x == std::string("x") ? kX : kXTest}, {"other", kX}})),
            "ntk");
      };
      Inputs prediction = inputs_of({{"y", kY}});
      prediction.set("kernel", tangent("x"));
      prediction.set("testKernel", tangent("xTest"));
      const double *f0 = output(trained, "trainOutputs").row(0),
                   *f0_test = output(trained, "testOutputs").row(0);
      prediction.set("f0", {4, 1, std::vector<double>(f0, f0 + 4)});
      prediction.set("f0Test", {3, 1, std::vector<double>(f0_test, f0_test + 3)});
      const Outputs predicted = outputs_of({{"analysis", "training-prediction"},
                                            {"loss", loss},
                                            {"learningRate", 0.05},
                                            {"steps", output(trained, "steps").data}},
                                           prediction);
      for (const auto& [a, b] : {std::pair{"trainOutputs", "stepTrain"},
                                 {"testOutputs", "stepTest"},
                                 {"loss", "stepLoss"}}) {
        const std::string_view which = a;
        INFO(loss, parameterization, which);
        const std::vector<double>&got = output(trained, a).data, &want = output(predicted, b).data;
        REQUIRE(got.size() == want.size());
        for (std::size_t e = 0; e < got.size(); ++e)
          CHECK(got[e] == approx(want[e]).epsilon(1e-10));
      }
    }
}

TEST_CASE(
    "a wide network follows the prediction from its own f_0 and the limit of infinite width") {
  const json layers = mlp_layers({2048, 1}, {{"layer", "erf"}}, 1.4, 0.3);
  const Inputs inputs = inputs_of({{"x", kX}, {"y", kY}});
  const Outputs trained = outputs_of({{"analysis", "train-network"},
                                      {"layers", layers},
                                      {"learningRate", 0.2},
                                      {"steps", 200},
                                      {"recordEvery", 10}},
                                     inputs);
  Inputs prediction = inputs_of({{"y", kY}});
  prediction.set("kernel", output(outputs_of({{"analysis", "network-kernel"}, {"layers", layers}},
                                             inputs_of({{"x", kX}})),
                                  "ntk"));
  const double* f0 = output(trained, "trainOutputs").row(0);
  prediction.set("f0", {4, 1, std::vector<double>(f0, f0 + 4)});
  const Outputs predicted = outputs_of({{"analysis", "training-prediction"},
                                        {"learningRate", 0.2},
                                        {"steps", output(trained, "steps").data}},
                                       prediction);
  double worst = 0;
  for (std::size_t e = 0; e < output(trained, "trainOutputs").data.size(); ++e)
    worst = std::fmax(worst, std::fabs(output(trained, "trainOutputs").data[e] -
                                       output(predicted, "stepTrain").data[e]));
  // O(1) targets; the kernel has an error of some per cent at this width
  CHECK(worst <= 0.05);
  CHECK(output(trained, "loss").data.back() < 1e-3 * output(trained, "loss").data.front());
}

TEST_CASE("Adam: the first step is the learning rate, training goes on from given parameters") {
  const json layers = mlp_layers({16, 1}, {{"layer", "tanh"}}, 1, 0.2);
  const json spec = {{"analysis", "train-network"},   {"layers", layers}, {"optimizer", "adam"},
                     {"learningRate", 1e-3},          {"loss", "mean"},   {"recordEvery", 1000},
                     {"parameterization", "standard"}};
  const Inputs inputs = inputs_of({{"x", kX}, {"y", kY}, {"xTest", kXTest}, {"yTest", {1, 2, 3}}});
  const auto run = [&](int steps) {
    json with = spec;
    with["steps"] = steps;
    return outputs_of(with, inputs);
  };
  const std::vector<double> start = output(run(0), "parameters").data,
                            one = output(run(1), "parameters").data;
  // |m/√v| = 1 after one step for any gradient, except for ε
  for (std::size_t p = 0; p < start.size(); ++p)
    CHECK(std::fabs(one[p] - start[p]) == approx(1e-3).epsilon(1e-3));
  const Outputs trained = run(500);
  CHECK(output(trained, "loss").data.back() < 0.1 * output(trained, "loss").data.front());
  // the same training in two parts with plain descent, which has no state
  json plain = spec;
  plain["optimizer"] = "sgd";
  plain["steps"] = 20;
  const Outputs whole = outputs_of(plain, inputs);
  plain["steps"] = 10;
  const Outputs half = outputs_of(plain, inputs);
  Inputs on = inputs_of({{"x", kX}, {"y", kY}});
  on.set("parameters", output(half, "parameters"));
  CHECK(output(outputs_of(plain, on), "parameters").data == output(whole, "parameters").data);
  // test loss: ½ mean of squares
  const Matrix& test = output(whole, "testOutputs");
  double loss = 0;
  for (std::size_t i = 0; i < 3; ++i)
    loss +=
        (test(0, i) - static_cast<double>(i + 1)) * (test(0, i) - static_cast<double>(i + 1)) / 6;
  CHECK(output(whole, "testLoss").data[0] == approx(loss).epsilon(1e-14));
}

TEST_CASE("training: what is refused") {
  const json spec = {{"analysis", "train-network"},
                     {"layers", mlp_layers({8, 1}, {{"layer", "relu"}}, 1.4, 0.1)},
                     {"steps", 500}};
  const json good = {{"x", kX}, {"y", kY}};
  const auto with = [](json j, const std::string& key, const json& value) {
    j[key] = value;
    return j;
  };
  const Error diverged = error_of(with(spec, "learningRate", 1e4), good);
  CHECK(diverged.field == "learningRate");
  CHECK(diverged.message.find("2/λ_max") != std::string::npos);
  CHECK(error_of(spec, with(good, "y", {{1}, {2}})).field == "y");
  CHECK(error_of(spec, with(good, "xTest", {{1, 2, 3}})).field == "xTest");
  CHECK(error_of(spec, with(good, "yTest", {{1}})).field == "xTest");
  CHECK(error_of(spec, with(good, "parameters", {1, 2})).field == "parameters");
  CHECK(error_of(with(spec, "layers", json::array()), good).field == "layers");
  CHECK(error_of(with(with(spec, "steps", 1000000), "recordEvery", 1),
                 with(with(good, "xTest", json(1000, {1, 2})), "yTest", json(1000, {1})))
            .code == ErrorCode::too_large);
}
