#include "kernels/network_input.hpp"

#include <algorithm>
#include <cmath>  // std::sqrt, std::fabs

#include "core/passes.hpp"
#include "core/text.hpp"
#include "kernels/gram.hpp"
#include "linalg/symmetry.hpp"

namespace posenc {
namespace {

constexpr double kRounding = 1e-12;

std::string at(std::size_t i, std::size_t j) {
  return "[" + std::to_string(i) + "][" + std::to_string(j) + "]";
}
Error of_shape(const std::string& field, const std::string& message) {
  return bad_shape(field, message);
}
Error of_value(const std::string& field, const std::string& message) {
  return bad_argument(field, message);
}

Steps squares(const Matrix& x, std::vector<double>& q) {
  co_yield zeros(q, x.rows);
  co_yield in_parts(x.rows * x.cols, kPass, [&](std::size_t first, std::size_t end) {
    for (std::size_t e = first; e < end;) {
      const std::size_t i = e / x.cols, stop = std::min(end, (i + 1) * x.cols);
      double sum = q[i];
      for (; e < stop; ++e) sum += x.data[e] * x.data[e];
      q[i] = sum;
    }
  });
  for (double& v : q) v /= static_cast<double>(x.cols);
}

Steps not_a_covariance(const Matrix& k, std::optional<Error>& error) {
  for (std::size_t i = 0; i < k.rows; ++i)
    if (k(i, i) < 0) {
      error = of_value("covariance", "element " + at(i, i) + " is a variance: at least 0, got " +
                                         to_text(k(i, i)));
      co_return;
    }
  co_yield symmetry_steps(k, "covariance", error);
  if (error) co_return;
  std::vector<double> roots(k.rows);
  for (std::size_t i = 0; i < k.rows; ++i) roots[i] = std::sqrt(k(i, i));
  for (std::size_t i = 0; i < k.rows; ++i) {
    for (std::size_t j = i + 1; j < k.cols; ++j) {
      const double most = roots[i] * roots[j];
      if (std::fabs(k(i, j)) > (1 + kRounding) * most) {
        error = of_value("covariance", "is not positive semidefinite: " + at(i, j) + " is " +
                                           to_text(k(i, j)) + ", at most " + to_text(most) +
                                           " by the variances of the two");
        co_return;
      }
    }
    co_yield (kPass * static_cast<double>(k.cols - i));
  }
}

}  // namespace

Result<NetworkInput> NetworkInput::of_rows(const Matrix& x, const Matrix* second) {
  if (x.cols == 0) return of_shape("x", "must have at least one column");
  const Matrix& other = second != nullptr ? *second : x;
  if (x.cols != other.cols)
    return of_shape("other", "must have " + std::to_string(x.cols) + " columns, as x has, got " +
                                 std::to_string(other.cols));
  NetworkInput input;
  input.x_ = &x, input.other_ = second;
  input.dim = static_cast<double>(x.cols);
  input.rows = x.rows, input.cols = other.rows;
  input.symmetric = second == nullptr;
  return input;
}

Result<NetworkInput> NetworkInput::of_covariance(const Matrix& k, const Matrix* tangent,
                                                 std::optional<double> dim) {
  if (tangent != nullptr && tangent->rows != k.rows)
    return of_shape("tangent", "must be " + std::to_string(k.rows) +
                                   " square, as covariance is, got " +
                                   std::to_string(tangent->rows));
  NetworkInput input;
  input.covariance_ = &k, input.tangent_ = tangent;
  input.dim = dim;
  input.rows = input.cols = k.rows;
  input.symmetric = true;
  return input;
}

Result<NetworkInput> NetworkInput::of_profile(const Matrix& given, double dim) {
  const std::vector<double>& profile = given.data;
  if (profile.empty()) return of_shape("profile", "must have at least one value");
  NetworkInput input;
  input.profile_ = &given;
  input.dim = dim;
  const std::size_t pairs = profile.size();
  input.cols = std::min<std::size_t>(pairs, 4096);  // folded: every row has the same variances
  input.rows = (pairs + input.cols - 1) / input.cols;
  return input;
}

Steps NetworkInput::read(std::optional<Error>& error) {
  if (x_ != nullptr) {
    co_yield squares(*x_, row_variances);
    if (other_ != nullptr) co_yield squares(*other_, col_variances);
  } else if (covariance_ != nullptr) {
    const Matrix& k = *covariance_;
    co_yield not_a_covariance(k, error);
    if (!error && tangent_ != nullptr) co_yield symmetry_steps(*tangent_, "tangent", error);
    if (error) co_return;
    for (std::size_t i = 0; i < k.rows; ++i) row_variances.push_back(k(i, i));
  } else {
    const std::vector<double>& profile = profile_->data;
    for (std::size_t i = 0; i < profile.size(); ++i) {
      if (!(std::fabs(profile[i]) <= (1 + kRounding) * profile[0])) {
        error = of_value("profile",
                         "element " + std::to_string(i) + " is " + to_text(profile[i]) +
                             "; element 0, the squared norm, is at least 0 and the largest, got " +
                             to_text(profile[0]));
        co_return;
      }
      if (i % 4096 == 0) co_yield (4096 * kPass);
    }
    row_variances.assign(rows, profile[0] / *dim);
    col_variances.assign(cols, profile[0] / *dim);
  }
  if (symmetric) col_variances = row_variances;
}

Steps NetworkInput::covariances(std::size_t first, std::size_t count, std::size_t from,
                                std::size_t width, double* out, std::size_t stride) const {
  if (x_ != nullptr) {
    const Matrix& other = other_ != nullptr ? *other_ : *x_;
    co_yield gram_block_steps(x_->part(first, count), other.part(from, width), out, stride);
  }
  for (std::size_t i = first; i < first + count; ++i, out += stride) {
    if (covariance_ != nullptr) {
      std::copy_n(covariance_->row(i) + from, width, out);
    } else if (x_ != nullptr) {
      for (std::size_t j = 0; j < width; ++j) out[j] /= *dim;
    } else {
      const std::vector<double>& profile = profile_->data;
      for (std::size_t j = from; j < from + width; ++j)
        out[j - from] = profile[i * cols + j < profile.size() ? i * cols + j : 0] / *dim;
    }
    co_yield (kPass * static_cast<double>(width));
  }
}

void NetworkInput::tangents(std::size_t i, std::size_t from, std::size_t width, double* out) const {
  if (tangent_ != nullptr)
    std::copy_n(tangent_->row(i) + from, width, out);
  else
    std::fill_n(out, width, 0.0);
}

void NetworkInput::shape(Matrix& m) const {
  if (profile_ == nullptr) return;
  m.rows = profile_->data.size(), m.cols = 1;
  m.data.resize(m.rows);
}

}  // namespace posenc
