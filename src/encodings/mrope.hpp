// M-RoPE: multimodal rotary embedding with position ids (t, h, w), Qwen2-VL (arXiv:2409.12191).
//
// The frequencies are those of RoPE over the whole rotated width; a pair only chooses which id it
// follows. chunked: the first s_t pairs t, the next s_h h, the last s_w w. interleaved (Qwen3-VL):
// pair i follows h where i mod 3 = 1 and i < 3·s_h, w where i mod 3 = 2 and i < 3·s_w, else t.
// A text token has t = h = w and is rotated as by RoPE.
#pragma once
#include <algorithm>

#include "encodings/rope.hpp"

namespace posenc {
namespace mrope_detail {

inline constexpr std::string_view kAxes[] = {"t", "h", "w"};
using Form = Choice<"chunked", "interleaved">;

inline constexpr ParamInfo kParams[] = {
    rotary_detail::kDim,
    rotary_detail::base(1000000),
    numbers("sections",
            "Pairs that follow t, h and w (mrope_section); their sum is r/2. Left out: in the "
            "ratio of the released models, 16 : 24 : 24 chunked, 24 : 20 : 20 interleaved.",
            kOptional, {0, 32768}),
    one_of<Form>("form",
                 "chunked: Qwen2-VL, Qwen2.5-VL; interleaved: Qwen3-VL (mrope_interleaved)."),
    rotary_detail::layout("half"),
    rope_detail::kRotaryDim,
};

inline Result<std::vector<std::size_t>> sections(const Params& p, std::size_t pairs) {
  if (!p.has("sections")) {
    const std::size_t h = p.choice<Form>("form") == "chunked" ? 3 * pairs / 8 : 5 * pairs / 16;
    return std::vector<std::size_t>{pairs - 2 * h, h, h};
  }
  if (auto error = rotary_detail::wrong_length(p, "sections", 3, "the pairs of t, h and w"))
    return *error;
  std::vector<std::size_t> out;
  std::size_t sum = 0;
  for (const double s : p.numbers("sections")) {
    out.push_back(static_cast<std::size_t>(s));
    sum += out.back();
    if (static_cast<double>(out.back()) != s)
      return Error{ErrorCode::bad_param, "sections", "must be whole numbers, got " + to_text(s)};
  }
  if (sum != pairs)
    return Error{ErrorCode::bad_param, "sections",
                 "must add up to " + std::to_string(pairs) + ", the rotated pairs; got " +
                     std::to_string(sum)};
  return out;
}

// 0 = t, 1 = h, 2 = w
inline std::size_t axis_of(std::size_t pair, const std::vector<std::size_t>& s, bool interleaved) {
  if (!interleaved) return pair < s[0] ? 0 : pair < s[0] + s[1] ? 1 : 2;
  const std::size_t axis = pair % 3;
  return axis != 0 && pair < 3 * s[axis] ? axis : 0;
}

inline Result<std::vector<std::size_t>> axis_of_pairs(const Params& p, std::size_t pairs) {
  const Result<std::vector<std::size_t>> s = sections(p, pairs);
  if (!s) return s.error();
  std::vector<std::size_t> axes;
  for (std::size_t i = 0; i < pairs; ++i)
    axes.push_back(axis_of(i, *s, p.choice<Form>("form") == "interleaved"));
  return axes;
}

inline Result<Rotary> rotary(const Params& p, const Scaling* scaling) {
  Result<Rotary> made = rope_detail::rotary(p, scaling);
  if (!made) return made.error();
  Rotary r = std::move(made).value();
  const Result<std::vector<std::size_t>> axes = axis_of_pairs(p, r.table.pairs());
  if (!axes) return axes.error();
  const std::vector<TurnFrequency> theta = std::move(r.table.frequencies);
  r.table.frequencies.clear();
  r.table.axes = std::size(kAxes);
  for (std::size_t i = 0; i < theta.size(); ++i) r.table.add_pair((*axes)[i], theta[i]);
  return r;
}

inline Result<Facts> facts(const Params& p) {
  const Result<RotaryBase> base = rope_detail::rotary_base(p);
  if (!base) return base.error();
  const Result<std::vector<std::size_t>> s = sections(p, base->pairs());
  if (!s) return s.error();
  const Result<std::vector<std::size_t>> axes = axis_of_pairs(p, base->pairs());
  return Facts{{"sections", "Sections in force, of t, h and w.", {s->begin(), s->end()}},
               {"axisOfPair",
                "The id that each pair follows: 0 = t, 1 = h, 2 = w.",
                {axes->begin(), axes->end()}}};
}

}  // namespace mrope_detail

inline constexpr EncodingInfo kMrope = {
    .id = "mrope",
    .title = "Multimodal rotary (M-RoPE)",
    .family = "rotary",
    .formula = R"(\phi_i = p_{a(i)}\,\theta_i,\quad \theta_i = b^{-2i/r},\quad a(i) \in \{t,h,w\})",
    .citation =
        "Wang et al. 2024, Qwen2-VL, arXiv:2409.12191; interleaved: Qwen3-VL; vLLM "
        "mrope.py",
    .note =
        "With interleaved sections that do not fit the stride of three, pairs are assigned as "
        "the code does, which then differs from the counts that the sections name.",
    .axes = mrope_detail::kAxes,
    .params = mrope_detail::kParams,
    .scalable = true,
    .rotary = mrope_detail::rotary,
    .facts = mrope_detail::facts,
};

}  // namespace posenc
