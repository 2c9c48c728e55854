// Shared parts of rotary rows: parameters, the channels of a pair, checks of the width.
#pragma once
#include "core/geometric.hpp"
#include "encodings/encoding.hpp"

namespace posenc::rotary_detail {

using Layout = Choice<"half", "interleaved">;

inline constexpr std::string_view kDimDoc =
    "Head dimension: how many channels a query or key has; pairs of them are rotated.";
inline constexpr ParamInfo kDim = integer("dim", kDimDoc, kRequired, {2, 65536}, {2, 512, true});
// For widths that must be, or usually are, a multiple of four: a slider has this step.
inline constexpr ParamInfo kDimByFour =
    integer("dim", kDimDoc, kRequired, {2, 65536}, {4, 512, true});

constexpr ParamInfo base(double initial) {
  return number("base", "Base b of the frequencies (rope_theta).", initial, above(0, 1e30),
                {10, 1e7, true});
}

constexpr ParamInfo layout(Layout initial) {
  return one_of<Layout>(
      "layout",
      "Which channels form a pair: half rotates (i, i + r/2), as GPT-NeoX and transformers do; "
      "interleaved rotates (2i, 2i+1), as the paper, GPT-J and Meta's Llama do.",
      initial);
}

inline bool is_interleaved(const Params& p) { return p.choice<Layout>("layout") == "interleaved"; }

inline constexpr ParamInfo kSeed =
    integer("seed", "Seed of what is drawn rather than given.", 0, {0, kMostInteger});

// Indices of the two channels of pair i.
struct Channels {
  bool interleaved;
  std::size_t pairs;
  std::span<const std::size_t> places = {};  // as in Rotary
  std::size_t first(std::size_t i) const { return place(interleaved ? 2 * i : i); }
  std::size_t second(std::size_t i) const { return place(interleaved ? 2 * i + 1 : i + pairs); }
  std::size_t place(std::size_t c) const { return places.empty() ? c : places[c]; }
};
inline Channels channels_of(const Rotary& r) { return {r.interleaved, r.table.pairs(), r.places}; }

inline std::optional<Error> wrong_length(const Params& p, std::string_view name, std::size_t n,
                                         std::string_view meaning) {
  const std::size_t got = p.numbers(name).size();
  if (got == n) return std::nullopt;
  return bad_shape(name, "must have ", n, " numbers, ", meaning, "; got ", got);
}

// b^(-k/n), k = 0 … n-1, rad per unit
inline std::vector<Wide> bands(double b, std::size_t n) {
  return geometric(-(log(Wide(b)) / Wide(static_cast<double>(n))), n);
}

// low·(high/low)^(k/(n-1)), k = 0 … n-1, including both ends; `low` if n is 1
inline std::vector<Wide> log_spaced(const Wide& low, const Wide& high, std::size_t n) {
  if (n == 0) return {};
  const Wide step = n > 1 ? log(high / low) / Wide(static_cast<double>(n - 1)) : Wide();
  std::vector<Wide> out = geometric(step, n);
  for (Wide& x : out) x = low * x;
  return out;
}

// Rotates the whole head by the waves of `table`.
inline Rotary whole_head(const Params& p, TrigTable table) {
  Rotary r{p.count("dim"), is_interleaved(p), std::move(table)};
  set_rotary_columns(r.table, r.interleaved);
  return r;
}

}  // namespace posenc::rotary_detail
