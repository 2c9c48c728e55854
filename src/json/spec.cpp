#include "json/spec.hpp"

#include <optional>
#include <string>

#include "core/text.hpp"
#include "json/read.hpp"
#include "json/show.hpp"
#include "posenc/json.hpp"

namespace posenc {
namespace {

std::optional<Error> read_value(const std::string& field, const Json::Member& member, Values& out) {
  const auto& [name, value] = member;
  const auto refuse = [](std::string_view where, const char* allowed, const Json& got) {
    return bad_param(where, "must be ", allowed, ", got ", shown(got));
  };
  if (const double* number = value.number()) {
    out.emplace(name, *number);
  } else if (const bool* truth = value.boolean()) {
    out.emplace(name, *truth);
  } else if (const std::string* text = value.text()) {
    out.emplace(name, *text);
  } else if (const Json::Array* items = value.array()) {
    std::vector<double> list;
    list.reserve(items->size());
    for (const Json& item : *items) {
      if (item.number() == nullptr)
        return refuse(field + "[" + std::to_string(list.size()) + "]", "a number", item);
      list.push_back(*item.number());
    }
    out.emplace(name, std::move(list));
  } else {
    return refuse(field, "a number, true or false, a name or a list of numbers", value);
  }
  return std::nullopt;
}

// A row's name and its parameters: an object's member `key`, and all others except `skipped`.
struct Named {
  std::string name;
  Values values;
};
Result<Named> read_named(const Json& object, std::string_view key, std::string_view skipped,
                         ErrorCode unknown, const std::string& prefix) {
  const Json* id = object.find(key);
  if (id == nullptr)
    return refusal(ErrorCode::missing_param, prefix + std::string(key), {"is missing"});
  if (id->text() == nullptr)
    return refusal(unknown, prefix + std::string(key), {"must be a name, got ", shown(*id)});
  Named out{*id->text(), {}};
  for (const Json::Member& member : *object.object())
    if (member.name != key && member.name != skipped)
      if (auto error = read_value(prefix + member.name, member, out.values)) return *error;
  return out;
}

}  // namespace

Result<Spec> spec_from_json(std::string_view text) {
  const Result<Json> parsed = read_json(text);
  return parsed ? spec_of(*parsed) : parsed.error();
}

Result<Spec> spec_of(const Json& json) {
  if (json.object() == nullptr)
    return Error{ErrorCode::bad_json, "",
                 R"(must be a JSON object such as {"encoding": "rope", "dim": 128})"};
  Result<Named> encoding = read_named(json, "encoding", "scaling", ErrorCode::unknown_encoding, "");
  if (!encoding) return encoding.error();
  Spec spec{std::move(encoding->name), std::move(encoding->values)};
  const Json* scaling = json.find("scaling");
  if (scaling == nullptr) return spec;
  if (scaling->object() == nullptr)
    return Error{ErrorCode::bad_param, "scaling",
                 R"(must be an object such as {"type": "linear", "factor": 4})"};
  Result<Named> extension =
      read_named(*scaling, "type", "", ErrorCode::unknown_scaling, "scaling.");
  if (!extension) return extension.error();
  spec.scaling = Extension{std::move(extension->name), std::move(extension->values)};
  return spec;
}

}  // namespace posenc
