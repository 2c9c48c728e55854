#include "analyses/diagnostics/shift_operator.hpp"

#include <algorithm>
#include <cmath>  // std::floor, std::sqrt
#include <optional>

#include "analyses/diagnostics/tables.hpp"
#include "linalg/basis.hpp"
#include "linalg/eigenpairs.hpp"
#include "linalg/procrustes.hpp"
#include "linalg/products.hpp"
#include "linalg/singular_pairs.hpp"

namespace posenc::shift_operator_row {
namespace {

std::vector<double> lags_of(const Params& params) { return params.numbers_or("lags", {1}); }

struct Residuals {
  std::vector<double> least_squares, orthogonal, rank, trivial, exists, operators;
};

// M = V·S⁻¹·Uᵀ·B for A = U·S·Vᵀ: the smallest of the maps that take A nearest to B. Added to `out`.
void add_operator(ConstMatrixView a, ConstMatrixView b, const Spectrum& s, std::size_t rank,
                  std::vector<double>& out) {
  const std::size_t d = a.cols;
  const ConstMatrixView left = s.vectors.part(0, rank);
  const Matrix right = right_vectors(a, left);
  Matrix seen = Matrix::zeros(rank, d);
  std::vector<double> map(d * d);
  multiply(1, left, b, seen.data.data());
  for (std::size_t k = 0; k < rank; ++k)
    for (std::size_t c = 0; c < d; ++c) seen(k, c) /= s.values[k];
  multiply(1, transposed(right), seen, map.data());
  out.insert(out.end(), map.begin(), map.end());
}

void look(const Matrix& table, std::size_t lag, bool with_operators, Residuals& out) {
  const std::size_t rows = table.rows - lag, d = table.cols;
  const ConstMatrixView a = table.part(0, rows), b = table.part(lag, rows);
  double size = 0;
  for (std::size_t i = 0; i < rows * d; ++i) size += b.data[i] * b.data[i];
  Spectrum pairs;
  const Matrix basis = orthonormal_basis(a, &pairs);
  const auto relative = [&](double square) { return size > 0 ? std::sqrt(square / size) : 0; };
  const bool trivial = basis.cols == rows;
  out.least_squares.push_back(relative(outside(basis, b)));
  out.rank.push_back(static_cast<double>(basis.cols));
  out.trivial.push_back(trivial ? 1 : 0);
  const double rounding = static_cast<double>(std::max(rows, d)) * 0x1p-52;
  out.exists.push_back(!trivial && out.least_squares.back() <= rounding ? 1 : 0);
  out.orthogonal.push_back(relative(procrustes(b, a)));
  if (with_operators) add_operator(a, b, pairs, basis.cols, out.operators);
}

}  // namespace

Result<Count> largest(const Params& params, const Sizes& sizes, std::span<const Layer>) {
  const Size table = sizes["table"];
  if (auto error = large_table("table", table, 8192, 1024)) return *error;
  const Count d = table.cols, operators = params.flag("operators") ? lags_of(params).size() : 1;
  return std::max(table.rows * std::min(table.rows, d), operators * d * d);
}

void run(const Params& params, const Inputs& inputs, std::span<const Layer>, Work& work) {
  const Matrix& table = inputs["table"];
  const std::size_t n = table.rows, d = table.cols;
  const std::vector<double> lags = lags_of(params);
  const auto wrong = [&]() -> std::optional<Error> {
    if (lags.empty()) return bad_param("lags", "must hold at least one number");
    for (const double lag : lags)
      if (lag != std::floor(lag) || !(lag < static_cast<double>(n)))
        return bad_param("lags", "must be whole numbers from 1 to ", n - 1,
                         ", the rows less one; got ", to_text(lag));
    return std::nullopt;
  };
  if ((work.error = check_table("table", table, 2)) || (work.error = wrong())) return;
  const bool with_operators = params.flag("operators");
  Residuals r;
  for (const double lag : lags) {
    look(table, static_cast<std::size_t>(lag), with_operators, r);
    work.progress.done(r.rank.size(), lags.size());
  }
  Outputs& out = work.outputs;
  out = {list("leastSquares", std::move(r.least_squares)),
         list("orthogonal", std::move(r.orthogonal)), list("rank", std::move(r.rank)),
         list("trivial", std::move(r.trivial)), list("exists", std::move(r.exists))};
  if (with_operators) out.push_back({"operators", {lags.size() * d, d, std::move(r.operators)}});
}

}  // namespace posenc::shift_operator_row
