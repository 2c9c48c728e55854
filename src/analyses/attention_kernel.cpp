#include "analyses/attention_kernel.hpp"

#include <algorithm>
#include <optional>

#include "analyses/network_input.hpp"
#include "core/real.hpp"
#include "core/text.hpp"
#include "linalg/products.hpp"
#include "linalg/symmetry.hpp"

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

class AttentionKernel {
 public:
  AttentionKernel(const Params& params, const Inputs& inputs, const NetworkInput& input,
                  std::size_t tokens)
      : params_(params),
        input_(input),
        positions_(inputs.has("positions") ? &inputs["positions"] : nullptr),
        given_tangent_(inputs.has("tangent") ? &inputs["tangent"] : nullptr),
        tokens_(tokens),
        scale_(params.number("outputValueVariance")) {}

  Steps run(Work& work) {
    const std::size_t n = input_.rows;
    const double d = input_.dim.value_or(0), size = static_cast<double>(n), entries = size * size;
    const double mixing = cost_of_product(1, tokens_, n) + cost_of_product(1, tokens_, tokens_);
    work.total = (2 * d + 4 * kEntry) * entries + 2 * mixing * size;
    Matrix k = Matrix::zeros(n, n);
    for (std::size_t first = 0, rows; first < n; first += rows) {
      rows = items_a_step(2 * d * size, n - first);
      input_.covariances(first, rows, 0, n, k.row(first), n);
      co_yield (2 * d * size * static_cast<double>(rows));
    }
    Matrix theta = given_tangent_ != nullptr ? *given_tangent_ : k;
    const double alpha = params_.number("contentWeight"), beta = params_.number("positionWeight");
    const bool in_values = params_.flag("positionsInValues");
    if (in_values) {
      mix(theta, alpha, params_.flag("trainedPositions") ? beta : 0, positions_);
      co_yield (kEntry * entries);
      mix(k, alpha, beta, positions_);
      g_ = softmax_of_examples(k, tokens_, params_.number("queryKeyScale"));
    } else {
      Matrix both = k;
      mix(both, alpha, beta, positions_);
      g_ = softmax_of_examples(both, tokens_, params_.number("queryKeyScale"));
    }
    co_yield (kEntry * entries);
    nngp_ = ntk_ = Matrix::zeros(n, n);
    for (std::size_t row = 0, rows; row < n; row += rows) {
      rows = items_a_step(2 * mixing, tokens_ - row % tokens_);  // within one example
      mixed(k, row, rows, nngp_);
      mixed(theta, row, rows, ntk_);
      co_yield (2 * mixing * static_cast<double>(rows));
    }
    const double bias = params_.number("biasStd") * params_.number("biasStd");
    for (std::size_t e = 0; e < n * n; ++e) {
      ntk_.data[e] += 2 * nngp_.data[e] + bias;
      nngp_.data[e] += bias;
    }
    work.outputs = outputs(Output{"nngp", std::move(nngp_)}, Output{"ntk", std::move(ntk_)},
                           Output{"attention", std::move(g_)});
  }

 private:
  static constexpr double kEntry = 30;  // cost of an entry that is looked at

  // out = scale·G M Gᵀ: the rows from `row` on, right of the diagonal, and their mirror images
  void mixed(const Matrix& m, std::size_t row, std::size_t rows, Matrix& out) {
    const std::size_t n = m.rows, t = g_.cols, example = row / t * t;
    std::vector<double> left(rows * n), part(rows * t), product(rows * t);
    multiply(scale_, g_.row(row), rows, t, m.row(example), n, left.data());
    for (std::size_t other = example; other < n; other += t) {
      for (std::size_t i = 0; i < rows; ++i)
        std::copy_n(left.data() + i * n + other, t, part.data() + i * t);
      multiply_by_transpose(1, part.data(), rows, t, g_.row(other), t, product.data());
      for (std::size_t i = 0; i < rows; ++i)
        for (std::size_t j = 0; j < t; ++j)
          if (other + j >= row + i)
            out(row + i, other + j) = out(other + j, row + i) = product[i * t + j];
    }
  }

  const Params& params_;
  const NetworkInput& input_;
  const Matrix *positions_, *given_tangent_;
  std::size_t tokens_;
  double scale_;
  Matrix g_, nngp_, ntk_;
};

}  // namespace

Result<Count> holds(const Params& params, const Sizes& sizes, std::span<const Layer>) {
  for (const char* name : {"x", "covariance"})
    if (sizes.has(name))
      if (auto error = too_large(sizes[name].rows, 4096, name, "rows")) return *error;
  const Result<Count> pairs = pairs_of_inputs(sizes);
  if (!pairs) return pairs.error();
  const Count n = sizes.has("x")            ? sizes["x"].rows
                  : sizes.has("covariance") ? sizes["covariance"].rows
                                            : Count(0);
  const Count tokens = params.has("tokens") ? Count(params.integer("tokens")) : n;
  return 4 * *pairs + n * std::min(tokens, n) +
         (params.flag("positionsInValues") ? Count(0) : *pairs) + 3 * n * std::min(n, Count(2048));
}

Steps steps(const Params& params, const Inputs& inputs, std::span<const Layer>, Work& work) {
  const Result<NetworkInput> input = network_input(params, inputs);
  if (!input) {
    work.error = input.error();
    co_return;
  }
  const std::size_t n = input->rows;
  const auto tokens = static_cast<std::size_t>(
      params.number_or("tokens", static_cast<double>(std::max<std::size_t>(n, 1))));
  const auto wrong = [&]() -> std::optional<Error> {
    if (n % tokens != 0)
      return Error{ErrorCode::bad_param, "tokens",
                   "must divide the number of rows " + std::to_string(n) + ", got " +
                       std::to_string(tokens)};
    if (!inputs.has("positions")) return std::nullopt;
    const Matrix& positions = inputs["positions"];
    if (positions.rows != tokens)
      return Error{ErrorCode::bad_shape, "positions",
                   "must be " + std::to_string(tokens) + " square, one row for each token, got " +
                       std::to_string(positions.rows)};
    return not_symmetric(positions.data.data(), positions.rows, "positions");
  };
  if ((work.error = wrong())) co_return;
  AttentionKernel kernel(params, inputs, *input, tokens);
  for (Steps steps = kernel.run(work); steps.next();) co_yield steps.cost();
}

}  // namespace posenc::attention_kernel_detail
