/// What the manual says beyond the commands' own words.
enum ManualFixedText {
  static let description = """
    reads Morse code from light: from a camera that sees a flashing torch, from a
    recorded video, or from a brightness trace.
    It finds the lamp, the threshold, the speed and the keying\\(aqs proportions by
    itself.
    It also makes such recordings, and flashes a screen or an LED.
    .Pp
    Standard output carries only what was received; everything else goes to
    standard error.
    Every character is flushed as it is printed.
    On
    .Dv SIGINT
    and
    .Dv SIGTERM
    what was received is printed and the exit status is 0.

    """

  static let rest = """
    .Sh OUTPUT
    The format
    .Cm text
    is a line a message; with several lamps lines begin with
    .Ql lamp 2:\\& ,
    with several files with their name.
    .Cm jsonl
    is an object a line, of type
    .Ql light
    (lamp, time, on, level),
    .Ql character
    (lamp, time, duration, text, code, confidence, wpm) or
    .Ql message
    (lamp, start, end, text, wpm, confidence, and x, y in pixels where there is a
    picture).
    .Cm csv
    is the same as a table,
    .Cm srt
    and
    .Cm vtt
    are subtitles in which the text grows as it is sent.
    Times are seconds from the recording\\(aqs start, or Unix seconds when live.
    .Sh ENVIRONMENT
    .Bl -tag -width Ds
    .It Ev TMPDIR
    Where a video from a pipe is kept while it is read, where its format needs that.
    .It Ev HELIOGRAPH_LEDS
    Another folder than
    .Pa /sys/class/leds .
    .El
    .Sh FILES
    .Bl -tag -width Ds
    .It Pa /dev/video*
    Cameras.
    .It Pa /sys/class/leds
    LEDs that
    .Cm encode Fl \\-flash Ar led:name
    switches.
    .El
    .Sh EXIT STATUS
    As in
    .In sysexits.h :
    .Bl -tag -width Ds
    .It 0
    Done; nothing received is no fault.
    .It 64
    Usage.
    .It 65
    Data not understood; some of it may have been printed.
    .It 66
    No such input.
    .It 69
    Device unavailable or gone.
    .It 73
    Output cannot be created.
    .It 74
    Read or write error.
    .It 77
    No permission.
    .El
    .Pp
    With several files it is the first fault\\(aqs.
    .Sh EXAMPLES
    .Bd -literal -offset indent
    heliograph live \\-\\-sidetone
    heliograph decode clip.mp4 \\-\\-output clip.srt
    heliograph decode clip.mp4 \\-\\-plot clip.svg \\-\\-explain
    heliograph decode \\-\\-recursive recordings \\-\\-format jsonl
    heliograph encode SOS \\-\\-flash screen
    .Ed
    .Sh SEE ALSO
    .Xr ffmpeg 1 ,
    .Xr v4l2\\-ctl 1

    """
}
