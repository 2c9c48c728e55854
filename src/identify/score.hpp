// The distance of a candidate's numbers from the given ones, in units of the allowed rounding.
//
// Allowed rounding: computing a frequency f of base b with its extension takes some operations of
// relative error u. The power costs most, u ln b. Blending the plain frequency p with a part of it
// has errors of about u |p - f|. So the error is u (4 + ln b) (|f| + 2 |p - f|). An angle at
// position x has x times that and its own rounding u x f. A cosine or sine has the error of its
// angle, at most 2, and that of its own format.
#pragma once
#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "identify/form.hpp"
#include "identify/given.hpp"
#include "identify/making.hpp"

namespace posenc::identification {

// The first number of a pair that is beyond rounding.
struct Parting {
  std::size_t pair;
  std::optional<double> position;  // in a table
  double given, made;
};

struct Fit {
  double residual = 0;     // the largest |given - made|
  double of_rounding = 0;  // the largest difference relative to the rounding tolerance
  std::size_t pairs_alike = 0;
  std::optional<Parting> parts = {};  // of the first pair that has one
};

// Rows that distinguish candidates: all of a small table, otherwise the first ones and increasingly
// distant others.
std::vector<std::size_t> telling_rows(const Given&);

Fit fit_of(const Given&, const Making&, const Rates&, const Form&,
           std::span<const std::size_t> rows);

}  // namespace posenc::identification
