// Processor time of this process, natively and in Node, and its compiler.
#pragma once
#include <string>
#ifdef __EMSCRIPTEN__
#include <emscripten.h>

// user and system time of this process, in seconds
EM_JS(double, cpu_seconds, (), {
  const {user, system} = process.cpuUsage();
  return (user + system) / 1e6;
});
inline std::string version() {
  return "Emscripten " + std::to_string(__EMSCRIPTEN_MAJOR__) + "." +
         std::to_string(__EMSCRIPTEN_MINOR__) + "." + std::to_string(__EMSCRIPTEN_TINY__);
}
#else
#include <ctime>

inline double cpu_seconds() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}
inline std::string version() { return "native, " __VERSION__; }
#endif
