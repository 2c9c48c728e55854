// What parts of libstdc++ that are linked into the shared library would else ask of the glibc that
// they were compiled with, so that the library loads on systems with an older one.
// src/library.cmake has the option of the linker that goes with it; python/tests/test_wheel.py
// reads what is left.
//
// Symbols and their versions: sysdeps/unix/sysv/linux/x86_64/64/libc.abilist and
// aarch64/libc.abilist of glibc 2.36.
#include <features.h>

#if defined(__GLIBC__) && (defined(__x86_64__) || defined(__aarch64__))

#include <pthread.h>

extern "C" {

// Counts of shared pointers look at this variable of glibc 2.32: while it is true, no second thread
// exists and plain additions are enough. Here it is always false, and they are atomic, as on every
// older glibc with threads.
__attribute__((visibility("hidden"))) char __libc_single_threaded = 0;

// Since glibc 2.34 pthread_once stands in libc itself, under a new version and under the first one,
// with the same code (nptl/pthread_once.c). The linker takes the new one by itself, which no older
// system has; there the first one stands in libpthread, which is named as needed.
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
