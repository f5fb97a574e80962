#include "CLuma.h"
#include "kernel.h"

#include <string.h>

// Words of eight samples, of as many tiles as fill the widest registers.
enum { WORD = 8, TOGETHER = 8, WIDEST = 32 };
typedef uint64_t words __attribute__((vector_size(WORD * TOGETHER)));
typedef uint8_t samples __attribute__((vector_size(WORD * TOGETHER)));
typedef uint8_t firsts __attribute__((vector_size(TOGETHER)));

// A function would take its arguments differently on every kind of machine.
#define GREATER(a, b) (words) __builtin_elementwise_max((samples)(a), (samples)(b))

// Tiles of whole words; the number of tiles that were taken.
INLINE size_t folded(
    const uint8_t *most, size_t tiles, size_t width, const uint8_t *keep, uint8_t *out) {
  size_t t = 0;
  for (; t + TOGETHER <= tiles; t += TOGETHER) {
    words peak = {0};
    for (size_t from = 0; from < width; from += WORD) {
      uint64_t kept;
      memcpy(&kept, keep + from, WORD);
      words values;
      for (size_t k = 0; k < TOGETHER; k++) {
        uint64_t value;
        memcpy(&value, most + (t + k) * width + from, WORD);
        values[k] = value;
      }
      peak = GREATER(peak, values & kept);
    }
    for (size_t bits = 32; bits >= 8; bits /= 2) peak = GREATER(peak, peak >> bits);
    firsts found = __builtin_convertvector(peak & 0xFF, firsts);
    memcpy(out + t, &found, sizeof(found));
  }
  return t;
}

CLONES void luma_peaks(
    const uint8_t *most, size_t tiles, size_t width, size_t period, unsigned used,
    uint8_t *out) {
  // Which samples count, as all ones or none.
  uint8_t keep[WIDEST];
  for (size_t k = 0; k < WIDEST; k++) keep[k] = used >> k % period & 1 ? 0xFF : 0;
  size_t t = 0;
  // The widths that real formats have.
  if (width == 8) t = folded(most, tiles, 8, keep, out);
  if (width == 16) t = folded(most, tiles, 16, keep, out);
  if (width == 24) t = folded(most, tiles, 24, keep, out);
  if (width == 32) t = folded(most, tiles, 32, keep, out);
  for (; t < tiles; t++) {
    uint8_t peak = 0;
    for (size_t k = 0; k < width; k++) {
      uint8_t value = most[t * width + k] & keep[k];
      peak = value > peak ? value : peak;
    }
    out[t] = peak;
  }
}

CLONES void luma_narrow(const uint16_t *samples, size_t shift, size_t count, uint8_t *out) {
  for (size_t i = 0; i < count; i++) {
    uint16_t value = samples[i] >> shift;
    out[i] = value > 255 ? 255 : (uint8_t)value;
  }
}
