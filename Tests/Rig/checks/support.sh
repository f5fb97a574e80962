# To be sourced inside the machine: a USB camera, the receiver, and what is expected of it.
. "$CHECKS/warm.sh"
warm "$HELIOGRAPH" "$USBCAM" arecord awk bash cat chmod chown cut date echo env grep head jq ln mkdir od rm sed seq tail tr \
  setpriv sleep v4l2-ctl wc
mkdir -p /dev/gadget && mount -t gadgetfs gadgetfs /dev/gadget
failures=0

# plug FORMAT WIDTH HEIGHT FPS WPM TEXT: until the camera answers.
plug() {
  "$USBCAM" "$@" &
  camera=$!
  for _ in $(seq 200); do
    v4l2-ctl -d "$(node)" --get-fmt-video >/dev/null 2>&1 && return
    sleep 0.05
  done
  echo "not ok: the camera does not come up"
}

# The camera's node, whatever its number; a UVC camera has a second one for metadata.
node() {
  for name in /dev/video*; do
    [ -e "$name" ] && [ "$(cat "/sys/class/video4linux/${name#/dev/}/index")" = 0 ] && echo "$name" && return
  done
  echo /dev/video0
}

unplug() {
  kill -CONT "$camera" 2>/dev/null
  kill "$camera"
  wait "$camera" 2>/dev/null
}

# live SECONDS OPTION...: receive so long, then SIGINT; into $out and $err, its code in $code.
out=/dev/shm/out err=/dev/shm/err
live() {
  local seconds=$1
  shift
  start_live "$@"
  sleep "$seconds"
  end_live INT
}

# Starts the receiver, and waits until it has said what the camera is set to, or has ended. Now and then
# the camera's start is lost (usbcam.c says why), which is no fault of the receiver's: it is started again.
start_live() {
  for _ in 1 2 3; do
    # A shell gives its background children SIGINT ignored; env gives it back.
    env --default-signal=INT,HUP "$HELIOGRAPH" live "$@" >$out 2>$err &
    receiver=$!
    for _ in $(seq 400); do
      [ -s $err ] && break
      kill -0 $receiver 2>/dev/null || return
      sleep 0.05
    done
    for _ in $(seq 20); do
      [ -e /dev/shm/usbcam.started ] && return
      kill -0 $receiver 2>/dev/null || return
      sleep 0.05
    done
    echo "the camera's start was lost; once more"
    end_live INT
  done
}

# end_live SIGNAL: within five seconds.
end_live() {
  kill -"$1" $receiver 2>/dev/null
  (sleep 5 && kill -KILL $receiver 2>/dev/null) &
  local watchdog=$!
  wait $receiver
  code=$?
  kill $watchdog 2>/dev/null
}

# expect NAME COMMAND...: the command's success.
expect() {
  local name=$1
  shift
  if "$@"; then
    echo "ok: $name"
  else
    failures=$((failures + 1))
    echo "not ok: $name"
    echo "  code $code, standard output:"
    head -c 2000 $out | sed 's/^/  | /'
    echo "  standard error:"
    head -c 2000 $err | sed 's/^/  | /'
  fi
}

received() { grep -qF -- "$1" $out; }
said() { grep -qiE -- "$1" $err; }
ended() { [ "$code" = "$1" ]; }
control() { v4l2-ctl -d "$(node)" -C "$1" 2>/dev/null | sed 's/.*: //; s/ .*//'; }
# Exposure by the aperture, white balance and focus automatic: as the camera came.
is_automatic() {
  [ "$(control auto_exposure)$(control white_balance_automatic)$(control focus_automatic_continuous)" = 311 ]
}
is_locked() {
  [ "$(control auto_exposure)$(control white_balance_automatic)$(control focus_automatic_continuous)" = 100 ]
}
finish() { exit $((failures > 0)); }
