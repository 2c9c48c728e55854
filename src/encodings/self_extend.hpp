// Self-Extend: Jin et al. 2024 (arXiv:2401.01325). Near keys keep their distance, far ones are
// grouped by integer division:
//   e(m, n) = m - n below W, otherwise ⌊m/G⌋ + W - ⌊W/G⌋ - ⌊n/G⌋.
#pragma once
#include "encodings/mapped_distance.hpp"

namespace posenc::self_extend_row {

inline constexpr ParamInfo kParams[] = {
    mapped_distance::length("window", "W: distances below it are kept (neighbour window).", 16),
    mapped_distance::length("group", "G: positions that share a group.", 4),
    mapped_distance::kDim,
    rotary_detail::base(10000),
    rotary_detail::layout("half"),
};

inline mapped_distance::Distance distance(const Params& p) {
  return [w = p.number("window"), g = p.number("group")](double m, double n) {
    using mapped_distance::quotient;
    if (m - n < w) return m - n;
    return quotient(m, g) - quotient(n, g) + (w - quotient(w, g));
  };
}

inline constexpr EncodingInfo kSelfExtend = {
    .id = "self-extend",
    .title = "Self-Extend",
    .family = "rotary",
    .formula =
        R"(e(m,n) = \begin{cases} m-n & m-n < W\\ \lfloor m/G\rfloor - \lfloor n/G\rfloor + W - \lfloor W/G\rfloor & \text{otherwise}\end{cases})",
    .citation =
        "Jin et al. 2024, LLM Maybe LongLM: Self-Extend LLM Context Window Without Tuning, "
        "arXiv:2401.01325",
    .note =
        "Applied to a trained model, without training. Default sizes are chosen here, so that a "
        "small picture shows them.",
    .params = kParams,
    .relative_map = mapped_distance::map<distance>,
    .scores = mapped_distance::scores<distance>,
};

}  // namespace posenc::self_extend_row
