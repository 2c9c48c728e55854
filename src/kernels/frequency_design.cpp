#include "kernels/frequency_design.hpp"

#include <algorithm>
#include <cmath>  // std::sqrt, std::fabs
#include <numeric>

#include "core/params.hpp"  // kInfinity
#include "core/real.hpp"
#include "core/turn.hpp"
#include "kernels/cosine_starts.hpp"
#include "kernels/frequency_grid.hpp"
#include "kernels/positive_definite.hpp"
#include "kernels/shift_kernel.hpp"

namespace posenc {
namespace {

class Design {
 public:
  explicit Design(WantedKernel wanted)
      : problem_(std::move(wanted.problem)),
        scale_(wanted.scale),
        pairs_(wanted.pairs),
        equal_(wanted.equal_amplitudes),
        most_steps_(wanted.most_steps.value_or(static_cast<int>(
            std::clamp(2.5e10 / (static_cast<double>(problem_.lags.size() * 4 * pairs_ * pairs_)),
                       100.0, 3000.0)))),
        oversampling_(wanted.oversampling),
        grid_(problem_),
        whole_(wanted.whole && problem_.lags.size() <= kMostEigenvalues) {
    for (const double root : problem_.root) total_ += root * root;
    target_square_ = square_of(residual_of(problem_, {}));
  }

  FrequencyDesign run(const Progress& progress) {
    grid_.make(oversampling_);
    if (whole_) least_ = least_eigenvalue(problem_.target);
    search_.emplace(grid_.dictionary(), residual_of(problem_, {}));
    const std::size_t most = 2 * pairs_ + kSpare;
    while (search_->step(most)) progress.part(0, 0.5).done(search_->support().size(), most);
    fit_.emplace(problem_, merged(grid_, *search_), false, std::min(most_steps_, kBefore));
    fit_->run();
    if (equal_)
      choose_equal();
    else
      choose();
    do {
      fit_->run();
      progress.part(0.5, 1).done(static_cast<std::size_t>(steps_ + fit_->steps()),
                                 static_cast<std::size_t>(most_steps_));
    } while (next_round());
    return result();
  }

 private:
  static constexpr std::size_t kSpare = 16;
  static constexpr int kBefore = 8;       // steps with all grid frequencies, before the selection
  static constexpr int kOfStart = 100;    // steps for each of several starts
  static constexpr int kOfExchange = 60;  // steps of each fit after the first …
  static constexpr double kWorthwhile = 0.999;  // … which fails if it gains less than this
  static constexpr int kMostFailures = 2;       // in a row
  static constexpr double kRounding = 0x1p-80;  // of the sum of squares, relative to the target's

  // Fits the weights of the selected frequencies, then refines both.
  void choose() {
    Cosines start = selected(*fit_, pairs_);
    const std::size_t n = problem_.lags.size(), p = start.frequencies.size();
    std::vector<double> rows(n * p);
    cosine_rows(problem_, start.frequencies, 0, n, rows.data(), nullptr);
    Nnls weights = weights_of(problem_, rows);
    while (weights.step(pairs_)) {
    }
    std::ranges::fill(start.weights, 0.0);
    for (std::size_t i = 0; i < weights.support().size(); ++i)
      start.weights[weights.support()[i]] = weights.values()[i];
    start.frequencies.resize(pairs_);
    start.weights.resize(pairs_);
    begin(std::move(start));
  }

  // With a common weight: tries quantiles of the grid's result and some ladders, and keeps the best
  // after some steps. The others are local minima.
  void choose_equal() {
    std::vector<Cosines> starts = ladders(problem_, pairs_);
    Cosines best = quantiles(problem_, sorted(fit_->best()), pairs_);
    starts.insert(starts.begin(), std::move(best));
    double least = kInfinity;
    for (Cosines& start : starts) {
      const int most = std::min(kOfStart, (most_steps_ - steps_) / 2);
      CosineFit fit(problem_, start, true, most);
      fit.run();
      steps_ += fit.steps();
      if (fit.square() < least) least = fit.square(), best = fit.best();
      if (&start == starts.data()) selected_square_ = square_of(residual_of(problem_, start));
    }
    const double selected = selected_square_;
    begin(std::move(best));
    selected_square_ = selected;
  }

  void begin(Cosines start) {
    best_ = start;
    best_square_ = square_of(residual_of(problem_, best_));
    selected_square_ = best_square_;
    fit_.emplace(problem_, std::move(start), equal_, most_steps_ - steps_);
  }

