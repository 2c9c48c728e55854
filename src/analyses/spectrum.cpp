#include "analyses/spectrum.hpp"

#include <algorithm>
#include <optional>

#include "core/real.hpp"
#include "core/text.hpp"
#include "kernels/spectrum_measures.hpp"
#include "kernels/toeplitz.hpp"
#include "linalg/eigenpairs.hpp"
#include "linalg/semidefinite.hpp"
#include "linalg/symmetry.hpp"

namespace posenc::spectrum_row {
namespace {

class KernelSpectrum {
 public:
  KernelSpectrum(const Params& params, const Inputs& inputs)
      : params_(params),
        from_table_(inputs.has("table")),
        given_(from_table_ ? &inputs["table"] : &inputs["kernel"]),
        kept_(params.count("vectors")) {}

  void run(Work& work) {
    if (params_.flag("exponential")) exponentials(work.error);
    if (work.error) return;
    Spectrum s = solve(work);
    if (work.error) return;
    double floor = 0;
    if (from_table_) {
      floor = square_singular_values(s.values, given_->rows, given_->cols);
    } else {
      const Result<double> noise = semidefinite_floor(s.values, "kernel");
      if (!noise) {
        work.error = noise.error();
        return;
      }
      floor = *noise;
      for (double& x : s.values)
        if (x <= floor) x = 0;
    }
    if (!row_.empty()) circulants(work.outputs);
    report(std::move(s), floor, work.outputs);
  }

 private:
  void exponentials(std::optional<Error>& error) {
    exponentials_.rows = given_->rows, exponentials_.cols = given_->cols;
    exponentials_.data.reserve(given_->data.size());
    for (const double x : given_->data) {
      if (!(x <= 700)) {
        error = bad_argument("kernel", "entries must be at most 700 for their exponential, got ",
                             to_text(x));
        return;
      }
      exponentials_.data.push_back(real::exp(x));
    }
    given_ = &exponentials_;
  }

  Spectrum solve(Work& work) {
    const Matrix& given = *given_;
    if (from_table_) return singular_pairs(given, kept_, work.progress);
    if ((work.error = not_symmetric(given, "kernel"))) return {};
    row_ = toeplitz_row(given);
    return row_.empty() ? eigenpairs(given, kept_, work.progress)
                        : toeplitz_eigenpairs(row_, kept_, work.progress);
  }

  void circulants(Outputs& out) const {
    out.push_back(list("strang", circulant_eigenvalues(strang_circulant(row_))));
    out.push_back(list("chan", circulant_eigenvalues(chan_circulant(row_))));
  }

  void report(Spectrum s, double floor, Outputs& out) const;

  const Params& params_;
  bool from_table_;
  const Matrix* given_;
  std::size_t kept_;
  Matrix exponentials_;
  std::vector<double> row_;  // first row of a Toeplitz kernel
};

void KernelSpectrum::report(Spectrum s, double floor, Outputs& out) const {
  const std::vector<double>& values = s.values;
  const SpectrumMeasures of = spectrum_measures(values);
  const std::size_t above = numerical_rank(values, params_.number("threshold"));
  out.push_back(scalar("floor", floor));
  out.push_back(scalar("resolvedRank", static_cast<double>(of.rank)));
  out.push_back(scalar("trace", of.trace));
  out.push_back(scalar("participationRatio", of.participation_ratio));
  out.push_back(scalar("effectiveRank", of.effective_rank));
  out.push_back(scalar("stableRank", of.stable_rank));
  out.push_back(scalar("numericalRank", static_cast<double>(above)));
  const std::vector<double> ridges = params_.numbers_or("ridges", {1e-3, 0.1, 1, 10});
  out.push_back(list("effectiveDimensions", effective_dimensions(values, ridges)));
  const std::size_t at = params_.has("conditionAt") ? params_.count("conditionAt") : of.rank;
  if (at > 0 && values[at - 1] > 0)
    out.push_back(scalar("conditionNumber", values[0] / values[at - 1]));
  if (const std::optional<SpectrumDecay> decay = spectrum_decay(values)) {
    out.push_back(scalar("powerDecay", decay->power.slope));
    out.push_back(scalar("powerDecayFit", decay->power.r_squared));
    out.push_back(scalar("exponentialDecay", decay->exponential.slope));
    out.push_back(scalar("exponentialDecayFit", decay->exponential.r_squared));
  }
  if (kept_ > 0) out.push_back({"eigenvectors", std::move(s.vectors)});
  out.push_back(list("eigenvalues", std::move(s.values)));
}

}  // namespace

Result<Count> largest(const Params& params, const Sizes& sizes, std::span<const Layer>) {
  constexpr std::uint64_t kMostSide = 4096;
  if (sizes.has("table") == sizes.has("kernel"))
    return Error{ErrorCode::missing_param, "table", "give either table or kernel"};
  const bool from_table = sizes.has("table");
  const std::string field = from_table ? "table" : "kernel";
  const Size given = sizes[field];
  const Count smaller = std::min(given.rows, given.cols);
  if (smaller == 0) return bad_shape(field, "must have at least one row and one column");
  if (auto error = too_large(smaller, kMostSide, field, "rows or columns, whichever are fewer"))
    return *error;
  if (params.has("conditionAt") && Count(params.integer("conditionAt")) > smaller)
    return bad_param("conditionAt", "must be at most ", smaller.text(),
                     ", the number of eigenvalues, got ", params.integer("conditionAt"));
  return given.numbers();
}

void run(const Params& params, const Inputs& inputs, std::span<const Layer>, Work& work) {
  if (params.flag("exponential") && inputs.has("table")) {
    work.error = bad_param("exponential", "is for a kernel, not for a table");
    return;
  }
  KernelSpectrum spectrum(params, inputs);
  spectrum.run(work);
}

}  // namespace posenc::spectrum_row
