// How numbers are made: a spec whose frequencies are computed, and the later effects of a mistake.
#pragma once
#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "identify/fields.hpp"
#include "precision/format.hpp"

namespace posenc::identification {

// Frequencies in rad per position with and without the context extension, and the factor of cos and
// sin.
struct Rates {
  SpecFields spec;
  std::vector<double> scaled, plain;
  double amplitude = 1;
  // Distance between the two numbers that a pair blends, if not that from its plain frequency.
  std::vector<double> apart = {};
};
using Step = std::function<void(Rates&)>;

// Formats of position and frequency, and of their product.
struct Held {
  Format operands, product;
};

struct MistakeInfo;

struct Making {
  SpecFields meant;  // the intended spec
  SpecFields spec;   // the one whose frequencies are computed: the intended, or a mistake's variant
  std::vector<const MistakeInfo*> mistakes = {};
  std::vector<Step> steps = {};
  double shift = 0;  // added to every position
  std::optional<Held> held = {};
  bool other_layout = false;              // the channels are in the order of the other layout
  std::optional<std::size_t> pairs = {};  // number of pairs kept, if not all of the spec's
  std::string layer = {};
};

// Facts in addition to the spec.
struct Facts {
  std::optional<double> max_context = {};  // max_position_embeddings of the config
  std::vector<std::size_t> pairs = {};     // possible numbers of pairs in the numbers
};

// One kind of mistake, found in published code.
struct MistakeInfo {
  std::string_view id;
  std::string_view stage;  // frequencies, amplitude, positions, precision or layout
  std::string_view title;
  std::string_view sources;  // owner/repo#thread, with spaces between them
  // Its variants for a making, without `mistakes`; none if it does not apply.
  std::vector<Making> (*make)(const Making&, const Facts&);

  std::vector<std::string_view> threads() const;
};

Making plain_making(const SpecFields& meant, std::string layer = {});

// The makings with one more mistake.
std::vector<Making> with_mistake(const MistakeInfo&, const Making&, const Facts&);

Rates rates_of(const Making&, Rates);

}  // namespace posenc::identification
