#include "kernels/diagnostics/similarity.hpp"

#include <algorithm>
#include <cmath>  // std::sqrt
#include <numeric>

#include "core/real.hpp"
#include "kernels/diagnostics/hsic.hpp"
#include "kernels/diagnostics/steps.hpp"
#include "kernels/diagnostics/tables.hpp"
#include "kernels/gram.hpp"
#include "linalg/basis.hpp"
#include "linalg/factor.hpp"
#include "linalg/procrustes.hpp"

namespace posenc::similarity_detail {
namespace {

constexpr std::size_t kMostRows = 2048, kMostColumns = 8192;
constexpr double kTie = 1e-12;  // cosine similarities closer than this differ by rounding

Matrix gram_of(const Matrix& table) {
  Matrix k = Matrix::zeros(table.rows, table.rows);
  gram_matrix(table.data.data(), table.rows, table.cols, k.data.data());
  return k;
}
double squares(const Matrix& table) {
  double sum = 0;
  for (const double x : table.data) sum += x * x;
  return sum;
}

// cosine similarities of the pairs i < j
std::vector<double> cosines(const Matrix& table) {
  const std::size_t n = table.rows;
  const Matrix k = gram_of(table);
  std::vector<double> norm(n), result;
  for (std::size_t i = 0; i < n; ++i) norm[i] = std::sqrt(k(i, i));
  result.reserve(n * (n - 1) / 2);
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = i + 1; j < n; ++j)
      result.push_back(k(i, j) == 0 ? 0 : k(i, j) / norm[i] / norm[j]);
  return result;
}

// ranks from 0, tied values share their mean rank
std::vector<double> ranks(const std::vector<double>& x) {
  std::vector<std::uint32_t> order(x.size());
  std::iota(order.begin(), order.end(), 0u);
  std::ranges::sort(order, [&](std::uint32_t a, std::uint32_t b) {
    return x[a] < x[b] || (x[a] == x[b] && a < b);
  });
  std::vector<double> rank(x.size());
  for (std::size_t first = 0, last; first < x.size(); first = last) {
    last = first + 1;
    while (last < x.size() && x[order[last]] - x[order[last - 1]] <= kTie) ++last;
    for (std::size_t k = first; k < last; ++k)
      rank[order[k]] = static_cast<double>(first + last - 1) / 2;
  }
  return rank;
}

std::optional<double> correlation(const std::vector<double>& x, const std::vector<double>& y) {
  const auto [x_low, x_high] = std::ranges::minmax(x);
  const auto [y_low, y_high] = std::ranges::minmax(y);
  if (x_high - x_low <= kTie || y_high - y_low <= kTie) return std::nullopt;
  const auto n = static_cast<double>(x.size());
  double mx = 0, my = 0, xx = 0, xy = 0, yy = 0;
  for (std::size_t i = 0; i < x.size(); ++i) mx += x[i], my += y[i];
  mx /= n, my /= n;
  for (std::size_t i = 0; i < x.size(); ++i) {
    xx += (x[i] - mx) * (x[i] - mx);
    xy += (x[i] - mx) * (y[i] - my);
    yy += (y[i] - my) * (y[i] - my);
  }
  return xy / (std::sqrt(xx) * std::sqrt(yy));
}

// One side: its table, at most n columns wide, and what is derived from it.
struct Side {
  const Matrix* given;
  std::string_view field;
  bool is_kernel;
  Matrix table = {}, centred_table = {}, gaussian = {};
  double sigma = 0;  // 0: not defined

  std::optional<Error> load() {
    const std::size_t n = given->rows;
    Factor factor;
    if (is_kernel) {
      Result<Factor> made = gram_factor(given->data.data(), n, field);
      if (!made) return made.error();
      factor = std::move(made).value();
    } else {
      factor = narrow_factor(given->data.data(), n, given->cols);
    }
    table = {n, factor.columns, std::move(factor.table)};
    centred_table = centred(table);
    gaussian = Matrix::zeros(n, n);
    return std::nullopt;
  }
  void distances(std::size_t i) {
    for (std::size_t j = 0; j < i; ++j)
      gaussian(i, j) = gaussian(j, i) =
          squared_distance(centred_table.row(i), centred_table.row(j), centred_table.cols);
  }
  void apply_gaussian(double bandwidth) {
    const std::size_t n = table.rows;
    std::vector<double> pairs;
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t j = 0; j < i; ++j) pairs.push_back(gaussian(i, j));
    const auto middle = pairs.begin() + static_cast<std::ptrdiff_t>(pairs.size() / 2);
    std::ranges::nth_element(pairs, middle);
    double median = *middle;
    if (pairs.size() % 2 == 0) median = (median + *std::max_element(pairs.begin(), middle)) / 2;
    if (median == 0) return;
    sigma = bandwidth * std::sqrt(median);
    for (double& x : gaussian.data) x = real::exp(-x / (2 * sigma * sigma));
  }
};

