// Checks of tables for the diagnostics.
#pragma once
#include <cstddef>
#include <optional>
#include <string_view>

#include "analyses/analysis.hpp"
#include "core/matrix.hpp"
#include "posenc/result.hpp"

namespace posenc {

// Returns an error if there are more rows or columns than this.
std::optional<Error> large_table(std::string_view field, const Size&, Count most_rows,
                                 Count most_columns);

// Returns an error if the table is empty or its entries' fourth powers underflow: the largest entry
// must be 0 or at least 10^-60. (No input of an analysis has entries above 10^60.)
std::optional<Error> check_table(std::string_view field, const Matrix& table,
                                 std::size_t least_rows = 1);

// Checks a list: one number in each row (or one row of them), `size` of them unless that is 0.
std::optional<Error> bad_list(std::string_view field, const Matrix& list, std::size_t size = 0);

}  // namespace posenc
