// A value of the spec is another one.
#pragma once
#include "identify/mistakes/steps.hpp"

namespace posenc::identification {

// rope_theta is hard-coded, or read from a place where the file does not have it.
inline constexpr MistakeInfo kBaseDefault = {
    .id = "base-default",
    .stage = "frequencies",
    .title = "base 10000 instead of the file's",
    .sources =
        "microsoft/onnxruntime-genai#2076 huggingface/candle#3746 PaddlePaddle/PaddleFleet#626",
    .make = [](const Making& m, const Facts&) -> std::vector<Making> {
      if (m.meant.base() == 10000) return {};
      return {with_spec(m, m.spec.with("base", 10000.0))};
    },
};

// The length before scaling is read like an object's attribute, which fails, and the longest length
// replaces it.
inline constexpr MistakeInfo kContextMax = {
    .id = "context-max",
    .stage = "frequencies",
    .title = "max_position_embeddings instead of original_max_position_embeddings",
    .sources = "microsoft/onnxruntime-genai#2076",
    .make = [](const Making& m, const Facts& facts) -> std::vector<Making> {
      const Scaling scaling = m.spec.scaling();
      if (!scaling.is("yarn") && !scaling.is("llama3")) return {};
      if (!facts.max_context || scaling.number("originalContext") == facts.max_context) return {};
      return {with_scaling(m, scaling.with("originalContext", *facts.max_context))};
    },
};

// floor and ceil of the correction range are omitted, or applied although the file says truncate:
// false.
inline constexpr MistakeInfo kTruncation = {
    .id = "truncation",
    .stage = "frequencies",
    .title =
        "the ends of the YaRN ramp are rounded where they should not be, or not rounded where they "
        "should",
    .sources =
        "keras-team/keras-hub#2981 vllm-project/vllm#28244 sgl-project/sglang#14270 "
        "apache/tvm#18576",
    .make = [](const Making& m, const Facts&) -> std::vector<Making> {
      const Scaling scaling = m.spec.scaling();
      if (!scaling.is("yarn")) return {};
      return {with_scaling(m, scaling.with("truncate", !scaling.truth("truncate", true)))};
    },
};

// low follows from beta_slow and high from beta_fast.
inline constexpr MistakeInfo kBetasSwapped = {
    .id = "betas-swapped",
    .stage = "frequencies",
    .title = "beta_fast and beta_slow are swapped",
    .sources = "pytorch/torchtitan#3787",
    .make = [](const Making& m, const Facts&) -> std::vector<Making> {
      const Scaling scaling = m.spec.scaling();
      if (!scaling.is("yarn")) return {};
      const double fast = scaling.number("betaFast", 32), slow = scaling.number("betaSlow", 1);
      return {with_scaling(m, scaling.with("betaFast", slow).with("betaSlow", fast))};
    },
};

// beta_fast of the file is not read: a file with 4 is computed with 32.
inline constexpr MistakeInfo kBetasDefault = {
    .id = "betas-default",
    .stage = "frequencies",
    .title = "beta_fast 32 and beta_slow 1 instead of the file's",
    .sources = "EricLBuehler/candle-vllm#285 GaijinEntertainment/daScript#3479",
    .make = [](const Making& m, const Facts&) -> std::vector<Making> {
      const Scaling scaling = m.spec.scaling();
      if (!scaling.is("yarn")) return {};
      if (scaling.number("betaFast", 32) == 32 && scaling.number("betaSlow", 1) == 1) return {};
      return {with_scaling(m, scaling.with("betaFast", 32.0).with("betaSlow", 1.0))};
    },
};

}  // namespace posenc::identification
