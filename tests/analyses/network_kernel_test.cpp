// NNGP and NTK recursions against the golden files (40-digit arithmetic).
#include <tuple>
#include <utility>

#include "../support/analysis.hpp"
#include "../support/approx.hpp"
#include "../support/quadrature.hpp"

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
    const std::string_view which = file;
    INFO(which);
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
  for (const auto& [name, file] : {std::pair{"tanh", "ntk_mlp_tanh_numeric"},
                                   std::pair{"softplus", "ntk_mlp_softplus_numeric"}}) {
    const std::string_view which = name;
    INFO(which);
    const json golden = load_json(file);
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

// The closed forms against the trapezoid rule, with φ given by values and φ' by differences, which
// does not use the formulas.
namespace {
constexpr double kStepOfDifference = 1e-5;
template <double (*Phi)(double)>
ValueAndDerivative measured(double x) {
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
      {{{"layer", "sin"}, {"a", 1.3}, {"b", 0.7}, {"c", 0.4}}, quadrature_dual<measured<sine>>},
      {{{"layer", "cos"}, {"a", 1.3}, {"b", 0.7}, {"c", 0.4}}, quadrature_dual<measured<cosine>>},
      {{{"layer", "gaussian"}, {"a", 0.8}, {"b", -0.5}}, quadrature_dual<measured<bump>>},
      {{{"layer", "exp"}, {"a", 1.1}, {"b", 0.6}}, quadrature_dual<measured<exponential>>},
      {{{"layer", "erf"}, {"a", 1.1}, {"b", 0.6}, {"c", 0.3}},
       quadrature_dual<measured<error_function>>},
      {{{"layer", "gelu"}}, quadrature_dual<measured<real::gelu>>},
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
      const double values[] = {q11, q12, q22};
      INFO(c.layer.dump(), values[0], " ", values[1], " ", values[2]);
      Dual got = {q12, 1};
      const double root = std::sqrt(q22);
      info->activation.duals(params, q11, &q22, &root, &got.value, &got.derivative, 1);
      const Dual want = c.quadrature(q11, q12, q22);
      CHECK(std::fabs(got.value - want.value) <= 1e-9);
      CHECK(std::fabs(got.derivative - want.derivative) <= 1e-8);
    }
  }
}

TEST_CASE("the derivative of an activation agrees with differences of its value") {
  for (const LayerInfo* row : layers()) {
    if (row->dense()) continue;
    INFO(row->id);
    const Params params = *check(row->params, {}, "");
    for (const double x : {-3.1, -1.0, -0.2, 0.3, 0.9, 2.7}) {
      constexpr double kStep = 0x1p-17;
      double at[3] = {x - kStep, x, x + kStep}, derivative[3];
      row->activation.values(params, at, at, derivative, 3);
      const double want = (at[2] - at[0]) / (2 * kStep);
      CHECK(derivative[1] == approx(want).epsilon(1e-8).scale(1));
    }
  }
}

