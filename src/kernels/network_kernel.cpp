#include "kernels/network_kernel.hpp"

#include <algorithm>
#include <cmath>  // std::sqrt
#include <optional>

#include "kernels/gram.hpp"
#include "kernels/hermite_duals.hpp"

namespace posenc::network_kernel_detail {
namespace {

class NetworkKernel final : public Job {
 public:
  NetworkKernel(bool standard, bool trained_bias, NetworkInput input, std::span<const Layer> layers)
      : standard_(standard),
        trained_bias_(trained_bias),
        input_(std::move(input)),
        layers_(layers.begin(), layers.end()),
        nngp_{input_.rows, input_.cols},
        ntk_{input_.rows, input_.cols},
        row_variances_({input_.row_variances}),
        col_variances_({input_.col_variances}) {
    for (Matrix* made : {&nngp_, &ntk_}) made->data.reserve(input_.rows * input_.cols);
  }

  Result<double> advance() override {
    const std::size_t n = input_.rows, m = input_.cols;
    if (n == 0 || m == 0) return 1.0;
    if (series_.size() < layers_.size()) {
      if (const auto error = prepare(series_.size())) return *error;
      return 0.0;
    }
    // some tens of milliseconds a step: about 2^18 pairs through every layer
    const std::size_t rows =
        std::clamp<std::size_t>((std::size_t{1} << 18) / (m * cost_), 1, n - row_);
    block(row_, rows);
    row_ += rows;
    return static_cast<double>(row_) / static_cast<double>(n);
  }

  Result<Outputs> finish() override {
    input_.shape(nngp_);
    input_.shape(ntk_);
    Outputs made = outputs(Output{"nngp", std::move(nngp_)}, Output{"ntk", std::move(ntk_)});
    std::optional<double> left_out;
    for (const auto& series : series_)
      if (series) left_out = std::max(left_out.value_or(0), series->left_out());
    if (left_out) made.push_back(scalar("leftOut", *left_out));
    return made;
  }

 private:
  // The series of layer l, if it needs one, and the variances that leave the layer.
  std::optional<Error> prepare(std::size_t l) {
    const Layer& layer = layers_[l];
    const std::vector<double>&rows = row_variances_[l], &cols = col_variances_[l];
    const auto fail = [&](ErrorCode code, const std::string& message) {
      return Error{code, "layers[" + std::to_string(l) + "]", message};
    };
    std::optional<HermiteDuals> series;
    const bool smooth = !layer.info->dense() && layer.info->activation.duals == nullptr;
    if (smooth) {
      Result<HermiteDuals> made = HermiteDuals::of(layer, rows, input_.symmetric ? rows : cols);
      if (!made) return fail(made.error().code, made.error().message);
      series = std::move(made).value();
      cost_ += series->terms() / 8;
    }
    const auto next = [&](const std::vector<double>& q) {
      if (smooth) return HermiteDuals::variances(layer, q);
      std::vector<double> out = q;
      if (layer.info->dense()) {
        const double w = layer.params.number("weightStd"), b = layer.params.number("biasStd");
        for (double& v : out) v = w * w * v + b * b;
      } else {
        double ignored = 0;
        for (std::size_t i = 0; i < q.size(); ++i) {
          const double root = std::sqrt(q[i]);
          layer.info->activation.duals(layer.params, q[i], &q[i], &root, &out[i], &ignored, 1);
        }
      }
      return out;
    };
    row_variances_.push_back(next(rows));
    col_roots_.push_back(cols);
    for (double& v : col_roots_.back()) v = std::sqrt(v);
    col_variances_.push_back(input_.symmetric ? row_variances_.back() : next(cols));
    for (const auto* q : {&row_variances_.back(), &col_variances_.back()})
      for (const double v : *q)
        if (!(v <= 1e300))
          return fail(ErrorCode::bad_argument, "its variance exceeds what float64 holds");
    series_.push_back(std::move(series));
    return std::nullopt;
  }

  // Rows [first, first + rows): of a symmetric kernel the entries right of the block's corner, and
  // those left of the diagonal from the rows above.
  void block(std::size_t first, std::size_t rows) {
    constexpr std::size_t kPart = 512;  // so that K and Θ of a part stay in the fastest cache
    const std::size_t m = input_.cols, from = input_.symmetric ? first : 0, end = first + rows;
    for (Matrix* made : {&nngp_, &ntk_}) made->data.resize(end * m);  // a part that is in the cache
    input_.covariances(first, rows, from, nngp_.row(first) + from, m);
    for (std::size_t i = first; i < end; ++i) {
      input_.tangents(i, from, ntk_.row(i) + from);
      for (std::size_t j = input_.symmetric ? i : 0; j < m; j += kPart)
        through_layers(i, j, nngp_.row(i) + j, ntk_.row(i) + j, std::min(kPart, m - j));
    }
    if (input_.symmetric)
      for (Matrix* made : {&nngp_, &ntk_}) mirror(made->data.data(), m, {0, end}, {first, rows});
  }

  void through_layers(std::size_t row, std::size_t from, double* k, double* theta, std::size_t n) {
    double fan_in = input_.dim.value_or(0);
    for (std::size_t l = 0; l < layers_.size(); ++l) {
      const Layer& layer = layers_[l];
      if (layer.info->dense()) {
        const double w = layer.params.number("weightStd"), b = layer.params.number("biasStd");
        const double w2 = w * w, b2 = b * b, bias = trained_bias_ ? 1 : 0;
        if (standard_)
          for (std::size_t j = 0; j < n; ++j) {
            theta[j] = fan_in * k[j] + w2 * theta[j] + bias;
            k[j] = w2 * k[j] + b2;
          }
        else
          for (std::size_t j = 0; j < n; ++j) {
            k[j] = w2 * k[j] + b2;
            theta[j] = k[j] + w2 * theta[j];
          }
        fan_in = layer.params.number("width");
      } else if (series_[l]) {
        series_[l]->duals(row, from, k, theta, n);
      } else {
        layer.info->activation.duals(layer.params, row_variances_[l][row],
                                     col_variances_[l].data() + from, col_roots_[l].data() + from,
                                     k, theta, n);
      }
    }
  }

  bool standard_, trained_bias_;
  NetworkInput input_;
  std::vector<Layer> layers_;
  Matrix nngp_, ntk_;  // their rows so far
  // [l][i]: variance of input i going into layer l, and its root
  std::vector<std::vector<double>> row_variances_, col_variances_, col_roots_;
  std::vector<std::optional<HermiteDuals>> series_;  // of layers without closed form
  std::size_t row_ = 0, cost_ = 1;
};

}  // namespace

Result<std::unique_ptr<Job>> start(const Params& params, const Inputs& inputs,
                                   std::span<const Layer> layers) {
  Result<NetworkInput> input = NetworkInput::of(params, inputs);
  if (!input) return input.error();
  const bool standard = params.choice("parameterization") == 1;
  if (standard && !input->dim)
    return Error{ErrorCode::missing_param, "inputDim",
                 "is needed with a covariance in the standard parameterisation"};
  return std::unique_ptr<Job>(std::make_unique<NetworkKernel>(standard, params.flag("trainedBias"),
                                                              std::move(input).value(), layers));
}

}  // namespace posenc::network_kernel_detail
