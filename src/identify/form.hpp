// Arrangements of frequencies, cosines and sines in the columns of the given numbers.
#pragma once
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "posenc/identify.hpp"

namespace posenc::identification {

enum class Wave { frequency, cosine, sine };

struct Column {
  std::size_t pair;
  Wave wave;
};

struct Form {
  std::string text;  // completes "it holds ..."
  std::size_t pairs;
  std::vector<Column> columns;
  std::string_view layout = {};  // implied by the order of channels, if it is
  bool permuted = false;         // an order in which models do not store frequencies

  bool is_frequencies() const { return columns[0].wave == Wave::frequency; }
};

// The possible forms of this many columns.
std::vector<Form> forms_of(Subject subject, std::size_t columns);

// True if the form has these pairs and its order is that of the layout, or of the other one if
// exchanged.
bool fits(const Form& form, std::size_t pairs, std::string_view layout, bool exchanged);

}  // namespace posenc::identification
