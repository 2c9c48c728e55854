#include "json/read.hpp"

#include <algorithm>
#include <charconv>
#include <limits>
#include <optional>
#include <set>
#include <system_error>

#include "core/default_arithmetic.hpp"
#include "core/text.hpp"
#include "json/show.hpp"
#include "json/utf8.hpp"

namespace posenc {
namespace {

constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";

bool is_digit(char c) { return c >= '0' && c <= '9'; }

// Value of a number that is not 0 and that float64 cannot hold: its size tells which end it is
// beyond.
double beyond(std::string_view token) {
  const bool negative = token[0] == '-';
  const std::size_t e = std::min(token.find_first_of("eE"), token.size());
  const std::string_view digits = token.substr(0, e);
  const std::size_t point = std::min(digits.find('.'), digits.size());
  const std::size_t first = digits.find_first_of("123456789");
  long long size = first < point ? static_cast<long long>(point - first)
                                 : static_cast<long long>(point) - static_cast<long long>(first);
  if (e < token.size()) {
    std::string_view exponent = token.substr(e + 1);
    const bool down = exponent[0] == '-';
    if (down || exponent[0] == '+') exponent.remove_prefix(1);
    long long power = 0;
    for (const char c : exponent) power = std::min(power * 10 + (c - '0'), 1LL << 40);
    size += down ? -power : power;
  }
  const double value = size > 0 ? std::numeric_limits<double>::infinity() : 0.0;
  return negative ? -value : value;
}

class Reader {
 public:
  Reader(std::string_view text, const JsonOptions& options) : text_(text), options_(options) {
    if (text.starts_with(kByteOrderMark)) at_ = kByteOrderMark.size();
  }

  Result<Json> run() {
    Json found = value(0);
    skip_space();
    if (at_ < text_.size()) fail("the end of the text");
    if (fault_) return *std::move(fault_);
    return found;
  }

 private:
  // After a fault nothing is read: the position is at the end.
  Json value(int depth) {
    skip_space();
    const std::size_t start = at_;
    Json found = value_here(depth);
    found.set_offset(start);
    return found;
  }

  Json value_here(int depth) {
    const char c = peek();
    if (c == '{' || c == '[') {
      if (depth == kMostJsonDepth) {
        refuse(at_, "nested more than " + std::to_string(kMostJsonDepth) + " deep");
        return {};
      }
      ++at_;
      return c == '{' ? Json(object(depth + 1)) : Json(array(depth + 1));
    }
    if (c == '"') return string();
    if (options_.python_constants)
      for (const auto& [word, number] : {Constant{"NaN", std::numeric_limits<double>::quiet_NaN()},
                                         {"Infinity", std::numeric_limits<double>::infinity()},
                                         {"-Infinity", -std::numeric_limits<double>::infinity()}})
        if (take(word)) return number;
    if (c == '-' || is_digit(c)) return number();
    if (take("true")) return true;
    if (take("false")) return false;
    if (!take("null")) fail("a value");
    return {};
  }

  Json::Array array(int depth) {
    Json::Array items;
    for (skip_space(); !take("]"); skip_space()) {
      if (!items.empty() && !take(",")) fail("',' or ']'");
      if (fault_) break;
      items.push_back(value(depth));
    }
    return items;
  }

  Json::Object object(int depth) {
    Json::Object members;
    std::set<std::string> names;
    for (skip_space(); !take("}"); skip_space()) {
      const bool first = members.empty();
      if (!first && !take(",")) fail("',' or '}'");
      skip_space();
      const std::size_t start = at_;
      if (peek() != '"') fail(first ? "a quoted key or '}'" : "a quoted key");
      if (fault_) break;
      Json::Member member{string(), {}};
      if (!names.insert(member.name).second)
        refuse(start, "the key '" + printable(member.name) + "' occurs twice in one object");
      skip_space();
      if (!take(":")) fail("':'");
      member.value = value(depth);
      members.push_back(std::move(member));
    }
    return members;
  }

  std::string string() {
    std::string out;
    ++at_;
    for (;;) {
      const char c = peek();
      if (at_ == text_.size() || static_cast<unsigned char>(c) < 0x20) {
        fail("the end of a string");
        return out;
      }
      if (c == '"') break;
      if (c == '\\') {
        if (!escape(out)) return out;
        continue;
      }
      const std::size_t bytes = code_point(text_.substr(at_)).bytes;
      if (bytes == 0) {
        refuse(at_, "there is a byte that is not UTF-8");
        return out;
      }
      out += text_.substr(at_, bytes);
      at_ += bytes;
    }
    ++at_;
    return out;
  }