  // Leaves a local minimum after a fit: frequencies at 0 or π are moved off it. Pairs of zero
  // weight restart at the most useful frequency. If there are none, one pair is added and fitted,
  // and then the least useful one is removed. It is not always possible to add one.
  bool next_round() {
    steps_ += fit_->steps();
    const int left = most_steps_ - steps_;
    if (enlarged_ && left > 0) {
      enlarged_ = false;
      Cosines start = selected(*fit_, pairs_);
      fit_.emplace(problem_, std::move(start), false, std::min(left, kOfExchange));
      return true;
    }
    if (!enlarged_) {
      failures_ = fit_->square() < best_square_ * kWorthwhile ? 0 : failures_ + 1;
      if (fit_->square() <= best_square_) {
        best_ = fit_->best();
        best_square_ = fit_->square();
        slope_ = fit_->slope();
      }
    }
    if (left <= 0 || failures_ > kMostFailures || best_square_ <= kRounding * target_square_)
      return false;
    Cosines start = nudged(problem_, best_);
    if (equal_) {
      if (start.frequencies == best_.frequencies) return false;
    } else {
      enlarged_ = std::ranges::find(start.weights, 0.0) == start.weights.end();
      if (enlarged_) start.frequencies.push_back(0), start.weights.push_back(0);
      if (!reseed(problem_, grid_, static_cast<std::size_t>(failures_), start)) return false;
    }
    fit_.emplace(problem_, std::move(start), equal_, std::min(left, kOfExchange));
    return true;
  }

  double rms(double square) const { return scale_ * std::sqrt(square / total_); }
  FrequencyDesign result();

  CosineProblem problem_;
  double scale_;
  std::size_t pairs_;
  bool equal_;
  int most_steps_;
  std::size_t oversampling_;
  FrequencyGrid grid_;
  std::optional<Nnls> search_;
  double total_ = 0;  // Σ q
  bool whole_;
  std::optional<LeastEigenvalue> least_;  // of the target's Toeplitz matrix
  std::optional<CosineFit> fit_;
  Cosines best_;
  double target_square_ = 0, best_square_ = 0, selected_square_ = 0, slope_ = 0;
  int steps_ = 0, failures_ = 0;
  bool enlarged_ = false;
};

FrequencyDesign Design::result() {
  double sum = 0;
  for (const double w : best_.weights) sum += w;
  for (double& w : best_.weights)
    if (w <= 0x1p-46 * sum) w = 0;  // only rounding errors
  std::vector<std::size_t> order(pairs_);
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, {}, [&](std::size_t j) {
    return best_.weights[j] > 0 ? best_.frequencies[j] : kInfinity;
  });
  // Computed from turns, so that the reported kernel is exactly that of the encoding.
  std::vector<TurnFrequency> waves;
  std::vector<double> frequencies, turns, amplitudes, shares;
  std::size_t used = 0;
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
  const bool exact = square <= kRounding * target_square_;  // only rounding errors are left
  std::vector<double> gradient;
  grid_.correlate(residual, gradient);
  double another = 0, where = 0;
  for (std::size_t k = 0; k < grid_.size() && !exact; ++k) {
    if (grid_.norms()[k] == 0) continue;
    const double cosine = gradient[k] / (grid_.norms()[k] * std::sqrt(square));
    if (cosine > another) another = cosine, where = grid_.frequencies()[k];
  }
  FrequencyDesign out;
  out.frequencies = std::move(frequencies);
  out.turns = std::move(turns);
  out.amplitudes = std::move(amplitudes);
  out.shares = std::move(shares);
  out.pairs = used;
  out.lags = problem_.lags;
  out.target = std::move(target);
  out.fitted = std::move(fitted);
  out.rms_error = rms(square);
  out.max_error = largest;
  out.grid_pairs = search_->support().size();
  out.grid_error = rms(square_of(search_->residual()));
  out.grid_gap = search_->gap();
  out.selected_error = rms(selected_square_);
  out.steps = steps_;
  out.slope = exact ? 0 : slope_;
  out.another_pair = another;
  if (another > 0) out.another_frequency = where;
  if (target_square_ > 0) out.relative_error = std::sqrt(square / target_square_);
  if (least_) {
    out.least_eigenvalue = least_->value * scale_;
    out.positive_semidefinite = least_->value >= -least_->error;
  }
  if (const auto own = least_square_of_any(problem_, residual))
    out.lower_bound = rms(std::max(*own, *least_square_of_any(problem_, search_->residual())));
  return out;
}

}  // namespace

FrequencyDesign design_frequencies(WantedKernel wanted, const Progress& progress) {
  return Design(std::move(wanted)).run(progress);
}

}  // namespace posenc
