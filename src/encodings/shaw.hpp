// Relative position representations, Shaw et al. 2018 (arXiv:1803.02155).
//
// Each pair (query i, key j) has a learned vector a^K_ij = w_{clip(j-i, -k, k)} that is added to
// the key. The distance is key - query. The paper's second table, a^V, is added to the values and
// has the same index.
#pragma once
#include <algorithm>

#include "encodings/encoding.hpp"
#include "encodings/relative_params.hpp"
#include "encodings/tensors.hpp"

namespace posenc::shaw_row {

inline constexpr ParamInfo kParams[] = {
    relative::kDim,
    integer("maxDistance", "Distances beyond k are clipped to it; 16 in the paper's base model.",
            16, {1, 65536}, {1, 128, true}),
    weights_param("table",
                  "(2k+1) x dim: the vectors a^K of key - query = -k … k. Drawn Xavier uniform "
                  "when left out."),
    only_where(kSeedParam, "!table"),
};

inline Result<Tensor> table(const Params& p) {
  const auto rows = static_cast<std::size_t>(2 * p.integer("maxDistance") + 1);
  const auto dim = p.count("dim");
  const double bound = std::sqrt(6 / static_cast<double>(rows + dim));
  return tensor(p, "table", rows, dim, 0, uniform_draw(-bound, bound));
}

inline std::int64_t index(std::int64_t key_minus_query, std::int64_t k) {
  return std::clamp(key_minus_query, -k, k) + k;
}

inline Result<RelativeMap> relative_map(const Params& p) {
  return RelativeMap{.of = [k = p.integer("maxDistance")](std::int64_t query, std::int64_t key) {
    return static_cast<double>(index(key - query, k));
  }};
}

inline Result<Scores> scores(const Params& p) {
  Result<Tensor> vectors = table(p);
  if (!vectors) return vectors.error();
  Scores s;
  s.dim = p.count("dim");
  s.terms = {"content", "position"};
  s.row = [w = *vectors, dim = s.dim, k = p.integer("maxDistance")](
              const double* position, const double* q, const Scores::Keys& keys,
              std::size_t visible, double* out) {
    const double scale = std::sqrt(static_cast<double>(dim));
    for (std::size_t j = 0; j < visible; ++j) {
      const std::int64_t offset = relative::whole_distance(keys.positions[j], *position);
      const double* a = w.row(static_cast<std::size_t>(index(offset, k)));
      out[j] = relative::dot(q, keys.k + j * dim, dim) / scale;
      out[keys.n + j] = relative::dot(q, a, dim) / scale;
    }
  };
  if constexpr (kAdjoints) {
    s.trained = {vectors->trained("table", "2*maxDistance+1,dim")};
    s.adjoint = [w = *vectors, dim = s.dim, k = p.integer("maxDistance")](
                    const double* position, const double* q, const Scores::Keys& keys,
                    std::size_t visible, const double* upstream, double* q_gradient,
                    double* k_gradient, Gradients to) {
      const double scale = std::sqrt(static_cast<double>(dim));
      for (std::size_t j = 0; j < visible; ++j) {
        const std::int64_t offset = relative::whole_distance(keys.positions[j], *position);
        const auto row = static_cast<std::size_t>(index(offset, k));
        const double content = upstream[j] / scale, at = upstream[keys.n + j] / scale;
        relative::add(content, keys.k + j * dim, dim, q_gradient);
        relative::add(content, q, dim, k_gradient + j * dim);
        relative::add(at, w.row(row), dim, q_gradient);
        relative::add(at, q, dim, to[0] + row * dim);
      }
    };
  }
  return s;
}

inline Result<Facts> facts(const Params& p) {
  const Result<Tensor> vectors = table(p);
  if (!vectors) return vectors.error();
  return Facts{vectors->fact("table", "The vectors a^K of key - query = -k … k.")};
}

inline constexpr EncodingInfo kShaw = {
    .id = "shaw",
    .title = "Shaw relative vectors",
    .family = "relative",
    .formula =
        R"(e_{ij} = \frac{q_i^\top (k_j + a^K_{ij})}{\sqrt d},\quad a^K_{ij} = w_{\mathrm{clip}(j-i,\,-k,\,k)})",
    .citation =
        "Shaw et al. 2018, Self-Attention with Relative Position Representations, "
        "arXiv:1803.02155, eq. 3-5 (equation numbers unconfirmed)",
    .note =
        "The map is clip(key - query) + k. Positions between integers count by their rounded "
        "distance. The initialiser of the table (Xavier uniform) is unconfirmed.",
    .params = kParams,
    .relative_map = relative_map,
    .scores = scores,
    .facts = facts,
};

}  // namespace posenc::shaw_row
