// The registry of the C interface: the public rows as JSON.
#include <string>

#include "c/guarded.hpp"
#include "json/write.hpp"
#include "posenc/registry.hpp"
#include "posenc/version.hpp"

namespace posenc::c {
namespace {

Json::Array texts(auto list) {
  Json::Array out;
  for (const std::string_view text : list) out.push_back(text);
  return out;
}

Json::Object described(const Parameter& p) {
  Json::Object out;
  const auto add = [&](const char* name, Json value) { out.push_back({name, std::move(value)}); };
  add("name", p.name);
  add("kind", p.kind);
  add("doc", p.doc);
  add("required", p.required);
  if (p.initial && p.kind == "boolean")
    add("initial", *p.initial != 0);
  else if (p.initial && p.kind == "choice")
    add("initial", p.choices[static_cast<std::size_t>(*p.initial)]);
  else if (p.initial)
    add("initial", *p.initial);
  if (p.min) add("min", *p.min);
  if (p.max) add("max", *p.max);
  if (p.min_exclusive) add("minExclusive", true);
  if (!p.choices.empty()) add("choices", texts(p.choices));
  if (!p.where.empty()) add("where", p.where);
  if (p.trainable) add("trainable", true);
  return out;
}

Json::Object described(const Row& row) {
  Json::Object out;
  const auto add = [&](const char* name, Json value) { out.push_back({name, std::move(value)}); };
  add("id", row.id);
  add("title", row.title);
  add("formula", row.formula);
  add("citation", row.citation);
  Json::Array params;
  for (const Parameter& p : row.parameters) params.push_back(described(p));
  add("params", std::move(params));
  if (!row.family.empty()) {
    add("family", row.family);
    add("axes", texts(row.axes));
    add("scalable", row.takes_extension);
  }
  if (!row.note.empty()) add("note", row.note);
  if (!row.accuracy.empty()) add("accuracy", row.accuracy);
  return out;
}

Json::Array described(std::span<const Row> rows) {
  Json::Array out;
  for (const Row& row : rows) out.push_back(described(row));
  return out;
}

std::string registry() {
  Json::Object out;
  out.push_back({"version", version()});
  out.push_back({"errorCodes", texts(kErrorCodes)});
  out.push_back({"encodings", described(encoding_rows())});
  out.push_back({"scalings", described(extension_rows())});
  return write_json(std::move(out));
}

}  // namespace
}  // namespace posenc::c

extern "C" {

uint32_t posenc_abi_version(void) { return POSENC_ABI_VERSION; }

const char* posenc_version(void) {
  // a string literal, hence null-terminated
  return posenc::version().data();
}

const char* posenc_registry(posenc_error* error) {
  using namespace posenc;
  return c::guarded(error, static_cast<const char*>(nullptr), []() -> Result<const char*> {
    static const std::string text = c::registry();
    return text.c_str();
  });
}
}
