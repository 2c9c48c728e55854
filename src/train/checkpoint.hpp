// Turns a run into bytes and back: its weights, moments and step, and a note of the caller (the
// experiment as text). The bytes are the same on every platform (little-endian):
//
//   "posenc run 1\n", length and bytes of the note, fingerprint of the plan, step, loss, powers of
//   β₁ and β₂, numbers of weights, first and second moments, the hash of the weights it began with
//   where they were given, and a checksum (FNV-1a, 64 bits) of all before it
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
  // The note, of a checkpoint that is whole. Errors name `checkpoint`: another version, torn.
  static Result<std::string> note(std::span<const std::uint8_t>);
  // Sets the run to the saved step; its plan is the same, or one with more steps. Errors: another
  // version, torn, of another model, task or seed, or, where this run was given weights, of one
  // that began with others; then the run stays as it was.
  static Result<void> resume(std::span<const std::uint8_t>, Run&);
  // FNV-1a of the bytes of the weights
  static std::uint64_t hash(const Run&);
};

}  // namespace posenc
