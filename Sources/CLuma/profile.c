#include "CLuma.h"
#include "kernel.h"

CLONES uint32_t luma_mismatch(
    const int32_t *a, const int32_t *b, size_t count, int32_t limit) {
  uint32_t sum = 0;
  for (size_t i = 0; i < count; i++) {
    int32_t away = a[i] - b[i];
    away = away < 0 ? -away : away;
    sum += (uint32_t)(away > limit ? limit : away);
  }
  return sum;
}

CLONES uint64_t luma_squares(const int32_t *a, const int32_t *b, size_t count, int32_t limit) {
  uint64_t sum = 0;
  for (size_t i = 0; i < count; i++) {
    int32_t away = a[i] - b[i];
    away = away > limit ? limit : away < -limit ? -limit : away;
    sum += (uint32_t)away * (uint32_t)away;
  }
  return sum;
}
