#include "analyses/design_frequencies.hpp"

#include <algorithm>
#include <cmath>  // std::sqrt, std::fabs, std::floor
#include <numeric>
#include <optional>

#include "core/real.hpp"
#include "core/turn.hpp"
#include "kernels/cosine_fit.hpp"
#include "kernels/frequency_grid.hpp"
#include "kernels/shift_kernel.hpp"
#include "linalg/eigenpairs.hpp"
#include "linalg/symmetric_eigenpairs.hpp"

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

// With the best common weight.
Cosines equally_weighted(const CosineProblem& problem, std::vector<double> frequencies) {
  std::ranges::sort(frequencies);
  Cosines out{std::move(frequencies), {}};
  out.weights.assign(out.frequencies.size(), 1);
  const std::vector<double> rest = residual_of(problem, out);
  double along = 0, size = 0;
  for (std::size_t i = 0; i < rest.size(); ++i) {
    const double t = problem.root[i] * problem.target[i], sum = t - rest[i];
    along += t * sum, size += sum * sum;
  }
  std::ranges::fill(out.weights, size > 0 ? std::max(along / size, 0.0) : 0);
  return out;
}

// Frequencies of p equal weights: quantiles of the given ones (rising), each spread over its cell,
// which ends half way to its neighbours and where the lags tell frequencies apart.
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
  return equally_weighted(problem, std::move(out.frequencies));
}

// Geometric ladders, what plain sinusoidal and rotary tables have: the best with each of some
// bases, from the best one on.
Steps ladders(const CosineProblem& problem, std::size_t p, std::vector<Cosines>& out) {
  constexpr double kMostBase = 1e6, kLeastTop = 1.0 / 4096, kWork = 2e9;
  constexpr std::size_t kBands = 4;
  const double each = 8 * static_cast<double>(problem.lags.size()) * static_cast<double>(p);
  const auto side = static_cast<std::size_t>(std::clamp(std::sqrt(kWork / each), 8.0, 32.0));
  struct Best {
    double square = kInfinity;
    Cosines cosines;
  };
  std::vector<Best> best(kBands);
  for (std::size_t b = 0; b < side; ++b)
    for (std::size_t t = 0; t < side; ++t) {
      const double part = static_cast<double>(b + 1) / static_cast<double>(side);
      const double base = real::pow(kMostBase, part * part),  // dense where bases are small
          top = problem.maximum *
                real::pow(kLeastTop, static_cast<double>(t) / static_cast<double>(side));
      std::vector<double> frequencies(p);
      for (std::size_t j = 0; j < p; ++j)
        frequencies[j] = top * real::pow(base, -static_cast<double>(j) / static_cast<double>(p));
      Cosines ladder = equally_weighted(problem, std::move(frequencies));
      const double square = square_of(residual_of(problem, ladder));
      Best& of_band = best[b * kBands / side];
      if (square < of_band.square) of_band = {square, std::move(ladder)};
      co_yield (2 * each);
    }
  std::ranges::stable_sort(best, {}, &Best::square);
  for (Best& one : best) out.push_back(std::move(one.cosines));
}

class Design {
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
        search_(grid_.dictionary(), residual_of(problem_, {})),
        whole_(whole && problem_.lags.size() <= kMostRows) {
    for (const double root : problem_.root) total_ += root * root;
    target_square_ = square_of(residual_of(problem_, {}));
  }

  Steps run(Work& work) {
    const auto n = static_cast<double>(problem_.lags.size()), p = static_cast<double>(2 * pairs_);
    const double correlation = 200 * static_cast<double>(grid_.size()) + 8 * n * (p + kSpare),
                 step = 2 * n * p * p + p * p * p;
    work.total = correlation * (p + kSpare) + step * most_steps_ +
                 (whole_ ? cost_of_symmetric_eigenpairs(problem_.lags.size() / 2, 0) * 2 : 0);
    if (whole_)
      for (Steps steps = eigenvalue(); steps.next();) co_yield steps.cost();
    while (search_.advance(2 * pairs_ + kSpare)) co_yield correlation;
    fit_.emplace(problem_, merged(grid_, search_), false, std::min(most_steps_, kBefore));
    while (fit_->advance()) co_yield kPart;
    for (Steps steps = equal_ ? choose_equal() : choose(); steps.next();) co_yield steps.cost();
    for (bool more = true; more;) {
      while (fit_->advance()) co_yield kPart;
      more = next_round();
    }
    co_yield correlation;
    report(work.outputs);
  }

  static constexpr std::size_t kMostRows = 2048;  // of a matrix whose eigenvalues are sought

 private:
  static constexpr std::size_t kSpare = 16;
  static constexpr double kPart = 0x1p26;  // cost of a part of a fit's step
  static constexpr int kBefore = 8;     // steps with all that the grid found, before the selection
  static constexpr int kOfStart = 100;  // steps of each of several starts
  static constexpr int kOfExchange = 60;        // steps of each fit after the first …
  static constexpr double kWorthwhile = 0.999;  // … which has failed if it gains less
  static constexpr int kMostFailures = 2;       // one behind the other
  static constexpr double kRounding = 0x1p-80;  // sum of squares, as a part of the target's

  // Of the Toeplitz matrix of the target.
  Steps eigenvalue() {
    Eigenproblem problem = Eigenproblem::toeplitz(problem_.target, 0);
    while (problem.advance() < 1) co_yield problem.cost();
    const std::vector<double> values = problem.take().values;
    const double size = std::max(std::fabs(values.front()), std::fabs(values.back()));
    least_ = {values.back(), static_cast<double>(values.size()) * 0x1p-51 * size};
  }

