// Tables as they are compared: without the means of their columns, and of norm 1.
#pragma once
#include "core/matrix.hpp"
#include "core/steps.hpp"

namespace posenc {

// out ← each column minus its mean. A column whose entries all lie within n·2^-52 of its largest
// from the mean is constant, and becomes 0.
Steps centred(const Matrix& given, Matrix& out);

// out ← the table over its Frobenius norm; left empty, 0 x 0, where that is 0.
Steps normalised(const Matrix& given, Matrix& out);

}  // namespace posenc
