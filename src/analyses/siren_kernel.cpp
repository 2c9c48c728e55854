#include "analyses/siren_kernel.hpp"

#include <algorithm>
#include <cmath>  // std::fabs
#include <optional>

#include "core/real.hpp"
#include "core/text.hpp"
#include "nn/layers/sin.hpp"

namespace posenc::siren_kernel_row {
namespace {

Error too_far(const char* field, double most, double got) {
  return bad_argument(field, "coordinates must be at most ", to_text(most),
                      " in size at this omega0, got ", to_text(got));
}

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
        uniform(p.choice<FirstLayer>("firstLayer") == "uniform"),
        trained_bias(p.flag("trainedBias")),
        hidden(p.integer("hiddenLayers")) {}

  // The quantities of a pair of inputs that the kernel depends on.
  struct Pair {
    double apart = 1, together = 1, xx = 0, xy = 0, yy = 0;
  };
  Pair begin() const { return {.together = sinc(2 * omega * half_width)}; }
  void add(Pair& pair, const double* x, const double* y, std::size_t d) const {
    const auto dim = static_cast<double>(d);
    for (std::size_t c = 0; c < d; ++c) {
      if (uniform) {
        pair.apart *= sinc(omega * (x[c] - y[c]) / dim);
        pair.together *= sinc(omega * (x[c] + y[c]) / dim);
      }
      pair.xx += x[c] * x[c], pair.xy += x[c] * y[c], pair.yy += y[c] * y[c];
    }
  }
  // E sin sin and E cos cos of the first layer
  Dual first(const Pair& pair, std::size_t d) const {
    const auto dim = static_cast<double>(d);
    if (uniform) return {(pair.apart - pair.together) / 2, (pair.apart + pair.together) / 2};
    const double scale = omega * omega / 3, own = scale * half_width * half_width;
    const double of_x = scale / (dim * dim);
    return sin_row::waves(1, 1, 1, of_x * pair.xx + own, of_x * pair.xy + own,
                          of_x * pair.yy + own);
  }

  double next(double sin_sin) const { return weight * sin_sin + bias; }

  // K(x, x) at the input of each hidden layer, from that of the first one: hidden + 1 numbers
  void variances(double first_layer, double* q) const {
    q[0] = next(first_layer);
    for (std::int64_t l = 0; l < hidden; ++l)
      q[l + 1] = next(sin_row::waves(1, 1, 1, q[l], q[l], q[l]).value);
  }
};

class SirenKernel {
 public:
  SirenKernel(const Siren& siren, const Matrix& x, const Matrix& other)
      : siren_(siren), x_(x), other_(other), layers_(static_cast<std::size_t>(siren.hidden) + 1) {}

  void run(Work& work) {
    const std::size_t n = x_.rows, m = other_.rows;
    const std::size_t d = x_.cols;
    for (Matrix* made : {&sin_sin_, &cos_cos_, &nngp_, &ntk_}) *made = Matrix::zeros(n, m);
    cols_ = Matrix::zeros(m, layers_);
    for (std::size_t j = 0; j < m; ++j) {
      Siren::Pair own = siren_.begin();
      siren_.add(own, other_.row(j), other_.row(j), d);
      siren_.variances(siren_.first(own, d).value, cols_.row(j));
    }
    std::vector<double> q(layers_);
    for (std::size_t i = 0; i < n; ++i) {
      Siren::Pair own = siren_.begin();
      siren_.add(own, x_.row(i), x_.row(i), d);
      siren_.variances(siren_.first(own, d).value, q.data());
      for (std::size_t j = 0; j < m; ++j) {
        Siren::Pair both = siren_.begin();
        double inner = siren_.trained_bias ? 1 : 0;
        siren_.add(both, x_.row(i), other_.row(j), d);
        for (std::size_t c = 0; c < d; ++c) inner += x_(i, c) * other_(j, c);
        look(i, j, q, siren_.first(both, d), inner);
      }
      work.progress.done(i + 1, n);
    }
    work.outputs =
        outputs(Output{"sinSin", std::move(sin_sin_)}, Output{"cosCos", std::move(cos_cos_)},
                Output{"nngp", std::move(nngp_)}, Output{"ntk", std::move(ntk_)});
  }

 private:
  void look(std::size_t i, std::size_t j, const std::vector<double>& q, const Dual& first,
            double inner) {
    double k = siren_.next(first.value);
    double theta = k + siren_.weight * first.derivative * siren_.omega * siren_.omega * inner;
    for (std::size_t l = 0; l + 1 < layers_; ++l) {
      const Dual dual = sin_row::waves(1, 1, 1, q[l], k, cols_(j, l));
      k = siren_.next(dual.value);
      theta = k + siren_.weight * dual.derivative * theta;
    }
    sin_sin_(i, j) = first.value, cos_cos_(i, j) = first.derivative;
    nngp_(i, j) = k, ntk_(i, j) = theta;
  }

  Siren siren_;
  const Matrix &x_, &other_;
  std::size_t layers_;
  Matrix sin_sin_, cos_cos_, nngp_, ntk_;
  Matrix cols_;  // (m, layers) K(x', x') for each second input
};

}  // namespace

Result<Count> largest(const Params&, const Sizes& sizes, std::span<const Layer>) {
  constexpr std::uint64_t kMostPairs = std::uint64_t{1} << 24;
  const Size x = sizes["x"], other = sizes.has("other") ? sizes["other"] : x;
  const Count pairs = x.rows * other.rows;
  if (auto error = too_large(pairs, kMostPairs, "x", "pairs of inputs")) return *error;
  return pairs;
}

void run(const Params& params, const Inputs& inputs, std::span<const Layer>, Work& work) {
  const Matrix& x = inputs["x"];
  const Matrix& other = inputs.has("other") ? inputs["other"] : x;
  const Siren siren(params);
  const auto wrong = [&]() -> std::optional<Error> {
    if (x.cols == 0) return bad_shape("x", "must have at least one column");
    if (x.cols != other.cols)
      return bad_shape("other", "must have ", x.cols, " columns, as x has, got ", other.cols);
    return std::nullopt;
  };
  if ((work.error = wrong())) return;
  // beyond this an angle has no fractional digits
  const double most = 0x1p51 / std::max(siren.omega, 1.0);
  for (const Matrix* m : {&x, &other})
    for (const double c : m->data)
      if (std::fabs(c) > most) {
        work.error = too_far(m == &x ? "x" : "other", most, c);
        return;
      }
  SirenKernel kernel(siren, x, other);
  kernel.run(work);
}

}  // namespace posenc::siren_kernel_row
