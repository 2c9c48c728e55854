#include "kernels/network_kernel.hpp"

#include <algorithm>
#include <cmath>  // std::sqrt
#include <utility>

#include "core/passes.hpp"
#include "kernels/gram.hpp"
#include "kernels/hermite_duals.hpp"

namespace posenc {
namespace {

constexpr double kPair = 200;      // cost of a pair through a layer
constexpr double kTerm = 6;        // and of a term of a series
constexpr std::size_t kBand = 64;  // rows at a time

bool is_smooth(const Layer& layer) {
  return !layer.info->dense() && layer.info->activation.duals == nullptr;
}

class NetworkKernel {
 public:
  NetworkKernel(Parameterization how, Count coefficients, NetworkInput input,
                std::span<const Layer> layers)
      : standard_(how.standard),
        trained_bias_(how.trained_bias),
        coefficients_left_(coefficients.value()),
        input_(std::move(input)),
        layers_(layers),
        nngp_{input_.rows, input_.cols},
        ntk_{input_.rows, input_.cols},
        row_variances_({input_.row_variances}),
        col_variances_({input_.col_variances}) {}

  Steps run(NetworkKernels& out, double& total, std::optional<Error>& error) {
    const std::size_t n = input_.rows, m = input_.cols;
    const double pairs =
        static_cast<double>(n) * static_cast<double>(m) / (input_.symmetric ? 2 : 1);
    const double product = input_.dim ? 2 * *input_.dim : 0;
    pair_ = product + kPair;
    total = pairs * (pair_ + kPair * static_cast<double>(layers_.size()));
    for (std::size_t l = 0; l < layers_.size() && n > 0 && m > 0; ++l) {
      co_yield prepare(l, error);
      if (error) co_return;
    }
    total = pairs * pair_;
    for (Matrix* made : {&nngp_, &ntk_}) made->data.reserve(n * m);
    for (std::size_t first = 0, rows; first < n && m > 0; first += rows) {
      const std::size_t from = input_.symmetric ? first : 0;
      rows = std::min(kBand, n - first);
      co_yield block(first, rows, from);
    }
    input_.shape(nngp_);
    input_.shape(ntk_);
    out = {std::move(nngp_), std::move(ntk_), std::nullopt};
    for (const auto& series : series_)
      if (series) out.left_out = std::max(out.left_out.value_or(0), series->left_out());
  }

 private:
  // The series of layer l, if it needs one, and the variances that leave the layer.
  Steps prepare(std::size_t l, std::optional<Error>& error) {
    const Layer& layer = layers_[l];
    series_.emplace_back();
    if (is_smooth(layer)) {
      const std::vector<double>& rows = row_variances_[l];
      co_yield HermiteDuals::make(layer, rows, input_.symmetric ? rows : col_variances_[l],
                                  coefficients_left_, series_.back(), error);
      if (!error) {
        coefficients_left_ -= series_.back()->coefficients().value();
        pair_ += kTerm * static_cast<double>(series_.back()->terms());
      }
    } else {
      pair_ += kPair;
    }
    std::vector<double> next;
    for (auto* variances : {&row_variances_, &col_variances_}) {
      if (error) break;
      const bool same = input_.symmetric && variances == &col_variances_;
      if (!same) co_yield leaving(layer, (*variances)[l], next);
      variances->push_back(same ? row_variances_.back() : std::move(next));
      for (const double v : variances->back()) {
        if (!(v <= 1e300)) error = bad_argument("", "its variance exceeds what float64 holds");
        co_yield kPass;
      }
    }
    if (error) {
      error->field = "layers[" + std::to_string(l) + "]";
      co_return;
    }
    std::vector<double>& roots = col_roots_.emplace_back();
    roots.reserve(col_variances_[l].size());
    for (const double v : col_variances_[l]) {
      roots.push_back(std::sqrt(v));
      co_yield kPass;
    }
  }

  // E φ² for each variance
  static Steps leaving(const Layer& layer, const std::vector<double>& q, std::vector<double>& out) {
    if (is_smooth(layer)) return HermiteDuals::variances(layer, q, out);
    return closed(layer, q, out);
  }
  static Steps closed(const Layer& layer, const std::vector<double>& q, std::vector<double>& out) {
    co_yield copied(q, out);
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
      co_yield kPair;
    }
  }

