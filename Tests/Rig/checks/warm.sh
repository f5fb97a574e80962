# To be sourced inside the machine.

# warm PROGRAM...: reads the programs and their libraries into memory. The machine's time jumps on while
# it waits for a file of the host: what would be loaded in the midst of a check, a busy host makes late by
# seconds.
warm() {
  local program files=(/etc/ld.so.cache /etc/passwd /etc/group)
  for program in "$@"; do
    program=$(type -P "$program") || continue
    files+=("$program")
    while read -r file; do files+=("$file"); done < <(ldd "$program" | grep -o '/[^ ]*')
  done
  while read -r file; do files+=("$file"); done < <(
    find /usr/share/alsa /etc/alsa /usr/lib/*/libv4l /usr/lib/*/alsa-lib -type f 2>/dev/null
  )
  printf '%s\0' "${files[@]}" | sort -zu | xargs -0 cat >/dev/null
}
