#include "core/where.hpp"

#include <algorithm>
#include <vector>

namespace posenc {
namespace {

std::vector<std::string_view> split(std::string_view text, std::string_view between) {
  std::vector<std::string_view> parts;
  for (;;) {
    const std::size_t end = text.find(between);
    parts.push_back(text.substr(0, end));
    if (end == std::string_view::npos) return parts;
    text.remove_prefix(end + between.size());
  }
}

struct Term {
  std::string_view name;
  bool negated;
  std::vector<std::string_view> choices;
  const ParamInfo* info;  // null for an input
};

Term term_of(std::string_view text, std::span<const ParamInfo> infos) {
  Term term{.name = text, .negated = text.starts_with('!'), .choices = {}, .info = nullptr};
  if (term.negated) term.name.remove_prefix(1);
  if (const std::size_t equals = term.name.find('='); equals != std::string_view::npos) {
    term.choices = split(term.name.substr(equals + 1), ",");
    term.name = term.name.substr(0, equals);
  }
  for (const ParamInfo& info : infos)
    if (info.name == term.name) term.info = &info;
  return term;
}

// Returns whether it always has a value, so that a condition tests for not 0.
bool is_always_there(const ParamInfo& p) { return p.required || p.initial == p.initial; }

bool is_true(const Term& term, const Params& p, std::span<const std::string> inputs) {
  if (term.info == nullptr) return std::ranges::find(inputs, term.name) != inputs.end();
  if (!term.choices.empty())
    return std::ranges::find(term.choices, term.info->choices[p.choice(term.name)]) !=
           term.choices.end();
  return is_always_there(*term.info) ? p.number(term.name) != 0 : p.has(term.name);
}

std::string in_words(const Term& term) {
  const std::string name(term.name);
  if (!term.choices.empty()) {
    std::string list;
    for (const std::string_view choice : term.choices)
      list += (list.empty() ? "'" : " or '") + std::string(choice) + "'";
    return name + " is " + list;
  }
  if (term.info != nullptr && term.info->kind == ParamKind::boolean)
    return name + (term.negated ? " is false" : " is true");
  if (term.info != nullptr && is_always_there(*term.info))
    return name + (term.negated ? " is 0" : " is not 0");
  return name + (term.negated ? " is left out" : " is given");
}

}  // namespace

bool holds(std::string_view where, std::span<const ParamInfo> infos, const Params& p,
           std::span<const std::string> inputs) {
  return where.empty() || std::ranges::all_of(split(where, " & "), [&](std::string_view clause) {
           return std::ranges::any_of(split(clause, " | "), [&](std::string_view text) {
             const Term term = term_of(text, infos);
             return is_true(term, p, inputs) != term.negated;
           });
         });
}

std::string in_words(std::string_view where, std::span<const ParamInfo> infos) {
  std::string all;
  for (const std::string_view clause : split(where, " & ")) {
    std::string words;
    for (const std::string_view text : split(clause, " | "))
      words += (words.empty() ? "" : " or ") + in_words(term_of(text, infos));
    all += (all.empty() ? "" : ", and ") + words;
  }
  return all;
}

}  // namespace posenc
