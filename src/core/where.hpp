// Conditions under which a parameter has an effect, as the row states them: "mode=train & !values".
//
// Clauses between " & " hold together, of the terms between " | " one suffices. A term is
//   name      true; not 0, where the parameter has a default; else given at all (an analysis's
//   input, too) !name     the opposite name=a,b  the choice is one of these
// Pages and TypeScript read the same text (web/lib/checks/where.ts).
#pragma once
#include <span>
#include <string>
#include <string_view>

#include "core/params.hpp"

namespace posenc {

// Whether it holds for values with the defaults filled in. `inputs` are names of given matrices.
bool holds(std::string_view where, std::span<const ParamInfo>, const Params&,
           std::span<const std::string> inputs);

// "mode is 'train', and values is left out"
std::string in_words(std::string_view where, std::span<const ParamInfo>);

}  // namespace posenc
