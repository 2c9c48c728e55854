#include "kernels/training/empirical_ntk.hpp"

#include <algorithm>

#include "linalg/products.hpp"

namespace posenc {

TangentFeatures tangent_features(const Mlp& mlp, std::size_t rows) {
  TangentFeatures t{mlp.pass(rows), {}};
  for (const Mlp::Dense& layer : mlp.dense())
    t.deltas.emplace_back(rows * mlp.outputs() * layer.fan_out);
  return t;
}

void tangent_rows(const Mlp& mlp, const double* x, TangentFeatures& t, std::size_t first,
                  std::size_t rows) {
  const std::size_t outputs = mlp.outputs();
  mlp.forward(x, t.pass, first, rows);
  for (std::size_t o = 0; o < outputs; ++o) {
    double* seed = t.pass.deltas.back().data();
    for (std::size_t i = first; i < first + rows; ++i)
      for (std::size_t k = 0; k < outputs; ++k) seed[i * outputs + k] = k == o ? 1 : 0;
    mlp.backward(t.pass, first, rows);
    for (std::size_t l = 0; l < t.deltas.size(); ++l) {
      const std::size_t width = mlp.dense()[l].fan_out;
      for (std::size_t i = first; i < first + rows; ++i)
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

Matrix tangent_kernel(const Mlp& mlp, const Matrix& x, const Matrix& other) {
  TangentFeatures a = tangent_features(mlp, x.rows), b = tangent_features(mlp, other.rows);
  tangent_rows(mlp, x.data.data(), a, 0, x.rows);
  tangent_rows(mlp, other.data.data(), b, 0, other.rows);
  Matrix ntk = Matrix::zeros(x.rows, other.rows), activity = ntk, term = ntk;
  for (std::size_t l = 0; l < mlp.dense().size(); ++l) {
    tangent_term(mlp, l, a, 0, x.rows, b, activity.data.data(), term.data.data());
    for (std::size_t e = 0; e < ntk.data.size(); ++e) ntk.data[e] += term.data[e];
  }
  return ntk;
}

namespace empirical_ntk_detail {
namespace {

constexpr double kStep = 3e7;  // multiplications a step: some ten milliseconds

std::size_t rows_a_step(double each, std::size_t left) {
  return std::clamp<std::size_t>(static_cast<std::size_t>(kStep / each), 1, left);
}

class EmpiricalNtk final : public Job {
 public:
  EmpiricalNtk(Mlp mlp, const Matrix& x, const Matrix* other)
      : mlp_(std::move(mlp)),
        x_(x),
        other_(other),
        left_(tangent_features(mlp_, x.rows)),
        right_(tangent_features(mlp_, other != nullptr ? other->rows : 0)),
        ntk_(Matrix::zeros(x.rows, columns())),
        terms_(Matrix::zeros(mlp_.dense().size() * x.rows, columns())),
        activity_(Matrix::zeros(x.rows, columns())) {}

  Result<double> advance() override {
    const std::size_t n = x_.rows, m = other_ != nullptr ? other_->rows : 0;
    const std::size_t layers = mlp_.dense().size();
    const double pass = mlp_.cost() * (1 + 2 * static_cast<double>(mlp_.outputs()));
    if (passed_ < n + m) {
      const bool left = passed_ < n;
      const std::size_t first = left ? passed_ : passed_ - n;
      const std::size_t rows = rows_a_step(pass, (left ? n : m) - first);
      tangent_rows(mlp_, (left ? x_ : *other_).data.data(), left ? left_ : right_, first, rows);
      passed_ += rows;
    } else if (layer_ < layers) {
      const Mlp::Dense& dense = mlp_.dense()[layer_];
      const std::size_t cols = columns();
      const std::size_t rows =
          rows_a_step(static_cast<double>(cols) *
                          static_cast<double>(dense.fan_in + mlp_.outputs() * dense.fan_out),
                      n - row_);
      double* term = terms_.row(layer_ * n + row_);
      tangent_term(mlp_, layer_, left_, row_, rows, right(), activity_.row(row_), term);
      if (layer_ + 1 == layers)
        multiply_by_transpose(1 / static_cast<double>(dense.fan_in),
                              left_.pass.inputs[layer_].data() + row_ * dense.fan_in, rows,
                              dense.fan_in, right().pass.inputs[layer_].data(), cols,
                              activity_.row(row_));
      double* sum = ntk_.row(row_);
      for (std::size_t e = 0; e < rows * cols; ++e) sum[e] += term[e];
      row_ += rows;
      if (row_ == n) row_ = 0, ++layer_;
    }
    // passes first, then the layers: halves, whatever they cost
    return layer_ == layers
               ? 1.0
               : 0.5 * static_cast<double>(passed_) / static_cast<double>(n + m) +
                     0.5 * static_cast<double>(layer_ * n + row_) / static_cast<double>(layers * n);
  }

  Result<Outputs> finish() override {
    const std::size_t n = x_.rows, layers = mlp_.dense().size();
    Outputs out;
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
    return out;
  }

 private:
  const TangentFeatures& right() const { return other_ != nullptr ? right_ : left_; }
  std::size_t columns() const { return other_ != nullptr ? other_->rows : x_.rows; }

  Mlp mlp_;
  const Matrix& x_;
  const Matrix* other_;
  TangentFeatures left_, right_;
  Matrix ntk_, terms_, activity_;
  std::size_t passed_ = 0, layer_ = 0, row_ = 0;
};

}  // namespace

Result<std::unique_ptr<Job>> start(const Params& params, const Inputs& inputs,
                                   std::span<const Layer> layers) {
  constexpr double kMostNumbers = 0x1p26;  // 512 MiB
  const Matrix& x = inputs["x"];
  const Matrix* other = inputs.has("other") ? &inputs["other"] : nullptr;
  for (const Matrix* m : {&x, other != nullptr ? other : &x}) {
    const std::string name = m == &x ? "x" : "other";
    if (m->rows == 0 || m->cols == 0)
      return Error{ErrorCode::bad_shape, name, "must have at least one row and one column"};
    if (m->cols != x.cols)
      return Error{ErrorCode::bad_shape, name,
                   "must have " + std::to_string(x.cols) + " columns, as x has, got " +
                       std::to_string(m->cols)};
  }
  const auto outputs = static_cast<std::size_t>(params.integer("outputs"));
  Result<Mlp> mlp = Mlp::make(layers, x.cols, outputs, params.choice("parameterization") == 1,
                              params.flag("trainedBias"));
  if (!mlp) return mlp.error();
  const auto n = static_cast<double>(x.rows);
  const double m = other != nullptr ? static_cast<double>(other->rows) : n;
  double numbers = n * m * static_cast<double>(mlp->dense().size() + 2);
  for (const Mlp::Dense& layer : mlp->dense())
    numbers += (n + (other != nullptr ? m : 0)) *
               static_cast<double>(layer.fan_in + (2 + outputs) * layer.fan_out);
  if (numbers > kMostNumbers)
    return Error{ErrorCode::too_large, "x",
                 "needs " + to_text(numbers) +
                     " numbers of memory for these rows and layers; at "
                     "most " +
                     to_text(kMostNumbers) + " are allowed"};
  if (inputs.has("parameters")) {
    const std::vector<double>& given = inputs["parameters"].data;
    if (given.size() != mlp->parameters().size())
      return Error{ErrorCode::bad_shape, "parameters",
                   "must be " + std::to_string(mlp->parameters().size()) +
                       " numbers for these layers and inputs, got " + std::to_string(given.size())};
    mlp->parameters() = given;
  } else {
    mlp->initialise(static_cast<std::uint64_t>(params.integer("seed")));
  }
  return std::unique_ptr<Job>(std::make_unique<EmpiricalNtk>(std::move(mlp).value(), x, other));
}

}  // namespace empirical_ntk_detail
}  // namespace posenc
