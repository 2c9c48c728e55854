// A checkpoint has a checksum and the fingerprint of its run, which fuzzing does not find. So an
// input whose first byte is not zero contains only the other parts: a note, terminated by zero, and
// everything after the fingerprint. An input that begins with zero is a complete file.
#include "train/checkpoint.hpp"

#include <algorithm>
#include <optional>
#include <vector>

#include "targets.hpp"

namespace posenc::fuzz {
namespace {

constexpr std::string_view kMagic = "posenc run 1\n";
constexpr std::size_t kWord = 8;

Run begun() {
  RunPlan plan;  // the experiment of the checkpoints from seeds.mjs
  plan.task = "latin-square", plan.task_values = {{{"puzzles", 10.0}, {"shifted", 1.0}}, {}};
  plan.model = {
      .dim = 2, .blocks = 1, .heads = 1, .hidden = 1, .positions = {{{"sinusoidal", {}}}}};
  plan.batch = 4, plan.steps = 4, plan.evaluate_every = 2;
  Result<Run> run = Run::make(plan);
  must(run.has_value(), "the experiment is trained");
  run->open();
  return std::move(run).value();
}

void put_word(std::vector<std::uint8_t>& out, std::uint64_t x) {
  for (std::size_t i = 0; i < kWord; ++i) out.push_back(static_cast<std::uint8_t>(x >> (8 * i)));
}

// Adds the checksum defined in checkpoint.hpp: FNV-1a.
std::vector<std::uint8_t> whole(std::span<const std::uint8_t> given,
                                std::span<const std::uint8_t> fingerprint) {
  const auto end = std::ranges::find(given, std::uint8_t{0});
  std::vector<std::uint8_t> out(kMagic.begin(), kMagic.end());
  put_word(out, static_cast<std::uint64_t>(end - given.begin()));
  out.insert(out.end(), given.begin(), end);
  out.insert(out.end(), fingerprint.begin(), fingerprint.end());
  if (end != given.end()) out.insert(out.end(), end + 1, given.end());
  std::uint64_t hash = 0xcbf29ce484222325u;
  for (const std::uint8_t b : out) hash = (hash ^ b) * 0x100000001b3u;
  put_word(out, hash);
  return out;
}

// The hash of given weights may precede the checksum; 0 means that none were given, as does
// omitting it.
bool is_same(std::span<const std::uint8_t> saved, std::span<const std::uint8_t> file) {
  if (std::ranges::equal(saved, file)) return true;
  if (file.size() != saved.size() + kWord) return false;
  const auto hash = file.last(2 * kWord).first(kWord);
  return std::ranges::equal(saved.first(saved.size() - kWord),
                            file.first(file.size() - 2 * kWord)) &&
         std::ranges::count(hash, 0) == static_cast<std::ptrdiff_t>(kWord);
}

}  // namespace

void checkpoint(Input input) {
  static Run run = begun();
  static const std::vector<std::uint8_t> beginning = Checkpoint::save(run, "");
  if (input.empty()) return;
  const bool is_file = input[0] == 0;
  const Input rest = input.subspan(1);
  const auto fingerprint = std::span(beginning).subspan(kMagic.size() + kWord, kWord);
  const std::vector<std::uint8_t> file =
      is_file ? std::vector<std::uint8_t>(rest.begin(), rest.end()) : whole(rest, fingerprint);
  const Result<std::string> note = Checkpoint::note(file);
  if (!note) must_be_said(note.error());
  const Result<void> resumed = Checkpoint::resume(file, run);
  if (!resumed) {
    must_be_said(resumed.error());
    must(Checkpoint::save(run, "") == beginning, "a run stays as it was");
    return;
  }
  must(note.has_value(), "what a run goes on from has a note");
  must(is_same(Checkpoint::save(run, *note), file), "a run has what it went on from");
  if (Checkpoint::resume(beginning, run)) return;
  // a run continued from one with given weights keeps their hash from then on
  must(file.size() - note->size() == beginning.size() + kWord, "a run goes back to its beginning");
  run = begun();
}

}  // namespace posenc::fuzz
