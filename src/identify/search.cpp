#include "identify/search.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <utility>

#include "encodings/encoding.hpp"
#include "encodings/raw_spec.hpp"
#include "identify/decimal.hpp"
#include "identify/estimate.hpp"
#include "identify/guess.hpp"
#include "identify/mistakes.hpp"
#include "identify/rough.hpp"
#include "json/spec.hpp"
#include "json/write.hpp"

namespace posenc::identification {
namespace {

// Numbers compared per candidate; of a larger table evenly spaced rows are, to save minutes.
constexpr std::size_t kMostVerified = std::size_t{1} << 19;

std::string key_of(const Fields& spec) { return write_json(spec.members()); }

Result<Rates> computed(const SpecFields& fields) {
  const Result<Spec> spec = spec_of(Json(fields.members()));
  if (!spec) return spec.error();
  const Result<EncodingSpec> raw = raw_spec(*spec);
  if (!raw) return raw.error();
  const Result<Encoding> encoding = resolve(*raw);
  if (!encoding) return encoding.error();
  const Result<Rotary> rotary =
      encoding->info->rotary(encoding->params, encoding->scaling_or_null());
  if (!rotary) return rotary.error();
  const ScaledFrequencies& scaled = rotary->origin->scaled;
  Rates out{fields, {}, {}, scaled.attention_factor.to_double()};
  for (const Wide& theta : scaled.theta) out.scaled.push_back(theta.to_double());
  for (const Wide& theta : rotary->origin->base.frequencies())
    out.plain.push_back(theta.to_double());
  return out;
}

// A making of one step with its possible forms.
struct Trial {
  Making making;
  std::vector<const Form*> forms;
};
struct Tried {
  Candidate candidate;
  const Trial* trial;
  const Form* form;
  Rates rates;
};

// Compares by pairs alike, then by fewer mistakes, then by the smaller distance.
bool is_nearer(const Candidate& a, const Candidate& b) {
  const auto share = [](const Candidate& c) {
    return static_cast<double>(c.fit.pairs_alike) / static_cast<double>(c.pairs);
  };
  if (share(a) != share(b)) return share(a) > share(b);
  if (a.mistakes.size() != b.mistakes.size()) return a.mistakes.size() < b.mistakes.size();
  return a.fit.of_rounding < b.fit.of_rounding;
}

// Among specs that differ only in the base, keeps the base with the fewest digits, since bases are
// fitted.
std::vector<Candidate> roundest(std::vector<Candidate> all) {
  const auto digits = [](const Candidate& c) { return digits_of(c.spec.base()); };
  const auto alike = [](const Candidate& c) { return key_of(c.spec.with("base", 0.0)) + c.form; };
  std::map<std::string, int> fewest;
  for (const Candidate& each : all) {
    const auto at = fewest.emplace(alike(each), digits(each)).first;
    at->second = std::min(at->second, digits(each));
  }
  std::erase_if(all, [&](const Candidate& each) { return digits(each) > fewest[alike(each)]; });
  return all;
}

class Search {
 public:
  Search(const Given& given, const std::vector<Expectation>& expectations)
      : given_(given),
        expectations_(expectations),
        forms_(forms_of(given.subject, given.cols)),
        telling_(telling_rows(given)) {}

  Result<Found> found() {
    for (std::size_t i = 0; i < expectations_.size(); ++i) {
      Result<Rates> rates = computed(plain_making(expectations_[i].spec).spec);
      if (rates) continue;
      Error error = rates.error();
      error.field.insert(0, "expected[" + std::to_string(i) + "].spec.");
      return error;
    }
    Found out;
    run(out);
    if (out.explanations.empty()) out.nearest = best_;
    const Candidate* like = out.explanations.empty() ? nullptr : &out.explanations[0];
    if (like == nullptr && out.nearest) like = &*out.nearest;
    out.frequencies = frequencies(like);
    return out;
  }

 private:
  void run(Found& out) {
    const auto explain = [&](Verdict verdict, const std::vector<Trial>& trials) {
      out.explanations = explaining(trials);
      if (!out.explanations.empty()) out.verdict = verdict;
      return !out.explanations.empty();
    };
    if (!expectations_.empty()) {
      const bool plain =
          explain(Verdict::expected,
                  expecting([](const Making& m, const Facts&) { return std::vector{m}; }));
      out.expected = best_;
      if (plain || explain(Verdict::mistake, expecting(one_mistake)) ||
          explain(Verdict::mistake, expecting(two_mistakes)))
        return;
    }
    if (explain(expectations_.empty() ? Verdict::spec : Verdict::other, guessed(false))) {
      out.explanations = roundest(std::move(out.explanations));
      return;
    }
    explain(Verdict::mistake, guessed(true));
  }

  static std::vector<Making> one_mistake(const Making& making, const Facts& facts) {
    std::vector<Making> out;
    for (const MistakeInfo* mistake : mistakes())
      for (Making& made : with_mistake(*mistake, making, facts)) out.push_back(std::move(made));
    return out;
  }

  // All pairs of mistakes, in list order, so that changes of the spec come first.
  static std::vector<Making> two_mistakes(const Making& making, const Facts& facts) {
    std::vector<Making> out;
    for (std::size_t i = 0; i < mistakes().size(); ++i)
      for (const Making& first : with_mistake(*mistakes()[i], making, facts))
        for (const MistakeInfo* second : mistakes().subspan(i + 1))
          for (Making& made : with_mistake(*second, first, facts)) out.push_back(std::move(made));
    return out;
  }

