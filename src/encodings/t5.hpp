// T5's relative position buckets, Raffel et al. 2020 (arXiv:1910.10683) and released code.
//
// r = key - query. Both directions: half of the buckets are for r <= 0, half for r > 0, n = |r|.
// Otherwise all are for n = max(-r, 0), and keys after the query share bucket 0 (masked elsewhere).
// In each direction the first half of the buckets hold one distance each; the others grow
// logarithmically to maxDistance (log_steps.hpp decides exactly); the last takes the rest.
#pragma once
#include <algorithm>

#include "encodings/encoding.hpp"
#include "encodings/log_steps.hpp"
#include "encodings/relative_params.hpp"
#include "encodings/tensors.hpp"

namespace posenc::t5_row {

inline constexpr ParamInfo kParams[] = {
    relative::kHeads,
    integer("numBuckets",
            "Number of buckets, both directions together; at least 2 in each direction.", 32,
            {2, 65536}, {4, 256, true}),
    integer("maxDistance",
            "Where the logarithmic buckets would end; the last bucket starts earlier.", 128,
            {2, kMostInteger}, {16, 4096, true}),
    on_off("bidirectional",
           "Encoder: keys before and after the query have buckets of their own. Else (decoder) "
           "keys after the query are in bucket 0.",
           true),
    weights_param(
        "table",
        "numBuckets x heads: the bias of each bucket. Drawn from N(0, 1/512) when left out."),
    number("scale",
           "Multiplies the bias; x-transformers uses the square root of the head dimension.", 1,
           {-1e9, 1e9}, {0.1, 100, true}),
    only_where(kSeedParam, "!table"),
};

class Buckets {
 public:
  static Result<Buckets> of(const Params& p) {
    const bool both = p.flag("bidirectional");
    const auto given = static_cast<std::uint64_t>(p.integer("numBuckets"));
    const std::uint64_t one_side = both ? given / 2 : given;
    if (one_side < 2)
      return bad_param("numBuckets", "must be at least 4 where bidirectional, got ", given);
    const auto limit = static_cast<std::uint64_t>(p.integer("maxDistance"));
    if (limit <= one_side / 2)
      return bad_param("maxDistance", "must be above ", one_side / 2,
                       ", the number of buckets of a single distance; got ", limit);
    return Buckets(both, one_side, limit);
  }

  std::int64_t bucket(std::int64_t key_minus_query) const {
    const bool after = key_minus_query > 0;
    if (after && !both_) return 0;
    const auto n = static_cast<std::uint64_t>(after ? key_minus_query : -key_minus_query);
    const std::uint64_t b = n < near_.size() ? near_[n] : direct(n);
    return static_cast<std::int64_t>(after ? one_side_ + b : b);
  }
  // the smallest distance of each bucket of one direction (or of a later bucket if it is empty)
  std::vector<double> first_distances() const {
    std::vector<double> out;
    for (std::uint64_t b = 0; b < one_side_; ++b)
      out.push_back(static_cast<double>(b < unit_ ? b : steps_.first(b - unit_)));
    return out;
  }

 private:
  Buckets(bool both, std::uint64_t one_side, std::uint64_t limit)
      : both_(both),
        one_side_(one_side),
        unit_(one_side / 2),
        limit_(limit),
        steps_(unit_, limit, one_side - unit_) {
    near_.resize(std::min<std::uint64_t>(limit, 4096));
    for (std::uint64_t n = 0; n < near_.size(); ++n)
      near_[n] = static_cast<std::uint32_t>(direct(n));
  }
  std::uint64_t direct(std::uint64_t n) const {
    if (n < unit_) return n;
    return n >= limit_ ? one_side_ - 1 : std::min(unit_ + steps_.below(n), one_side_ - 1);
  }

  bool both_;
  std::uint64_t one_side_, unit_, limit_;
  LogSteps steps_;
  std::vector<std::uint32_t> near_;  // for the most frequent distances
};

inline Result<Tensor> table(const Params& p) {
  return tensor(p, "table", p.count("numBuckets"), p.count("heads"), 0,
                normal_draw(0, std::sqrt(1.0 / 512)));
}

inline Result<RelativeMap> relative_map(const Params& p) {
  Result<Buckets> buckets = Buckets::of(p);
  if (!buckets) return buckets.error();
  return RelativeMap{.of = [b = std::move(buckets).value()](std::int64_t query, std::int64_t key) {
    return static_cast<double>(b.bucket(key - query));
  }};
}

inline Result<Bias> bias(const Params& p) {
  Result<Buckets> buckets = Buckets::of(p);
  if (!buckets) return buckets.error();
  Result<Tensor> values = table(p);
  if (!values) return values.error();
  Bias b;
  b.heads = values->cols;
  if constexpr (kAdjoints) {
    b.trained = {values->trained("table", "numBuckets,heads")};
    b.set_adjoint_of_distance([buckets = *buckets, heads = b.heads, scale = p.number("scale")](
                                  std::size_t head, std::int64_t distance, double upstream,
                                  Gradients to) {
      to[0][static_cast<std::size_t>(buckets.bucket(-distance)) * heads + head] += scale * upstream;
    });
  }
  b.set_of_distance([buckets = std::move(buckets).value(), values = *values,
                     scale = p.number("scale")](std::size_t head, std::int64_t distance) {
    return scale * values.row(static_cast<std::size_t>(buckets.bucket(-distance)))[head];
  });
  return b;
}

inline Result<Facts> facts(const Params& p) {
  const Result<Buckets> buckets = Buckets::of(p);
  if (!buckets) return buckets.error();
  const Result<Tensor> values = table(p);
  if (!values) return values.error();
  return Facts{{"firstDistances",
                "Smallest distance |r| of each bucket of one direction; of a later bucket where "
                "one is empty.",
                buckets->first_distances()},
               values->fact("table", "Bias of each bucket (rows) and head.")};
}

inline constexpr EncodingInfo kT5 = {
    .id = "t5",
    .title = "T5 buckets",
    .family = "relative bias",
    .formula =
        R"(b_h(i,j) = B_{\beta(j-i),h},\quad \beta = \begin{cases} n & n < m\\ m + \min\!\left(\left\lfloor \frac{\ln(n/m)}{\ln(D/m)}(N-m)\right\rfloor,\,N-m-1\right) & n \ge m\end{cases},\quad m = \lfloor N/2\rfloor)",
    .citation =
        "Raffel et al. 2020, T5, arXiv:1910.10683, section 2.1; released code "
        "(_relative_position_bucket)",
    .note =
        "N counts the buckets of one direction; buckets of r > 0 come after those of r <= 0. T5 "
        "adds the bias without dividing logits by √d, and all layers share one table. The "
        "initialiser N(0, 1/512) is transformers' for d_model = 512.",
    .params = kParams,
    .bias = bias,
    .relative_map = relative_map,
    .facts = facts,
};

}  // namespace posenc::t5_row
