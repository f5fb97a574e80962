#include "CLuma.h"
#include "kernel.h"

CLONES uint64_t luma_meter_8(
    const uint8_t *samples, const uint8_t *thresholds, uint8_t low, uint8_t high, size_t count) {
  uint64_t total = 0;
  // Short enough for 32 bits (4096 x 510), so that vectors hold more sums.
  while (count > 0) {
    size_t n = count < 4096 ? count : 4096;
    uint32_t sum = 0;
    for (size_t i = 0; i < n; i++) {
      uint8_t v = samples[i] < low ? low : samples[i];
      v = (uint8_t)((v > high ? high : v) - low);
      sum += v;
      sum += v > thresholds[i] ? v : 0;
    }
    total += sum;
    samples += n;
    thresholds += n;
    count -= n;
  }
  return total;
}

CLONES uint64_t luma_meter_32(
    const int32_t *values, const int32_t *thresholds, int32_t high, size_t count) {
  uint64_t total = 0;
  for (size_t i = 0; i < count; i++) {
    int32_t v = values[i] < 0 ? 0 : values[i];
    v = v > high ? high : v;
    total += (uint32_t)v;
    total += v > thresholds[i] ? (uint32_t)v : 0;
  }
  return total;
}

#define ROW(name, type)                                                                        \
  INLINE void name(                                                                            \
      const type *samples, size_t step, int32_t weight, int32_t offset, size_t count,          \
      int32_t *values) {                                                                       \
    for (size_t i = 0; i < count; i++) values[i] = offset + weight * (int32_t)samples[i * step]; \
  }

ROW(row_8, uint8_t)
ROW(row_16, loose16)

// A known step lets the compiler make vectors.
#define STEPS(row, samples)                                                                    \
  switch (step) {                                                                              \
    case 1: row(samples, 1, weight, offset, count, values); break;                             \
    case 2: row(samples, 2, weight, offset, count, values); break;                             \
    case 3: row(samples, 3, weight, offset, count, values); break;                             \
    case 4: row(samples, 4, weight, offset, count, values); break;                             \
    default: row(samples, step, weight, offset, count, values);                                \
  }

CLONES void luma_row_8(
    const uint8_t *samples, size_t step, int32_t weight, int32_t offset, size_t count,
    int32_t *values) {
  STEPS(row_8, samples)
}

CLONES void luma_row_16(
    const uint8_t *samples, size_t step, int32_t weight, int32_t offset, size_t count,
    int32_t *values) {
  STEPS(row_16, (const loose16 *)samples)
}

CLONES void luma_row_spread(
    const int32_t *others, size_t shift, size_t count, int32_t *values) {
  if (shift == 0) {
    for (size_t i = 0; i < count; i++) values[i] += others[i];
  } else if (shift == 1) {
    size_t i = 0;
    for (; i + 2 <= count; i += 2) {
      values[i] += others[i / 2];
      values[i + 1] += others[i / 2];
    }
    if (i < count) values[i] += others[i / 2];
  } else {
    for (size_t i = 0; i < count; i++) values[i] += others[i >> shift];
  }
}
