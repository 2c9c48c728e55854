#include "identify/guess.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>

#include "core/real.hpp"
#include "identify/decimal.hpp"
#include "identify/rough.hpp"

namespace posenc::identification {
namespace {

// Lengths before scaling of published models.
constexpr double kLengths[] = {2048,  4096,   8192,   10240,  16384,  32768,  40960,
                               65536, 131072, 163840, 262144, 524288, 1048576};
// Turn counts of published YaRN models: transformers' defaults, and Mistral's.
constexpr double kBetas[][2] = {{32, 1}, {4, 1}};
// Bases from which NTK-aware scaling starts.
constexpr double kUsualBases[] = {10000, 500000, 1000000};
// Factors of published models.
constexpr double kUsualFactors[] = {2, 2.5, 4, 5, 6, 8, 10, 12, 16, 20, 24, 32, 40, 48, 64, 128};

bool is_between(double x, double least, double most) { return x > least && x < most; }

// Rejects values far beyond those of any model, to which non-rotary numbers lead.
bool is_sensible(const SpecFields& spec) {
  const Scaling scaling = spec.scaling();
  return is_between(spec.base(), 1.01, 1e15) && is_between(scaling.factor(), 1e-3, 1e5) &&
         is_between(scaling.number("attentionFactor", 1), 1e-3, 1e3);
}

// The number with the fewest digits within the uncertainty, or else the number itself.
double roundest(double x, double relative) {
  const auto within = [&](double round) { return std::abs(round - x) <= relative * std::abs(x); };
  for (int digits = 1; digits <= 6; ++digits)
    if (const double round = to_digits(x, digits); within(round)) return round;
  const double whole = std::floor(x + 0.5);
  return within(whole) ? whole : x;
}

void add_once(std::vector<double>& list, double x) {
  if (std::ranges::find(list, x) == list.end()) list.push_back(x);
}

// The roundest number, and usual factors within the uncertainty, which is large for slow pairs of a
// short table.
std::vector<double> near(double x, double relative) {
  std::vector<double> out = {roundest(x, relative)};
  for (const double factor : kUsualFactors)
    if (std::abs(factor - x) <= relative * x) add_once(out, factor);
  return out;
}
bool is_round(double x) { return to_digits(x, 4) == x; }

// Pairs from ... to with a constant ratio between successive frequencies.
struct Run {
  std::size_t from, to;
  double length() const { return static_cast<double>(to - from); }
};

// Specs of rope from frequencies that fall.
class Falling {
 public:
  Falling(const Estimate& estimate, std::string_view layout)
      : all_(estimate.frequencies),
        errors_(estimate.errors),
        rounding_(estimate.rounding),
        arithmetic_(estimate.arithmetic),
        amplitude_(estimate.amplitude),
        layout_(layout),
        pairs_(static_cast<double>(all_.size())) {}

  std::vector<SpecFields> specs() {
    if (!take_logs()) return {};
    const std::size_t last = logs_.size() - 1;
    const auto alike = [&](std::size_t i, std::size_t j) {
      const double errors = errors_[i] + errors_[i + 1] + errors_[j] + errors_[j + 1];
      return std::abs((logs_[i + 1] - logs_[i]) - (logs_[j + 1] - logs_[j])) <= 3 * errors;
    };
    Run head{0, 1}, tail{last - 1, last};
    while (head.to < last && alike(0, head.to)) ++head.to;
    while (tail.from > 0 && alike(last - 1, tail.from - 1)) --tail.from;
    if (head.to == last)
      add_geometric(head);
    else
      add_blended(head, tail);
    std::erase_if(found_, [](const SpecFields& spec) { return !is_sensible(spec); });
    return std::move(found_);
  }

 private:
  // Logarithms of the pairs that turn; those that do not are last.
  bool take_logs() {
    for (const double f : all_) {
      if (f == 0) break;
      if (!(f > 0) || !std::isfinite(f)) return false;
      logs_.push_back(real::log(f));
    }
    const auto rest = std::span(all_).subspan(logs_.size());
    return logs_.size() >= 2 && std::ranges::all_of(rest, [](double f) { return f == 0; });
  }

  SpecFields spec(double base, const Fields& scaling = {}) const {
    SpecFields out(Json::Object{{"encoding", "rope"}, {"dim", 2 * pairs_}, {"base", base}});
    if (!layout_.empty()) out = out.with("layout", layout_);
    return scaling.members().empty() ? out : out.with_scaling(scaling);
  }
  void add(double base, const Fields& scaling = {}) { found_.push_back(spec(base, scaling)); }

