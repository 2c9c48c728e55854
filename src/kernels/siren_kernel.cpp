#include "kernels/siren_kernel.hpp"

#include <algorithm>
#include <cmath>  // std::fabs

#include "core/real.hpp"
#include "core/text.hpp"
#include "kernels/layers/sin.hpp"

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

  // K(x, x) going into each hidden layer
  std::vector<double> variances(const double* x, std::size_t d) const {
    std::vector<double> q = {next(first(x, x, d).t)};
    for (std::int64_t l = 0; l < hidden; ++l)
      q.push_back(next(sin_detail::waves(1, 1, 1, q.back(), q.back(), q.back()).t));
    return q;
  }
};

class SirenKernel final : public Job {
 public:
  SirenKernel(const Siren& siren, const Matrix& x, const Matrix& other)
      : siren_(siren), x_(x), other_(other) {
    for (Matrix* m : {&sin_sin_, &cos_cos_, &nngp_, &ntk_}) *m = Matrix::zeros(x.rows, other.rows);
    for (std::size_t j = 0; j < other.rows; ++j)
      cols_.push_back(siren_.variances(other.row(j), x.cols));
  }

  Result<double> advance() override {
    const std::size_t n = x_.rows, m = other_.rows;
    if (n == 0 || m == 0) return 1.0;
    // some tens of milliseconds a step
    const std::size_t cost = m * (x_.cols + static_cast<std::size_t>(siren_.hidden) + 1);
    const std::size_t end =
        row_ + std::clamp<std::size_t>((std::size_t{1} << 18) / cost, 1, n - row_);
    for (; row_ < end; ++row_) row(row_);
    return static_cast<double>(row_) / static_cast<double>(n);
  }

  Result<Outputs> finish() override {
    return Outputs{{"sinSin", std::move(sin_sin_)},
                   {"cosCos", std::move(cos_cos_)},
                   {"nngp", std::move(nngp_)},
                   {"ntk", std::move(ntk_)}};
  }

 private:
  void row(std::size_t i) {
    const std::size_t d = x_.cols;
    const double* x = x_.row(i);
    const std::vector<double> q = siren_.variances(x, d);
    for (std::size_t j = 0; j < other_.rows; ++j) {
      const double* y = other_.row(j);
      const Dual first = siren_.first(x, y, d);
      double inner = siren_.trained_bias ? 1 : 0;
      for (std::size_t c = 0; c < d; ++c) inner += x[c] * y[c];
      double k = siren_.next(first.t);
      double theta = k + siren_.weight * first.slope * siren_.omega * siren_.omega * inner;
      for (std::size_t l = 0; l + 1 < q.size(); ++l) {
        const Dual dual = sin_detail::waves(1, 1, 1, q[l], k, cols_[j][l]);
        k = siren_.next(dual.t);
        theta = k + siren_.weight * dual.slope * theta;
      }
      sin_sin_(i, j) = first.t, cos_cos_(i, j) = first.slope;
      nngp_(i, j) = k, ntk_(i, j) = theta;
    }
  }

  Siren siren_;
  const Matrix &x_, &other_;
  Matrix sin_sin_, cos_cos_, nngp_, ntk_;
  std::vector<std::vector<double>> cols_;  // K(x', x') of each second input, by layer
  std::size_t row_ = 0;
};

}  // namespace

Result<std::unique_ptr<Job>> start(const Params& params, const Inputs& inputs,
                                   std::span<const Layer>) {
  constexpr std::size_t kMostPairs = std::size_t{1} << 24;
  const Matrix& x = inputs["x"];
  const Matrix& other = inputs.has("other") ? inputs["other"] : x;
  if (x.cols == 0) return Error{ErrorCode::bad_shape, "x", "must have at least one column"};
  if (x.cols != other.cols)
    return Error{ErrorCode::bad_shape, "other",
                 "must have " + std::to_string(x.cols) + " columns, as x has, got " +
                     std::to_string(other.cols)};
  if (x.rows > 0 && other.rows > kMostPairs / x.rows)
    return Error{ErrorCode::too_large, "x",
                 "at most " + std::to_string(kMostPairs) + " pairs of inputs, got " +
                     std::to_string(x.rows) + " times " + std::to_string(other.rows)};
  const Siren siren(params);
  // beyond this an angle has no digits left after the point
  const double most = 0x1p51 / std::max(siren.omega, 1.0);
  for (const Matrix* m : {&x, &other})
    for (const double v : m->data)
      if (std::fabs(v) > most)
        return Error{ErrorCode::bad_argument, m == &x ? "x" : "other",
                     "coordinates must be at most " + to_text(most) +
                         " in size at this omega0, got " + to_text(v)};
  return std::unique_ptr<Job>(std::make_unique<SirenKernel>(siren, x, other));
}

}  // namespace posenc::siren_kernel_detail
