#include "json/parsed.hpp"

#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <vector>

#include "core/default_arithmetic.hpp"

namespace posenc {

using nlohmann::json;

Result<json> parsed_object(std::string_view text, std::string_view example) {
  const DefaultArithmetic arithmetic;  // a decimal number is rounded to nearest in every mode
  std::vector<std::set<std::string, std::less<>>> open;  // the keys of each enclosing object
  std::string fault;
  const auto look = [&](int depth, json::parse_event_t event, json& value) {
    if (!fault.empty()) return false;  // the text is read to its end, but no value is built
    switch (event) {
      case json::parse_event_t::object_start:
        open.emplace_back();
        [[fallthrough]];
      case json::parse_event_t::array_start:
        if (depth < kMostJsonDepth) return true;
        fault = "is nested more than " + std::to_string(kMostJsonDepth) + " deep";
        return false;
      case json::parse_event_t::key: {
        const auto& key = value.get_ref<const std::string&>();
        if (!open.back().insert(key).second)
          fault = "has the key '" + key + "' twice in one object";
        return true;
      }
      case json::parse_event_t::object_end:
        open.pop_back();
        return true;
      default:
        return true;
    }
  };
  json object = json::parse(text, look, false);
  if (!fault.empty()) return Error{ErrorCode::bad_json, "", std::move(fault)};
  if (!object.is_object())
    return Error{ErrorCode::bad_json, "", "must be a JSON object such as " + std::string(example)};
  return object;
}

}  // namespace posenc
