// Conditions of registry rows for a parameter to have an effect: "mode=train & !values".
//
// All clauses separated by " & " must hold, and one of the terms separated by " | ". A term is
//   name      true; not 0 if the parameter has a default; otherwise given at all (an analysis's
//   input, too) !name     the opposite name=a,b  the choice is one of these
// TypeScript reads the same conditions (web/lib/checks/where.ts).
#pragma once
#include <span>
#include <string>
#include <string_view>

#include "core/params.hpp"

namespace posenc {

// Returns whether it holds, given values with defaults filled in and names of given matrices.
bool holds(std::string_view where, std::span<const ParamInfo>, const Params&,
           std::span<const std::string> inputs);

// Returns for example "mode is 'train', and values is left out".
std::string in_words(std::string_view where, std::span<const ParamInfo>);

}  // namespace posenc
