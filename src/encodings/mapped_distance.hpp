// Shared parts of training-free changes of the distance in RoPE (ReRoPE, Self-Extend, Dual Chunk
// Attention). Each row defines one function of query and key position, the effective distance. The
// relative map is this function as data; the logits are RoPE's at this distance.
#pragma once
#include <cmath>  // std::floor

#include "core/real.hpp"
#include "encodings/relative_rotation.hpp"

namespace posenc::mapped_distance {

using Distance = std::function<double(double query, double key)>;

inline constexpr ParamInfo kDim =
    integer("dim", "Head dimension, of the logits; the map does not depend on it.", 64, {2, 65536},
            {2, 512, true});

constexpr ParamInfo length(std::string_view name, std::string_view doc, double initial,
                           double least = 1) {
  return integer(name, doc, initial, {least, kMostInteger}, {least, 4096, true});
}

// floor(x/n) for integers x and n below 2^53. x/n is never rounded up to an integer k: it is at
// least 1/n below k, and rounding up needs half the spacing of floats below k, less than k·2^-53,
// to be as large. Then k·n would be above 2^53, and x = k·n - 1 not below it.
inline double quotient(double x, double n) { return std::floor(x / n); }
inline double remainder(double x, double n) { return x - quotient(x, n) * n; }

inline Result<RelativeMap> map_of(Result<Distance> distance) {
  if (!distance) return distance.error();
  RelativeMap map;
  map.causal = true;
  map.of = [of = std::move(distance).value()](std::int64_t query, std::int64_t key) {
    return of(static_cast<double>(query), static_cast<double>(key));
  };
  return map;
}

inline Result<Scores> scores_of(const Params& p, Result<Distance> distance,
                                std::function<double(double)> query_scale) {
  if (!distance) return distance.error();
  if (auto error = not_multiple(p, 2, "channels are rotated in pairs")) return *error;
  const auto dim = p.count("dim");
  return relative_rotation::scores({.dim = dim,
                                    .interleaved = rotary_detail::is_interleaved(p),
                                    .table = relative_rotation::rope_table(p.number("base"), dim),
                                    .distance = std::move(distance).value(),
                                    .query_scale = std::move(query_scale)});
}

// ---- ReRoPE's scale of queries: max(1, ln(m + 1)/ln L)
// --------------------------------------------

inline constexpr ParamInfo kLogScale = on_off(
    "logScale",
    "Multiplies the query at position m by max(1, ln(m + 1)/ln L), as the released code does.",
    true);

inline double query_scale(double position, double trained) {
  if (position + 1 <= trained) return 1;
  return real::log(position + 1) / real::log(trained);
}
inline std::function<double(double)> query_scale_of(const Params& p) {
  if (!p.flag("logScale")) return nullptr;
  return [trained = p.number("trainedContext")](double m) { return query_scale(m, trained); };
}
// The stages of a row with the distance kDistance(params); kScaled: with this scale.
template <auto kDistance>
Result<RelativeMap> map(const Params& p) {
  return map_of(kDistance(p));
}
template <auto kDistance, bool kScaled = false>
Result<Scores> scores(const Params& p) {
  return scores_of(p, kDistance(p), kScaled ? query_scale_of(p) : nullptr);
}
// the scale at L - 1, 2L - 1, 4L - 1 …
inline Result<Facts> query_scale_facts(const Params& p) {
  const double trained = p.number("trainedContext");
  std::vector<double> values;
  for (double length = trained; length <= 64 * trained; length *= 2) {
    values.push_back(length - 1);
    values.push_back(p.flag("logScale") ? query_scale(length - 1, trained) : 1);
  }
  return Facts{{"queryScale", "Rows of position and the factor of a query there.", values, 2}};
}

}  // namespace posenc::mapped_distance
