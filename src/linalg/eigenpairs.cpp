#include "linalg/eigenpairs.hpp"

#include <algorithm>
#include <cmath>  // std::fabs, std::sqrt

#include "core/passes.hpp"
#include "linalg/singular_pairs.hpp"
#include "linalg/symmetric_eigenpairs.hpp"

namespace posenc {
namespace {

// the largest entry positive, the first of equal ones deciding
Steps fix_sign(double* v, std::size_t n) {
  std::size_t largest = 0;
  co_yield in_parts(n, kPass, [&](std::size_t first, std::size_t end) {
    for (std::size_t i = first; i < end; ++i)
      if (std::fabs(v[i]) > std::fabs(v[largest]) * (1 + 1e-9)) largest = i;
  });
  if (v[largest] >= 0) co_return;
  co_yield in_parts(n, kPass, [v](std::size_t first, std::size_t end) {
    for (std::size_t i = first; i < end; ++i) v[i] = -v[i];
  });
}
Steps fix_signs(Matrix& vectors) {
  for (std::size_t k = 0; k < vectors.rows; ++k) co_yield fix_sign(vectors.row(k), vectors.cols);
}

Steps symmetric_steps(ConstMatrixView given, std::size_t kept, Spectrum& out) {
  std::vector<double> a;
  co_yield copied(given, a);
  co_yield symmetric_eigenpairs(std::move(a), given.rows, kept, out);
  co_yield fix_signs(out.vectors);
}

// T = [A B; JBJ JAJ] in halves: the symmetric vectors [u; Ju]/√2 belong to A + BJ, the skew ones
// [u; -Ju]/√2 to A - BJ; an odd n adds the middle coordinate to the symmetric problem.
std::vector<double> symmetric_half(const std::vector<double>& row) {
  const std::size_t n = row.size(), half = n / 2, large = n - half;
  std::vector<double> a(large * large);
  for (std::size_t i = 0; i < half; ++i)
    for (std::size_t j = 0; j < half; ++j)
      a[i * large + j] = row[i > j ? i - j : j - i] + row[n - 1 - i - j];
  if (n % 2 != 0) {
    for (std::size_t i = 0; i < half; ++i)
      a[i * large + half] = a[half * large + i] = std::sqrt(2.0) * row[half - i];
    a[half * large + half] = row[0];
  }
  return a;
}
std::vector<double> skew_half(const std::vector<double>& row) {
  const std::size_t n = row.size(), half = n / 2;
  std::vector<double> a(half * half);
  for (std::size_t i = 0; i < half; ++i)
    for (std::size_t j = 0; j < half; ++j)
      a[i * half + j] = row[i > j ? i - j : j - i] - row[n - 1 - i - j];
  return a;
}

Steps toeplitz_steps(std::vector<double> row, std::size_t kept, Spectrum& out) {
  const std::size_t n = row.size(), half = n / 2, large = n - half;
  Spectrum even, odd;
  co_yield symmetric_eigenpairs(symmetric_half(row), large, std::min(kept, large), even);
  co_yield symmetric_eigenpairs(skew_half(row), half, std::min(kept, half), odd);
  kept = std::min(kept, n);
  co_yield zeros(out.vectors, kept, n);
  const double root = std::sqrt(2.0);
  for (std::size_t e = 0, o = 0; e + o < n;) {
    const bool take_even = o == half || (e < large && even.values[e] >= odd.values[o]);
    if (const std::size_t at = e + o; at < kept) {
      const double* u = take_even ? even.vectors.row(e) : odd.vectors.row(o);
      double* v = out.vectors.row(at);
      for (std::size_t i = 0; i < half; ++i) {
        v[i] = u[i] / root;
        v[n - 1 - i] = take_even ? v[i] : -v[i];
      }
      if (n % 2 != 0) v[half] = take_even ? u[half] : 0;
    }
    out.values.push_back(take_even ? even.values[e] : odd.values[o]);
    take_even ? ++e : ++o;
    co_yield (kPass * static_cast<double>(n));
  }
  co_yield fix_signs(out.vectors);
}

Steps singular_steps(ConstMatrixView given, std::size_t kept, Spectrum& out) {
  std::vector<double> table;
  co_yield copied(given, table);
  co_yield singular_pairs_of(std::move(table), given.rows, given.cols, kept, out);
  co_yield fix_signs(out.vectors);
}

}  // namespace

Count symmetric_pairs_hold(Count n, Count kept) {
  if (kept == 0) return n * n + 250 * n;
  return 5 * n * n / 2 + std::min(kept, n) * n + 400 * n;
}

Count singular_pairs_hold(Count n, Count d, Count kept) {
  const Count rank = std::min(n, d);
  const Count to_square = 2 * n * d + 250 * rank;
  if (kept == 0) return to_square;
  kept = std::min(kept, rank);
  // the problem that alternates left and right is of twice the rank
  const Count alternating = (n == d ? Count(0) : n * d) + 15 * rank * rank / 2 +
                            9 * kept * rank / 4 + kept * n + 2500 * rank;
  return std::max(to_square, alternating);
}

Eigenproblem Eigenproblem::symmetric(ConstMatrixView a, std::size_t kept) {
  kept = std::min(kept, a.rows);
  auto result = std::make_unique<Spectrum>();
  Steps steps = symmetric_steps(a, kept, *result);
  return {std::move(result), std::move(steps), cost_of_symmetric_eigenpairs(a.rows, kept)};
}

Eigenproblem Eigenproblem::toeplitz(std::vector<double> first_row, std::size_t kept) {
  const std::size_t n = first_row.size(), large = n - n / 2;
  auto result = std::make_unique<Spectrum>();
  Steps steps = toeplitz_steps(std::move(first_row), kept, *result);
  return {std::move(result), std::move(steps),
          2 * cost_of_symmetric_eigenpairs(large, std::min(kept, large))};
}

Eigenproblem Eigenproblem::singular(ConstMatrixView table, std::size_t kept) {
  auto result = std::make_unique<Spectrum>();
  Steps steps = singular_steps(table, kept, *result);
  return {std::move(result), std::move(steps),
          cost_of_singular_pairs(table.rows, table.cols, kept)};
}

double Eigenproblem::advance() {
  step_ = 0;
  while (step_ < kStepCost) {
    if (!steps_.next()) return 1;
    step_ += steps_.cost();
    done_ += steps_.cost();
  }
  // what is found to be noise, or to stay as it is, costs less than expected
  return std::min(done_ / cost_, 1 - 1e-9);
}

namespace {

Spectrum whole(Eigenproblem problem) {
  while (problem.advance() < 1) {
  }
  return problem.take();
}

}  // namespace

Spectrum eigenpairs(ConstMatrixView a, std::size_t kept) {
  return whole(Eigenproblem::symmetric(a, kept));
}
Spectrum toeplitz_eigenpairs(const std::vector<double>& first_row, std::size_t kept) {
  return whole(Eigenproblem::toeplitz(first_row, kept));
}
Spectrum singular_pairs(ConstMatrixView table, std::size_t kept) {
  return whole(Eigenproblem::singular(table, kept));
}

}  // namespace posenc
