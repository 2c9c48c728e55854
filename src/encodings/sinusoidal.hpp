// Sinusoidal position encoding: Vaswani et al. 2017 section 3.5, and variants of libraries with
// this name (tensor2tensor, fairseq, positional-encodings).
//
// omega_i = base^(-i/D), D = dim/2 or dim/2 - 1; with `exponent` p (not published) base^(-(i/D)^p).
#pragma once
#include "core/geometric.hpp"
#include "encodings/encoding.hpp"

namespace posenc::sinusoidal_row {

using Layout = Choice<"interleaved", "half", "half-flipped">;
using Denominator = Choice<"d/2", "d/2-1">;
using OddRule = Choice<"error", "literal", "pad-drop", "zero-column">;

inline constexpr ParamInfo kParams[] = {
    integer("dim", "Width of the encoding d: the number of channels of a row.", kRequired,
            {1, 65536}, {2, 1024, true}),
    number("base", "Base b of the geometric frequencies; 10000 in the paper.", 10000,
           above(0, 1e30), {10, 1e7, true}),
    one_of<Layout>("layout",
                   "Order of channels: interleaved is s0 c0 s1 c1 …, half is s0 s1 … c0 c1 …, "
                   "half-flipped is c0 c1 … s0 s1 …."),
    one_of<Denominator>("denominator",
                        "Exponent of pair i is i/(d/2) in the paper and i/(d/2-1) in tensor2tensor "
                        "and fairseq, where the last wavelength is exactly 2π·base."),
    number("exponent",
           "Power p of the fraction 2i/d: frequencies b^(-(2i/d)^p). 1, linear in i, is what was "
           "published; below 1 slow waves are many, above 1 fast ones.",
           1, above(0, 64), {0.25, 4, true}),
    one_of<OddRule>(
        "oddRule",
        "What an odd dim means: literal keeps the formula and ends with a lone sine; pad-drop "
        "builds d+1 channels and drops the last; zero-column appends a column of zeros."),
    number("scale", "Every position is multiplied by it: the larger, the faster the waves turn.", 1,
           {-1e9, 1e9}, {0.001, 1000, true}),
    only_where(integer("paddingIndex", "fairseq: the row at this position is zero.", kOptional,
                       {0, kMostInteger}),
               "!zeroFirst"),
    on_off("zeroFirst",
           "Row 0 is zero, and row p is that of p - 1 otherwise: frames of Kimi K2.5, where a "
           "picture stands at 0 and the frames of a video from 1 on."),
};

// Channels of p sines and q cosines (q = p or p - 1) in the given layout.
inline std::vector<Column> columns(std::size_t sines, std::size_t cosines, Layout layout) {
  std::vector<Column> out;
  const auto block = [&](Wave wave, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) out.push_back({wave, static_cast<std::uint32_t>(i)});
  };
  if (layout == "interleaved") {
    for (std::size_t i = 0; i < sines; ++i) {
      out.push_back({Wave::sine, static_cast<std::uint32_t>(i)});
      if (i < cosines) out.push_back({Wave::cosine, static_cast<std::uint32_t>(i)});
    }
  } else if (layout == "half") {
    block(Wave::sine, sines), block(Wave::cosine, cosines);
  } else {
    block(Wave::cosine, cosines), block(Wave::sine, sines);
  }
  return out;
}

// Channels before an odd dim drops the last one or adds a column of zeros.
inline std::int64_t built_dim(const Params& p) {
  const std::int64_t dim = p.integer("dim");
  if (dim % 2 == 0) return dim;
  const auto rule = p.choice<OddRule>("oddRule");
  return rule == "pad-drop" ? dim + 1 : rule == "zero-column" ? dim - 1 : dim;
}

// Exponents are i / (built/2) or i / (built/2 - 1), with 1 for the single pair of dim 2.
inline GeometricFrequencies frequencies(const Params& p) {
  const std::int64_t built = built_dim(p), half = built / 2;
  const double denominator = p.choice<Denominator>("denominator") == "d/2-1"
                                 ? static_cast<double>(half - 1)
                                 : static_cast<double>(built) / 2;
  return {p.number("base"), static_cast<std::size_t>((built + 1) / 2),
          denominator > 0 ? denominator : 1};
}

