// The search: the expectation, then with one known mistake, then with two. Without an expectation,
// or if that fails, it tries the specs that the numbers suggest, and those with one known mistake.
// The first step that explains the numbers ends the search and returns all of its explanations.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "identify/making.hpp"
#include "identify/score.hpp"

namespace posenc::identification {

// A spec that the numbers should follow.
struct Expectation {
  SpecFields spec;
  std::string layer = {};  // of the config that the spec was read from, if it has several
  Facts facts = {};
};

// A spec, the mistakes applied to it, and how close its numbers are to the given ones.
struct Candidate {
  SpecFields spec;
  std::vector<const MistakeInfo*> mistakes;
  std::string layer, form;
  Fit fit;
  std::size_t pairs = 0;
  std::vector<double> frequencies;
  double amplitude = 1;
};

enum class Verdict { expected, spec, mistake, other, unknown };

struct Found {
  Verdict verdict = Verdict::unknown;
  std::vector<Candidate> explanations = {};  // best first; each pair of spec and mistakes once
  std::optional<Candidate> nearest = {};     // the closest, if nothing explains the numbers
  std::optional<Candidate> expected = {};    // without a mistake
  std::vector<double> frequencies = {};      // rad per position, as given or estimated
};

// Error: a spec that is expected cannot be prepared; its field begins with `expected[0].spec`.
Result<Found> search(const Given&, const std::vector<Expectation>&);

}  // namespace posenc::identification
