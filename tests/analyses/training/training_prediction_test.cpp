// Prediction of training against golden files (scipy's expm), against stepping through the
// equations, and degenerate cases.
#include "analyses/training/training_prediction.hpp"

#include <algorithm>

#include "../../support/approx.hpp"
#include "../../support/networks.hpp"
#include "core/random.hpp"
#include "core/real.hpp"
#include "kernels/prediction.hpp"

using namespace posenc;
using namespace posenc::test;

namespace {

// a kernel of rank n on n + m points: training block and K_*
struct Kernels {
  json train, test, y, f0, f0_test;
};
Kernels random_kernels(std::size_t n, std::size_t m, std::size_t rank) {
  const Random random(9);
  const auto entry = [&](std::size_t i, std::size_t j) {
    double sum = 0;
    for (std::size_t r = 0; r < rank; ++r)
      sum += random.normal(i * rank + r) * random.normal(j * rank + r);
    return sum;
  };
  Kernels k{json::array(), json::array(), json::array(), json::array(), json::array()};
  for (std::size_t i = 0; i < n + m; ++i) {
    json row = json::array();
    for (std::size_t j = 0; j < n; ++j) row.push_back(entry(i, j));
    (i < n ? k.train : k.test).push_back(row);
    const auto pair = [&](std::size_t at) {
      return json::array({random.normal(at + 2 * i), random.normal(at + 2 * i + 1)});
    };
    if (i < n) k.y.push_back(pair(5000));
    (i < n ? k.f0 : k.f0_test).push_back(pair(6000));
  }
  return k;
}

Error error_of(const json& spec, const json& inputs) {
  const Inputs given = inputs_of(inputs);
  const Result<Outputs> got = analyse(analysis_of(spec), given);
  REQUIRE(!got.has_value());
  return got.error();
}

}  // namespace

TEST_CASE("golden: gradient flow and gradient descent, train and test") {
  const json golden = load_json("gradient_flow_mse");
  const json &in = golden.at("inputs"), &tolerance = golden.at("tolerance");
  const Inputs inputs = inputs_of({{"kernel", in.at("K")},
                                   {"testKernel", in.at("K_test_train")},
                                   {"y", in.at("y")},
                                   {"f0", in.at("f0")},
                                   {"f0Test", in.at("f0_test")}});
  for (const json& c : golden.at("expected").at("cases")) {
    INFO(c.at("eta"), " ", c.at("t"));
    const auto ascending = [](std::vector<double> list) {
      std::ranges::reverse(list);
      return list;
    };
    const json spec = {{"analysis", "training-prediction"}, {"learningRate", c.at("eta")}};
    json flow = spec;
    flow["times"] = {c.at("t")};
    const Outputs got = outputs_of(flow, inputs);
    check_close(output(got, "flowTrain").data, c.at("f_train"), tolerance);
    check_close(output(got, "flowTest").data, c.at("f_test"), tolerance);
    check_close(ascending(output(got, "flowFactors").data),
                c.at("residual_factors_by_ascending_eigenvalue"), tolerance);
    check_close({number(got, "flowLoss") * 2 / 8}, json::array({c.at("train_mse")}), tolerance);
    json steps = spec;
    steps["steps"] = {c.at("t")};
    steps["learningRate"] =
        std::fmin(c.at("eta").get<double>(), 1 / output(got, "eigenvalues").data[0]);
    check_close(ascending(output(outputs_of(steps, inputs), "stepFactors").data),
                c.at("discrete_gd_residual_factors"), tolerance);
  }
}

