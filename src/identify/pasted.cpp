#include "identify/pasted.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>
#include <optional>
#include <string>

#include "core/real.hpp"
#include "core/text.hpp"
#include "json/show.hpp"

namespace posenc::identification {
namespace {

// A table of a thousand positions and 128 channels with ten characters per number takes a tenth.
constexpr std::size_t kMostCharacters = std::size_t{1} << 24;

// Words that programs print around the numbers.
constexpr std::array<std::string_view, 25> kAround = {
    "tensor",        "array",    "np",         "numpy",   "torch", "mx",      "jnp",
    "dtype",         "device",   "Parameter",  "float16", "float", "float32", "float64",
    "requires_grad", "bfloat16", "containing", "grad_fn", "cuda",  "cpu",     "mps",
    "True",          "False",    "inv_freq",   "size"};

Error refuse(std::initializer_list<MessagePart> what) {
  Error error = refusal(ErrorCode::bad_argument, "numbers", what);
  error.message.insert(0, "this text cannot be read as numbers: ");
  return error;
}

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_word(char c) {
  return is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}
bool is_space(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

// Replaces what is no number by spaces: known words, their values (dtype=torch.float32,
// device='cuda:0', requires_grad=True), quotes and other spaces of Unicode.
class Around {
 public:
  explicit Around(std::string_view text) : text_(text) {}

  std::string without() {
    while (at_ < text_.size()) {
      const std::size_t start = at_;
      const char c = text_[at_];
      if (is_word(c)) {
        while (at_ < text_.size() && is_word(text_[at_])) ++at_;
        const std::string_view word = text_.substr(start, at_ - start);
        const bool known = word == "shape" || std::ranges::find(kAround, word) != kAround.end();
        if (known) skip_value(word);
        copy(known ? " " : word);
      } else if (text_.substr(at_).starts_with("'cuda:")) {
        const std::size_t end = text_.find('\'', at_ + 1);
        at_ = end == std::string_view::npos ? at_ + 1 : end + 1;
        copy(" ");
      } else if (c == '\'' || c == '"') {
        ++at_, copy(" ");
      } else if (text_.substr(at_).starts_with("\xC2\xA0")) {
        at_ += 2, copy(" ");
      } else if (text_.substr(at_).starts_with("\xEF\xBB\xBF")) {
        at_ += 3, copy(" ");
      } else {
        ++at_, copy(text_.substr(start, 1));
      }
    }
    return std::move(out_);
  }

 private:
  void copy(std::string_view part) { out_ += part; }

  void skip_value(std::string_view word) {
    if (word != "dtype" && word != "device" && word != "requires_grad") return;
    std::size_t at = at_;
    const auto spaces = [&] {
      while (at < text_.size() && is_space(text_[at])) ++at;
    };
    spaces();
    if (at == text_.size() || text_[at] != '=') return;
    ++at;
    spaces();
    const std::size_t start = at;
    if (word == "device") {
      if (at == text_.size() || text_[at] != '\'') return;
      const std::size_t end = text_.find('\'', at + 1);
      if (end == std::string_view::npos) return;
      at = end + 1;
    } else {
      while (at < text_.size() && (is_word(text_[at]) || (word == "dtype" && text_[at] == '.')))
        ++at;
      if (at == start) return;
    }
    at_ = at;
  }

  std::string_view text_;
  std::size_t at_ = 0;
  std::string out_;
};

struct Printed {
  double value = 0;
  std::optional<double> places =
      {};                  // digits after the point, less the exponent; none of an integer
  std::size_t digits = 0;  // from the first that is not zero
};

// The number at the start of the text, and its length: -12, 1.5, .5e-3.
struct Word {
  Printed number;
  std::size_t length = 0;
};
std::optional<Word> read_word(std::string_view text) {
  std::size_t at = !text.empty() && (text[0] == '-' || text[0] == '+') ? 1 : 0;
  const auto digits = [&] {
    const std::size_t start = at;
    while (at < text.size() && is_digit(text[at])) ++at;
    return text.substr(start, at - start);
  };
  const std::string_view whole = digits();
  std::string_view decimals;
  if (at < text.size() && text[at] == '.') {
    ++at;
    decimals = digits();
    if (whole.empty() && decimals.empty()) return std::nullopt;
  }
  if (whole.empty() && decimals.empty()) return std::nullopt;
  double exponent = 0;
  if (at < text.size() && (text[at] == 'e' || text[at] == 'E')) {
    const std::size_t mark = at++;
    const bool negative = at < text.size() && text[at] == '-';
    if (at < text.size() && (text[at] == '-' || text[at] == '+')) ++at;
    const std::string_view power = digits();
    if (power.empty())
      at = mark;
    else
      for (const char c : power) exponent = std::min(1e6, 10 * exponent + (c - '0'));
    if (negative) exponent = -exponent;
  }
  Word out{{}, at};
  const char* first = text.data() + (text[0] == '+' ? 1 : 0);
  const auto read = std::from_chars(first, text.data() + at, out.number.value);
  const std::string all = std::string(whole) + std::string(decimals);
  const std::size_t leading = std::min(all.find_first_not_of('0'), all.size());
  if (read.ec == std::errc::result_out_of_range) {
    const double size =
        leading < all.size() && exponent > 0 ? std::numeric_limits<double>::infinity() : 0;
    out.number.value = text[0] == '-' ? -size : size;
  }
  out.number.digits = all.size() - leading;
  if (!decimals.empty()) out.number.places = static_cast<double>(decimals.size()) - exponent;
  return out;
}

Result<std::vector<Printed>> numbers_of(std::string_view text) {
  constexpr std::string_view kBetween = ",;:()[]{}=|";
  std::vector<Printed> found;
  for (std::size_t at = 0; at < text.size();) {
    if (is_space(text[at]) || kBetween.find(text[at]) != std::string_view::npos) {
      ++at;
      continue;
    }
    const std::optional<Word> word = read_word(text.substr(at));
    const std::size_t end = word ? at + word->length : text.size();
    if (!word || (end < text.size() && (is_word(text[end]) || text[end] == '.')))
      return refuse({"'", printable(text.substr(at), 20), "' is not a number"});
    found.push_back(word->number);
    at = end;
  }
  return found;
}

std::vector<std::string_view> lines_of(std::string_view text) {
  std::vector<std::string_view> out;
  for (std::size_t start = 0; start <= text.size();) {
    const std::size_t end = std::min(text.find('\n', start), text.size());
    out.push_back(text.substr(start, end - start));
    start = end + 1;
  }
  return out;
}

// True if a bracket opens within another one.
bool is_nested(std::string_view text) {
  bool open = false;
  for (const char c : text) {
    if (c == '[' && open) return true;
    if (c == '[') open = true;
    if (c == ']') open = false;
  }
  return false;
}

std::vector<std::string_view> innermost_brackets(std::string_view text) {
  std::vector<std::string_view> out;
  std::size_t open = text.npos;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '[') open = i;
    if (text[i] != ']' || open == text.npos) continue;
    out.push_back(text.substr(open, i + 1 - open));
    open = text.npos;
  }
  return out;
}

// True if the numbers never rise, as in a list of frequencies that was broken into lines.
bool is_falling(const std::vector<Printed>& all) {
  return std::ranges::adjacent_find(all, [](const Printed& a, const Printed& b) {
           return b.value > a.value;
         }) == all.end();
}

constexpr double kHalf = 0.5 * (1 + 1e-9);
double power_of_ten(double exponent) { return real::pow(10, std::clamp(exponent, -400.0, 400.0)); }

// The digits of one number are not its precision: 1.0 in a list of Python floats is exact, and 0.5
// in a list with four places is 0.5000. A program rounds all numbers of a list to the places, or to
// the digits, of the longest one. The error is half a unit of the coarser of the two. An integer
// counts as exact.
std::vector<double> halves_of(const std::vector<Printed>& all) {
  double places = -std::numeric_limits<double>::infinity();
  std::size_t digits = 0;
  for (const Printed& each : all) {
    digits = std::max(digits, each.digits);
    places = std::max(places, each.places.value_or(places));
  }
  std::vector<double> out;
  for (const Printed& each : all) {
    const double size = std::abs(each.value);
    if (!each.places) {
      out.push_back(0);
      continue;
    }
    double unit = power_of_ten(-places);
    if (size > 0 && std::isfinite(size))
      unit = std::max(
          unit, power_of_ten(shortest_digits(size).exponent + 1.0 - static_cast<double>(digits)));
    out.push_back(kHalf * unit);
  }
  return out;
}

}  // namespace

