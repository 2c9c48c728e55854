// Seconds of this process, natively and in Node, and what it is compiled by.
#pragma once
#include <string>
#ifdef __EMSCRIPTEN__
#include <emscripten.h>

// user and system time of this process, in seconds
EM_JS(double, cpu_seconds, (), {
  const {user, system} = process.cpuUsage();
  return (user + system) / 1e6;
});
inline double wall_seconds() { return emscripten_get_now() / 1e3; }
inline std::string version() {
  return "Emscripten " + std::to_string(__EMSCRIPTEN_MAJOR__) + "." +
         std::to_string(__EMSCRIPTEN_MINOR__) + "." + std::to_string(__EMSCRIPTEN_TINY__);
}
#else
#include <ctime>

inline double seconds_of(clockid_t clock) {
  timespec now{};
  clock_gettime(clock, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}
inline double cpu_seconds() { return seconds_of(CLOCK_PROCESS_CPUTIME_ID); }
inline double wall_seconds() { return seconds_of(CLOCK_MONOTONIC); }
inline std::string version() { return "native, " __VERSION__; }
#endif
