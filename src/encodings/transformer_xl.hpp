// Transformer-XL's relative attention, Dai et al. 2019 (arXiv:1901.02860).
//
// The table R is sinusoidal, [sines | cosines], and its position is the distance query - key. A
// logit has four terms: content to content, content to position, and the same with two global
// vectors u, v in the query's place. Released code builds R from distance n_key - 1 down to 0 and
// moves each query's row of q·(W R)ᵀ to its place by padding and reshaping ("relative shift"); the
// map says which row of that R a pair ends up with. What the shift leaves beyond the diagonal is
// masked.
#pragma once
#include "encodings/encoding.hpp"
#include "encodings/relative_params.hpp"
#include "encodings/tensors.hpp"

namespace posenc {
namespace transformer_xl_detail {

inline constexpr ParamInfo kParams[] = {
    integer("dim", "Head dimension d, and width of the table R.", kRequired, {2, 65536},
            {2, 256, true}),
    number("base", "Base b of the frequencies of R.", 10000, above(0, 1e30), {10, 1e7, true}),
    weights_param("u", "(d): the query's stand-in for keys. Drawn from N(0, 0.02²) when left out."),
    weights_param("v",
                  "(d): the query's stand-in for positions. Drawn from N(0, 0.02²) when left out."),
    weights_param("wkR",
                  "d x d, row-major: the key of distance r is W_kR·R_r. Drawn from "
                  "N(0, 0.02²) when left out."),
    only_where(kSeedParam, "!u | !v | !wkR"),
};

inline Result<TrigTable> table(const Params& p) {
  const std::int64_t dim = p.integer("dim");
  if (dim % 2 != 0)
    return Error{ErrorCode::bad_param, "dim",
                 "must be even: R is half sines, half cosines; got " + std::to_string(dim)};
  const auto half = static_cast<std::uint32_t>(dim / 2);
  TrigTable t;
  set_geometric(t, p.number("base"), Wide(static_cast<double>(half)), half, 1);
  for (const Wave wave : {Wave::sine, Wave::cosine})
    for (std::uint32_t k = 0; k < half; ++k) t.columns.push_back({wave, k});
  return t;
}

inline Result<RelativeMap> relative_map(const Params&) {
  RelativeMap map;
  map.causal = true;
  map.from_largest = true;
  map.of = [](std::int64_t query, std::int64_t key) { return static_cast<double>(query - key); };
  return map;
}

struct Weights {
  Tensor u, v, w;
};
inline Result<Weights> weights(const Params& p) {
  const auto dim = static_cast<std::size_t>(p.integer("dim"));
  const Draw draw = normal_draw(0, 0.02);
  Result<Tensor> u = tensor(p, "u", 1, dim, 0, draw), v = tensor(p, "v", 1, dim, 1, draw),
                 w = tensor(p, "wkR", dim, dim, 2, draw);
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
  Scores s;
  s.dim = static_cast<std::size_t>(p.integer("dim"));
  s.causal = true;
  s.terms = {"content-content", "content-position", "global-content", "global-position"};
  if constexpr (kAdjoints) {
    s.trained = {given->u.trained("u", "dim"), given->v.trained("v", "dim"),
                 given->w.trained("wkR", "dim,dim")};
    s.adjoint = [t = *r, weights = *given, dim = s.dim](
                    const double* position, const double* q, const Scores::Keys& keys,
                    std::size_t visible, const double* upstream, double* q_gradient,
                    double* k_gradient, Gradients to) {
      using relative::add;
      const double scale = std::sqrt(static_cast<double>(dim));
      const double *u = weights.u.row(0), *v = weights.v.row(0);
      const std::vector<double> rows = distance_rows(t, *position, keys, visible);
      std::vector<double> of_q(dim), of_v(dim);  // by Wᵀq and Wᵀv
      for (std::size_t j = 0; j < visible; ++j) {
        const double *k = keys.k + j * dim, *at = rows.data() + j * dim;
        double* k_to = k_gradient + j * dim;
        const double content = upstream[j] / scale, global = upstream[2 * keys.n + j] / scale;
        add(content, k, dim, q_gradient);
        add(content, q, dim, k_to);
        add(global, k, dim, to[0]);
        add(global, u, dim, k_to);
        add(upstream[keys.n + j] / scale, at, dim, of_q.data());
        add(upstream[3 * keys.n + j] / scale, at, dim, of_v.data());
      }
      for (std::size_t i = 0; i < dim; ++i) {
        const double* w = weights.w.row(i);
        q_gradient[i] += relative::dot(w, of_q.data(), dim);
        to[1][i] += relative::dot(w, of_v.data(), dim);
        add(q[i], of_q.data(), dim, to[2] + i * dim);
        add(v[i], of_v.data(), dim, to[2] + i * dim);
      }
    };
  }
  s.row = [t = std::move(r).value(), weights = *given, dim = s.dim](
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
      const double* at = rows.data() + j * dim;
      out[j] = dot(q, k, dim) / scale;
      out[keys.n + j] = dot(q_of_r.data(), at, dim) / scale;
      out[2 * keys.n + j] = dot(u, k, dim) / scale;
      out[3 * keys.n + j] = dot(v_of_r.data(), at, dim) / scale;
    }
  };
  return s;
}

inline Result<Facts> facts(const Params& p) {
  const Result<Weights> w = weights(p);
  if (!w) return w.error();
  return Facts{w->u.fact("u", "The query's stand-in for keys."),
               w->v.fact("v", "The query's stand-in for positions."),
               w->w.fact("wkR", "Takes a row of R to the key of that distance.")};
}

}  // namespace transformer_xl_detail

inline constexpr EncodingInfo kTransformerXl = {
    .id = "transformer-xl",
    .title = "Transformer-XL",
    .family = "relative",
    .formula =
        R"(A_{ij} = \frac{q_i^\top k_j + q_i^\top W_{kR} R_{i-j} + u^\top k_j + v^\top W_{kR} R_{i-j}}{\sqrt d},\quad R_r = [\sin(r\,b^{-2k/d}) \mid \cos(r\,b^{-2k/d})])",
    .citation =
        "Dai et al. 2019, Transformer-XL, arXiv:1901.02860, section 3.3 and appendix B; layout of "
        "R "
        "from the released code",
    .note =
        "The map is the row of R as released code stores it, distance n_key - 1 first. One head; R "
        "is as wide as the head. The initialiser N(0, 0.02²) is unconfirmed.",
    .params = transformer_xl_detail::kParams,
    .trig_table = transformer_xl_detail::table,
    .relative_map = transformer_xl_detail::relative_map,
    .scores = transformer_xl_detail::scores,
    .facts = transformer_xl_detail::facts,
};

}  // namespace posenc
