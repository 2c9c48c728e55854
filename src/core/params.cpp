#include "core/params.hpp"

#include "core/where.hpp"

namespace posenc {
namespace {

const ParamInfo* find(std::span<const ParamInfo> infos, std::string_view name) {
  for (const ParamInfo& info : infos)
    if (info.name == name) return &info;
  return nullptr;
}

std::string names(std::span<const ParamInfo> infos) {
  std::string all;
  for (const ParamInfo& info : infos) {
    if (!all.empty()) all += ", ";
    all += info.name;
  }
  return all.empty() ? "none" : all;
}

std::string allowed(const ParamInfo& p) {
  switch (p.kind) {
    case ParamKind::boolean:
      return "0 or 1";
    case ParamKind::choice:
      return "an index below " + std::to_string(p.choices.size());
    default:
      break;
  }
  std::string text = p.kind == ParamKind::integer ? "an integer" : "a finite number";
  if (p.min != -kInfinity) text += (p.min_exclusive ? " > " : " >= ") + to_text(p.min);
  if (p.max != kInfinity)
    text += std::string(p.min != -kInfinity ? " and" : "") + " <= " + to_text(p.max);
  return text;
}

bool is_integer(double x) {
  return x >= -0x1p53 && x <= 0x1p53 && static_cast<double>(static_cast<std::int64_t>(x)) == x;
}

bool fits(const ParamInfo& p, double x) {
  if (!(x > -kInfinity && x < kInfinity)) return false;  // also false for NaN
  switch (p.kind) {
    case ParamKind::boolean:
      return x == 0 || x == 1;
    case ParamKind::choice:
      return is_integer(x) && x >= 0 && x < static_cast<double>(p.choices.size());
    case ParamKind::integer:
      if (!is_integer(x)) return false;
      break;
    default:
      break;
  }
  return (p.min_exclusive ? x > p.min : x >= p.min) && x <= p.max;
}

}  // namespace

bool Params::has(std::string_view name) const {
  return values_.numbers.contains(name) || values_.arrays.contains(name);
}
double Params::number(std::string_view name) const {
  const auto it = values_.numbers.find(name);
  if (it == values_.numbers.end()) trap();
  return it->second;
}
double Params::number_or(std::string_view name, double otherwise) const {
  const auto it = values_.numbers.find(name);
  return it == values_.numbers.end() ? otherwise : it->second;
}
std::int64_t Params::integer(std::string_view name) const {
  return static_cast<std::int64_t>(number(name));
}
std::span<const double> Params::numbers(std::string_view name) const {
  const auto it = values_.arrays.find(name);
  if (it == values_.arrays.end()) trap();
  return it->second;
}
std::vector<double> Params::numbers_or(std::string_view name, std::vector<double> otherwise) const {
  const auto it = values_.arrays.find(name);
  return it == values_.arrays.end() ? std::move(otherwise) : it->second;
}
void Params::set(std::string_view name, double value) {
  values_.numbers.insert_or_assign(std::string(name), value);
}

Result<Params> check(std::span<const ParamInfo> infos, const RawValues& given,
                     std::string_view prefix, std::span<const std::string> inputs) {
  const auto fail = [&](ErrorCode code, std::string_view name, std::string message) {
    return Error{code, std::string(prefix) + std::string(name), std::move(message)};
  };
  Params params;
  for (const auto& [name, x] : given.numbers) {
    const ParamInfo* p = find(infos, name);
    if (p == nullptr)
      return fail(ErrorCode::unknown_param, name, "unknown parameter; known: " + names(infos));
    if (p->kind == ParamKind::numbers)
      return fail(ErrorCode::bad_param, name, "must be a list of numbers");
    if (!fits(*p, x))
      return fail(ErrorCode::bad_param, name, "must be " + allowed(*p) + ", got " + to_text(x));
  }
  for (const auto& [name, list] : given.arrays) {
    const ParamInfo* p = find(infos, name);
    if (p == nullptr)
      return fail(ErrorCode::unknown_param, name, "unknown parameter; known: " + names(infos));
    if (p->kind != ParamKind::numbers)
      return fail(ErrorCode::bad_param, name, "must be " + allowed(*p) + ", not a list");
    if (list.size() > p->most)
      return fail(ErrorCode::bad_shape, name,
                  "has " + std::to_string(list.size()) + " items; at most " +
                      std::to_string(p->most) + " are allowed");
    for (std::size_t i = 0; i < list.size(); ++i)
      if (!fits(*p, list[i]))
        return fail(ErrorCode::bad_param, name,
                    "element " + std::to_string(i) + " must be " + allowed(*p) + ", got " +
                        to_text(list[i]));
  }
  params.values_ = given;
  for (const ParamInfo& p : infos) {
    if (params.has(p.name)) continue;
    if (p.required) return fail(ErrorCode::missing_param, p.name, "is needed: " + allowed(p));
    if (p.initial == p.initial) params.set(p.name, p.initial);
  }
  for (const ParamInfo& p : infos)
    if ((given.numbers.contains(p.name) || given.arrays.contains(p.name)) &&
        !holds(p.where, infos, params, inputs))
      return fail(ErrorCode::bad_param, p.name,
                  "has no effect here: it counts only where " + in_words(p.where, infos));
  return params;
}

}  // namespace posenc
