#include "kernels/network_input.hpp"

#include <algorithm>
#include <cmath>  // std::sqrt, std::fabs

#include "core/text.hpp"
#include "kernels/gram.hpp"
#include "linalg/symmetry.hpp"

namespace posenc {
namespace {

constexpr std::uint64_t kMostPairs = std::uint64_t{1} << 26;
constexpr double kRounding = 1e-12;

std::string at(std::size_t i, std::size_t j) {
  return "[" + std::to_string(i) + "][" + std::to_string(j) + "]";
}
Error of_shape(const std::string& field, const std::string& message) {
  return {ErrorCode::bad_shape, field, message};
}
Error of_value(const std::string& field, const std::string& message) {
  return {ErrorCode::bad_argument, field, message};
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
  if (auto error = not_symmetric(k.data.data(), k.rows, "covariance")) return error;
  std::vector<double> roots(k.rows);
  for (std::size_t i = 0; i < k.rows; ++i) roots[i] = std::sqrt(k(i, i));
  for (std::size_t i = 0; i < k.rows; ++i)
    for (std::size_t j = i + 1; j < k.cols; ++j) {
      const double most = roots[i] * roots[j];
      if (std::fabs(k(i, j)) > (1 + kRounding) * most)
        return of_value("covariance", "is not positive semidefinite: " + at(i, j) + " is " +
                                          to_text(k(i, j)) + ", at most " + to_text(most) +
                                          " by the variances of the two");
    }
  return std::nullopt;
}

}  // namespace

Result<Count> NetworkInput::pairs(const Sizes& sizes) {
  for (const char* name : {"x", "covariance", "profile"}) {
    if (!sizes.has(name)) continue;
    const Size size = sizes[name];
    const bool profile = std::string_view(name) == "profile", x = std::string_view(name) == "x";
    const Count pairs = profile                   ? size.numbers()
                        : x && sizes.has("other") ? size.rows * sizes["other"].rows
                                                  : size.rows * size.rows;
    if (auto error = too_large(pairs, kMostPairs, name, "pairs of inputs")) return *error;
    return pairs;
  }
  return Count(0);
}

Result<NetworkInput> NetworkInput::of(const Params& params, const Inputs& inputs) {
  NetworkInput input;
  const auto find = [&](const char* name) { return inputs.has(name) ? &inputs[name] : nullptr; };
  input.x_ = find("x"), input.other_ = find("other"), input.profile_ = find("profile");
  input.covariance_ = find("covariance"), input.tangent_ = find("tangent");
  const int given =
      (input.x_ != nullptr) + (input.profile_ != nullptr) + (input.covariance_ != nullptr);
  if (given != 1)
    return Error{ErrorCode::missing_param, "x",
                 "give one of x, covariance and, where it is taken, profile; got " +
                     std::to_string(given) + " of them"};
  if (input.other_ != nullptr && input.x_ == nullptr)
    return Error{ErrorCode::bad_argument, "other", "goes with x"};
  if (input.tangent_ != nullptr && input.covariance_ == nullptr)
    return Error{ErrorCode::bad_argument, "tangent", "goes with covariance"};
  if (params.has("inputDim")) {
    input.dim = params.number("inputDim");
    if (input.x_ != nullptr && *input.dim != static_cast<double>(input.x_->cols))
      return Error{
          ErrorCode::bad_param, "inputDim",
          "x has " + std::to_string(input.x_->cols) + " columns, got " + to_text(*input.dim)};
  }
  if (const Matrix* x = input.x_; x != nullptr) {
    if (x->cols == 0) return of_shape("x", "must have at least one column");
    const Matrix& other = input.other_ != nullptr ? *input.other_ : *x;
    if (x->cols != other.cols)
      return of_shape("other", "must have " + std::to_string(x->cols) + " columns, as x has, got " +
                                   std::to_string(other.cols));
    input.dim = static_cast<double>(x->cols);
    input.rows = x->rows, input.cols = other.rows;
    input.symmetric = input.other_ == nullptr;
    input.row_variances = squares(*x);
    input.col_variances = input.symmetric ? input.row_variances : squares(other);
  } else if (const Matrix* k = input.covariance_; k != nullptr) {
    if (const auto error = not_a_covariance(*k)) return *error;
    if (input.tangent_ != nullptr && input.tangent_->rows != k->rows)
      return of_shape("tangent", "must be " + std::to_string(k->rows) +
                                     " square, as covariance is, got " +
                                     std::to_string(input.tangent_->rows));
    if (input.tangent_ != nullptr)
      if (auto error = not_symmetric(input.tangent_->data.data(), k->rows, "tangent"))
        return *error;
    input.rows = input.cols = k->rows;
    input.symmetric = true;
    for (std::size_t i = 0; i < k->rows; ++i) input.row_variances.push_back((*k)(i, i));
    input.col_variances = input.row_variances;
  } else {
    const std::vector<double>& profile = input.profile_->data;
    if (!params.has("inputDim"))
      return Error{ErrorCode::missing_param, "inputDim",
                   "is needed with a profile, whose inner products are divided by it"};
    if (profile.empty()) return of_shape("profile", "must have at least one value");
    for (std::size_t i = 0; i < profile.size(); ++i)
      if (!(std::fabs(profile[i]) <= (1 + kRounding) * profile[0]))
        return of_value("profile", "element " + std::to_string(i) + " is " + to_text(profile[i]) +
                                       "; element 0, the squared norm, is at least 0 and the "
                                       "largest, got " +
                                       to_text(profile[0]));
    const std::size_t pairs = profile.size();
    input.cols = std::min<std::size_t>(pairs, 4096);  // folded: every row has the same variances
    input.rows = (pairs + input.cols - 1) / input.cols;
    input.row_variances.assign(input.rows, profile[0] / *input.dim);
    input.col_variances.assign(input.cols, profile[0] / *input.dim);
  }
  return input;
}

void NetworkInput::covariances(std::size_t first, std::size_t count, std::size_t from,
                               std::size_t width, double* out, std::size_t stride) const {
  if (x_ != nullptr) {
    const Matrix& other = other_ != nullptr ? *other_ : *x_;
    gram_block(x_->row(first), count, other.row(from), width, x_->cols, out, stride);
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
