#pragma once

#include <stddef.h>
#include <stdint.h>

// One build of each kernel for every kind of machine; the loader chooses. Clang folds the constant
// inner loops into vectors of whatever width the target has.
#if defined(__x86_64__) && defined(__linux__)
#define CLONES __attribute__((target_clones("arch=x86-64-v4", "avx2", "default")))
#else
#define CLONES
#endif

#define INLINE static inline __attribute__((always_inline))

// Two-byte samples may lie at odd addresses.
typedef uint16_t loose16 __attribute__((aligned(1), may_alias));
