// M-RoPE: multimodal rotary embedding, whose tokens have several position ids; (t, h, w) in
// Qwen2-VL (arXiv:2409.12191).
//
// The frequencies are those of RoPE over the whole rotated width; a pair only chooses which id it
// follows. axisOfPair says so pair by pair, the forms are the rules of published models
// (mrope_axes.hpp). A text token has equal ids and is rotated as by RoPE.
#pragma once
#include "encodings/mrope_axes.hpp"
#include "encodings/rope.hpp"

namespace posenc {
namespace mrope_detail {

inline constexpr ParamInfo kParams[] = {
    rotary_detail::kDim,
    rotary_detail::base(1000000),
    integer("axes",
            "Position ids of a token: 3 are (t, h, w); HunyuanVL's 4 are (p, w, h, t), p the place "
            "in the text.",
            3, {1, 16}, {1, 4}),
    only_where(
        numbers(
            "sections",
            "Pairs that follow each id (mrope_section, xdrope_section); their sum is r/2. The "
            "order is that of the ids, also where a file has (h, w, t) as ERNIE's. Left out: in "
            "the ratio of released models, 16 : 24 : 24; interleaved 24 : 20 : 20, "
            "spatial-first 20 : 22 : 22; in equal parts where axes is not 3.",
            kOptional, {0, 32768}),
        "!axisOfPair"),
    only_where(
        one_of<Form>("form",
                     "chunked: one section after another (Qwen2-VL, Qwen2.5-VL, GLM-4.1V, "
                     "HunyuanVL); interleaved: t h w by a stride of three (Qwen3-VL, Ideogram 4); "
                     "spatial-first: h w h w ..., then t (ERNIE 4.5 VL, Bailing, VideoRoPE); "
                     "greedy: openPangu VL; round-robin: SGLang's mrope_interleaved_glm."),
        "!axisOfPair"),
    numbers("axisOfPair", "The id that each of the r/2 pairs follows, from 0.", kOptional, {0, 15}),
    rotary_detail::layout("half"),
    rope_detail::kRotaryDim,
};

inline Result<Rotary> rotary(const Params& p, const Scaling* scaling) {
  Result<Rotary> made = rope_detail::rotary(p, scaling);
  if (!made) return made.error();
  Rotary r = std::move(made).value();
  const Result<Axes> axes = axes_of_pairs(p, r.table.pairs());
  if (!axes) return axes.error();
  const std::vector<TurnFrequency> theta = std::move(r.table.frequencies);
  r.table.frequencies.clear();
  r.table.axes = axis_count(p);
  for (std::size_t i = 0; i < theta.size(); ++i) r.table.add_pair(axes->of_pair[i], theta[i]);
  return r;
}

inline Result<Facts> facts(const Params& p) {
  const Result<RotaryBase> base = rope_detail::rotary_base(p);
  if (!base) return base.error();
  const Result<Axes> axes = axes_of_pairs(p, base->pairs());
  if (!axes) return axes.error();
  const auto &sections = axes->sections, &of_pair = axes->of_pair;
  return Facts{{"sections",
                "Sections in force, in the order of the ids; with axisOfPair the pairs counted.",
                {sections.begin(), sections.end()}},
               {"axisOfPair",
                "The id that each pair follows; of three ids 0 = t, 1 = h, 2 = w.",
                {of_pair.begin(), of_pair.end()}}};
}

}  // namespace mrope_detail

inline constexpr EncodingInfo kMrope = {
    .id = "mrope",
    .title = "Multimodal rotary (M-RoPE)",
    .family = "rotary",
    .formula = R"(\phi_i = p_{a(i)}\,\theta_i,\quad \theta_i = b^{-2i/r},\quad a(i) \in \{t,h,w\})",
    .citation =
        "Wang et al. 2024, Qwen2-VL, arXiv:2409.12191; interleaved: Qwen3-VL; vLLM mrope.py, "
        "ernie45_vl_rope.py, bailing_mrope.py, openpangu_rope.py, xdrope.py; SGLang mrope.py; "
        "spatial-first: Wei et al. 2025, VideoRoPE, arXiv:2502.05173",
    .note =
        "With interleaved sections that do not fit the stride of three, pairs are assigned as "
        "the code does, which then differs from the counts that the sections name.",
    .axes = {},
    .params = mrope_detail::kParams,
    .scalable = true,
    .rotary = mrope_detail::rotary,
    .facts = mrope_detail::facts,
};

}  // namespace posenc
