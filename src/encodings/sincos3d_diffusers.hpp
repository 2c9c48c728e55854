// 3-D sin-cos encoding of video patches as in diffusers (get_3d_sincos_pos_embed): the first
// quarter of the channels encodes the frame, the other three the 2-D encoding of sincos2d-mae, x
// first.
//
// Time: d/8 frequencies base^(-k/(d/8)); x and y: 3d/16 each, base^(-k/(3d/16)); blocks [sin |
// cos].
#pragma once
#include "encodings/encoding.hpp"
#include "encodings/grid_waves.hpp"

namespace posenc::sincos3d_diffusers_row {

inline constexpr std::string_view kAxes[] = {"t", "y", "x"};

inline constexpr ParamInfo scale_param(std::string_view name, std::string_view doc) {
  return number(name, doc, 1, above(0, 1e6), {0.25, 8, true});
}

inline constexpr ParamInfo kParams[] = {
    integer("dim", "Width d, a multiple of 16.", kRequired, {16, 65536}, {16, 2048, true}),
    grid_waves::kBase,
    scale_param("spatialScale", "spatial_interpolation_scale: x and y are divided by it."),
    scale_param("temporalScale", "temporal_interpolation_scale: t is divided by it."),
};

inline Result<TrigTable> table(const Params& p) {
  if (auto error = not_multiple(p, 16, "a quarter for t, three quarters for x and y, in pairs"))
    return *error;
  const std::size_t d = p.count("dim");
  TrigTable t;
  t.axes = 3;
  const auto block = [&](std::size_t axis, std::size_t n, std::string_view scale) {
    grid_waves::add_half_block(
        t, axis, grid_waves::frequencies(p.number("base"), n, Wide(1.0) / Wide(p.number(scale))));
  };
  block(0, d / 8, "temporalScale");
  block(2, 3 * d / 16, "spatialScale");
  block(1, 3 * d / 16, "spatialScale");
  return t;
}

inline constexpr EncodingInfo kSincos3dDiffusers = {
    .id = "sincos3d-diffusers",
    .title = "3-D sin-cos (diffusers)",
    .family = "absolute",
    .formula =
        R"(\mathrm{PE}_{t,y,x} = [\,\mathrm{sc}_{d/4}(t)\,|\,\mathrm{sc}_{3d/8}(x)\,|\,\mathrm{sc}_{3d/8}(y)\,],\quad \mathrm{sc}_n(u) = [\,\sin(u\,b^{-2k/n})\,|\,\cos(u\,b^{-2k/n})\,])",
    .citation = "diffusers models/embeddings.py, get_3d_sincos_pos_embed (CogVideoX)",
    .axes = kAxes,
    .params = kParams,
    .trig_table = table,
};

}  // namespace posenc::sincos3d_diffusers_row
