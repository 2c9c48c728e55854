// Axial rotary embedding of any number of coordinates, as image and video models have it: each axis
// turns pairs of its own, and its frequencies begin anew.
//
//   theta_{a,k} = B_a^(-2k/w_a), k < w_a/2,  B_a = b_a·s_a^(w_a/(w_a-2))
//   phi = theta·scale_a·(p_a + offset_a)
// w_a are the channels of axis a, b_a its base and s_a its NTK-aware factor. `centring` puts the
// origin into the middle of a side of n_a cells: p_a - ⌈n_a/2⌉, as Qwen-Image (scale_rope), or
// p_a + 1/2 - n_a/2, the centres of cells. All of it is folded into frequency and phase exactly.
//
// diffusers 58eb52c0: FluxPosEmbed, WanRotaryPosEmbed, HunyuanVideoRotaryPosEmbed, QwenEmbedRope,
// CosmosRotaryPosEmbed (NTK-aware factors; half layout), RopeEmbedder of Z-Image and others.
#pragma once
#include <algorithm>

#include "encodings/rotary_params.hpp"

namespace posenc {
namespace rope_nd_detail {

using Order = Choice<"blocks", "alternating">;
using Centring = Choice<"none", "cells", "centres">;

inline constexpr std::size_t kMostAxes = 8;

inline constexpr ParamInfo kParams[] = {
    rotary_detail::kDim,
    integer("axes", "Coordinates of a position.", 3, {1, kMostAxes}, {1, 4}),
    numbers("widths",
            "Channels of each axis, even; channels after their sum are not rotated. Left out: equal "
            "parts, the first axis with what remains, as Wan has it.",
            kOptional, {0, 65536}, kMostAxes),
    only_where(rotary_detail::base(10000), "!bases"),
    numbers("bases", "Base of each axis, where they differ.", kOptional, above(0, 1e30), kMostAxes),
    numbers("ntkFactors",
            "NTK-aware factor s of each axis, which divides its lowest frequency by s; 1 changes "
            "nothing.",
            kOptional, above(0, 1e9), kMostAxes),
    numbers("scales", "Multiplies the coordinate of each axis, after offset and centring.",
            kOptional, {-1e9, 1e9}, kMostAxes),
    numbers("offsets", "Added to the coordinate of each axis.", kOptional, {-1e9, 1e9}, kMostAxes),
    one_of<Centring>("centring",
                     "none: from 0; cells: the origin at cell ⌈n/2⌉ (scale_rope of Qwen-Image); "
                     "centres: coordinates of the centres of cells, the origin in the middle."),
    only_where(numbers("sizes",
                       "Cells n of each axis, by which it is centred; 0 leaves the axis as it is. "
                       "Left out: 0 for the first axis, 64 for the others.",
                       kOptional, {0, 1e6}, kMostAxes),
               "centring=cells,centres"),
    one_of<Order>("order",
                  "blocks: the pairs of an axis follow one another; alternating: pair 0 of each "
                  "axis, then pair 1 of each, for equal widths."),
    rotary_detail::layout("interleaved"),
};

inline std::size_t axes_of(const Params& p) { return static_cast<std::size_t>(p.integer("axes")); }

inline std::optional<Error> not_whole(std::string_view name, double x) {
  if (static_cast<double>(static_cast<std::int64_t>(x)) == x) return std::nullopt;
  return Error{ErrorCode::bad_param, std::string(name), "must be whole numbers, got " + to_text(x)};
}

// A number of each axis, or `otherwise` of all where the list is left out.
inline Result<std::vector<double>> of_axes(const Params& p, std::string_view name,
                                           double otherwise) {
  if (!p.has(name)) return std::vector<double>(axes_of(p), otherwise);
  if (auto error = rotary_detail::wrong_length(p, name, axes_of(p), "one of each axis"))
    return *error;
  return p.numbers_or(name, {});
}

inline Result<std::vector<std::size_t>> widths(const Params& p) {
  const std::size_t axes = axes_of(p), dim = static_cast<std::size_t>(p.integer("dim"));
  std::vector<std::size_t> out;
  if (!p.has("widths")) {
    if (auto error = rotary_detail::not_multiple(p, 2, "channels are rotated in pairs"))
      return *error;
    const std::size_t others = 2 * (dim / (2 * axes));
    out.assign(axes, others);
    out[0] = dim - (axes - 1) * others;
    return out;
  }
  const Result<std::vector<double>> given = of_axes(p, "widths", 0);
  if (!given) return given.error();
  std::size_t sum = 0;
  for (const double w : *given) {
    if (auto error = not_whole("widths", w)) return *error;
    out.push_back(static_cast<std::size_t>(w));
    sum += out.back();
    if (out.back() % 2 != 0)
      return Error{ErrorCode::bad_param, "widths",
                   "must be even: channels are rotated in pairs; got " + to_text(w)};
  }
  if (sum > dim || sum == 0)
    return Error{ErrorCode::bad_param, "widths",
                 "must add up to 2 at least and dim = " + std::to_string(dim) + " at most; got " +
                     std::to_string(sum)};
  return out;
}

// coordinate = scale·(position + shift)
inline Result<std::vector<Wide>> shifts(const Params& p) {
  const Result<std::vector<double>> offset = of_axes(p, "offsets", 0);
  if (!offset) return offset.error();
  std::vector<Wide> out;
  for (const double x : *offset) out.emplace_back(x);
  const auto centring = p.choice<Centring>("centring");
  if (centring == "none") return out;
  Result<std::vector<double>> given = of_axes(p, "sizes", 64);
  if (!given) return given.error();
  std::vector<double> sizes = std::move(given).value();
  if (!p.has("sizes")) sizes[0] = 0;
  for (std::size_t a = 0; a < sizes.size(); ++a) {
    if (auto error = not_whole("sizes", sizes[a])) return *error;
    if (sizes[a] == 0) continue;
    const double half = sizes[a] / 2;
    if (centring == "cells")
      out[a] = out[a] - ceil(Wide(half));
    else
      out[a] = out[a] + Wide(0.5 - half);
  }
  return out;
}

// rad per unit of the coordinate
inline std::vector<Wide> frequencies(double base, double ntk, std::size_t width) {
  const std::size_t pairs = width / 2;
  std::vector<Wide> theta = rotary_detail::bands(base, pairs);
  if (pairs < 2 || ntk == 1) return theta;
  const std::vector<Wide> ratio =
      geometric(-(log(Wide(ntk)) / Wide(static_cast<double>(pairs - 1))), pairs);
  for (std::size_t k = 0; k < pairs; ++k) theta[k] = theta[k] * ratio[k];
  return theta;
}

struct Axis {
  std::vector<Wide> theta;  // rad per unit of the position
  Wide shift;               // of the position
};

inline Result<std::vector<Axis>> axes(const Params& p) {
  const Result<std::vector<std::size_t>> width = widths(p);
  if (!width) return width.error();
  const Result<std::vector<double>> base =
      of_axes(p, "bases", p.has("base") ? p.number("base") : 1);
  if (!base) return base.error();
  const Result<std::vector<double>> ntk = of_axes(p, "ntkFactors", 1),
                                    scale = of_axes(p, "scales", 1);
  if (!ntk) return ntk.error();
  if (!scale) return scale.error();
  const Result<std::vector<Wide>> shift = shifts(p);
  if (!shift) return shift.error();
  std::vector<Axis> out;
  for (std::size_t a = 0; a < width->size(); ++a) {
    out.push_back({frequencies((*base)[a], (*ntk)[a], (*width)[a]), (*shift)[a]});
    for (Wide& theta : out.back().theta) theta = theta * Wide((*scale)[a]);
  }
  return out;
}

// axis and index of each pair, in the order of the channels
inline Result<std::vector<std::pair<std::size_t, std::size_t>>> pairs(
    const Params& p, const std::vector<std::size_t>& width) {
  std::vector<std::pair<std::size_t, std::size_t>> out;
  if (p.choice<Order>("order") == "blocks") {
    for (std::size_t a = 0; a < width.size(); ++a)
      for (std::size_t k = 0; k < width[a] / 2; ++k) out.emplace_back(a, k);
    return out;
  }
  if (std::ranges::any_of(width, [&](std::size_t w) { return w != width[0]; }))
    return Error{ErrorCode::bad_param, "order",
                 "alternating pairs need axes of equal widths; give widths"};
  for (std::size_t k = 0; k < width[0] / 2; ++k)
    for (std::size_t a = 0; a < width.size(); ++a) out.emplace_back(a, k);
  return out;
}

inline Result<Rotary> rotary(const Params& p, const Scaling*) {
  const Result<std::vector<Axis>> made = axes(p);
  if (!made) return made.error();
  const Result<std::vector<std::size_t>> width = widths(p);
  const auto order = pairs(p, *width);
  if (!order) return order.error();
  TrigTable t;
  t.axes = made->size();
  const bool shifted = std::ranges::any_of(*made, [](const Axis& a) { return !a.shift.is_zero(); });
  for (const auto& [axis, k] : *order) {
    const Axis& of = (*made)[axis];
    t.add_pair(axis, TurnFrequency::from_radians(of.theta[k]));
    if (shifted) t.offsets.emplace_back(of.theta[k] * of.shift * kInverseTwoPi);
  }
  return rotary_detail::whole_head(p, std::move(t));
}

inline Result<Facts> facts(const Params& p) {
  const Result<std::vector<std::size_t>> width = widths(p);
  if (!width) return width.error();
  const auto order = pairs(p, *width);
  if (!order) return order.error();
  const Result<std::vector<Wide>> shift = shifts(p);
  if (!shift) return shift.error();
  std::vector<double> axis, added;
  for (const auto& [a, k] : *order) axis.push_back(static_cast<double>(a));
  for (const Wide& s : *shift) added.push_back(s.to_double());
  return Facts{{"widths", "Channels of each axis.", {width->begin(), width->end()}},
               {"shifts", "Added to the coordinate of each axis, centring included.", added},
               {"axisOfPair", "The axis that each pair follows, from 0.", axis}};
}

}  // namespace rope_nd_detail

inline constexpr EncodingInfo kRopeNd = {
    .id = "rope-nd",
    .title = "Axial rotary (N-D)",
    .family = "rotary",
    .formula =
        R"(\phi_{a,k} = \theta_{a,k}\,\sigma_a\,(p_a + o_a),\quad \theta_{a,k} = B_a^{-2k/w_a},\quad B_a = b_a\,s_a^{w_a/(w_a-2)},\quad k < w_a/2)",
    .citation =
        "diffusers 58eb52c0: get_1d_rotary_pos_embed and the classes FluxPosEmbed, "
        "WanRotaryPosEmbed, HunyuanVideoRotaryPosEmbed, QwenEmbedRope, CosmosRotaryPosEmbed",
    .note =
        "Positions of text beside an image are the model's own: Flux has 0 in all axes, Flux 2 "
        "counts on the last axis, Qwen-Image goes on along all axes after the largest cell.",
    .axes = {},
    .params = rope_nd_detail::kParams,
    .rotary = rope_nd_detail::rotary,
    .facts = rope_nd_detail::facts,
};

}  // namespace posenc
