#pragma once
#include <errno.h>
#include <fcntl.h>
#include <libv4l2.h>
#include <linux/videodev2.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

// open and v4l2_ioctl are variadic and the request macros do not import into Swift: here is
// one function for each, and a constant for each request that is made.

/// A descriptor, not blocking and closed on exec, or the negated errno. Without `convert`, libv4l2
/// leaves the driver's formats as they are: it would hide those that it counts as raw, and turn
/// pictures about. It would also write its complaints to standard error: they are sent nowhere, as
/// every fault is returned too.
static inline int video_open(const char *path, int convert) {
  if (!v4l2_log_file) v4l2_log_file = fopen("/dev/null", "we");
  int descriptor;
  do descriptor = open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC);
  while (descriptor < 0 && errno == EINTR);
  if (descriptor < 0) return -errno;
  // 81 is the number of V4L2 (linux/Documentation/admin-guide/devices.txt); asked for the rest,
  // libv4l2's plugins complain on standard error.
  struct stat status;
  if (fstat(descriptor, &status) == 0 && S_ISCHR(status.st_mode) && major(status.st_rdev) != 81) {
    close(descriptor);
    return -ENOTTY;
  }
  if (v4l2_fd_open(descriptor, convert ? 0 : V4L2_DISABLE_CONVERSION) >= 0) return descriptor;
  int error = errno;
  close(descriptor);
  return -error;
}

/// 0 or an errno; begun again when a signal interrupts it.
static inline int video_ioctl(int descriptor, uint32_t request, void *argument) {
  int result;
  do result = v4l2_ioctl(descriptor, request, argument);
  while (result < 0 && errno == EINTR);
  return result < 0 ? errno : 0;
}

static const uint32_t REQUEST_QUERYCAP = VIDIOC_QUERYCAP;
static const uint32_t REQUEST_ENUM_FMT = VIDIOC_ENUM_FMT;
static const uint32_t REQUEST_ENUM_FRAMESIZES = VIDIOC_ENUM_FRAMESIZES;
static const uint32_t REQUEST_ENUM_FRAMEINTERVALS = VIDIOC_ENUM_FRAMEINTERVALS;
static const uint32_t REQUEST_G_FMT = VIDIOC_G_FMT;
static const uint32_t REQUEST_S_FMT = VIDIOC_S_FMT;
static const uint32_t REQUEST_G_PARM = VIDIOC_G_PARM;
static const uint32_t REQUEST_S_PARM = VIDIOC_S_PARM;
static const uint32_t REQUEST_REQBUFS = VIDIOC_REQBUFS;
static const uint32_t REQUEST_QUERYBUF = VIDIOC_QUERYBUF;
static const uint32_t REQUEST_QBUF = VIDIOC_QBUF;
static const uint32_t REQUEST_DQBUF = VIDIOC_DQBUF;
static const uint32_t REQUEST_STREAMON = VIDIOC_STREAMON;
static const uint32_t REQUEST_STREAMOFF = VIDIOC_STREAMOFF;
static const uint32_t REQUEST_QUERYCTRL = VIDIOC_QUERYCTRL;
static const uint32_t REQUEST_G_CTRL = VIDIOC_G_CTRL;
static const uint32_t REQUEST_S_CTRL = VIDIOC_S_CTRL;
