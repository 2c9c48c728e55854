// JSON text from outside. Here and in the package (web/lib/checks/json.ts) the same texts are
// refused.
#pragma once
#include <nlohmann/json_fwd.hpp>
#include <string_view>

#include "posenc/result.hpp"

namespace posenc {

// What is deeper would be copied, printed and freed by functions that call themselves.
inline constexpr int kMostJsonDepth = 64;

// An object. Errors: bad_json for what is none, is nested deeper, or has a key twice in one object:
// what says two things has no right reading. `example` stands in the message.
Result<nlohmann::json> parsed_object(std::string_view text, std::string_view example);

}  // namespace posenc