TEST_CASE("gradient descent is what its steps say, for both losses and several columns") {
  const std::size_t n = 5, m = 3;
  const Kernels k = random_kernels(n, m, 7);
  const Inputs inputs = inputs_of({{"kernel", k.train},
                                   {"testKernel", k.test},
                                   {"y", k.y},
                                   {"f0", k.f0},
                                   {"f0Test", k.f0_test}});
  for (const std::string loss : {"sum", "mean"}) {
    const double scale = loss == "sum" ? 1 : 1.0 / 10;
    const double rate = 0.01 / scale;
    const Outputs got = outputs_of({{"analysis", "training-prediction"},
                                    {"learningRate", rate},
                                    {"loss", loss},
                                    {"steps", {0, 1, 17, 400}},
                                    {"times", {0}}},
                                   inputs);
    Matrix f = matrix_of(k.f0), test = matrix_of(k.f0_test);
    const Matrix y = matrix_of(k.y), kernel = matrix_of(k.train), across = matrix_of(k.test);
    std::size_t at = 0;
    for (int step = 0; step <= 400; ++step) {
      if (step == 0 || step == 1 || step == 17 || step == 400) {
        double sum = 0;
        for (std::size_t e = 0; e < n * 2; ++e) {
          CHECK(output(got, "stepTrain")(at, e) == approx(f.data[e]).epsilon(1e-11));
          sum += 0.5 * scale * (f.data[e] - y.data[e]) * (f.data[e] - y.data[e]);
        }
        for (std::size_t e = 0; e < m * 2; ++e)
          CHECK(output(got, "stepTest")(at, e) == approx(test.data[e]).epsilon(1e-11));
        CHECK(output(got, "stepLoss").data[at] == approx(sum).epsilon(1e-10));
        ++at;
      }
      Matrix r = f;
      for (std::size_t e = 0; e < r.data.size(); ++e) r.data[e] -= y.data[e];
      for (std::size_t c = 0; c < 2; ++c)
        for (std::size_t j = 0; j < n; ++j) {
          for (std::size_t i = 0; i < n; ++i) f(i, c) -= rate * scale * kernel(i, j) * r(j, c);
          for (std::size_t i = 0; i < m; ++i) test(i, c) -= rate * scale * across(i, j) * r(j, c);
        }
    }
    for (std::size_t e = 0; e < n * 2; ++e)  // at the start nothing has changed
      CHECK(output(got, "flowTrain").data[e] == approx(matrix_of(k.f0).data[e]).epsilon(1e-12));
  }
}

TEST_CASE("gradient descent in small steps is gradient flow; half times are half times") {
  const Kernels k = random_kernels(4, 2, 6);
  const Inputs inputs = inputs_of({{"kernel", k.train}, {"testKernel", k.test}, {"y", k.y}});
  const Outputs got = outputs_of({{"analysis", "training-prediction"},
                                  {"learningRate", 1e-7},
                                  {"times", {1e6}},
                                  {"steps", {1e6}}},
                                 inputs);
  for (std::size_t e = 0; e < 4; ++e)
    CHECK(output(got, "stepTest").data[e] == approx(output(got, "flowTest").data[e]).epsilon(1e-5));
  const std::vector<double> half = output(got, "halfTimes").data;
  const Outputs again = outputs_of(
      {{"analysis", "training-prediction"}, {"learningRate", 1e-7}, {"times", half}}, inputs);
  for (std::size_t i = 0; i < 4; ++i)
    CHECK(output(again, "flowFactors")(i, i) == approx(0.5).epsilon(1e-14));
}

TEST_CASE("factors of one mode keep their digits") {
  // λη = 2^-40, 2^50 steps: e^{-1024} and nearly so; and both gains at an eigenvalue of 0
  CHECK(gradient_descent(0x1p-40, 1, 0x1p45).factor == approx(real::exp(-32)).epsilon(1e-10));
  CHECK(gradient_flow(1e-20, 3).gain == approx(3).epsilon(1e-15));
  CHECK(gradient_flow(0, 3).gain == 3);
  CHECK(gradient_flow(0, 3).factor == 1);
  CHECK(gradient_descent(0, 0.5, 6).gain == 3);
  CHECK(gradient_descent(1e-20, 0.5, 6).gain == approx(3).epsilon(1e-15));
  // signs beyond 1/λ, exactly 1/λ, and the limit 2/λ itself
  CHECK(gradient_descent(1, 1.5, 3).factor == approx(-0.125).epsilon(1e-15));
  CHECK(gradient_descent(1, 1.5, 4).factor == approx(0.0625).epsilon(1e-15));
  CHECK(gradient_descent(1, 1, 5).factor == 0);
  CHECK(gradient_descent(1, 1, 0).factor == 1);
  CHECK(gradient_descent(1, 2, 1e15 - 1).factor == -1);
}

TEST_CASE("errors of factors and gains are within their bounds") {
  // long double has at least 11 more bits natively and 60 more in WebAssembly
  const auto relative = [](double got, long double want) {
    return static_cast<double>(std::fabs((static_cast<long double>(got) - want) / want)) * 0x1p52;
  };
  double worst[4] = {};
  for (const double rate : {1e-9, 1e-4, 0.02, 0.3, 0.7, 0.9, 0.999, 1.2, 1.9, 1.999})
    for (const double steps : {1.0, 2.0, 3.0, 40.0, 1e3, 1e6}) {
      const double eigenvalue = 1 / 1.7, x = eigenvalue * (1.7 * rate);
      const auto wide = static_cast<long double>(x), k = static_cast<long double>(steps);
      // 1 - x loses digits of a small x
      const long double log = x < 1 ? std::log1p(-wide) : std::log(wide - 1);
      const long double factor = std::exp(k * log) * (x > 1 && std::fmod(steps, 2) != 0 ? -1 : 1);
      if (std::fabs(factor) < 1e-280L) continue;
      const Evolution got = gradient_descent(eigenvalue, 1.7 * rate, steps);
      const double size = static_cast<double>(std::fabs(k * log));
      worst[0] = std::fmax(worst[0], relative(got.factor, factor) / (4 + 4 * size));
      if (x < 1) {
        const long double gain = -std::expm1(k * log) / static_cast<long double>(eigenvalue);
        worst[1] = std::fmax(worst[1], relative(got.gain, gain) / 8);
      }
      const Evolution flow = gradient_flow(eigenvalue, steps * rate);
      const long double t =
          static_cast<long double>(eigenvalue) * static_cast<long double>(steps * rate);
      if (t > 600) continue;
      worst[2] =
          std::fmax(worst[2], relative(flow.factor, std::exp(-t)) / (4 + static_cast<double>(t)));
      worst[3] = std::fmax(
          worst[3],
          relative(flow.gain, -std::expm1(-t) / static_cast<long double>(eigenvalue)) / 8);
    }
  for (const double w : worst) CHECK(w <= 1);
}

