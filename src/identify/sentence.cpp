#include "identify/sentence.hpp"

#include "identify/decimal.hpp"
#include "json/write.hpp"

namespace posenc::identification {
namespace {

std::string value_words(const Json& value) {
  if (const Json::Array* list = value.array())
    return "of " + std::to_string(list->size()) + " numbers";
  if (const std::string* text = value.text()) return *text;
  return write_json(value);
}

std::string mistake_words(const Candidate& candidate) {
  std::string out;
  for (const MistakeInfo* mistake : candidate.mistakes) {
    if (!out.empty()) out += "; and ";
    out += mistake->title;
  }
  return out;
}

}  // namespace

std::string spec_words(const SpecFields& spec) {
  if (spec.sinusoidal())
    return "sinusoids of " + number_text(spec.dim()) + " channels, base " +
           number_text(spec.base()) + ", with the denominator " +
           std::string(spec.text("denominator", "d/2"));
  const std::string width =
      number_text(spec.rotary_dim()) + " rotated channels, base " + number_text(spec.base());
  const Scaling scaling = spec.scaling();
  if (scaling.is("default")) return "rope of " + width + ", without a context extension";
  std::string values;
  for (const Json::Member& member : scaling.members()) {
    if (member.name == "type") continue;
    values += (values.empty() ? "" : ", ") + member.name + " " + value_words(member.value);
  }
  return "rope of " + width + ", " + std::string(scaling.type()) +
         (values.empty() ? "" : " (" + values + ")");
}

std::string agreement_words(const Candidate& candidate) {
  const Fit& fit = candidate.fit;
  if (!fit.parts) return "agrees in every number";
  std::string out = "first differs at pair " + std::to_string(fit.parts->pair);
  if (fit.parts->position) out += ", position " + number_text(*fit.parts->position);
  out += " (" + short_text(fit.parts->given) + " was given, " + short_text(fit.parts->made) +
         " expected); ";
  return out + std::to_string(fit.pairs_alike) + " of " + std::to_string(candidate.pairs) +
         " pairs agree";
}

std::string sentence_of(const Found& found) {
  if (found.explanations.empty()) {
    const std::string unknown = "Nothing known explains these numbers.";
    if (!found.nearest) return unknown;
    const std::string made = mistake_words(*found.nearest);
    return unknown + " The nearest is " + spec_words(found.nearest->spec) +
           (made.empty() ? "" : " with a mistake (" + made + ")") + "; it " +
           agreement_words(*found.nearest) + ".";
  }
  const Candidate& first = found.explanations[0];
  const std::string spec = spec_words(first.spec);
  if (found.verdict == Verdict::expected)
    return "These are the numbers of the config: " + spec + ".";
  const std::size_t others = found.explanations.size() - 1;
  std::string more;
  if (others > 0)
    more = " " + std::to_string(others) +
           (others == 1 ? " other explanation fits as well." : " other explanations fit as well.");
  if (found.verdict == Verdict::spec) return "These are the numbers of " + spec + "." + more;
  if (found.expected && found.expected->fit.parts)
    more += " Compared with the config, it " + agreement_words(*found.expected) + ".";
  if (found.verdict == Verdict::other)
    return "These are not the numbers of the config but of " + spec + "." + more;
  return "A known mistake gives these numbers: " + mistake_words(first) +
         ". The spec without it is " + spec + "." + more;
}

}  // namespace posenc::identification
