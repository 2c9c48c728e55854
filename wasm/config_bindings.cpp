// The exports of config.wasm (declared for TypeScript in web/lib/types/config-module.ts): functions
// from text to JSON. Failures are returned as { error }, never thrown.
#include <emscripten/bind.h>

#include <cstddef>
#include <string>
#include <vector>

#include "js_values.hpp"
#include "memory.hpp"
#include "posenc/identify.hpp"
#include "posenc/multimodal.hpp"

namespace {
using namespace posenc;
using emscripten::val;

val answer(const Result<std::string>& json) {
  if (!json) return js::error(json.error());
  val out = val::object();
  out.set("json", *json);
  return out;
}

val identify_numbers(const val& numbers, std::size_t rows, int subject,
                     const std::string& options) {
  const auto count = numbers["length"].as<std::size_t>();
  const Count bytes = Count(count) * sizeof(double);
  if (!memory::has_room(bytes)) return js::error(memory::out_of_memory(bytes, "numbers"));
  std::vector<double> values(count);
  val(emscripten::typed_memory_view(count, values.data())).call<void>("set", numbers);
  return answer(identify(values, rows, static_cast<Subject>(subject), options));
}

val identify_text(const std::string& numbers, const std::string& options) {
  return answer(identify(numbers, options));
}

val multimodal(const std::string& prompt) { return answer(multimodal_ids(prompt)); }

bool memory_ended() { return memory::ended; }

}  // namespace

EMSCRIPTEN_BINDINGS(posenc_config) {
  memory::note_the_end();
  emscripten::function("memoryEnded", &memory_ended);
  emscripten::function("identifyNumbers", &identify_numbers);
  emscripten::function("identifyText", &identify_text);
  emscripten::function("multimodalIds", &multimodal);
}
