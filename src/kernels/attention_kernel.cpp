#include "kernels/attention_kernel.hpp"

#include <algorithm>
#include <cmath>  // std::fabs
#include <optional>

#include "core/real.hpp"
#include "core/text.hpp"
#include "kernels/network_input.hpp"
#include "linalg/products.hpp"

namespace posenc::attention_kernel_detail {
namespace {

// rows of example b: e^(scale·K_ij) over its sum
Matrix softmax_of_examples(const Matrix& k, std::size_t tokens, double scale) {
  Matrix g = Matrix::zeros(k.rows, tokens);
  for (std::size_t i = 0; i < k.rows; ++i) {
    const double* logits = k.row(i) + i / tokens * tokens;
    const double most = *std::max_element(logits, logits + tokens);
    double sum = 0;
    for (std::size_t j = 0; j < tokens; ++j) sum += g(i, j) = real::exp(scale * (logits[j] - most));
    for (std::size_t j = 0; j < tokens; ++j) g(i, j) /= sum;
  }
  return g;
}

// weight·m, and share·R where it is given, in every pair of examples
void mix(Matrix& m, double weight, double share, const Matrix* positions) {
  if (positions == nullptr) return;
  const std::size_t t = positions->rows;
  for (std::size_t i = 0; i < m.rows; ++i)
    for (std::size_t j = 0; j < m.cols; ++j)
      m(i, j) = weight * m(i, j) + share * (*positions)(i % t, j % t);
}

class AttentionKernel final : public Job {
 public:
  AttentionKernel(Matrix attention, Matrix covariance, Matrix tangent, double scale, double bias)
      : g_(std::move(attention)),
        k_(std::move(covariance)),
        theta_(std::move(tangent)),
        scale_(scale),
        bias_(bias),
        nngp_(Matrix::zeros(k_.rows, k_.rows)),
        ntk_(Matrix::zeros(k_.rows, k_.rows)) {}

  Result<double> advance() override {
    const std::size_t n = k_.rows, t = g_.cols;
    if (n == 0) return 1.0;
    // some tens of milliseconds a step: 2^26 multiplications, within one example
    const std::size_t rows =
        std::clamp<std::size_t>((std::size_t{1} << 24) / (t * n), 1, t - row_ % t);
    mixed(k_, rows, nngp_);
    mixed(theta_, rows, ntk_);
    row_ += rows;
    if (row_ < n) return static_cast<double>(row_) / static_cast<double>(n);
    for (std::size_t e = 0; e < n * n; ++e) {
      ntk_.data[e] += 2 * nngp_.data[e];
      nngp_.data[e] += bias_;
    }
    return 1.0;
  }

  Result<Outputs> finish() override {
    return Outputs{
        {"nngp", std::move(nngp_)}, {"ntk", std::move(ntk_)}, {"attention", std::move(g_)}};
  }

 private:
  // out = scale·G M Gᵀ: the rows from row_ on, right of the diagonal, and their mirror images
  void mixed(const Matrix& m, std::size_t rows, Matrix& out) {
    const std::size_t n = m.rows, t = g_.cols, example = row_ / t * t;
    std::vector<double> left(rows * n), part(rows * t), product(rows * t);
    multiply(scale_, g_.row(row_), rows, t, m.row(example), n, left.data());
    for (std::size_t other = example; other < n; other += t) {
      for (std::size_t i = 0; i < rows; ++i)
        std::copy_n(left.data() + i * n + other, t, part.data() + i * t);
      multiply_by_transpose(1, part.data(), rows, t, g_.row(other), t, product.data());
      for (std::size_t i = 0; i < rows; ++i)
        for (std::size_t j = 0; j < t; ++j)
          if (other + j >= row_ + i)
            out(row_ + i, other + j) = out(other + j, row_ + i) = product[i * t + j];
    }
  }

  Matrix g_, k_, theta_;
  double scale_, bias_;
  Matrix nngp_, ntk_;
  std::size_t row_ = 0;
};

std::optional<Error> asymmetry(const Matrix& r) {
  for (std::size_t i = 0; i < r.rows; ++i)
    for (std::size_t j = i + 1; j < r.rows; ++j)
      if (std::fabs(r(i, j) - r(j, i)) >
          1e-12 * std::max({std::fabs(r(i, j)), std::fabs(r(i, i)), std::fabs(r(j, j))}))
        return Error{ErrorCode::bad_argument, "positions",
                     "must be symmetric: [" + std::to_string(i) + "][" + std::to_string(j) +
                         "] is " + to_text(r(i, j)) + ", the other is " + to_text(r(j, i))};
  return std::nullopt;
}

}  // namespace

Result<std::unique_ptr<Job>> start(const Params& params, const Inputs& inputs,
                                   std::span<const Layer>) {
  constexpr std::size_t kMostRows = 4096;
  const Result<NetworkInput> input = NetworkInput::of(params, inputs);
  if (!input) return input.error();
  const std::size_t n = input->rows;
  if (n > kMostRows)
    return Error{
        ErrorCode::too_large, inputs.has("x") ? "x" : "covariance",
        "must have at most " + std::to_string(kMostRows) + " rows, got " + std::to_string(n)};
  const auto tokens = static_cast<std::size_t>(
      params.number_or("tokens", static_cast<double>(std::max<std::size_t>(n, 1))));
  if (n % tokens != 0)
    return Error{
        ErrorCode::bad_param, "tokens",
        "must divide the number of rows " + std::to_string(n) + ", got " + std::to_string(tokens)};
  const Matrix* positions = inputs.has("positions") ? &inputs["positions"] : nullptr;
  if (positions != nullptr) {
    if (positions->rows != tokens)
      return Error{ErrorCode::bad_shape, "positions",
                   "must be " + std::to_string(tokens) + " square, one row for each token, got " +
                       std::to_string(positions->rows)};
    if (const auto error = asymmetry(*positions)) return *error;
  }
  Matrix content = Matrix::zeros(n, n);
  if (n > 0) input->covariances(0, n, 0, content.data.data(), n);
  Matrix tangent = inputs.has("tangent") ? inputs["tangent"] : content;
  const double alpha = params.number("contentWeight"), beta = params.number("positionWeight");
  Matrix both = content;
  mix(both, alpha, beta, positions);
  Matrix attention = softmax_of_examples(both, tokens, params.number("queryKeyScale"));
  const bool in_values = params.flag("positionsInValues");
  if (in_values) mix(tangent, alpha, params.flag("trainedPositions") ? beta : 0, positions);
  const double bias = params.number("biasStd");
  return std::unique_ptr<Job>(std::make_unique<AttentionKernel>(
      std::move(attention), std::move(in_values ? both : content), std::move(tangent),
      params.number("outputValueVariance"), bias * bias));
}

}  // namespace posenc::attention_kernel_detail
