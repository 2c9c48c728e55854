// A factor of queries that grows with their position, so that attention over more keys stays as
// sharp. With n = p + shift, and 1 below the first step:
//   steps  1 + a·ln(⌊n/f⌋ + 1)        Llama 4 (shift 1), Ministral 3 and Mistral 4 (shift 0)
//   ramp   1 + a·ln(max(n/f, 1))       Inkling (shift 1)
//   ratio  1 + a·(ln n/ln f - 1), n>f  a = 1: Grok-2 (shift 0), Qwen 1 (shift 1)
#pragma once
#include "core/real.hpp"
#include "encodings/encoding.hpp"

namespace posenc::query_scale {

using Rule = Choice<"steps", "ramp", "ratio">;

inline constexpr ParamInfo kScale = number("attnScale",
                                           "Growth a of the query temperature: 0.1 in Llama 4, 1 "
                                           "in Grok-2 and Qwen; 0 leaves queries alone.",
                                           0, {0, 100}, {0, 1});
inline constexpr ParamInfo kLength = only_where(
    number("floorScale",
           "Positions f between two steps of the temperature, or before it grows: 8192 in Llama 4.",
           8192, {1e-6, 1e16}, {16, 65536, true}),
    "attnScale");
inline constexpr ParamInfo kRule = only_where(
    one_of<Rule>("queryRule",
                 "How the temperature grows with n: in steps as in Llama 4 and Mistral, in a ramp "
                 "as in Inkling, or as the ratio ln n/ln f of Grok-2 and Qwen."),
    "attnScale");
inline constexpr ParamInfo kShift =
    only_where(integer("queryShift",
                       "n is the position plus this: with 1, the count of tokens, as in Llama 4, "
                       "Inkling and Qwen; with 0, the position itself, as in Mistral and Grok-2.",
                       1, {0, 1}, {0, 1}),
               "attnScale");

struct Scale {
  double growth, length;
  std::int64_t shift;
  bool ramp, ratio;

  double operator()(double position) const {
    const double n = position + static_cast<double>(shift);
    if (ratio) return n > length ? 1 + growth * (real::log(n) / real::log(length) - 1) : 1;
    const double steps = ramp ? n / length : std::floor(n / length) + 1;
    return steps > 1 ? 1 + growth * real::log(steps) : 1;
  }
};

inline Result<Scale> of(const Params& p) {
  const Rule rule = p.choice<Rule>("queryRule");
  const Scale scale{p.number("attnScale"), p.number("floorScale"), p.integer("queryShift"),
                    rule == "ramp", rule == "ratio"};
  if (scale.ratio && scale.length <= 1)
    return bad_param("floorScale",
                     "must be above 1 where queryRule is ratio, which divides by its logarithm");
  return scale;
}

// Also available for rotary encodings.
inline Result<QueryScale> stage(const Params& p) {
  const Result<Scale> scale = of(p);
  if (!scale) return scale.error();
  if (scale->growth == 0) return QueryScale{};
  return QueryScale{*scale};
}

}  // namespace posenc::query_scale
