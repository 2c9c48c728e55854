#include "analyses/training/empirical_ntk.hpp"

#include <algorithm>

#include "linalg/products.hpp"

namespace posenc {

TangentFeatures tangent_features(const Mlp& mlp, std::size_t rows) {
  TangentFeatures t{mlp.pass(rows), {}};
  for (const Mlp::Dense& layer : mlp.dense())
    t.deltas.emplace_back(rows * mlp.outputs() * layer.fan_out);
  return t;
}

Steps tangent_rows(const Mlp& mlp, const double* x, TangentFeatures& t) {
  const std::size_t outputs = mlp.outputs(), rows = t.pass.rows;
  for (Steps steps = mlp.forward(x, t.pass); steps.next();) co_yield steps.cost();
  for (std::size_t o = 0; o < outputs; ++o) {
    double* seed = t.pass.deltas.back().data();
    for (std::size_t i = 0; i < rows; ++i)
      for (std::size_t k = 0; k < outputs; ++k) seed[i * outputs + k] = k == o ? 1 : 0;
    for (Steps steps = mlp.backward(t.pass); steps.next();) co_yield steps.cost();
    for (std::size_t l = 0; l < t.deltas.size(); ++l) {
      const std::size_t width = mlp.dense()[l].fan_out;
      for (std::size_t i = 0; i < rows; ++i)
        std::copy_n(t.pass.deltas[l].data() + i * width, width,
                    t.deltas[l].data() + (i * outputs + o) * width);
    }
  }
}

void tangent_term(const Mlp& mlp, std::size_t l, const TangentFeatures& a, std::size_t first,
                  std::size_t rows, const TangentFeatures& b, double* activity, double* term) {
  const Mlp::Dense& layer = mlp.dense()[l];
  const std::size_t m = b.pass.rows, width = mlp.outputs() * layer.fan_out;
  const double bias = layer.trained_bias ? layer.bias_scale * layer.bias_scale : 0;
  multiply_by_transpose(layer.weight_scale * layer.weight_scale,
                        a.pass.inputs[l].data() + first * layer.fan_in, rows, layer.fan_in,
                        b.pass.inputs[l].data(), m, activity);
  multiply_by_transpose(1 / static_cast<double>(mlp.outputs()), a.deltas[l].data() + first * width,
                        rows, width, b.deltas[l].data(), m, term);
  for (std::size_t e = 0; e < rows * m; ++e) {
    activity[e] += bias;
    term[e] *= activity[e];
  }
}

double cost_of_term(const Mlp& mlp, std::size_t l, std::size_t rows, std::size_t cols) {
  const Mlp::Dense& layer = mlp.dense()[l];
  return cost_of_product(rows, layer.fan_in + mlp.outputs() * layer.fan_out + 4, cols);
}

Steps tangent_kernel_steps(const Mlp& mlp, const Matrix& x, const Matrix& other, Matrix& out) {
  const std::size_t n = x.rows, m = other.rows;
  TangentFeatures a = tangent_features(mlp, n), second;
  for (Steps steps = tangent_rows(mlp, x.data.data(), a); steps.next();) co_yield steps.cost();
  if (&other != &x) {
    second = tangent_features(mlp, m);
    for (Steps steps = tangent_rows(mlp, other.data.data(), second); steps.next();)
      co_yield steps.cost();
  }
  const TangentFeatures& b = &other != &x ? second : a;
  out = Matrix::zeros(n, m);
  std::vector<double> activity, term;
  for (std::size_t l = 0; l < mlp.dense().size(); ++l)
    for (std::size_t first = 0, rows; first < n; first += rows) {
      rows = items_a_step(cost_of_term(mlp, l, 1, m), n - first);
      activity.resize(rows * m), term.resize(rows * m);
      tangent_term(mlp, l, a, first, rows, b, activity.data(), term.data());
      for (std::size_t e = 0; e < rows * m; ++e) out.data[first * m + e] += term[e];
      co_yield cost_of_term(mlp, l, rows, m);
    }
}

Matrix tangent_kernel(const Mlp& mlp, const Matrix& x, const Matrix& other) {
  Matrix kernel;
  tangent_kernel_steps(mlp, x, other, kernel).finish();
  return kernel;
}

namespace empirical_ntk_detail {
namespace {

class EmpiricalNtk {
 public:
  EmpiricalNtk(Mlp mlp, const Matrix& x, const Matrix* other)
      : mlp_(std::move(mlp)), x_(x), other_(other) {}

  Steps run(const Matrix* parameters, std::uint64_t seed, Work& work) {
    const std::size_t n = x_.rows, m = columns(), layers = mlp_.dense().size();
    const double pass = 2 * mlp_.cost() * (1 + static_cast<double>(mlp_.outputs()));
    work.total = pass * static_cast<double>(other_ != nullptr ? n + m : n) +
                 500 * static_cast<double>(mlp_.parameters().size());
    for (std::size_t l = 0; l < layers; ++l) work.total += cost_of_term(mlp_, l, n, m);
    if (parameters != nullptr)
      mlp_.parameters() = parameters->data;
    else
      for (Steps steps = mlp_.initialise_steps(seed); steps.next();) co_yield steps.cost();
    left_ = tangent_features(mlp_, n);
    for (Steps steps = tangent_rows(mlp_, x_.data.data(), left_); steps.next();)
      co_yield steps.cost();
    if (other_ != nullptr) {
      right_ = tangent_features(mlp_, m);
      for (Steps steps = tangent_rows(mlp_, other_->data.data(), right_); steps.next();)
        co_yield steps.cost();
    }
    ntk_ = activity_ = Matrix::zeros(n, m);
    terms_ = Matrix::zeros(layers * n, m);
    for (std::size_t l = 0; l < layers; ++l)
      for (std::size_t row = 0, rows; row < n; row += rows) {
        rows = items_a_step(cost_of_term(mlp_, l, 1, m), n - row);
        add_term(l, row, rows);
        co_yield cost_of_term(mlp_, l, rows, m);
      }
    report(work.outputs);
  }

