#include "identify/score.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "core/real.hpp"
#include "core/turn.hpp"

namespace posenc::identification {
namespace {

// Numbers that are compared for each candidate, about.
constexpr std::size_t kMostCompared = std::size_t{1} << 15;

// Errors of the frequencies, in operations of unit u.
std::vector<double> frequency_errors(const Rates& rates, double u) {
  const double power = u * (4 + std::abs(real::log(rates.spec.base())));
  std::vector<double> out;
  for (std::size_t i = 0; i < rates.scaled.size(); ++i) {
    const double f = rates.scaled[i];
    const double apart = i < rates.apart.size() ? rates.apart[i] : std::abs(rates.plain[i] - f);
    out.push_back(power * (std::abs(f) + 2 * apart));
  }
  return out;
}

bool held_in_float32(const Making& making) {
  return making.held && making.held->operands == Format::float32;
}

// Float32 steps tried on either side of a frequency, at most.
constexpr double kMostSteps = 32;

// A frequency near the midpoint of two numbers of a coarse format may have become either. A float32
// number is any within the error, if the numbers can distinguish them.
std::vector<double> variants(double frequency, double error, const Making& making,
                             const Given& given) {
  if (!making.held || (held_in_float32(making) && !given.is_exact())) return {frequency};
  std::vector<double> out;
  const auto add = [&](double x) {
    if (std::ranges::find(out, x) == out.end()) out.push_back(x);
  };
  if (!held_in_float32(making)) {
    for (const double x : {frequency, frequency - error, frequency + error})
      add(rounded(making.held->operands, x));
    return out;
  }
  if (!(frequency > 0)) return {frequency};
  const double step = std::ldexp(0x1p-23, std::ilogb(frequency));
  const double each = std::min(kMostSteps, std::ceil(error / step));
  for (double k = -each; k <= each; ++k)
    out.push_back(static_cast<double>(static_cast<float>(frequency + k * step)));
  return out;
}

// The columns of a pair.
struct PairColumns {
  std::size_t pair = 0;
  std::vector<std::pair<std::size_t, Wave>> columns = {};
};

// A frequency that is tried for a pair, and its error.
struct Tried {
  double frequency, error;
};

// The cosine and sine of a pair at positions, and the error that their angle may have.
class Waves {
 public:
  Waves(const Given& given, const Making& making, const Tried& tried)
      : given_(given), making_(making), tried_(tried) {
    const Wide radians(making.held ? 1.0 : tried.frequency);
    turns_ = TurnFrequency::from_radians(radians);
  }

  struct At {
    SinCos wave;
    double uncertain;
  };
  At at(double position) const {
    const double x = position + making_.shift, angle = x * tried_.frequency;
    if (!making_.held)
      return {wave(turns_, Position(x)),
              std::abs(x) * tried_.error + 2 * given_.arithmetic * std::abs(angle)};
    const auto [operands, product] = *making_.held;
    const double held = rounded(operands, x) * rounded(operands, tried_.frequency);
    if (!(std::abs(held) <= 0x1p53)) return {kNone, 0};  // beyond fp16
    const double made = rounded(product, held);
    if (!(std::abs(made) <= 0x1p53)) return {kNone, 0};
    const bool exact = given_.is_exact() && product == Format::float32;
    return {wave(turns_, Position(made)),
            (operands == Format::float32 ? std::abs(x) * tried_.error : 0) +
                std::abs(made) * (exact ? 0 : 0x1p-23)};
  }

 private:
  static constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
  static constexpr SinCos kNone{kNan, kNan};