  bool escape(std::string& out) {
    constexpr std::string_view kNames = "\"\\/bfnrt", kValues = "\"\\/\b\f\n\r\t";
    const char c = at_ + 1 < text_.size() ? text_[at_ + 1] : '\0';
    const std::size_t which = kNames.find(c);
    if (which != std::string_view::npos) {
      out += kValues[which];
      at_ += 2;
      return true;
    }
    const std::optional<char32_t> first = unit(at_);
    if (!first) {
      fail("an escape sequence");
      return false;
    }
    at_ += 6;
    char32_t value = *first;
    if (value >= 0xd800 && value < 0xe000) {
      const std::optional<char32_t> second = value < 0xdc00 ? unit(at_) : std::nullopt;
      if (second && *second >= 0xdc00 && *second < 0xe000) {
        value = 0x10000 + ((value - 0xd800) << 10) + (*second - 0xdc00);
        at_ += 6;
      } else {
        value = 0xfffd;
      }
    }
    append_utf8(out, value);
    return true;
  }

  // The number of an escape \uXXXX at `at`.
  std::optional<char32_t> unit(std::size_t at) const {
    if (text_.size() < at + 6 || text_.substr(at, 2) != "\\u") return std::nullopt;
    std::uint32_t value = 0;
    const char *from = text_.data() + at + 2, *to = from + 4;
    const auto [end, error] = std::from_chars(from, to, value, 16);
    if (error != std::errc() || end != to) return std::nullopt;
    return value;
  }

  double number() {
    const std::size_t start = at_;
    take("-");
    const bool whole = take("0") || digits();
    if (whole && peek() == '.' && is_digit(peek(1))) ++at_, digits();
    if (whole && (peek() == 'e' || peek() == 'E')) {
      const std::size_t sign = peek(1) == '+' || peek(1) == '-' ? 2 : 1;
      if (is_digit(peek(sign))) at_ += sign, digits();
    }
    if (!whole) {
      at_ = start;
      fail("a value");
      return 0;
    }
    double x = 0;
    const char* first = text_.data() + start;
    const auto [end, error] = std::from_chars(first, text_.data() + at_, x);
    return error == std::errc() ? x : beyond(text_.substr(start, at_ - start));
  }

  bool digits() {
    const std::size_t start = at_;
    while (is_digit(peek())) ++at_;
    return at_ > start;
  }

  char peek(std::size_t ahead = 0) const {
    return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0';
  }
  bool take(std::string_view word) {
    if (!text_.substr(at_).starts_with(word)) return false;
    at_ += word.size();
    return true;
  }
  void skip_space() {
    while (at_ < text_.size() &&
           std::string_view(" \n\r\t").find(text_[at_]) != std::string_view::npos)
      ++at_;
  }

  void fail(std::string_view expected) {
    const std::string_view rest = text_.substr(at_);
    refuse(at_, std::string(expected) + " is expected, but " +
                    (rest.empty() ? "the text ends" : "there is '" + printable(rest, 12) + "'"));
  }
  void refuse(std::size_t at, std::string_view what) {
    if (!fault_) {
      const auto [line, column] = place_of(text_, at);
      fault_ = refusal(ErrorCode::bad_json, "",
                       {"is not valid JSON at line ", line, ", column ", column, ": ", what});
    }
    at_ = text_.size();
  }

  struct Constant {
    std::string_view word;
    double number;
  };
  std::string_view text_;
  const JsonOptions& options_;
  std::size_t at_ = 0;
  std::optional<Error> fault_;
};

}  // namespace

Result<Json> read_json(std::string_view text, const JsonOptions& options) {
  const DefaultArithmetic arithmetic;  // a decimal number is rounded to nearest in every mode
  return Reader(text, options).run();
}

Place place_of(std::string_view text, std::size_t offset) {
  if (text.starts_with(kByteOrderMark) && offset >= kByteOrderMark.size()) {
    text.remove_prefix(kByteOrderMark.size());
    offset -= kByteOrderMark.size();
  }
  const std::string_view before = text.substr(0, offset);
  const std::size_t line = before.rfind('\n') + 1;  // 0 if there is none
  const auto begins = [](char c) { return (static_cast<unsigned char>(c) & 0xc0) != 0x80; };
  return {static_cast<std::size_t>(std::ranges::count(before, '\n')) + 1,
          static_cast<std::size_t>(std::ranges::count_if(before.substr(line), begins)) + 1};
}

}  // namespace posenc
