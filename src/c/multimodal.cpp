// The C interface to posenc/multimodal.hpp, and the release of texts.
#include "posenc/multimodal.hpp"

#include "c/guarded.hpp"

extern "C" {

char* posenc_multimodal_ids(const char* prompt, posenc_error* error) {
  using namespace posenc;
  return c::guarded(error, static_cast<char*>(nullptr), [&]() -> Result<char*> {
    if (prompt == nullptr) return c::null_error("prompt");
    return c::owned(multimodal_ids(prompt));
  });
}

void posenc_text_release(char* text) { delete[] text; }

}  // extern "C"
