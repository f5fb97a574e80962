#include <stdint.h>
#include <sys/mman.h>

#include "CLuma.h"

#ifndef MADV_POPULATE_WRITE
#define MADV_POPULATE_WRITE 23  // Linux 5.14
#endif

void luma_populate(void *memory, size_t bytes) {
  const uintptr_t page = 4096;
  uintptr_t begin = (uintptr_t)memory & ~(page - 1);
  uintptr_t end = ((uintptr_t)memory + bytes + page - 1) & ~(page - 1);
  // Where the system cannot, pages come one by one as they are written.
  (void)madvise((void *)begin, end - begin, MADV_POPULATE_WRITE);
}
