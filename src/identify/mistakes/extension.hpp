// The context extension is another one.
#pragma once
#include "identify/mistakes/steps.hpp"

namespace posenc::identification {

// Llama 3's rule as a function of the frequency.
inline Step llama3_again(const Scaling& scaling) {
  const Part part = *part_of(scaling, 0, 0);
  return each_rate([part, factor = scaling.factor()](double scaled, double, double pair) {
    const double divided = part(scaled, pair);
    return (1 - divided) * scaled + divided * scaled / factor;
  });
}

// Only the factor of the rope dictionary is read, and divides all positions.
inline constexpr MistakeInfo kLinearInstead = {
    .id = "linear-instead",
    .stage = "frequencies",
    .title = "all frequencies are divided by the factor, although the file has another rule",
    .sources = "verl-project/verl#155 rasbt/LLMs-from-scratch#940",
    .make = [](const Making& m, const Facts&) -> std::vector<Making> {
      const Scaling scaling = m.spec.scaling();
      const std::optional<double> factor = scaling.number("factor");
      if (!factor || scaling.is("linear")) return {};
      const Fields linear(Json::Object{{"type", "linear"}, {"factor", *factor}});
      const Step divide =
          each_rate([f = *factor](double, double plain, double) { return plain / f; });
      return {with_scaling(m, linear), with_step(m, divide)};  // the amplitude stays
    },
};

// The rope dictionary was looked for under another key, or its type is unknown.
inline constexpr MistakeInfo kScalingSkipped = {
    .id = "scaling-skipped",
    .stage = "frequencies",
    .title = "the context extension is skipped",
    .sources =
        "NVIDIA/TensorRT-Model-Connect#400 NVIDIA/TensorRT-Model-Connect#661 "
        "tenstorrent/tt-metal#25321",
    .make = [](const Making& m, const Facts&) -> std::vector<Making> {
      if (m.spec.scaling().is("default")) return {};
      const Step skip = [](Rates& rates) { rates.scaled = rates.plain; };
      return {with_spec(m, m.spec.without("scaling")), with_step(m, skip)};  // the amplitude stays
    },
};

// theta is multiplied by the scale when it is computed, and again when it is used.
inline constexpr MistakeInfo kScalingTwice = {
    .id = "scaling-twice",
    .stage = "frequencies",
    .title = "the context extension is applied twice",
    .sources = "ggml-org/ggml#835",
    .make = [](const Making& m, const Facts&) -> std::vector<Making> {
      const Scaling scaling = m.spec.scaling();
      if (scaling.is("default")) return {};
      const Making twice = with_step(m, each_rate([](double scaled, double plain, double) {
                                       return plain == 0 ? 0 : scaled * scaled / plain;
                                     }));
      std::vector<Making> out{twice,
                              with_step(twice, amplitude_to([](double a) { return a * a; }))};
      if (scaling.is("llama3")) out.push_back(with_step(m, llama3_again(scaling)));
      return out;
    },
};

}  // namespace posenc::identification
