#include "kernels/design_frequencies.hpp"

#include <algorithm>
#include <cmath>  // std::sqrt, std::fabs, std::floor
#include <numeric>
#include <optional>

#include "core/turn.hpp"
#include "kernels/cosine_fit.hpp"
#include "kernels/frequency_grid.hpp"
#include "kernels/shift_kernel.hpp"
#include "linalg/durbin.hpp"

namespace posenc::design_frequencies_detail {
namespace {

constexpr double kMostLag = 65535;

double square_of(const std::vector<double>& r) {
  double sum = 0;
  for (const double x : r) sum += x * x;
  return sum;
}

// Pairs of neighbouring grid points are one frequency between them: the weighted mean.
Cosines merged(const FrequencyGrid& grid, const Nnls& fit) {
  std::vector<std::size_t> order(fit.support().size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::sort(order, {}, [&](std::size_t i) { return fit.support()[i]; });
  Cosines out;
  for (std::size_t i = 0; i < order.size(); ++i) {
    const std::size_t a = fit.support()[order[i]];
    double weight = fit.values()[order[i]], moment = weight * grid.frequencies()[a];
    if (i + 1 < order.size() && fit.support()[order[i + 1]] == a + 1) {
      ++i;
      weight += fit.values()[order[i]];
      moment += fit.values()[order[i]] * grid.frequencies()[a + 1];
    }
    out.frequencies.push_back(moment / weight);
    out.weights.push_back(weight);
  }
  return out;
}

// The `pairs` cosines that are left when, one after the other, those go whose loss raises the sum
// of squares least: w_j²/(G⁻¹)_jj, G the Gram matrix of the waves. Weights are fitted anew later.
Cosines selected(const CosineFit& fit, std::size_t pairs) {
  Cosines all = fit.best();
  const std::size_t n = all.weights.size(), size = 2 * n;
  std::vector<std::size_t> waves(n), left(n);
  for (std::size_t j = 0; j < n; ++j) waves[j] = n + j, left[j] = j;
  std::vector<double> inverse(n * n);
  // the damping keeps waves closer than the lags can tell apart from being singular
  const DampedCholesky gram(fit.normal_matrix(), size, waves, 1e-10);
  for (std::size_t j = 0; j < n && gram.positive(); ++j) {
    std::vector<double> unit(n);
    unit[j] = 1;
    const std::vector<double> column = gram.solve(std::move(unit));
    for (std::size_t i = 0; i < n; ++i) inverse[i * n + j] = column[i];
  }
  while (left.size() > pairs) {
    std::size_t least = 0;
    double cost = kInfinity;
    for (std::size_t i = 0; i < left.size(); ++i) {
      const double w = all.weights[left[i]], d = inverse[left[i] * n + left[i]];
      const double c = w > 0 && d > 0 ? w * w / d : 0;
      if (c < cost) cost = c, least = i;
    }
    const std::size_t gone = left[least];
    left.erase(left.begin() + static_cast<std::ptrdiff_t>(least));
    const double d = inverse[gone * n + gone];
    if (!(d > 0)) continue;
    for (const std::size_t i : left) {
      const double factor = inverse[i * n + gone] / d;
      all.weights[i] -= factor * all.weights[gone];
      for (const std::size_t j : left) inverse[i * n + j] -= factor * inverse[gone * n + j];
    }
  }
  Cosines out;
  for (const std::size_t j : left) {
    out.frequencies.push_back(all.frequencies[j]);
    out.weights.push_back(std::max(all.weights[j], 0.0));
  }
  return out;
}

// Least squares for the weights of given frequencies; `rows` (n, p) holds their waves.
Nnls weights_of(const CosineProblem& problem, const std::vector<double>& rows) {
  const std::size_t n = problem.lags.size();
  return Nnls(dense_dictionary(rows.data(), n, rows.size() / n), residual_of(problem, {}));
}

Cosines sorted(const Cosines& cosines) {
  std::vector<std::size_t> order(cosines.weights.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, {}, [&](std::size_t j) { return cosines.frequencies[j]; });
  Cosines out;
  for (const std::size_t j : order) {
    if (cosines.weights[j] == 0) continue;
    out.frequencies.push_back(cosines.frequencies[j]);
    out.weights.push_back(cosines.weights[j]);
  }
  return out;
}

// Frequencies of p equal weights: quantiles of the given ones (rising), each spread over its cell,
// which ends half way to its neighbours and where the lags tell frequencies apart. With the best
// common weight.
Cosines quantiles(const CosineProblem& problem, const Cosines& from, std::size_t p) {
  Cosines out{std::vector<double>(p), std::vector<double>(p, 1)};
  const std::size_t n = from.weights.size();
  const double reach = kPi / (problem.lags.back() + 1);
  double total = 0;
  for (const double w : from.weights) total += w;
  double below = 0;  // sum of the weights before k
  for (std::size_t j = 0, k = 0; j < p && n > 0; ++j) {
    const double u = (static_cast<double>(j) + 0.5) / static_cast<double>(p) * total;
    for (; k + 1 < n && u >= below + from.weights[k]; ++k) below += from.weights[k];
    const double* f = from.frequencies.data() + k;
    const double low = std::max(k > 0 ? (f[-1] + f[0]) / 2 : 0, f[0] - reach),
                 high = std::min(k + 1 < n ? (f[0] + f[1]) / 2 : problem.maximum, f[0] + reach);
    out.frequencies[j] = low + std::min((u - below) / from.weights[k], 1.0) * (high - low);
  }
  const std::vector<double> rest = residual_of(problem, out);
  double along = 0, size = 0;
  for (std::size_t i = 0; i < rest.size(); ++i) {
    const double t = problem.root[i] * problem.target[i], sum = t - rest[i];
    along += t * sum, size += sum * sum;
  }
  std::ranges::fill(out.weights, size > 0 ? std::max(along / size, 0.0) : 0);
  return out;
}

class Design final : public Job {
 public:
  // `problem` is the wanted one with its target divided by `scale`
  Design(const Params& params, CosineProblem problem, double scale, bool whole)
      : problem_(std::move(problem)),
        scale_(scale),
        pairs_(static_cast<std::size_t>(params.integer("dim") / 2)),
        equal_(params.flag("equalAmplitudes")),
        most_steps_(static_cast<int>(params.number_or(
            "refinement",
            std::clamp(2.5e10 / (static_cast<double>(problem_.lags.size() * 4 * pairs_ * pairs_)),
                       100.0, 3000.0)))),
        grid_(problem_, static_cast<std::size_t>(params.integer("oversampling"))),
        search_(grid_.dictionary(), residual_of(problem_, {})) {
    for (const double root : problem_.root) total_ += root * root;
    target_square_ = square_of(residual_of(problem_, {}));
    constexpr std::size_t kMostRows = 8192;
    if (whole && problem_.lags.size() <= kMostRows) eigenvalue_.emplace(problem_.target);
  }

  Result<double> advance() override {
    switch (stage_) {
      case Stage::eigenvalue:
        if (!eigenvalue_ || !eigenvalue_->advance()) stage_ = Stage::grid;
        return progress(0, 0.1, 0.2);
      case Stage::grid:
        if (!search_.advance(2 * pairs_ + kSpare)) begin_selection();
        return progress(0.1, 0.4,
                        static_cast<double>(search_.support().size()) /
                            static_cast<double>(2 * pairs_ + kSpare));
      case Stage::select:
        if (!fit_->advance()) {
          if (equal_)
            begin_refinement(quantiles(problem_, sorted(fit_->best()), pairs_));
          else
            begin_weights(selected(*fit_, pairs_));
        }
        return progress(0.4, 0.5, static_cast<double>(fit_->steps()) / kBefore);
      case Stage::weights:
        if (!weights_->advance(pairs_)) end_weights();
        return progress(0.5, 0.5, 1);
      case Stage::refine:
        if (!fit_->advance()) next_round();
        return progress(0.5, 1, static_cast<double>(steps_ + fit_->steps()) / (most_steps_ + 1));
      case Stage::done:
        break;
    }
    return 1.0;
  }

  Result<Outputs> finish() override;

 private:
  static constexpr std::size_t kSpare = 16;
  static constexpr int kBefore = 8;  // steps with all that the grid found, before the selection
  static constexpr int kOfExchange = 60;        // steps of each fit after the first …
  static constexpr double kWorthwhile = 0.999;  // … which has failed if it gains less
  static constexpr int kMostFailures = 2;       // one behind the other
  static constexpr double kRounding = 0x1p-80;  // sum of squares, as a part of the target's
  enum class Stage { eigenvalue, grid, select, weights, refine, done };

  double progress(double from, double to, double part) {
    if (stage_ == Stage::done) return 1;
    done_ = std::max(done_, from + (to - from) * std::min(part, 1.0));
    return std::min(done_, 0.999);
  }

  void begin_selection() {
    found_ = merged(grid_, search_);
    stage_ = Stage::select;
    fit_.emplace(problem_, found_, false, std::min(most_steps_, kBefore));
  }

  // The best weights of the selected frequencies, then the refinement of both.
  void begin_weights(Cosines start) {
    stage_ = Stage::weights;
    best_ = std::move(start);
    rows_.resize(problem_.lags.size() * best_.frequencies.size());
    cosine_rows(problem_, best_.frequencies, 0, problem_.lags.size(), rows_.data(), nullptr);
    weights_.emplace(weights_of(problem_, rows_));
  }
  void end_weights() {
    std::ranges::fill(best_.weights, 0.0);
    for (std::size_t i = 0; i < weights_->support().size(); ++i)
      best_.weights[weights_->support()[i]] = weights_->values()[i];
    best_.frequencies.resize(pairs_);
    best_.weights.resize(pairs_);
    weights_.reset();
    rows_ = {};
    begin_refinement(std::move(best_));
  }

  void begin_refinement(Cosines start) {
    stage_ = Stage::refine;
    best_ = start;
    best_square_ = square_of(residual_of(problem_, best_));
    selected_square_ = best_square_;
    fit_.emplace(problem_, std::move(start), equal_, most_steps_);
  }

  // After a fit, the ways out of a local minimum: frequencies at 0 or π are moved beside it; pairs
  // of no weight start again where one helps most, or, if there are none, one pair more is fitted
  // and then the one goes that costs least.
  void next_round() {
    steps_ += fit_->steps();
    const int left = most_steps_ - steps_;
    if (enlarged_ && left > 0) {
      enlarged_ = false;
      fit_.emplace(problem_, selected(*fit_, pairs_), false, std::min(left, kOfExchange));
      return;
    }
    if (!enlarged_) {
      failures_ = fit_->square() < best_square_ * kWorthwhile ? 0 : failures_ + 1;
      if (fit_->square() <= best_square_) {
        best_ = fit_->best();
        best_square_ = fit_->square();
        slope_ = fit_->slope();
      }
    }
    stage_ = Stage::done;
    if (left <= 0 || failures_ > kMostFailures || best_square_ <= kRounding * target_square_)
      return;
    Cosines start = nudged(best_);
    if (equal_) {
      if (start.frequencies == best_.frequencies) return;
    } else {
      enlarged_ = std::ranges::find(start.weights, 0.0) == start.weights.end();
      if (enlarged_) start.frequencies.push_back(0), start.weights.push_back(0);
      if (!reseed(start)) return;
    }
    stage_ = Stage::refine;
    fit_.emplace(problem_, std::move(start), equal_, std::min(left, kOfExchange));
  }

  // 0 and π are stationary for every frequency, by symmetry: a fit has to start beside them.
  Cosines nudged(Cosines cosines) const {
    const double step = 0.1 * kPi / (problem_.lags.back() + 1);
    for (double& omega : cosines.frequencies) {
      if (omega == 0) omega = std::min(step, problem_.maximum);
      if (omega == kPi) omega = kPi - step;
    }
    return cosines;
  }

  // Pairs of no weight go to the peaks of the correlation with the residual, the highest first;
  // after a failure from the next one on. False where none is left.
  bool reseed(Cosines& cosines) const {
    const std::vector<double> residual = residual_of(problem_, cosines);
    const double size = std::sqrt(square_of(residual));
    const std::vector<double> gradient = grid_.correlate(residual);
    const auto at = [&](std::size_t k) {
      return grid_.norms()[k] > 0 ? gradient[k] / grid_.norms()[k] : -kInfinity;
    };
    std::vector<std::size_t> peaks;
    for (std::size_t k = 0; k < grid_.size(); ++k)
      if (at(k) > 1e-9 * size && (k == 0 || at(k) >= at(k - 1)) &&
          (k + 1 == grid_.size() || at(k) > at(k + 1)))
        peaks.push_back(k);
    std::ranges::stable_sort(peaks, std::greater<>(), at);
    auto peak = static_cast<std::size_t>(failures_);
    for (std::size_t j = 0; j < cosines.weights.size() && peak < peaks.size(); ++j) {
      if (cosines.weights[j] > 0) continue;
      cosines.frequencies[j] = grid_.frequencies()[peaks[peak]];
      cosines.weights[j] = at(peaks[peak]) / grid_.norms()[peaks[peak]] / 2;
      ++peak;
    }
    return peak > static_cast<std::size_t>(failures_);
  }

  double rms(double square) const { return scale_ * std::sqrt(square / total_); }
  std::optional<double> lower_bound(const std::vector<double>& residual) const;

  CosineProblem problem_;
  double scale_;
  std::size_t pairs_;
  bool equal_;
  int most_steps_;
  FrequencyGrid grid_;
  Nnls search_;
  double total_ = 0;  // Σ q
  std::optional<LeastEigenvalue> eigenvalue_;
  std::vector<double> rows_;
  std::optional<Nnls> weights_;
  std::optional<CosineFit> fit_;
  Stage stage_ = Stage::eigenvalue;
  double done_ = 0;
  Cosines found_, best_;
  double target_square_ = 0, best_square_ = 0, selected_square_ = 0, slope_ = 0;
  int steps_ = 0, failures_ = 0;
  bool enlarged_ = false;
};

// A bound on ‖t - k‖ for every k of the cone: with y such that ⟨y, cos ω·⟩ <= 0 for all ω in the
// band, ⟨t, y⟩ = ⟨t - k, y⟩ + ⟨k, y⟩ <= ‖t - k‖·‖y‖. A residual r is such a y but for a small
// positive maximum G of its correlation, which G/q_0 taken from lag 0 removes everywhere. G is
// bounded between points of a finer grid of step h by Bernstein's inequality: the correlation is a
// cosine polynomial of degree N, so it exceeds its larger neighbour by h²N²/8·max|g| at most, and
// max|g| exceeds that over the grid by 1/cos(hN/2) at most (Ehlich & Zeller 1964).
std::optional<double> Design::lower_bound(const std::vector<double>& residual) const {
  const double root = problem_.root[0];
  if (problem_.lags[0] != 0 || root == 0) return std::nullopt;
  const double degree = problem_.lags.back();
  std::size_t half = 64;
  while (static_cast<double>(half) < 64 * degree && half < (std::size_t{1} << 20)) half *= 2;
  const double h = kPi / static_cast<double>(half);
  std::vector<double> weighted(residual.size());
  for (std::size_t i = 0; i < residual.size(); ++i) weighted[i] = problem_.root[i] * residual[i];
  const std::vector<double> g = CosineSums(half)(by_lag(problem_, weighted));
  double largest = 0, highest = 0;
  for (std::size_t k = 0; k <= half; ++k) {
    largest = std::max(largest, std::fabs(g[k]));
    if (static_cast<double>(k) * h <= problem_.maximum + h) highest = std::max(highest, g[k]);
  }
  const double slack = h * h * degree * degree / 8;  // 1/cos(x) <= 1/(1 - x²/2), x = hN/2
  highest += slack * largest / (1 - slack);
  std::vector<double> y = residual;
  y[0] -= highest / root;
  double product = 0;
  for (std::size_t i = 0; i < y.size(); ++i)
    product += problem_.root[i] * problem_.target[i] * y[i];
  const double size = std::sqrt(square_of(y));
  return size > 0 && product > 0 ? rms(product * product / (size * size)) : 0;
}

Result<Outputs> Design::finish() {
  double sum = 0;
  for (const double w : best_.weights) sum += w;
  for (double& w : best_.weights)
    if (w <= 0x1p-46 * sum) w = 0;  // what rounding left
  std::vector<std::size_t> order(pairs_);
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, {}, [&](std::size_t j) {
    return best_.weights[j] > 0 ? best_.frequencies[j] : kInfinity;
  });
  // Turns decide: what is given to an encoding has exactly the kernel that is reported.
  std::vector<TurnFrequency> waves;
  std::vector<double> frequencies, turns, amplitudes, shares;
  double used = 0;
  for (const std::size_t j : order) {
    const double w = best_.weights[j];
    turns.push_back(w > 0 ? best_.frequencies[j] / (2 * kPi) : 0);
    waves.push_back(TurnFrequency::from_turns(Wide(turns.back())));
    frequencies.push_back(waves.back().radians);
    amplitudes.push_back(std::sqrt(w * scale_));
    shares.push_back(sum > 0 ? w / sum : 0);
    used += w > 0;
  }
  const std::size_t n = problem_.lags.size();
  std::vector<double> fitted(n), target(n), residual(n);
  shift_kernel({waves, amplitudes}, problem_.lags, fitted.data());
  double largest = 0;
  for (std::size_t i = 0; i < n; ++i) {
    const double root = problem_.root[i];
    target[i] = problem_.target[i] * scale_;
    residual[i] = root * (problem_.target[i] - fitted[i] / scale_);
    if (root > 0) largest = std::max(largest, std::fabs(target[i] - fitted[i]));
  }
  const double square = square_of(residual);
  const bool exact = square <= kRounding * target_square_;  // nothing but rounding is left
  const std::vector<double> gradient = grid_.correlate(residual);
  double another = 0, where = 0;
  for (std::size_t k = 0; k < grid_.size() && !exact; ++k) {
    if (grid_.norms()[k] == 0) continue;
    const double cosine = gradient[k] / (grid_.norms()[k] * std::sqrt(square));
    if (cosine > another) another = cosine, where = grid_.frequencies()[k];
  }
  Outputs out = {
      list("frequencies", std::move(frequencies)),
      list("turns", std::move(turns)),
      list("amplitudes", std::move(amplitudes)),
      list("shares", std::move(shares)),
      scalar("pairs", used),
      list("lags", problem_.lags),
      list("target", std::move(target)),
      list("fitted", std::move(fitted)),
      scalar("rmsError", rms(square)),
      scalar("maxError", largest),
      scalar("gridPairs", static_cast<double>(search_.support().size())),
      scalar("gridError", rms(square_of(search_.residual()))),
      scalar("gridGap", search_.gap()),
      scalar("selectedError", rms(selected_square_)),
      scalar("steps", steps_),
      scalar("slope", exact ? 0 : slope_),
      scalar("anotherPair", another),
  };
  if (another > 0) out.push_back(scalar("anotherFrequency", where));
  if (target_square_ > 0)
    out.push_back(scalar("relativeError", std::sqrt(square / target_square_)));
  if (eigenvalue_) {
    const double least = eigenvalue_->value();
    out.push_back(scalar("leastEigenvalue", least * scale_));
    out.push_back(scalar("positiveSemidefinite", least >= -eigenvalue_->tolerance() ? 1 : 0));
  }
  if (const auto own = lower_bound(residual))
    out.push_back(scalar("lowerBound", std::max(*own, *lower_bound(search_.residual()))));
  return out;
}

// A list that came as a matrix of one row or one column.
std::optional<Error> not_a_list(std::string_view name, const Matrix& m) {
  if (m.data.empty() || (m.rows != 1 && m.cols != 1))
    return Error{ErrorCode::bad_shape, std::string(name),
                 "must be a list of at least one number, got " + std::to_string(m.rows) + " x " +
                     std::to_string(m.cols)};
  return std::nullopt;
}

double interpolated(const std::vector<double>& lags, const std::vector<double>& values, double at) {
  const auto above = static_cast<std::size_t>(std::ranges::lower_bound(lags, at) - lags.begin());
  if (above == 0) return values.front();
  if (above == lags.size()) return values.back();
  const double t = (at - lags[above - 1]) / (lags[above] - lags[above - 1]);
  return values[above - 1] + t * (values[above] - values[above - 1]);
}

}  // namespace

Result<std::unique_ptr<Job>> start(const Params& params, const Inputs& inputs,
                                   std::span<const Layer>) {
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
  CosineProblem problem;
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
    const auto which = static_cast<TargetProfile>(params.choice("target"));
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
  // Both limits are work: normal equations of n·dim² products a step
  const double work = static_cast<double>(n) * static_cast<double>(dim) * static_cast<double>(dim);
  if (work > 0x1p31)
    return bad("dim",
               "lags x dim² must be at most 2^31, got " + std::to_string(n) + " x " +
                   std::to_string(dim) + "²",
               ErrorCode::too_large);
  // a power of two: exact, and squares neither overflow nor vanish
  double largest = 0, scale = 1;
  for (const double t : problem.target) largest = std::max(largest, std::fabs(t));
  while (scale < largest) scale *= 2;
  while (largest > 0 && scale / 2 >= largest && scale > 0x1p-1000) scale /= 2;
  for (double& t : problem.target) t /= scale;
  const bool whole = problem.lags[0] == 0 && problem.lags.back() == static_cast<double>(n - 1);
  return std::unique_ptr<Job>(std::make_unique<Design>(params, std::move(problem), scale, whole));
}

}  // namespace posenc::design_frequencies_detail
