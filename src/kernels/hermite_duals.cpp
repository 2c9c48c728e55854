#include "kernels/hermite_duals.hpp"

#include <algorithm>
#include <cmath>  // std::sqrt, std::ceil, std::fabs

#include "core/passes.hpp"
#include "core/real.hpp"
#include "core/text.hpp"
#include "kernels/gram.hpp"

namespace posenc {
namespace {

// Equally spaced nodes for ∫ φ(√q z) he_n(z) w(z) dz, w the normal density: the trapezoid rule,
// which converges exponentially in 1/step for functions that are analytic near the real axis. The
// spectrum of he_n(z)·w(z) ends near √n. That of φ(√q z), for φ with poles as far from the axis as
// those of tanh, decays as exp(-π|k|/(2√q)): below 2^-52 beyond 23√q. he_n·√w is bounded and √w is
// below 2^-60 at the ends.
struct Nodes {
  std::vector<double> z, density;  // density · step
  Nodes(double variance, std::size_t terms) {
    constexpr double kReach = 13, kTwoPiDouble = 6.283185307179586;
    constexpr double kDensity = 0.3989422804014327;  // 1/√(2π)
    const double frequency = std::sqrt(static_cast<double>(terms)) + 23 * std::sqrt(variance) + 14;
    const auto half = static_cast<std::size_t>(std::ceil(kReach * frequency / kTwoPiDouble));
    const double step = kReach / static_cast<double>(half);
    for (std::size_t i = 0; i <= 2 * half; ++i) {
      const double at = step * (static_cast<double>(i) - static_cast<double>(half));
      z.push_back(at);
      density.push_back(step * kDensity * real::exp(-at * at / 2));
    }
  }
};

// he_0 … he_{terms-1} at the nodes, times √density: [term][node]
std::vector<double> hermite(const Nodes& nodes, std::size_t terms) {
  const std::size_t m = nodes.z.size();
  std::vector<double> he(terms * m);
  for (std::size_t i = 0; i < m; ++i) he[i] = std::sqrt(nodes.density[i]);
  for (std::size_t n = 1; n < terms; ++n) {
    const double* now = he.data() + (n - 1) * m;
    const double* before = n > 1 ? now - m : now;
    const double last = std::sqrt(static_cast<double>(n - 1));  // 0 at n = 1
    const double scale = 1 / std::sqrt(static_cast<double>(n));
    double* next = he.data() + n * m;
    for (std::size_t i = 0; i < m; ++i) next[i] = (nodes.z[i] * now[i] - last * before[i]) * scale;
  }
  return he;
}

struct Samples {
  std::vector<double> value, derivative;           // φ and φ' at √q z, times √density
  double value_square = 0, derivative_square = 0;  // E φ², E φ'²
};
Samples sample(const Layer& layer, double variance, const Nodes& nodes) {
  const std::size_t m = nodes.z.size();
  Samples s{std::vector<double>(m), std::vector<double>(m)};
  const double root = std::sqrt(variance);
  for (std::size_t i = 0; i < m; ++i) s.value[i] = root * nodes.z[i];
  layer.info->activation.values(layer.params, s.value.data(), s.value.data(), s.derivative.data(),
                                m);
  for (std::size_t i = 0; i < m; ++i) {
    const double weight = std::sqrt(nodes.density[i]);
    s.value[i] *= weight, s.derivative[i] *= weight;
    s.value_square += s.value[i] * s.value[i];
    s.derivative_square += s.derivative[i] * s.derivative[i];
  }
  return s;
}

double largest(const std::vector<double>& q) {
  return q.empty() ? 0 : *std::max_element(q.begin(), q.end());
}

// (1 - Σ_{n<count} a_n²/total), at least 0
double rest(const double* a, std::size_t stride, std::size_t count, double total) {
  double sum = 0;
  for (std::size_t n = 0; n < count; ++n) sum += a[n * stride] * a[n * stride];
  return total > 0 ? std::max(0.0, 1 - sum / total) : 0;
}

// The number of terms after which float64 resolves no rest for this input.
std::size_t terms_for(const Layer& layer, double variance) {
  constexpr double kResolved = 3e-14;
  for (std::size_t terms = 32; terms < HermiteDuals::kMostTerms; terms += terms / 2) {
    const Nodes nodes(variance, terms);
    const Samples s = sample(layer, variance, nodes);
    const std::vector<double> he = hermite(nodes, terms);
    std::vector<double> a(terms), b(terms);
    const std::size_t m = nodes.z.size();
    const ConstMatrixView polynomials = {he.data(), terms, m};
    gram_block({s.value.data(), 1, m}, polynomials, a.data(), terms);
    gram_block({s.derivative.data(), 1, m}, polynomials, b.data(), terms);
    if (rest(a.data(), 1, terms, s.value_square) <= kResolved &&
        rest(b.data(), 1, terms, s.derivative_square) <= kResolved)
      return terms;
  }
  return HermiteDuals::kMostTerms;
}

}  // namespace

Result<HermiteDuals> HermiteDuals::make(const Layer& layer, const std::vector<double>& rows,
                                        const std::vector<double>& cols, Count most) {
  constexpr double kAgree = 64 * 0x1p-52;
  const double variance = std::max(largest(rows), largest(cols));
  if (!(variance <= kMostVariance)) {
    return bad_argument("", "takes variances up to ", to_text(kMostVariance), ", got ",
                        to_text(variance));
  }
  HermiteDuals duals;
  const double any = rows.empty() ? 0 : rows[0];
  const auto agrees = [&](double q) { return std::fabs(q - any) <= kAgree * any; };
  duals.one_variance_ = std::all_of(rows.begin(), rows.end(), agrees) &&
                        std::all_of(cols.begin(), cols.end(), agrees);
  duals.same_ = &rows == &cols;
  duals.terms_ = terms_for(layer, variance);
  const Count inputs =
      duals.one_variance_ ? Count(1) : Count(rows.size()) + (duals.same_ ? 0 : cols.size());
  if (const auto error = too_large(2 * inputs * duals.terms_, most, "",
                                   "coefficients of layers without a closed form"))
    return *error;
  duals.expand(layer, variance, rows, cols);
  if (duals.left_out_ > kMostLeftOut) {
    return bad_argument("", "has no closed form, and at variance ", to_text(variance), " its ",
                        kMostTerms, " terms leave out ", to_text(duals.left_out_),
                        " of it; at most ", to_text(kMostLeftOut), " may be");
  }
  return duals;
}

void HermiteDuals::expand(const Layer& layer, double most, const std::vector<double>& rows,
                          const std::vector<double>& cols) {
  rows_ = rows.size(), cols_ = cols.size();
  const Nodes nodes(most, terms_);
  const std::vector<double> he = hermite(nodes, terms_);
  const std::size_t m = nodes.z.size();
  constexpr std::size_t kChunk = 64;
  std::vector<double> samples(m * kChunk), derivatives(m * kChunk), part(terms_ * kChunk);
  double totals[2][kChunk];
  for (const bool second : {false, true}) {
    if (second && (same_ || one_variance_)) continue;
    const std::vector<double>& q = second ? cols : rows;
    const std::size_t count = one_variance_ ? std::min<std::size_t>(1, rows_) : q.size();
    Coefficients& c = second ? of_cols_ : of_rows_;
    for (std::vector<double>* all : {&c.value, &c.derivative}) all->assign(terms_ * count, 0);
    for (std::size_t first = 0, size; first < count; first += size) {
      size = std::min(kChunk, count - first);
      for (std::size_t i = 0; i < size; ++i) {
        const Samples s = sample(layer, q[first + i], nodes);
        std::copy(s.value.begin(), s.value.end(), samples.data() + i * m);
        std::copy(s.derivative.begin(), s.derivative.end(), derivatives.data() + i * m);
        totals[0][i] = s.value_square, totals[1][i] = s.derivative_square;
      }
      for (const bool derivative : {false, true}) {
        gram_block({he.data(), terms_, m}, {(derivative ? derivatives : samples).data(), size, m},
                   part.data(), size);
        std::vector<double>& all = derivative ? c.derivative : c.value;
        for (std::size_t n = 0; n < terms_; ++n)
          std::copy_n(part.data() + n * size, size, all.data() + n * count + first);
        for (std::size_t i = 0; i < size; ++i)
          left_out_ =
              std::max(left_out_, rest(part.data() + i, size, terms_, totals[derivative][i]));
      }
    }
  }
  if (one_variance_) {
    for (double& a : of_rows_.value) a *= a;
    for (double& a : of_rows_.derivative) a *= a;
  }
  const auto roots = [](const std::vector<double>& q) {
    std::vector<double> root;
    root.reserve(q.size());
    for (const double x : q) root.push_back(std::sqrt(x));
    return root;
  };
  row_roots_ = roots(rows);
  if (!same_) col_roots_ = roots(cols);
}

std::vector<double> HermiteDuals::variances(const Layer& layer, const std::vector<double>& q) {
  const Nodes nodes(largest(q), 1);
  std::vector<double> out;
  out.reserve(q.size());
  for (std::size_t i = 0; i < q.size(); ++i) {
    const bool again = i > 0 && q[i] == q[i - 1];
    const double value = again ? out.back() : sample(layer, q[i], nodes).value_square;
    out.push_back(value);
  }
  return out;
}

void HermiteDuals::duals(std::size_t row, std::size_t from, double* k, double* theta,
                         std::size_t n) const {
  constexpr std::size_t kBlock = 32;
  const Coefficients& cols = same_ ? of_rows_ : of_cols_;
  const std::vector<double>& roots = same_ ? row_roots_ : col_roots_;
  double rho[kBlock], t[kBlock], derivative[kBlock];
  for (std::size_t first = 0; first < n; first += kBlock) {
    const std::size_t count = std::min(kBlock, n - first);
    for (std::size_t j = 0; j < kBlock; ++j) {
      t[j] = derivative[j] = rho[j] = 0;
      if (j >= count) continue;
      const double size = row_roots_[row] * roots[from + first + j];
      rho[j] = size > 0 ? std::clamp(k[first + j] / size, -1.0, 1.0) : 0;
    }
    for (std::size_t term = terms_; term-- > 0;)  // Horner's rule
      if (one_variance_) {
        const double a = of_rows_.value[term], b = of_rows_.derivative[term];
        for (std::size_t j = 0; j < kBlock; ++j) t[j] = t[j] * rho[j] + a;
        for (std::size_t j = 0; j < kBlock; ++j) derivative[j] = derivative[j] * rho[j] + b;
      } else {
        const double a = of_rows_.value[term * rows_ + row],
                     b = of_rows_.derivative[term * rows_ + row];
        const std::size_t at = term * cols_ + from + first;
        const double *x = cols.value.data() + at, *y = cols.derivative.data() + at;
        for (std::size_t j = 0; j < count; ++j) t[j] = t[j] * rho[j] + a * x[j];
        for (std::size_t j = 0; j < count; ++j) derivative[j] = derivative[j] * rho[j] + b * y[j];
      }
    for (std::size_t j = 0; j < count; ++j) {
      k[first + j] = t[j];
      theta[first + j] *= derivative[j];
    }
  }
}

}  // namespace posenc
