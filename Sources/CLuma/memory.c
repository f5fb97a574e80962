#include <stdint.h>
#include <sys/mman.h>
#include <unistd.h>

#include "CLuma.h"

void luma_populate(void *memory, size_t bytes) {
#ifdef MADV_POPULATE_WRITE
  // Less is mostly mapped already, and not worth a call.
  enum { few = 8 };
  long size = sysconf(_SC_PAGESIZE);
  if (size <= 0 || bytes < few * (size_t)size) return;
  uintptr_t page = (uintptr_t)size;
  uintptr_t begin = (uintptr_t)memory & ~(page - 1);
  uintptr_t end = ((uintptr_t)memory + bytes + page - 1) & ~(page - 1);
  // Where the system cannot, pages come one by one as they are written.
  (void)madvise((void *)begin, end - begin, MADV_POPULATE_WRITE);
#else
  (void)memory;
  (void)bytes;
#endif
}
