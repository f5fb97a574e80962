#pragma once

#include <stddef.h>
#include <stdint.h>

// Sums over samples as they lie in memory. Nothing here knows of colour: the caller weighs the sums.
// Every function reads exactly the samples that its arguments name; the caller has checked that they
// are there.

/// sums[i] = sum over `rows` rows, `stride` bytes apart, of sample i, for i < count. Rows: 1 to 257.
void luma_columns_8(const uint8_t *first, size_t stride, size_t rows, size_t count, uint16_t *sums);

/// The same for two-byte little-endian samples of any alignment. Rows: 1 to 65537.
void luma_columns_16(
    const uint8_t *first, size_t stride, size_t rows, size_t count, uint32_t *sums);

/// The same sums, and of each column the greatest sample, and totals[row] = sum of the `count` samples of each row.
void luma_survey_8(
    const uint8_t *first, size_t stride, size_t rows, size_t count, uint16_t *sums,
    uint8_t *most, uint32_t *totals);

/// The same for two-byte samples. Count: at most 65537.
void luma_survey_16(
    const uint8_t *first, size_t stride, size_t rows, size_t count, uint32_t *sums,
    uint16_t *most, uint32_t *totals);

/// totals[i] += sums[i], for i < count.
void luma_accumulate_8(const uint16_t *sums, size_t count, uint32_t *totals);

/// The same for the column sums of two-byte samples.
void luma_accumulate_16(const uint32_t *sums, size_t count, uint32_t *totals);

/// out[c * out_stride + t] = sum of the `count` column sums of channel c in tile t, where a tile is
/// `count` groups of `period` interleaved channels. Period: 1 to 4.
void luma_fold_8(
    const uint16_t *sums, size_t tiles, size_t period, size_t count, uint32_t *out,
    size_t out_stride);

/// The same for the column sums of two-byte samples.
void luma_fold_16(
    const uint32_t *sums, size_t tiles, size_t period, size_t count, uint32_t *out,
    size_t out_stride);

/// out[t] = the greatest of the columns' greatest samples in tile t, where a tile is `width` samples of `period`
/// interleaved channels, of which those count whose bits `used` has. Width: at most 32.
void luma_peaks(
    const uint8_t *most, size_t tiles, size_t width, size_t period, unsigned used,
    uint8_t *out);

/// The greatest sum of 3 by 3 of the values of a square, row by row, of `side` (3 to LUMA_SPOTS) across and down. spots: each such
/// sum times `unit`, at most 255, to the nearest whole number, (side - 2) * (side - 2), row by row; may be null. total: the sum
/// of all values. Values: 0 to 2^28.
enum { LUMA_SPOTS = 64 };
uint32_t luma_spots(
    const int32_t *values, size_t side, double unit, uint8_t *spots, int64_t *total);

/// Squares around a middle, of 1 to so many rings of samples.
enum { LUMA_SQUARES = 17 };

/// out[r] = the greatest sample of the square of r rings around the middle one, of those in rows top..<bottom and columns
/// left..<right of the largest square, the rows of which begin at samples + lines[row] and have their columns at
/// places[column]. 0 where there is none. lines, places: 2 * LUMA_SQUARES - 1; out: LUMA_SQUARES.
void luma_square_peaks(
    const uint8_t *samples, const size_t *lines, const size_t *places, size_t top, size_t bottom,
    size_t left, size_t right, uint8_t *out);

/// out[i] = samples[i] less `shift` bits, at most 255.
void luma_narrow(const uint16_t *samples, size_t shift, size_t count, uint8_t *out);

/// out[t] = offset + sum over c < channels of weights[c] * sums[c * stride + t].
void luma_weigh(
    const uint32_t *sums, size_t stride, size_t channels, const float *weights, float offset,
    size_t tiles, float *out);

// Rows of single pixels, for the meter that judges each by itself.

/// Sum of v, or 2 v where v > thresholds[i], with v = min(max(samples[i], low), high) - low.
uint64_t luma_meter_8(
    const uint8_t *samples, const uint8_t *thresholds, uint8_t low, uint8_t high, size_t count);

