#include "CLuma.h"
#include "kernel.h"

#include <stdbool.h>
#include <string.h>

// The rows of a tile are read side by side, so that the sums of their columns stay in registers. The hardware does not
// fetch so many rows ahead by itself: each block asks for the one that lies a row of tiles below it, which is read next.
// Row after row, with the sums waiting in the nearest cache, took twice as long, and so did the rows of a tile without
// asking. Where there are neither four nor eight rows, as at the bottom of a picture, they are read one after the other.

// As many samples at once as most machines hold in a register or two, and their sums.
typedef uint8_t many8 __attribute__((vector_size(32)));
typedef uint16_t sums8 __attribute__((vector_size(64)));
typedef uint32_t totals8 __attribute__((vector_size(128)));
typedef uint16_t many16 __attribute__((vector_size(32)));
typedef uint32_t sums16 __attribute__((vector_size(64)));
typedef uint32_t totals16 __attribute__((vector_size(64)));

// A lane of 16 bits holds a sum of so many bytes.
enum { MOST_IN_LANE = 257 };

// Rows that are read side by side, at most.
enum { ROWS = 8 };

// Sums of columns and, unless they are null, the greatest of each column and the sums of rows; of some rows after others
// (`more`), or the first.
#define SURVEY_ROWS(name, sample, loose, many, sum, sums_of_many, totals_of_many)              \
  INLINE void name(                                                                            \
      const uint8_t *first, size_t stride, size_t rows, bool more, size_t count,               \
      sum *restrict sums, sample *restrict most, uint32_t *restrict totals) {                  \
    enum { LANES = sizeof(many) / sizeof(sample) };                                            \
    uint32_t total[ROWS] = {0};                                                                \
    size_t i = 0;                                                                              \
    while (i + LANES <= count) {                                                               \
      size_t left = (count - i) / LANES;                                                       \
      size_t end = i + LANES * (left < MOST_IN_LANE ? left : MOST_IN_LANE);                    \
      sums_of_many lanes[ROWS] = {0};                                                          \
      for (; i < end; i += LANES) {                                                            \
        many greatest = {0};                                                                   \
        sums_of_many column = {0};                                                             \
        if (more) memcpy(&column, sums + i, sizeof(column));                                   \
        if (more && most) memcpy(&greatest, most + i, sizeof(greatest));                       \
        for (size_t row = 0; row < rows; row++) {                                              \
          const uint8_t *samples = first + row * stride + i * sizeof(sample);                  \
          many values;                                                                         \
          memcpy(&values, samples, sizeof(values));                                            \
          __builtin_prefetch((const void *)((uintptr_t)samples + rows * stride));              \
          sums_of_many wide = __builtin_convertvector(values, sums_of_many);                   \
          column += wide;                                                                      \
          if (most) greatest = __builtin_elementwise_max(greatest, values);                    \
          if (totals) lanes[row] += wide;                                                      \
        }                                                                                      \
        memcpy(sums + i, &column, sizeof(column));                                             \
        if (most) memcpy(most + i, &greatest, sizeof(greatest));                               \
      }                                                                                        \
      for (size_t row = 0; totals && row < rows; row++)                                        \
        total[row] += __builtin_reduce_add(__builtin_convertvector(lanes[row], totals_of_many)); \
    }                                                                                          \
    for (; i < count; i++) {                                                                   \
      sum column = more ? sums[i] : 0;                                                         \
      sample greatest = more && most ? most[i] : 0;                                            \
      for (size_t row = 0; row < rows; row++) {                                                \
        sample value = ((const loose *)(first + row * stride))[i];                             \
        column += value;                                                                       \
        if (value > greatest) greatest = value;                                                \
        total[row] += value;                                                                   \
      }                                                                                        \
      sums[i] = column;                                                                        \
      if (most) most[i] = greatest;                                                            \
    }                                                                                          \
    for (size_t row = 0; totals && row < rows; row++) totals[row] = total[row];                \
  }

SURVEY_ROWS(rows_8, uint8_t, uint8_t, many8, uint16_t, sums8, totals8)
SURVEY_ROWS(rows_16, uint16_t, loose16, many16, uint32_t, sums16, totals16)

// Of any number of rows. The numbers that tiles of real formats have get code of their own.
#define SURVEY(name, survey_rows, sample, sum)                                                 \
  INLINE void name(                                                                            \
      const uint8_t *first, size_t stride, size_t rows, size_t count, sum *restrict sums,      \
      sample *restrict most, uint32_t *restrict totals) {                                      \
    if (rows == 8) return survey_rows(first, stride, 8, false, count, sums, most, totals);     \
    if (rows == 4) return survey_rows(first, stride, 4, false, count, sums, most, totals);     \
    for (size_t row = 0; row < rows; row++)                                                    \
      survey_rows(                                                                             \
          first + row * stride, stride, 1, row > 0, count, sums, most,                         \
          totals ? totals + row : NULL);                                                       \
  }

SURVEY(survey_8, rows_8, uint8_t, uint16_t)
SURVEY(survey_16, rows_16, uint16_t, uint32_t)

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
