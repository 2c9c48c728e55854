// The encodings and context extensions with their formulas, sources and parameters.
#pragma once
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace posenc {

struct Parameter {
  std::string_view name, doc;
  std::string_view kind;  // "integer", "number", "boolean", "choice" or "numbers"
  bool required = false;
  std::optional<double> initial = {};  // the index of a choice; 0 or 1 for a boolean
  std::optional<double> min = {}, max = {};
  bool min_exclusive = false;
  std::span<const std::string_view> choices = {};
  std::string_view where = {};  // when it has an effect; otherwise it is rejected
  bool trainable = false;
};

struct Row {
  std::string_view id, title, formula, citation;  // the formula in TeX
  std::string_view family = {}, note = {}, accuracy = {};
  std::span<const std::string_view> axes = {};  // if empty, their number is the parameter `axes`
  bool takes_extension = false;
  std::vector<Parameter> parameters = {};
};

std::span<const Row> encoding_rows();   // in display order
std::span<const Row> extension_rows();  // "" for properties that only encodings have

}  // namespace posenc
