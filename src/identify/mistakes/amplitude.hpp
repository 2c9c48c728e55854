// The factor of cos and sin is another one.
#pragma once
#include "core/real.hpp"
#include "identify/mistakes/steps.hpp"

namespace posenc::identification {

// 0.1 m ln s + 1
inline double mscale(double m, double factor) { return 0.1 * m * real::log(factor) + 1; }
inline bool has_mscale(const Scaling& scaling) {
  return scaling.is("yarn") && scaling.factor() > 1;
}

inline constexpr MistakeInfo kAmplitudeMissing = {
    .id = "amplitude-missing",
    .stage = "amplitude",
    .title = "cos and sin are not multiplied by the attention factor",
    .sources = "turboderp-org/exllamav3#259 NVIDIA/TensorRT-Model-Connect#399",
    .make = [](const Making& m, const Facts&) -> std::vector<Making> {
      return {with_step(m, amplitude_to([](double) { return 1.0; }))};
    },
};

// The factor is applied when the table is made, and again when it is used, so that keys grow by
// mscale^2.
inline constexpr MistakeInfo kAmplitudeSquared = {
    .id = "amplitude-squared",
    .stage = "amplitude",
    .title = "cos and sin are multiplied by the square of the attention factor",
    .sources = "NVIDIA/TensorRT-LLM#16378",
    .make = [](const Making& m, const Facts&) -> std::vector<Making> {
      return {with_step(m, amplitude_to([](double a) { return a * a; }))};
    },
};

// attention_factor, or mscale with mscale_all_dim, is not read.
inline constexpr MistakeInfo kAmplitudeDefault = {
    .id = "amplitude-default",
    .stage = "amplitude",
    .title = "0.1 ln s + 1 instead of the file's attention factor",
    .sources =
        "microsoft/onnxruntime-genai#2076 vllm-project/vllm#48623 sgl-project/sglang#22711 "
        "ml-explore/mlx-lm#1507",
    .make = [](const Making& m, const Facts&) -> std::vector<Making> {
      const Scaling scaling = m.spec.scaling();
      if (!has_mscale(scaling)) return {};
      return {with_step(m, amplitude_to([a = mscale(1, scaling.factor())](double) { return a; }))};
    },
};

// 0.1 m ln s + 1 with m = mscale_all_dim only, instead of the ratio of two such numbers.
inline constexpr MistakeInfo kAmplitudeAllDim = {
    .id = "amplitude-all-dim",
    .stage = "amplitude",
    .title =
        "cos and sin are multiplied by the amplitude of mscale_all_dim alone, which belongs to the "
        "logits",
    .sources = "kekzl/imp#880",
    .make = [](const Making& m, const Facts&) -> std::vector<Making> {
      const Scaling scaling = m.spec.scaling();
      const double all = scaling.number("mscaleAllDim", 0);
      if (!has_mscale(scaling) || all == 0) return {};
      return {
          with_step(m, amplitude_to([a = mscale(all, scaling.factor())](double) { return a; }))};
    },
};

// A final attention_factor is treated as an mscale, so that 0.1 m ln s + 1 is applied again.
inline constexpr MistakeInfo kAmplitudeLogged = {
    .id = "amplitude-logged",
    .stage = "amplitude",
    .title = "the attention factor a is used as an mscale: 0.1 a ln s + 1",
    .sources = "NVIDIA/TensorRT-LLM#16379",
    .make = [](const Making& m, const Facts&) -> std::vector<Making> {
      const Scaling scaling = m.spec.scaling();
      if (!has_mscale(scaling)) return {};
      return {
          with_step(m, amplitude_to([f = scaling.factor()](double a) { return mscale(a, f); }))};
    },
};

}  // namespace posenc::identification
