// What there is: the encodings and context extensions, with their formulas, sources and parameters.
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
  std::optional<double> initial = {};  // of a choice: its index; of a boolean: 0 or 1
  std::optional<double> min = {}, max = {};
  bool min_exclusive = false;
  std::span<const std::string_view> choices = {};
  std::string_view where = {};  // when it has an effect; elsewhere it is refused
  bool trainable = false;
};

struct Row {
  std::string_view id, title, formula, citation;  // the formula in TeX
  std::string_view family = {}, note = {}, accuracy = {};
  std::span<const std::string_view> axes = {};  // empty: as many as the parameter `axes` says
  bool takes_extension = false;
  std::vector<Parameter> parameters = {};
};

std::span<const Row> encoding_rows();   // in display order
std::span<const Row> extension_rows();  // "" of what only encodings have

}  // namespace posenc