Result<Pasted> read_pasted(std::string_view text) {
  if (text.size() > kMostCharacters)
    return refuse({"it has more than ", kMostCharacters, " characters; give a file"});
  if (text.find("...") != text.npos || text.find("\xE2\x80\xA6") != text.npos)
    return refuse(
        {"numbers are left out of it (...); print all: "
         "torch.set_printoptions(threshold=10**9, precision=9)"});
  const std::string plain = Around(text).without();
  std::vector<Printed> all;
  std::vector<std::size_t> lengths;
  for (const std::string_view row :
       is_nested(plain) ? innermost_brackets(plain) : lines_of(plain)) {
    const Result<std::vector<Printed>> numbers = numbers_of(row);
    if (!numbers) return numbers.error();
    if (numbers->empty()) continue;
    all.insert(all.end(), numbers->begin(), numbers->end());
    lengths.push_back(numbers->size());
  }
  if (all.empty()) return refuse({"it has no numbers"});
  // lines of a list vary in length; a table has rows of one length
  const bool table = lengths.size() > 1 && lengths[0] > 1 &&
                     std::ranges::all_of(lengths, [&](std::size_t n) { return n == lengths[0]; });
  const bool wrapped = !table || (plain.find('[') == plain.npos && is_falling(all));
  Pasted out;
  out.halves = halves_of(all);
  for (const Printed& each : all) {
    out.data.push_back(each.value);
    out.shown.push_back(each.places ? kHalf * power_of_ten(-*each.places) : 0);
  }
  out.rows = wrapped ? 1 : lengths.size();
  out.cols = wrapped ? all.size() : lengths[0];
  return out;
}

}  // namespace posenc::identification
