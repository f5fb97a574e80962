#pragma once
#include <libavcodec/avcodec.h>
#include <libavformat/avformat.h>
#include <libavutil/display.h>
#include <libavutil/imgutils.h>
#include <libavutil/opt.h>
#include <libavutil/pixdesc.h>
#include <libswscale/swscale.h>

// Macros that Swift cannot import.
static const int32_t ffmpeg_error_again = AVERROR(EAGAIN);
static const int32_t ffmpeg_error_end = AVERROR_EOF;
static const int32_t ffmpeg_error_exit = AVERROR_EXIT;
static const int32_t ffmpeg_error_invalid_data = AVERROR_INVALIDDATA;
static const int32_t ffmpeg_error_decoder_missing = AVERROR_DECODER_NOT_FOUND;
static const int64_t ffmpeg_no_timestamp = AV_NOPTS_VALUE;
