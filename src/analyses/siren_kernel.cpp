#include "analyses/siren_kernel.hpp"

#include <algorithm>
#include <cmath>  // std::fabs
#include <optional>

#include "core/real.hpp"
#include "core/text.hpp"
#include "nn/layers/sin.hpp"

namespace posenc::siren_kernel_detail {
namespace {

double sinc(double t) { return t == 0 ? 1 : real::sin(t) / t; }

struct Siren {
  double omega, half_width, weight, bias;
  bool uniform, trained_bias;
  std::int64_t hidden;

  explicit Siren(const Params& p)
      : omega(p.number("omega0")),
        half_width(p.number("biasHalfWidth")),
        weight(p.number("weightVariance")),
        bias(p.number("biasVariance")),
        uniform(p.choice("firstLayer") == 0),
        trained_bias(p.flag("trainedBias")),
        hidden(p.integer("hiddenLayers")) {}

  // E sin sin and E cos cos of the first layer
  Dual first(const double* x, const double* y, std::size_t d) const {
    const auto dim = static_cast<double>(d);
    if (uniform) {
      double apart = 1, together = sinc(2 * omega * half_width);
      for (std::size_t c = 0; c < d; ++c) {
        apart *= sinc(omega * (x[c] - y[c]) / dim);
        together *= sinc(omega * (x[c] + y[c]) / dim);
      }
      return {(apart - together) / 2, (apart + together) / 2};
    }
    double xx = 0, xy = 0, yy = 0;
    for (std::size_t c = 0; c < d; ++c) xx += x[c] * x[c], xy += x[c] * y[c], yy += y[c] * y[c];
    const double scale = omega * omega / 3, own = scale * half_width * half_width;
    const double of_x = scale / (dim * dim);
    return sin_detail::waves(1, 1, 1, of_x * xx + own, of_x * xy + own, of_x * yy + own);
  }

  double next(double sin_sin) const { return weight * sin_sin + bias; }

  // K(x, x) going into each hidden layer: hidden + 1 numbers
  void variances(const double* x, std::size_t d, double* q) const {
    q[0] = next(first(x, x, d).t);
    for (std::int64_t l = 0; l < hidden; ++l)
      q[l + 1] = next(sin_detail::waves(1, 1, 1, q[l], q[l], q[l]).t);
  }
};

class SirenKernel {
 public:
  SirenKernel(const Siren& siren, const Matrix& x, const Matrix& other)
      : siren_(siren), x_(x), other_(other), layers_(static_cast<std::size_t>(siren.hidden) + 1) {}

  Steps run(Work& work) {
    constexpr double kAngle = 1500;  // cost of a layer, and of a coordinate
    const std::size_t n = x_.rows, m = other_.rows;
    const double pair = kAngle * static_cast<double>(x_.cols + layers_);
    work.total = pair * static_cast<double>(m) * static_cast<double>(n + 1);
    for (Matrix* made : {&sin_sin_, &cos_cos_, &nngp_, &ntk_}) *made = Matrix::zeros(n, m);
    cols_ = Matrix::zeros(m, layers_);
    for (std::size_t j = 0; j < m; ++j) {
      siren_.variances(other_.row(j), x_.cols, cols_.row(j));
      co_yield pair;
    }
    std::vector<double> q(layers_);
    for (std::size_t i = 0; i < n; ++i) {
      siren_.variances(x_.row(i), x_.cols, q.data());
      for (std::size_t j = 0; j < m; ++j) {
        look(i, j, q);
        co_yield pair;
      }
    }
    work.outputs =
        outputs(Output{"sinSin", std::move(sin_sin_)}, Output{"cosCos", std::move(cos_cos_)},
                Output{"nngp", std::move(nngp_)}, Output{"ntk", std::move(ntk_)});
  }

 private:
  void look(std::size_t i, std::size_t j, const std::vector<double>& q) {
    const std::size_t d = x_.cols;
    const double *x = x_.row(i), *y = other_.row(j);
    const Dual first = siren_.first(x, y, d);
    double inner = siren_.trained_bias ? 1 : 0;
    for (std::size_t c = 0; c < d; ++c) inner += x[c] * y[c];
    double k = siren_.next(first.t);
    double theta = k + siren_.weight * first.slope * siren_.omega * siren_.omega * inner;
    for (std::size_t l = 0; l + 1 < layers_; ++l) {
      const Dual dual = sin_detail::waves(1, 1, 1, q[l], k, cols_(j, l));
      k = siren_.next(dual.t);
      theta = k + siren_.weight * dual.slope * theta;
    }
    sin_sin_(i, j) = first.t, cos_cos_(i, j) = first.slope;
    nngp_(i, j) = k, ntk_(i, j) = theta;
  }

  Siren siren_;
  const Matrix &x_, &other_;
  std::size_t layers_;
  Matrix sin_sin_, cos_cos_, nngp_, ntk_;
  Matrix cols_;  // (m, layers) K(x', x') of each second input
};

}  // namespace

Result<Count> holds(const Params& params, const Sizes& sizes, std::span<const Layer>) {
  constexpr std::uint64_t kMostPairs = std::uint64_t{1} << 24;
  const Size x = sizes["x"], other = sizes.has("other") ? sizes["other"] : x;
  const Count pairs = x.rows * other.rows;
  if (auto error = too_large(pairs, kMostPairs, "x", "pairs of inputs")) return *error;
  return 4 * pairs + (other.rows + 1) * (Count(params.integer("hiddenLayers")) + 1);
}

Steps steps(const Params& params, const Inputs& inputs, std::span<const Layer>, Work& work) {
  const Matrix& x = inputs["x"];
  const Matrix& other = inputs.has("other") ? inputs["other"] : x;
  const Siren siren(params);
  const auto wrong = [&]() -> std::optional<Error> {
    if (x.cols == 0) return Error{ErrorCode::bad_shape, "x", "must have at least one column"};
    if (x.cols != other.cols)
      return Error{ErrorCode::bad_shape, "other",
                   "must have " + std::to_string(x.cols) + " columns, as x has, got " +
                       std::to_string(other.cols)};
    // beyond this an angle has no digits left after the point
    const double most = 0x1p51 / std::max(siren.omega, 1.0);
    for (const Matrix* m : {&x, &other})
      for (const double v : m->data)
        if (std::fabs(v) > most)
          return Error{ErrorCode::bad_argument, m == &x ? "x" : "other",
                       "coordinates must be at most " + to_text(most) +
                           " in size at this omega0, got " + to_text(v)};
    return std::nullopt;
  };
  if ((work.error = wrong())) co_return;
  SirenKernel kernel(siren, x, other);
  for (Steps steps = kernel.run(work); steps.next();) co_yield steps.cost();
}

}  // namespace posenc::siren_kernel_detail
