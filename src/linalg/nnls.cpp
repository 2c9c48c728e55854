#include "linalg/nnls.hpp"

#include <cmath>  // std::sqrt
#include <utility>

namespace posenc {
namespace {

double dot(const std::vector<double>& a, const std::vector<double>& b) {
  // four sums: faster, and the same on every compiler
  double s[4] = {};
  std::size_t i = 0;
  for (; i + 4 <= a.size(); i += 4)
    for (std::size_t l = 0; l < 4; ++l) s[l] += a[i + l] * b[i + l];
  for (; i < a.size(); ++i) s[0] += a[i] * b[i];
  return (s[0] + s[1]) + (s[2] + s[3]);
}
void subtract(std::vector<double>& a, double factor, const std::vector<double>& b) {
  for (std::size_t i = 0; i < a.size(); ++i) a[i] -= factor * b[i];
}

void correlated(ConstMatrixView a, const std::vector<double>& r, std::vector<double>& out) {
  out.assign(a.cols, 0);
  for (std::size_t i = 0; i < a.rows; ++i)
    for (std::size_t j = 0; j < a.cols; ++j) out[j] += a(i, j) * r[i];
}

}  // namespace

Nnls::Nnls(Dictionary a, std::vector<double> b)
    : a_(std::move(a)), b_(std::move(b)), residual_(b_), size_(std::sqrt(dot(b_, b_))) {}

bool Nnls::step(std::size_t most) {
  if (size_ == 0) return false;
  std::vector<double> gradient;
  a_.correlate(residual_, gradient);
  std::vector<bool> tried(gradient.size());
  for (const std::size_t column : support_) tried[column] = true;
  for (bool first = true;; first = false) {
    std::size_t best = gradient.size();
    double steepest = 0;
    for (std::size_t j = 0; j < gradient.size(); ++j) {
      if (tried[j] || a_.norms[j] == 0) continue;
      const double slope = gradient[j] / (a_.norms[j] * size_);
      if (best == gradient.size() || slope > steepest) best = j, steepest = slope;
    }
    if (first) gap_ = best == gradient.size() ? 0 : std::fmax(steepest, 0);
    if (best == gradient.size() || steepest <= kTolerance || support_.size() >= most) return false;
    tried[best] = true;
    // a column that rounding alone made attractive is left out: it depends on those in use, or its
    // own coefficient would not be positive
    if (!add(best)) continue;
    std::vector<double> z = solve();
    if (z.back() <= 0) {
      remove(support_.size() - 1);
      continue;
    }
    for (;;) {
      double step = 1;
      std::size_t blocking = z.size();
      for (std::size_t i = 0; i < z.size(); ++i)
        if (z[i] <= 0 && x_[i] / (x_[i] - z[i]) <= step) {
          step = x_[i] / (x_[i] - z[i]);
          blocking = i;
        }
      if (blocking == z.size()) break;
      for (std::size_t i = 0; i < z.size(); ++i) x_[i] += step * (z[i] - x_[i]);
      x_[blocking] = 0;
      for (std::size_t i = x_.size(); i-- > 0;)
        if (x_[i] <= 0) remove(i);
      z = solve();
    }
    x_ = std::move(z);
    const double before = dot(residual_, residual_);
    update_residual();
    return dot(residual_, residual_) < before;  // else only rounding is left
  }
}

bool Nnls::add(std::size_t column) {
  constexpr double kDependent = 1e-10;
  std::vector<double> q(a_.rows), r(q_.size() + 1);
  a_.column(column, q.data());
  for (int pass = 0; pass < 2; ++pass)
    for (std::size_t i = 0; i < q_.size(); ++i) {
      const double along = dot(q_[i], q);
      r[i] += along;
      subtract(q, along, q_[i]);
    }
  const double rest = std::sqrt(dot(q, q));
  if (!(rest > kDependent * a_.norms[column])) return false;
  for (double& x : q) x /= rest;
  r.back() = rest;
  support_.push_back(column);
  x_.push_back(0);
  projected_.push_back(dot(q, b_));
  q_.push_back(std::move(q));
  r_.push_back(std::move(r));
  return true;
}

void Nnls::remove(std::size_t place) {
  const auto erase = [&](auto& list) {
    list.erase(list.begin() + static_cast<std::ptrdiff_t>(place));
  };
  erase(support_), erase(x_), erase(r_);
  // the columns behind now reach one row below the diagonal: rotate rows j, j + 1
  for (std::size_t j = place; j < r_.size(); ++j) {
    const double a = r_[j][j], b = r_[j][j + 1], length = std::sqrt(a * a + b * b);
    const double c = a / length, s = b / length;
    const auto rotate = [&](double& u, double& v) {
      const double first = c * u + s * v;
      v = c * v - s * u;
      u = first;
    };
    for (std::size_t k = j; k < r_.size(); ++k) rotate(r_[k][j], r_[k][j + 1]);
    r_[j].pop_back();
    rotate(projected_[j], projected_[j + 1]);
    for (std::size_t i = 0; i < a_.rows; ++i) rotate(q_[j][i], q_[j + 1][i]);
  }
  q_.pop_back();
  projected_.pop_back();
}

std::vector<double> Nnls::solve() const {
  std::vector<double> z = projected_;
  for (std::size_t j = z.size(); j-- > 0;) {
    z[j] /= r_[j][j];
    for (std::size_t i = 0; i < j; ++i) z[i] -= z[j] * r_[j][i];
  }
  return z;
}

// b less its part in the span of the columns in use, twice for the digits that cancel
void Nnls::update_residual() {
  residual_ = b_;
  for (std::size_t i = 0; i < q_.size(); ++i) {
    subtract(residual_, projected_[i], q_[i]);
  }
  for (const std::vector<double>& q : q_) {
    subtract(residual_, dot(q, residual_), q);
  }
}

Dictionary dense_dictionary(ConstMatrixView a) {
  Dictionary dictionary;
  dictionary.rows = a.rows;
  dictionary.norms.resize(a.cols);
  for (std::size_t i = 0; i < a.rows; ++i)
    for (std::size_t j = 0; j < a.cols; ++j) dictionary.norms[j] += a(i, j) * a(i, j);
  for (double& x : dictionary.norms) x = std::sqrt(x);
  dictionary.column = [=](std::size_t j, double* out) {
    for (std::size_t i = 0; i < a.rows; ++i) out[i] = a(i, j);
  };
  dictionary.correlate = [=](const std::vector<double>& r, std::vector<double>& out) {
    return correlated(a, r, out);
  };
  return dictionary;
}

NnlsResult nnls(ConstMatrixView a, std::vector<double> b) {
  Nnls solver(dense_dictionary(a), std::move(b));
  while (solver.step(a.cols)) {
  }
  NnlsResult result{std::vector<double>(a.cols), solver.residual(), solver.gap()};
  for (std::size_t i = 0; i < solver.support().size(); ++i)
    result.x[solver.support()[i]] = solver.values()[i];
  return result;
}

}  // namespace posenc
