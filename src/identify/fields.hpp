// A spec as JSON has it. Results print specs as they were given, so fields keep their order.
#pragma once
#include <optional>
#include <string_view>
#include <utility>

#include "json/value.hpp"

namespace posenc::identification {

class Fields {
 public:
  Fields() = default;
  explicit Fields(Json::Object members) : members_(std::move(members)) {}

  // None if the field is missing or of another kind.
  std::optional<double> number(std::string_view name) const;
  double number(std::string_view name, double otherwise) const {
    return number(name).value_or(otherwise);
  }
  std::string_view text(std::string_view name, std::string_view otherwise) const;
  bool truth(std::string_view name, bool otherwise) const;

  // With this value in the place of the field's, or at the end.
  Fields with(std::string_view name, Json value) const;
  Fields without(std::string_view name) const;

  const Json::Object& members() const { return members_; }

 private:
  const Json* find(std::string_view name) const;
  Json::Object members_;
};

// A context extension; `type` is among its fields.
class Scaling : public Fields {
 public:
  using Fields::Fields;
  std::string_view type() const { return text("type", "default"); }
  bool is(std::string_view name) const { return type() == name; }
  // 1 if there is none
  double factor() const { return number("factor", 1); }
};

// A spec of `rope`, or of `sinusoidal` if that is what a model means.
class SpecFields : public Fields {
 public:
  using Fields::Fields;
  SpecFields(Fields fields) : Fields(std::move(fields)) {}

  bool sinusoidal() const { return text("encoding", "rope") == "sinusoidal"; }
  double dim() const { return number("dim", 0); }
  double base() const { return number("base", 10000); }
  double rotary_dim() const { return number("rotaryDim", dim()); }
  std::string_view layout() const { return text("layout", "half"); }
  // Its type is default if there is none.
  Scaling scaling() const;
  SpecFields with_scaling(const Fields& scaling) const {
    return with("scaling", scaling.members());
  }
};

}  // namespace posenc::identification
