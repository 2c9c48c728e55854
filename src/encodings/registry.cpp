// The registries: explicit lists, in display order. A new row is one include and one line.
#include <array>
#include <initializer_list>

#include "core/geometric.hpp"
#include "core/rows.hpp"
#include "encodings/alibi.hpp"
#include "encodings/cape.hpp"
#include "encodings/cope.hpp"
#include "encodings/deberta.hpp"
#include "encodings/detr.hpp"
#include "encodings/dual_chunk.hpp"
#include "encodings/dynamic_bias.hpp"
#include "encodings/encoding.hpp"
#include "encodings/fire.hpp"
#include "encodings/fope.hpp"
#include "encodings/forgetting.hpp"
#include "encodings/fourier_features.hpp"
#include "encodings/gaussian_fourier.hpp"
#include "encodings/gligen_boxes.hpp"
#include "encodings/inkling.hpp"
#include "encodings/kerple.hpp"
#include "encodings/laplacian.hpp"
#include "encodings/leaky_rerope.hpp"
#include "encodings/learnable_fourier.hpp"
#include "encodings/learned.hpp"
#include "encodings/learned_detr.hpp"
#include "encodings/learned_grid.hpp"
#include "encodings/mip_nerf.hpp"
#include "encodings/mrope.hpp"
#include "encodings/nerf.hpp"
#include "encodings/nope.hpp"
#include "encodings/orthogonal_fourier.hpp"
#include "encodings/p_rope.hpp"
#include "encodings/pixel_fourier.hpp"
#include "encodings/pope.hpp"
#include "encodings/protein_relative.hpp"
#include "encodings/random_fourier.hpp"
#include "encodings/random_walk.hpp"
#include "encodings/rerope.hpp"
#include "encodings/rope.hpp"
#include "encodings/rope_2d_axial.hpp"
#include "encodings/rope_2d_mixed.hpp"
#include "encodings/rope_2d_timm.hpp"
#include "encodings/rope_dinov3.hpp"
#include "encodings/rope_golden.hpp"
#include "encodings/rope_nd.hpp"
#include "encodings/rrwp.hpp"
#include "encodings/sandwich.hpp"
#include "encodings/scaling/abf.hpp"
#include "encodings/scaling/default.hpp"
#include "encodings/scaling/dynamic.hpp"
#include "encodings/scaling/kexue.hpp"
#include "encodings/scaling/linear.hpp"
#include "encodings/scaling/llama3.hpp"
#include "encodings/scaling/longrope.hpp"
#include "encodings/scaling/ntk.hpp"
#include "encodings/scaling/ntk_by_parts.hpp"
#include "encodings/scaling/proportional.hpp"
#include "encodings/scaling/riflex.hpp"
#include "encodings/scaling/telechat3.hpp"
#include "encodings/scaling/yarn.hpp"
#include "encodings/scaling/yarn_log.hpp"
#include "encodings/scaling/yarn_paper.hpp"
#include "encodings/self_extend.hpp"
#include "encodings/shape.hpp"
#include "encodings/shaw.hpp"
#include "encodings/sincos2d_mae.hpp"
#include "encodings/sincos2d_timm.hpp"
#include "encodings/sincos3d_diffusers.hpp"
#include "encodings/sinusoidal.hpp"
#include "encodings/sinusoidal_nd.hpp"
#include "encodings/siren.hpp"
#include "encodings/space2vec.hpp"
#include "encodings/sphere2vec.hpp"
#include "encodings/spherical_harmonics.hpp"
#include "encodings/swin_v1.hpp"
#include "encodings/swin_v2.hpp"
#include "encodings/t5.hpp"
#include "encodings/timestep.hpp"
#include "encodings/tisa.hpp"
#include "encodings/transformer_xl.hpp"
#include "encodings/xpos.hpp"

