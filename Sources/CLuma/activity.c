#include "CLuma.h"
#include "kernel.h"

CLONES void luma_activity(
    const float *restrict samples, float scale, float share, float bias, size_t count,
    float *restrict mean, float *restrict variance, uint16_t *restrict stored) {
  for (size_t i = 0; i < count; i++) {
    float x = samples[i] * scale;
    float m = mean[i] + share * (x - mean[i]);
    mean[i] = m;
    float away = x - m;
    variance[i] += share * (away * away - variance[i]);
    float whole = samples[i] * 256.0f + bias;
    whole = whole < 0.0f ? 0.0f : whole > 65535.0f ? 65535.0f : whole;
    stored[i] = (uint16_t)(int32_t)whole;
  }
}

CLONES void luma_excess(
    const uint8_t *restrict peaks, float scale, float offset, const float *restrict samples,
    float gain, const float *restrict usual, size_t count, float *restrict excess) {
  for (size_t i = 0; i < count; i++) {
    float now = samples[i] * gain;
    excess[i] = (float)peaks[i] * scale - offset - (now > usual[i] ? now : usual[i]);
  }
}

// Greatest and sum go in lanes, so that they need not be taken in the order of the samples.
enum { LANES = 16 };

CLONES float luma_greatest(
    const float *restrict samples, float scale, const float *restrict mean, size_t count) {
  float lanes[LANES] = {0};
  size_t i = 0;
  for (; i + LANES <= count; i += LANES) {
    for (size_t lane = 0; lane < LANES; lane++) {
      float above = samples[i + lane] * scale - mean[i + lane];
      lanes[lane] = above > lanes[lane] ? above : lanes[lane];
    }
  }
  float greatest = 0;
  for (; i < count; i++) {
    float above = samples[i] * scale - mean[i];
    greatest = above > greatest ? above : greatest;
  }
  for (size_t lane = 0; lane < LANES; lane++) {
    greatest = lanes[lane] > greatest ? lanes[lane] : greatest;
  }
  return greatest;
}

CLONES float luma_sum(const float *samples, size_t count) {
  float lanes[LANES] = {0};
  size_t i = 0;
  for (; i + LANES <= count; i += LANES) {
    for (size_t lane = 0; lane < LANES; lane++) lanes[lane] += samples[i + lane];
  }
  float sum = 0;
  for (; i < count; i++) sum += samples[i];
  for (size_t lane = 0; lane < LANES; lane++) sum += lanes[lane];
  return sum;
}

CLONES float luma_distance(
    const float *restrict samples, const float *restrict others, size_t count) {
  float lanes[LANES] = {0};
  size_t i = 0;
  for (; i + LANES <= count; i += LANES) {
    for (size_t lane = 0; lane < LANES; lane++) {
      float away = samples[i + lane] - others[i + lane];
      lanes[lane] += away < 0 ? -away : away;
    }
  }
  float sum = 0;
  for (; i < count; i++) {
    float away = samples[i] - others[i];
    sum += away < 0 ? -away : away;
  }
  for (size_t lane = 0; lane < LANES; lane++) sum += lanes[lane];
  return sum;
}

CLONES void luma_add_squares(
    const uint8_t *restrict samples, const uint8_t *restrict others, size_t count,
    uint32_t *restrict totals) {
  for (size_t i = 0; i < count; i++) {
    int32_t away = (int32_t)samples[i] - (int32_t)others[i];
    totals[i] += (uint32_t)(away * away);
  }
}

CLONES void luma_pool(
    const float *restrict upper, const float *restrict lower, size_t count, float *restrict out) {
  for (size_t i = 0; i < count; i++) {
    out[i] = (upper[2 * i] + upper[2 * i + 1] + lower[2 * i] + lower[2 * i + 1]) * 0.25f;
  }
}

CLONES double luma_product(const double *a, const double *b, size_t count) {
  // The compiler may not reorder a sum: these are as many as the widest registers hold.
  double sums[8] = {0}, sum = 0;
  size_t i = 0;
  for (; i + 8 <= count; i += 8)
    for (size_t k = 0; k < 8; k++) sums[k] += a[i + k] * b[i + k];
  for (; i < count; i++) sum += a[i] * b[i];
  for (size_t k = 0; k < 8; k++) sum += sums[k];
  return sum;
}

// Each sum follows from the one before: so many stretches side by side do not wait for each other. Divided, the sum of what is
// constant leaves nothing.
enum { CHAINS = 8 };

#define SHARPENED(name, number)                                                                \
  INLINE void name##_part(                                                                     \
      const number *samples, size_t count, size_t half, size_t begin, size_t end,              \
      number *out) {                                                                           \
    size_t from = begin > half ? begin - half : 0, to = from;                                  \
    number sum = 0;                                                                            \
    for (size_t i = begin; i < end; i++) {                                                     \
      size_t last = i + half + 1 < count ? i + half + 1 : count;                               \
      for (; to < last; to++) sum += samples[to];                                              \
      for (; from + half < i; from++) sum -= samples[from];                                    \
      out[i] = samples[i] - sum / (number)(to - from);                                         \
    }                                                                                          \
  }                                                                                            \
  void name(const number *samples, size_t count, size_t half, number *out) {                   \
    size_t width = 2 * half + 1, each = count > width ? (count - width) / CHAINS : 0;          \
    size_t begin = each ? half : 0, end = begin + each * CHAINS;                               \
    name##_part(samples, count, half, 0, begin, out);                                          \
    number sums[CHAINS] = {0};                                                                 \
    for (size_t c = 0; each && c < CHAINS; c++)                                                \
      for (size_t k = 0; k < width; k++) sums[c] += samples[c * each + k];                     \
    for (size_t i = begin; i < begin + each; i++) {                                            \
      for (size_t c = 0; c < CHAINS; c++) {                                                    \
        size_t at = c * each + i;                                                              \
        out[at] = samples[at] - sums[c] / (number)width;                                       \
        sums[c] += samples[at + half + 1] - samples[at - half];                                \
      }                                                                                        \
    }                                                                                          \
    name##_part(samples, count, half, end, count, out);                                        \
  }

SHARPENED(luma_sharpened, double)
SHARPENED(luma_sharpened_float, float)
