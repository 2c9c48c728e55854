#include "encodings/raw_spec.hpp"

#include <algorithm>
#include <optional>
#include <variant>

#include "core/rows.hpp"

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

std::optional<Error> read(const ParamInfo& param, const std::string& name, const std::string& field,
                          const Value& value, RawValues& out) {
  const auto refuse = [&](const std::string& allowed) -> std::optional<Error> {
    return bad_param(field, "must be ", allowed, ", got ", shown(value));
  };
  const auto take = [&](double x) -> std::optional<Error> {
    out.numbers[name] = x;
    return std::nullopt;
  };
  const auto& held = value.get();
  switch (param.kind) {
    case ParamKind::numbers: {
      const auto* list = std::get_if<std::vector<double>>(&held);
      if (list == nullptr) return refuse("a list of numbers");
      if (list->size() > param.most)
        return bad_shape(field, "has ", list->size(), " items; at most ", param.most,
                         " are allowed");
      out.arrays[name] = *list;
      return std::nullopt;
    }
    case ParamKind::boolean: {
      const bool* flag = std::get_if<bool>(&held);
      return flag == nullptr ? refuse("true or false") : take(*flag ? 1 : 0);
    }
    case ParamKind::choice: {
      std::string all;
      const auto* chosen = std::get_if<std::string>(&held);
      for (std::size_t i = 0; i < param.choices.size(); ++i) {
        if (chosen != nullptr && param.choices[i] == *chosen) return take(static_cast<double>(i));
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

}  // namespace

Result<RawValues> raw_values(std::span<const ParamInfo> params, const Values& values,
                             std::string_view of, const std::string& prefix) {
  RawValues out;
  for (const auto& [name, value] : values) {
    const auto param = std::ranges::find(params, name, &ParamInfo::name);
    if (param == params.end())
      return refusal(ErrorCode::unknown_param, prefix + name,
                     {of, " has no parameter '", name, "'"});
    if (auto error = read(*param, name, prefix + name, value, out)) return *error;
  }
  return out;
}

Result<EncodingSpec> raw_spec(const Spec& spec) {
  const EncodingInfo* row = find_row(encodings(), spec.encoding);
  if (row == nullptr)
    return refusal(ErrorCode::unknown_encoding, "encoding",
                   {"no encoding is called '", spec.encoding, "'"});
  const auto quoted = [](std::string_view id) { return "'" + std::string(id) + "'"; };
  Result<RawValues> values = raw_values(row->params, spec.values, quoted(row->id), "");
  if (!values) return values.error();
  EncodingSpec raw{.encoding = spec.encoding, .values = std::move(*values)};
  if (!spec.scaling) return raw;
  const ScalingInfo* scaling = find_row(scalings(), spec.scaling->type);
  if (scaling == nullptr)
    return refusal(ErrorCode::unknown_scaling, "scaling.type",
                   {"no context extension is called '", spec.scaling->type, "'"});
  raw.has_scaling = true;
  values = raw_values(scaling->params, spec.scaling->values, quoted(scaling->id), "scaling.");
  if (!values) return values.error();
  raw.scaling.type = scaling->id, raw.scaling.values = std::move(*values);
  return raw;
}

}  // namespace posenc
