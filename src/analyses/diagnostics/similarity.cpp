#include "analyses/diagnostics/similarity.hpp"

#include <algorithm>
#include <optional>

#include "analyses/diagnostics/tables.hpp"
#include "core/passes.hpp"
#include "kernels/canonical_correlation.hpp"
#include "kernels/centred.hpp"
#include "kernels/gram.hpp"
#include "kernels/hsic.hpp"
#include "kernels/median_kernel.hpp"
#include "kernels/representational_similarity.hpp"
#include "linalg/eigenpairs.hpp"
#include "linalg/factor.hpp"
#include "linalg/procrustes.hpp"
#include "linalg/singular_pairs.hpp"

namespace posenc::similarity_row {
namespace {

// One side: its table, at most n columns wide, and what is derived from it.
struct Side {
  const Matrix* given;
  std::string_view field;
  bool is_kernel;
  Matrix table = {}, centred_table = {};
  MedianKernel gaussian = {};

  Steps load(double bandwidth, std::optional<Error>& error) {
    if (is_kernel)
      co_yield gram_factor_steps(*given, field, table, error);
    else
      co_yield narrow_factor_steps(*given, table);
    if (error) co_return;
    co_yield centred(table, centred_table);
    co_yield median_kernel(centred_table, bandwidth, gaussian);
  }
};

class Similarity {
 public:
  Similarity(Side x, Side y, double bandwidth)
      : x_(std::move(x)), y_(std::move(y)), bandwidth_(bandwidth) {}

  Steps run(Work& work) {
    constexpr double kEntries = 8000;  // cost of all that is done to an entry of a Gram matrix
    const std::size_t n = x_.given->rows;
    work.total = 10 * cost_of_singular_pairs(n, std::min(n, x_.given->cols), n / 2) +
                 kEntries * static_cast<double>(n) * static_cast<double>(n);
    for (Side* side : {&x_, &y_}) {
      co_yield side->load(bandwidth_, work.error);
      if (work.error) co_return;
    }
    co_yield alignments();
    CanonicalCorrelation cca;
    co_yield canonical_correlation(x_.centred_table, y_.centred_table, cca);
    put("rankX", static_cast<double>(cca.rank_x));
    put("rankY", static_cast<double>(cca.rank_y));
    put("meanSquaredCca", cca.mean_square);
    put("meanSquaredCcaChance", cca.chance);
    co_yield distances();
    RepresentationalSimilarity rsa;
    co_yield representational_similarity(x_.table, y_.table, rsa);
    put("rsaPearson", rsa.pearson);
    put("rsaSpearman", rsa.spearman);
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
  Steps alignments() {
    Matrix k, l;
    co_yield gram_steps(x_.centred_table, k);
    co_yield gram_steps(y_.centred_table, l);
    co_yield alignment(k, l, kLinear);
    const bool x_defined = x_.gaussian.sigma > 0, y_defined = y_.gaussian.sigma > 0;
    if (x_defined) put("sigmaX", x_.gaussian.sigma);
    if (y_defined) put("sigmaY", y_.gaussian.sigma);
    if (x_defined && y_defined)
      co_yield alignment(x_.gaussian.values, y_.gaussian.values, kGaussian);
    x_.gaussian = y_.gaussian = {};
  }
  Steps alignment(const Matrix& k, const Matrix& l, const Names& names) {
    Hsic biased, unbiased;
    co_yield biased_hsic(k, l, biased);
    put(names.hsic, biased.value);
    put(names.cka, biased.cka);
    put(names.chance, biased.chance);
    if (k.rows < 4) co_return;
    co_yield unbiased_hsic(k, l, unbiased);
    put(names.unbiased, unbiased.value);
    put(names.cka_unbiased, unbiased.cka);
  }
  Steps distances() {
    co_yield distance("procrustes", x_.table, y_.table);
    co_yield distance("procrustesCentred", x_.centred_table, y_.centred_table);
    Matrix x, y;
    co_yield normalised(x_.centred_table, x);
    co_yield normalised(y_.centred_table, y);
    if (x.rows == 0 || y.rows == 0) co_return;
    co_yield distance("procrustesNormalised", x, y);
  }
  Steps distance(std::string_view name, const Matrix& x, const Matrix& y) {
    double square = 0;
    co_yield procrustes_steps(x, y, square);
    put(name, square);
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
        return refusal(ErrorCode::missing_param, table, {"give either ", table, " or ", kernel});
      const bool is_kernel = inputs.has(kernel);
      const std::string_view field = is_kernel ? kernel : table;
      sides.push_back({&inputs[field], field, is_kernel});
    }
    if (sides[0].given->rows == sides[1].given->rows) return std::nullopt;
    return bad_shape(sides[1].field, "must have ", sides[0].given->rows, " rows, as ",
                     sides[0].field, " has, got ", sides[1].given->rows);
  };
  work.error = wrong();
  for (const Side& side : sides) {
    if (work.error) co_return;
    co_yield check_table(side.field, *side.given, work.error, 2);
  }
  if (work.error) co_return;
  Similarity similarity(sides[0], sides[1], params.number("bandwidth"));
  co_yield similarity.run(work);
}

}  // namespace posenc::similarity_row