  double base_of(const Run& run) const {
    const double base = real::exp(pairs_ * (logs_[run.from] - logs_[run.to]) / run.length());
    return roundest(base, pairs_ * (errors_[run.from] + errors_[run.to]) / run.length());
  }

  // The base from a least-squares line through all logarithms, which averages out digits that were
  // cut off.
  double overall() const {
    const double middle = static_cast<double>(logs_.size() - 1) / 2;
    double mean = 0, above = 0, below = 0;
    for (const double log : logs_) mean += log / static_cast<double>(logs_.size());
    for (std::size_t i = 0; i < logs_.size(); ++i) {
      const double x = static_cast<double>(i) - middle;
      above += x * (logs_[i] - mean), below += x * x;
    }
    return real::exp(-pairs_ * above / below);
  }

  // The middle of the bases with which every number is within its rounding (score.hpp), since least
  // squares can miss one that was rounded by nearly half a digit; those if there is no such base.
  double common(double fitted) const {
    const double computing = arithmetic_ * (4 + std::abs(real::log(fitted)));
    double low = -std::numeric_limits<double>::infinity(), high = -low;
    for (std::size_t i = 1; i < std::min(logs_.size(), rounding_.size()); ++i) {
      const double turns = pairs_ / static_cast<double>(i);
      const double log = turns * (logs_[0] - logs_[i]);
      const double error = turns * (computing + rounding_[i]);
      low = std::max(low, log - error), high = std::min(high, log + error);
    }
    return low <= high && std::isfinite(high) ? real::exp((low + high) / 2) : overall();
  }

  // All ratios are the same.
  void add_geometric(const Run& head) {
    const double base = base_of(head);
    const double fitted = real::exp(pairs_ * (logs_.front() - logs_.back()) / head.length());
    const double first = all_[0], error = errors_[0];
    const bool listed = !rounding_.empty();
    if ((listed || !is_round(base)) && sinusoid_guesses({all_, errors_}).empty()) {
      // the base may have more digits than float32 determines
      for (const double own : {fitted, common(fitted)}) {
        for (int digits = 7; digits <= 12; ++digits) add(to_digits(own, digits));
        add(own);
      }
    }
    const double factor = roundest(1 / first, 2 * error);
    const bool is_one = std::abs(first - 1) <= 4 * error;
    if (logs_.size() < all_.size()) {
      Json::Object scaling{{"type", "proportional"},
                           {"fraction", static_cast<double>(logs_.size()) / pairs_}};
      if (!is_one) scaling.push_back({"factor", factor});
      return add(base, Fields(std::move(scaling)));
    }
    if (!is_one) {
      add(base, with_factor("linear", factor));
      // kexue.fm: theta_0 = k^(-2/r)
      const double stretch = roundest(real::exp(-pairs_ * logs_[0]), 4 * pairs_ * error);
      if (is_round(stretch) && stretch > 1)
        add(roundest(base / stretch, 4 * pairs_ * error), with_factor("kexue-fixed", stretch));
      return;
    }
    add(base);
    if (is_round(base) && std::fmod(base, 1000) == 0) return;
    for (const double usual : kUsualBases) {
      const double stretch = real::pow(base / usual, (pairs_ - 1) / pairs_);
      const double round = roundest(stretch, 1e-4);
      if (stretch > 1.01 && to_digits(round, 3) == round) add(usual, with_factor("ntk", round));
    }
  }

  static Scaling with_factor(std::string_view type, double factor) {
    return Scaling(Json::Object{{"type", type}, {"factor", factor}});
  }
  static Scaling with_length(std::string_view type, double factor, double length) {
    return Scaling(Json::Object{{"type", type}, {"factor", factor}, {"originalContext", length}});
  }

  void add_blended(const Run& head, const Run& tail) {
    std::vector<double> bases = {base_of(head)};
    add_once(bases, base_of(tail));
    const std::size_t last = logs_.size() - 1;
    for (const double base : bases) {
      const double plain = real::pow(base, -static_cast<double>(last) / pairs_);
      std::vector<double> factors;
      for (const double factor : near(plain / all_[last], 2 * errors_[last] + 1e-5))
        add_once(factors, factor);
      for (const double factor : near(1 / all_[0], 2 * errors_[0] + 1e-5))
        add_once(factors, factor);
      for (const double factor : factors)
        if (std::abs(factor - 1) > 1e-3) add_by_parts(base, factor);
      add_beyond_last(base, all_[last] / plain, 2 * errors_[last] + 1e-5);
    }
    add_mixed();
  }

