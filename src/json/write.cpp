#include "json/write.hpp"

#include <cmath>

#include "core/text.hpp"

namespace posenc {
namespace {

void quote(std::string_view text, std::string& out) {
  constexpr std::string_view kShort = "btnvfr";  // escapes of 8 to 13; JSON has none for 11
  constexpr std::string_view kHex = "0123456789abcdef";
  out += '"';
  for (const char c : text) {
    const auto code = static_cast<unsigned char>(c);
    if (code >= 0x20) {
      if (c == '"' || c == '\\') out += '\\';
      out += c;
    } else if (code >= 8 && code <= 13 && code != 11) {
      (out += '\\') += kShort[code - 8u];
    } else {
      ((out += "\\u00") += kHex[code >> 4]) += kHex[code & 15u];
    }
  }
  out += '"';
}

void write(const Json& value, std::string& out) {
  if (const std::string* text = value.text()) return quote(*text, out);
  if (const bool* truth = value.boolean()) {
    out += *truth ? "true" : "false";
  } else if (const double* number = value.number()) {
    out += !std::isfinite(*number) ? "null" : *number == 0 ? "0" : number_text(*number);
  } else if (const Json::Array* items = value.array()) {
    out += '[';
    for (const Json& item : *items) {
      if (&item != items->data()) out += ',';
      write(item, out);
    }
    out += ']';
  } else if (const Json::Object* members = value.object()) {
    out += '{';
    for (const Json::Member& member : *members) {
      if (&member != members->data()) out += ',';
      quote(member.name, out);
      out += ':';
      write(member.value, out);
    }
    out += '}';
  } else {
    out += "null";
  }
}

}  // namespace

// https://tc39.es/ecma262/#sec-numeric-types-number-tostring
std::string number_text(double x) {
  if (std::isnan(x)) return "NaN";
  if (std::isinf(x)) return x < 0 ? "-Infinity" : "Infinity";
  if (x == 0) return std::signbit(x) ? "-0" : "0";
  const auto [digits, exponent] = shortest_digits(std::abs(x));
  const int count = static_cast<int>(digits.size());
  std::string out = x < 0 ? "-" : "";
  if (exponent >= 21 || exponent < -6) {
    out += digits[0];
    if (count > 1) (out += '.') += digits.substr(1);
    return out += (exponent < 0 ? "e-" : "e+") + std::to_string(std::abs(exponent));
  }
  if (exponent < 0)
    return (out += "0." + std::string(static_cast<std::size_t>(-exponent - 1), '0')) += digits;
  const auto whole = static_cast<std::size_t>(exponent) + 1;
  if (digits.size() <= whole) return (out += digits) += std::string(whole - digits.size(), '0');
  return out += digits.substr(0, whole) + "." + digits.substr(whole);
}

std::string write_json(const Json& value) {
  std::string out;
  write(value, out);
  return out;
}

}  // namespace posenc
