#include "train/tasks/language.hpp"

#include <algorithm>

#include "core/random.hpp"
#include "nn/transformer/losses.hpp"

namespace posenc {
namespace {

constexpr std::size_t kSentenceWords = 4;  // words of a sentence, and of a question with its answer
constexpr std::size_t kNearestAnswers =
    8;  // farthest answer of the first condition; each further one doubles it
constexpr std::size_t kSentenceAttempts = 8;  // attempts to find a sentence with new pairs of words
constexpr std::size_t kTestDocuments = 256;
constexpr std::uint32_t kDocumentStream = 0x44000000u;

constexpr std::string_view kLanguageLosses[] = {"answers", "all"};
struct LanguagePlan {
  std::size_t names, verbs, length, beyond;
  bool all_words;
};

struct Sentence {
  std::size_t agent, verb, patient, first;  // `first` is the index of the agent's token
  bool asked = false;
};

// Generates words one after the other; tracks possible questions without rereading them.
class LanguageText {
 public:
  LanguageText(const LanguagePlan& plan, const Random& random)
      : names_(plan.names),
        verbs_(plan.verbs),
        random_(random),
        as_agent_(names_ * verbs_),
        as_patient_(names_ * verbs_),
        agent_at_(names_ * verbs_) {}

  struct Answer {
    std::size_t asked_at, distance;  // distance is from the last word of the question
  };
  // Writes `length` words and lists the answers among them. Words are names, verbs, a full stop,
  // who and whom.
  void write(std::size_t length, std::vector<std::size_t>& words, std::vector<Answer>& answers) {
    const std::size_t stop = names_ + verbs_, who = stop + 1, whom = stop + 2;
    words.clear(), answers.clear();
    // Starts with the end of a sentence, which is not used for questions.
    if (const std::size_t missing = below(kSentenceWords); missing > 0) {
      const Sentence one = fresh();
      const std::size_t all[] = {one.agent, names_ + one.verb, one.patient, stop};
      words.assign(all + missing, all + kSentenceWords);
    }
    while (words.size() < length) {
      const std::size_t first = words.size();
      list_questions();
      if (!questions_.empty() && below(2) == 0) {
        const Question& question = questions_[below(questions_.size())];
        const bool by_patient = below(2) == 0;
        Sentence& about = told_[by_patient ? question.as_patient : question.as_agent];
        about.asked = true;
        const std::size_t verb = names_ + about.verb, asked_at = first + kSentenceWords - 2,
                          answer_at = about.first + (by_patient ? 0 : 2);
        if (by_patient)
          words.insert(words.end(), {who, verb, about.patient, about.agent});
        else
          words.insert(words.end(), {whom, about.agent, verb, about.patient});
        if (asked_at + 1 < length) answers.push_back({asked_at, asked_at - answer_at});
        continue;
      }
      Sentence next = tell();
      next.first = first;
      agent_at_[pair(next.agent, next.verb)] = told_.size();
      ++as_agent_[pair(next.agent, next.verb)], ++as_patient_[pair(next.patient, next.verb)];
      told_.push_back(next);
      words.insert(words.end(), {next.agent, names_ + next.verb, next.patient, stop});
    }
    words.resize(length);
  }

 private:
  std::size_t below(std::size_t n) { return static_cast<std::size_t>(random_.below(drawn_++, n)); }
  std::size_t pair(std::size_t name, std::size_t verb) const { return name * verbs_ + verb; }
  std::size_t other_than(std::size_t name) { return (name + 1 + below(names_ - 1)) % names_; }

  Sentence fresh() {
    const std::size_t agent = below(names_);
    return {agent, below(verbs_), other_than(agent), 0};
  }
  // Half of the sentences combine an earlier one's verb with one of its names in the other role.
  Sentence drawn() {
    if (told_.empty() || below(2) == 0) return fresh();
    const Sentence& of = told_[below(told_.size())];
    if (below(2) == 0) return {of.patient, of.verb, other_than(of.patient), 0};
    return {other_than(of.agent), of.verb, of.agent, 0};
  }
  // Rejects a sentence that swaps the names of an earlier one, because its other name would be
  // equal. Prefers a sentence with a new agent and a new patient for its verb, if found soon.
  Sentence tell() {
    for (std::size_t attempt = 1;; ++attempt) {
      const Sentence next = drawn();
      if (std::ranges::any_of(told_, [&](const Sentence& s) {
            return s.verb == next.verb && s.agent == next.patient && s.patient == next.agent;
          }))
        continue;
      const bool is_new = as_agent_[pair(next.agent, next.verb)] == 0 &&
                          as_patient_[pair(next.patient, next.verb)] == 0;
      if (is_new || attempt >= kSentenceAttempts) return next;
    }
  }

  // About a name and a verb that occur together in two sentences, once in each role.
  struct Question {
    std::size_t as_patient, as_agent;  // indices of the sentences
  };
  void list_questions() {
    questions_.clear();
    for (std::size_t i = 0; i < told_.size(); ++i) {
      const Sentence& s = told_[i];
      const std::size_t of = pair(s.patient, s.verb);
      if (as_patient_[of] == 1 && as_agent_[of] == 1 && !s.asked && !told_[agent_at_[of]].asked)
        questions_.push_back({i, agent_at_[of]});
    }
  }

