// Sphere2Vec: Mai et al. 2023 (arXiv:2306.17624), points of a sphere by products of waves of
// longitude λ and latitude φ (degrees) at several scales: φ_s = φ/r_s, λ_s = λ/r_s. For each scale:
//
//   sphereC   sin φ_s, cos φ_s cos λ_s, cos φ_s sin λ_s
//   sphereC+  sin φ_s, cos φ_s, sin λ_s, cos λ_s, then the last two of sphereC
//   sphereM   sin φ_s, cos φ_s cos λ, cos φ cos λ_s, cos φ_s sin λ, cos φ sin λ_s
//   sphereM+  sin φ_s, cos φ_s, sin λ_s, cos λ_s, then the last four of sphereM
//
// At scale 1 sphereC is the point on the unit sphere. Entries are within 4 ulp: 0.8 ulp per wave,
// and a product; an ulp of a factor may be two of the product.
#pragma once
#include "encodings/encoding.hpp"
#include "encodings/multi_scale.hpp"

namespace posenc::sphere2vec_row {

using Variant = Choice<"sphereC", "sphereC+", "sphereM", "sphereM+">;
inline constexpr std::string_view kSphereAxes[] = {"lon", "lat"};

inline constexpr ParamInfo kParams[] = {
    multi_scale::scales_param(),
    one_of<Variant>("variant",
                    "sphereC: three channels a scale; sphereM mixes each scale with the whole "
                    "sphere, five; + adds the waves of each coordinate alone, six and eight."),
    multi_scale::limit_param("minRadius", "Smallest scale; angles are divided by it.", 0.01),
    multi_scale::limit_param("maxRadius", "Largest scale; 1 is the sphere itself.", 1),
};

inline Result<RowTable> table(const Params& p) {
  const auto variant = p.choice<Variant>("variant");
  const bool plus = variant == "sphereC+" || variant == "sphereM+";
  const bool mixed = variant == "sphereM" || variant == "sphereM+";
  // turns per degree
  const Wide turn = Wide(1.0) / Wide(360.0);
  std::vector<TurnFrequency> frequencies;
  for (const Wide& rate : multi_scale::inverse_scales(p, "minRadius", "maxRadius"))
    frequencies.push_back(TurnFrequency::from_turns(rate * turn));
  RowTable t;
  t.axes = std::size(kSphereAxes);
  t.width = frequencies.size() * ((mixed ? 5 : 3) + (plus ? 3 : 0));
  t.row = [frequencies, plus, mixed, whole = TurnFrequency::from_turns(turn)](
              const double* position, double* out) {
    const Position lon(position[0]), lat(position[1]);
    double* const first = out;
    const SinCos lambda = wave(whole, lon), phi = wave(whole, lat);
    for (const TurnFrequency& f : frequencies) {
      const SinCos lambda_s = wave(f, lon), phi_s = wave(f, lat);
      *out++ = phi_s.sin;
      if (plus) *out++ = phi_s.cos, *out++ = lambda_s.sin, *out++ = lambda_s.cos;
      if (mixed) {
        *out++ = phi_s.cos * lambda.cos;
        *out++ = phi.cos * lambda_s.cos;
        *out++ = phi_s.cos * lambda.sin;
        *out++ = phi.cos * lambda_s.sin;
      } else {
        *out++ = phi_s.cos * lambda_s.cos;
        *out++ = phi_s.cos * lambda_s.sin;
      }
    }
    for (double* x = first; x < out; ++x) *x += 0;  // + 0 avoids negative zero
  };
  return t;
}

inline constexpr EncodingInfo kSphere2Vec = {
    .id = "sphere2vec",
    .title = "Sphere2Vec",
    .family = "graphs and places",
    .formula =
        R"(\big[\sin\phi_s,\;\cos\phi_s\cos\lambda_s,\;\cos\phi_s\sin\lambda_s\big]_s,\quad \phi_s = \phi/r_s,\;\lambda_s = \lambda/r_s,\; r_s = r_{\min}(r_{\max}/r_{\min})^{s/(S-1)})",
    .citation =
        "Mai et al. 2023, Sphere2Vec, arXiv:2306.17624; released code (gengchenmai/sphere2vec) and "
        "its port in microsoft/satclip",
    .note =
        "Longitude λ and latitude φ are degrees. Formulas and channel order are those of the "
        "released code; they were not compared with the paper (unconfirmed). The default radii are "
        "chosen here. The paper's dfs variant is left out. Before any learned layer.",
    .accuracy = "float64 entries are within 4 ulp.",
    .axes = kSphereAxes,
    .params = kParams,
    .row_table = table,
};

}  // namespace posenc::sphere2vec_row
