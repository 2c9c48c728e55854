#include "analyses/periodic_network.hpp"

#include <algorithm>
#include <cmath>  // std::sqrt, std::fabs, std::floor
#include <optional>

#include "analyses/diagnostics/tables.hpp"
#include "core/random.hpp"
#include "core/real.hpp"
#include "core/text.hpp"
#include "kernels/cosine_integral.hpp"

namespace posenc::periodic_network_detail {
namespace {

// means over the frequencies, at one offset
struct AtOffset {
  double kernel;    // cos ωδ
  double variance;  // of cos ωδ
  double tilt;      // ω² cos ωδ
};
AtOffset at_offset(const std::vector<double>& frequencies, double delta) {
  const auto p = static_cast<double>(frequencies.size());
  std::vector<double> waves;
  waves.reserve(frequencies.size());
  AtOffset at{};
  for (const double w : frequencies) {
    const double wave = real::cos(w * delta);
    waves.push_back(wave);
    at.kernel += wave / p;
    at.tilt += w * w * wave / p;
  }
  for (const double wave : waves) at.variance += (wave - at.kernel) * (wave - at.kernel) / p;
  return at;
}

// The σ, and the scale unless it is 1, of the Gaussian nearest to a profile.
struct Fit {
  double error = 1, scale = 1, sigma = 0;
};
Fit fit_at(const std::vector<double>& profile, double sigma, bool free_scale) {
  double kk = 0, kg = 0, gg = 0;
  for (std::size_t i = 0; i < profile.size(); ++i) {
    const double z = sigma * static_cast<double>(i), g = real::exp(-z * z / 2);
    kk += profile[i] * profile[i], kg += profile[i] * g, gg += g * g;
  }
  const double scale = free_scale ? kg / gg : 1;
  double rest = 0;
  for (std::size_t i = 0; i < profile.size(); ++i) {
    const double z = sigma * static_cast<double>(i);
    const double r = profile[i] - scale * real::exp(-z * z / 2);
    rest += r * r;
  }
  return {std::sqrt(rest / kk), scale, sigma};
}
// σ between nearly flat and nearly a spike: a scan of ln σ, then golden sections around its best
Steps fit_gaussian(const std::vector<double>& profile, bool free_scale, double cost, Fit& out) {
  constexpr int kScan = 60;
  const auto length = static_cast<double>(profile.size());
  const double low = real::log(0.01 / length), step = (real::log(10) - low) / kScan;
  const auto fit = [&](double log_sigma) {
    return fit_at(profile, real::exp(log_sigma), free_scale);
  };
  double best_at = low;
  Fit best = fit(low);
  for (int i = 1; i <= kScan; ++i) {
    if (const Fit next = fit(low + step * i); next.error < best.error)
      best = next, best_at = low + step * i;
    co_yield cost;
  }
  constexpr double kGolden = 0.6180339887498949;
  double a = best_at - step, b = best_at + step;
  double c = b - kGolden * (b - a), d = a + kGolden * (b - a);
  Fit left = fit(c), right = fit(d);
  for (int i = 0; i < 36; ++i) {  // to 1e-8 in ln σ, where the error is flat
    if (left.error < right.error)
      b = d, d = c, right = left, c = b - kGolden * (b - a), left = fit(c);
    else
      a = c, c = d, left = right, d = a + kGolden * (b - a), right = fit(d);
    co_yield cost;
  }
  out = left.error < best.error ? left : best;
}

// least squares of ln y over ln x; nothing where that is not defined
std::vector<double> log_slope(const std::vector<double>& x, const std::vector<double>& y) {
  double n = 0, sx = 0, sy = 0, sxx = 0, sxy = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    if (!(y[i] > 0)) return {};
    const double u = real::log(x[i]), v = real::log(y[i]);
    n += 1, sx += u, sy += v, sxx += u * u, sxy += u * v;
  }
  const double spread = n * sxx - sx * sx;
  if (!(spread > 1e-9)) return {};
  return {(n * sxy - sx * sy) / spread};
}

class PeriodicNetwork {
 public:
  PeriodicNetwork(const Params& params, const std::vector<double>& frequencies, const Matrix* pairs,
                  std::vector<double> offsets, std::vector<double> widths)
      : frequencies_(frequencies),
        pairs_(pairs),
        offsets_(std::move(offsets)),
        widths_(std::move(widths)),
        base_(params.number("base")),
        lags_(static_cast<std::size_t>(params.integer("lags"))),
        draws_(static_cast<std::size_t>(params.integer("draws"))),
        seed_(static_cast<std::uint64_t>(params.integer("seed"))) {
    phase_sum_.resize(offsets_.size());
    pair_sum_.resize(offsets_.size());
  }

