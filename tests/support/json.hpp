// nlohmann's json, instantiated once for all tests.
#pragma once
#include <nlohmann/json.hpp>

extern template class nlohmann::basic_json<>;

namespace posenc::test {

using nlohmann::json;

}  // namespace posenc::test
