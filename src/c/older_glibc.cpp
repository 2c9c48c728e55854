// Definitions that parts of libstdc++ linked into the shared library would otherwise import from
// the glibc they were compiled with, so that the library loads on systems with an older one.
// src/library.cmake sets the linker option; python/tests/test_wheel.py checks the remaining
// imports.
//
// Symbols and their versions: sysdeps/unix/sysv/linux/x86_64/64/libc.abilist and
// aarch64/libc.abilist of glibc 2.36.
#include <features.h>

#if defined(__GLIBC__) && (defined(__x86_64__) || defined(__aarch64__))

#include <pthread.h>

extern "C" {

// Shared pointers read this variable of glibc 2.32 and count without atomics while it is true (one
// thread). It is always false here, so they count atomically, as on every older glibc with threads.
__attribute__((visibility("hidden"))) char __libc_single_threaded = 0;

// Since glibc 2.34 pthread_once is in libc itself, under a new version and under the first one,
// with the same code (nptl/pthread_once.c). By default the linker takes the new version, which
// older systems lack. There the first version is in libpthread, which is named as needed.
#ifdef __x86_64__
__asm__(".symver posenc_oldest_pthread_once, pthread_once@GLIBC_2.2.5");
#else
__asm__(".symver posenc_oldest_pthread_once, pthread_once@GLIBC_2.17");
#endif
int posenc_oldest_pthread_once(pthread_once_t* once, void (*work)());

__attribute__((visibility("hidden"))) int __wrap_pthread_once(pthread_once_t* once,
                                                              void (*work)()) {
  return posenc_oldest_pthread_once(once, work);
}

}  // extern "C"

#endif
