#pragma once
#include <alsa/asoundlib.h>

static inline void sound_ignore(
    const char *file, int line, const char *function, int error, const char *format, ...) {
  (void)file, (void)line, (void)function, (void)error, (void)format;
}

/// ALSA writes its complaints to standard error; every fault is returned too.
static inline void sound_be_quiet(void) { snd_lib_error_set_handler(sound_ignore); }
