// A run as bytes, and back: weights, moments, step, and a note of the caller's (the experiment, as
// text). The same bytes on every platform (little-endian):
//
//   "posenc run 1\n", length and bytes of the note, fingerprint of the plan, step, loss, powers of
//   β₁ and β₂, numbers of weights, first and second moments, and a checksum (FNV-1a, 64 bits) of
//   all before it
#pragma once
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "train/run.hpp"

namespace posenc {

class Checkpoint {
 public:
  static std::vector<std::uint8_t> save(const Run&, std::string_view note);
  // What stands in it, once it is known to be whole. Errors, `checkpoint`: another version, torn.
  static Result<std::string> note(std::span<const std::uint8_t>);
  // Goes on where it was saved: the run is of the same plan, or a longer one. Nothing is changed
  // where there is an error: another version, torn, of another model, task or seed.
  static Result<void> resume(std::span<const std::uint8_t>, Run&);
  // of the weights' bytes
  static std::uint64_t hash(const Run&);
};

}  // namespace posenc
