#include "analyses/spectrum.hpp"

#include <algorithm>
#include <cmath>  // std::fabs
#include <optional>

#include "core/passes.hpp"
#include "core/real.hpp"
#include "core/turn.hpp"
#include "linalg/eigenpairs.hpp"
#include "linalg/symmetry.hpp"

namespace posenc::spectrum_detail {
namespace {

// the first row of a symmetric Toeplitz matrix, or nothing
Steps toeplitz_row(const Matrix& k, std::vector<double>& found) {
  const std::size_t n = k.rows;
  const double scale = n > 0 ? std::fabs(k(0, 0)) : 0;
  const double* const first = k.data.data();
  for (std::size_t i = 1; i < n; ++i) {
    const double* const row = first + i * n;
    double apart = 0;
    for (std::size_t j = 0; j < i; ++j) apart = std::max(apart, std::fabs(row[j] - first[i - j]));
    for (std::size_t j = i; j < n; ++j) apart = std::max(apart, std::fabs(row[j] - first[j - i]));
    if (apart > 1e-14 * scale) co_return;
    co_yield kPass* static_cast<double>(n);
  }
  found.assign(first, first + n);
}

// eigenvalues of the circulant with first column c: its discrete Fourier transform. c is even, and
// so are they: a quarter of the sums are enough.
Steps circulant(const std::vector<double>& c, std::vector<double>& values) {
  const std::size_t n = c.size();
  std::vector<double> cosine(n);
  values.assign(n, 0);
  for (std::size_t k = 0; k < n; ++k)
    cosine[k] = real::cos(6.283185307179586 * static_cast<double>(k) / static_cast<double>(n));
  for (std::size_t m = 0; 2 * m <= n; ++m) {
    double sum = 0;
    for (std::size_t j = 1, turn = m; 2 * j < n; ++j) {  // turn = m·j mod n
      sum += c[j] * cosine[turn];
      turn += turn + m < n ? m : m - n;
    }
    const double middle = n % 2 == 0 ? c[n / 2] * (m % 2 == 0 ? 1 : -1) : 0;
    values[m] = c[0] + 2 * sum + middle;
    if (m > 0) values[n - m] = values[m];
    co_yield kPass* static_cast<double>(n) / 2;
  }
  std::ranges::sort(values, std::greater<>());
}

struct Line {
  double slope, fit;
};
Line least_squares(const std::vector<double>& x, const std::vector<double>& y) {
  const auto n = static_cast<double>(x.size());
  double mx = 0, my = 0;
  for (std::size_t i = 0; i < x.size(); ++i) mx += x[i] / n, my += y[i] / n;
  double xx = 0, xy = 0, yy = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    xx += (x[i] - mx) * (x[i] - mx);
    xy += (x[i] - mx) * (y[i] - my);
    yy += (y[i] - my) * (y[i] - my);
  }
  return {xy / xx, yy > 0 ? xy * xy / (xx * yy) : 1};
}

constexpr double kUnit = 0x1p-52;
constexpr double kMostError = 1e-3;  // of an eigenvalue from a table, as a part of itself

class KernelSpectrum {
 public:
  KernelSpectrum(const Params& params, const Inputs& inputs)
      : params_(params),
        from_table_(inputs.has("table")),
        given_(from_table_ ? &inputs["table"] : &inputs["kernel"]),
        kept_(static_cast<std::size_t>(params.integer("vectors"))) {}

  Steps run(Work& work) {
    if (params_.flag("exponential"))
      for (Steps steps = exponentials(work.error); steps.next();) co_yield steps.cost();
    if (work.error) co_return;
    for (Steps steps = prepare(work.error); steps.next();) co_yield steps.cost();
    if (work.error) co_return;
    work.total = problem_->expected_cost() + 3 * kPass * static_cast<double>(given_->data.size());
    while (problem_->advance() < 1) co_yield problem_->cost();
    Spectrum s = problem_->take();
    double floor = 0;
    if ((work.error = clean(s, floor))) co_return;
    if (!row_.empty())
      for (Steps steps = circulants(work.outputs); steps.next();) co_yield steps.cost();
    report(std::move(s), floor, work.outputs);
  }

