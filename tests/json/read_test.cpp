#include "json/read.hpp"

#include <cmath>
#include <string>

#include "../support/json.hpp"
#include "json/show.hpp"
#include "json/write.hpp"

#include <doctest/doctest.h>

using posenc::ErrorCode;
using posenc::Json;
using posenc::JsonOptions;
using posenc::Result;

namespace {

// The same value in the library that the tests are written with.
nlohmann::json theirs(const Json& value) {
  if (const bool* truth = value.boolean()) return *truth;
  if (const double* number = value.number()) return *number;
  if (const std::string* text = value.text()) return *text;
  if (const Json::Array* items = value.array()) {
    nlohmann::json out = nlohmann::json::array();
    for (const Json& item : *items) out.push_back(theirs(item));
    return out;
  }
  if (const Json::Object* members = value.object()) {
    nlohmann::json out = nlohmann::json::object();
    for (const Json::Member& member : *members) out[member.name] = theirs(member.value);
    return out;
  }
  return nullptr;
}

std::string message_of(std::string_view text, JsonOptions options = {}) {
  const Result<Json> read = posenc::read_json(text, options);
  return read ? "" : read.error().message;
}

}  // namespace

TEST_CASE("JSON: what is read is what nlohmann's reader reads") {
  for (const char* text : {
           R"( { "a" : [ 1 , -2.5e-3, true, false, null, "" ], "b": {"c": {}}, "d": [] } )",
           R"(["\u0041\n\"\\\/\b\f\r\t", "\ud83d\ude00", "é€😀"])",
           "[0, -0, 0.1, 1e308, 5e-324, 2.2250738585072011e-308, 9007199254740993, 1E+2, 1e-7]",
           R"("alone")",
           "\t\n\r 3 ",
       }) {
    INFO(text);
    const Result<Json> read = posenc::read_json(text);
    REQUIRE(read.has_value());
    CHECK(theirs(*read) == nlohmann::json::parse(text));
    const auto parsed = nlohmann::json::parse(posenc::write_json(*read));
    CHECK(parsed == theirs(*read));
  }
}

TEST_CASE(
    "JSON: texts of a seeded generator, broken and whole, are refused and read as nlohmann's") {
  const std::string pieces[] = {"{",  "}",   "[",    "]",    ",",     ":",       "\"a\"", "\"b\"",
                                "1",  "-",   "0",    ".5",   "e2 ",   "true",    "null",  "\"\\u00",
                                "4a", "\"",  " ",    "\n",   "\"é\"", "\"\\n\"", "01",    "1.",
                                "\t", "nul", "\x01", "\xff", "-1.5",  "{\"k\":", "[2,",   "]}"};
  std::uint64_t state = 1;
  const auto next = [&](std::size_t below) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    return static_cast<std::size_t>(state >> 33) % below;
  };
  int whole = 0;
  for (int trial = 0; trial < 200'000; ++trial) {
    std::string text;
    for (std::size_t length = 1 + next(7); length > 0; --length)
      text += pieces[next(std::size(pieces))];
    const nlohmann::json expected = nlohmann::json::parse(text, nullptr, false);
    const Result<Json> read = posenc::read_json(text);
    if (read.has_value() == expected.is_discarded()) {
      // nlohmann's keeps the last of two members with one name
      INFO(text);
      REQUIRE(read.error().message.find("occurs twice") != std::string::npos);
    } else if (read) {
      ++whole;
      INFO(text);
      REQUIRE(theirs(*read) == expected);
    }
  }
  CHECK(whole > 1'000);
}

TEST_CASE("JSON: the first mistake is named with its line and column") {
  const auto at = [](int line, int column, const std::string& what) {
    return "is not valid JSON at line " + std::to_string(line) + ", column " +
           std::to_string(column) + ": " + what;
  };
  CHECK(message_of("") == at(1, 1, "a value is expected, but the text ends"));
  CHECK(message_of("{\"a\": 1,\n \"é\": 2 3}") ==
        at(2, 9, "',' or '}' is expected, but there is '3}'"));
  CHECK(message_of("[1 2]") == at(1, 4, "',' or ']' is expected, but there is '2]'"));
  CHECK(message_of("{\"a\": 1,}") == at(1, 9, "a quoted key is expected, but there is '}'"));
  CHECK(message_of("{a: 1}") == at(1, 2, "a quoted key or '}' is expected, but there is 'a: 1}'"));
  CHECK(message_of("{\"a\" 1}") == at(1, 6, "':' is expected, but there is '1}'"));
  CHECK(message_of("1 1") == at(1, 3, "the end of the text is expected, but there is '1'"));
  CHECK(message_of("\"a") == at(1, 3, "the end of a string is expected, but the text ends"));
  CHECK(message_of("\"\\x\"") == at(1, 2, "an escape sequence is expected, but there is '\\x\"'"));
  CHECK(message_of("[\"\xc0\xaf\"]") == at(1, 3, "there is a byte that is not UTF-8"));
  CHECK(message_of("\xef\xbb\xbf[}") == at(1, 2, "a value is expected, but there is '}'"));
  CHECK(message_of("{\"a\": 1, \"a\": 2}") == at(1, 10, "the key 'a' occurs twice in one object"));
  CHECK(message_of(std::string(65, '[')) == at(1, 65, "nested more than 64 deep"));
  CHECK(message_of(std::string(64, '[') + std::string(64, ']')).empty());
}

