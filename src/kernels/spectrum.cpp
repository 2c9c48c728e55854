#include "kernels/spectrum.hpp"

#include <algorithm>
#include <cmath>  // std::fabs
#include <optional>

#include "core/real.hpp"
#include "core/turn.hpp"
#include "linalg/eigenpairs.hpp"

namespace posenc::spectrum_detail {
namespace {

// the first row of a symmetric Toeplitz matrix, or nothing
std::vector<double> toeplitz_row(const Matrix& k) {
  const double scale = k.rows > 0 ? std::fabs(k(0, 0)) : 0;
  for (std::size_t i = 1; i < k.rows; ++i)
    for (std::size_t j = 0; j < k.rows; ++j) {
      const double near = k(0, i > j ? i - j : j - i);
      if (std::fabs(k(i, j) - near) > 1e-14 * scale) return {};
    }
  return {k.data.begin(), k.data.begin() + static_cast<std::ptrdiff_t>(k.rows)};
}

// eigenvalues of the circulant with first column c: its discrete Fourier transform (c even)
std::vector<double> circulant(const std::vector<double>& c) {
  const std::size_t n = c.size();
  std::vector<double> cosine(n), values(n);
  for (std::size_t k = 0; k < n; ++k)
    cosine[k] = real::cos(6.283185307179586 * static_cast<double>(k) / static_cast<double>(n));
  for (std::size_t m = 0; m < n; ++m)
    for (std::size_t j = 0, turn = 0; j < n; ++j) {  // turn = m·j mod n
      values[m] += c[j] * cosine[turn];
      turn += turn + m < n ? m : m - n;
    }
  std::ranges::sort(values, std::greater<>());
  return values;
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
constexpr std::size_t kMostRows = 4096;

class SpectrumJob final : public Job {
 public:
  SpectrumJob(const Params& params, const Inputs& inputs)
      : params_(params),
        from_table_(inputs.has("table")),
        given_(from_table_ ? &inputs["table"] : &inputs["kernel"]),
        kept_(static_cast<std::size_t>(params.integer("vectors"))) {
    if (!params.flag("exponential")) return;
    exponentials_ = *given_;
    given_ = &exponentials_;
  }

  // some exponentials, or the checks, or a part of the eigenproblem
  Result<double> advance() override {
    if (exponents_ < exponentials_.data.size()) return exponentiate();
    if (problem_) return problem_->advance();
    if (const auto error = prepare()) return *error;
    return 0.0;
  }

  Result<Outputs> finish() override;

 private:
  Result<double> exponentiate() {
    const std::size_t end = std::min(exponentials_.data.size(), exponents_ + (1 << 20));
    for (; exponents_ < end; ++exponents_) {
      double& x = exponentials_.data[exponents_];
      if (!(x <= 700))
        return Error{ErrorCode::bad_argument, "kernel",
                     "entries must be at most 700 for their exponential, got " + to_text(x)};
      x = real::exp(x);
    }
    return 0.0;
  }

  std::optional<Error> prepare() {
    const Matrix& given = *given_;
    const std::size_t n = given.rows;
    if (from_table_) {
      problem_ = Eigenproblem::singular(given.data.data(), n, given.cols, kept_);
      return std::nullopt;
    }
    double asymmetry = 0, largest = 0;
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t j = 0; j < i; ++j) {
        asymmetry = std::max(asymmetry, std::fabs(given(i, j) - given(j, i)));
        largest = std::max(largest, std::fabs(given(i, j)));
      }
    if (asymmetry > 1e-10 * largest)
      return Error{
          ErrorCode::bad_argument, "kernel",
          "must be symmetric; entries differ from their mirror by up to " + to_text(asymmetry)};
    row_ = toeplitz_row(given);
    problem_ = row_.empty() ? Eigenproblem::symmetric(given.data.data(), n, kept_)
                            : Eigenproblem::toeplitz(row_, kept_);
    return std::nullopt;
  }

  Params params_;
  bool from_table_;
  const Matrix* given_;
  std::size_t kept_;
  Matrix exponentials_;
  std::size_t exponents_ = 0;  // done
  std::vector<double> row_;    // of a Toeplitz kernel
  std::optional<Eigenproblem> problem_;
};

Result<Outputs> SpectrumJob::finish() {
  const std::size_t n = given_->rows;
  Outputs out;
  Spectrum s = problem_->take();
  double floor;
  if (from_table_) {
    for (double& x : s.values) x *= x;
    const double relative = static_cast<double>(std::max(n, given_->cols)) * kUnit;
    floor = relative * relative * s.values[0];
  } else {
    const double top = std::max(std::fabs(s.values.front()), std::fabs(s.values.back()));
    floor = static_cast<double>(n) * kUnit * top;
    // A negative eigenvalue of a kernel is the error of its entries: nothing below its size is
    // known.
    constexpr double kMostNoise = 1e-6;
    if (s.values.back() < -kMostNoise * top)
      return Error{ErrorCode::bad_argument, "kernel",
                   "must be positive semi-definite; its least eigenvalue is " +
                       to_text(s.values.back()) + " where the largest is " +
                       to_text(s.values.front())};
    floor = std::max(floor, -s.values.back());
    if (!row_.empty()) {
      std::vector<double> strang(n), chan(n);
      for (std::size_t j = 0; j < n; ++j) {
        strang[j] = row_[std::min(j, n - j)];
        const auto size = static_cast<double>(n), at = static_cast<double>(j);
        chan[j] = ((size - at) * row_[j] + (j > 0 ? at * row_[n - j] : 0)) / size;
      }
      out.push_back(list("strang", circulant(strang)));
      out.push_back(list("chan", circulant(chan)));
    }
  }
  std::size_t rank = 0;
  for (double& x : s.values) {
    if (x <= floor) x = 0;
    rank += x > 0;
  }
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
  return out;
}

}  // namespace

Result<std::unique_ptr<Job>> start(const Params& params, const Inputs& inputs,
                                   std::span<const Layer>) {
  if (inputs.has("table") == inputs.has("kernel"))
    return Error{ErrorCode::missing_param, "table", "give either table or kernel"};
  const std::string field = inputs.has("table") ? "table" : "kernel";
  if (params.flag("exponential") && field == "table")
    return Error{ErrorCode::bad_param, "exponential", "is for a kernel, not for a table"};
  const std::size_t smaller = std::min(inputs[field].rows, inputs[field].cols);
  if (smaller == 0)
    return Error{ErrorCode::bad_shape, field, "must have at least one row and one column"};
  if (smaller > kMostRows)
    return Error{ErrorCode::too_large, field,
                 "the smaller side must be at most " + std::to_string(kMostRows) + ", got " +
                     std::to_string(smaller)};
  if (params.has("conditionAt") &&
      static_cast<std::size_t>(params.integer("conditionAt")) > smaller)
    return Error{ErrorCode::bad_param, "conditionAt",
                 "must be at most " + std::to_string(smaller) +
                     ", the number of eigenvalues, got " +
                     std::to_string(params.integer("conditionAt"))};
  return std::unique_ptr<Job>(std::make_unique<SpectrumJob>(params, inputs));
}

}  // namespace posenc::spectrum_detail
