#include "CLuma.h"
#include "kernel.h"

// A tile's samples in a row, at most: eight pixels of four channels.
enum { MOST = 32, TOGETHER = 16 };

#define PEAKS(name, type, sample)                                                              \
  INLINE void name(                                                                            \
      const uint8_t *first, size_t stride, size_t rows, size_t tiles, size_t width,            \
      size_t period, unsigned used, size_t shift, uint8_t *out) {                              \
    for (size_t t = 0; t < tiles; t++) {                                                       \
      type most[MOST] = {0};                                                                   \
      for (size_t row = 0; row < rows; row++) {                                                \
        const sample *samples = (const sample *)(first + row * stride) + t * width;            \
        for (size_t k = 0; k < width; k++) most[k] = samples[k] > most[k] ? samples[k] : most[k]; \
      }                                                                                        \
      type peak = 0;                                                                           \
      for (size_t k = 0; k < width; k++)                                                       \
        if (used >> k % period & 1) peak = most[k] > peak ? most[k] : peak;                    \
      out[t] = peak >> shift > 255 ? 255 : (uint8_t)(peak >> shift);                           \
    }                                                                                          \
  }

PEAKS(peaks_8, uint8_t, uint8_t)
PEAKS(peaks_16, uint16_t, loose16)

// Samples of one channel, many tiles at a time: as many as fill the widest registers.
INLINE void planar_8(
    const uint8_t *first, size_t stride, size_t rows, size_t tiles, uint8_t *out) {
  size_t t = 0;
  for (; t + TOGETHER <= tiles; t += TOGETHER) {
    uint8_t most[8 * TOGETHER] = {0};
    for (size_t row = 0; row < rows; row++) {
      const uint8_t *samples = first + row * stride + 8 * t;
      for (size_t k = 0; k < 8 * TOGETHER; k++)
        most[k] = samples[k] > most[k] ? samples[k] : most[k];
    }
    for (size_t i = 0; i < TOGETHER; i++) {
      uint8_t peak = 0;
      for (size_t k = 0; k < 8; k++) peak = most[8 * i + k] > peak ? most[8 * i + k] : peak;
      out[t + i] = peak;
    }
  }
  peaks_8(first + 8 * t, stride, rows, tiles - t, 8, 1, 1, 0, out + t);
}

CLONES void luma_peaks_8(
    const uint8_t *first, size_t stride, size_t rows, size_t tiles, size_t width, size_t period,
    unsigned used, uint8_t *out) {
  if (width == 8 && period == 1)
    planar_8(first, stride, rows, tiles, out);
  else if (width == 16 && period == 4)
    peaks_8(first, stride, rows, tiles, 16, 4, used, 0, out);
  else if (width == 24 && period == 3)
    peaks_8(first, stride, rows, tiles, 24, 3, used, 0, out);
  else if (width == 32 && period == 4)
    peaks_8(first, stride, rows, tiles, 32, 4, used, 0, out);
  else
    peaks_8(first, stride, rows, tiles, width, period, used, 0, out);
}

CLONES void luma_peaks_16(
    const uint8_t *first, size_t stride, size_t rows, size_t tiles, size_t width, size_t period,
    unsigned used, size_t shift, uint8_t *out) {
  if (width == 8 && period == 1)
    peaks_16(first, stride, rows, tiles, 8, 1, 1, shift, out);
  else
    peaks_16(first, stride, rows, tiles, width, period, used, shift, out);
}
