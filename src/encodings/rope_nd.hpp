// Axial rotary embedding of any number of coordinates, as in image and video models: each axis has
// its own pairs, with a separate sequence of frequencies.
//
//   theta_{a,k} = B_a^(-2k/w_a), k < w_a/2,  B_a = b_a·s_a^(w_a/(w_a-2))
//   phi = theta·scale_a·(p_a + offset_a)
// w_a are the channels of axis a, b_a its base and s_a its NTK-aware factor. `centring` moves the
// origin to the middle of a side of n_a cells: p_a - ⌈n_a/2⌉, as in Qwen-Image (scale_rope), or p_a
// + 1/2 - n_a/2, the centres of cells. All of this is folded exactly into frequency and phase.
//
// With layout half-by-axis each axis has the half layout within its own channels
// (Gemma4VisionRotaryEmbedding and apply_multidimensional_rope of transformers).
//
// diffusers 58eb52c0: FluxPosEmbed, WanRotaryPosEmbed, HunyuanVideoRotaryPosEmbed, QwenEmbedRope,
// CosmosRotaryPosEmbed (NTK-aware factors; half layout), RopeEmbedder of Z-Image and others.
#pragma once
#include "encodings/rotary_params.hpp"

namespace posenc::rope_nd_row {

using Order = Choice<"blocks", "alternating">;
using Centring = Choice<"none", "cells", "centres">;
using AxesLayout = Choice<"half", "interleaved", "half-by-axis">;

inline constexpr std::size_t kMostAxes = 8;

inline constexpr ParamInfo kParams[] = {
    rotary_detail::kDim,
    integer("axes", "Coordinates of a position, such as row and column in a picture.", 3,
            {1, kMostAxes}, {1, 4}),
    numbers("widths",
            "Channels of each axis, even; channels after their sum are not rotated. Left out: "
            "equal parts, the first axis with what remains, as Wan has it.",
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
                  "axis, then pair 1 of each, as far as an axis has them."),
    one_of<AxesLayout>(
        "layout",
        "Which channels form a pair: half rotates (i, i + r/2), r being the sum of the widths; "
        "interleaved rotates (2i, 2i+1); half-by-axis rotates (i, i + w/2) within the w channels "
        "of each axis, as Gemma 4 does, and needs order blocks.",
        "interleaved"),
};

Result<Rotary> rotary(const Params&, const Scaling*);
Result<Facts> facts(const Params&);

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
    .params = kParams,
    .rotary = rotary,
    .facts = facts,
};

}  // namespace posenc::rope_nd_row
