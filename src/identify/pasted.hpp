// Pasted numbers: a list of frequencies in one or many lines, or a table with a position in each
// line or innermost pair of brackets, as Python, NumPy, PyTorch and JSON print them. Nothing is
// evaluated.
#pragma once
#include <cstddef>
#include <string_view>
#include <vector>

#include "posenc/result.hpp"

namespace posenc::identification {

struct Pasted {
  std::vector<double> data;
  std::vector<double> halves;  // half of the last digit to which each number was rounded
  // Half of the last printed digit; may be larger for the shortest decimal of a float32 number.
  std::vector<double> shown;
  std::size_t rows = 0, cols = 0;
};

// Error: bad_argument of `numbers`.
Result<Pasted> read_pasted(std::string_view text);

}  // namespace posenc::identification
