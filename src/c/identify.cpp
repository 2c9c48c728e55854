// The C interface to posenc/identify.hpp.
#include "posenc/identify.hpp"

#include <string>

#include "c/guarded.hpp"
#include "core/text.hpp"

namespace posenc::c {
namespace {

std::string_view or_none(const char* options) { return options == nullptr ? "{}" : options; }

}  // namespace
}  // namespace posenc::c

extern "C" {

char* posenc_identify(const double* values, size_t count, size_t rows, posenc_subject subject,
                      const char* options, posenc_error* error) {
  using namespace posenc;
  return c::guarded(error, static_cast<char*>(nullptr), [&]() -> Result<char*> {
    if (values == nullptr && count > 0) return c::null_error("values");
    if (subject < POSENC_LIST || subject > POSENC_COS_SIN)
      return bad_argument("subject", "must be one of posenc_subject, got ", int{subject});
    return c::owned(
        identify({values, count}, rows, static_cast<Subject>(subject), c::or_none(options)));
  });
}

char* posenc_identify_text(const char* numbers, const char* options, posenc_error* error) {
  using namespace posenc;
  return c::guarded(error, static_cast<char*>(nullptr), [&]() -> Result<char*> {
    if (numbers == nullptr) return c::null_error("numbers");
    return c::owned(identify(numbers, c::or_none(options)));
  });
}

}  // extern "C"
