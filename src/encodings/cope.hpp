// CoPE: contextual position encoding, Golovneva et al. 2024 (arXiv:2405.18719).
//
// Keys count by their relevance to the query: g_ij = σ(logit_ij), and the position of key j is p_ij
// = Σ_{k=j..i} g_ik, at most positions - 1. The position term interpolates between q_i·e[⌊p⌋] and
// q_i·e[⌈p⌉]. Keys after the query are masked before the gates.
#pragma once
#include <algorithm>

#include "core/real.hpp"
#include "encodings/encoding.hpp"
#include "encodings/relative_params.hpp"
#include "encodings/tensors.hpp"

namespace posenc::cope_row {

using Logits = Choice<"scaled", "plain">;

inline constexpr ParamInfo kParams[] = {
    relative::kDim,
    integer("positions", "Number of position embeddings, npos_max; positions stop at one less.", 64,
            {1, 65536}, {2, 1024, true}),
    one_of<Logits>("logits",
                   "Logits of content and gates: scaled is q·k/√dim (the appendix's code), plain "
                   "is q·k (the equations)."),
    weights_param("table",
                  "positions x dim: the embeddings e. Drawn from N(0, 0.02²) when left out."),
    only_where(kSeedParam, "!table"),
};

inline Result<Tensor> table(const Params& p) {
  return tensor(p, "table", p.count("positions"), p.count("dim"), 0, normal_draw(0, 0.02));
}

inline Result<Scores> scores(const Params& p) {
  const Result<Tensor> e = table(p);
  if (!e) return e.error();
  Scores s;
  s.dim = e->cols;
  s.causal = true;
  s.terms = {"content", "position"};
  s.row = [e = *e, plain = p.choice<Logits>("logits") == "plain"](
              const double*, const double* q, const Scores::Keys& keys, std::size_t visible,
              double* out) {
    const std::size_t dim = e.cols;
    const double scale = plain ? 1 : std::sqrt(static_cast<double>(dim));
    for (std::size_t j = 0; j < visible; ++j)
      out[j] = relative::dot(q, keys.k + j * dim, dim) / scale;
    const double last = static_cast<double>(e.rows - 1);
    // embeddings that positions can reach: every key counts at most 1
    std::vector<double> q_of_e(std::min(e.rows, visible + 2));
    for (std::size_t r = 0; r < q_of_e.size(); ++r) q_of_e[r] = relative::dot(q, e.row(r), dim);
    double count = 0;
    for (std::size_t j = visible; j-- > 0;) {
      count += real::sigmoid(out[j]);
      const double position = std::min(count, last), low = std::floor(position);
      const double weight = position - low;
      const auto at = static_cast<std::size_t>(low);
      out[keys.n + j] =
          weight == 0 ? q_of_e[at] : (1 - weight) * q_of_e[at] + weight * q_of_e[at + 1];
    }
  };
  if constexpr (kAdjoints) {
    s.trained = {e->trained("table", "positions,dim")};
    s.adjoint = [e = *e, plain = p.choice<Logits>("logits") == "plain"](
                    const double*, const double* q, const Scores::Keys& keys, std::size_t visible,
                    const double* upstream, double* q_gradient, double* k_gradient, Gradients to) {
      const std::size_t dim = e.cols;
      const double scale = plain ? 1 : std::sqrt(static_cast<double>(dim));
      const double last = static_cast<double>(e.rows - 1);
      std::vector<double> gates(visible), by_count(visible);
      const auto by_embedding = [&](std::size_t r, double gradient) {
        relative::add(gradient, e.row(r), dim, q_gradient);
        relative::add(gradient, q, dim, to[0] + r * dim);
      };
      double count = 0;
      for (std::size_t j = visible; j-- > 0;) {
        gates[j] = real::sigmoid(relative::dot(q, keys.k + j * dim, dim) / scale);
        count += gates[j];
        const double position = std::min(count, last), low = std::floor(position);
        const double weight = position - low, gradient = upstream[keys.n + j];
        const auto at = static_cast<std::size_t>(low);
        by_embedding(at, gradient * (1 - weight));
        if (weight == 0) continue;
        by_embedding(at + 1, gradient * weight);
        by_count[j] =
            gradient * (relative::dot(q, e.row(at + 1), dim) - relative::dot(q, e.row(at), dim));
      }
      double counted = 0;  // a gate counts for its own key and all earlier ones
      for (std::size_t j = 0; j < visible; ++j) {
        counted += by_count[j];
        const double gradient = (upstream[j] + counted * gates[j] * (1 - gates[j])) / scale;
        relative::add(gradient, keys.k + j * dim, dim, q_gradient);
        relative::add(gradient, q, dim, k_gradient + j * dim);
      }
    };
  }
  return s;
}

inline Result<Facts> facts(const Params& p) {
  const Result<Tensor> e = table(p);
  if (!e) return e.error();
  return Facts{e->fact("table", "The position embeddings e.")};
}

inline constexpr EncodingInfo kCope = {
    .id = "cope",
    .title = "CoPE",
    .family = "relative",
    .formula =
        R"(g_{ij}=\sigma(q_i^\top k_j),\quad p_{ij}=\sum_{k=j}^{i} g_{ik},\quad a_{ij} = q_i^\top k_j + (1-w)\,q_i^\top e_{\lfloor p_{ij}\rfloor} + w\,q_i^\top e_{\lceil p_{ij}\rceil},\quad w = p_{ij}-\lfloor p_{ij}\rfloor)",
    .citation =
        "Golovneva et al. 2024, Contextual Position Encoding: Learning to Count What's Important, "
        "arXiv:2405.18719, eq. 3-6 and appendix code (equation numbers unconfirmed)",
    .note =
        "Positions of tokens are not used, only their order. Released code starts the embeddings "
        "at zero, where the term is zero; those drawn here are of our choice. With e[p] = p·v and "
        "q·v = 1 the position term is the position itself.",
    .params = kParams,
    .scores = scores,
    .facts = facts,
};

}  // namespace posenc::cope_row
