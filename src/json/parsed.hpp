// Untrusted JSON text. The package (web/lib/checks/json.ts) rejects the same texts.
#pragma once
#include <nlohmann/json_fwd.hpp>
#include <string_view>

#include "posenc/result.hpp"

namespace posenc {

// Deeper values would be copied, printed and freed by deep recursion.
inline constexpr int kMostJsonDepth = 64;

// Parses an object. Errors: bad_json if the text is no object, is nested deeper, or has a key twice
// in one object, which is ambiguous. The message contains `example`.
Result<nlohmann::json> parsed_object(std::string_view text, std::string_view example);

}  // namespace posenc
