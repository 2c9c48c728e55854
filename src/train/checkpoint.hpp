// Turns a run into bytes and back: its weights, moments and step, and a note of the caller (the
// experiment as a string). The bytes are equal on every platform (little-endian):
//
//   "posenc run 1\n", length and bytes of the note, fingerprint of the plan, step, loss, powers of
//   β₁ and β₂, numbers of weights, first and second moments, the hash of the initial weights if
//   they were given, and a checksum (FNV-1a, 64 bits) of all preceding bytes
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
  // The note of a complete checkpoint. Errors name `checkpoint`: another version, truncated.
  static Result<std::string> note(std::span<const std::uint8_t>);
  // Sets the run to the saved step; its plan must be the same, or one with more steps. Errors:
  // another version, truncated, from another model, task or seed, or, if this run was given
  // weights, from a run with other initial weights. On an error the run is unchanged.
  static Result<void> resume(std::span<const std::uint8_t>, Run&);
  // FNV-1a of the bytes of the weights
  static std::uint64_t hash(const Run&);
};

}  // namespace posenc