  // Rows [first, first + rows): of a symmetric kernel the entries right of the block's corner, and
  // those left of the diagonal from the rows above.
  Steps block(std::size_t first, std::size_t rows, std::size_t from) {
    constexpr std::size_t kPart = 512;  // so that K and Θ of a part stay in the fastest cache
    const std::size_t m = input_.cols, end = first + rows;
    for (Matrix* made : {&nngp_, &ntk_})
      co_yield in_parts(rows * m, kPass, [&](std::size_t, std::size_t stop) {
        made->data.resize(first * m + stop);
      });
    co_yield input_.covariances(first, rows, from, m - from, nngp_.row(first) + from, m);
    for (std::size_t i = first; i < end; ++i) {
      for (std::size_t j = input_.symmetric ? i : 0; j < m; j += kPart) {
        const std::size_t width = std::min(kPart, m - j);
        input_.tangents(i, j, width, ntk_.row(i) + j);
        co_yield through_layers(i, j, nngp_.row(i) + j, ntk_.row(i) + j, width);
      }
    }
    if (!input_.symmetric) co_return;
    for (Matrix* made : {&nngp_, &ntk_})
      for (std::size_t top = 0; top < end; top += kBand) {
        mirror(*made, {top, std::min(kBand, end - top)}, {first, rows});
        co_yield (2 * kPass * static_cast<double>(kBand * rows));
      }
  }

  Steps through_layers(std::size_t row, std::size_t from, double* k, double* theta, std::size_t n) {
    const auto pairs = static_cast<double>(n);
    double cost = 0;
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
        cost += kTerm * pairs;
      } else if (series_[l]) {
        series_[l]->duals(row, from, k, theta, n);
        cost += kTerm * pairs * static_cast<double>(series_[l]->terms());
      } else {
        cost += kPair * pairs;
        layer.info->activation.duals(layer.params, row_variances_[l][row],
                                     col_variances_[l].data() + from, col_roots_[l].data() + from,
                                     k, theta, n);
      }
      if (cost < kStepCost / 8 && l + 1 < layers_.size()) continue;
      co_yield cost;
      cost = 0;
    }
  }

  bool standard_, trained_bias_;
  std::uint64_t coefficients_left_;
  NetworkInput input_;
  std::span<const Layer> layers_;
  Matrix nngp_, ntk_;  // their rows so far
  // [l][i]: variance of input i going into layer l, and its root
  std::vector<std::vector<double>> row_variances_, col_variances_, col_roots_;
  std::vector<std::optional<HermiteDuals>> series_;  // of layers without closed form
  double pair_ = 0;                                  // cost of a pair through all layers
};

}  // namespace

Count network_kernel_holds(Count pairs, Count rows, Count cols, std::span<const Layer> layers) {
  const bool series = std::ranges::any_of(layers, is_smooth);
  return 2 * pairs + (rows + 2 * cols) * (layers.size() + 3) + 2 * 4096 +
         (series ? HermiteDuals::kWorkspace : 0);
}

Steps network_kernels(NetworkInput input, std::span<const Layer> layers, Parameterization how,
                      Count coefficients, NetworkKernels& out, double& total,
                      std::optional<Error>& error) {
  NetworkKernel kernel(how, coefficients, std::move(input), layers);
  co_yield kernel.run(out, total, error);
}

Steps infinite_ntk(std::vector<Layer> layers, const Matrix& x, const Matrix& other,
                   Parameterization how, Matrix& out, std::optional<Error>& error) {
  Result<NetworkInput> input = NetworkInput::of_rows(x, &other == &x ? nullptr : &other);
  if (!input) {
    error = input.error();
    co_return;
  }
  co_yield input->read(error);  // rows of numbers are all read
  const Count held = x.data.size() + (&other == &x ? 0 : other.data.size()) +
                     network_kernel_holds(Count(x.rows) * other.rows, x.rows, other.rows, layers);
  NetworkKernels kernels;
  double total = 0;
  Steps steps = network_kernels(std::move(input).value(), layers, how, coefficients_beside(held),
                                kernels, total, error);
  co_yield std::move(steps);
  if (!error) out = std::move(kernels.ntk);
}

std::vector<Layer> with_width(std::span<const Layer> layers, double width) {
  std::vector<Layer> wide(layers.begin(), layers.end());
  for (Layer& layer : wide)
    if (layer.info->dense()) layer.params.set("width", width);
  return wide;
}

}  // namespace posenc