  Steps run(Work& work) {
    const double sum = kWave * static_cast<double>(frequencies_.size()),
                 fit = 2 * kWave * static_cast<double>(lags_),
                 pairs = pairs_ != nullptr ? static_cast<double>(pairs_->rows) : 0;
    const double unit = 1.5 * kWave * static_cast<double>(offsets_.size() + 2);
    double all = 0;
    for (const double m : widths_) all += m;
    work.total = sum * (static_cast<double>(lags_ + offsets_.size()) + pairs) + 200 * fit +
                 unit * all * static_cast<double>(draws_);
    for (std::size_t lag = 0; lag < lags_; ++lag) {
      profile_.push_back(at_offset(frequencies_, static_cast<double>(lag)).kernel);
      co_yield sum;
    }
    for (const double delta : offsets_) {
      exact_.push_back(at_offset(frequencies_, delta));
      co_yield sum;
    }
    for (const bool free_scale : {true, false}) {
      Fit& made = fits_.emplace_back();
      for (Steps steps = fit_gaussian(profile_, free_scale, fit, made); steps.next();)
        co_yield steps.cost();
    }
    for (Steps steps = compare(work.outputs, sum); steps.next();) co_yield steps.cost();
    while (at_ < widths_.size()) {
      const auto width = static_cast<std::size_t>(widths_[at_]);
      const std::size_t units = items_a_step(unit, width - unit_);
      networks(width, unit_ + units);
      co_yield (unit * static_cast<double>(units));
    }
    report(work.outputs);
  }

 private:
  static constexpr double kWave = 1000;  // cost of a cosine, or an exponential

  void report(Outputs& out) {
    out.push_back(list("profile", profile_));
    out.push_back(scalar("fitError", fits_[0].error));
    out.push_back(scalar("fitScale", fits_[0].scale));
    out.push_back(scalar("fitSigma", fits_[0].sigma));
    out.push_back(scalar("normalisedFitError", fits_[1].error));
    out.push_back(scalar("normalisedFitSigma", fits_[1].sigma));
    std::vector<double> of_pairs, of_phases, phase_expected, pair_expected;
    double mean = 0;
    for (const AtOffset& at : exact_) {
      of_pairs.push_back(at.variance);
      of_phases.push_back(at.variance + 0.5);
      mean += at.variance / static_cast<double>(exact_.size());
    }
    for (const double m : widths_) {
      phase_expected.push_back(std::sqrt((mean + 0.5) / m));
      pair_expected.push_back(std::sqrt(2 * mean / m));
    }
    const std::vector<double> phase_slope = log_slope(widths_, phase_error_),
                              pair_slope = log_slope(widths_, pair_error_);
    out.push_back(list("offsets", offsets_));
    out.push_back(list("pairVariance", std::move(of_pairs)));
    out.push_back(list("phaseVariance", std::move(of_phases)));
    out.push_back(list("widths", widths_));
    out.push_back(list("phaseError", phase_error_));
    out.push_back(list("pairError", pair_error_));
    out.push_back(list("phaseExpected", std::move(phase_expected)));
    out.push_back(list("pairExpected", std::move(pair_expected)));
    if (!phase_slope.empty()) out.push_back(scalar("phaseSlope", phase_slope[0]));
    if (!pair_slope.empty()) out.push_back(scalar("pairSlope", pair_slope[0]));
  }

  Steps compare(Outputs& out, double cost) const {
    if (pairs_ == nullptr) co_return;
    std::vector<double> readout, phase, all, logarithmic, gaussian, limit;
    for (std::size_t i = 0; i < pairs_->rows; ++i) {
      const double x = (*pairs_)(i, 0), y = (*pairs_)(i, 1), delta = x - y;
      const AtOffset at = at_offset(frequencies_, delta);
      readout.push_back(at.kernel);
      phase.push_back(2 * at.kernel);
      all.push_back((2 + x * y) * at.kernel);
      logarithmic.push_back(2 * at.kernel + x * y * at.tilt);
      const double z = fits_[1].sigma * delta;
      gaussian.push_back(real::exp(-z * z / 2));
      const double far = std::fabs(delta);
      limit.push_back(1 - (cosine_integral(far) - cosine_integral(far / base_)) / real::log(base_));
      co_yield cost;
    }
    out.push_back(list("readout", std::move(readout)));
    out.push_back(list("readoutAndPhase", std::move(phase)));
    out.push_back(list("allParameters", std::move(all)));
    out.push_back(list("logFrequencies", std::move(logarithmic)));
    out.push_back(list("gaussianWeights", std::move(gaussian)));
    out.push_back(list("limit", std::move(limit)));
  }

