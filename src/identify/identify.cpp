#include "posenc/identify.hpp"

#include <cmath>
#include <utility>
#include <vector>

#include "core/params.hpp"  // kMostInteger
#include "core/text.hpp"
#include "identify/search.hpp"
#include "identify/sentence.hpp"
#include "json/read.hpp"
#include "json/show.hpp"
#include "json/write.hpp"

namespace posenc {
namespace {
using namespace identification;

// Options as the caller gave them. Errors name their member.
struct Options {
  std::vector<Expectation> expected;
  double first_position = 0;
};

Error must_be(const std::string& field, std::string_view what, const Json& got) {
  return bad_argument(field, "must be ", what, ", got ", shown(got));
}

Error unknown(const std::string& field) { return bad_argument(field, "is not an option"); }

bool is_whole(const Json& value, double least) {
  const double* number = value.number();
  return number != nullptr && *number >= least && *number <= kMostInteger &&
         std::floor(*number) == *number;
}

Result<Expectation> read_expectation(const Json& json, const std::string& field) {
  if (json.object() == nullptr)
    return must_be(field, R"(an object such as {"spec": {"encoding": "rope", "dim": 128}})", json);
  Expectation out;
  const Json* spec = json.find("spec");
  if (spec == nullptr || spec->object() == nullptr)
    return must_be(field + ".spec", "an object", spec == nullptr ? Json() : *spec);
  out.spec = SpecFields(*spec->object());
  const std::string_view encoding = out.spec.text("encoding", "");
  if (encoding != "rope" && encoding != "sinusoidal") {
    const Json* id = spec->find("encoding");
    return must_be(field + ".spec.encoding", "'rope' or 'sinusoidal'",
                   id == nullptr ? Json() : *id);
  }
  for (const Json::Member& member : *json.object()) {
    const std::string own = field + "." + member.name;
    if (member.name == "layer") {
      if (member.value.text() == nullptr) return must_be(own, "a string", member.value);
      out.layer = *member.value.text();
    } else if (member.name == "maxContext") {
      if (!is_whole(member.value, 1))
        return must_be(own, "a whole number, at least 1", member.value);
      out.facts.max_context = *member.value.number();
    } else if (member.name != "spec") {
      return unknown(own);
    }
  }
  return out;
}

Result<Options> read_options(std::string_view text) {
  const Result<Json> json = read_json(text);
  if (!json) return json.error();
  if (json->object() == nullptr) return must_be("options", "an object", *json);
  Options out;
  for (const auto& [name, value] : *json->object()) {
    if (name == "firstPosition") {
      if (!is_whole(value, 0)) return must_be(name, "a whole number, at least 0", value);
      out.first_position = *value.number();
    } else if (name == "expected") {
      if (value.array() == nullptr) return must_be(name, "a list", value);
      for (const Json& item : *value.array()) {
        const std::string field = name + "[" + std::to_string(out.expected.size()) + "]";
        Result<Expectation> read = read_expectation(item, field);
        if (!read) return read.error();
        out.expected.push_back(std::move(*read));
      }
    } else {
      return unknown(name);
    }
  }
  return out;
}

Json list(const std::vector<double>& numbers) {
  Json::Array out;
  for (const double x : numbers) out.push_back(x);
  return out;
}

Json described(const MistakeInfo& mistake) {
  Json::Array sources;
  for (const std::string_view source : mistake.threads()) sources.push_back(source);
  return Json::Object{{"id", mistake.id},
                      {"stage", mistake.stage},
                      {"title", mistake.title},
                      {"sources", std::move(sources)}};
}

Json described(const Candidate& candidate) {
  Json::Array made;
  for (const MistakeInfo* mistake : candidate.mistakes) made.push_back(described(*mistake));
  Json::Object out{{"spec", candidate.spec.members()}, {"mistakes", std::move(made)}};
  if (!candidate.layer.empty()) out.push_back({"layer", candidate.layer});
  const Fit& fit = candidate.fit;
  out.push_back({"form", candidate.form});
  out.push_back({"residual", fit.residual});
  out.push_back({"ofRounding", fit.of_rounding});
  out.push_back({"pairsAlike", static_cast<double>(fit.pairs_alike)});
  if (fit.parts) {
    Json::Object parts{{"pair", static_cast<double>(fit.parts->pair)}};
    if (fit.parts->position) parts.push_back({"position", *fit.parts->position});
    parts.push_back({"given", fit.parts->given});
    parts.push_back({"made", fit.parts->made});
    out.push_back({"parts", std::move(parts)});
  }
  out.push_back({"pairs", static_cast<double>(candidate.pairs)});
  out.push_back({"frequencies", list(candidate.frequencies)});
  out.push_back({"amplitude", candidate.amplitude});
  out.push_back({"description", spec_words(candidate.spec)});
  out.push_back({"agreement", agreement_words(candidate)});
  return out;
}

std::string_view name(Verdict verdict) {
  constexpr std::string_view kNames[] = {"expected", "spec", "mistake", "other", "unknown"};
  return kNames[static_cast<std::size_t>(verdict)];
}

Result<std::string> answer(Given given, const Options& options) {
  if (options.first_position != 0 && given.subject == Subject::frequencies)
    return bad_argument("firstPosition", "applies to tables, and this is a list of frequencies");
  if (options.first_position + static_cast<double>(given.rows) > kMostInteger)
    return bad_argument("firstPosition", "leads beyond position 2^53 - 1");
  given.first_position = options.first_position;
  const Result<Found> found = search(given, options.expected);
  if (!found) return found.error();
  Json::Array explanations;
  for (const Candidate& each : found->explanations) explanations.push_back(described(each));
  const bool is_list = given.subject == Subject::frequencies;
  Json::Object out{{"verdict", name(found->verdict)},
                   {"numbers", is_list ? "frequencies" : "table"},
                   {"format", given.format},
                   {"explanations", std::move(explanations)}};
  if (found->nearest) out.push_back({"nearest", described(*found->nearest)});
  if (found->expected) out.push_back({"expected", described(*found->expected)});
  out.push_back({"frequencies", list(found->frequencies)});
  out.push_back({"sentence", sentence_of(*found)});
  return write_json(std::move(out));
}

}  // namespace

Result<std::string> identify(std::span<const double> values, std::size_t rows, Subject subject,
                             std::string_view options) {
  const Result<Options> read = read_options(options);
  if (!read) return read.error();
  if (values.size() < 2) return bad_shape("numbers", "must be at least 2, got ", values.size());
  const bool list = subject == Subject::frequencies;
  if (rows < 1 || values.size() % rows != 0 || (list && rows != 1))
    return bad_shape("rows", "must be ", list ? "1 of a list" : "a divisor of the number of values",
                     ", got ", rows);
  if (subject == Subject::cos_sin && values.size() / rows % 2 != 0)
    return bad_shape("numbers", "must have as many sines as cosines in a row, got ",
                     values.size() / rows, " numbers");
  for (std::size_t i = 0; i < values.size(); ++i)
    if (!std::isfinite(values[i]))
      return bad_argument("numbers[" + std::to_string(i) + "]", "must be finite, got ",
                          to_text(values[i]));
  return answer(given_numbers(subject, values, rows), *read);
}

Result<std::string> identify(std::string_view numbers, std::string_view options) {
  const Result<Options> read = read_options(options);
  if (!read) return read.error();
  const Result<Pasted> pasted = read_pasted(numbers);
  if (!pasted) return pasted.error();
  if (pasted->data.size() < 2)
    return bad_shape("numbers", "must be at least 2, but they are 1 x 1");
  return answer(given_text(*pasted), *read);
}

}  // namespace posenc
