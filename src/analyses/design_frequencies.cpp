#include "analyses/design_frequencies.hpp"

#include <algorithm>
#include <cmath>  // std::sqrt, std::fabs, std::floor
#include <optional>

#include "kernels/frequency_design.hpp"

namespace posenc::design_frequencies_row {
namespace {

constexpr double kMostLag = 65535;

// Rejects a list that is not a matrix of one row or one column.
std::optional<Error> not_a_list(std::string_view name, const Matrix& m) {
  if (m.data.empty() || (m.rows != 1 && m.cols != 1))
    return bad_shape(name, "must be a list of at least one number, got ", m.rows, " x ", m.cols);
  return std::nullopt;
}

double interpolated(const std::vector<double>& lags, const std::vector<double>& values, double at) {
  const auto above = static_cast<std::size_t>(std::ranges::lower_bound(lags, at) - lags.begin());
  if (above == 0) return values.front();
  if (above == lags.size()) return values.back();
  const double t = (at - lags[above - 1]) / (lags[above] - lags[above - 1]);
  return values[above - 1] + t * (values[above] - values[above - 1]);
}

Result<WantedKernel> wanted_of(const Params& params, const Inputs& inputs) {
  const auto bad = [](std::string_view name, const std::string& message,
                      ErrorCode code = ErrorCode::bad_argument) {
    return Error{code, std::string(name), message};
  };
  const std::int64_t dim = params.integer("dim");
  if (dim % 2 != 0)
    return bad("dim",
               "must be even: a cosine and a sine for each frequency; got " + std::to_string(dim),
               ErrorCode::bad_param);
  for (const std::string_view name : {"profile", "lags", "weights"})
    if (inputs.has(name))
      if (auto error = not_a_list(name, inputs[name])) return *error;
  WantedKernel wanted;
  CosineProblem& problem = wanted.problem;
  problem.maximum = params.number("maxFrequency");
  std::vector<double> lags, values;
  if (inputs.has("profile")) {
    values = inputs["profile"].data;
    if (inputs.has("lags"))
      lags = inputs["lags"].data;
    else
      for (std::size_t i = 0; i < values.size(); ++i) lags.push_back(static_cast<double>(i));
    if (lags.size() != values.size())
      return bad("lags",
                 "must have one number for each of the profile's " + std::to_string(values.size()) +
                     ", got " + std::to_string(lags.size()),
                 ErrorCode::bad_shape);
    for (std::size_t i = 0; i < lags.size(); ++i) {
      if (lags[i] < 0 || (i > 0 && lags[i] <= lags[i - 1]))
        return bad("lags", "must rise from a first one >= 0; element " + std::to_string(i) +
                               " is " + to_text(lags[i]));
      if (!params.has("context") && (lags[i] > kMostLag || lags[i] != std::floor(lags[i])))
        return bad("lags", "must be whole numbers up to " + to_text(kMostLag) +
                               " where no context is given; element " + std::to_string(i) + " is " +
                               to_text(lags[i]));
    }
  } else if (inputs.has("lags")) {
    return bad("lags", "belong to a profile, which is not given");
  }
  if (params.has("context") || values.empty()) {
    const auto which = params.choice<TargetProfile>("target");
    const auto n = static_cast<std::size_t>(params.number_or("context", 512));
    for (std::size_t i = 0; i < n; ++i) {
      const auto lag = static_cast<double>(i);
      problem.lags.push_back(lag);
      problem.target.push_back(values.empty() ? target_profile(which, lag, params.number("length"),
                                                               params.number("power"))
                                              : interpolated(lags, values, lag));
    }
  } else {
    problem.lags = std::move(lags);
    problem.target = std::move(values);
  }
  const std::size_t n = problem.lags.size();
  problem.root.assign(n, 1);
  if (inputs.has("weights")) {
    const std::vector<double>& weights = inputs["weights"].data;
    if (weights.size() != n)
      return bad("weights",
                 "must have one number for each of " + std::to_string(n) + " fitted lags, got " +
                     std::to_string(weights.size()),
                 ErrorCode::bad_shape);
    double largest = 0;
    for (std::size_t i = 0; i < n; ++i) {
      if (weights[i] < 0)
        return bad("weights",
                   "must be >= 0; element " + std::to_string(i) + " is " + to_text(weights[i]));
      largest = std::max(largest, weights[i]);
    }
    if (largest == 0) return bad("weights", "must not all be 0");
    for (std::size_t i = 0; i < n; ++i) problem.root[i] = std::sqrt(weights[i] / largest);
  }
  // a power of two: scaling is exact, and squares neither overflow nor underflow
  double largest = 0;
  double& scale = wanted.scale;
  for (const double t : problem.target) largest = std::max(largest, std::fabs(t));
  while (scale < largest) scale *= 2;
  while (largest > 0 && scale / 2 >= largest && scale > 0x1p-1000) scale /= 2;
  for (double& t : problem.target) t /= scale;
  wanted.pairs = static_cast<std::size_t>(dim / 2);
  wanted.equal_amplitudes = params.flag("equalAmplitudes");
  wanted.oversampling = params.count("oversampling");
  if (params.has("refinement")) wanted.most_steps = static_cast<int>(params.number("refinement"));
  wanted.whole = problem.lags[0] == 0 && problem.lags.back() == static_cast<double>(n - 1);
  return wanted;
}

Outputs outputs_of(FrequencyDesign&& made) {
  Outputs out = outputs(
      list("frequencies", std::move(made.frequencies)), list("turns", std::move(made.turns)),
      list("amplitudes", std::move(made.amplitudes)), list("shares", std::move(made.shares)),
      scalar("pairs", static_cast<double>(made.pairs)), list("lags", std::move(made.lags)),
      list("target", std::move(made.target)), list("fitted", std::move(made.fitted)),
      scalar("rmsError", made.rms_error), scalar("maxError", made.max_error),
      scalar("gridPairs", static_cast<double>(made.grid_pairs)),
      scalar("gridError", made.grid_error), scalar("gridGap", made.grid_gap),
      scalar("selectedError", made.selected_error), scalar("steps", made.steps),
      scalar("slope", made.slope), scalar("anotherPair", made.another_pair));
  const auto add = [&](std::string_view name, const std::optional<double>& value) {
    if (value) out.push_back(scalar(name, *value));
  };
  add("anotherFrequency", made.another_frequency);
  add("relativeError", made.relative_error);
  add("leastEigenvalue", made.least_eigenvalue);
  if (made.positive_semidefinite)
    out.push_back(scalar("positiveSemidefinite", *made.positive_semidefinite ? 1 : 0));
  add("lowerBound", made.lower_bound);
  return out;
}

}  // namespace

Result<Count> largest(const Params& params, const Sizes& sizes, std::span<const Layer>) {
  // limits the work: normal equations take n·dim² products per step
  constexpr std::uint64_t kMostWork = std::uint64_t{1} << 31, kMostLags = 65536;
  const Count dim = params.integer("dim"),
              given = sizes.has("profile") ? sizes["profile"].numbers() : 0;
  if (auto error = too_large(given, kMostLags, "profile", "lags")) return *error;
  const Count n = params.has("context") || !sizes.has("profile")
                      ? Count(static_cast<std::int64_t>(params.number_or("context", 512)))
                      : given;
  if (auto error =
          too_large(n * dim * dim, kMostWork, "dim", "lags times dim², with " + n.text() + " lags"))
    return *error;
  return n * dim;
}

void run(const Params& params, const Inputs& inputs, std::span<const Layer>, Work& work) {
  Result<WantedKernel> wanted = wanted_of(params, inputs);
  if (!wanted) {
    work.error = wanted.error();
    return;
  }
  work.outputs = outputs_of(design_frequencies(std::move(wanted).value(), work.progress));
}

}  // namespace posenc::design_frequencies_row
