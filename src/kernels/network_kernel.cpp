#include "kernels/network_kernel.hpp"

#include <algorithm>
#include <cmath>  // std::sqrt
#include <utility>

#include "kernels/gram.hpp"
#include "kernels/hermite_duals.hpp"

namespace posenc {
namespace {

constexpr std::size_t kBand = 64;  // rows at a time

bool is_smooth(const Layer& layer) {
  return !layer.info->dense() && layer.info->activation.duals == nullptr;
}

class NetworkKernel {
 public:
  NetworkKernel(Parameterization how, NetworkInput input, std::span<const Layer> layers)
      : standard_(how.standard),
        trained_bias_(how.trained_bias),
        input_(std::move(input)),
        layers_(layers),
        nngp_{input_.rows, input_.cols},
        ntk_{input_.rows, input_.cols},
        row_variances_({input_.row_variances}),
        col_variances_({input_.col_variances}) {}

  Result<NetworkKernels> run(const Progress& progress) {
    const std::size_t n = input_.rows, m = input_.cols;
    for (std::size_t l = 0; l < layers_.size() && n > 0 && m > 0; ++l)
      if (auto error = prepare(l)) {
        error->field = "layers[" + std::to_string(l) + "]";
        return *error;
      }
    for (Matrix* made : {&nngp_, &ntk_}) made->data.resize(n * m);
    for (std::size_t first = 0, rows; first < n && m > 0; first += rows) {
      const std::size_t from = input_.symmetric ? first : 0;
      rows = std::min(kBand, n - first);
      block(first, rows, from);
      progress.done(first + rows, n);
    }
    input_.shape(nngp_);
    input_.shape(ntk_);
    NetworkKernels out{std::move(nngp_), std::move(ntk_), std::nullopt};
    for (const auto& series : series_)
      if (series) out.left_out = std::max(out.left_out.value_or(0), series->left_out());
    return out;
  }

 private:
  // Makes the series of layer l, if needed, and the variances of its outputs.
  std::optional<Error> prepare(std::size_t l) {
    const Layer& layer = layers_[l];
    series_.emplace_back();
    if (is_smooth(layer)) {
      const std::vector<double>& rows = row_variances_[l];
      auto series = HermiteDuals::make(layer, rows, input_.symmetric ? rows : col_variances_[l],
                                       coefficients_left_);
      if (!series) return series.error();
      series_.back() = std::move(series).value();
      coefficients_left_ -= series_.back()->coefficients().value();
    }
    row_variances_.push_back(leaving(layer, row_variances_[l]));
    col_variances_.push_back(input_.symmetric ? row_variances_.back()
                                              : leaving(layer, col_variances_[l]));
    for (const auto* variances : {&row_variances_.back(), &col_variances_.back()})
      for (const double v : *variances)
        if (!(v <= 1e300)) return bad_argument("", "its variance exceeds what float64 holds");
    std::vector<double>& roots = col_roots_.emplace_back();
    roots.reserve(col_variances_[l].size());
    for (const double v : col_variances_[l]) roots.push_back(std::sqrt(v));
    return std::nullopt;
  }

  // E φ² for each variance
  static std::vector<double> leaving(const Layer& layer, const std::vector<double>& q) {
    return is_smooth(layer) ? HermiteDuals::variances(layer, q) : closed(layer, q);
  }
  static std::vector<double> closed(const Layer& layer, const std::vector<double>& q) {
    std::vector<double> out = q;
    const bool dense = layer.info->dense();
    const double w = dense ? layer.params.number("weightStd") : 0,
                 b = dense ? layer.params.number("biasStd") : 0;
    double ignored = 0;
    for (std::size_t i = 0; i < q.size(); ++i) {
      if (dense) {
        out[i] = w * w * q[i] + b * b;
      } else {
        const double root = std::sqrt(q[i]);
        layer.info->activation.duals(layer.params, q[i], &q[i], &root, &out[i], &ignored, 1);
      }
    }
    return out;
  }

  // Rows [first, first + rows): for a symmetric kernel, the entries right of the block's corner,
  // and those left of the diagonal from the rows above.
  void block(std::size_t first, std::size_t rows, std::size_t from) {
    constexpr std::size_t kPart = 512;  // so that K and Θ of a part stay in the fastest cache
    const std::size_t m = input_.cols, end = first + rows;
    input_.covariances(first, rows, from, m - from, nngp_.row(first) + from, m);
    for (std::size_t i = first; i < end; ++i) {
      for (std::size_t j = input_.symmetric ? i : 0; j < m; j += kPart) {
        const std::size_t width = std::min(kPart, m - j);
        input_.tangents(i, j, width, ntk_.row(i) + j);
        through_layers(i, j, nngp_.row(i) + j, ntk_.row(i) + j, width);
      }
    }
    if (!input_.symmetric) return;
    for (Matrix* made : {&nngp_, &ntk_})
      for (std::size_t top = 0; top < end; top += kBand) {
        mirror(*made, {top, std::min(kBand, end - top)}, {first, rows});
      }
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
  // coefficients that the series of smooth activations may use: half a GiB
  std::uint64_t coefficients_left_ = std::uint64_t{1} << 26;
  NetworkInput input_;
  std::span<const Layer> layers_;
  Matrix nngp_, ntk_;
  // [l][i]: variance of input i of layer l, and its root
  std::vector<std::vector<double>> row_variances_, col_variances_, col_roots_;
  std::vector<std::optional<HermiteDuals>> series_;  // for layers without closed form
};

}  // namespace

Result<NetworkKernels> network_kernels(NetworkInput input, std::span<const Layer> layers,
                                       Parameterization how, const Progress& progress) {
  return NetworkKernel(how, std::move(input), layers).run(progress);
}

Result<Matrix> infinite_ntk(const std::vector<Layer>& layers, const Matrix& x, const Matrix& other,
                            Parameterization how) {
  Result<NetworkInput> input = NetworkInput::of_rows(x, &other == &x ? nullptr : &other);
  if (!input) return input.error();
  if (const auto error = input->read()) return *error;
  Result<NetworkKernels> kernels = network_kernels(std::move(input).value(), layers, how);
  if (!kernels) return kernels.error();
  return std::move(kernels->ntk);
}

std::vector<Layer> with_width(std::span<const Layer> layers, double width) {
  std::vector<Layer> wide(layers.begin(), layers.end());
  for (Layer& layer : wide)
    if (layer.info->dense()) layer.params.set("width", width);
  return wide;
}

}  // namespace posenc
