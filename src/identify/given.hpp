// The given numbers as a matrix, and the precision of each.
#pragma once
#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

#include "identify/pasted.hpp"
#include "posenc/identify.hpp"
#include "precision/format.hpp"

namespace posenc::identification {

struct Given {
  Subject subject = Subject::frequencies;
  std::span<const double> data;
  std::size_t rows = 0, cols = 0;  // one row for a list of frequencies
  double first_position = 0;
  std::string_view format = {};  // "text", or the narrowest number format that has all values
  double arithmetic = 0;         // relative rounding of the operations that computed them

  // Rounding error of a stored number: half a unit of its format, or half of the last printed
  // digit.
  double slack(std::size_t index) const;
  double at(std::size_t row, std::size_t col) const { return data[row * cols + col]; }
  // True for numbers with more digits than float32, which show intermediate float32 rounding.
  bool is_exact() const { return arithmetic < 0x1p-24; }

  double half = 0, least = 0;               // of a format
  std::vector<double> printed_halves = {};  // of text
  bool float32_text = false;
};

// Numbers in memory or from a file.
Given given_numbers(Subject, std::span<const double> data, std::size_t rows);
// Numbers from text, each with the possible rounding error of its digits.
Given given_text(const Pasted&);

// Half the distance from 1 to the next number.
double unit_of(Format);

}  // namespace posenc::identification
