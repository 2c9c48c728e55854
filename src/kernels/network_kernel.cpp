#include "kernels/network_kernel.hpp"

#include <algorithm>

#include "kernels/gram.hpp"

namespace posenc::network_kernel_detail {
namespace {

class NetworkKernel final : public Job {
 public:
  NetworkKernel(bool standard, bool trained_bias, const Matrix& x, const Matrix& other,
                std::span<const Layer> layers)
      : standard_(standard),
        trained_bias_(trained_bias),
        x_(x),
        other_(other),
        layers_(layers.begin(), layers.end()),
        nngp_(Matrix::zeros(x.rows, other.rows)),
        ntk_(Matrix::zeros(x.rows, other.rows)) {
    rows_ = variances(x);
    cols_ = &x == &other ? rows_ : variances(other);
  }

  Result<double> advance() override {
    const std::size_t n = x_.rows, m = other_.rows;
    if (n == 0 || m == 0) return 1.0;
    // a few milliseconds a step: about 2^18 entries through every layer
    const std::size_t rows = std::clamp<std::size_t>((std::size_t{1} << 18) / m, 1, n - row_);
    block(row_, rows);
    row_ += rows;
    return static_cast<double>(row_) / static_cast<double>(n);
  }

  Result<Outputs> finish() override {
    return Outputs{{"nngp", std::move(nngp_)}, {"ntk", std::move(ntk_)}};
  }

 private:
  // variances()[l][i]: K(x_i, x_i) going into layer l
  using Variances = std::vector<std::vector<double>>;

  Variances variances(const Matrix& inputs) const {
    Variances all;
    std::vector<double> q(inputs.rows);
    for (std::size_t i = 0; i < inputs.rows; ++i) {
      for (std::size_t c = 0; c < inputs.cols; ++c) q[i] += inputs(i, c) * inputs(i, c);
      q[i] /= static_cast<double>(inputs.cols);
    }
    for (const Layer& layer : layers_) {
      all.push_back(q);
      if (layer.info->dense()) {
        const double w = layer.params.number("weightStd"), b = layer.params.number("biasStd");
        for (double& v : q) v = w * w * v + b * b;
      } else {
        double ignored = 0;
        for (double& v : q) {
          const double variance = v;
          layer.info->activation.duals(layer.params, variance, &variance, &v, &ignored, 1);
        }
      }
    }
    return all;
  }

  void block(std::size_t first, std::size_t rows) {
    const std::size_t m = other_.rows, d = x_.cols;
    double *k = nngp_.row(first), *theta = ntk_.row(first);
    gram_block(x_.row(first), rows, other_.data.data(), m, d, k);
    for (std::size_t e = 0; e < rows * m; ++e) k[e] /= static_cast<double>(d);
    double fan_in = static_cast<double>(d);
    for (std::size_t l = 0; l < layers_.size(); ++l) {
      const Layer& layer = layers_[l];
      if (layer.info->dense()) {
        const double w = layer.params.number("weightStd"), b = layer.params.number("biasStd");
        for (std::size_t e = 0; e < rows * m; ++e) {
          const double next = w * w * k[e] + b * b;
          theta[e] = standard_ ? fan_in * k[e] + w * w * theta[e] + (trained_bias_ ? 1 : 0)
                               : next + w * w * theta[e];
          k[e] = next;
        }
        fan_in = layer.params.number("width");
      } else {
        for (std::size_t i = 0; i < rows; ++i)
          layer.info->activation.duals(layer.params, rows_[l][first + i], cols_[l].data(),
                                       k + i * m, theta + i * m, m);
      }
    }
  }

  bool standard_, trained_bias_;
  const Matrix &x_, &other_;
  std::vector<Layer> layers_;
  Matrix nngp_, ntk_;
  Variances rows_, cols_;
  std::size_t row_ = 0;
};

}  // namespace

Result<std::unique_ptr<Job>> start(const Params& params, const Inputs& inputs,
                                   std::span<const Layer> layers) {
  const Matrix& x = inputs["x"];
  const Matrix& other = inputs.has("other") ? inputs["other"] : x;
  if (x.cols == 0) return Error{ErrorCode::bad_shape, "x", "must have at least one column"};
  if (x.cols != other.cols)
    return Error{ErrorCode::bad_shape, "other",
                 "must have " + std::to_string(x.cols) + " columns, as x has, got " +
                     std::to_string(other.cols)};
  return std::unique_ptr<Job>(std::make_unique<NetworkKernel>(
      params.choice("parameterization") == 1, params.flag("trainedBias"), x, other, layers));
}

}  // namespace posenc::network_kernel_detail
