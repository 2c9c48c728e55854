// When a symmetric matrix counts as positive semi-definite, and which of its eigenvalues are known:
// the one rule for every kernel matrix that is given.
#pragma once
#include <string_view>
#include <vector>

#include "posenc/result.hpp"

namespace posenc {

// An error that names `field` where one of the eigenvalues (descending, at least one) is below
// -10^-6 of the largest in size. Else the floor that noise reaches: n·2^-52 of the largest, or the
// size of the least one where it is negative, for that is the error of the entries.
Result<double> semidefinite_floor(const std::vector<double>& eigenvalues, std::string_view field);

}  // namespace posenc
