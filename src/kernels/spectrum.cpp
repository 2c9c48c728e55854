#include "kernels/spectrum.hpp"

#include <algorithm>
#include <cmath>  // std::fabs

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
    for (std::size_t j = 0; j < n; ++j) values[m] += c[j] * cosine[m * j % n];
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

}  // namespace

Result<Outputs> run(const Params& params, const Inputs& inputs) {
  constexpr double kUnit = 0x1p-52;
  constexpr std::size_t kMostRows = 4096;
  if (inputs.has("table") == inputs.has("kernel"))
    return Error{ErrorCode::missing_param, "table", "give either table or kernel"};
  const bool from_table = inputs.has("table");
  Matrix exponentials;
  if (params.flag("exponential")) {
    if (from_table)
      return Error{ErrorCode::bad_param, "exponential", "is for a kernel, not for a table"};
    exponentials = inputs["kernel"];
    for (double& x : exponentials.data) {
      if (!(x <= 700))
        return Error{ErrorCode::bad_argument, "kernel",
                     "entries must be at most 700 for their exponential, got " + to_text(x)};
      x = real::exp(x);
    }
  }
  const Matrix& given = from_table              ? inputs["table"]
                        : exponentials.rows > 0 ? exponentials
                                                : inputs["kernel"];
  const std::size_t n = given.rows, smaller = std::min(n, given.cols);
  if (smaller == 0)
    return Error{ErrorCode::bad_shape, from_table ? "table" : "kernel",
                 "must have at least one row and one column"};
  if (smaller > kMostRows)
    return Error{ErrorCode::too_large, from_table ? "table" : "kernel",
                 "the smaller side must be at most " + std::to_string(kMostRows) + ", got " +
                     std::to_string(smaller)};
  const auto kept = static_cast<std::size_t>(params.integer("vectors"));
  Outputs out;
  Spectrum s;
  double floor;
  if (from_table) {
    s = singular_pairs(given.data.data(), n, given.cols, kept);
    for (double& x : s.values) x *= x;
    const double relative = static_cast<double>(std::max(n, given.cols)) * kUnit;
    floor = relative * relative * s.values[0];
  } else {
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
    const std::vector<double> row = toeplitz_row(given);
    s = row.empty() ? eigenpairs(given.data.data(), n, kept) : toeplitz_eigenpairs(row, kept);
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
    if (!row.empty()) {
      std::vector<double> strang(n), chan(n);
      for (std::size_t j = 0; j < n; ++j) {
        strang[j] = row[std::min(j, n - j)];
        const auto size = static_cast<double>(n), at = static_cast<double>(j);
        chan[j] = ((size - at) * row[j] + (j > 0 ? at * row[n - j] : 0)) / size;
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
  const double top = s.values[0], threshold = params.number("threshold");
  double above = 0;
  for (const double x : s.values) above += x > threshold * top && x > 0;
  std::vector<double> ridges = {1e-3, 0.1, 1, 10}, dimensions;
  if (params.has("ridges"))
    ridges.assign(params.numbers("ridges").begin(), params.numbers("ridges").end());
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
      params.has("conditionAt") ? static_cast<std::size_t>(params.integer("conditionAt")) : rank;
  if (params.has("conditionAt") && at > s.values.size())
    return Error{ErrorCode::bad_param, "conditionAt",
                 "must be at most " + std::to_string(s.values.size()) +
                     ", the number of eigenvalues, got " + std::to_string(at)};
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
  if (kept > 0) out.push_back({"eigenvectors", {s.vectors.size() / n, n, std::move(s.vectors)}});
  out.push_back(list("eigenvalues", std::move(s.values)));
  return out;
}

}  // namespace posenc::spectrum_detail
