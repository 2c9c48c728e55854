// YaRN blends otherwise.
#pragma once
#include <cmath>

#include "core/real.hpp"
#include "identify/mistakes/steps.hpp"

namespace posenc::identification {

inline constexpr MistakeInfo kClampWidth = {
    .id = "clamp-width",
    .stage = "frequencies",
    .title = "the end of the YaRN ramp is clamped to the last pair, r/2 - 1, instead of r - 1",
    .sources = "keras-team/keras-hub#2981",
    .make = [](const Making& m, const Facts&) -> std::vector<Making> {
      const Scaling scaling = m.spec.scaling();
      if (!scaling.is("yarn")) return {};
      const double width = m.spec.rotary_dim();
      const Ramp ramp = ramp_of(scaling, m.spec.base(), width, width / 2 - 1);
      return {with_step(
          m, each_rate([ramp, factor = scaling.factor()](double, double plain, double pair) {
            return (1 - ramp.at(pair)) * plain + ramp.at(pair) * plain / factor;
          }))};
    },
};

// The divided frequencies are 1 / (s theta), as if theta were a period.
inline constexpr MistakeInfo kInvertedInterpolation = {
    .id = "inverted-interpolation",
    .stage = "frequencies",
    .title = "the divided frequencies are inverted again: 1 / (s \xCE\xB8) instead of \xCE\xB8 / s",
    .sources = "microsoft/onnxruntime-genai#2076",
    .make = [](const Making& m, const Facts&) -> std::vector<Making> {
      if (!is_yarn(m.spec.scaling())) return {};
      const double factor = m.spec.scaling().factor();
      const Step invert = each_rate([factor](double scaled, double plain, double) {
        const double part = part_divided(scaled, plain, factor);
        return (1 - part) * plain + part / (factor * plain);
      });
      const Step apart = [factor](Rates& rates) {
        rates.apart.clear();
        for (const double plain : rates.plain)
          rates.apart.push_back(std::abs(1 / (factor * plain) - plain));
      };
      return {with_step(with_step(m, invert), apart)};
    },
};

// 1 / (s b)^(2i/r) instead of 1 / (s b^(2i/r)).
inline constexpr MistakeInfo kFactorInPower = {
    .id = "factor-in-power",
    .stage = "frequencies",
    .title = "the factor of YaRN is inside the power, with the base",
    .sources = "apache/tvm#18576",
    .make = [](const Making& m, const Facts&) -> std::vector<Making> {
      if (!is_yarn(m.spec.scaling())) return {};
      const double pairs = m.spec.rotary_dim() / 2, factor = m.spec.scaling().factor();
      return {with_step(m, each_rate([=](double scaled, double plain, double pair) {
                          const double part = part_divided(scaled, plain, factor);
                          return (1 - part) * plain +
                                 part * plain * real::pow(factor, -pair / pairs);
                        }))};
    },
};

// The frequencies that YaRN keeps are those of NTK-aware scaling, with the base b s^(r/(r-2)).
inline constexpr MistakeInfo kStretchedBase = {
    .id = "stretched-base",
    .stage = "frequencies",
    .title = "YaRN starts from the base of NTK-aware scaling",
    .sources = "paiml/aprender#2161",
    .make = [](const Making& m, const Facts&) -> std::vector<Making> {
      const double width = m.spec.rotary_dim(), factor = m.spec.scaling().factor();
      if (!is_yarn(m.spec.scaling()) || width < 4) return {};
      const auto from = [&](bool both) {
        return with_step(
            m, each_rate([=](double scaled, double plain, double pair) {
              const double part = part_divided(scaled, plain, factor);
              const double stretched = plain * real::pow(factor, -2 * pair / (width - 2));
              return (1 - part) * stretched + part * (both ? stretched : plain) / factor;
            }));
      };
      return {from(false), from(true)};
    },
};

// A formula for periods is used on frequencies.
inline constexpr MistakeInfo kHarmonicBlend = {
    .id = "harmonic-blend",
    .stage = "frequencies",
    .title = "YaRN blends periods instead of frequencies",
    .sources = "mlx-node/mlx-node#60",
    .make = [](const Making& m, const Facts&) -> std::vector<Making> {
      if (!is_yarn(m.spec.scaling())) return {};
      const double factor = m.spec.scaling().factor();
      return {with_step(m, each_rate([=](double scaled, double plain, double) {
                          const double part = part_divided(scaled, plain, factor);
                          return plain / (1 - part + part * factor);
                        }))};
    },
};

}  // namespace posenc::identification
