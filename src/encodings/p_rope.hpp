// p-RoPE: Barbero et al. 2024 (arXiv:2410.06205). The fraction p of the highest frequencies turns,
// the others do not; exponents and pairing use the whole head.
#pragma once
#include "encodings/rope.hpp"
#include "encodings/scaling/proportional.hpp"

namespace posenc::p_rope_row {

inline constexpr ParamInfo kParams[] = {
    rotary_detail::kDim,
    number("fraction",
           "p: the first int(p·dim/2) pairs turn. 1 is RoPE, 0 is no position encoding.", 0.75,
           {0, 1}, {0, 1}),
    rotary_detail::base(10000),
    rotary_detail::layout("half"),
};

inline Result<Rotary> rotary(const Params& p, const Scaling*) {
  if (auto error = not_multiple(p, 2, "channels are rotated in pairs")) return *error;
  const RotaryBase base{p.number("base"), p.integer("dim"), p.integer("dim")};
  return rope_row::rotary_of(base, rotary_detail::is_interleaved(p),
                             proportional_row::scaled(base, p.number("fraction"), Wide(1.0)));
}

inline constexpr EncodingInfo kPRope = {
    .id = "p-rope",
    .title = "p-RoPE",
    .family = "rotary",
    .formula =
        R"(\theta_i = b^{-2i/d}\ (i<\lfloor p\,d/2\rfloor),\quad \theta_i = 0\ \text{otherwise})",
    .citation =
        "Barbero et al. 2024, Round and Round We Go!, arXiv:2410.06205 (its pseudocode "
        "apply_p_rope)",
    .note =
        "The default p = 0.75 is from memory of the paper's experiments (unconfirmed). Gemma 4 has "
        "p = 0.25: see the context extension 'proportional', the same rule.",
    .params = kParams,
    .rotary = rotary,
};

}  // namespace posenc::p_rope_row