/// Sum of v, or 2 v where v > thresholds[i], with v = min(max(values[i], 0), high).
uint64_t luma_meter_32(
    const int32_t *values, const int32_t *thresholds, int32_t high, size_t count);

/// values[i] = offset + weight * samples[i * step].
void luma_row_8(
    const uint8_t *samples, size_t step, int32_t weight, int32_t offset, size_t count,
    int32_t *values);

/// The same for two-byte little-endian samples of any alignment.
void luma_row_16(
    const uint8_t *samples, size_t step, int32_t weight, int32_t offset, size_t count,
    int32_t *values);

/// values[i] += others[i >> shift]. Shift: 0 to 3.
void luma_row_spread(const int32_t *others, size_t shift, size_t count, int32_t *values);

/// One step of rolling statistics for each signal. With x = samples[i] * scale:
/// mean += share (x - mean); variance += share ((x - mean)^2 - variance);
/// stored[i] = samples[i] * 256 + bias, cut to 0...65535.
void luma_activity(
    const float *samples, float scale, float share, float bias, size_t count, float *mean,
    float *variance, uint16_t *stored);

/// excess[i] = peaks[i] * scale - offset - the greater of samples[i] * gain and usual[i].
void luma_excess(
    const uint8_t *peaks, float scale, float offset, const float *samples, float gain,
    const float *usual, size_t count, float *excess);

/// The greatest of samples[i] * scale - mean[i]; 0 where none is above.
float luma_greatest(const float *samples, float scale, const float *mean, size_t count);

/// Sum of how far samples are from others.
float luma_distance(const float *samples, const float *others, size_t count);

/// totals[i] += (samples[i] - others[i])^2.
void luma_add_squares(
    const uint8_t *samples, const uint8_t *others, size_t count, uint32_t *totals);

/// Sum of the samples.
float luma_sum(const float *samples, size_t count);

/// out[i] = mean of samples 2 i and 2 i + 1 of both rows.
void luma_pool(const float *upper, const float *lower, size_t count, float *out);

/// Sum of min(|a[i] - b[i]|, limit). Count times limit: at most 2^31.
uint32_t luma_mismatch(const int32_t *a, const int32_t *b, size_t count, int32_t limit);

/// Sum of (a[i] - b[i])^2, differences cut off at `limit`, of at most 65535.
uint64_t luma_squares(const int32_t *a, const int32_t *b, size_t count, int32_t limit);

/// For each of so many shifts, products[s] = sum of a[i] * b[s + i] and squares[s] = sum of b[s + i]^2, for i < count.
void luma_correlate(
    const float *a, const float *b, size_t count, size_t shifts, float *products,
    float *squares);

/// Takes (1 - fraction) * samples[i] + fraction * samples[i + 1] into means[i], of counts[i] values so far, with a share of
/// at least `least`. Reads one sample more than `count`.
void luma_learn(
    const float *samples, size_t count, float fraction, float least, float *means,
    float *counts);

/// out[i] = samples[i] less the mean of those from i - half to i + half, as far as there are any.
void luma_sharpened(const double *samples, size_t count, size_t half, double *out);
void luma_sharpened_float(const float *samples, size_t count, size_t half, float *out);

/// Sum of a[i] * b[i], in eight sums that are added up at the end.
double luma_product(const double *a, const double *b, size_t count);

/// Sorts numbers, the smallest first, by their digits; scratch holds as many. What is no number comes before or after all
/// that are.
void luma_sort(double *restrict values, double *restrict scratch, size_t count);

/// The one of numbers that would be at `rank`, counted from 0 and less than count, if `luma_sort` sorted them. Puts them in any
/// order, and overwrites some; scratch holds as many.
double luma_ordered(double *restrict values, double *restrict scratch, size_t count, size_t rank);

/// Has the system map all pages of memory that is to be written, at once: one by one, as they are written, each costs an
/// exception. No byte is changed, nor of what else lies on the first and the last page.
void luma_populate(void *memory, size_t bytes);
