#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "json/parsed.hpp"
#include "json/values.hpp"
#include "posenc/json.hpp"

namespace posenc {
namespace {

using nlohmann::json;

std::optional<Error> read_value(const std::string& field, const json& value, const std::string& key,
                                Values& out) {
  const auto refuse = [](std::string where, const std::string& allowed, const json& got) {
    return Error{ErrorCode::bad_param, std::move(where),
                 "must be " + allowed + ", got " + got.dump()};
  };
  if (value.is_number()) {
    out.emplace(key, value.get<double>());
  } else if (value.is_boolean()) {
    out.emplace(key, value.get<bool>());
  } else if (value.is_string()) {
    out.emplace(key, value.get<std::string>());
  } else if (value.is_array()) {
    std::vector<double> list;
    list.reserve(value.size());
    for (const json& item : value) {
      if (!item.is_number())
        return refuse(field + "[" + std::to_string(list.size()) + "]", "a number", item);
      list.push_back(item.get<double>());
    }
    out.emplace(key, std::move(list));
  } else {
    return refuse(field, "a number, true or false, a name or a list of numbers", value);
  }
  return std::nullopt;
}

}  // namespace

Result<Values> values_from_json(const json& object, std::initializer_list<std::string_view> skipped,
                                const std::string& prefix) {
  Values out;
  for (const auto& [name, value] : object.items())
    if (std::ranges::find(skipped, name) == skipped.end())
      if (auto error = read_value(prefix + name, value, name, out)) return *error;
  return out;
}

Result<Spec> spec_from_json(std::string_view text) {
  const Result<json> parsed = parsed_object(text, R"({"encoding": "rope", "dim": 128})");
  if (!parsed) return parsed.error();
  const json& object = *parsed;
  if (!object.contains("encoding"))
    return Error{ErrorCode::missing_param, "encoding", "is missing"};
  if (!object["encoding"].is_string())
    return Error{ErrorCode::unknown_encoding, "encoding",
                 "no encoding is called " + object["encoding"].dump()};
  Spec spec{object["encoding"].get<std::string>()};
  Result<Values> values = values_from_json(object, {"encoding", "scaling"}, "");
  if (!values) return values.error();
  spec.values = std::move(*values);
  if (!object.contains("scaling")) return spec;
  const json& scaling = object["scaling"];
  if (!scaling.is_object())
    return Error{ErrorCode::bad_param, "scaling",
                 R"(must be an object such as {"type": "linear", "factor": 4})"};
  if (!scaling.contains("type"))
    return Error{ErrorCode::missing_param, "scaling.type", "is missing"};
  if (!scaling["type"].is_string())
    return Error{ErrorCode::unknown_scaling, "scaling.type",
                 "no context extension is called " + scaling["type"].dump()};
  values = values_from_json(scaling, {"type"}, "scaling.");
  if (!values) return values.error();
  spec.scaling = Extension{scaling["type"].get<std::string>(), std::move(*values)};
  return spec;
}

}  // namespace posenc
