#include "analyses/diagnostics/similarity.hpp"

#include <algorithm>
#include <cmath>  // std::sqrt
#include <optional>

#include "analyses/diagnostics/tables.hpp"
#include "core/passes.hpp"
#include "core/real.hpp"
#include "kernels/gram.hpp"
#include "kernels/hsic.hpp"
#include "linalg/basis.hpp"
#include "linalg/eigenpairs.hpp"
#include "linalg/factor.hpp"
#include "linalg/order.hpp"
#include "linalg/procrustes.hpp"
#include "linalg/products.hpp"
#include "linalg/singular_pairs.hpp"

namespace posenc::similarity_detail {
namespace {

constexpr double kTie = 1e-12;  // cosine similarities closer than this differ by rounding

constexpr double kEntry = 40;  // cost of an entry of a matrix that is looked at

Steps gram_of(const Matrix& table, Matrix& out) {
  for (Steps steps = zeros(out, table.rows, table.rows); steps.next();) co_yield steps.cost();
  for (Steps steps = gram_steps(table.data.data(), table.rows, table.cols, out.data.data());
       steps.next();)
    co_yield steps.cost();
}
Steps squares(const Matrix& table, double& sum) {
  sum = 0;
  return in_parts(table.data.size(), kPass, [&](std::size_t first, std::size_t end) {
    for (std::size_t e = first; e < end; ++e) sum += table.data[e] * table.data[e];
  });
}

// cosine similarities of the pairs i < j, from the Gram matrix
Steps cosines(const Matrix& k, std::vector<double>& result) {
  const std::size_t n = k.rows;
  std::vector<double> norm(n);
  for (std::size_t i = 0; i < n; ++i) norm[i] = std::sqrt(k(i, i));
  result.reserve(n * (n - 1) / 2);
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = i + 1; j < n; ++j)
      result.push_back(k(i, j) == 0 ? 0 : k(i, j) / norm[i] / norm[j]);
    co_yield (2 * kPass * static_cast<double>(n - i));
  }
}

// ranks from 0, tied values share their mean rank
Steps ranks(const std::vector<double>& x, std::vector<double>& rank) {
  std::vector<std::uint32_t> order;
  for (Steps steps = order_steps(x, order); steps.next();) co_yield steps.cost();
  for (Steps steps = zeros(rank, x.size()); steps.next();) co_yield steps.cost();
  for (std::size_t first = 0, last; first < x.size(); first = last) {
    last = first + 1;
    while (last < x.size() && x[order[last]] - x[order[last - 1]] <= kTie) ++last;
    for (std::size_t k = first; k < last; ++k)
      rank[order[k]] = static_cast<double>(first + last - 1) / 2;
    co_yield (3 * kPass * static_cast<double>(last - first));
  }
}

Steps correlation(const std::vector<double>& x, const std::vector<double>& y,
                  std::optional<double>& out) {
  const auto [x_low, x_high] = std::ranges::minmax(x);
  const auto [y_low, y_high] = std::ranges::minmax(y);
  if (x_high - x_low <= kTie || y_high - y_low <= kTie) co_return;
  const auto n = static_cast<double>(x.size());
  double mx = 0, my = 0, xx = 0, xy = 0, yy = 0;
  for (Steps steps = in_parts(x.size(), kPass,
                              [&](std::size_t first, std::size_t end) {
                                for (std::size_t i = first; i < end; ++i) mx += x[i], my += y[i];
                              });
       steps.next();)
    co_yield steps.cost();
  mx /= n, my /= n;
  for (Steps steps = in_parts(x.size(), kPass,
                              [&](std::size_t first, std::size_t end) {
                                for (std::size_t i = first; i < end; ++i) {
                                  xx += (x[i] - mx) * (x[i] - mx);
                                  xy += (x[i] - mx) * (y[i] - my);
                                  yy += (y[i] - my) * (y[i] - my);
                                }
                              });
       steps.next();)
    co_yield steps.cost();
  out = xy / (std::sqrt(xx) * std::sqrt(yy));
}

// One side: its table, at most n columns wide, and what is derived from it.
struct Side {
  const Matrix* given;
  std::string_view field;
  bool is_kernel;
  Matrix table = {}, centred_table = {}, gaussian = {};
  double sigma = 0;  // 0: not defined

