#include "analyses/training/empirical_ntk.hpp"

#include <algorithm>
#include <optional>

#include "linalg/products.hpp"

namespace posenc {

TangentFeatures tangent_rows(const Mlp& mlp, const double* x, std::size_t rows) {
  TangentFeatures t;
  const std::size_t outputs = mlp.outputs();
  t.pass = mlp.pass(rows);
  t.deltas.resize(mlp.dense().size());
  for (std::size_t l = 0; l < t.deltas.size(); ++l)
    t.deltas[l].assign(rows * outputs * mlp.dense()[l].fan_out, 0);
  mlp.forward(x, t.pass);
  for (std::size_t o = 0; o < outputs; ++o) {
    double* seed = t.pass.deltas.back().data();
    for (std::size_t e = 0; e < rows * outputs; ++e) seed[e] = e % outputs == o ? 1 : 0;
    mlp.backward(t.pass);
    for (std::size_t l = 0; l < t.deltas.size(); ++l) {
      const std::size_t width = mlp.dense()[l].fan_out;
      const double* from = t.pass.deltas[l].data();
      double* to = t.deltas[l].data();
      for (std::size_t i = 0; i < rows; ++i)
        std::copy_n(from + i * width, width, to + (i * outputs + o) * width);
    }
  }
  return t;
}

void tangent_term(const Mlp& mlp, std::size_t l, const TangentFeatures& a, std::size_t first,
                  std::size_t rows, const TangentFeatures& b, double* activity, double* term) {
  const Mlp::Dense& layer = mlp.dense()[l];
  const std::size_t m = b.pass.rows, width = mlp.outputs() * layer.fan_out;
  const double bias = layer.trained_bias ? layer.bias_scale * layer.bias_scale : 0;
  multiply(layer.weight_scale * layer.weight_scale,
           in_rows(a.pass.inputs[l], layer.fan_in).part(first, rows),
           transposed(ConstMatrixView{b.pass.inputs[l].data(), m, layer.fan_in}), activity);
  multiply(1 / static_cast<double>(mlp.outputs()), in_rows(a.deltas[l], width).part(first, rows),
           transposed(ConstMatrixView{b.deltas[l].data(), m, width}), term);
  for (std::size_t e = 0; e < rows * m; ++e) {
    activity[e] += bias;
    term[e] *= activity[e];
  }
}

void added(const double* from, std::size_t n, double* to) {
  for (std::size_t e = 0; e < n; ++e) to[e] += from[e];
}

constexpr std::size_t kBand = 128;  // rows of the kernel at a time

Matrix tangent_kernel(const Mlp& mlp, const Matrix& x, const Matrix& other) {
  const std::size_t n = x.rows, m = other.rows;
  const TangentFeatures a = tangent_rows(mlp, x.data.data(), n);
  std::optional<TangentFeatures> second;
  if (&other != &x) second = tangent_rows(mlp, other.data.data(), m);
  const TangentFeatures& b = second ? *second : a;
  Matrix out = Matrix::zeros(n, m);
  std::vector<double> activity, term;
  for (std::size_t l = 0; l < mlp.dense().size(); ++l)
    for (std::size_t first = 0, rows; first < n; first += rows) {
      rows = std::min(kBand, n - first);
      activity.resize(rows * m), term.resize(rows * m);
      tangent_term(mlp, l, a, first, rows, b, activity.data(), term.data());
      added(term.data(), rows * m, out.row(first));
    }
  return out;
}

namespace empirical_ntk_detail {
namespace {

class EmpiricalNtk {
 public:
  EmpiricalNtk(Mlp mlp, const Matrix& x, const Matrix* other)
      : mlp_(std::move(mlp)), x_(x), other_(other) {}

  void run(const Matrix* parameters, std::uint64_t seed, Work& work) {
    const std::size_t n = x_.rows, m = columns(), layers = mlp_.dense().size();
    if (parameters != nullptr)
      mlp_.parameters() = parameters->data;
    else
      mlp_.initialise(seed);
    left_ = tangent_rows(mlp_, x_.data.data(), n);
    if (other_ != nullptr) right_ = tangent_rows(mlp_, other_->data.data(), m);
    for (Matrix* made : {&ntk_, &activity_}) *made = Matrix::zeros(n, m);
    terms_ = Matrix::zeros(layers * n, m);
    for (std::size_t l = 0; l < layers; ++l)
      for (std::size_t row = 0, rows; row < n; row += rows) {
        rows = std::min(kBand, n - row);
        add_term(l, row, rows);
        work.progress.done(l * n + row + rows, layers * n);
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
      multiply(1 / static_cast<double>(dense.fan_in),
               in_rows(left_.pass.inputs[l], dense.fan_in).part(row, rows),
               transposed(ConstMatrixView{right().pass.inputs[l].data(), m, dense.fan_in}),
               activity_.row(row));
    added(term, rows * m, ntk_.row(row));
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

Result<Count> largest(const Params& params, const Sizes& sizes, std::span<const Layer> layers) {
  const Size x = sizes["x"];
  const Result<Mlp::Size> network = Mlp::size_of(layers, x.cols, params.integer("outputs"));
  if (!network) return network.error();
  const Count n = x.rows, m = sizes.has("other") ? sizes["other"].rows : n,
              outputs = params.integer("outputs");
  // the terms of all layers, or a layer's deltas for every output
  return std::max(network->dense * n * m, std::max(n, m) * outputs * network->widest);
}

void run(const Params& params, const Inputs& inputs, std::span<const Layer> layers, Work& work) {
  const Matrix& x = inputs["x"];
  const Matrix* other = inputs.has("other") ? &inputs["other"] : nullptr;
  const Matrix* parameters = inputs.has("parameters") ? &inputs["parameters"] : nullptr;
  for (const Matrix* m : {&x, other != nullptr ? other : &x}) {
    const std::string name = m == &x ? "x" : "other";
    if (m->rows == 0 || m->cols == 0)
      work.error = bad_shape(name, "must have at least one row and one column");
    else if (m->cols != x.cols)
      work.error = bad_shape(name, "must have ", x.cols, " columns, as x has, got ", m->cols);
    if (work.error) return;
  }
  const auto outputs = params.count("outputs");
  Result<Mlp> mlp =
      Mlp::make(layers, x.cols, outputs, is_standard(params), params.flag("trainedBias"));
  if (!mlp)
    work.error = mlp.error();
  else if (parameters != nullptr && parameters->data.size() != mlp->parameters().size())
    work.error = bad_shape("parameters", "must be ", mlp->parameters().size(),
                           " numbers for these layers and inputs, got ", parameters->data.size());
  if (work.error) return;
  EmpiricalNtk ntk(std::move(mlp).value(), x, other);
  ntk.run(parameters, static_cast<std::uint64_t>(params.integer("seed")), work);
}

}  // namespace empirical_ntk_detail
}  // namespace posenc
