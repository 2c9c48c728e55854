#include "encodings/mrope_axes.hpp"

#include <algorithm>
#include <numeric>

namespace posenc::mrope_detail {
namespace {

using Sections = std::vector<std::size_t>;
constexpr std::size_t kT = 0, kH = 1, kW = 2, kCount = 3;

Error not_whole(std::string_view name, double got) {
  return {ErrorCode::bad_param, std::string(name), "must be whole numbers, got " + to_text(got)};
}

Result<Axes> given(const Params& p, std::size_t axes, std::size_t pairs) {
  if (auto error = rotary_detail::wrong_length(p, "axisOfPair", pairs, "one for each rotated pair"))
    return *error;
  Axes out{Sections(axes), {}};
  for (const double a : p.numbers("axisOfPair")) {
    const auto axis = static_cast<std::size_t>(a);
    if (static_cast<double>(axis) != a) return not_whole("axisOfPair", a);
    if (axis >= axes)
      return Error{ErrorCode::bad_param, "axisOfPair",
                   "must be below axes, which is " + std::to_string(axes) + "; got " + to_text(a)};
    out.of_pair.push_back(axis);
    ++out.sections[axis];
  }
  return out;
}

Result<Sections> sections_of(const Params& p, std::size_t axes, std::size_t pairs) {
  if (!p.has("sections")) return usual_sections(p.choice<Form>("form"), axes, pairs);
  if (auto error = rotary_detail::wrong_length(
          p, "sections", axes, axes == kCount ? "the pairs of t, h and w" : "the pairs of each id"))
    return *error;
  Sections out;
  for (const double s : p.numbers("sections")) {
    out.push_back(static_cast<std::size_t>(s));
    if (static_cast<double>(out.back()) != s) return not_whole("sections", s);
  }
  if (const auto sum = std::accumulate(out.begin(), out.end(), std::size_t{0}); sum != pairs)
    return Error{ErrorCode::bad_param, "sections",
                 "must add up to " + std::to_string(pairs) + ", the rotated pairs; got " +
                     std::to_string(sum)};
  return out;
}

Sections one_after_another(const Sections& sections) {
  Sections axes;
  for (std::size_t a = 0; a < sections.size(); ++a) axes.insert(axes.end(), sections[a], a);
  return axes;
}

// apply_interleaved_rope of vLLM and SGLang: pair i follows h where i mod 3 = 1 and i < 3·s_h, w
// where i mod 3 = 2 and i < 3·s_w, else t.
Sections by_stride(const Sections& sections, std::size_t pairs) {
  Sections axes;
  for (std::size_t i = 0; i < pairs; ++i)
    axes.push_back(i % kCount != kT && i < kCount * sections[i % kCount] ? i % kCount : kT);
  return axes;
}

// Ernie4_5_VLRotaryEmbedding and BailingMRotaryEmbedding of vLLM, which want s_h = s_w;
// apply_m_modify_multimodal_rotary_pos_emb of VideoRoPE: t has the lowest frequencies.
Sections spatial_first(const Sections& sections) {
  Sections axes;
  for (std::size_t i = 0; i < 2 * sections[kH]; ++i) axes.push_back(i % 2 == 0 ? kH : kW);
  axes.insert(axes.end(), sections[kT], kT);
  return axes;
}

// get_mrope_interleaved_id_list of vLLM's openpangu_rope.py: the id of which the smallest share of
// its section is placed, never one twice in a row while another is left; the last pair is t's.
Sections greedy(Sections left) {
  --left[kT];
  const Sections whole = left;
  Sections placed(kCount), axes;
  std::size_t before = kCount;
  for (std::size_t n = std::accumulate(left.begin(), left.end(), std::size_t{0}); n > 0; --n) {
    std::size_t best = kCount;
    for (std::size_t a = 0; a < kCount; ++a) {
      if (left[a] == 0 || a == before) continue;
      if (best == kCount || placed[a] * whole[best] < placed[best] * whole[a]) best = a;
    }
    if (best == kCount) best = before;
    axes.push_back(best);
    ++placed[best], --left[best];
    before = best;
  }
  axes.push_back(kT);
  return axes;
}

// axis_map of SGLang's MRotaryEmbedding with mrope_interleaved_glm: pair i asks for id i mod 3, and
// takes the next one that has pairs left.
Sections round_robin(Sections left, std::size_t pairs) {
  Sections axes;
  for (std::size_t i = 0; i < pairs; ++i) {
    std::size_t a = i % kCount;
    while (left[a] == 0) a = (a + 1) % kCount;
    axes.push_back(a);
    --left[a];
  }
  return axes;
}

}  // namespace

std::vector<std::size_t> usual_sections(Form form, std::size_t axes, std::size_t pairs) {
  if (axes != kCount) {
    Sections out(axes, pairs / axes);
    for (std::size_t a = 0; a < pairs % axes; ++a) ++out[a];
    return out;
  }
  const std::size_t h = form == "interleaved"     ? 5 * pairs / 16
                        : form == "spatial-first" ? 11 * pairs / 32
                                                  : 3 * pairs / 8;
  return {pairs - 2 * h, h, h};
}

Result<Axes> axes_of_pairs(const Params& p, std::size_t pairs) {
  const std::size_t axes = axis_count(p);
  if (p.has("axisOfPair")) return given(p, axes, pairs);
  const auto form = p.choice<Form>("form");
  if (form != "chunked" && axes != kCount)
    return Error{ErrorCode::bad_param, "form",
                 "must be 'chunked' where axes is not 3, since the other rules are of t, h and w"};
  const Result<Sections> s = sections_of(p, axes, pairs);
  if (!s) return s.error();
  if (form == "spatial-first" && (*s)[kH] != (*s)[kW])
    return Error{ErrorCode::bad_param, "sections",
                 "must have as many pairs for h as for w with form 'spatial-first'"};
  if (form == "greedy" && (*s)[kT] == 0)
    return Error{ErrorCode::bad_param, "sections",
                 "must have a pair for t with form 'greedy', whose last pair it is"};
  Axes out{*s, {}};
  if (form == "interleaved")
    out.of_pair = by_stride(*s, pairs);
  else if (form == "spatial-first")
    out.of_pair = spatial_first(*s);
  else if (form == "greedy")
    out.of_pair = greedy(*s);
  else if (form == "round-robin")
    out.of_pair = round_robin(*s, pairs);
  else
    out.of_pair = one_after_another(*s);
  return out;
}

}  // namespace posenc::mrope_detail