  Steps load(std::optional<Error>& error) {
    const std::size_t n = given->rows;
    Factor factor;
    for (Steps steps = is_kernel ? gram_factor_steps(given->data.data(), n, field, factor, error)
                                 : narrow_factor_steps(given->data.data(), n, given->cols, factor);
         steps.next();)
      co_yield steps.cost();
    if (error) co_return;
    table = {n, factor.columns, std::move(factor.table)};
    for (Steps steps = centred(table, centred_table); steps.next();) co_yield steps.cost();
  }
  Steps apply_gaussian(double bandwidth) {
    const std::size_t n = table.rows;
    for (Steps steps = zeros(gaussian, n, n); steps.next();) co_yield steps.cost();
    std::vector<double> pairs;
    pairs.reserve(n * (n - 1) / 2);
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t j = 0; j < i; ++j) {
        pairs.push_back(gaussian(i, j) = gaussian(j, i) = squared_distance(
                            centred_table.row(i), centred_table.row(j), centred_table.cols));
        if (j % 64 == 0) co_yield (64 * (10 * static_cast<double>(table.cols) + kEntry));
      }
    }
    Ranked middle;
    for (Steps steps = rank_steps(pairs, pairs.size() / 2, middle); steps.next();)
      co_yield steps.cost();
    double median = middle.at;
    if (pairs.size() % 2 == 0) median = (median + middle.before) / 2;
    if (median == 0) co_return;
    sigma = bandwidth * std::sqrt(median);
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t j = 0; j < n; ++j)
        gaussian(i, j) = real::exp(-gaussian(i, j) / (2 * sigma * sigma));
      co_yield (10 * kEntry * static_cast<double>(n));
    }
  }
};

class Similarity {
 public:
  Similarity(Side x, Side y, double bandwidth)
      : x_(std::move(x)), y_(std::move(y)), bandwidth_(bandwidth) {}

  Steps run(Work& work) {
    const std::size_t n = x_.given->rows;
    const double entries = static_cast<double>(n) * static_cast<double>(n);
    work.total =
        10 * cost_of_singular_pairs(n, std::min(n, x_.given->cols), n / 2) + 200 * kEntry * entries;
    for (Side* side : {&x_, &y_}) {
      for (Steps steps = side->load(work.error); steps.next();) co_yield steps.cost();
      if (work.error) co_return;
      for (Steps steps = side->apply_gaussian(bandwidth_); steps.next();) co_yield steps.cost();
    }
    Matrix k, l;
    for (Steps steps = gram_of(x_.centred_table, k); steps.next();) co_yield steps.cost();
    for (Steps steps = gram_of(y_.centred_table, l); steps.next();) co_yield steps.cost();
    for (Steps steps = kernels(k, l, kLinear); steps.next();) co_yield steps.cost();
    put("sigmaX", x_.sigma > 0 ? std::optional(x_.sigma) : std::nullopt);
    put("sigmaY", y_.sigma > 0 ? std::optional(y_.sigma) : std::nullopt);
    if (x_.sigma > 0 && y_.sigma > 0)
      for (Steps steps = kernels(x_.gaussian, y_.gaussian, kGaussian); steps.next();)
        co_yield steps.cost();
    k = l = x_.gaussian = y_.gaussian = {};
    for (Steps steps = canonical_correlations(); steps.next();) co_yield steps.cost();
    for (Steps steps = distance("procrustes", x_.table, y_.table); steps.next();)
      co_yield steps.cost();
    for (Steps steps = distance("procrustesCentred", x_.centred_table, y_.centred_table);
         steps.next();)
      co_yield steps.cost();
    for (Steps steps = normalised_distance(); steps.next();) co_yield steps.cost();
    for (Steps steps = representations(); steps.next();) co_yield steps.cost();
    work.outputs = std::move(out_);
  }

 private:
  struct Names {
    std::string_view hsic, unbiased, cka, chance, cka_unbiased;
  };
  static constexpr Names kLinear = {"hsicLinear", "hsicLinearUnbiased", "ckaLinear",
                                    "ckaLinearChance", "ckaLinearUnbiased"};
  static constexpr Names kGaussian = {"hsicGaussian", "hsicGaussianUnbiased", "ckaGaussian",
                                      "ckaGaussianChance", "ckaGaussianUnbiased"};

