// Memory that cannot be had. An allocation that fails ends the instance, and with it all that other
// calls have in it; so what may be large is asked for first, and refused (out_of_memory).
#pragma once
#include <cstdlib>
#include <limits>
#include <new>
#include <string>

#include "core/sizes.hpp"

namespace posenc::memory {

inline bool ended = false;

// Called once by each module: an allocation that fails all the same is noted, then traps.
// JavaScript reads the note (web/lib/wasm/host.ts) and starts a new instance.
inline void note_the_end() {
  std::set_new_handler([] {
    ended = true;
    __builtin_trap();
  });
}

// Whether so many bytes can be had in one piece now.
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