// base^(-(i/D)^power), i < pairs, each within 2^-220
inline std::vector<Wide> omegas(const GeometricFrequencies& f, double power) {
  const Wide logarithm = log(Wide(f.base)), denominator(f.denominator), p(power);
  if (power == 1) return geometric(-(logarithm / denominator), f.pairs);
  std::vector<Wide> out = {Wide(1.0)};
  for (std::size_t i = 1; i < f.pairs; ++i) {
    const Wide fraction = Wide(static_cast<double>(i)) / denominator;
    out.push_back(exp(-(logarithm * pow(fraction, p))));
  }
  return out;
}

inline Result<TrigTable> table(const Params& p) {
  const std::int64_t dim = p.integer("dim");
  const bool odd = dim % 2 != 0;
  const auto rule = p.choice<OddRule>("oddRule");
  if (odd && rule == "error")
    return bad_param("dim", "must be even, got ", dim,
                     "; an odd dim needs oddRule 'literal', 'pad-drop' or 'zero-column'");
  if (odd && rule == "literal" && p.choice<Denominator>("denominator") == "d/2-1")
    return bad_param("oddRule",
                     "'literal' is the paper's formula and needs denominator 'd/2', not 'd/2-1'");
  const GeometricFrequencies linear = frequencies(p);
  const double scale = p.number("scale");
  TrigTable t;
  t.reversed = scale < 0;
  const Wide size(t.reversed ? -scale : scale);
  for (const Wide& omega : omegas(linear, p.number("exponent"))) {
    t.frequencies.push_back(TurnFrequency::from_radians(size * omega));
    // one position back, or forward if positions are negated
    if (p.flag("zeroFirst"))
      t.offsets.emplace_back((t.reversed ? size : -size) * omega * kInverseTwoPi);
  }
  t.columns =
      columns(linear.pairs, static_cast<std::size_t>(built_dim(p) / 2), p.choice<Layout>("layout"));
  if (odd && rule == "pad-drop") t.columns.pop_back();
  if (odd && rule == "zero-column") t.columns.push_back({});
  if (p.has("paddingIndex")) t.zero_position = p.number("paddingIndex");
  if (p.flag("zeroFirst")) t.zero_position = 0;
  return t;
}

inline Result<GeometricFrequencies> geometric(const Params& p, const Scaling*) {
  if (p.number("scale") != 1)
    return Error{ErrorCode::not_defined, "scale",
                 "how others multiply positions by a scale is not emulated; leave scale at 1"};
  if (p.flag("zeroFirst"))
    return Error{ErrorCode::not_defined, "zeroFirst",
                 "how others shift positions by a row of zeros is not emulated; leave it out"};
  if (p.number("exponent") != 1)
    return refusal(ErrorCode::not_defined, "exponent",
                   {"frequencies are a geometric sequence with exponent 1 only, got ",
                    to_text(p.number("exponent"))});
  return frequencies(p);
}

inline constexpr EncodingInfo kSinusoidal = {
    .id = "sinusoidal",
    .title = "Sinusoidal",
    .family = "absolute",
    .formula =
        R"(\mathrm{PE}_{p,2i} = \sin(p\,\omega_i),\quad \mathrm{PE}_{p,2i+1} = \cos(p\,\omega_i),\quad \omega_i = b^{-2i/d})",
    .citation = "Vaswani et al. 2017, Attention Is All You Need, arXiv:1706.03762, section 3.5",
    .note =
        "The parameter `exponent` is ours: ω_i = b^(-(2i/d)^p), of which p = 1 was published. "
        "zeroFirst is time_position_embeddings of transformers' Kimi_K25VisionPositionEmbeddings.",
    .params = kParams,
    .trig_table = table,
    .geometric = geometric,
};

}  // namespace posenc::sinusoidal_row
