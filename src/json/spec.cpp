#include "json/spec.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

namespace posenc {
namespace {

using nlohmann::json;

Error bad(ErrorCode code, std::string field, std::string message) {
  return {code, std::move(field), std::move(message)};
}

template <class Row>
const Row* row_of(std::span<const Row* const> rows, const json& id) {
  if (!id.is_string()) return nullptr;
  const auto found = std::ranges::find_if(
      rows, [&](const Row* row) { return row->id == id.get_ref<const std::string&>(); });
  return found == rows.end() ? nullptr : *found;
}

std::optional<Error> read_list(const ParamInfo& param, const std::string& field, const json& value,
                               RawValues& out) {
  if (value.size() > param.most)
    return bad(ErrorCode::bad_shape, field,
               "has " + std::to_string(value.size()) + " items; at most " +
                   std::to_string(param.most) + " are allowed");
  std::vector<double> list;
  list.reserve(value.size());
  for (const json& item : value) {
    if (!item.is_number())
      return bad(ErrorCode::bad_param, field + "[" + std::to_string(list.size()) + "]",
                 "must be a number, got " + item.dump());
    list.push_back(item.get<double>());
  }
  out.arrays[std::string(param.name)] = std::move(list);
  return std::nullopt;
}

std::optional<Error> read_value(const ParamInfo& param, const std::string& field, const json& value,
                                RawValues& out) {
  const auto refuse = [&](std::string_view what) {
    return bad(ErrorCode::bad_param, field,
               "must be " + std::string(what) + ", got " + value.dump());
  };
  const auto take = [&](double x) {
    out.numbers[std::string(param.name)] = x;
    return std::nullopt;
  };
  switch (param.kind) {
    case ParamKind::numbers:
      if (!value.is_array()) return refuse("a list of numbers");
      return read_list(param, field, value, out);
    case ParamKind::boolean:
      if (!value.is_boolean()) return refuse("true or false");
      return take(value.get<bool>() ? 1 : 0);
    case ParamKind::choice:
      for (std::size_t i = 0; i < param.choices.size() && value.is_string(); ++i)
        if (param.choices[i] == value.get_ref<const std::string&>())
          return take(static_cast<double>(i));
      {
        std::string all;
        for (const std::string_view choice : param.choices)
          all += (all.empty() ? "'" : ", '") + std::string(choice) + "'";
        return refuse("one of " + all);
      }
    default:
      if (!value.is_number()) return refuse("a number");
      return take(value.get<double>());
  }
}

// All of an object but its `skipped` names.
std::optional<Error> read_values(std::span<const ParamInfo> params, const json& object,
                                 std::initializer_list<std::string_view> skipped,
                                 std::string_view row, const std::string& prefix, RawValues& out) {
  for (const auto& [name, value] : object.items()) {
    if (std::ranges::find(skipped, name) != skipped.end()) continue;
    const auto param = std::ranges::find(params, name, &ParamInfo::name);
    if (param == params.end())
      return bad(ErrorCode::unknown_param, prefix + name,
                 std::string(row) + " has no parameter '" + name + "'");
    if (auto error = read_value(*param, prefix + name, value, out)) return error;
  }
  return std::nullopt;
}

}  // namespace

Result<EncodingSpec> spec_from_json(std::string_view text) {
  const json object = json::parse(text, nullptr, false);
  if (!object.is_object())
    return bad(ErrorCode::bad_json, "",
               R"(must be a JSON object such as {"encoding": "rope", "dim": 128})");
  if (!object.contains("encoding")) return bad(ErrorCode::missing_param, "encoding", "is missing");
  const EncodingInfo* row = row_of(encodings(), object["encoding"]);
  if (row == nullptr)
    return bad(ErrorCode::unknown_encoding, "encoding",
               "no encoding is called " + object["encoding"].dump());
  EncodingSpec spec;
  spec.encoding = row->id;
  const bool scaled = row->scalable && object.contains("scaling");
  if (auto error =
          row->scalable
              ? read_values(row->params, object, {"encoding", "scaling"}, row->id, "", spec.values)
              : read_values(row->params, object, {"encoding"}, row->id, "", spec.values))
    return *error;
  if (!scaled) return spec;
  const json& scaling = object["scaling"];
  if (!scaling.is_object() || !scaling.contains("type"))
    return bad(ErrorCode::bad_param, "scaling",
               R"(must be an object such as {"type": "linear", "factor": 4})");
  const ScalingInfo* extension = row_of(scalings(), scaling["type"]);
  if (extension == nullptr)
    return bad(ErrorCode::unknown_scaling, "scaling.type",
               "no context extension is called " + scaling["type"].dump());
  spec.has_scaling = true;
  spec.scaling.type = extension->id;
  if (auto error = read_values(extension->params, scaling, {"type"}, extension->id, "scaling.",
                               spec.scaling.values))
    return *error;
  return spec;
}

}  // namespace posenc