TEST_CASE("JSON: the place of every value and what Python's json module writes") {
  const std::string text = "\xef\xbb\xbf{\n  \"a\": [NaN, -Infinity],\n  \"ä\": Infinity}";
  CHECK(message_of(text) ==
        "is not valid JSON at line 2, column 9: a value is expected, but there is 'NaN, -Infini…'");
  const Result<Json> read = posenc::read_json(text, {.python_constants = true});
  REQUIRE(read.has_value());
  const Json* list = read->find("a");
  REQUIRE(list != nullptr);
  CHECK(std::isnan(*(*list->array())[0].number()));
  CHECK(*(*list->array())[1].number() == -HUGE_VAL);
  CHECK(*read->find("ä")->number() == HUGE_VAL);
  CHECK(read->find("b") == nullptr);
  CHECK(list->find("a") == nullptr);
  const auto place = [&](const Json& value) {
    const auto [line, column] = posenc::place_of(text, value.offset());
    return std::pair(line, column);
  };
  CHECK(place(*read) == std::pair<std::size_t, std::size_t>(1, 1));
  CHECK(place((*list->array())[1]) == std::pair<std::size_t, std::size_t>(2, 14));
  CHECK(place(*read->find("ä")) == std::pair<std::size_t, std::size_t>(3, 8));
}

TEST_CASE("JSON: numbers beyond float64 are infinite or 0; half of a surrogate is U+FFFD") {
  const auto number = [](std::string_view text) { return *posenc::read_json(text)->number(); };
  CHECK(number("1e309") == HUGE_VAL);
  CHECK(number("-1000e306") == -HUGE_VAL);
  CHECK(number("1e99999999999999999999") == HUGE_VAL);
  CHECK(number("0.00001e314") == HUGE_VAL);
  CHECK(number("-1e-400") == 0);
  CHECK(std::signbit(number("-1e-400")));
  CHECK(number("1000000e-400") == 0);
  CHECK(number("0e400") == 0);
  CHECK(number("1e-323") == 1e-323);
  CHECK(*posenc::read_json(R"("\ud800")")->text() == "\xef\xbf\xbd");
  CHECK(*posenc::read_json(R"("\ud800\ud800x")")->text() == "\xef\xbf\xbd\xef\xbf\xbdx");
  CHECK(*posenc::read_json(R"("\udc00\u0041")")->text() ==
        "\xef\xbf\xbd"
        "A");
}

TEST_CASE("JSON: numbers are written as ECMAScript does") {
  // printed by Node.js: console.log(String(x))
  struct Case {
    double x;
    const char* text;
  };
  for (const auto& [x, text] : {Case{0, "0"},
                                {-0.0, "-0"},
                                {1, "1"},
                                {-1.5, "-1.5"},
                                {0.1, "0.1"},
                                {0.000001, "0.000001"},
                                {1e-7, "1e-7"},
                                {1.25e-7, "1.25e-7"},
                                {123456789012345680000.0, "123456789012345680000"},
                                {1e21, "1e+21"},
                                {1.5e300, "1.5e+300"},
                                {1152921504606846976.0, "1152921504606847000"},
                                {5e-324, "5e-324"},
                                {500000, "500000"},
                                {HUGE_VAL, "Infinity"},
                                {-HUGE_VAL, "-Infinity"}})
    CHECK(posenc::number_text(x) == text);
  CHECK(posenc::write_json(Json::Array{-0.0, HUGE_VAL, std::nan("")}) == "[0,null,null]");
  CHECK(posenc::write_json(Json::Object{}) == "{}");
  CHECK(posenc::write_json(std::string("\"\\/\b\f\n\r\t\x0b\x1f é")) ==
        "\"\\\"\\\\/\\b\\f\\n\\r\\t\\u000b\\u001f é\"");
}

TEST_CASE("JSON: given values in messages can drive no terminal") {
  CHECK(posenc::printable("a\x1b[2Jb\u202e\u00adc\xff"
                          "d") == "a·[2Jb··c·d");
  CHECK(posenc::printable("ääää", 3) == "äää…");
  CHECK(posenc::shown(Json("4")) == "'4' (a string)");
  CHECK(posenc::shown(Json(4.5)) == "4.5");
  CHECK(posenc::shown(Json(true)) == "true (a boolean)");
  CHECK(posenc::shown(Json::Array{1.0, 2.0}) == "an array of 2 items");
  CHECK(posenc::shown(Json::Object{}) == "an object");
  CHECK(posenc::shown(Json()) == "null");
}