  template <class Use>
  static void each_yarn(double factor, double length, Use use) {
    for (const auto& [fast, slow] : kBetas)
      for (const bool truncate : {true, false}) {
        Fields yarn = with_length("yarn", factor, length);
        if (fast != 32) yarn = yarn.with("betaFast", fast).with("betaSlow", slow);
        use(Scaling(truncate ? yarn.members() : yarn.with("truncate", false).members()));
      }
  }

  // With the attention factor of the numbers, if unusual, and without.
  void add_amplified(double base, const Scaling& yarn) {
    const double factor = yarn.factor();
    const double usual = factor > 1 ? 0.1 * real::log(factor) + 1 : 1;
    if (amplitude_ && std::abs(*amplitude_ - usual) > 1e-3 * usual)
      add(base, yarn.with("attentionFactor", roundest(*amplitude_, 1e-4)));
    add(base, yarn);
  }

  // Extensions that keep fast pairs and divide slow ones.
  void add_by_parts(double base, double factor) {
    for (const double length : kLengths) {
      add(base, with_length("llama3", factor, length));
      each_yarn(factor, length, [&](const Scaling& yarn) { add_amplified(base, yarn); });
      add(base, with_length("yarn-paper", factor, length));
      add(base, with_length("ntk-by-parts", factor, length));
    }
  }

  // YaRN whose ramp ends beyond the last pair, as from a long context with a small base. That pair
  // is divided in part, and the factor follows from its remaining frequency.
  void add_beyond_last(double base, double left, double error) {
    const auto last = static_cast<double>(logs_.size() - 1);
    for (const double length : kLengths)
      each_yarn(2, length, [&](const Scaling& yarn) {
        const double width = 2 * pairs_;
        const double divided = ramp_of(yarn, base, width, width - 1).at(last);
        const double inverse = 1 - (1 - left) / divided;
        if (divided == 1 || !(inverse > 0)) return;
        for (const double factor : near(1 / inverse, error / (divided * inverse)))
          add_amplified(base, Scaling(yarn.with("factor", factor).members()));
      });
  }

  // kexue.fm: ln theta_i = -(2i/r) ln b - a (i + 1)^beta with beta = 0.625 and a = ln k /
  // (r/2)^beta.
  void add_mixed() {
    if (logs_.size() < all_.size()) return;
    const double k = real::exp(-logs_[0] * real::pow(pairs_, 0.625));
    if (!(k > 1.001) || !std::isfinite(k)) return;
    const double base = real::exp(-(logs_.back() + real::log(k)) * pairs_ / (pairs_ - 1));
    if (std::isfinite(base))
      add(roundest(base, 1e-3), with_factor("kexue-mixed", roundest(k, 1e-3)));
  }

  const std::vector<double>& all_;
  const std::vector<double>& errors_;
  const std::vector<double>& rounding_;
  double arithmetic_;
  std::optional<double> amplitude_;
  std::string_view layout_;
  double pairs_;
  std::vector<double> logs_;
  std::vector<SpecFields> found_;
};

}  // namespace

std::vector<SpecFields> rope_guesses(const Estimate& estimate, std::string_view layout) {
  const std::vector<double>& all = estimate.frequencies;
  const bool positive = std::ranges::all_of(all, [](double f) { return f > 0; });
  if (!(all.back() > all.front()) || !positive) return Falling(estimate, layout).specs();
  std::vector<SpecFields> out;
  for (const double turn : {1.0, kTurn}) {
    Estimate inverse = estimate;
    for (double& f : inverse.frequencies) f = turn / f;
    for (SpecFields& spec : Falling(inverse, layout).specs()) out.push_back(std::move(spec));
  }
  return out;
}

std::vector<SpecFields> sinusoid_guesses(const Estimate& estimate) {
  const std::vector<double>&all = estimate.frequencies, &errors = estimate.errors;
  const double first = all.front(), last = all.back();
  if (all.size() < 3 || !(last > 0) || !(last < first)) return {};
  if (std::abs(first - 1) > 4 * errors.front()) return {};
  const double base = roundest(1 / last, 2 * (errors.front() + errors.back()));
  if (to_digits(base, 2) != base) return {};
  return {SpecFields(Json::Object{{"encoding", "sinusoidal"},
                                  {"dim", 2 * static_cast<double>(all.size())},
                                  {"base", base},
                                  {"denominator", "d/2-1"}})};
}

}  // namespace posenc::identification