namespace posenc {

namespace {
// Strings for readers, and the ranges of sliders, are in the TypeScript generated from `describe`;
// the modules of the package omit them (POSENC_WITHOUT_TEXTS). They have a copy of each row
// instead, and the linker drops the row itself.
template <const auto& kRow>
[[maybe_unused]] constexpr auto kBareParams = [] {
  std::array<ParamInfo, kRow.params.size()> params{};
  for (std::size_t i = 0; i < params.size(); ++i) {
    params[i] = kRow.params[i];
    params[i].doc = {};
    params[i].slider = {};
  }
  return params;
}();
template <const auto& kRow>
[[maybe_unused]] constexpr auto kBare = [] {
  auto bare = kRow;
  bare.title = bare.formula = bare.citation = {};
  if constexpr (requires { bare.note; }) bare.note = bare.accuracy = {};
  bare.params = kBareParams<kRow>;
  return bare;
}();

template <bool kTexts>
struct Lists {
  template <const auto& kRow>
  static constexpr auto row = [] {
    if constexpr (kTexts)
      return &kRow;
    else
      return &kBare<kRow>;
  }();

#ifdef POSENC_ONLY_ROPE  // config.wasm reads the files of models, and needs no other rows
  static constexpr std::array encodings = {row<rope_row::kRope>};
#else
  static constexpr std::array encodings = {
      // absolute
      row<sinusoidal_row::kSinusoidal>,
      row<timestep_row::kTimestep>,
      row<gaussian_fourier_row::kGaussianFourier>,
      row<learned_row::kLearned>,
      row<learned_grid_row::kLearnedGrid>,
      row<learned_detr_row::kLearnedDetr>,
      row<sincos2d_mae_row::kSincos2dMae>,
      row<sincos2d_timm_row::kSincos2dTimm>,
      row<sincos3d_diffusers_row::kSincos3dDiffusers>,
      row<detr_row::kDetr>,
      row<sinusoidal_nd_row::kSinusoidalNd>,
      row<cape_row::kCape>,
      row<shape_row::kShape>,
      row<nope_row::kNope>,
      // rotary
      row<rope_row::kRope>,
      row<p_rope_row::kPRope>,
      row<mrope_row::kMrope>,
      row<rope_nd_row::kRopeNd>,
      row<rope_2d_axial_row::kRope2dAxial>,
      row<rope_2d_mixed_row::kRope2dMixed>,
      row<rope_2d_timm_row::kRope2dTimm>,
      row<rope_dinov3_row::kRopeDinov3>,
      row<rope_golden_row::kRopeGolden>,
      row<xpos_row::kXpos>,
      row<pope_row::kPope>,
      row<fope_row::kFope>,
      row<rerope_row::kRerope>,
      row<leaky_rerope_row::kLeakyRerope>,
      row<self_extend_row::kSelfExtend>,
      row<dual_chunk_row::kDualChunk>,
      // relative
      row<shaw_row::kShaw>,
      row<transformer_xl_row::kTransformerXl>,
      row<t5_row::kT5>,
      row<deberta_row::kDeberta>,
      row<swin_v1_row::kSwinV1>,
      row<swin_v2_row::kSwinV2>,
      row<alibi_row::kAlibi>,
      row<kerple_row::kKerple>,
      row<fire_row::kFire>,
      row<sandwich_row::kSandwich>,
      row<tisa_row::kTisa>,
      row<protein_relative_row::kProteinRelative>,
      row<cope_row::kCope>,
      row<inkling_row::kInkling>,
      row<dynamic_bias_row::kDynamicBias>,
      row<forgetting_row::kForgetting>,
      // Fourier features
      row<random_fourier_row::kRandomFourier>,
      row<orthogonal_fourier_row::kOrthogonalFourier>,
      row<fourier_features_row::kFourierFeatures>,
      row<nerf_row::kNerf>,
      row<mip_nerf_row::kMipNerf>,
      row<learnable_fourier_row::kLearnableFourier>,
      row<siren_row::kSiren>,
      row<pixel_fourier_row::kPixelFourier>,
      row<gligen_boxes_row::kGligenBoxes>,
      // graphs and places
      row<laplacian_row::kLaplacian>,
      row<random_walk_row::kRandomWalk>,
      row<rrwp_row::kRrwp>,
      row<space2vec_row::kSpace2Vec>,
      row<sphere2vec_row::kSphere2Vec>,
      row<spherical_harmonics_row::kSphericalHarmonics>,
  };
#endif

