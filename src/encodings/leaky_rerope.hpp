// Leaky ReRoPE: J. Su 2023 (kexue.fm 9708). Beyond the window distances grow k times slower:
// e(m, n) = m - n below w, else w + (m - n - w)/k. k = 1 is RoPE, k → ∞ is ReRoPE.
#pragma once
#include "encodings/mapped_distance.hpp"

namespace posenc::leaky_rerope_row {

inline constexpr ParamInfo kParams[] = {
    mapped_distance::length("window", "w: distances below it are kept; 512 in the released code.",
                            16),
    number("factor",
           "k: how much slower distances grow beyond the window; 16 in the released code.", 16,
           above(0, 1e9), {1, 64, true}),
    mapped_distance::length("trainedContext", "L: trained context, of the scale of queries.", 4096,
                            2),
    mapped_distance::kLogScale,
    mapped_distance::kDim,
    rotary_detail::base(10000),
    rotary_detail::layout("half"),
};

inline mapped_distance::Distance distance(const Params& p) {
  return [w = p.number("window"), k = p.number("factor")](double m, double n) {
    const double d = m - n;
    return d < w ? d : w + (d - w) / k;
  };
}

inline constexpr EncodingInfo kLeakyRerope = {
    .id = "leaky-rerope",
    .title = "Leaky ReRoPE",
    .family = "rotary",
    .formula =
        R"(e(m,n) = \begin{cases} m-n & m-n < w\\ w + (m-n-w)/k & \text{otherwise}\end{cases})",
    .citation =
        "Su 2023, Rectified Rotary Position Embeddings, kexue.fm/archives/9708; "
        "github.com/bojone/rerope leaky_rerope_patch.py",
    .note =
        "Applied to a trained model, without training. The default window is chosen here, so that "
        "a small picture shows it.",
    .params = kParams,
    .relative_map = mapped_distance::map<distance>,
    .scores = mapped_distance::scores<distance, true>,
    .facts = mapped_distance::query_scale_facts,
};

}  // namespace posenc::leaky_rerope_row
