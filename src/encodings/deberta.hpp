// DeBERTa's disentangled attention, He et al. 2021 (arXiv:2006.03654), versions 1 and 2/3.
//
// i - j is query - key. Version 1 clips it: δ(i,j) = 0 … 2k-1 is the row of the tables. Versions 2
// and 3 take logarithmic buckets: r itself up to mid = bucketSize/2, then sign(r)·(mid +
// ⌈ln(|r|/mid)/ln((maxPosition-1)/mid)·(mid-1)⌉) (log_steps.hpp decides exactly); the row is the
// bucket + bucketSize, clamped to the table. A logit has three terms: content to content, content
// to position δ(i,j), and position δ(j,i) to content.
#pragma once
#include <algorithm>

#include "encodings/encoding.hpp"
#include "encodings/log_steps.hpp"
#include "encodings/relative_params.hpp"
#include "encodings/tensors.hpp"

namespace posenc::deberta_row {

using Version = Choice<"v1", "v2">;
using Clamp = Choice<"official", "transformers">;

inline constexpr ParamInfo kParams[] = {
    relative::kDim,
    one_of<Version>("version", "v1: clipped distances; v2 (and v3): logarithmic buckets."),
    only_where(
        integer("maxDistance", "v1: k, where distances are clipped; the tables have 2k rows.", 512,
                {1, 65536}, {1, 512, true}),
        "version=v1"),
    only_where(
        integer("bucketSize", "v2: buckets of one direction; the tables have twice as many rows.",
                256, {4, 65536}, {4, 512, true}),
        "version=v2"),
    only_where(
        integer("maxPosition", "v2: the logarithmic buckets end at the distance maxPosition - 1.",
                512, {4, kMostInteger}, {16, 4096, true}),
        "version=v2"),
    only_where(
        one_of<Clamp>("clamp",
                      "v2: official clips the distance to maxPosition - 1 first; transformers does "
                      "not, so buckets go on growing, and clips the row of the table only."),
        "version=v2"),
    weights_param("keyTable",
                  "rows x dim: K^r, the projected keys of each row of the map. Drawn from N(0, "
                  "0.02²) when left out."),
    weights_param("queryTable",
                  "rows x dim: Q^r, the projected queries. Drawn from N(0, 0.02²) when left out."),
    only_where(kSeedParam, "!keyTable | !queryTable"),
};

// The signed bucket of versions 2 and 3.
class LogBuckets {
 public:
  static Result<LogBuckets> of(const Params& p) {
    const std::int64_t mid = p.integer("bucketSize") / 2, last = p.integer("maxPosition") - 1;
    if (last <= mid)
      return bad_param("maxPosition", "must be above bucketSize/2 + 1 = ", mid + 1, ", got ",
                       last + 1);
    return LogBuckets(mid, last, p.choice<Clamp>("clamp") == "official");
  }

  std::int64_t bucket(std::int64_t r) const {
    const std::int64_t n = r < 0 ? -r : r;
    const std::int64_t b = n < static_cast<std::int64_t>(near_.size())
                               ? near_[static_cast<std::size_t>(n)]
                               : direct(n);
    return r < 0 ? -b : b;
  }
  // The largest distance of each bucket 0 … bucketSize - 1
  std::vector<double> last_distances() const {
    std::vector<double> out;
    for (std::int64_t b = 0; b < 2 * mid_; ++b) {
      const auto k = static_cast<std::uint64_t>(b - mid_);
      // n <= e_k: one below the first n >= e_k, unless that is e_k itself
      std::int64_t n = b;
      if (b > mid_) {
        n = static_cast<std::int64_t>(steps_.first(k));
        if (direct(n) > b) --n;
      }
      out.push_back(static_cast<double>(n));
    }
    return out;
  }

 private:
  LogBuckets(std::int64_t mid, std::int64_t last, bool clamped)
      : mid_(mid),
        last_(last),
        clamped_(clamped),
        steps_(static_cast<std::uint64_t>(mid), static_cast<std::uint64_t>(last),
               static_cast<std::uint64_t>(mid - 1)) {
    near_.resize(4096);
    for (std::size_t n = 0; n < near_.size(); ++n) near_[n] = direct(static_cast<std::int64_t>(n));
  }
  std::int64_t direct(std::int64_t n) const {
    if (n <= mid_) return n;
    if (clamped_ && n >= last_) return 2 * mid_ - 1;
    return mid_ + static_cast<std::int64_t>(steps_.above(static_cast<std::uint64_t>(n)));
  }

