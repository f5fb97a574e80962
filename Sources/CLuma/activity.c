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
