#include "json/read.hpp"

#include <string>

#include "json/show.hpp"
#include "json/write.hpp"
#include "targets.hpp"

namespace posenc::fuzz {
namespace {

// The place of each value, and every string in a message.
void look_at(const Json& value, std::string_view text) {
  must(value.offset() < text.size(), "a value stands in its text");
  must(!shown(value).empty(), "a value can be shown");
  if (const Json::Array* items = value.array())
    for (const Json& item : *items) look_at(item, text);
  if (const Json::Object* members = value.object())
    for (const Json::Member& member : *members) {
      must(value.find(member.name) == &member.value, "a member is found by its name");
      look_at(member.value, text);
    }
}

}  // namespace

void json(Input input) {
  const std::string_view given = text(input);
  const Result<Json> read = read_json(given, {.python_constants = true});
  if (!read) return must_be_said(read.error());
  look_at(*read, given);
  const std::string written = write_json(*read);
  const Result<Json> again = read_json(written);
  must(again.has_value(), "what is written can be read");
  must(write_json(*again) == written, "reading it again changes nothing");
}

}  // namespace posenc::fuzz