  std::int64_t mid_, last_;
  bool clamped_;
  LogSteps steps_;
  std::vector<std::int64_t> near_;  // for the most frequent distances
};

// The value of the map, and the row of the tables.
struct Indices {
  std::function<std::int64_t(std::int64_t query_minus_key)> map;
  std::int64_t span, shift;  // row = map + shift, clamped to 0 … 2·span - 1
  std::size_t row(std::int64_t query_minus_key) const {
    return static_cast<std::size_t>(
        std::clamp<std::int64_t>(map(query_minus_key) + shift, 0, 2 * span - 1));
  }
};
inline Result<Indices> indices(const Params& p) {
  if (p.choice<Version>("version") == "v1") {
    const std::int64_t k = p.integer("maxDistance");
    return Indices{[k](std::int64_t r) { return r <= -k ? 0 : r >= k ? 2 * k - 1 : r + k; }, k, 0};
  }
  Result<LogBuckets> buckets = LogBuckets::of(p);
  if (!buckets) return buckets.error();
  const std::int64_t span = p.integer("bucketSize");
  return Indices{[b = std::move(buckets).value()](std::int64_t r) { return b.bucket(r); }, span,
                 span};
}

inline Result<RelativeMap> relative_map(const Params& p) {
  Result<Indices> at = indices(p);
  if (!at) return at.error();
  return RelativeMap{.of = [map = at->map](std::int64_t query, std::int64_t key) {
    return static_cast<double>(map(query - key));
  }};
}

struct Tables {
  Tensor key, query;
};
inline Result<Tables> tables(const Params& p, std::int64_t span) {
  const auto rows = static_cast<std::size_t>(2 * span), dim = p.count("dim");
  Result<Tensor> key = tensor(p, "keyTable", rows, dim, 0, normal_draw(0, 0.02)),
                 query = tensor(p, "queryTable", rows, dim, 1, normal_draw(0, 0.02));
  if (!key) return key.error();
  if (!query) return query.error();
  return Tables{*key, *query};
}

inline Result<Scores> scores(const Params& p) {
  Result<Indices> at = indices(p);
  if (!at) return at.error();
  Result<Tables> both = tables(p, at->span);
  if (!both) return both.error();
  Scores s;
  s.dim = p.count("dim");
  s.terms = {"content-content", "content-position", "position-content"};
  s.row = [at = *at, tables = *both, dim = s.dim](const double* position, const double* q,
                                                  const Scores::Keys& keys, std::size_t visible,
                                                  double* out) {
    using relative::dot;
    const double scale = std::sqrt(3 * static_cast<double>(dim));
    for (std::size_t j = 0; j < visible; ++j) {
      const double* k = keys.k + j * dim;
      const std::int64_t r = relative::whole_distance(*position, keys.positions[j]);
      out[j] = dot(q, k, dim) / scale;
      out[keys.n + j] = dot(q, tables.key.row(at.row(r)), dim) / scale;
      out[2 * keys.n + j] = dot(k, tables.query.row(at.row(-r)), dim) / scale;
    }
  };
  if constexpr (kAdjoints) {
    const std::string_view axes =
        p.choice<Version>("version") == "v1" ? "2*maxDistance,dim" : "2*bucketSize,dim";
    s.trained = {both->key.trained("keyTable", axes), both->query.trained("queryTable", axes)};
    s.adjoint = [at = *at, tables = *both, dim = s.dim](
                    const double* position, const double* q, const Scores::Keys& keys,
                    std::size_t visible, const double* upstream, double* q_gradient,
                    double* k_gradient, Gradients to) {
      const double scale = std::sqrt(3 * static_cast<double>(dim));
      for (std::size_t j = 0; j < visible; ++j) {
        const double* k = keys.k + j * dim;
        const double content = upstream[j] / scale, to_position = upstream[keys.n + j] / scale,
                     of_position = upstream[2 * keys.n + j] / scale;
        double* k_to = k_gradient + j * dim;
        const std::int64_t r = relative::whole_distance(*position, keys.positions[j]);
        const std::size_t key_row = at.row(r), query_row = at.row(-r);
        relative::add(content, k, dim, q_gradient);
        relative::add(content, q, dim, k_to);
        relative::add(to_position, tables.key.row(key_row), dim, q_gradient);
        relative::add(to_position, q, dim, to[0] + key_row * dim);
        relative::add(of_position, tables.query.row(query_row), dim, k_to);
        relative::add(of_position, k, dim, to[1] + query_row * dim);
      }
    };
  }
  return s;
}

inline Result<Facts> facts(const Params& p) {
  const Result<Indices> at = indices(p);
  if (!at) return at.error();
  const Result<Tables> both = tables(p, at->span);
  if (!both) return both.error();
  Facts all = {both->key.fact("keyTable", "K^r, one row for each row of the map."),
               both->query.fact("queryTable", "Q^r, one row for each row of the map.")};
  if (p.choice<Version>("version") == "v2")
    all.insert(all.begin(), {"lastDistances", "Largest distance of each bucket 0 … bucketSize - 1.",
                             LogBuckets::of(p)->last_distances()});
  return all;
}

inline constexpr EncodingInfo kDeberta = {
    .id = "deberta",
    .title = "DeBERTa",
    .family = "relative",
    .formula =
        R"(A_{ij} = \frac{Q^c_i K^{c\top}_j + Q^c_i K^{r\top}_{\delta(i,j)} + K^c_j Q^{r\top}_{\delta(j,i)}}{\sqrt{3d}},\quad \delta(i,j) = \mathrm{clip}(i-j+k,\,0,\,2k-1))",
    .citation =
        "He et al. 2021, DeBERTa, arXiv:2006.03654, eq. 2-4 (equation numbers and the scale "
        "unconfirmed); logarithmic buckets from the released code and transformers",
    .note =
        "The map is δ(i,j) of version 1 and the signed bucket of versions 2 and 3. Positions "
        "between integers count by their rounded distance.",
    .params = kParams,
    .relative_map = relative_map,
    .scores = scores,
    .facts = facts,
};

}  // namespace posenc::deberta_row
