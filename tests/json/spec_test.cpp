#include "posenc/json.hpp"

#include <string>

#include "../support/spec_json.hpp"
#include "encodings/raw_spec.hpp"

using namespace posenc;
using namespace posenc::test;

namespace {

Result<EncodingSpec> read_spec(const std::string& text) {
  const Result<Spec> spec = spec_from_json(text);
  if (!spec) return spec.error();
  return raw_spec(*spec);
}

}  // namespace

TEST_CASE("specs as JSON: every row and every choice, as it stands in the JavaScript API") {
  for (const json& spec : every_spec()) {
    INFO(spec.dump());
    const auto read = read_spec(spec.dump());
    REQUIRE(read.has_value());
    CHECK(read->encoding == spec["encoding"].get<std::string>());
    CHECK(read->has_scaling == spec.contains("scaling"));
    std::size_t given = 1;  // the encoding
    for (const auto& [name, value] : spec.items()) {
      if (name == "encoding" || name == "scaling") continue;
      ++given;
      if (value.is_array())
        CHECK(read->values.arrays.at(name) == value.get<std::vector<double>>());
      else
        CHECK(read->values.numbers.contains(name));
    }
    CHECK(read->values.numbers.size() + read->values.arrays.size() + 1 == given);
  }
}

TEST_CASE("specs as JSON: numbers to the last bit, choices by name, booleans") {
  const auto read = read_spec(
      R"({"encoding": "sinusoidal", "dim": 7, "base": 9999.999999999998, "layout": "half"})");
  REQUIRE(read.has_value());
  CHECK(read->values.numbers.at("base") == 9999.999999999998);
  CHECK(read->values.numbers.at("dim") == 7);
  const EncodingInfo* row = nullptr;
  for (const EncodingInfo* each : encodings())
    if (each->id == "sinusoidal") row = each;
  for (const ParamInfo& param : row->params)
    if (param.name == "layout")
      CHECK(param.choices[static_cast<std::size_t>(read->values.numbers.at("layout"))] == "half");
}

TEST_CASE("specs as JSON: 64 deep is read, what is deeper is refused as text") {
  const auto nested = [](std::size_t depth, std::string_view open, std::string_view close) {
    std::string text = R"({"encoding": )";
    for (std::size_t i = 1; i < depth; ++i) text += open;
    text += "1";
    for (std::size_t i = 1; i < depth; ++i) text += close;
    return text + "}";
  };
  for (const auto& [open, close] : {std::pair{"[", "]"}, {R"({"a": )", "}"}}) {
    CHECK(read_spec(nested(64, open, close)).error().code == ErrorCode::unknown_encoding);
    // a million: recursive printing or freeing would overflow the stack
    for (const std::size_t depth : {65, 1'000'000}) {
      const Error error = read_spec(nested(depth, open, close)).error();
      CHECK(error.code == ErrorCode::bad_json);
      CHECK(error.message.ends_with("nested more than 64 deep"));
    }
    CHECK(read_spec(nested(70, open, "")).error().code == ErrorCode::bad_json);
  }
}

TEST_CASE("specs as JSON: what is wrong is refused by name") {
  struct Case {
    const char *text, *code, *field;
  };
  for (const auto& [text, code, field] : {
           Case{"", "bad_json", ""},
           {"[1]", "bad_json", ""},
           {R"({"encoding": "rope", "dim": 8)", "bad_json", ""},
           {R"({"encoding": "rope", "dim": 8, "dim": 16})", "bad_json", ""},
           {R"({"encoding": "rope", "dim": 8, "scaling": {"type": "linear", "type": "yarn"}})",
            "bad_json", ""},
           {R"({"dim": 8})", "missing_param", "encoding"},
           {R"({"encoding": 3})", "unknown_encoding", "encoding"},
           {R"({"encoding": "ropes", "dim": 8})", "unknown_encoding", "encoding"},
           {R"({"encoding": "rope", "dims": 8})", "unknown_param", "dims"},
           {R"({"encoding": "rope", "dim": "8"})", "bad_param", "dim"},
           {R"({"encoding": "rope", "dim": [8]})", "bad_param", "dim"},
           {R"({"encoding": "rope", "dim": 8, "layout": "halves"})", "bad_param", "layout"},
           {R"({"encoding": "rope", "dim": 8, "layout": 1})", "bad_param", "layout"},
           {R"({"encoding": "rope", "dim": 8, "scaling": 4})", "bad_param", "scaling"},
           {R"({"encoding": "rope", "dim": 8, "scaling": {"factor": 4}})", "missing_param",
            "scaling.type"},
           {R"({"encoding": "rope", "dim": 8, "scaling": {"type": "x"}})", "unknown_scaling",
            "scaling.type"},
           {R"({"encoding": "rope", "dim": 8, "scaling": {"type": "linear", "by": 4}})",
            "unknown_param", "scaling.by"},
           {R"({"encoding": "t5", "heads": 1, "table": [1, "2"]})", "bad_param", "table[1]"},
       }) {
    const std::string_view which = text;
    INFO(which);
    const auto read = read_spec(text);
    REQUIRE_FALSE(read.has_value());
    CHECK(name(read.error().code) == code);
    CHECK(read.error().field == field);
    CHECK_FALSE(read.error().message.empty());
  }
}
