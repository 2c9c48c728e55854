#include "identify/rough.hpp"

#include <algorithm>
#include <cmath>

#include "core/real.hpp"

namespace posenc::identification {
namespace {

std::optional<Rates> rough_rates(const SpecFields& spec) {
  const double base = spec.base(), width = spec.rotary_dim();
  Rates out{spec, {}, {}};
  for (double i = 0; i < width / 2; ++i) out.plain.push_back(real::pow(base, -2 * i / width));
  out.scaled = out.plain;
  const Scaling scaling = spec.scaling();
  if (scaling.is("default")) return out;
  const std::optional<Part> part = part_of(scaling, base, width);
  const std::optional<double> factor = scaling.number("factor");
  if (!part || !factor) return std::nullopt;
  for (std::size_t i = 0; i < out.plain.size(); ++i) {
    const double f = out.plain[i], divided = (*part)(f, static_cast<double>(i));
    out.scaled[i] = (1 - divided) * f + divided * f / *factor;
  }
  return out;
}

// Coarser than any rounding: bf16 has steps of 1/128.
constexpr double kNear = 0.02;

}  // namespace

Ramp ramp_of(const Scaling& yarn, double base, double width, double last) {
  const double length = yarn.number("originalContext", 1);
  const bool truncate = yarn.truth("truncate", true);
  const auto end = [&](double turns) {
    return width * real::log(length / (turns * kTurn)) / (2 * real::log(base));
  };
  const double low = end(yarn.number("betaFast", 32)), high = end(yarn.number("betaSlow", 1));
  const double first = std::max(truncate ? std::floor(low) : low, 0.0);
  const double second = std::min(truncate ? std::ceil(high) : high, last);
  return {first, first == second ? second + 0.001 : second};
}

std::optional<Part> part_of(const Scaling& scaling, double base, double width) {
  if (scaling.is("yarn"))
    return [ramp = ramp_of(scaling, base, width, width - 1)](double, double pair) {
      return ramp.at(pair);
    };
  const bool llama3 = scaling.is("llama3");
  if (llama3 || scaling.is("ntk-by-parts") || scaling.is("yarn-paper")) {
    const double least = llama3 ? scaling.number("lowFreqFactor", 1) : scaling.number("alpha", 1);
    const double most = llama3 ? scaling.number("highFreqFactor", 4) : scaling.number("beta", 32);
    const double turns = scaling.number("originalContext", 1) / kTurn;
    return
        [=](double plain, double) { return 1 - clipped((turns * plain - least) / (most - least)); };
  }
  if (scaling.is("linear")) return [](double, double) { return 1.0; };
  return std::nullopt;
}

bool is_near(const Making& making, std::span<const double> frequencies,
             std::span<const double> errors) {
  const std::optional<Rates> rough = rough_rates(making.spec);
  if (!rough) return true;
  const std::vector<double> scaled = rates_of(making, *rough).scaled;
  for (std::size_t i = 0; i < frequencies.size(); ++i) {
    const double f = frequencies[i];
    if (i >= scaled.size() || !(std::abs(scaled[i] - f) <= (kNear + 4 * errors[i]) * std::abs(f)))
      return false;
  }
  return true;
}

}  // namespace posenc::identification
