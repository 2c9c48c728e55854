#include "kernels/diagnostics/shift_operator.hpp"

#include <cmath>  // std::floor, std::sqrt

#include "kernels/diagnostics/steps.hpp"
#include "kernels/diagnostics/tables.hpp"
#include "linalg/basis.hpp"
#include "linalg/procrustes.hpp"

namespace posenc::shift_operator_detail {
namespace {

constexpr std::size_t kMostRows = 8192, kMostColumns = 1024;

// ‖B - Q·Qᵀ·B‖² with Q (rows, rank) orthonormal
double outside(const Basis& q, const double* b, std::size_t rows, std::size_t d) {
  std::vector<double> seen(q.rank * d), rest(d);
  for (std::size_t i = 0; i < rows; ++i)
    for (std::size_t r = 0; r < q.rank; ++r)
      for (std::size_t c = 0; c < d; ++c)
        seen[r * d + c] += q.columns[i * q.rank + r] * b[i * d + c];
  double sum = 0;
  for (std::size_t i = 0; i < rows; ++i) {
    for (std::size_t c = 0; c < d; ++c) rest[c] = b[i * d + c];
    for (std::size_t r = 0; r < q.rank; ++r)
      for (std::size_t c = 0; c < d; ++c) rest[c] -= q.columns[i * q.rank + r] * seen[r * d + c];
    for (const double x : rest) sum += x * x;
  }
  return sum;
}

class ShiftOperator final : public StepsJob {
 public:
  ShiftOperator(const Matrix& table, std::vector<std::size_t> lags)
      : table_(table), lags_(std::move(lags)) {
    add(lags_.size(), [this](std::size_t step) { return residuals(lags_[step]); });
  }
  Result<Outputs> finish() override {
    return Outputs{list("leastSquares", std::move(least_squares_)),
                   list("orthogonal", std::move(orthogonal_)), list("rank", std::move(rank_)),
                   list("trivial", std::move(trivial_))};
  }

 private:
  std::optional<Error> residuals(std::size_t lag) {
    const std::size_t rows = table_.rows - lag, d = table_.cols;
    const double *a = table_.row(0), *b = table_.row(lag);
    double size = 0;
    for (std::size_t i = 0; i < rows * d; ++i) size += b[i] * b[i];
    const Basis basis = orthonormal_basis(a, rows, d);
    const auto relative = [&](double square) { return size > 0 ? std::sqrt(square / size) : 0; };
    least_squares_.push_back(relative(outside(basis, b, rows, d)));
    orthogonal_.push_back(relative(procrustes(b, d, a, d, rows)));
    rank_.push_back(static_cast<double>(basis.rank));
    trivial_.push_back(basis.rank == rows ? 1 : 0);
    return std::nullopt;
  }

  const Matrix& table_;
  std::vector<std::size_t> lags_;
  std::vector<double> least_squares_, orthogonal_, rank_, trivial_;
};

}  // namespace

Result<std::unique_ptr<Job>> start(const Params& params, const Inputs& inputs,
                                   std::span<const Layer>) {
  const Matrix& table = inputs["table"];
  if (auto error = bad_table("table", table, {2, kMostRows, kMostColumns})) return *error;
  std::vector<std::size_t> lags = {1};
  if (params.has("lags")) lags.clear();
  if (params.has("lags"))
    for (const double lag : params.numbers("lags")) {
      if (lag != std::floor(lag) || !(lag < static_cast<double>(table.rows)))
        return Error{ErrorCode::bad_param, "lags",
                     "must be whole numbers from 1 to " + std::to_string(table.rows - 1) +
                         ", the rows less one; got " + to_text(lag)};
      lags.push_back(static_cast<std::size_t>(lag));
    }
  if (lags.empty()) return Error{ErrorCode::bad_param, "lags", "must hold at least one number"};
  return std::unique_ptr<Job>(std::make_unique<ShiftOperator>(table, std::move(lags)));
}

}  // namespace posenc::shift_operator_detail
