#include "analyses/diagnostics/similarity.hpp"

#include <algorithm>
#include <optional>

#include "analyses/diagnostics/tables.hpp"
#include "kernels/canonical_correlation.hpp"
#include "kernels/centred.hpp"
#include "kernels/gram.hpp"
#include "kernels/hsic.hpp"
#include "kernels/median_kernel.hpp"
#include "kernels/representational_similarity.hpp"
#include "linalg/factor.hpp"
#include "linalg/procrustes.hpp"

namespace posenc::similarity_row {
namespace {

// One side: its table, at most n columns wide, and derived values.
struct Side {
  const Matrix* given;
  std::string_view field;
  bool is_kernel;
  Matrix table = {}, centred_table = {};
  MedianKernel gaussian = {};

  std::optional<Error> load(double bandwidth) {
    if (is_kernel) {
      Result<Matrix> factor = gram_factor(*given, field);
      if (!factor) return factor.error();
      table = std::move(factor).value();
    } else {
      table = narrow_factor(*given);
    }
    centred_table = centred(table);
    gaussian = median_kernel(centred_table, bandwidth);
    return std::nullopt;
  }
};

class Similarity {
 public:
  Similarity(Side x, Side y, double bandwidth)
      : x_(std::move(x)), y_(std::move(y)), bandwidth_(bandwidth) {}

  void run(Work& work) {
    for (Side* side : {&x_, &y_})
      if ((work.error = side->load(bandwidth_))) return;
    work.progress.done(0.25);
    alignments();
    work.progress.done(0.5);
    const CanonicalCorrelation cca = canonical_correlation(x_.centred_table, y_.centred_table);
    put("rankX", static_cast<double>(cca.rank_x));
    put("rankY", static_cast<double>(cca.rank_y));
    put("meanSquaredCca", cca.mean_square);
    put("meanSquaredCcaChance", cca.chance);
    distances();
    work.progress.done(0.75);
    const RepresentationalSimilarity rsa = representational_similarity(x_.table, y_.table);
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
  void alignments() {
    alignment(gram_of(x_.centred_table), gram_of(y_.centred_table), kLinear);
    const bool x_defined = x_.gaussian.sigma > 0, y_defined = y_.gaussian.sigma > 0;
    if (x_defined) put("sigmaX", x_.gaussian.sigma);
    if (y_defined) put("sigmaY", y_.gaussian.sigma);
    if (x_defined && y_defined) alignment(x_.gaussian.values, y_.gaussian.values, kGaussian);
    x_.gaussian = y_.gaussian = {};
  }
  void alignment(const Matrix& k, const Matrix& l, const Names& names) {
    const Hsic biased = biased_hsic(k, l);
    put(names.hsic, biased.value);
    put(names.cka, biased.cka);
    put(names.chance, biased.chance);
    if (k.rows < 4) return;
    const Hsic unbiased = unbiased_hsic(k, l);
    put(names.unbiased, unbiased.value);
    put(names.cka_unbiased, unbiased.cka);
  }
  void distances() {
    distance("procrustes", x_.table, y_.table);
    distance("procrustesCentred", x_.centred_table, y_.centred_table);
    const Matrix x = normalised(x_.centred_table), y = normalised(y_.centred_table);
    if (x.rows == 0 || y.rows == 0) return;
    distance("procrustesNormalised", x, y);
  }
  void distance(std::string_view name, const Matrix& x, const Matrix& y) {
    put(name, procrustes(x, y));
  }

  Side x_, y_;
  double bandwidth_;
  Outputs out_;
};

}  // namespace

Result<Count> largest(const Params&, const Sizes& sizes, std::span<const Layer>) {
  Count rows = 0;
  for (const auto& [name, size] : sizes.all()) {
    if (auto error = large_table(name, size, 2048, 8192)) return *error;
    rows = std::max(rows, size.rows);
  }
  return rows * rows;
}

void run(const Params& params, const Inputs& inputs, std::span<const Layer>, Work& work) {
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
  for (const Side& side : sides)
    if (!work.error) work.error = check_table(side.field, *side.given, 2);
  if (work.error) return;
  Similarity similarity(sides[0], sides[1], params.number("bandwidth"));
  similarity.run(work);
}

}  // namespace posenc::similarity_row
