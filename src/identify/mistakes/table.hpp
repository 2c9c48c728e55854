// Positions, formats and the order of channels.
#pragma once
#include "identify/mistakes/steps.hpp"

namespace posenc::identification {

// Angles whose factors are numbers of a format, and perhaps their product.
template <Format kOperands, Format... kProducts>
std::vector<Making> held_in(const Making& m, const Facts&) {
  std::vector<Making> out;
  if (m.held) return out;
  for (const Format product : {kProducts...}) {
    out.push_back(m);
    out.back().held = Held{kOperands, product};
  }
  return out;
}

// The first row is that of position 1, or the token count is incremented before it is read.
inline constexpr MistakeInfo kPositionsShifted = {
    .id = "positions-shifted",
    .stage = "positions",
    .title = "positions are off by one",
    .sources = "fla-org/flash-linear-attention#766",
    .make = [](const Making& m, const Facts&) -> std::vector<Making> {
      if (m.shift != 0) return {};
      std::vector<Making> out{m, m};
      out[0].shift = 1, out[1].shift = -1;
      return out;
    },
};

// The sources are those of the corresponding rows in precision/method.cpp.
inline constexpr MistakeInfo kAnglesBf16 = {
    .id = "angles-bf16",
    .stage = "precision",
    .title = "positions and frequencies are bf16 numbers before they are multiplied",
    .sources = "sgl-project/sglang-jax#1472 huggingface/candle#3520 Modalities/modalities#462",
    .make = held_in<Format::bf16, Format::float32, Format::bf16>,
};
inline constexpr MistakeInfo kAnglesFp16 = {
    .id = "angles-fp16",
    .stage = "precision",
    .title = "positions and frequencies are fp16 numbers before they are multiplied",
    .sources = "EleutherAI/gpt-neox#1003 ml-explore/mlx-lm#1076",
    .make = held_in<Format::fp16, Format::float32, Format::fp16>,
};
// Detectable only in numbers with more digits than float32.
inline constexpr MistakeInfo kAnglesFloat32 = {
    .id = "angles-float32",
    .stage = "precision",
    .title = "positions, frequencies and their product are float32 numbers",
    .sources = "huggingface/transformers#25681 huggingface/transformers#46174",
    .make = held_in<Format::float32, Format::float32>,
};

// Pairs are (i, i + r/2) instead of (2i, 2i + 1), or the reverse; correct if queries and keys are
// also permuted.
inline constexpr MistakeInfo kLayoutExchanged = {
    .id = "layout-exchanged",
    .stage = "layout",
    .title = "the channels are in the order of the other layout (half or interleaved)",
    .sources = "facebookresearch/vjepa2#15 Tongjilibo/bert4torch#1 vllm-project/vllm-metal#44",
    .make = [](const Making& m, const Facts&) -> std::vector<Making> {
      if (m.other_layout) return {};
      std::vector<Making> out{m};
      out[0].other_layout = true;
      return out;
    },
};

// Final zero frequencies are dropped, or only the first are kept; half of the remaining width pairs
// other channels.
inline constexpr MistakeInfo kPairsMissing = {
    .id = "pairs-missing",
    .stage = "layout",
    .title =
        "only the first frequencies are present: the rest, or the zeros, are missing, so other "
        "channels form pairs",
    .sources = "NVIDIA-NeMo/Megatron-Bridge#4195 apple/coreai-models#66",
    .make = [](const Making& m, const Facts& facts) -> std::vector<Making> {
      std::vector<Making> out;
      if (m.pairs) return out;
      for (const std::size_t count : facts.pairs) {
        if (count < 2 || static_cast<double>(count) >= m.spec.rotary_dim() / 2) continue;
        out.push_back(with_step(m, [count](Rates& rates) {
          for (std::vector<double>* list : {&rates.scaled, &rates.plain, &rates.apart})
            if (list->size() > count) list->resize(count);
        }));
        out.back().pairs = count;
      }
      return out;
    },
};

}  // namespace posenc::identification