 private:
  void add_term(std::size_t l, std::size_t row, std::size_t rows) {
    const Mlp::Dense& dense = mlp_.dense()[l];
    const std::size_t n = x_.rows, m = columns();
    double* term = terms_.row(l * n + row);
    tangent_term(mlp_, l, left_, row, rows, right(), activity_.row(row), term);
    if (l + 1 == mlp_.dense().size())
      multiply_by_transpose(1 / static_cast<double>(dense.fan_in),
                            left_.pass.inputs[l].data() + row * dense.fan_in, rows, dense.fan_in,
                            right().pass.inputs[l].data(), m, activity_.row(row));
    double* sum = ntk_.row(row);
    for (std::size_t e = 0; e < rows * m; ++e) sum[e] += term[e];
  }

  void report(Outputs& out) {
    const std::size_t n = x_.rows, layers = mlp_.dense().size();
    if (other_ == nullptr) {
      std::vector<double> shares(layers);
      double total = 0;
      for (std::size_t l = 0; l < layers; ++l)
        for (std::size_t i = 0; i < n; ++i) shares[l] += terms_(l * n + i, i);
      for (const double share : shares) total += share;
      for (double& share : shares) share /= total;
      if (total > 0) out.push_back(list("layerShares", std::move(shares)));
    }
    out.push_back({"ntk", std::move(ntk_)});
    out.push_back({"layerTerms", std::move(terms_)});
    out.push_back({"hiddenKernel", std::move(activity_)});
    out.push_back({"networkOutputs", {n, mlp_.outputs(), std::move(left_.pass.output)}});
    out.push_back(scalar("parameterCount", static_cast<double>(mlp_.parameters().size())));
  }

  const TangentFeatures& right() const { return other_ != nullptr ? right_ : left_; }
  std::size_t columns() const { return other_ != nullptr ? other_->rows : x_.rows; }

  Mlp mlp_;
  const Matrix& x_;
  const Matrix* other_;
  TangentFeatures left_, right_;
  Matrix ntk_, terms_, activity_;
};

}  // namespace

Result<Count> holds(const Params& params, const Sizes& sizes, std::span<const Layer> layers) {
  const Size x = sizes["x"];
  const Result<Mlp::Size> network = Mlp::size_of(layers, x.cols, params.integer("outputs"));
  if (!network) return network.error();
  const Count n = x.rows, m = sizes.has("other") ? sizes["other"].rows : n,
              inputs = sizes.has("other") ? n + m : n, outputs = params.integer("outputs");
  // what each layer's deltas are for every output, and a row of them
  const Count features =
      inputs * (network->pass_width + outputs * (network->pass_width + network->widest));
  return n * m * (network->dense + 2) + features + 2 * network->parameters +
         4 * network->widest * std::min(inputs + Count(16), Count(4096));
}

Steps steps(const Params& params, const Inputs& inputs, std::span<const Layer> layers, Work& work) {
  const Matrix& x = inputs["x"];
  const Matrix* other = inputs.has("other") ? &inputs["other"] : nullptr;
  const Matrix* parameters = inputs.has("parameters") ? &inputs["parameters"] : nullptr;
  for (const Matrix* m : {&x, other != nullptr ? other : &x}) {
    const std::string name = m == &x ? "x" : "other";
    if (m->rows == 0 || m->cols == 0)
      work.error = Error{ErrorCode::bad_shape, name, "must have at least one row and one column"};
    else if (m->cols != x.cols)
      work.error = Error{ErrorCode::bad_shape, name,
                         "must have " + std::to_string(x.cols) + " columns, as x has, got " +
                             std::to_string(m->cols)};
    if (work.error) co_return;
  }
  const auto outputs = static_cast<std::size_t>(params.integer("outputs"));
  Result<Mlp> mlp = Mlp::make(layers, x.cols, outputs, params.choice("parameterization") == 1,
                              params.flag("trainedBias"));
  if (!mlp)
    work.error = mlp.error();
  else if (parameters != nullptr && parameters->data.size() != mlp->parameters().size())
    work.error = Error{ErrorCode::bad_shape, "parameters",
                       "must be " + std::to_string(mlp->parameters().size()) +
                           " numbers for these layers and inputs, got " +
                           std::to_string(parameters->data.size())};
  if (work.error) co_return;
  EmpiricalNtk ntk(std::move(mlp).value(), x, other);
  for (Steps steps = ntk.run(parameters, static_cast<std::uint64_t>(params.integer("seed")), work);
       steps.next();)
    co_yield steps.cost();
}

}  // namespace empirical_ntk_detail
}  // namespace posenc
