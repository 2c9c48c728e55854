#include "analyses/attention_kernel.hpp"

#include <algorithm>
#include <optional>

#include "analyses/network_input.hpp"
#include "core/real.hpp"
#include "core/text.hpp"
#include "linalg/products.hpp"
#include "linalg/symmetry.hpp"

namespace posenc::attention_kernel_row {
namespace {

constexpr std::size_t kBand = 64;  // rows of a product at a time

// rows of example b: e^(scale·K_ij) over its sum
void softmax_of_examples(const Matrix& k, std::size_t tokens, double scale, Matrix& g) {
  g = Matrix::zeros(k.rows, tokens);
  for (std::size_t i = 0; i < k.rows; ++i) {
    const double* logits = k.row(i) + i / tokens * tokens;
    const double most = *std::max_element(logits, logits + tokens);
    double sum = 0;
    for (std::size_t j = 0; j < tokens; ++j) sum += g(i, j) = real::exp(scale * (logits[j] - most));
    for (std::size_t j = 0; j < tokens; ++j) g(i, j) /= sum;
  }
}

// weight·m, plus share·R if given, in every pair of examples
void mix(Matrix& m, double weight, double share, const Matrix* positions) {
  if (positions == nullptr) return;
  const std::size_t t = positions->rows;
  for (std::size_t i = 0; i < m.rows; ++i) {
    for (std::size_t j = 0; j < m.cols; ++j)
      m(i, j) = weight * m(i, j) + share * (*positions)(i % t, j % t);
  }
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

  void run(Work& work) {
    const std::size_t n = input_.rows;
    Matrix k = Matrix::zeros(n, n);
    for (std::size_t first = 0, rows; first < n; first += rows) {
      rows = std::min(2 * kBand, n - first);
      input_.covariances(first, rows, 0, n, k.row(first), n);
    }
    Matrix theta = given_tangent_ != nullptr ? *given_tangent_ : k;
    const double alpha = params_.number("contentWeight"), beta = params_.number("positionWeight");
    const bool in_values = params_.flag("positionsInValues");
    const double query_scale = params_.number("queryKeyScale");
    if (in_values) {
      const double share = params_.flag("trainedPositions") ? beta : 0;
      mix(theta, alpha, share, positions_);
      mix(k, alpha, beta, positions_);
      softmax_of_examples(k, tokens_, query_scale, g_);
    } else {
      Matrix both = k;
      mix(both, alpha, beta, positions_);
      softmax_of_examples(both, tokens_, query_scale, g_);
    }
    for (Matrix* made : {&nngp_, &ntk_}) *made = Matrix::zeros(n, n);
    for (std::size_t row = 0, rows; row < n; row += rows) {
      rows = std::min(kBand, tokens_ - row % tokens_);  // within one example
      mixed(k, row, rows, nngp_);
      mixed(theta, row, rows, ntk_);
      work.progress.done(row + rows, n);
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
  // out = scale·G M Gᵀ: the rows from `row` on, right of the diagonal, and their mirror images
  void mixed(const Matrix& m, std::size_t row, std::size_t rows, Matrix& out) {
    const std::size_t n = m.rows, t = g_.cols, example = row / t * t;
    std::vector<double> left(rows * n), part(rows * t), product(rows * t);
    multiply(scale_, g_.part(row, rows), m.part(example, t), left.data());
    for (std::size_t other = example; other < n; other += t) {
      for (std::size_t i = 0; i < rows; ++i)
        std::copy_n(left.data() + i * n + other, t, part.data() + i * t);
      const StridedView here = in_rows(part, t), there = transposed(g_.part(other, t));
      multiply(1, here, there, product.data());
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

Result<Count> largest(const Params&, const Sizes& sizes, std::span<const Layer>) {
  for (const char* name : {"x", "covariance"})
    if (sizes.has(name))
      if (auto error = too_large(sizes[name].rows, 4096, name, "rows")) return *error;
  return pairs_of_inputs(sizes);
}

void run(const Params& params, const Inputs& inputs, std::span<const Layer>, Work& work) {
  Result<NetworkInput> input = network_input(params, inputs);
  if (!input) {
    work.error = input.error();
    return;
  }
  const std::size_t n = input->rows;
  const auto tokens = static_cast<std::size_t>(
      params.number_or("tokens", static_cast<double>(std::max<std::size_t>(n, 1))));
  const auto wrong = [&]() -> std::optional<Error> {
    if (n % tokens != 0)
      return bad_param("tokens", "must divide the number of rows ", n, ", got ", tokens);
    if (!inputs.has("positions")) return std::nullopt;
    const Matrix& positions = inputs["positions"];
    if (positions.rows != tokens)
      return bad_shape("positions", "must be ", tokens, " square, one row for each token, got ",
                       positions.rows);
    return std::nullopt;
  };
  if ((work.error = wrong())) return;
  if ((work.error = input->read())) return;
  if (inputs.has("positions") && (work.error = not_symmetric(inputs["positions"], "positions")))
    return;
  AttentionKernel kernel(params, inputs, *input, tokens);
  kernel.run(work);
}

}  // namespace posenc::attention_kernel_row
