// 2-D sin-cos encoding of image patches: MAE, MoCo-v3 and diffusers. One half of the channels
// encodes the column x, the other the row y, each as [sin | cos].
//
// omega_k = base^(-k/(d/4)), k = 0 … d/4-1; diffusers scales a coordinate to u/(size/baseSize)/s.
#pragma once
#include "encodings/encoding.hpp"
#include "encodings/grid_waves.hpp"

namespace posenc::sincos2d_mae_row {

using Order = Choice<"x-first", "y-first">;

inline constexpr ParamInfo kParams[] = {
    integer("dim", "Width d, a multiple of 4.", kRequired, {4, 65536}, {4, 1024, true}),
    grid_waves::kBase,
    one_of<Order>(
        "order",
        "Which coordinate the first half encodes: x-first is MAE (whose variable for it is called "
        "emb_h) and diffusers; y-first is what MoCo-v3 computes on its square grids."),
    number("baseSize",
           "diffusers' base_size: coordinates are stretched so that the grid spans this many cells "
           "(16 there); needs height and width. Left out: cells are counted.",
           kOptional, above(0, 1e6), {1, 64}),
    integer("height", "Rows of the grid, with baseSize.", kOptional, {1, 65536}, {1, 128}),
    integer("width", "Columns of the grid, with baseSize.", kOptional, {1, 65536}, {1, 128}),
    number("interpolationScale", "diffusers' interpolation_scale: coordinates are divided by it.",
           1, above(0, 1e6), {0.25, 8, true}),
};

inline Result<TrigTable> table(const Params& p) {
  if (auto error = not_multiple(p, 4, "sine and cosine of two coordinates")) return *error;
  for (const std::string_view size : {"height", "width"}) {
    if (p.has("baseSize") && !p.has(size))
      return Error{ErrorCode::missing_param, std::string(size), "is needed with baseSize"};
    if (!p.has("baseSize") && p.has(size)) return bad_param(size, "is used with baseSize only");
  }
  const std::size_t n = p.count("dim") / 4;
  TrigTable t;
  t.axes = 2;
  const bool x_first = p.choice<Order>("order") == "x-first";
  for (const std::size_t axis : {x_first ? 1 : 0, x_first ? 0 : 1}) {
    Wide scale = Wide(1.0) / Wide(p.number("interpolationScale"));
    if (p.has("baseSize"))
      scale = scale * Wide(p.number("baseSize")) / Wide(p.number(axis == 0 ? "height" : "width"));
    grid_waves::add_half_block(t, axis, grid_waves::frequencies(p.number("base"), n, scale));
  }
  return t;
}

inline constexpr EncodingInfo kSincos2dMae = {
    .id = "sincos2d-mae",
    .title = "2-D sin-cos (MAE, MoCo-v3, diffusers)",
    .family = "absolute",
    .formula =
        R"(\mathrm{PE}_{y,x} = [\,\sin(x\omega)\,|\,\cos(x\omega)\,|\,\sin(y\omega)\,|\,\cos(y\omega)\,],\quad \omega_k = b^{-k/(d/4)})",
    .citation =
        "He et al. 2022, MAE, arXiv:2111.06377 (released code); Chen et al. 2021, MoCo-v3, "
        "arXiv:2104.02057 (released code); diffusers get_2d_sincos_pos_embed",
    .note =
        "Position (y, x); the cls token's vector is zero in all three. MoCo-v3's code pairs its "
        "first half with the slower index of a w by h grid: on a square image, whose tokens run "
        "row by row, that is the row y, so MoCo-v3 is MAE with the halves exchanged (read in the "
        "code). On other grids it mixes rows and columns: sincos2d-timm with interleaveSinCos and "
        "reverseCoord. MAE and MoCo-v3 have base 10000, square grids and float32.",
    .axes = kGridAxes,
    .params = kParams,
    .trig_table = table,
};

}  // namespace posenc::sincos2d_mae_row