  std::size_t names_, verbs_;
  Random random_;
  std::uint64_t drawn_ = 0;
  std::vector<Sentence> told_;
  // For each name and verb: number of sentences, and the last one with the name as agent.
  std::vector<std::size_t> as_agent_, as_patient_, agent_at_;
  std::vector<Question> questions_;
};

class Language : public TaskData {
 public:
  Language(const LanguagePlan& plan, std::uint64_t seed) : plan_(plan), seed_(seed) {
    const std::size_t words = plan.names + plan.verbs + 3,
                      tokens = std::max(plan.length, plan.beyond);
    token_positions = {tokens};
    shape = {words, words, false};
    causal = conditions_by_row = true;
    if (plan.all_words) conditions = {"other"};
    first_distance_ = conditions.size();
    for (std::size_t far = kNearestAnswers;; far *= 2) {
      conditions.push_back(std::to_string(far == kNearestAnswers ? 1 : far / 2 + 1) + "-" +
                           std::to_string(far));
      if (far >= tokens) break;
    }
  }
  void prepare() override {
    splits = {{"train", 0}, {"test", kTestDocuments}};
    if (plan_.beyond > plan_.length) splits.push_back({"longer", kTestDocuments});
  }
  std::size_t sample(std::size_t split, std::uint64_t index, std::uint64_t,
                     const Sample& out) const override {
    const std::size_t tokens = token_positions.tokens, width = shape.inputs,
                      length = split == 2 ? plan_.beyond : plan_.length;
    const Random random(seed_ + (index << 20), kDocumentStream + static_cast<std::uint32_t>(split));
    std::vector<std::size_t> words;
    std::vector<LanguageText::Answer> answers;
    LanguageText(plan_, random).write(length + 1, words, answers);
    std::fill_n(out.features, tokens * width, 0.0f);
    std::fill_n(out.classes, tokens, kNotCounted);
    std::fill_n(out.conditions, tokens, 0u);
    for (std::size_t t = 0; t < length; ++t) {
      out.features[t * width + words[t]] = 1;
      if (plan_.all_words) out.classes[t] = static_cast<std::int32_t>(words[t + 1]);
    }
    for (const auto& [at, distance] : answers) {
      out.classes[at] = static_cast<std::int32_t>(words[at + 1]);
      out.conditions[at] = condition_of(distance);
    }
    return 0;
  }

 private:
  std::uint32_t condition_of(std::size_t distance) const {
    std::size_t condition = first_distance_;
    for (std::size_t far = kNearestAnswers; far < distance; far *= 2) ++condition;
    return static_cast<std::uint32_t>(condition);
  }

  LanguagePlan plan_;
  std::uint64_t seed_;
  std::size_t first_distance_ = 0;
};

constexpr std::size_t kMostNames = 64, kLeastTokens = 32, kMostTokens = 4096;
constexpr ParamInfo kLanguageParams[] = {
    integer("names", "Names, which stand for who acts and for whom it is done to.", 8,
            {4, kMostNames}, {4, kMostNames}),
    integer("verbs", "Verbs, which stand for what is done.", 4, {1, kMostNames}, {1, kMostNames}),
    integer("length", "Tokens of a document: the more, the further back an answer may stand.", 64,
            {kLeastTokens, kMostTokens}, {32, 512, true}),
    integer("beyond", "Tokens of a document of the split `longer`, which there is none without.",
            kOptional, {kLeastTokens, kMostTokens}, {32, 1024, true}),
    one_of("loss", "answers: what is asked for alone; all: every next word.", kLanguageLosses),
};

Result<std::unique_ptr<TaskData>> make_language(const Params& p, std::uint64_t seed) {
  const std::size_t length = p.count("length");
  const LanguagePlan plan{p.count("names"), p.count("verbs"), length,
                          p.has("beyond") ? p.count("beyond") : length, p.choice("loss") == 1};
  if (plan.beyond < plan.length)
    return bad_task("beyond", "at least length = " + std::to_string(plan.length),
                    p.number("beyond"));
  // this many sentences would contain every pair of a name and a verb
  const std::size_t most = 2 * kSentenceWords * plan.names * plan.verbs;
  if (plan.beyond > most)
    return bad_task(p.has("beyond") ? "beyond" : "length",
                    "at most 8 names·verbs = " + std::to_string(most) + ", or nothing can be asked",
                    static_cast<double>(plan.beyond));
  return std::unique_ptr<TaskData>(std::make_unique<Language>(plan, seed));
}

}  // namespace

const TaskInfo kLanguage = {
    .id = "language",
    .title = "Small language",
    .doc = "Sentences and questions: who does what to whom is told by the order of words alone.",
    .citation = "in our own form",
    .params = kLanguageParams,
    .make = make_language,
};

}  // namespace posenc
