// Gradients through waves: by the frequencies, of a table's rows and of a rotation, and by the
// vectors that were rotated. Frequencies of any row of waves can be trained, from where the row
// puts them; they are parameters of the row where Rotary::trained lists them.
//
// Frequencies are (p, a), rad per unit, as trig_table.hpp has them.
#pragma once
#include <span>

#include "encodings/encoding.hpp"

namespace posenc {

// Waves of other frequencies: what Wide makes of these numbers.
void set_frequencies(TrigTable&, std::span<const double> radians);

// Adds the gradient of Σ_c upstream[c]·row[c] at a position to `gradient` (p, a).
void row_adjoint(const TrigTable&, const double* position, const double* upstream,
                 double* gradient);

// Of Σ_c upstream[c]·y[c], where y is x (head_dim) rotated at a position: adds to x_gradient
// (head_dim) and to `gradient` (p, a) unless that is null.
void rotation_adjoint(const Rotary&, const double* position, const double* x,
                      const double* upstream, double* x_gradient, double* gradient);

}  // namespace posenc
