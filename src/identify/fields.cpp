#include "identify/fields.hpp"

#include <algorithm>
#include <string>

namespace posenc::identification {

const Json* Fields::find(std::string_view name) const {
  const auto at = std::ranges::find(members_, name, &Json::Member::name);
  return at == members_.end() ? nullptr : &at->value;
}

std::optional<double> Fields::number(std::string_view name) const {
  const Json* value = find(name);
  const double* number = value == nullptr ? nullptr : value->number();
  return number == nullptr ? std::nullopt : std::optional(*number);
}

std::string_view Fields::text(std::string_view name, std::string_view otherwise) const {
  const Json* value = find(name);
  const std::string* text = value == nullptr ? nullptr : value->text();
  return text == nullptr ? otherwise : std::string_view(*text);
}

bool Fields::truth(std::string_view name, bool otherwise) const {
  const Json* value = find(name);
  const bool* truth = value == nullptr ? nullptr : value->boolean();
  return truth == nullptr ? otherwise : *truth;
}

Fields Fields::with(std::string_view name, Json value) const {
  Json::Object all = members_;
  const auto at = std::ranges::find(all, name, &Json::Member::name);
  if (at == all.end())
    all.push_back({std::string(name), std::move(value)});
  else
    at->value = std::move(value);
  return Fields(std::move(all));
}

Fields Fields::without(std::string_view name) const {
  Json::Object all = members_;
  std::erase_if(all, [&](const Json::Member& member) { return member.name == name; });
  return Fields(std::move(all));
}

Scaling SpecFields::scaling() const {
  for (const Json::Member& member : members())
    if (member.name == "scaling" && member.value.object() != nullptr)
      return Scaling(*member.value.object());
  return {};
}

}  // namespace posenc::identification