  // The best weights of the selected frequencies, then the refinement of both.
  Steps choose() {
    Cosines start = selected(*fit_, pairs_);
    const std::size_t n = problem_.lags.size(), p = start.frequencies.size();
    co_yield (8.0 * static_cast<double>(p) * static_cast<double>(p) * static_cast<double>(p));
    std::vector<double> rows(n * p);
    cosine_rows(problem_, start.frequencies, 0, n, rows.data(), nullptr);
    Nnls weights = weights_of(problem_, rows);
    while (weights.advance(pairs_)) co_yield (8 * static_cast<double>(n * p));
    std::ranges::fill(start.weights, 0.0);
    for (std::size_t i = 0; i < weights.support().size(); ++i)
      start.weights[weights.support()[i]] = weights.values()[i];
    start.frequencies.resize(pairs_);
    start.weights.resize(pairs_);
    begin(std::move(start));
  }

  // With one weight for all: quantiles of what the grid found, or one of some ladders, whichever is
  // best after some steps. The others are local minima.
  Steps choose_equal() {
    std::vector<Cosines> starts;
    for (Steps steps = ladders(problem_, pairs_, starts); steps.next();) co_yield steps.cost();
    starts.insert(starts.begin(), quantiles(problem_, sorted(fit_->best()), pairs_));
    Cosines best;
    double least = kInfinity;
    for (Cosines& start : starts) {
      const int most = std::min(kOfStart, (most_steps_ - steps_) / 2);
      CosineFit fit(problem_, start, true, most);
      while (fit.advance()) co_yield kPart;
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

  // After a fit, the ways out of a local minimum: frequencies at 0 or π are moved beside it; pairs
  // of no weight start again where one helps most, or, if there are none, one pair more is fitted
  // and then the one goes that costs least. False where there is none.
  bool next_round() {
    steps_ += fit_->steps();
    const int left = most_steps_ - steps_;
    if (enlarged_ && left > 0) {
      enlarged_ = false;
      fit_.emplace(problem_, selected(*fit_, pairs_), false, std::min(left, kOfExchange));
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
    Cosines start = nudged(best_);
    if (equal_) {
      if (start.frequencies == best_.frequencies) return false;
    } else {
      enlarged_ = std::ranges::find(start.weights, 0.0) == start.weights.end();
      if (enlarged_) start.frequencies.push_back(0), start.weights.push_back(0);
      if (!reseed(start)) return false;
    }
    fit_.emplace(problem_, std::move(start), equal_, std::min(left, kOfExchange));
    return true;
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
  void report(Outputs& out);

  CosineProblem problem_;
  double scale_;
  std::size_t pairs_;
  bool equal_;
  int most_steps_;
  FrequencyGrid grid_;
  Nnls search_;
  double total_ = 0;  // Σ q
  bool whole_;
  struct Least {
    double value, error;
  };
  std::optional<Least> least_;  // eigenvalue
  std::optional<CosineFit> fit_;
  Cosines best_;
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

void Design::report(Outputs& out) {
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
  out = {
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
  if (least_) {
    out.push_back(scalar("leastEigenvalue", least_->value * scale_));
    out.push_back(scalar("positiveSemidefinite", least_->value >= -least_->error ? 1 : 0));
  }
  if (const auto own = lower_bound(residual))
    out.push_back(scalar("lowerBound", std::max(*own, *lower_bound(search_.residual()))));
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

struct Wanted {
  CosineProblem problem;  // its target divided by:
  double scale = 1;       // a power of two
  bool whole = false;     // lags 0 … n-1
};
Result<Wanted> wanted_of(const Params& params, const Inputs& inputs) {
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
  Wanted wanted;
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
  // a power of two: exact, and squares neither overflow nor vanish
  double largest = 0;
  double& scale = wanted.scale;
  for (const double t : problem.target) largest = std::max(largest, std::fabs(t));
  while (scale < largest) scale *= 2;
  while (largest > 0 && scale / 2 >= largest && scale > 0x1p-1000) scale /= 2;
  for (double& t : problem.target) t /= scale;
  wanted.whole = problem.lags[0] == 0 && problem.lags.back() == static_cast<double>(n - 1);
  return wanted;
}

}  // namespace

Result<Count> holds(const Params& params, const Sizes& sizes, std::span<const Layer>) {
  // The limit is work: normal equations of n·dim² products a step
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
  // the lags reach 65535, and the grid's transform a power of two above what is sampled
  const Count grid = 16 * Count(params.integer("oversampling")) * kMostLags;
  const Count matrix = n <= Design::kMostRows ? symmetric_pairs_hold(n / 2 + 1, 0) * 2 : Count(0);
  return grid + std::max(matrix, n * 2 * (dim + 40)) + 30 * n + 30 * (dim + 16) * (dim + 16);
}

Steps steps(const Params& params, const Inputs& inputs, std::span<const Layer>, Work& work) {
  Result<Wanted> wanted = wanted_of(params, inputs);
  if (!wanted) {
    work.error = wanted.error();
    co_return;
  }
  Design design(params, std::move(wanted->problem), wanted->scale, wanted->whole);
  co_yield (400.0 * 16 * 65536);  // the grid
  for (Steps steps = design.run(work); steps.next();) co_yield steps.cost();
}

}  // namespace posenc::design_frequencies_detail