TEST_CASE("ridge regression has no residual but the ridge's; flow goes where ridge 0 does") {
  const std::size_t n = 5, m = 3;
  const Kernels k = random_kernels(n, m, 9);
  const json given = {
      {"kernel", k.train}, {"testKernel", k.test}, {"y", k.y}, {"f0Test", k.f0_test}};
  const Inputs inputs = inputs_of(given);
  const json spec = {{"analysis", "training-prediction"}, {"times", {1e9}}};
  json ridge = spec;
  ridge["ridge"] = 0.7;
  const Outputs got = outputs_of(ridge, inputs);
  // K α + τ α = y, with τ α = y - posterior
  const Matrix &posterior = output(got, "posteriorTrain"), y = matrix_of(k.y),
               kernel = matrix_of(k.train);
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t c = 0; c < 2; ++c) {
      double fitted = 0;
      for (std::size_t j = 0; j < n; ++j)
        fitted += kernel(i, j) * (y(j, c) - posterior(j, c)) / 0.7;
      CHECK(fitted == approx(posterior(i, c)).epsilon(1e-12));
    }
  CHECK(number(got, "condition") > 1);
  ridge["ridge"] = 0;
  const Outputs exact = outputs_of(ridge, inputs);
  for (std::size_t e = 0; e < m * 2; ++e)
    CHECK(output(exact, "flowTest").data[e] ==
          approx(output(exact, "posteriorTest").data[e]).epsilon(1e-8));
}

TEST_CASE("a singular kernel: flow is right, ridge 0 is refused with the condition number") {
  // two equal training points with different targets: their mean is learned, their difference is
  // not
  const json kernel = {{2, 2, 0}, {2, 2, 0}, {0, 0, 1}};
  const json inputs = {
      {"kernel", kernel}, {"y", {1, 3, 5}}, {"testKernel", {{2, 2, 0}, {0, 0, 1}}}};
  const Outputs got = outputs_of({{"analysis", "training-prediction"},
                                  {"learningRate", 0.1},
                                  {"times", {1e3, 1e12}},
                                  {"steps", {1e4}}},
                                 inputs_of(inputs));
  for (std::size_t row = 0; row < 2; ++row) {
    CHECK(output(got, "flowTrain")(row, 0) == approx(2).epsilon(1e-12));
    CHECK(output(got, "flowTrain")(row, 1) == approx(2).epsilon(1e-12));
    CHECK(output(got, "flowTest")(row, 0) == approx(2).epsilon(1e-9));
    CHECK(output(got, "flowTest")(row, 1) == approx(5).epsilon(1e-12));
  }
  CHECK(output(got, "stepTest")(0, 0) == approx(2).epsilon(1e-9));
  check_close(output(got, "eigenvalues").data, {4, 1, 0}, {{"abs", 1e-14}});
  CHECK(output(got, "eigenvalues").data[2] == 0);
  CHECK(output(got, "halfTimes").data.size() == 2);
  const Error error = error_of({{"analysis", "training-prediction"}, {"ridge", 0}}, inputs);
  CHECK(error.field == "ridge");
  CHECK(error.message.find("condition number") != std::string::npos);
  // a zero kernel, which learns nothing
  const Outputs zero = outputs_of(
      {{"analysis", "training-prediction"}, {"times", {1e12}}, {"steps", {7}}},
      inputs_of({{"kernel", {{0, 0}, {0, 0}}}, {"y", {1, 2}}, {"testKernel", {{0, 0}}}}));
  CHECK(output(zero, "flowTest").data == std::vector<double>{0});
  CHECK(output(zero, "stepTrain").data == std::vector<double>{0, 0});
  for (const Output& o : zero) CHECK(o.name != "learningRateLimit");
}

