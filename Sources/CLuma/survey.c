#include "CLuma.h"
#include "kernel.h"

#include <string.h>

// Rows are read one after the other as they lie in memory, which the hardware fetches ahead by itself; the
// sums of columns wait in the nearest cache. Walking down blocks of columns, whose sums stay in registers,
// took twice as long.

// As many samples at once as most machines hold in a register or two, and their sums.
typedef uint8_t many8 __attribute__((vector_size(32)));
typedef uint16_t sums8 __attribute__((vector_size(64)));
typedef uint32_t totals8 __attribute__((vector_size(128)));
typedef uint16_t many16 __attribute__((vector_size(32)));
typedef uint32_t sums16 __attribute__((vector_size(64)));
typedef uint32_t totals16 __attribute__((vector_size(64)));

// A lane of 16 bits holds a sum of so many bytes.
enum { MOST_IN_LANE = 257 };

// Sums of columns and, unless they are null, the greatest of each column and the sums of rows.
#define SURVEY(name, sample, loose, many, sum, sums_of_many, totals_of_many)                   \
  INLINE void name(                                                                            \
      const uint8_t *first, size_t stride, size_t rows, size_t count, sum *restrict sums,      \
      sample *restrict most, uint32_t *restrict totals) {                                      \
    enum { LANES = sizeof(many) / sizeof(sample) };                                            \
    memset(sums, 0, count * sizeof(sum));                                                      \
    if (most) memset(most, 0, count * sizeof(sample));                                         \
    for (size_t row = 0; row < rows; row++) {                                                  \
      const loose *samples = (const loose *)(first + row * stride);                            \
      uint32_t total = 0;                                                                      \
      size_t i = 0;                                                                            \
      while (i + LANES <= count) {                                                             \
        size_t left = (count - i) / LANES;                                                     \
        size_t end = i + LANES * (left < MOST_IN_LANE ? left : MOST_IN_LANE);                  \
        sums_of_many lanes = {0};                                                              \
        for (; i < end; i += LANES) {                                                          \
          many values, greatest;                                                               \
          sums_of_many column;                                                                 \
          memcpy(&values, samples + i, sizeof(values));                                        \
          sums_of_many wide = __builtin_convertvector(values, sums_of_many);                   \
          memcpy(&column, sums + i, sizeof(column));                                           \
          column += wide;                                                                      \
          memcpy(sums + i, &column, sizeof(column));                                           \
          if (most) {                                                                          \
            memcpy(&greatest, most + i, sizeof(greatest));                                     \
            greatest = __builtin_elementwise_max(greatest, values);                            \
            memcpy(most + i, &greatest, sizeof(greatest));                                     \
          }                                                                                    \
          if (totals) lanes += wide;                                                           \
        }                                                                                      \
        if (totals)                                                                            \
          total += __builtin_reduce_add(__builtin_convertvector(lanes, totals_of_many));       \
      }                                                                                        \
      for (; i < count; i++) {                                                                 \
        sums[i] += samples[i];                                                                 \
        if (most) most[i] = samples[i] > most[i] ? samples[i] : most[i];                       \
        total += samples[i];                                                                   \
      }                                                                                        \
      if (totals) totals[row] = total;                                                         \
    }                                                                                          \
  }

SURVEY(survey_8, uint8_t, uint8_t, many8, uint16_t, sums8, totals8)
SURVEY(survey_16, uint16_t, loose16, many16, uint32_t, sums16, totals16)

#define ACCUMULATE                                                                             \
  for (size_t i = 0; i < count; i++) totals[i] += sums[i]

CLONES void luma_accumulate_8(const uint16_t *sums, size_t count, uint32_t *restrict totals) {
  ACCUMULATE;
}

CLONES void luma_accumulate_16(const uint32_t *sums, size_t count, uint32_t *restrict totals) {
  ACCUMULATE;
}

CLONES void luma_columns_8(
    const uint8_t *first, size_t stride, size_t rows, size_t count, uint16_t *sums) {
  survey_8(first, stride, rows, count, sums, NULL, NULL);
}

CLONES void luma_columns_16(
    const uint8_t *first, size_t stride, size_t rows, size_t count, uint32_t *sums) {
  survey_16(first, stride, rows, count, sums, NULL, NULL);
}

CLONES void luma_survey_8(
    const uint8_t *first, size_t stride, size_t rows, size_t count, uint16_t *sums,
    uint8_t *most, uint32_t *totals) {
  survey_8(first, stride, rows, count, sums, most, totals);
}

CLONES void luma_survey_16(
    const uint8_t *first, size_t stride, size_t rows, size_t count, uint32_t *sums,
    uint16_t *most, uint32_t *totals) {
  survey_16(first, stride, rows, count, sums, most, totals);
}
