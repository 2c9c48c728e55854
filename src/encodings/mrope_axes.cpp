#include "encodings/mrope_axes.hpp"

#include <numeric>

namespace posenc::mrope_row {
namespace {

using Sections = std::vector<std::size_t>;
constexpr std::size_t kT = 0, kH = 1, kW = 2, kCount = 3;

Error not_whole(std::string_view name, double got) {
  return bad_param(name, "must be whole numbers, got ", to_text(got));
}

Result<Axes> given(const Params& p, std::size_t axes, std::size_t pairs) {
  if (auto error = rotary_detail::wrong_length(p, "axisOfPair", pairs, "one for each rotated pair"))
    return *error;
  Axes out{Sections(axes), {}};
  for (const double a : p.numbers("axisOfPair")) {
    const auto axis = static_cast<std::size_t>(a);
    if (static_cast<double>(axis) != a) return not_whole("axisOfPair", a);
    if (axis >= axes) return bad_param("axisOfPair", "must be below axes, got ", to_text(a));
    out.of_pair.push_back(axis);
    ++out.sections[axis];
  }
  return out;
}

Result<Sections> sections_of(const Params& p, std::size_t axes, std::size_t pairs) {
  if (!p.has("sections")) return usual_sections(p.choice<Form>("form"), axes, pairs);
  if (auto error = rotary_detail::wrong_length(p, "sections", axes, "the pairs of each id"))
    return *error;
  Sections out;
  for (const double s : p.numbers("sections")) {
    out.push_back(static_cast<std::size_t>(s));
    if (static_cast<double>(out.back()) != s) return not_whole("sections", s);
  }
  if (const auto sum = std::accumulate(out.begin(), out.end(), std::size_t{0}); sum != pairs)
    return bad_param("sections", "must add up to ", pairs, ", the rotated pairs; got ", sum);
  return out;
}

// The id that pair i follows if `left` pairs of each section remain. From vLLM and SGLang:
//
// interleaved    apply_interleaved_rope: h where i mod 3 = 1 and i < 3·s_h, w where i mod 3 = 2 and
//                i < 3·s_w, else t
// spatial-first  Ernie4_5_VLRotaryEmbedding and BailingMRotaryEmbedding, which need s_h = s_w, and
//                apply_m_modify_multimodal_rotary_pos_emb of VideoRoPE: t has the lowest
//                frequencies
// round-robin    axis_map with mrope_interleaved_glm: the next id from i mod 3 on with pairs left
std::size_t axis_of(Form form, std::size_t i, const Sections& sections, const Sections& left) {
  if (form == "interleaved")
    return i % kCount != kT && i < kCount * sections[i % kCount] ? i % kCount : kT;
  if (form == "spatial-first") return i >= 2 * sections[kH] ? kT : i % 2 == 0 ? kH : kW;
  std::size_t a = form == "round-robin" ? i % kCount : 0;
  while (left[a] == 0) a = (a + 1) % left.size();
  return a;
}

// get_mrope_interleaved_id_list of vLLM's openpangu_rope.py: the id with the smallest placed share
// of its section, never one twice in a row while another is left. The last pair belongs to t and
// does not count in its section.
std::size_t rarest(const Sections& sections, const Sections& left, std::size_t before) {
  std::size_t best = kCount, placed[kCount], whole[kCount];
  for (std::size_t a = 0; a < kCount; ++a) {
    placed[a] = sections[a] - left[a];
    whole[a] = sections[a] - (a == kT ? 1 : 0);
    if (placed[a] == whole[a] || a == before) continue;
    if (best == kCount || placed[a] * whole[best] < placed[best] * whole[a]) best = a;
  }
  if (best != kCount) return best;
  return before < kCount && placed[before] < whole[before] ? before : kT;
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
  const std::size_t axes = p.count("axes");
  if (p.has("axisOfPair")) return given(p, axes, pairs);
  const auto form = p.choice<Form>("form");
  if (form != "chunked" && axes != kCount)
    return bad_param("form", "must be 'chunked' where axes is not 3");
  const Result<Sections> s = sections_of(p, axes, pairs);
  if (!s) return s.error();
  if (form == "spatial-first" && (*s)[kH] != (*s)[kW])
    return bad_param("sections", "must be as many for h as for w with form 'spatial-first'");
  if (form == "greedy" && (*s)[kT] == 0)
    return bad_param("sections", "must have one for t with form 'greedy'");
  Axes out{*s, Sections(pairs, kCount)};
  Sections left = *s;
  std::size_t before = kCount;
  for (std::size_t i = 0; i < pairs; ++i) {
    before = form == "greedy" ? rarest(*s, left, before) : axis_of(form, i, *s, left);
    out.of_pair[i] = before;
    --left[before];
  }
  return out;
}

}  // namespace posenc::mrope_row
