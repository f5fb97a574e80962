#!/bin/bash
# How long `heliograph decode` takes for a 1080p H.264 clip, as a multiple of what FFmpeg's own program
# takes to decode it and throw it away. Wants ffmpeg, hyperfine and jq.
#
#   Benchmarks/decode.sh [CLIP...]      PROGRAM=... RUNS=5 SECONDS_LONG=10
set -euo pipefail
cd "$(dirname "$0")/.."
program=${PROGRAM:-.build/release/heliograph}
runs=${RUNS:-5}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

if [ $# -eq 0 ]; then
  # Detail that moves, so that the decoder has work to do, and a lamp that flashes.
  ffmpeg -v error -nostdin -f lavfi -i "mandelbrot=s=1920x1080:r=30" -t "${SECONDS_LONG:-10}" \
    -vf "drawbox=x=900:y=500:w=120:h=120:color=white:t=fill:enable='lt(mod(t,1),0.5)'" \
    -c:v libx264 -preset veryfast -pix_fmt yuv420p "$folder/clip.mp4"
  set -- "$folder/clip.mp4"
fi
for clip in "$@"; do
  hyperfine --style none --warmup 1 --runs "$runs" --shell=none --ignore-failure \
    --export-json "$folder/times.json" \
    "ffmpeg -v quiet -nostdin -i '$clip' -map 0:v:0 -f null -" "$program decode '$clip'" >/dev/null
  jq -r --arg clip "$(basename "$clip")" '
    .results as [$ffmpeg, $ours]
    | "\($clip): elapsed x \($ours.median / $ffmpeg.median * 100 | round / 100)"
      + ", processor x \(($ours.user + $ours.system) / ($ffmpeg.user + $ffmpeg.system) * 100 | round / 100)"
      + " (ffmpeg \($ffmpeg.median * 100 | round / 100) s)"' "$folder/times.json"
done
