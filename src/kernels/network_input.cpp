#include "kernels/network_input.hpp"

#include <algorithm>
#include <cmath>  // std::sqrt, std::fabs

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

std::vector<double> squares(const Matrix& x) {
  std::vector<double> q(x.rows);
  for (std::size_t i = 0; i < x.rows; ++i) {
    for (std::size_t c = 0; c < x.cols; ++c) q[i] += x(i, c) * x(i, c);
    q[i] /= static_cast<double>(x.cols);
  }
  return q;
}

std::optional<Error> not_a_covariance(const Matrix& k) {
  for (std::size_t i = 0; i < k.rows; ++i)
    if (k(i, i) < 0)
      return of_value("covariance", "element " + at(i, i) + " is a variance: at least 0, got " +
                                        to_text(k(i, i)));
  if (auto error = not_symmetric(k, "covariance")) return error;
  std::vector<double> roots(k.rows);
  for (std::size_t i = 0; i < k.rows; ++i) roots[i] = std::sqrt(k(i, i));
  for (std::size_t i = 0; i < k.rows; ++i) {
    for (std::size_t j = i + 1; j < k.cols; ++j) {
      const double most = roots[i] * roots[j];
      if (std::fabs(k(i, j)) > (1 + kRounding) * most)
        return of_value("covariance", "is not positive semidefinite: " + at(i, j) + " is " +
                                          to_text(k(i, j)) + ", at most " + to_text(most) +
                                          " by the variances of the two");
    }
  }
  return std::nullopt;
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

std::optional<Error> NetworkInput::read() {
  if (x_ != nullptr) {
    row_variances = squares(*x_);
    if (other_ != nullptr) col_variances = squares(*other_);
  } else if (covariance_ != nullptr) {
    const Matrix& k = *covariance_;
    if (auto error = not_a_covariance(k)) return error;
    if (tangent_ != nullptr)
      if (auto error = not_symmetric(*tangent_, "tangent")) return error;
    for (std::size_t i = 0; i < k.rows; ++i) row_variances.push_back(k(i, i));
  } else {
    const std::vector<double>& profile = profile_->data;
    for (std::size_t i = 0; i < profile.size(); ++i)
      if (!(std::fabs(profile[i]) <= (1 + kRounding) * profile[0]))
        return of_value("profile",
                        "element " + std::to_string(i) + " is " + to_text(profile[i]) +
                            "; element 0, the squared norm, is at least 0 and the largest, got " +
                            to_text(profile[0]));
    row_variances.assign(rows, profile[0] / *dim);
    col_variances.assign(cols, profile[0] / *dim);
  }
  if (symmetric) col_variances = row_variances;
  return std::nullopt;
}

void NetworkInput::covariances(std::size_t first, std::size_t count, std::size_t from,
                               std::size_t width, double* out, std::size_t stride) const {
  if (x_ != nullptr) {
    const Matrix& other = other_ != nullptr ? *other_ : *x_;
    gram_block(x_->part(first, count), other.part(from, width), out, stride);
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
