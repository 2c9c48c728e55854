// JSON values. Each value of a text knows where it stands in it.
#pragma once
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace posenc {

class Json {
 public:
  struct Member;
  using Array = std::vector<Json>;
  using Object = std::vector<Member>;  // in the order of the text; no name stands twice

  Json();  // null
  Json(bool truth);
  Json(double number);
  Json(std::string text);
  Json(std::string_view text);
  Json(const char* text);
  Json(Array items);
  Json(Object members);

  bool is_null() const { return held_.index() == 0; }
  // Null if the value is of another kind.
  const bool* boolean() const { return std::get_if<bool>(&held_); }
  const double* number() const { return std::get_if<double>(&held_); }
  const std::string* text() const { return std::get_if<std::string>(&held_); }
  const Array* array() const { return std::get_if<Array>(&held_); }
  const Object* object() const { return std::get_if<Object>(&held_); }
  // The value of a member; null if there is none, or if this is no object.
  const Json* find(std::string_view name) const;

  // Offset of the first byte in the text.
  std::size_t offset() const { return offset_; }
  void set_offset(std::size_t offset) { offset_ = offset; }

 private:
  std::variant<std::monostate, bool, double, std::string, Array, Object> held_;
  std::size_t offset_ = 0;
};

struct Json::Member {
  std::string name;
  Json value;
};

inline Json::Json() = default;
inline Json::Json(bool truth) : held_(truth) {}
inline Json::Json(double number) : held_(number) {}
inline Json::Json(std::string text) : held_(std::move(text)) {}
inline Json::Json(std::string_view text) : held_(std::string(text)) {}
inline Json::Json(const char* text) : held_(std::string(text)) {}
inline Json::Json(Array items) : held_(std::move(items)) {}
inline Json::Json(Object members) : held_(std::move(members)) {}

inline const Json* Json::find(std::string_view name) const {
  if (const Object* members = object())
    for (const Member& member : *members)
      if (member.name == name) return &member.value;
  return nullptr;
}

}  // namespace posenc
