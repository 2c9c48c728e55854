// M-RoPE: multimodal rotary embedding, whose tokens have several position ids; (t, h, w) in
// Qwen2-VL (arXiv:2409.12191).
//
// The frequencies are those of RoPE over the whole rotated width; a pair only chooses the id it
// follows. axisOfPair lists the ids by pair; the forms are the rules of published models
// (mrope_axes.hpp). A text token has equal ids and is rotated as in RoPE.
#pragma once
#include "encodings/mrope_axes.hpp"
#include "encodings/rope.hpp"

namespace posenc::mrope_row {

inline constexpr ParamInfo kParams[] = {
    rotary_detail::kDim,
    rotary_detail::base(1000000),
    integer("axes", "Position ids of a token: 3 are (t, h, w), HunyuanVL's 4 (p, w, h, t).", 3,
            {1, 16}, {1, 4}),
    only_where(numbers("sections",
                       "Pairs that follow each id, in their order (mrope_section); their sum is "
                       "r/2. Left out: in the ratio of released models.",
                       kOptional, {0, 32768}),
               "!axisOfPair"),
    only_where(
        one_of<Form>("form",
                     "chunked: Qwen2-VL; interleaved: Qwen3-VL; spatial-first: h w h w, then t, "
                     "ERNIE 4.5 VL and VideoRoPE; greedy: openPangu; round-robin: GLM in SGLang."),
        "!axisOfPair"),
    numbers("axisOfPair", "The id that each of the r/2 pairs follows, from 0.", kOptional, {0, 15}),
    rotary_detail::layout("half"),
    rope_row::kRotaryDim,
};

inline Result<Rotary> rotary(const Params& p, const Scaling* scaling) {
  Result<Rotary> made = rope_row::rotary(p, scaling);
  if (!made) return made.error();
  Rotary r = std::move(made).value();
  const Result<Axes> axes = axes_of_pairs(p, r.table.pairs());
  if (!axes) return axes.error();
  const std::vector<TurnFrequency> theta = std::move(r.table.frequencies);
  r.table.frequencies.clear();
  r.table.axes = p.count("axes");
  for (std::size_t i = 0; i < theta.size(); ++i) r.table.add_pair(axes->of_pair[i], theta[i]);
  return r;
}

inline Result<Facts> facts(const Params& p) {
  const Result<RotaryBase> base = rope_row::rotary_base(p);
  if (!base) return base.error();
  const Result<Axes> axes = axes_of_pairs(p, base->pairs());
  if (!axes) return axes.error();
  const auto &sections = axes->sections, &of_pair = axes->of_pair;
  return Facts{{"sections",
                "Sections in force, of t, h and w, or of each id.",
                {sections.begin(), sections.end()}},
               {"axisOfPair",
                "The id that each pair follows: 0 = t, 1 = h, 2 = w.",
                {of_pair.begin(), of_pair.end()}}};
}

inline constexpr EncodingInfo kMrope = {
    .id = "mrope",
    .title = "Multimodal rotary (M-RoPE)",
    .family = "rotary",
    .formula = R"(\phi_i = p_{a(i)}\,\theta_i,\quad \theta_i = b^{-2i/r},\quad a(i) \in \{t,h,w\})",
    .citation =
        "Wang et al. 2024, Qwen2-VL, arXiv:2409.12191; VideoRoPE, arXiv:2502.05173; vLLM mrope.py",
    .note =
        "With interleaved sections that do not fit the stride of three, pairs are assigned as the "
        "code does, which then differs from the counts that the sections name.",
    .axes = {},
    .params = kParams,
    .scalable = true,
    .rotary = rotary,
    .facts = facts,
};

}  // namespace posenc::mrope_row