 private:
  Steps exponentials(std::optional<Error>& error) {
    constexpr double kExponential = 400;  // cost of one
    exponentials_.rows = given_->rows, exponentials_.cols = given_->cols;
    exponentials_.data.reserve(given_->data.size());
    for (const double x : given_->data) {
      if (!(x <= 700)) {
        error = Error{ErrorCode::bad_argument, "kernel",
                      "entries must be at most 700 for their exponential, got " + to_text(x)};
        co_return;
      }
      exponentials_.data.push_back(real::exp(x));
      if (exponentials_.data.size() % 1024 == 0) co_yield (1024 * kExponential);
    }
    given_ = &exponentials_;
  }

  Steps prepare(std::optional<Error>& error) {
    const Matrix& given = *given_;
    const std::size_t n = given.rows;
    if (from_table_) {
      problem_ = Eigenproblem::singular(given.data.data(), n, given.cols, kept_);
      co_return;
    }
    for (Steps steps = symmetry_steps(given.data.data(), n, "kernel", error); steps.next();)
      co_yield steps.cost();
    if (error) co_return;
    for (Steps steps = toeplitz_row(given, row_); steps.next();) co_yield steps.cost();
    problem_ = row_.empty() ? Eigenproblem::symmetric(given.data.data(), n, kept_)
                            : Eigenproblem::toeplitz(row_, kept_);
  }

  // Eigenvalues of the kernel, 0 below the floor.
  std::optional<Error> clean(Spectrum& s, double& floor) const {
    const std::size_t n = given_->rows;
    if (from_table_) {
      for (double& x : s.values) x *= x;
      const double relative =
          static_cast<double>(std::max(n, given_->cols)) * kUnit * 2 / kMostError;
      floor = relative * relative * s.values[0];
    } else {
      const double top = std::max(std::fabs(s.values.front()), std::fabs(s.values.back()));
      // A negative eigenvalue of a kernel is the error of its entries: nothing below its size is
      // known.
      constexpr double kMostNoise = 1e-6;
      if (s.values.back() < -kMostNoise * top)
        return Error{ErrorCode::bad_argument, "kernel",
                     "must be positive semi-definite; its least eigenvalue is " +
                         to_text(s.values.back()) + " where the largest is " +
                         to_text(s.values.front())};
      floor = std::max(static_cast<double>(n) * kUnit * top, -s.values.back());
    }
    for (double& x : s.values)
      if (x <= floor) x = 0;
    return std::nullopt;
  }

  Steps circulants(Outputs& out) const {
    const std::size_t n = row_.size();
    std::vector<double> strang(n), chan(n);
    for (std::size_t j = 0; j < n; ++j) {
      strang[j] = row_[std::min(j, n - j)];
      const auto size = static_cast<double>(n), at = static_cast<double>(j);
      chan[j] = ((size - at) * row_[j] + (j > 0 ? at * row_[n - j] : 0)) / size;
    }
    std::vector<double> of_strang, of_chan;
    for (Steps steps = circulant(strang, of_strang); steps.next();) co_yield steps.cost();
    out.push_back(list("strang", std::move(of_strang)));
    for (Steps steps = circulant(chan, of_chan); steps.next();) co_yield steps.cost();
    out.push_back(list("chan", std::move(of_chan)));
  }

  void report(Spectrum s, double floor, Outputs& out) const;

