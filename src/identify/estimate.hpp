// Estimates the frequencies of a table's columns from its numbers, without a candidate.
#pragma once
#include <optional>
#include <vector>

#include "identify/form.hpp"
#include "identify/given.hpp"

namespace posenc::identification {

struct Estimate {
  std::vector<double> frequencies;
  std::vector<double> errors;            // relative uncertainty of each, at least that of float32
  std::optional<double> amplitude = {};  // of cos and sin; none for a list of frequencies
  std::vector<double> rounding = {};     // relative rounding of each in a list; empty for a table
  double arithmetic = 0;                 // as in Given
};

// None if there are too few rows.
std::optional<Estimate> estimated(const Given&, const Form&);

}  // namespace posenc::identification