  // Units up to `end` of one network with random phases, at x = 0 and x' = δ: its phases make it
  // the same everywhere. Half as many pairs, whose phases cancel.
  void networks(std::size_t width, std::size_t end) {
    const auto stream = static_cast<std::uint32_t>(3 * at_);
    const Random of_phase(seed_, stream), of_unit(seed_, stream + 1), of_pair(seed_, stream + 2);
    const auto pick = [&](const Random& random, std::uint64_t i) {
      return frequencies_[random.below(i, frequencies_.size())];
    };
    constexpr double kTwoPiDouble = 6.283185307179586;
    for (; unit_ < end; ++unit_) {
      const std::uint64_t i = static_cast<std::uint64_t>(draw_) * width + unit_;
      const double w = pick(of_unit, i), b = kTwoPiDouble * of_phase.uniform(i);
      const double here = 2 * real::cos(b);
      for (std::size_t o = 0; o < offsets_.size(); ++o)
        phase_sum_[o] += here * real::cos(w * offsets_[o] + b);
      if (unit_ % 2 == 0) {
        const double v = pick(of_pair, i);
        for (std::size_t o = 0; o < offsets_.size(); ++o)
          pair_sum_[o] += 2 * real::cos(v * offsets_[o]);
      }
    }
    if (unit_ == width) close(static_cast<double>(width));
  }

  // one network is complete
  void close(double width) {
    for (std::size_t o = 0; o < offsets_.size(); ++o) {
      const double phase = phase_sum_[o] / width - exact_[o].kernel;
      const double pair = pair_sum_[o] / width - exact_[o].kernel;
      phase_square_ += phase * phase, pair_square_ += pair * pair;
      phase_sum_[o] = pair_sum_[o] = 0;
    }
    unit_ = 0;
    if (++draw_ < draws_) return;
    const double count = static_cast<double>(draws_) * static_cast<double>(offsets_.size());
    phase_error_.push_back(std::sqrt(phase_square_ / count));
    pair_error_.push_back(std::sqrt(pair_square_ / count));
    phase_square_ = pair_square_ = 0;
    draw_ = 0;
    ++at_;
  }

  const std::vector<double>& frequencies_;
  const Matrix* pairs_;
  std::vector<double> offsets_, widths_;
  double base_;
  std::size_t lags_, draws_;
  std::uint64_t seed_;
  std::vector<double> profile_;
  std::vector<AtOffset> exact_;
  std::vector<Fit> fits_;  // scale free, scale 1
  std::size_t at_ = 0, draw_ = 0, unit_ = 0;
  double phase_square_ = 0, pair_square_ = 0;
  std::vector<double> phase_sum_, pair_sum_, phase_error_, pair_error_;
};

}  // namespace

Result<Count> holds(const Params&, const Sizes& sizes, std::span<const Layer>) {
  const Count frequencies = sizes["frequencies"].numbers();
  if (auto error = too_large(frequencies, 65536, "frequencies", "numbers")) return *error;
  if (sizes.has("pairs"))
    if (auto error = too_large(sizes["pairs"].rows, 4096, "pairs", "pairs")) return *error;
  return frequencies + 16 * Count(4096);
}

Steps steps(const Params& params, const Inputs& inputs, std::span<const Layer>, Work& work) {
  const std::vector<double>& frequencies = inputs["frequencies"].data;
  const Matrix* pairs = inputs.has("pairs") ? &inputs["pairs"] : nullptr;
  const auto list_of = [&](std::string_view name, std::vector<double> otherwise) {
    if (!params.has(name)) return otherwise;
    return std::vector<double>(params.numbers(name).begin(), params.numbers(name).end());
  };
  std::vector<double> offsets =
      list_of("offsets", {0, 1, 2, 3, 5, 8, 13, 21, 34, 55, 89, 144, 233, 377, 610, 987});
  std::vector<double> widths = list_of("widths", {16, 64, 256, 1024, 4096, 16384});
  const auto wrong = [&]() -> std::optional<Error> {
    if (auto error = bad_list("frequencies", inputs["frequencies"])) return error;
    for (const double w : frequencies)
      if (std::fabs(w) > 1e6)
        return Error{ErrorCode::bad_argument, "frequencies",
                     "must be at most 1e6 in size, got " + to_text(w)};
    if (pairs != nullptr && pairs->cols != 2)
      return Error{ErrorCode::bad_shape, "pairs",
                   "must have 2 columns, x and x', got " + std::to_string(pairs->cols)};
    if (pairs != nullptr)
      for (const double x : pairs->data)
        if (std::fabs(x) > 1e9)
          return Error{ErrorCode::bad_argument, "pairs",
                       "positions must be at most 1e9 in size, got " + to_text(x)};
    if (offsets.empty()) return Error{ErrorCode::bad_shape, "offsets", "must hold at least one"};
    if (widths.empty())
      return Error{ErrorCode::bad_shape, "widths", "must hold at least one width"};
    for (const double m : widths)
      if (m != 2 * std::floor(m / 2))
        return Error{ErrorCode::bad_param, "widths",
                     "must be even whole numbers, got " + to_text(m)};
    return std::nullopt;
  };
  if ((work.error = wrong())) co_return;
  PeriodicNetwork network(params, frequencies, pairs, std::move(offsets), std::move(widths));
  for (Steps steps = network.run(work); steps.next();) co_yield steps.cost();
}

}  // namespace posenc::periodic_network_detail
