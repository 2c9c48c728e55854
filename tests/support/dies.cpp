#include "dies.hpp"

#ifdef __EMSCRIPTEN__
#include <emscripten.h>
#if __has_feature(address_sanitizer)
#include <sanitizer/lsan_interface.h>
#endif
#else
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <initializer_list>
#endif

namespace posenc::test {

#ifdef __EMSCRIPTEN__

using Call = void (*)();
extern "C" EMSCRIPTEN_KEEPALIVE void posenc_call(Call call) { call(); }

EM_JS(int, posenc_call_traps, (Call call), {
  const stack = stackSave();
  try {
    _posenc_call(call);
    return 0;
  } catch (error) {
    stackRestore(stack);
    return error instanceof WebAssembly.RuntimeError ? 1 : 0;
  }
});

bool dies(void (*call)()) {
#if __has_feature(address_sanitizer)
  const __lsan::ScopedDisabler trapped;  // memory of a call that traps is leaked
#endif
  return posenc_call_traps(call) == 1;
}

#else

bool dies(void (*call)()) {
  const pid_t child = fork();
  if (child < 0) return false;
  if (child == 0) {
    const rlimit none{0, 0};  // no core file
    setrlimit(RLIMIT_CORE, &none);
    for (const int each : {SIGILL, SIGTRAP, SIGABRT, SIGSEGV, SIGBUS}) signal(each, SIG_DFL);
    call();
    _exit(0);
  }
  int status = 0;
  return waitpid(child, &status, 0) == child && WIFSIGNALED(status);
}

#endif

}  // namespace posenc::test