  // Each expected spec, changed, in the forms with its width and order of channels.
  template <class Change>
  std::vector<Trial> expecting(Change change) const {
    std::vector<Trial> out;
    for (const Expectation& each : expectations_) {
      Facts facts = each.facts;
      for (const Form& form : forms_)
        if (std::ranges::find(facts.pairs, form.pairs) == facts.pairs.end())
          facts.pairs.push_back(form.pairs);
      for (Making& making : change(plain_making(each.spec, each.layer), facts)) {
        const auto pairs =
            making.pairs.value_or(static_cast<std::size_t>(making.spec.rotary_dim() / 2));
        std::vector<const Form*> forms;
        for (const Form& form : forms_)
          if (fits(form, pairs, making.spec.layout(), making.other_layout)) forms.push_back(&form);
        out.push_back({std::move(making), std::move(forms)});
      }
    }
    return out;
  }

  // The specs that the numbers suggest in each form, unchanged or with one mistake.
  std::vector<Trial> guessed(bool mistaken) const {
    std::vector<Trial> out;
    for (const Form& form : forms_) {
      if (form.permuted) continue;
      const std::optional<Estimate> estimate = estimated(given_, form);
      if (!estimate) continue;
      std::vector<SpecFields> specs = sinusoid_guesses(*estimate);
      for (SpecFields& spec : rope_guesses(*estimate, form.layout))
        specs.push_back(std::move(spec));
      for (const SpecFields& spec : specs) {
        const Making plain = plain_making(spec);
        for (Making& making : mistaken ? one_mistake(plain, {}) : std::vector{plain})
          if (!making.other_layout && is_near(making, estimate->frequencies, estimate->errors))
            out.push_back({std::move(making), {&form}});
      }
    }
    return out;
  }

  // Null if the spec cannot be prepared.
  const Rates* rates(const SpecFields& spec) {
    const std::string key = key_of(spec);
    auto at = rates_.find(key);
    if (at == rates_.end()) {
      Result<Rates> made = computed(spec);
      at = rates_.emplace(key, made ? std::optional(std::move(*made)) : std::nullopt).first;
    }
    return at->second ? &*at->second : nullptr;
  }

  std::vector<Candidate> explaining(const std::vector<Trial>& trials) {
    std::vector<Tried> tried;
    for (const Trial& trial : trials)
      for (const Form* form : trial.forms) {
        const Rates* exact = rates(trial.making.spec);
        if (exact == nullptr) break;
        Rates made = rates_of(trial.making, *exact);
        if (made.scaled.size() != form->pairs) continue;
        Candidate candidate = candidate_of(trial.making, *form, made, telling_);
        if (!best_ || is_nearer(candidate, *best_)) best_ = candidate;
        if (candidate.fit.of_rounding <= 1)
          tried.push_back({std::move(candidate), &trial, form, std::move(made)});
      }
    std::ranges::stable_sort(tried, {}, [](const Tried& t) { return t.candidate.fit.of_rounding; });
    std::set<std::string> named;
    std::vector<Candidate> out;
    for (Tried& each : tried) {
      std::string name = each.candidate.layer + key_of(each.candidate.spec);
      for (const MistakeInfo* mistake : each.candidate.mistakes) name += mistake->id;
      if (named.contains(name)) continue;
      Candidate candidate = verified(std::move(each));
      if (candidate.fit.of_rounding > 1) continue;
      named.insert(std::move(name));
      out.push_back(std::move(candidate));
    }
    return out;
  }

  // Also compares the rows that the search skipped.
  Candidate verified(Tried tried) const {
    if (telling_.size() == given_.rows) return std::move(tried.candidate);
    const std::size_t count = std::clamp<std::size_t>(kMostVerified / given_.cols, 2, given_.rows);
    std::vector<std::size_t> rows;
    for (std::size_t k = 0; k < count; ++k) {
      const double share = static_cast<double>(k) / static_cast<double>(count - 1);
      rows.push_back(static_cast<std::size_t>(share * static_cast<double>(given_.rows - 1)));
    }
    return candidate_of(tried.trial->making, *tried.form, tried.rates, rows);
  }

  Candidate candidate_of(const Making& making, const Form& form, const Rates& made,
                         std::span<const std::size_t> rows) const {
    return {making.meant,
            making.mistakes,
            making.layer,
            form.text,
            fit_of(given_, making, made, form, rows),
            form.pairs,
            made.scaled,
            made.amplitude};
  }

  std::vector<double> frequencies(const Candidate* like) const {
    const auto same = [&](const Form& form) { return like != nullptr && form.text == like->form; };
    const auto at = std::ranges::find_if(forms_, same);
    const auto estimate = estimated(given_, at == forms_.end() ? forms_[0] : *at);
    return estimate ? estimate->frequencies : std::vector<double>();
  }

  const Given& given_;
  const std::vector<Expectation>& expectations_;
  const std::vector<Form> forms_;
  const std::vector<std::size_t> telling_;
  std::map<std::string, std::optional<Rates>> rates_;
  std::optional<Candidate> best_;
};

}  // namespace

Result<Found> search(const Given& given, const std::vector<Expectation>& expectations) {
  return Search(given, expectations).found();
}

}  // namespace posenc::identification
