#include "analyses/diagnostics/shift_operator.hpp"

#include <algorithm>
#include <cmath>  // std::floor, std::sqrt
#include <optional>

#include "analyses/diagnostics/tables.hpp"
#include "core/passes.hpp"
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

// M = V·S⁻¹·Uᵀ·B of A = U·S·Vᵀ: the shortest of the maps that take A nearest to B. Added to `out`.
Steps add_operator(ConstMatrixView a, ConstMatrixView b, const Spectrum& s, std::size_t rank,
                   std::vector<double>& out) {
  const std::size_t d = a.cols;
  const ConstMatrixView left = s.vectors.part(0, rank);
  Matrix right, seen = Matrix::zeros(rank, d);
  std::vector<double> map(d * d);
  co_yield right_vectors_steps(a, left, right);
  co_yield multiply_steps(1, left, b, seen.data.data());
  for (std::size_t k = 0; k < rank; ++k)
    for (std::size_t c = 0; c < d; ++c) seen(k, c) /= s.values[k];
  co_yield multiply_steps(1, transposed(right), seen, map.data());
  out.insert(out.end(), map.begin(), map.end());
}

Steps look(const Matrix& table, std::size_t lag, bool with_operators, Residuals& out) {
  const std::size_t rows = table.rows - lag, d = table.cols;
  const ConstMatrixView a = table.part(0, rows), b = table.part(lag, rows);
  double size = 0;
  co_yield in_parts(rows * d, kPass, [&](std::size_t first, std::size_t end) {
    for (std::size_t i = first; i < end; ++i) size += b.data[i] * b.data[i];
  });
  Matrix basis;
  Spectrum pairs;
  co_yield basis_steps(a, basis, &pairs);
  const auto relative = [&](double square) { return size > 0 ? std::sqrt(square / size) : 0; };
  double square = 0;
  co_yield outside_steps(basis, b, square);
  const bool trivial = basis.cols == rows;
  out.least_squares.push_back(relative(square));
  out.rank.push_back(static_cast<double>(basis.cols));
  out.trivial.push_back(trivial ? 1 : 0);
  const double rounding = static_cast<double>(std::max(rows, d)) * 0x1p-52;
  out.exists.push_back(!trivial && out.least_squares.back() <= rounding ? 1 : 0);
  co_yield procrustes_steps(b, a, square);
  out.orthogonal.push_back(relative(square));
  if (with_operators) co_yield add_operator(a, b, pairs, basis.cols, out.operators);
}

}  // namespace

Result<Count> holds(const Params& params, const Sizes& sizes, std::span<const Layer>) {
  const Size table = sizes["table"];
  if (auto error = large_table("table", table, 8192, 1024)) return *error;
  const Count n = table.rows, d = table.cols, least = std::min(n, d),
              operators = params.flag("operators") ? lags_of(params).size() : 0;
  return std::max(singular_pairs_hold(n, d, least), singular_pairs_hold(d, d, d) + 4 * d * d) +
         2 * n * least + 2 * operators * d * d + 6 * d * d;
}

Steps steps(const Params& params, const Inputs& inputs, std::span<const Layer>, Work& work) {
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
  co_yield check_table("table", table, work.error, 2);
  if (work.error || (work.error = wrong())) co_return;
  const bool with_operators = params.flag("operators");
  work.total = static_cast<double>(lags.size()) *
               (cost_of_singular_pairs(n, d, std::min(n, d)) + cost_of_singular_pairs(d, d, d) +
                7 * cost_of_product(n, d, d));
  Residuals r;
  for (const double lag : lags)
    co_yield look(table, static_cast<std::size_t>(lag), with_operators, r);
  Outputs& out = work.outputs;
  out = {list("leastSquares", std::move(r.least_squares)),
         list("orthogonal", std::move(r.orthogonal)), list("rank", std::move(r.rank)),
         list("trivial", std::move(r.trivial)), list("exists", std::move(r.exists))};
  if (with_operators) out.push_back({"operators", {lags.size() * d, d, std::move(r.operators)}});
}

}  // namespace posenc::shift_operator_row
