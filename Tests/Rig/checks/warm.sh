# To be sourced inside the machine.

# warm PROGRAM...: takes the programs, their libraries and what they read at their start into the machine's
# memory. Its time jumps on while it waits for a file of the host: what would be loaded in the midst of a
# check, a busy host makes late by seconds.
warm() {
  local program file files=(/etc/ld.so.cache /etc/passwd /etc/group /etc/nsswitch.conf /etc/localtime)
  for program in "$@"; do
    program=$(type -P "$program") || continue
    files+=("$program")
    while read -r file; do files+=("$file"); done < <(ldd "$program" | grep -o '/[^ ]*')
  done
  while read -r file; do files+=("$file"); done < <(
    find /usr/share/alsa /etc/alsa /usr/lib/*/libv4l /usr/lib/*/alsa-lib -type f 2>/dev/null
  )
  # A file whose time is changed moves to the memory disk over the host's files.
  printf '%s\0' "${files[@]}" | sort -zu | xargs -0 touch -c
}
