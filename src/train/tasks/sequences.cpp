#include "train/tasks/sequences.hpp"

#include <algorithm>
#include <array>

#include "core/random.hpp"
#include "nn/transformer/losses.hpp"

namespace posenc {
namespace {

constexpr std::string_view kKinds[] = {"copy", "reverse", "sort", "recall", "back", "slot"};
enum Kind : std::size_t { copy, reverse, sort, recall, back, slot };
constexpr std::size_t kMostLength = 512, kTestSamples = 256;

struct SequencePlan {
  Kind kind;
  std::size_t symbols, shortest, longest, beyond, offset;
};

class Sequences : public TaskData {
 public:
  Sequences(const SequencePlan& plan, std::uint64_t seed) : plan_(plan), seed_(seed) {
    const bool doubled = plan.kind <= recall;
    token_positions = {(doubled ? 2 : 1) * plan.beyond + (doubled ? 1 : 0)};
    // symbols and a separator
    shape = {plan.symbols + 1, plan.symbols, false};
    causal = true;
    for (std::size_t most = 1;; most *= 2) {
      conditions.push_back((most == 1 ? "" : std::to_string(most)) + "L");
      if (most * plan.longest >= plan.beyond) break;
    }
  }
  void prepare() override {
    splits = {{"train", 0}, {"test", kTestSamples}};
    if (plan_.beyond > plan_.longest) splits.push_back({"longer", kTestSamples});
  }
  std::size_t sample(std::size_t split, std::uint64_t index, std::uint64_t,
                     const Sample& out) const override;

 private:
  SequencePlan plan_;
  std::uint64_t seed_;
};

std::size_t Sequences::sample(std::size_t split, std::uint64_t index, std::uint64_t,
                              const Sample& out) const {
  const std::size_t tokens = token_positions.tokens, width = shape.inputs;
  const Random random(seed_ + (index << 20), 0x41000000u + static_cast<std::uint32_t>(split));
  const auto below = [&](std::uint64_t i, std::size_t n) {
    return static_cast<std::size_t>(random.below(i, n));
  };
  const std::size_t least = split == 2 ? plan_.longest + 1 : plan_.shortest,
                    most = split == 2 ? plan_.beyond : plan_.longest;
  const std::size_t length = least + below(0, most - least + 1);
  std::size_t condition = 0;
  for (std::size_t end = plan_.longest; end < length; end *= 2) ++condition;
  std::array<std::size_t, kMostLength> x{};
  for (std::size_t i = 0; i < length; ++i) x[i] = below(1 + i, plan_.symbols);
  std::fill_n(out.features, tokens * width, 0.0f);
  std::fill_n(out.classes, tokens, kNotCounted);
  const auto put = [&](std::size_t token, std::size_t symbol) {
    out.features[token * width + symbol] = 1;
  };
  const auto want = [&](std::size_t token, std::size_t symbol) {
    out.classes[token] = static_cast<std::int32_t>(symbol);
  };
  if (plan_.kind == recall) {
    // keys are different symbols
    std::array<std::size_t, kMostLength> keys{};
    for (std::size_t i = 0; i < plan_.symbols; ++i) keys[i] = i;
    for (std::size_t i = 0; i < length; ++i) {
      std::swap(keys[i], keys[i + below(100 + i, plan_.symbols - i)]);
      put(2 * i, keys[i]), put(2 * i + 1, x[i]);
    }
    const std::size_t asked = below(99, length);
    put(2 * length, keys[asked]), want(2 * length, x[asked]);
    return condition;
  }
  for (std::size_t i = 0; i < length; ++i) put(i, x[i]);
  if (plan_.kind == back || plan_.kind == slot) {
    const std::size_t offset = plan_.offset;
    for (std::size_t i = offset; i < length; ++i)
      want(i, plan_.kind == back ? x[i - offset] : x[offset]);
    return condition;
  }
  put(length, plan_.symbols);
  if (plan_.kind == reverse)
    std::reverse(x.begin(), x.begin() + static_cast<std::ptrdiff_t>(length));
  if (plan_.kind == sort) std::sort(x.begin(), x.begin() + static_cast<std::ptrdiff_t>(length));
  for (std::size_t i = 0; i < length; ++i) {
    want(length + i, x[i]);
    if (i + 1 < length) put(length + 1 + i, x[i]);
  }
  return condition;
}

constexpr ParamInfo whole(std::string_view name, std::string_view doc, double initial, double min,
                          double max) {
  return integer(name, doc, initial, {min, max}, {min, max});
}

constexpr ParamInfo kParams[] = {
    one_of("kind",
           "What is asked of the symbols: to write them again, reversed or sorted, to recall the "
           "value of a key, or to name the symbol k back or the one in slot i.",
           kKinds, copy),
    whole("symbols", "Symbols of the alphabet; recall has as many keys.", 16, 2, 64),
    whole("shortest", "Least length that is trained on.", 2, 1, kMostLength),
    whole("longest", "Largest length that is trained on.", 8, 1, kMostLength),
    whole("beyond", "Largest length of the split `longer`.", 12, 1, kMostLength),
    only_where(whole("offset", "k of back: tokens back; i of slot, from 0.", 2, 0, kMostLength - 1),
               "kind=back,slot"),
};

Result<std::unique_ptr<TaskData>> make_sequences(const Params& p, std::uint64_t seed) {
  const SequencePlan plan{static_cast<Kind>(p.choice("kind")),
                          p.count("symbols"),
                          p.count("shortest"),
                          p.count("longest"),
                          p.count("beyond"),
                          p.count("offset")};
  const auto bad = [&](std::string_view name, const std::string& allowed) {
    return bad_task(name, allowed, p.number(name));
  };
  if (plan.shortest > plan.longest)
    return bad("shortest", "at most longest = " + std::to_string(plan.longest));
  if (plan.beyond < plan.longest)
    return bad("beyond", "at least longest = " + std::to_string(plan.longest));
  if (plan.kind == recall && plan.beyond > plan.symbols)
    return bad("beyond", "at most symbols = " + std::to_string(plan.symbols) + " keys");
  if (plan.kind >= back && plan.offset >= plan.longest)
    return bad("offset", "below longest = " + std::to_string(plan.longest));
  return std::unique_ptr<TaskData>(std::make_unique<Sequences>(plan, seed));
}

}  // namespace

const TaskInfo kSequences = {
    .id = "sequences",
    .title = "Sequences",
    .doc = "Copy, reverse, sort, recall; the token k steps back, the token of slot i.",
    .citation = "Graves et al. 2014, arXiv:1410.5401 (copy, recall)",
    .params = kParams,
    .make = make_sequences,
};

}  // namespace posenc
