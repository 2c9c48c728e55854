// ReRoPE: rectified rotary position embedding, J. Su 2023 (kexue.fm 9708). Distances beyond the
// window are clamped to it: e(m, n) = min(m - n, w).
#pragma once
#include "encodings/mapped_distance.hpp"

namespace posenc::rerope_row {

inline constexpr ParamInfo kParams[] = {
    mapped_distance::length("window", "w: the largest distance; 512 in the released code.", 16),
    mapped_distance::length("trainedContext", "L: trained context, of the scale of queries.", 4096,
                            2),
    mapped_distance::kLogScale,
    mapped_distance::kDim,
    rotary_detail::base(10000),
    rotary_detail::layout("half"),
};

inline mapped_distance::Distance distance(const Params& p) {
  return [w = p.number("window")](double m, double n) { return std::min(m - n, w); };
}

inline constexpr EncodingInfo kRerope = {
    .id = "rerope",
    .title = "ReRoPE",
    .family = "rotary",
    .formula =
        R"(e(m,n) = \min(m-n,\,w),\quad q_m \leftarrow q_m\max\!\left(1,\tfrac{\ln(m+1)}{\ln L}\right))",
    .citation =
        "Su 2023, Rectified Rotary Position Embeddings, kexue.fm/archives/9708; "
        "github.com/bojone/rerope rerope_patch.py",
    .note =
        "Applied to a trained model, without training. The default window is chosen here, so that "
        "a small picture shows it.",
    .params = kParams,
    .relative_map = mapped_distance::map<distance>,
    .scores = mapped_distance::scores<distance, true>,
    .facts = mapped_distance::query_scale_facts,
};

}  // namespace posenc::rerope_row
