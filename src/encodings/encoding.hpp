// Definition of a registry row. A new encoding is one header with an `inline constexpr
// EncodingInfo` and one row in registry.cpp; a new context extension likewise in scaling/.
#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/geometric.hpp"
#include "core/params.hpp"
#include "core/wide.hpp"
#include "encodings/stages.hpp"
#include "encodings/trig_table.hpp"
#include "posenc/result.hpp"
#include "posenc/rope_report.hpp"  // Band

namespace posenc {

// ---- context extensions of rotary frequencies -------------------------------------------------

// theta_i = base^(-2i/rotary_dim), rad per position, i = 0 … rotary_dim/2 - 1
struct RotaryBase {
  double base;
  std::int64_t head_dim, rotary_dim;
  std::size_t pairs() const { return static_cast<std::size_t>(rotary_dim / 2); }
  std::vector<Wide> frequencies() const { return frequencies(Wide(base)); }
  std::vector<Wide> frequencies(const Wide& other_base) const;
};

struct ScaledFrequencies {
  std::vector<Wide> theta;              // (pairs) rad per position; 0 = the pair does not turn
  std::vector<Band> band;               // (pairs)
  Wide attention_factor = Wide(1.0);    // multiplies cos and sin
  Wide softmax_multiplier = Wide(1.0);  // factor of the softmax scale in models with unscaled cos
                                        // and sin (DeepSeek's MLA)
  std::string_view regime = "";         // the active regime if there are several
};

struct ScalingInfo {
  std::string_view id, title, formula, citation;
  std::string_view hf_type;  // rope_type in transformers, empty if it has none
  std::span<const ParamInfo> params;
  Result<ScaledFrequencies> (*apply)(const RotaryBase&, const Params&);
};

// ---- encodings --------------------------------------------------------------------------------

struct Scaling {
  const ScalingInfo* info;
  Params params;
};

// Rotates pairs of channels of a head by the waves of `table`: pair i of the rotation by pair i of
// the table.
struct Rotary {
  std::size_t head_dim;
  bool interleaved;  // pairs channels (2i, 2i+1); otherwise (i, i + pairs)
  TrigTable table;   // its width channels are the cached cos and sin of each pair in engines
  // Place in the head of each rotated channel of this layout; empty if unchanged.
  std::vector<std::size_t> places = {};
  // for rows that accept a context extension: input of the report
  struct Origin {
    RotaryBase base;
    ScaledFrequencies scaled;
  };
  std::optional<Origin> origin = {};
  // If the frequencies are parameters: those of each axis, rad per unit (wave_adjoints.hpp).
  std::vector<Trained> trained = {};
};
// Sets the columns of such a table: [cos … | sin …], or cos0 sin0 cos1 sin1 … if interleaved.
void set_rotary_columns(TrigTable&, bool interleaved);
// … a cosine at the place of a pair's first channel, a sine at that of its second
void set_rotary_columns(TrigTable&, bool interleaved, std::span<const std::size_t> places);

// Returns an error if `dim` is no multiple of this.
std::optional<Error> not_multiple(const Params&, std::int64_t of, std::string_view why);

inline constexpr std::string_view kPositionAxis[] = {"position"};
inline constexpr std::string_view kGridAxes[] = {"y", "x"};

// Stages: null if the family does not have one; the call then returns `not_defined`. A row has at
// most one of trig_table, row_table and rotary.
struct EncodingInfo {
  std::string_view id, title, family, formula, citation;
  std::string_view note = "";  // unconfirmed or disputed facts, or choices made here, for display
  // error bound of entries of row_table, if tested; float32 entries are rounded from them
  std::string_view accuracy = "";
  std::span<const std::string_view> axes = kPositionAxis;  // empty: as many as parameter `axes`
  std::span<const ParamInfo> params;
  bool scalable = false;  // accepts a context extension
  Result<TrigTable> (*trig_table)(const Params&) = nullptr;
  Result<RowTable> (*row_table)(const Params&) = nullptr;
  Result<Rotary> (*rotary)(const Params&, const Scaling*) = nullptr;
  // in addition to rotary, for one coordinate
  Result<QueryScale> (*query_scale)(const Params&) = nullptr;
  Result<Transform> (*transform)(const Params&) = nullptr;
  Result<Bias> (*bias)(const Params&) = nullptr;
  Result<RelativeMap> (*relative_map)(const Params&) = nullptr;
  Result<Scores> (*scores)(const Params&) = nullptr;
  Result<Facts> (*facts)(const Params&) = nullptr;
  // for rows whose waves are a geometric sequence: used by the precision lab
  Result<GeometricFrequencies> (*geometric)(const Params&, const Scaling*) = nullptr;

  bool has_waves() const { return trig_table != nullptr || rotary != nullptr; }
  bool has_table() const { return has_waves() || row_table != nullptr; }
  bool rotates() const { return rotary != nullptr || transform != nullptr; }
  bool has_scores() const { return scores != nullptr || rotates() || bias != nullptr; }
};

std::span<const EncodingInfo* const> encodings() noexcept;  // registry order = display order
std::span<const ScalingInfo* const> scalings() noexcept;
// The same with texts for readers, also where the others have none (registry.cpp).
std::span<const EncodingInfo* const> described_encodings() noexcept;
std::span<const ScalingInfo* const> described_scalings() noexcept;

// Facts of the object that kMade makes from the parameters.
template <auto kMade>
Result<Facts> facts_of(const Params& p) {
  const auto made = kMade(p);
  if (!made) return made.error();
  return made->facts();
}

// ---- specs ------------------------------------------------------------------------------------

struct ScalingSpec {
  std::string type;
  RawValues values;
};
struct EncodingSpec {
  std::string encoding;
  RawValues values;
  bool has_scaling = false;
  ScalingSpec scaling = {};
};

struct Encoding {  // a checked spec
  const EncodingInfo* info;
  Params params;
  bool has_scaling = false;
  Scaling scaling = {};
  const Scaling* scaling_or_null() const { return has_scaling ? &scaling : nullptr; }
};
Result<Encoding> resolve(const EncodingSpec&);

}  // namespace posenc
