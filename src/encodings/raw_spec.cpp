#include "encodings/raw_spec.hpp"

#include <algorithm>
#include <optional>
#include <variant>

namespace posenc {
namespace {

std::string shown(const Value& value) {
  struct Text {
    std::string operator()(bool x) const { return x ? "true" : "false"; }
    std::string operator()(double x) const { return to_text(x); }
    std::string operator()(const std::string& x) const { return "'" + x + "'"; }
    std::string operator()(const std::vector<double>& x) const {
      return "a list of " + std::to_string(x.size()) + " numbers";
    }
  };
  return std::visit(Text(), value.get());
}

std::optional<Error> read(const ParamInfo& param, const std::string& field, const Value& value,
                          RawValues& out) {
  const auto refuse = [&](const std::string& allowed) -> std::optional<Error> {
    return Error{ErrorCode::bad_param, field, "must be " + allowed + ", got " + shown(value)};
  };
  const auto take = [&](double x) -> std::optional<Error> {
    out.numbers[std::string(param.name)] = x;
    return std::nullopt;
  };
  const auto& held = value.get();
  switch (param.kind) {
    case ParamKind::numbers: {
      const auto* list = std::get_if<std::vector<double>>(&held);
      if (list == nullptr) return refuse("a list of numbers");
      if (list->size() > param.most)
        return Error{ErrorCode::bad_shape, field,
                     "has " + std::to_string(list->size()) + " items; at most " +
                         std::to_string(param.most) + " are allowed"};
      out.arrays[std::string(param.name)] = *list;
      return std::nullopt;
    }
    case ParamKind::boolean: {
      const bool* flag = std::get_if<bool>(&held);
      return flag == nullptr ? refuse("true or false") : take(*flag ? 1 : 0);
    }
    case ParamKind::choice: {
      std::string all;
      const auto* name = std::get_if<std::string>(&held);
      for (std::size_t i = 0; i < param.choices.size(); ++i) {
        if (name != nullptr && param.choices[i] == *name) return take(static_cast<double>(i));
        all += (i == 0 ? "'" : ", '") + std::string(param.choices[i]) + "'";
      }
      return refuse("one of " + all);
    }
    default: {
      const double* number = std::get_if<double>(&held);
      return number == nullptr ? refuse("a number") : take(*number);
    }
  }
}

template <class Row>
std::optional<Error> read(const Row& row, const Values& values, const std::string& prefix,
                          RawValues& out) {
  for (const auto& [name, value] : values) {
    const auto param = std::ranges::find(row.params, name, &ParamInfo::name);
    if (param == row.params.end())
      return Error{ErrorCode::unknown_param, prefix + name,
                   "'" + std::string(row.id) + "' has no parameter '" + name + "'"};
    if (auto error = read(*param, prefix + name, value, out)) return error;
  }
  return std::nullopt;
}

template <class Row>
const Row* find(std::span<const Row* const> rows, const std::string& id) {
  const auto found = std::ranges::find(rows, id, &Row::id);
  return found == rows.end() ? nullptr : *found;
}

}  // namespace

Result<EncodingSpec> raw_spec(const Spec& spec) {
  const EncodingInfo* row = find(encodings(), spec.encoding);
  if (row == nullptr)
    return Error{ErrorCode::unknown_encoding, "encoding",
                 "no encoding is called '" + spec.encoding + "'"};
  EncodingSpec raw{.encoding = spec.encoding, .values = {}};
  if (auto error = read(*row, spec.values, "", raw.values)) return *error;
  if (!spec.scaling) return raw;
  const ScalingInfo* scaling = find(scalings(), spec.scaling->type);
  if (scaling == nullptr)
    return Error{ErrorCode::unknown_scaling, "scaling.type",
                 "no context extension is called '" + spec.scaling->type + "'"};
  raw.has_scaling = true;
  raw.scaling.type = scaling->id;
  if (auto error = read(*scaling, spec.scaling->values, "scaling.", raw.scaling.values))
    return *error;
  return raw;
}

}  // namespace posenc