class Similarity final : public StepsJob {
 public:
  Similarity(Side x, Side y, double bandwidth) : x_(std::move(x)), y_(std::move(y)) {
    const auto step = [this](auto work) {
      add(1, [work](std::size_t) -> std::optional<Error> { return work(), std::nullopt; });
    };
    for (Side* side : {&x_, &y_}) {
      add(1, [side](std::size_t) { return side->load(); });
      constexpr std::size_t kRows = 32;
      const std::size_t n = side->given->rows;
      add((n + kRows - 1) / kRows, [side, n](std::size_t i) -> std::optional<Error> {
        for (std::size_t row = i * kRows; row < std::min(n, (i + 1) * kRows); ++row)
          side->distances(row);
        return std::nullopt;
      });
      step([side, bandwidth] { side->apply_gaussian(bandwidth); });
    }
    step([this] { kernels(gram_of(x_.centred_table), gram_of(y_.centred_table), kLinear); });
    step([this] {
      put("sigmaX", x_.sigma > 0 ? std::optional(x_.sigma) : std::nullopt);
      put("sigmaY", y_.sigma > 0 ? std::optional(y_.sigma) : std::nullopt);
      if (x_.sigma > 0 && y_.sigma > 0) kernels(x_.gaussian, y_.gaussian, kGaussian);
    });
    step([this] { canonical_correlations(); });
    step([this] { put("procrustes", distance(x_.table, y_.table)); });
    step([this] { put("procrustesCentred", distance(x_.centred_table, y_.centred_table)); });
    step([this] { normalised_distance(); });
    step([this] { cosines_x_ = cosines(x_.table), cosines_y_ = cosines(y_.table); });
    step([this] { put("rsaPearson", correlation(cosines_x_, cosines_y_)); });
    step([this] { cosines_x_ = ranks(cosines_x_); });
    step([this] { cosines_y_ = ranks(cosines_y_); });
    step([this] { put("rsaSpearman", correlation(cosines_x_, cosines_y_)); });
  }
  Result<Outputs> finish() override { return std::move(out_); }

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
  void kernels(const Matrix& k, const Matrix& l, const Names& names) {
    const Hsic biased = biased_hsic(k, l);
    put(names.hsic, biased.value);
    put(names.cka, biased.cka);
    put(names.chance, biased.chance);
    if (k.rows < 4) return;
    const Hsic unbiased = unbiased_hsic(k, l);
    put(names.unbiased, unbiased.value);
    put(names.cka_unbiased, unbiased.cka);
  }
  void canonical_correlations() {
    const Matrix &x = x_.centred_table, &y = y_.centred_table;
    const std::size_t n = x.rows;
    const Basis a = orthonormal_basis(x.data.data(), n, x.cols),
                b = orthonormal_basis(y.data.data(), n, y.cols);
    put("rankX", static_cast<double>(a.rank));
    put("rankY", static_cast<double>(b.rank));
    if (a.rank == 0 || b.rank == 0) return;
    double sum = 0;  // ‖AᵀB‖²
    std::vector<double> row(b.rank);
    for (std::size_t p = 0; p < a.rank; ++p) {
      std::ranges::fill(row, 0.0);
      for (std::size_t i = 0; i < n; ++i) {
        const double at = a.columns[i * a.rank + p];
        for (std::size_t q = 0; q < b.rank; ++q) row[q] += at * b.columns[i * b.rank + q];
      }
      for (const double r : row) sum += r * r;
    }
    put("meanSquaredCca", sum / static_cast<double>(std::min(a.rank, b.rank)));
    put("meanSquaredCcaChance",
        static_cast<double>(std::max(a.rank, b.rank)) / static_cast<double>(n - 1));
  }
  static double distance(const Matrix& x, const Matrix& y) {
    return procrustes(x.data.data(), x.cols, y.data.data(), y.cols, x.rows);
  }
  void normalised_distance() {
    const double x_size = std::sqrt(squares(x_.centred_table)),
                 y_size = std::sqrt(squares(y_.centred_table));
    if (x_size == 0 || y_size == 0) return;
    Matrix x = x_.centred_table, y = y_.centred_table;
    for (double& v : x.data) v /= x_size;
    for (double& v : y.data) v /= y_size;
    put("procrustesNormalised", distance(x, y));
  }

  Side x_, y_;
  Outputs out_;
  std::vector<double> cosines_x_, cosines_y_;  // then their ranks
};

}  // namespace

Result<std::unique_ptr<Job>> start(const Params& params, const Inputs& inputs,
                                   std::span<const Layer>) {
  std::vector<Side> sides;
  for (const auto& [table, kernel] : {std::pair{"x", "kernelX"}, {"y", "kernelY"}}) {
    if (inputs.has(table) == inputs.has(kernel))
      return Error{ErrorCode::missing_param, table,
                   "give either " + std::string(table) + " or " + kernel};
    const bool is_kernel = inputs.has(kernel);
    const std::string_view field = is_kernel ? kernel : table;
    if (auto error =
            bad_table(field, inputs[field],
                      {.least_rows = 2, .most_rows = kMostRows, .most_columns = kMostColumns}))
      return *error;
    sides.push_back({&inputs[field], field, is_kernel});
  }
  if (sides[0].given->rows != sides[1].given->rows)
    return Error{ErrorCode::bad_shape, std::string(sides[1].field),
                 "must have " + std::to_string(sides[0].given->rows) + " rows, as " +
                     std::string(sides[0].field) + " has, got " +
                     std::to_string(sides[1].given->rows)};
  return std::unique_ptr<Job>(
      std::make_unique<Similarity>(sides[0], sides[1], params.number("bandwidth")));
}

}  // namespace posenc::similarity_detail