TEST_CASE("prediction: what is refused") {
  const json spec = {{"analysis", "training-prediction"}};
  const json good = {{"kernel", {{2, 0}, {0, 1}}}, {"y", {1, 2}}};
  const auto with = [](json j, const std::string& key, const json& value) {
    j[key] = value;
    return j;
  };
  CHECK(error_of(spec, with(good, "kernel", {{2, 1}, {0, 1}})).field == "kernel");
  CHECK(error_of(spec, with(good, "kernel", {{1, 2}, {2, 1}})).field == "kernel");
  CHECK(error_of(spec, with(good, "y", {1, 2, 3})).field == "y");
  CHECK(error_of(spec, with(good, "f0Test", {1})).field == "f0Test");
  CHECK(error_of(with(spec, "steps", {1.5}), good).field == "steps");
  // above the limit: rejected with the limit; at it: bounded
  const json steep = with(with(spec, "steps", {10}), "learningRate", 1.01);
  const Error error = error_of(steep, good);
  CHECK(error.field == "learningRate");
  CHECK(error.message.find("at most 1,") != std::string::npos);
  const Outputs at = outputs_of(with(steep, "learningRate", 1), inputs_of(good));
  CHECK(output(at, "stepTrain").data[0] == approx(0).epsilon(1e-15));
  CHECK(number(at, "learningRateLimit") == 1);
  // n·c times as far for the mean loss
  CHECK(error_of(with(with(steep, "loss", "mean"), "learningRate", 2.1), good).field ==
        "learningRate");
}

namespace {

// Fourier features a_j = j^-p, only a_1 for p = inf, divided by the norm of a
json fourier_features(std::size_t points, std::size_t frequencies, const std::string& decay) {
  std::vector<double> a(frequencies);
  double square = 0;
  for (std::size_t j = 0; j < frequencies; ++j) {
    a[j] = decay == "inf" ? (j == 0 ? 1 : 0)
                          : real::pow(static_cast<double>(j + 1), -std::stod(decay));
    square += a[j] * a[j];
  }
  json rows = json::array();
  for (std::size_t i = 0; i < points; ++i) {
    json row = json::array();
    for (std::size_t j = 0; j < frequencies; ++j) {
      const double angle = 6.283185307179586 * static_cast<double>(i * (j + 1) % points) /
                           static_cast<double>(points);
      row.push_back(a[j] / std::sqrt(square) * real::cos(angle));
      row.push_back(a[j] / std::sqrt(square) * real::sin(angle));
    }
    rows.push_back(row);
  }
  return rows;
}
json tancik_network() { return mlp_layers({1024, 1024, 1024, 1}, {{"layer", "relu"}}, 1, 0); }

}  // namespace

TEST_CASE("golden: gradient flow of Fourier feature networks (Tancik et al. Fig 3)") {
  const json golden = load_json("tancik_fig3_flow");
  const std::vector<double> y = numbers_of(golden.at("inputs").at("y_256"));
  const std::size_t n = 32, m = y.size(), each = m / n;
  for (const json& c : golden.at("expected").at("cases")) {
    INFO(c.at("p"));
    const json test = fourier_features(m, n / 2, c.at("p"));
    json train = json::array(), targets = json::array();
    for (std::size_t i = 0; i < n; ++i) {
      train.push_back(test[i * each]);
      targets.push_back(y[i * each]);
    }
    const auto kernel = [&](const json& a, const json& b) {
      return output(outputs_of({{"analysis", "network-kernel"},
                                {"parameterization", "standard"},
                                {"layers", tancik_network()}},
                               inputs_of({{"x", a}, {"other", b}})),
                    "ntk");
    };
    Inputs inputs = inputs_of({{"y", targets}});
    inputs.set("kernel", kernel(train, train));
    inputs.set("testKernel", kernel(test, train));
    for (const json& point : c.at("curve")) {
      const Outputs got = outputs_of({{"analysis", "training-prediction"},
                                      {"learningRate", point.at("lr")},
                                      {"times", {point.at("steps")}}},
                                     inputs);
      check_close({number(got, "flowLoss") * 2 / static_cast<double>(n)},
                  json::array({point.at("train_mse")}), golden.at("tolerance"));
      const std::vector<double>& f = output(got, "flowTest").data;
      double square = 0;
      std::vector<double> every;
      for (std::size_t i = 0; i < m; ++i) {
        if (i % each != 0) square += (f[i] - y[i]) * (f[i] - y[i]) / static_cast<double>(m - n);
        if (i % 16 == 0) every.push_back(f[i]);
      }
      check_close(every, point.at("f_test_every_16"), golden.at("tolerance"));
      check_close({square}, json::array({point.at("test_mse")}), golden.at("tolerance"));
    }
  }
}
