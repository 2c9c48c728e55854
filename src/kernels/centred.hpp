// Normalisation of tables for comparisons: zero column means and norm 1.
#pragma once
#include "core/matrix.hpp"

namespace posenc {

// Subtracts each column's mean. A column whose entries are all within n·2^-52 of its largest from
// the mean is constant, and becomes 0.
Matrix centred(Matrix table);

// The table divided by its Frobenius norm; empty, 0 x 0, if that is 0.
Matrix normalised(Matrix table);

}  // namespace posenc