  void put(std::string_view name, std::optional<double> value) {
    if (value) out_.push_back(scalar(name, *value));
  }
  Steps kernels(const Matrix& k, const Matrix& l, const Names& names) {
    Hsic biased, unbiased;
    for (Steps steps = biased_hsic(k, l, biased); steps.next();) co_yield steps.cost();
    put(names.hsic, biased.value);
    put(names.cka, biased.cka);
    put(names.chance, biased.chance);
    if (k.rows < 4) co_return;
    for (Steps steps = unbiased_hsic(k, l, unbiased); steps.next();) co_yield steps.cost();
    put(names.unbiased, unbiased.value);
    put(names.cka_unbiased, unbiased.cka);
  }
  Steps canonical_correlations() {
    const Matrix &x = x_.centred_table, &y = y_.centred_table;
    const std::size_t n = x.rows;
    Basis a, b;
    for (Steps steps = basis_steps(x.data.data(), n, x.cols, a); steps.next();)
      co_yield steps.cost();
    for (Steps steps = basis_steps(y.data.data(), n, y.cols, b); steps.next();)
      co_yield steps.cost();
    put("rankX", static_cast<double>(a.rank));
    put("rankY", static_cast<double>(b.rank));
    if (a.rank == 0 || b.rank == 0) co_return;
    Matrix across = Matrix::zeros(a.rank, b.rank);  // AᵀB
    for (Steps steps = multiply_steps(1, {a.columns.data(), 1, a.rank}, a.rank, n,
                                      {b.columns.data(), b.rank, 1}, b.rank, across.data.data());
         steps.next();)
      co_yield steps.cost();
    double sum = 0;
    for (Steps steps = squares(across, sum); steps.next();) co_yield steps.cost();
    put("meanSquaredCca", sum / static_cast<double>(std::min(a.rank, b.rank)));
    put("meanSquaredCcaChance",
        static_cast<double>(std::max(a.rank, b.rank)) / static_cast<double>(n - 1));
  }
  Steps distance(std::string_view name, const Matrix& x, const Matrix& y) {
    double square = 0;
    for (Steps steps =
             procrustes_steps(x.data.data(), x.cols, y.data.data(), y.cols, x.rows, square);
         steps.next();)
      co_yield steps.cost();
    put(name, square);
  }
  Steps normalised_distance() {
    Matrix x, y;
    for (const bool second : {false, true}) {
      const Matrix* given = second ? &y_.centred_table : &x_.centred_table;
      Matrix* made = second ? &y : &x;
      double sum = 0;
      for (Steps steps = squares(*given, sum); steps.next();) co_yield steps.cost();
      const double size = std::sqrt(sum);
      if (size == 0) co_return;
      made->rows = given->rows, made->cols = given->cols;
      made->data.reserve(given->data.size());
      for (Steps steps = in_parts(given->data.size(), kPass,
                                  [given, made, size](std::size_t first, std::size_t end) {
                                    for (std::size_t e = first; e < end; ++e)
                                      made->data.push_back(given->data[e] / size);
                                  });
           steps.next();)
        co_yield steps.cost();
    }
    for (Steps steps = distance("procrustesNormalised", x, y); steps.next();) co_yield steps.cost();
  }
  Steps representations() {
    Matrix k;
    for (Steps steps = gram_of(x_.table, k); steps.next();) co_yield steps.cost();
    std::vector<double> x, y, ranked;
    for (Steps steps = cosines(k, x); steps.next();) co_yield steps.cost();
    for (Steps steps = gram_of(y_.table, k); steps.next();) co_yield steps.cost();
    for (Steps steps = cosines(k, y); steps.next();) co_yield steps.cost();
    std::optional<double> pearson, spearman;
    for (Steps steps = correlation(x, y, pearson); steps.next();) co_yield steps.cost();
    put("rsaPearson", pearson);
    for (std::vector<double>* side : {&x, &y}) {
      for (Steps steps = ranks(*side, ranked); steps.next();) co_yield steps.cost();
      *side = std::move(ranked);
    }
    for (Steps steps = correlation(x, y, spearman); steps.next();) co_yield steps.cost();
    put("rsaSpearman", spearman);
  }

  Side x_, y_;
  double bandwidth_;
  Outputs out_;
};

}  // namespace

Result<Count> holds(const Params&, const Sizes& sizes, std::span<const Layer>) {
  Count rows = 0, cols = 0, entries = 0;
  for (const auto& [name, size] : sizes.all()) {
    if (auto error = large_table(name, size, 2048, 8192)) return *error;
    rows = std::max(rows, size.rows), cols = std::max(cols, size.cols);
    entries = std::max(entries, size.numbers());
  }
  const Count narrow = std::min(rows, cols);
  return 2 * entries + 6 * rows * rows + 4 * rows * narrow +
         singular_pairs_hold(rows, narrow, narrow);
}

Steps steps(const Params& params, const Inputs& inputs, std::span<const Layer>, Work& work) {
  std::vector<Side> sides;
  const auto wrong = [&]() -> std::optional<Error> {
    for (const auto& [table, kernel] : {std::pair{"x", "kernelX"}, {"y", "kernelY"}}) {
      if (inputs.has(table) == inputs.has(kernel))
        return Error{ErrorCode::missing_param, table,
                     "give either " + std::string(table) + " or " + kernel};
      const bool is_kernel = inputs.has(kernel);
      const std::string_view field = is_kernel ? kernel : table;
      sides.push_back({&inputs[field], field, is_kernel});
    }
    if (sides[0].given->rows == sides[1].given->rows) return std::nullopt;
    return Error{ErrorCode::bad_shape, std::string(sides[1].field),
                 "must have " + std::to_string(sides[0].given->rows) + " rows, as " +
                     std::string(sides[0].field) + " has, got " +
                     std::to_string(sides[1].given->rows)};
  };
  work.error = wrong();
  for (const Side& side : sides) {
    if (work.error) co_return;
    for (Steps steps = check_table(side.field, *side.given, work.error, 2); steps.next();)
      co_yield steps.cost();
  }
  if (work.error) co_return;
  Similarity similarity(sides[0], sides[1], params.number("bandwidth"));
  for (Steps steps = similarity.run(work); steps.next();) co_yield steps.cost();
}

}  // namespace posenc::similarity_detail
