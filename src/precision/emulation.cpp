#include "precision/emulation.hpp"

#include <cmath>  // std::isfinite, std::fabs
#include <limits>

#include "core/rounding.hpp"

namespace posenc {
namespace {

// The formulas with every operation in T = float or double.
template <class T>
struct Formula {
  static T nearest(const Wide& x) {
    if constexpr (sizeof(T) == 4)
      return x.to_float();
    else
      return x.to_double();
  }

  T base, denominator;
  Wide log_base;
  explicit Formula(const GeometricFrequencies& g)
      : base(static_cast<T>(g.base)), denominator(static_cast<T>(g.denominator)) {
    log_base = log(Wide(base));
  }

  T power(T exponent) const { return nearest(exp(Wide(exponent) * log_base)); }

  T reciprocal_power(std::size_t i) const {
    const T exponent = static_cast<T>(i) / denominator;
    return T{1} / power(exponent);
  }
  // as Python passes it to a tensor: the logarithm in float64, then in the tensor's type
  static T minus_log(double base) { return static_cast<T>((-log(Wide(base))).to_double()); }
  T exponential(T minus_log_base, std::size_t i) const {
    const T scaled = minus_log_base * static_cast<T>(i);
    const T exponent = scaled / denominator;
    return nearest(exp(Wide(exponent)));
  }
};

template <class T>
std::vector<double> frequencies(FrequencyRule rule, const GeometricFrequencies& g,
                                const std::vector<Wide>& exact) {
  const Formula<T> formula(g);
  const T minus_log = Formula<T>::minus_log(g.base);
  std::vector<double> out;
  for (std::size_t i = 0; i < g.pairs; ++i)
    out.push_back(rule == FrequencyRule::nearest       ? Formula<T>::nearest(exact[i])
                  : rule == FrequencyRule::exponential ? formula.exponential(minus_log, i)
                                                       : formula.reciprocal_power(i));
  return out;
}

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

const TurnFrequency& one_radian() {
  static const TurnFrequency f = TurnFrequency::from_radians(Wide(1.0));
  return f;
}

// Sine and cosine of an angle in radians, |angle| <= 2^53, within 0.80 ulp.
SinCos wave_of(double angle) {
  // Larger float64 values are multiples of 2^-64, as the fast path of wave() needs.
  if (std::fabs(angle) > 0.75) return wave(one_radian(), Position(angle));
  const turn_detail::Sum s = turn_detail::sine(angle, 0), c = turn_detail::cosine(angle, 0);
  return {s.high, c.high, s.low, c.low};
}

}  // namespace

Emulation::Emulation(const PrecisionMethod& method, const GeometricFrequencies& g)
    : method_(&method) {
  const Wide step = -(log(Wide(g.base)) / Wide(g.denominator));
  const std::vector<Wide> exact = geometric(step, g.pairs);
  for (const Wide& theta : exact) exact_.push_back(TurnFrequency::from_radians(theta));
  if (method.frequencies == FrequencyRule::exact) return;
  if (method.frequencies == FrequencyRule::iterated) {
    const Formula<float> formula(g);
    step_ = formula.power(-1.0f / formula.denominator);
    return;
  }
  frequencies_ = method.arithmetic == Format::float64
                     ? frequencies<double>(method.frequencies, g, exact)
                     : frequencies<float>(method.frequencies, g, exact);
  for (double& f : frequencies_) f = rounded(method.operands, f);
}

double Emulation::position(double p) const {
  if (method_->arithmetic == Format::float64) return p;
  return rounded(method_->operands, static_cast<float>(p));
}

void Emulation::angles(double position, std::vector<double>& out) const {
  out.resize(exact_.size());
  if (method_->arithmetic == Format::float64) {
    for (std::size_t i = 0; i < out.size(); ++i) out[i] = position * frequencies_[i];
    return;
  }
  const auto p = static_cast<float>(this->position(position));
  if (method_->frequencies == FrequencyRule::iterated) {
    float angle = p;
    for (double& a : out) {
      a = angle;
      angle *= step_;
    }
    return;
  }
  for (std::size_t i = 0; i < out.size(); ++i) {
    const float product = p * static_cast<float>(frequencies_[i]);
    out[i] = product;
  }
}

void Emulation::waves(double position, std::vector<CosSin>& out) const {
  out.resize(exact_.size());
  if (method_->frequencies == FrequencyRule::exact) {
    const Position p(position);
    for (std::size_t i = 0; i < out.size(); ++i) {
      const SinCos w = wave(exact_[i], p);
      out[i] = {rounded(method_->table, w.cos), rounded(method_->table, w.sin)};
    }
    return;
  }
  std::vector<double> angle;
  angles(position, angle);
  for (std::size_t i = 0; i < out.size(); ++i) {
    if (!std::isfinite(angle[i])) {
      out[i] = {kNone, kNone};
      continue;
    }
    const SinCos w = wave_of(angle[i]);
    if (method_->table == Format::float64) {
      out[i] = {w.cos, w.sin};
    } else {
      const Position a(angle[i]);
      out[i] = {rounded_f32(one_radian(), false, 1, a, w),
                rounded_f32(one_radian(), true, 1, a, w)};
    }
  }
}

}  // namespace posenc
