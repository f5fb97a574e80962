#include "CLuma.h"
#include "kernel.h"

// Samples of several tiles side by side that are walked down together: as many as fill the widest registers twice.
enum { BLOCK = 128 };

// Which samples count, as all ones or none.
#define PEAKS(name, type, sample)                                                              \
  INLINE void name(                                                                            \
      const uint8_t *first, size_t stride, size_t rows, size_t tiles, size_t width,            \
      size_t together, const type *keep, size_t shift, uint8_t *out) {                         \
    for (size_t t = 0; t + together <= tiles; t += together) {                                 \
      type most[BLOCK] = {0};                                                                  \
      for (size_t row = 0; row < rows; row++) {                                                \
        const sample *samples = (const sample *)(first + row * stride) + t * width;            \
        for (size_t k = 0; k < together * width; k++)                                          \
          most[k] = samples[k] > most[k] ? samples[k] : most[k];                               \
      }                                                                                        \
      for (size_t k = 0; k < together * width; k++) most[k] &= keep[k];                        \
      for (size_t i = 0; i < together; i++) {                                                  \
        type peak = 0;                                                                         \
        for (size_t k = 0; k < width; k++)                                                     \
          peak = most[i * width + k] > peak ? most[i * width + k] : peak;                      \
        out[t + i] = peak >> shift > 255 ? 255 : (uint8_t)(peak >> shift);                     \
      }                                                                                        \
    }                                                                                          \
  }

PEAKS(peaks_8, uint8_t, uint8_t)
PEAKS(peaks_16, uint16_t, loose16)

// The widths that real formats have get code of their own; what is left of a row goes tile by tile.
#define WIDTHS(peaks, size)                                                                    \
  size_t whole = 0;                                                                            \
  if (width == 8) {                                                                            \
    whole = tiles / 16 * 16;                                                                   \
    peaks(first, stride, rows, whole, 8, 16, keep, shift, out);                                \
  } else if (width == 16) {                                                                    \
    whole = tiles / 8 * 8;                                                                     \
    peaks(first, stride, rows, whole, 16, 8, keep, shift, out);                                \
  } else if (width == 24) {                                                                    \
    whole = tiles / 5 * 5;                                                                     \
    peaks(first, stride, rows, whole, 24, 5, keep, shift, out);                                \
  } else if (width == 32) {                                                                    \
    whole = tiles / 4 * 4;                                                                     \
    peaks(first, stride, rows, whole, 32, 4, keep, shift, out);                                \
  }                                                                                            \
  peaks(first + whole * width * size, stride, rows, tiles - whole, width, 1, keep, shift, out + whole)

CLONES void luma_peaks_8(
    const uint8_t *first, size_t stride, size_t rows, size_t tiles, size_t width, size_t period,
    unsigned used, uint8_t *out) {
  uint8_t keep[BLOCK];
  size_t shift = 0;
  for (size_t k = 0; k < BLOCK; k++) keep[k] = used >> k % period & 1 ? 0xFF : 0;
  WIDTHS(peaks_8, 1);
}

CLONES void luma_peaks_16(
    const uint8_t *first, size_t stride, size_t rows, size_t tiles, size_t width, size_t period,
    unsigned used, size_t shift, uint8_t *out) {
  uint16_t keep[BLOCK];
  for (size_t k = 0; k < BLOCK; k++) keep[k] = used >> k % period & 1 ? 0xFFFF : 0;
  WIDTHS(peaks_16, 2);
}
