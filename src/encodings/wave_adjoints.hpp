// Gradients through waves with respect to the frequencies, for a table's rows and for a rotation,
// and with respect to rotated vectors. Frequencies of all rows with waves can be trained, starting
// from the row's; they are parameters of the row if Rotary::trained lists them.
//
// Frequencies are (p, a), rad per unit, as in trig_table.hpp.
#pragma once
#include <span>

#include "encodings/encoding.hpp"

namespace posenc {

// Replaces the frequencies, computed with Wide from these values.
void set_frequencies(TrigTable&, std::span<const double> radians);

// Adds the gradient of Σ_c upstream[c]·row[c] at a position to `gradient` (p, a).
void row_adjoint(const TrigTable&, const double* position, const double* upstream,
                 double* gradient);

// Gradient of Σ_c upstream[c]·y[c], where y is x (head_dim) rotated at a position: adds to
// x_gradient (head_dim) and to `gradient` (p, a) unless that is null.
void rotation_adjoint(const Rotary&, const double* position, const double* x,
                      const double* upstream, double* x_gradient, double* gradient);

}  // namespace posenc
