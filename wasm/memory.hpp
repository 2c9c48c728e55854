// Out of memory. A failed allocation ends the instance and the state of all calls in it. So large
// allocations are tested first, and rejected (out_of_memory).
#pragma once
#include <cstdlib>
#include <limits>
#include <new>
#include <string>

#include "core/sizes.hpp"

namespace posenc::memory {

inline bool ended = false;

// Called once by each module: if an allocation fails nevertheless, sets a flag, then traps.
// JavaScript reads the flag (web/lib/wasm/host.ts) and starts a new instance.
inline void note_the_end() {
  std::set_new_handler([] {
    ended = true;
    __builtin_trap();
  });
}

// Returns whether a block of this size can be allocated now.
inline bool has_room(Count bytes) {
  if (bytes > std::numeric_limits<std::size_t>::max() / 2) return false;
  void* volatile piece = std::malloc(static_cast<std::size_t>(bytes.value()) + 1);
  std::free(piece);
  return piece != nullptr;
}

inline Error out_of_memory(Count bytes, std::string field) {
  return {ErrorCode::out_of_memory, std::move(field),
          "the WebAssembly module has no " + bytes.text() + " bytes of memory left for it"};
}

}  // namespace posenc::memory
