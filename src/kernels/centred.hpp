// Tables as they are compared: without the means of their columns, and of norm 1.
#pragma once
#include "core/matrix.hpp"

namespace posenc {

// Each column minus its mean. A column whose entries all lie within n·2^-52 of its largest
// from the mean is constant, and becomes 0.
Matrix centred(Matrix table);

// The table over its Frobenius norm; empty, 0 x 0, where that is 0.
Matrix normalised(Matrix table);

}  // namespace posenc
