// Transformer-XL's relative attention, Dai et al. 2019 (arXiv:1901.02860).
//
// The table R is sinusoidal, [sines | cosines], and its position is the distance query - key. A
// logit has four terms: content to content, content to position, and both with a global vector, u
// or v, instead of the query. Released code builds R from distance n_key - 1 down to 0 and moves
// each query's row of q·(W R)ᵀ to its place by padding and reshaping ("relative shift"); the map
// gives the resulting row of R for a pair. The values of the shift beyond the diagonal are masked.
//
// The audio encoders of Gemma 3n and 4 (transformers Gemma3nAudioRelativePositionEmbedding) have
// only the first two terms, a table as wide as all heads together with i/(D/2 - 1) in its exponent,
// and keys from contextLeft before a query to contextRight after it. Their chunks are an
// implementation detail: the keys a query sees do not depend on the chunks.
#pragma once
#include "encodings/encoding.hpp"
#include "encodings/relative_params.hpp"
#include "encodings/tensors.hpp"

namespace posenc::transformer_xl_row {

using Denominator = Choice<"D/2", "D/2-1">;

inline constexpr ParamInfo kParams[] = {
    integer("dim", "Head dimension d: how many channels a query or key has.", kRequired, {2, 65536},
            {2, 256, true}),
    number("base", "Base b of the frequencies of R.", 10000, above(0, 1e30), {10, 1e7, true}),
    integer("tableDim",
            "Width D of the table R, d when left out; in Gemma's audio encoders that of all heads "
            "together.",
            kOptional, {2, 65536}),
    one_of<Denominator>("denominator",
                        "Exponent of pair i of R is i/(D/2), or i/(D/2-1) as tensor2tensor and "
                        "Gemma's audio encoders have it."),
    on_off("globalTerms",
           "The two terms with u and v in the query's place; Gemma's audio encoders have none.",
           true),
    integer("contextLeft",
            "Keys further than this before the query are masked; 12 in Gemma 3n. All are seen when "
            "left out.",
            kOptional, {0, kMostInteger}),
    integer("contextRight", "Keys up to this after the query are seen; 0 is causal.", 0,
            {0, kMostInteger}, {0, 16}),
    only_where(
        weights_param("u",
                      "(d): the query's stand-in for keys. Drawn from N(0, 0.02²) when left out."),
        "globalTerms"),
    only_where(
        weights_param(
            "v", "(d): the query's stand-in for positions. Drawn from N(0, 0.02²) when left out."),
        "globalTerms"),
    weights_param("wkR",
                  "d x D, row-major: the key of distance r is W_kR·R_r. Drawn from N(0, 0.02²) "
                  "when left out."),
    only_where(kSeedParam, "!wkR | globalTerms & !wkR | !u | !v"),
};

inline std::int64_t table_dim(const Params& p) {
  return p.has("tableDim") ? p.integer("tableDim") : p.integer("dim");
}

inline Result<TrigTable> table(const Params& p) {
  const std::int64_t dim = table_dim(p);
  if (dim % 2 != 0)
    return bad_param(p.has("tableDim") ? "tableDim" : "dim",
                     "must be even: R is half sines, half cosines; got ", dim);
  const auto half = static_cast<std::uint32_t>(dim / 2);
  const bool shorter = p.choice<Denominator>("denominator") == "D/2-1";
  TrigTable t;
  set_geometric(t, p.number("base"),
                Wide(static_cast<double>(shorter && half > 1 ? half - 1 : half)), half, 1);
  for (const Wave wave : {Wave::sine, Wave::cosine})
    for (std::uint32_t k = 0; k < half; ++k) t.columns.push_back({wave, k});
  return t;
}

// The keys that a query sees, in addition to the causal mask.
struct Context {
  double left, right;
  bool sees(double distance) const { return distance <= left && -distance <= right; }
};
inline Context context(const Params& p) {
  return {p.number_or("contextLeft", std::numeric_limits<double>::infinity()),
          p.number("contextRight")};
}

inline Result<RelativeMap> relative_map(const Params& p) {
  RelativeMap map;
  map.causal = p.integer("contextRight") == 0;
  // with a context the table has rows for the distances contextLeft … -contextRight
  map.from_largest = !p.has("contextLeft");
  map.of = [seen = context(p), from_largest = map.from_largest](std::int64_t query,
                                                                std::int64_t key) {
    const auto distance = static_cast<double>(query - key);
    if (!seen.sees(distance)) return std::numeric_limits<double>::quiet_NaN();
    return from_largest ? distance : seen.left - distance;
  };
  return map;
}

struct Weights {
  Tensor u, v, w;
};
inline Result<Weights> weights(const Params& p) {
  const auto dim = p.count("dim");
  const Draw draw = normal_draw(0, 0.02);
  Result<Tensor> u = tensor(p, "u", 1, dim, 0, draw), v = tensor(p, "v", 1, dim, 1, draw),
                 w = tensor(p, "wkR", dim, static_cast<std::size_t>(table_dim(p)), 2, draw);
  for (const Result<Tensor>* t : {&u, &v, &w})
    if (!*t) return t->error();
  return Weights{*u, *v, *w};
}

// Wᵀx: x·(W R) = (Wᵀx)·R, so that the table is multiplied once
inline std::vector<double> transposed_product(const Tensor& w, const double* x) {
  std::vector<double> y(w.cols);
  for (std::size_t r = 0; r < w.rows; ++r)
    for (std::size_t c = 0; c < w.cols; ++c) y[c] += x[r] * w.row(r)[c];
  return y;
}

// The rows of R at the distances of the first keys, (visible, dim).
inline std::vector<double> distance_rows(const TrigTable& r, double position,
                                         const Scores::Keys& keys, std::size_t visible) {
  std::vector<double> distances(visible), rows(visible * r.width());
  for (std::size_t j = 0; j < visible; ++j) distances[j] = position - keys.positions[j];
  rows_f64(r, distances, rows.data());
  return rows;
}

inline Result<Scores> scores(const Params& p) {
  Result<TrigTable> r = table(p);
  if (!r) return r.error();
  Result<Weights> given = weights(p);
  if (!given) return given.error();
  const bool global = p.flag("globalTerms");
  Scores s;
  s.dim = p.count("dim");
  s.causal = p.integer("contextRight") == 0;
  s.terms = {"content-content", "content-position"};
  if (global) s.terms.insert(s.terms.end(), {"global-content", "global-position"});
  if constexpr (kAdjoints) {
    s.trained = {given->w.trained("wkR", p.has("tableDim") ? "dim,tableDim" : "dim,dim")};
    if (global)
      s.trained.insert(s.trained.begin(),
                       {given->u.trained("u", "dim"), given->v.trained("v", "dim")});
    s.adjoint =
        [t = *r, weights = *given, dim = s.dim, width = r->width(), global, seen = context(p)](
            const double* position, const double* q, const Scores::Keys& keys, std::size_t visible,
            const double* upstream, double* q_gradient, double* k_gradient, Gradients to) {
          using relative::add;
          const double scale = std::sqrt(static_cast<double>(dim));
          const double *u = weights.u.row(0), *v = weights.v.row(0);
          const std::vector<double> rows = distance_rows(t, *position, keys, visible);
          double* const of_w = to[global ? 2 : 0];
          std::vector<double> of_q(width), of_v(width);  // gradients with respect to Wᵀq and Wᵀv
          for (std::size_t j = 0; j < visible; ++j) {
            if (!seen.sees(*position - keys.positions[j])) continue;
            const double *k = keys.k + j * dim, *at = rows.data() + j * width;
            double* k_to = k_gradient + j * dim;
            const double content = upstream[j] / scale;
            add(content, k, dim, q_gradient);
            add(content, q, dim, k_to);
            add(upstream[keys.n + j] / scale, at, width, of_q.data());
            if (!global) continue;
            const double of_u = upstream[2 * keys.n + j] / scale;
            add(of_u, k, dim, to[0]);
            add(of_u, u, dim, k_to);
            add(upstream[3 * keys.n + j] / scale, at, width, of_v.data());
          }
          for (std::size_t i = 0; i < dim; ++i) {
            const double* w = weights.w.row(i);
            q_gradient[i] += relative::dot(w, of_q.data(), width);
            add(q[i], of_q.data(), width, of_w + i * width);
            if (!global) continue;
            to[1][i] += relative::dot(w, of_v.data(), width);
            add(v[i], of_v.data(), width, of_w + i * width);
          }
        };
  }
  s.row = [t = std::move(r).value(), weights = *given, dim = s.dim, global, seen = context(p)](
              const double* position, const double* q, const Scores::Keys& keys,
              std::size_t visible, double* out) {
    using relative::dot;
    const double scale = std::sqrt(static_cast<double>(dim));
    const double* u = weights.u.row(0);
    const std::vector<double> q_of_r = transposed_product(weights.w, q),
                              v_of_r = transposed_product(weights.w, weights.v.row(0));
    const std::vector<double> rows = distance_rows(t, *position, keys, visible);
    for (std::size_t j = 0; j < visible; ++j) {
      const double* k = keys.k + j * dim;
      const double* at = rows.data() + j * t.width();
      const bool masked = !seen.sees(*position - keys.positions[j]);
      out[j] = masked ? kMasked : dot(q, k, dim) / scale;
      out[keys.n + j] = masked ? kMasked : dot(q_of_r.data(), at, t.width()) / scale;
      if (!global) continue;
      out[2 * keys.n + j] = masked ? kMasked : dot(u, k, dim) / scale;
      out[3 * keys.n + j] = masked ? kMasked : dot(v_of_r.data(), at, t.width()) / scale;
    }
  };
  return s;
}

inline Result<Facts> facts(const Params& p) {
  const Result<Weights> w = weights(p);
  if (!w) return w.error();
  Facts made = {w->w.fact("wkR", "Takes a row of R to the key of that distance.")};
  if (!p.flag("globalTerms")) return made;
  made.insert(made.begin(), {w->u.fact("u", "The query's stand-in for keys."),
                             w->v.fact("v", "The query's stand-in for positions.")});
  return made;
}

inline constexpr EncodingInfo kTransformerXl = {
    .id = "transformer-xl",
    .title = "Transformer-XL",
    .family = "relative",
    .formula =
        R"(A_{ij} = \frac{q_i^\top k_j + q_i^\top W_{kR} R_{i-j} + u^\top k_j + v^\top W_{kR} R_{i-j}}{\sqrt d},\quad R_r = [\sin(r\,b^{-2k/D}) \mid \cos(r\,b^{-2k/D})])",
    .citation =
        "Dai et al. 2019, Transformer-XL, arXiv:1901.02860, section 3.3 and appendix B; layout of "
        "R from the released code; transformers Gemma3nAudioRelativePositionEmbedding (b87ecf8c)",
    .note =
        "The map is the row of R as released code stores it, distance n_key - 1 first, or "
        "contextLeft. One head; R is as wide as the head unless tableDim is given. Gemma's audio "
        "encoders scale each channel of a query by a learned number besides, which begins at 1, "
        "and cap logits. The initialiser N(0, 0.02²) is unconfirmed.",
    .params = kParams,
    .trig_table = table,
    .relative_map = relative_map,
    .scores = scores,
    .facts = facts,
};

}  // namespace posenc::transformer_xl_row
