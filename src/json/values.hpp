// Parameters from JSON: the members of an already parsed object, by name.
#pragma once
#include <initializer_list>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

#include "posenc/result.hpp"
#include "posenc/spec.hpp"

namespace posenc {

// Returns all members except the `skipped` ones; `prefix` is put before their names in errors.
Result<Values> values_from_json(const nlohmann::json& object,
                                std::initializer_list<std::string_view> skipped,
                                const std::string& prefix);

}  // namespace posenc
