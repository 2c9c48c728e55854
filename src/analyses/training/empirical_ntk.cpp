#include "analyses/training/empirical_ntk.hpp"

#include <algorithm>

#include "core/passes.hpp"
#include "linalg/products.hpp"

namespace posenc {

Steps tangent_rows(const Mlp& mlp, const double* x, std::size_t rows, TangentFeatures& t) {
  const std::size_t outputs = mlp.outputs();
  co_yield mlp.pass_steps(rows, t.pass);
  t.deltas.resize(mlp.dense().size());
  for (std::size_t l = 0; l < t.deltas.size(); ++l)
    co_yield zeros(t.deltas[l], rows * outputs * mlp.dense()[l].fan_out);
  co_yield mlp.forward(x, t.pass);
  for (std::size_t o = 0; o < outputs; ++o) {
    double* seed = t.pass.deltas.back().data();
    co_yield in_parts(rows * outputs, kPass, [=](std::size_t first, std::size_t end) {
      for (std::size_t e = first; e < end; ++e) seed[e] = e % outputs == o ? 1 : 0;
    });
    co_yield mlp.backward(t.pass);
    for (std::size_t l = 0; l < t.deltas.size(); ++l) {
      const std::size_t width = mlp.dense()[l].fan_out;
      const double* from = t.pass.deltas[l].data();
      double* to = t.deltas[l].data();
      co_yield in_parts(rows, kPass * static_cast<double>(width),
                        [=](std::size_t first, std::size_t end) {
                          for (std::size_t i = first; i < end; ++i)
                            std::copy_n(from + i * width, width, to + (i * outputs + o) * width);
                        });
    }
  }
}

Steps tangent_term(const Mlp& mlp, std::size_t l, const TangentFeatures& a, std::size_t first,
                   std::size_t rows, const TangentFeatures& b, double* activity, double* term) {
  const Mlp::Dense& layer = mlp.dense()[l];
  const std::size_t m = b.pass.rows, width = mlp.outputs() * layer.fan_out;
  const double bias = layer.trained_bias ? layer.bias_scale * layer.bias_scale : 0;
  co_yield multiply_steps(layer.weight_scale * layer.weight_scale,
                          in_rows(a.pass.inputs[l], layer.fan_in).part(first, rows),
                          transposed(ConstMatrixView{b.pass.inputs[l].data(), m, layer.fan_in}),
                          activity);
  co_yield multiply_steps(1 / static_cast<double>(mlp.outputs()),
                          in_rows(a.deltas[l], width).part(first, rows),
                          transposed(ConstMatrixView{b.deltas[l].data(), m, width}), term);
  co_yield in_parts(rows * m, 2 * kPass, [=](std::size_t from, std::size_t end) {
    for (std::size_t e = from; e < end; ++e) {
      activity[e] += bias;
      term[e] *= activity[e];
    }
  });
}

Steps added(const double* from, std::size_t n, double* to) {
  return in_parts(n, kPass, [=](std::size_t first, std::size_t end) {
    for (std::size_t e = first; e < end; ++e) to[e] += from[e];
  });
}

constexpr std::size_t kBand = 128;  // rows of the kernel at a time

double cost_of_term(const Mlp& mlp, std::size_t l, std::size_t rows, std::size_t cols) {
  const Mlp::Dense& layer = mlp.dense()[l];
  return cost_of_product(rows, layer.fan_in + mlp.outputs() * layer.fan_out + 4, cols);
}

Steps tangent_kernel_steps(const Mlp& mlp, const Matrix& x, const Matrix& other, Matrix& out) {
  const std::size_t n = x.rows, m = other.rows;
  TangentFeatures a, second;
  co_yield tangent_rows(mlp, x.data.data(), n, a);
  if (&other != &x) co_yield tangent_rows(mlp, other.data.data(), m, second);
  const TangentFeatures& b = &other != &x ? second : a;
  co_yield zeros(out, n, m);
  std::vector<double> activity, term;
  for (std::size_t l = 0; l < mlp.dense().size(); ++l)
    for (std::size_t first = 0, rows; first < n; first += rows) {
      rows = std::min(kBand, n - first);
      activity.resize(rows * m), term.resize(rows * m);
      co_yield tangent_term(mlp, l, a, first, rows, b, activity.data(), term.data());
      co_yield added(term.data(), rows * m, out.row(first));
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
      co_yield mlp_.initialise_steps(seed);
    co_yield tangent_rows(mlp_, x_.data.data(), n, left_);
    if (other_ != nullptr) co_yield tangent_rows(mlp_, other_->data.data(), m, right_);
    for (Matrix* made : {&ntk_, &activity_}) co_yield zeros(*made, n, m);
    co_yield zeros(terms_, layers * n, m);
    for (std::size_t l = 0; l < layers; ++l)
      for (std::size_t row = 0, rows; row < n; row += rows) {
        rows = std::min(kBand, n - row);
        co_yield add_term(l, row, rows);
      }
    report(work.outputs);
  }

 private:
  Steps add_term(std::size_t l, std::size_t row, std::size_t rows) {
    const Mlp::Dense& dense = mlp_.dense()[l];
    const std::size_t n = x_.rows, m = columns();
    double* term = terms_.row(l * n + row);
    co_yield tangent_term(mlp_, l, left_, row, rows, right(), activity_.row(row), term);
    if (l + 1 == mlp_.dense().size())
      co_yield multiply_steps(
          1 / static_cast<double>(dense.fan_in),
          in_rows(left_.pass.inputs[l], dense.fan_in).part(row, rows),
          transposed(ConstMatrixView{right().pass.inputs[l].data(), m, dense.fan_in}),
          activity_.row(row));
    co_yield added(term, rows * m, ntk_.row(row));
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
      work.error = bad_shape(name, "must have at least one row and one column");
    else if (m->cols != x.cols)
      work.error = bad_shape(name, "must have ", x.cols, " columns, as x has, got ", m->cols);
    if (work.error) co_return;
  }
  const auto outputs = params.count("outputs");
  Result<Mlp> mlp =
      Mlp::make(layers, x.cols, outputs, is_standard(params), params.flag("trainedBias"));
  if (!mlp)
    work.error = mlp.error();
  else if (parameters != nullptr && parameters->data.size() != mlp->parameters().size())
    work.error = bad_shape("parameters", "must be ", mlp->parameters().size(),
                           " numbers for these layers and inputs, got ", parameters->data.size());
  if (work.error) co_return;
  EmpiricalNtk ntk(std::move(mlp).value(), x, other);
  co_yield ntk.run(parameters, static_cast<std::uint64_t>(params.integer("seed")), work);
}

}  // namespace empirical_ntk_detail
}  // namespace posenc