TEST_CASE("network kernel: next to duplicates an angle is known to 2^-25") {
  // (1, 0) and (cos t, sin t) for angles down to 0: the effect of each layer on the angle
  constexpr double kPi = 3.141592653589793;
  const auto kernels = [](double t, const json& layers) {
    return outputs_of({{"analysis", "network-kernel"}, {"layers", layers}},
                      inputs_of({{"x", {{1.0, 0.0}, {std::cos(t), std::sin(t)}, {3.0, 0.0}}}}));
  };
  const json relu = {{{"layer", "relu"}}, {{"layer", "dense"}}};
  for (const double t : {0.0, 1e-12, 1e-9, 1e-8, 3e-8, 1e-7, 1e-6, 1e-4, 1e-2, 1.0}) {
    INFO("angle ", t);
    const Outputs got = kernels(t, relu);
    // E φφ with K = 1/2 on the diagonal
    const double derivative = 0.5 - t / (2 * kPi),
                 value = 0.5 * (std::sin(t) / (2 * kPi) + std::cos(t) * derivative);
    CHECK(std::fabs(output(got, "nngp")(0, 1) - value) <= 0x1p-25 * 0.25);
    CHECK(std::fabs(output(got, "ntk")(0, 1) - value) <= 0x1p-25 * 0.25);
    json signs = json::array();
    double angle = t;
    for (const double bound : {0x1p-25, 0x1p-12, 0x1p-6}) {
      signs.push_back({{"layer", "sign"}});
      const double want = 1 - 2 * angle / kPi;
      const Outputs sign = kernels(t, signs);
      CHECK(std::fabs(output(sign, "nngp")(0, 1) - want) <= bound);
      if (t == 0) CHECK(std::fabs(output(sign, "nngp")(0, 2) - 1) <= bound);  // collinear
      angle = std::acos(want);
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
  // no layers: the covariance of the inputs, and a zero tangent kernel
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

TEST_CASE("golden: ReLU over Fourier features, from features and from their kernel") {
  const json golden = load_json("fourier_features_kernel");
  for (const json& c : golden.at("expected").at("cases")) {
    // γ(v) = [a cos 2π b·v, a sin 2π b·v]
    json rows = json::array();
    for (const json& v : c.at("X")) {
      json row = json::array();
      for (std::size_t i = 0; i < c.at("a").size(); ++i) {
        double turns = 0;
        for (std::size_t axis = 0; axis < v.size(); ++axis)
          turns += c.at("B")[i][axis].get<double>() * v[axis].get<double>();
        const double angle = 6.283185307179586 * turns, a = c.at("a")[i];
        row.push_back(a * real::cos(angle));
        row.push_back(a * real::sin(angle));
      }
      rows.push_back(row);
    }
    const Inputs features = inputs_of({{"x", rows}});
    const Outputs plain =
        outputs_of({{"analysis", "network-kernel"}, {"layers", json::array()}}, features);
    std::vector<double> kernel = output(plain, "nngp").data;
    for (double& k : kernel) k *= static_cast<double>(rows[0].size());
    check_close(kernel, c.at("kernel"), golden.at("tolerance"));
    const Inputs covariance = inputs_of({{"covariance", c.at("kernel_normalised")}});
    for (const auto& [hidden, variance, name] :
         {std::tuple{1, 0.0, "L1_sw2_2_sb2_0"}, {3, 0.1, "L3_sw2_2_sb2_0.1"}}) {
      const Outputs got =
          outputs_of({{"analysis", "network-kernel"},
                      {"layers", network(hidden, {{"layer", "relu"}}, 2, variance)}},
                     covariance);
      const json& want = c.at("relu_on_normalised_features").at(name);
      check_close(output(got, "nngp").data, want.at("nngp"), golden.at("tolerance"));
      check_close(output(got, "ntk").data, want.at("ntk"), golden.at("tolerance"));
    }
  }
}

TEST_CASE("golden: networks over the sinusoidal encoding, from its profile") {
  const json golden = load_json("ntk_over_sinusoidal_pe");
  for (const json& c : golden.at("expected").at("cases")) {
    const int d = c.at("d");
    json profile = json::array();  // Σ cos(ω δ)
    for (const double delta : numbers_of(c.at("delta"))) {
      double sum = 0;
      for (int i = 0; i < d / 2; ++i)
        sum += real::cos(delta * real::exp(-2.0 * i / d * real::log(c.at("base").get<double>())));
      profile.push_back(sum);
    }
    const Outputs got =
        outputs_of({{"analysis", "network-kernel"},
                    {"inputDim", d},
                    {"layers", network(c.at("hidden_layers"), {{"layer", c.at("activation")}},
                                       c.at("sigma_w2"), c.at("sigma_b2"))}},
                   inputs_of({{"profile", profile}}));
    CHECK(output(got, "ntk").cols == 1);
    check_close(output(got, "nngp").data, c.at("nngp_profile"), golden.at("tolerance"));
    check_close(output(got, "ntk").data, c.at("ntk_profile"), golden.at("tolerance"));
    // eigenvalues of the Toeplitz matrix of the first 32 offsets
    json kernel = json::array();
    for (int i = 0; i < 32; ++i)
      for (int j = 0; j < 32; ++j)
        kernel[static_cast<std::size_t>(i)][static_cast<std::size_t>(j)] =
            output(got, "ntk").data[static_cast<std::size_t>(std::abs(i - j))];
    const Outputs spectrum =
        outputs_of({{"analysis", "spectrum"}}, inputs_of({{"kernel", kernel}}));
    check_close(output(spectrum, "eigenvalues").data, c.at("toeplitz_eigs_n32_desc"),
                golden.at("tolerance"));
  }
}

namespace {
// Σ_j row_j cos(2π j k / n): eigenvalue k of a circulant matrix with a symmetric first row
double circulant_eigenvalue(const std::vector<double>& row, std::size_t k) {
  double sum = 0;
  for (std::size_t j = 0; j < row.size(); ++j)
    sum += row[j] * real::cos(6.283185307179586 * static_cast<double>(j * k % row.size()) /
                              static_cast<double>(row.size()));
  return sum;
}
}  // namespace

TEST_CASE("golden: Tancik et al. 2020, figure 2: the NTK over Fourier features, biases trained") {
  const json golden = load_json("tancik_fig2_ntk");
  for (const json& c : golden.at("expected").at("cases")) {
    const int n = c.at("N");
    const std::string power = c.at("p");
    std::vector<double> a(static_cast<std::size_t>(n) / 2);
    double square = 0;
    for (std::size_t j = 0; j < a.size(); ++j) {
      a[j] = power == "inf" ? (j == 0 ? 1.0 : 0.0)
                            : real::pow(static_cast<double>(j + 1), -std::stod(power));
      square += a[j] * a[j];
    }
    json x = json::array();
    for (int i = 0; i < n; ++i) {
      json row = json::array();
      for (std::size_t j = 0; j < a.size(); ++j) {
        const double angle = 6.283185307179586 * static_cast<double>(j + 1) * i / n;
        row.push_back(a[j] / std::sqrt(square) * real::cos(angle));
        row.push_back(a[j] / std::sqrt(square) * real::sin(angle));
      }
      x.push_back(row);
    }
    const Outputs got =
        outputs_of({{"analysis", "network-kernel"},
                    {"parameterization", "standard"},
                    {"layers", network(3, {{"layer", "relu"}}, 1, 0, {1024, 1024, 1024})}},
                   inputs_of({{"x", x}}));
    std::vector<double> row(output(got, "ntk").row(0), output(got, "ntk").row(1));
    check_close(row, c.at("ntk_row"), golden.at("tolerance"));
    std::vector<double> spectrum;
    for (std::size_t k = 0; k <= static_cast<std::size_t>(n) / 2; ++k)
      spectrum.push_back(circulant_eigenvalue(row, k));
    check_close(spectrum, c.at("spectrum_0_to_N_over_2"), golden.at("tolerance"));
  }
}

TEST_CASE("golden: ReLU NTK on the circle: decay of its Fourier coefficients") {
  const json golden = load_json("relu_ntk_circle_decay");
  const int n = golden.at("params").at("n");
  json x = json::array();
  for (int i = 0; i < n; ++i)
    x.push_back({real::cos(6.283185307179586 * i / n), real::sin(6.283185307179586 * i / n)});
  for (const json& c : golden.at("expected").at("cases")) {
    const Outputs got = outputs_of(
        {{"analysis", "network-kernel"},
         {"layers", network(1, {{"layer", "relu"}}, c.at("sigma_w2"), c.at("sigma_b2"))}},
        inputs_of({{"x", x}}));
    const std::vector<double> row(output(got, "ntk").row(0), output(got, "ntk").row(1));
    std::vector<double> eigenvalues;
    for (std::size_t k = 0; k <= 24; ++k) eigenvalues.push_back(circulant_eigenvalue(row, k) / n);
    check_close(eigenvalues, c.at("fourier_eigs_0_to_24"), golden.at("tolerance"));
    // least squares of ln λ over ln k
    double count = 0, sx = 0, sy = 0, sxx = 0, sxy = 0;
    for (const std::size_t k : c.at("fit_k").get<std::vector<std::size_t>>()) {
      const double u = real::log(static_cast<double>(k)), v = real::log(eigenvalues[k]);
      ++count, sx += u, sy += v, sxx += u * u, sxy += u * v;
    }
    CHECK((count * sxy - sx * sy) / (count * sxx - sx * sx) ==
          approx(c.at("loglog_slope").get<double>()).epsilon(1e-8));
  }
}

TEST_CASE("golden: the kernel of Gaussian frequencies, and the spread of its random features") {
  const json golden = load_json("gaussian_ff_limit");
  for (const json& c : golden.at("expected").at("cases")) {
    const double sigma = c.at("sigma");
    json x = json::array(), twice = json::array();
    for (const double delta : numbers_of(c.at("delta")))
      x.push_back({delta}), twice.push_back({2 * delta});
    const json spec = {
        {"analysis", "network-kernel"},
        {"layers",
         {{{"layer", "rbf"}, {"gamma", 2 * 9.869604401089358 * sigma * sigma}}}}};  // 2π²σ²
    const auto kernel = [&](const json& offsets) {
      return output(outputs_of(spec, inputs_of({{"x", offsets}, {"other", {{0}}}})), "nngp").data;
    };
    const std::vector<double> k = kernel(x), k2 = kernel(twice);
    check_close(k, c.at("expected_kernel"), golden.at("tolerance"));
    std::vector<double> pairs, phases;
    for (std::size_t i = 0; i < k.size(); ++i) {
      const double variance = std::fmax(0, (1 + k2[i]) / 2 - k[i] * k[i]);
      pairs.push_back(std::sqrt(variance));
      phases.push_back(std::sqrt(variance + 0.5));
    }
    // the difference above cancels to 1e-16, its root to 1e-8
    check_close(pairs, c.at("mc_std_times_sqrt_m_sincos"), {{"rel", 1e-9}, {"abs", 1e-8}});
    check_close(phases, c.at("mc_std_times_sqrt_m_random_phase"), golden.at("tolerance"));
  }
}

TEST_CASE("network kernel: a profile, a covariance, half a matrix and all of it agree") {
  const int n = 70, d = 8;
  json x = json::array(), profile = json::array();
  for (int i = 0; i < n; ++i) {
    json row = json::array();
    double sum = 0;
    for (int c = 0; c < d / 2; ++c) {
      const double angle = i * real::exp(-0.7 * c);
      row.push_back(real::cos(angle)), row.push_back(real::sin(angle));
      sum += real::cos(angle);
    }
    x.push_back(row), profile.push_back(sum);
  }
  json longer = profile;  // beyond one folded row
  for (int i = 0; i < 5000; ++i) longer.push_back(profile[static_cast<std::size_t>(i % n)]);
  for (const json& activation :
       std::vector<json>{{{"layer", "relu"}}, {{"layer", "tanh"}}, {{"layer", "erf"}}}) {
    json spec = {{"analysis", "network-kernel"}, {"layers", network(2, activation, 1.5, 0.1)}};
    const Outputs half = outputs_of(spec, inputs_of({{"x", x}}));
    const Outputs all = outputs_of(spec, inputs_of({{"x", x}, {"other", x}}));
    json covariance = json::array();
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < n; ++j)
        covariance[static_cast<std::size_t>(i)][static_cast<std::size_t>(j)] =
            profile[static_cast<std::size_t>(std::abs(i - j))].get<double>() / d;
    const Outputs ready = outputs_of(spec, inputs_of({{"covariance", covariance}}));
    spec["inputDim"] = d;
    const Outputs line = outputs_of(spec, inputs_of({{"profile", longer}}));
    for (const std::string name : {"nngp", "ntk"}) {
      const Matrix &a = output(half, name), &b = output(all, name), &c = output(ready, name),
                   &e = output(line, name);
      REQUIRE(e.rows == longer.size());
      double worst = 0;
      for (std::size_t i = 0; i < a.rows; ++i)
        for (std::size_t j = 0; j < a.rows; ++j) {
          CHECK(a(i, j) == a(j, i));
          worst = std::fmax(worst, std::fabs(a(i, j) - b(i, j)));
          // positions i and j; ReLU turns rounding of the angle into √rounding near 0
          if (i != j) worst = std::fmax(worst, std::fabs(a(i, j) - c(i, j)));
          if (i != j) worst = std::fmax(worst, std::fabs(a(i, j) - e.data[i > j ? i - j : j - i]));
        }
      CHECK(worst <= 1e-13);
      for (std::size_t i = 0; i < 5000; ++i)
        CHECK(e.data[static_cast<std::size_t>(n) + i] == e.data[i % static_cast<std::size_t>(n)]);
    }
  }
}

TEST_CASE("network kernel: one network after another is the whole network") {
  const Inputs inputs = inputs_of({{"x", {{0.3, -1.2}, {0.8, 0.1}, {-0.5, 0.9}}}});
  const json layers = network(2, {{"layer", "gelu"}}, 1.7, 0.2);
  const json first(layers.begin(), layers.begin() + 2), second(layers.begin() + 2, layers.end());
  const Outputs whole = outputs_of({{"analysis", "network-kernel"}, {"layers", layers}}, inputs);
  const Outputs part = outputs_of({{"analysis", "network-kernel"}, {"layers", first}}, inputs);
  Inputs between;
  between.set("covariance", output(part, "nngp"));
  between.set("tangent", output(part, "ntk"));
  const Outputs rest = outputs_of({{"analysis", "network-kernel"}, {"layers", second}}, between);
  CHECK(output(rest, "nngp").data == output(whole, "nngp").data);
  CHECK(output(rest, "ntk").data == output(whole, "ntk").data);
}

TEST_CASE("network kernel: what it refuses") {
  const auto error = [](const json& params, const json& inputs) {
    json spec = {{"analysis", "network-kernel"},
                 {"layers", {{{"layer", "dense"}}, {{"layer", "tanh"}}}}};
    spec.update(params);
    const Inputs given = inputs_of(inputs);
    const Result<Outputs> got = analyse(analysis_of(spec), given);
    REQUIRE(!got.has_value());
    return got.error().field;
  };
  const json none = json::object();
  CHECK(error(none, none) == "x");
  CHECK(error(none, {{"x", {{1}}}, {"profile", {{1}}}}) == "x");
  CHECK(error(none, {{"profile", {{1}}}}) == "inputDim");
  CHECK(error({{"inputDim", 2}}, {{"x", {{1}}}}) == "inputDim");
  CHECK(error({{"inputDim", 2}}, {{"profile", {{1}, {1.1}}}}) == "profile");
  CHECK(error({{"inputDim", 2}}, {{"profile", {{-1}}}}) == "profile");
  CHECK(error({{"parameterization", "standard"}}, {{"covariance", {{1}}}}) == "inputDim");
  CHECK(error(none, {{"covariance", {{1, 0.5}, {0.4, 1}}}}) == "covariance");
  CHECK(error(none, {{"covariance", {{1, 1.5}, {1.5, 1}}}}) == "covariance");
  CHECK(error(none, {{"covariance", {{-1}}}}) == "covariance");
  CHECK(error(none, {{"x", {{1}}}, {"tangent", {{1}}}}) == "tangent");
  CHECK(error(none, {{"covariance", {{1}}}, {"tangent", {{1, 0}, {0, 1}}}}) == "tangent");
  CHECK(error(none, {{"covariance", {{1}}}, {"other", {{1}}}}) == "other");
  CHECK(error(none, {{"x", {{200}}}}) == "layers[1]");  // variance 40000 into tanh
  CHECK(error({{"layers", {{{"layer", "exp"}, {"b", 10}}}}}, {{"x", {{5}}}}) == "layers[0]");
  // variances beyond float64: 1e60 times 1e12 per layer
  json deep = json::array();
  for (int l = 0; l < 30; ++l) deep.push_back({{"layer", "dense"}, {"weightStd", 1e6}});
  CHECK(error({{"layers", deep}}, {{"covariance", {{1e60}}}}) == "layers[20]");
}

TEST_CASE("network kernel: a long profile through a long series has the bits of a short one") {
  // tanh of variance 60 takes all 4096 terms: a row of the profile is more than one step
  const json layers = {{{"layer", "dense"}, {"weightStd", std::sqrt(60.0)}},
                       {{"layer", "tanh"}},
                       {{"layer", "dense"}}};
  const auto ntk = [&](int n) {
    std::vector<double> profile;
    for (int i = 0; i < n; ++i) profile.push_back(std::cos(0.01 * i));
    const Outputs got =
        outputs_of({{"analysis", "network-kernel"}, {"layers", layers}, {"inputDim", 1}},
                   inputs_of({{"profile", profile}}));
    return output(got, "ntk").data;
  };
  std::vector<double> all = ntk(600);
  all.resize(8);
  CHECK(all == ntk(8));
}