  static constexpr std::array scalings = {
      row<default_row::kDefaultScaling>,
      row<linear_row::kLinearScaling>,
      row<ntk_row::kNtkScaling>,
      row<dynamic_row::kDynamicScaling>,
      row<ntk_by_parts_row::kNtkByPartsScaling>,
      row<yarn_paper_row::kYarnPaperScaling>,
      row<yarn_row::kYarnScaling>,
      row<longrope_row::kLongropeScaling>,
      row<llama3_row::kLlama3Scaling>,
      row<kexue_row::kKexueFixedScaling>,
      row<kexue_row::kKexueMixedScaling>,
      row<proportional_row::kProportionalScaling>,
      row<abf_row::kAbfScaling>,
      row<yarn_log_row::kYarnLogScaling>,
      row<telechat3_row::kTelechat3Scaling>,
      row<riflex_row::kRiflexScaling>,
  };
};

#ifdef POSENC_WITHOUT_TEXTS
using Served = Lists<false>;
#else
using Served = Lists<true>;
#endif
}  // namespace

std::span<const EncodingInfo* const> encodings() noexcept { return Served::encodings; }
std::span<const ScalingInfo* const> scalings() noexcept { return Served::scalings; }
std::span<const EncodingInfo* const> described_encodings() noexcept {
  return Lists<true>::encodings;
}
std::span<const ScalingInfo* const> described_scalings() noexcept { return Lists<true>::scalings; }

std::vector<Wide> RotaryBase::frequencies(const Wide& other_base) const {
  return geometric(-(log(other_base).scaled(1) / Wide(static_cast<double>(rotary_dim))), pairs());
}

std::optional<Error> not_multiple(const Params& p, std::int64_t of, std::string_view why) {
  const std::int64_t dim = p.integer("dim");
  if (dim % of == 0) return std::nullopt;
  return bad_param("dim", "must be a multiple of ", of, ": ", why, "; got ", dim);
}

void set_rotary_columns(TrigTable& t, bool interleaved) {
  const auto pairs = static_cast<std::uint32_t>(t.pairs());
  t.columns.clear();
  if (interleaved) {
    for (std::uint32_t i = 0; i < pairs; ++i)
      t.columns.push_back({Wave::cosine, i}), t.columns.push_back({Wave::sine, i});
  } else {
    for (const Wave wave : {Wave::cosine, Wave::sine}) t.add_columns(wave, 0, pairs);
  }
}
void set_rotary_columns(TrigTable& t, bool interleaved, std::span<const std::size_t> places) {
  set_rotary_columns(t, interleaved);
  const std::vector<Column> columns = t.columns;
  for (std::size_t c = 0; c < places.size(); ++c) t.columns[places[c]] = columns[c];
}

Result<Encoding> resolve(const EncodingSpec& spec) {
  const EncodingInfo* info = find_row(encodings(), spec.encoding);
  if (info == nullptr)
    return refusal(ErrorCode::unknown_encoding, "encoding",
                   {"'", spec.encoding, "' is not one of ", ids_of(encodings())});
  Result<Params> params = check(info->params, spec.values, "");
  if (!params) return params.error();
  Encoding encoding{info, std::move(params).value()};
  if (spec.has_scaling) {
    if (!info->scalable)
      return refusal(ErrorCode::unknown_param, "scaling",
                     {"'", spec.encoding, "' takes no scaling"});
    const ScalingInfo* scaling = find_row(scalings(), spec.scaling.type);
    if (scaling == nullptr)
      return refusal(ErrorCode::unknown_scaling, "scaling.type",
                     {"'", spec.scaling.type, "' is not one of ", ids_of(scalings())});
    Result<Params> values = check(scaling->params, spec.scaling.values, "scaling.");
    if (!values) return values.error();
    encoding.has_scaling = true;
    encoding.scaling = {scaling, std::move(values).value()};
  }
  return encoding;
}

}  // namespace posenc
