#include "small_inputs.hpp"

#include "core/random.hpp"

namespace posenc::test {
namespace {

Matrix normal(std::size_t rows, std::size_t cols, std::uint64_t seed) {
  const Random random(seed);
  Matrix m = Matrix::zeros(rows, cols);
  for (std::size_t e = 0; e < m.data.size(); ++e) m.data[e] = random.normal(e);
  return m;
}
// symmetric and positive definite, but not a Toeplitz matrix
Matrix kernel(std::size_t n) {
  const Matrix t = normal(n, n / 2 + 1, 3);
  Matrix k = Matrix::zeros(n, n);
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j <= i; ++j) {
      double sum = 0;
      for (std::size_t c = 0; c < t.cols; ++c) sum += t(i, c) * t(j, c);
      k(i, j) = k(j, i) = sum / static_cast<double>(t.cols);
    }
    k(i, i) += 1;
  }
  return k;
}
// 1, … decreasing: positive definite
Matrix profile(std::size_t n) {
  Matrix p = Matrix::zeros(n, 1);
  for (std::size_t i = 0; i < n; ++i) p.data[i] = 4 / (1 + static_cast<double>(i));
  return p;
}
Matrix rising(std::size_t n) {
  Matrix p = Matrix::zeros(n, 1);
  for (std::size_t i = 0; i < n; ++i) p.data[i] = 0.01 * static_cast<double>(i + 1);
  return p;
}

const json kNetwork = {{{"layer", "dense"}, {"width", 24}},
                       {{"layer", "tanh"}},
                       {{"layer", "dense"}, {"width", 24}},
                       {{"layer", "relu"}},
                       {{"layer", "dense"}, {"width", 1}}};

struct Form {
  json spec;
  std::vector<std::pair<std::string, Matrix>> inputs;
};

std::vector<Form> forms_of(const std::string& id, std::size_t n) {
  const Matrix table = normal(n, n / 3 + 2, 1), other = normal(n / 2 + 1, n / 3 + 2, 2),
               wide = normal(n / 2 + 1, n, 4), k = kernel(n), y = normal(n, 2, 5);
  const json layers = {{"layers", kNetwork}};
  const auto with = [](json a, const json& b) { return a.update(b), a; };
  if (id == "induced-kernel")
    return {{{}, {{"table", table}}}, {{}, {{"table", table}, {"other", other}}}};
  if (id == "stationarity") return {{{}, {{"kernel", k}}}};
  if (id == "spectrum")
    return {{{}, {{"table", table}}},
            {{{"vectors", 5}}, {{"table", wide}}},
            {{{"vectors", n}}, {{"kernel", k}}},
            {{{"exponential", true}}, {{"kernel", k}}}};
  if (id == "mercer")
    return {{{}, {{"table", table}, {"other", other}}}, {{{"modes", 30}}, {{"table", wide}}}};
  if (id == "continuous-profile") return {{{{"dim", 64}}, {{"offsets", rising(n)}}}};
  if (id == "bandwidth") return {{{}, {{"frequencies", rising(n)}, {"amplitudes", profile(n)}}}};
  if (id == "uniqueness")
    return {{{}, {{"table", table}}}, {{{"positions", 500}}, {{"frequencies", rising(n)}}}};
  if (id == "shift-operator")
    return {{{{"lags", {1, 2, 5}}, {"operators", true}}, {{"table", table}}},
            {{}, {{"table", wide}}}};
  if (id == "linear-probe")
    return {
        {{{"weights", true}, {"intercept", true}}, {{"table", table}, {"positions", rising(n)}}},
        {{}, {{"table", wide}}}};
  if (id == "fisher-information")
    return {{{}, {{"table", table}}}, {{}, {{"table", table}, {"derivative", table}}}};
  if (id == "similarity")
    return {{{}, {{"x", table}, {"y", normal(n, 2 * n, 8)}}}, {{}, {{"x", table}, {"kernelY", k}}}};
  if (id == "network-kernel")
    return {{layers, {{"x", table}}},
            {layers, {{"x", table}, {"other", other}}},
            {with(layers, {{"inputDim", 8}}), {{"profile", profile(n)}}},
            {layers, {{"covariance", k}, {"tangent", k}}}};
  if (id == "attention-kernel")
    return {{{{"tokens", n / 2}}, {{"x", normal(n / 2 * 2, 9, 1)}, {"positions", kernel(n / 2)}}},
            {{{"positionsInValues", false}}, {{"covariance", k}, {"positions", k}}}};
  if (id == "siren-kernel")
    return {{{{"hiddenLayers", 3}}, {{"x", table}}}, {{}, {{"x", table}, {"other", other}}}};
  if (id == "periodic-network")
    return {{{{"widths", {16, 64}}, {"draws", 2}},
             {{"frequencies", rising(n)}, {"pairs", normal(n, 2, 6)}}}};
  if (id == "empirical-ntk")
    return {{layers, {{"x", table}}},
            {with(layers, {{"outputs", 3}}), {{"x", table}, {"other", other}}}};
  if (id == "ntk-convergence")
    return {{with(layers, {{"widths", {8, 32}}, {"draws", 2}}), {{"x", table}}}};
  if (id == "training-prediction")
    return {{{{"learningRate", 1e-4}, {"times", {0, 1, 10}}, {"steps", {5}}, {"ridge", 0.5}},
             {{"kernel", k}, {"y", y}, {"f0", y}, {"testKernel", normal(n / 2, n, 7)}}}};
  if (id == "train-network")
    return {{with(layers, {{"steps", 20}, {"optimizer", "adam"}}),
             {{"x", table}, {"y", y}, {"xTest", other}}}};
  if (id == "fourier-regression") return {{{{"points", 8}, {"width", 16}, {"steps", 200}}, {}}};
  if (id == "bandwidth-sweep")
    return {
        {{{"points", 8}, {"width", 16}, {"steps", 5}, {"draws", 2}, {"deviations", {1, 2}}}, {}}};
  if (id == "amplitude-decay")
    return {{{{"points", 16},
              {"width", 16},
              {"draws", 8},
              {"time", 0.1},
              {"steps", 50},
              {"decays", {1, 2}}},
             {}}};
  if (id == "rahaman") return {{{{"width", 16}, {"steps", 40}}, {}}};
  if (id == "design-frequencies")
    return {
        {{{"dim", 12}, {"context", n}, {"refinement", 20}}, {}},
        {{{"dim", 12}, {"equalAmplitudes", true}, {"refinement", 40}}, {{"profile", profile(n)}}}};
  return {};
}

}  // namespace

std::vector<SmallCall> small_calls(const AnalysisInfo& info, std::size_t n) {
  std::vector<SmallCall> calls;
  for (Form& form : forms_of(std::string(info.id), n)) {
    json spec = form.spec.is_null() ? json::object() : form.spec;
    spec["analysis"] = std::string(info.id);
    SmallCall call{analysis_of(spec), {}};
    for (auto& [name, matrix] : form.inputs) call.inputs.set(name, std::move(matrix));
    calls.push_back(std::move(call));
  }
  return calls;
}

}  // namespace posenc::test