  const Given& given_;
  const Making& making_;
  const Tried& tried_;
  TurnFrequency turns_;
};

// Takes one number into account: the result has it as its parting if it is not explained.
struct Made {
  double value, allowed;
};
void compare(Fit& fit, double given, const Made& made, double slack, const Parting& parting) {
  const double gap = std::abs(given - made.value);
  const double size = gap == 0 ? 0 : gap / (made.allowed + slack);
  fit.residual = std::max(fit.residual, gap);
  fit.of_rounding =
      std::max(fit.of_rounding, std::isnan(size) ? std::numeric_limits<double>::infinity() : size);
  if (fit.of_rounding > 1 && !fit.parts) fit.parts = parting;
}

// Rounded frequencies are exact numbers of their format.
Fit list_fit(const Given& given, const Making& making, const PairColumns& own, const Tried& tried) {
  Fit fit;
  const bool exact = making.held && !held_in_float32(making);
  const Made made{tried.frequency, exact ? 0 : tried.error};
  for (const auto& [c, wave] : own.columns)
    compare(fit, given.data[c], made, given.slack(c), {own.pair, {}, given.data[c], made.value});
  return fit;
}

// Stops at the first row with an unexplained number, because later ones add nothing.
Fit table_fit(const Given& given, const Making& making, double amplitude, const PairColumns& own,
              const Tried& tried, std::span<const std::size_t> rows) {
  Fit fit;
  const Waves waves(given, making, tried);
  const double times = amplitude != 1 ? 3 : 1;
  for (const std::size_t row : rows) {
    const double position = given.first_position + static_cast<double>(row);
    const auto [at, uncertain] = waves.at(position);
    const double allowed = std::abs(amplitude) * (std::min(2.0, uncertain) + 4 * given.arithmetic);
    for (const auto& [c, wave] : own.columns) {
      const std::size_t index = row * given.cols + c;
      const Made made{amplitude * (wave == Wave::cosine ? at.cos : at.sin), allowed};
      compare(fit, given.data[index], made, times * given.slack(index),
              {own.pair, position, given.data[index], made.value});
    }
    if (fit.parts) break;
  }
  return fit;
}

}  // namespace

std::vector<std::size_t> telling_rows(const Given& given) {
  const std::size_t rows = given.rows,
                    count = std::max<std::size_t>(64, kMostCompared / given.cols);
  std::vector<std::size_t> out;
  if (rows <= count) {
    for (std::size_t r = 0; r < rows; ++r) out.push_back(r);
    return out;
  }
  const std::size_t first = count / 2;
  for (std::size_t r = 0; r < first; ++r) out.push_back(r);
  const double ratio = static_cast<double>(rows - 1) / static_cast<double>(first);
  const auto later = static_cast<double>(count - first);
  for (double k = 1; k <= later; ++k) {
    const double at = static_cast<double>(first) * real::pow(ratio, k / later);
    const std::size_t row = std::min(static_cast<std::size_t>(at), rows - 1);
    if (row != out.back()) out.push_back(row);
  }
  if (out.back() != rows - 1) out.push_back(rows - 1);
  return out;
}

Fit fit_of(const Given& given, const Making& making, const Rates& rates, const Form& form,
           std::span<const std::size_t> rows) {
  const bool single = held_in_float32(making);
  const double unit = single ? std::max(given.arithmetic, 0x1p-24) : given.arithmetic;
  const std::vector<double> errors = frequency_errors(rates, unit);
  std::vector<PairColumns> pairs(form.pairs);
  for (std::size_t c = 0; c < given.cols; ++c)
    pairs[form.columns[c].pair].columns.emplace_back(c, form.columns[c].wave);
  Fit out;
  for (std::size_t pair = 0; pair < form.pairs; ++pair) {
    pairs[pair].pair = pair;
    const double error = single && given.is_exact() ? 0 : errors[pair];
    std::optional<Fit> best;
    for (const double frequency : variants(rates.scaled[pair], errors[pair], making, given)) {
      const Tried tried{frequency, error};
      const Fit fit = given.subject == Subject::frequencies
                          ? list_fit(given, making, pairs[pair], tried)
                          : table_fit(given, making, rates.amplitude, pairs[pair], tried, rows);
      if (!best || fit.of_rounding < best->of_rounding) best = fit;
    }
    out.residual = std::max(out.residual, best->residual);
    out.of_rounding = std::max(out.of_rounding, best->of_rounding);
    if (!best->parts) ++out.pairs_alike;
    if (!out.parts) out.parts = best->parts;
  }
  return out;
}

}  // namespace posenc::identification