  const Params& params_;
  bool from_table_;
  const Matrix* given_;
  std::size_t kept_;
  Matrix exponentials_;
  std::vector<double> row_;  // of a Toeplitz kernel
  std::optional<Eigenproblem> problem_;
};

void KernelSpectrum::report(Spectrum s, double floor, Outputs& out) const {
  const std::size_t n = given_->rows;
  std::size_t rank = 0;
  for (const double x : s.values) rank += x > 0;
  double sum = 0, squares = 0, entropy = 0;
  for (const double x : s.values) sum += x, squares += x * x;
  for (const double x : s.values)
    if (x > 0) entropy -= x / sum * real::log(x / sum);
  const double top = s.values[0], threshold = params_.number("threshold");
  double above = 0;
  for (const double x : s.values) above += x > threshold * top && x > 0;
  std::vector<double> ridges = {1e-3, 0.1, 1, 10}, dimensions;
  if (params_.has("ridges"))
    ridges.assign(params_.numbers("ridges").begin(), params_.numbers("ridges").end());
  for (const double ridge : ridges) {
    double d = 0;
    for (const double x : s.values) d += x / (x + ridge);
    dimensions.push_back(d);
  }
  const bool any = sum > 0;
  out.push_back(scalar("floor", floor));
  out.push_back(scalar("resolvedRank", static_cast<double>(rank)));
  out.push_back(scalar("trace", sum));
  out.push_back(scalar("participationRatio", any ? sum * sum / squares : 0));
  out.push_back(scalar("effectiveRank", any ? real::exp(entropy) : 0));
  out.push_back(scalar("stableRank", any ? sum / top : 0));
  out.push_back(scalar("numericalRank", above));
  out.push_back(list("effectiveDimensions", std::move(dimensions)));
  const std::size_t at =
      params_.has("conditionAt") ? static_cast<std::size_t>(params_.integer("conditionAt")) : rank;
  if (at > 0 && s.values[at - 1] > 0)
    out.push_back(scalar("conditionNumber", top / s.values[at - 1]));
  if (rank >= 3) {
    std::vector<double> index, log_index, log_value;
    for (std::size_t m = 0; m < rank; ++m) {
      index.push_back(static_cast<double>(m + 1));
      log_index.push_back(real::log(index.back()));
      log_value.push_back(real::log(s.values[m]));
    }
    const Line power = least_squares(log_index, log_value),
               exponential = least_squares(index, log_value);
    out.push_back(scalar("powerDecay", power.slope));
    out.push_back(scalar("powerDecayFit", power.fit));
    out.push_back(scalar("exponentialDecay", exponential.slope));
    out.push_back(scalar("exponentialDecayFit", exponential.fit));
  }
  if (kept_ > 0) out.push_back({"eigenvectors", {s.vectors.size() / n, n, std::move(s.vectors)}});
  out.push_back(list("eigenvalues", std::move(s.values)));
}

}  // namespace

Result<Count> holds(const Params& params, const Sizes& sizes, std::span<const Layer>) {
  constexpr std::uint64_t kMostSide = 4096;
  if (sizes.has("table") == sizes.has("kernel"))
    return Error{ErrorCode::missing_param, "table", "give either table or kernel"};
  const bool from_table = sizes.has("table");
  const std::string field = from_table ? "table" : "kernel";
  const Size given = sizes[field];
  const Count smaller = std::min(given.rows, given.cols),
              kept = std::min(smaller, Count(params.integer("vectors")));
  if (smaller == 0)
    return Error{ErrorCode::bad_shape, field, "must have at least one row and one column"};
  if (auto error = too_large(smaller, kMostSide, field, "rows or columns, whichever are fewer"))
    return *error;
  if (params.has("conditionAt") && Count(params.integer("conditionAt")) > smaller)
    return Error{ErrorCode::bad_param, "conditionAt",
                 "must be at most " + smaller.text() + ", the number of eigenvalues, got " +
                     std::to_string(params.integer("conditionAt"))};
  return (params.flag("exponential") ? given.numbers() : Count(0)) + 16 * smaller +
         (from_table ? singular_pairs_hold(given.rows, given.cols, kept)
                     : symmetric_pairs_hold(given.rows, kept));
}

Steps steps(const Params& params, const Inputs& inputs, std::span<const Layer>, Work& work) {
  if (params.flag("exponential") && inputs.has("table")) {
    work.error = Error{ErrorCode::bad_param, "exponential", "is for a kernel, not for a table"};
    co_return;
  }
  KernelSpectrum spectrum(params, inputs);
  for (Steps steps = spectrum.run(work); steps.next();) co_yield steps.cost();
}

}  // namespace posenc::spectrum_detail
