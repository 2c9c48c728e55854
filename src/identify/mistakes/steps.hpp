// Effects that mistakes are made of.
#pragma once
#include <cstddef>
#include <utility>
#include <vector>

#include "identify/making.hpp"
#include "identify/rough.hpp"

namespace posenc::identification {

// The making with another spec, or with one more step.
inline Making with_spec(Making making, SpecFields spec) {
  making.spec = std::move(spec);
  return making;
}
inline Making with_step(Making making, Step step) {
  making.steps.push_back(std::move(step));
  return making;
}
inline Making with_scaling(const Making& making, const Fields& scaling) {
  return with_spec(making, making.spec.with_scaling(scaling));
}

// Changes each frequency: change(scaled, plain, pair).
template <class Change>
Step each_rate(Change change) {
  return [change](Rates& rates) {
    for (std::size_t i = 0; i < rates.scaled.size(); ++i)
      rates.scaled[i] = change(rates.scaled[i], rates.plain[i], static_cast<double>(i));
  };
}

// Changes the factor of cos and sin.
template <class Change>
Step amplitude_to(Change change) {
  return [change](Rates& rates) { rates.amplitude = change(rates.amplitude); };
}

// The part of a frequency that is divided by the factor: scaled = (1 - part) plain + part plain /
// factor.
inline double part_divided(double scaled, double plain, double factor) {
  return (plain - scaled) / (plain - plain / factor);
}

// YaRN whose factor changes anything.
inline bool is_yarn(const Scaling& scaling) { return scaling.is("yarn") && scaling.factor() != 1; }

}  // namespace posenc::identification
