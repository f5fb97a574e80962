import Photometry
import Receiver

/// Gathers what a plot or an explanation of one recording needs, and makes them.
final class RecordingReport {
  private let request: ReportOptions
  private let path: String
  private let options: ReceiverOptions
  private let plot: OutputFile?
  private var survey: PictureSurvey?
  var orientation = Orientation(width: 0, height: 0)

  /// nil where nothing of the kind is wanted. A plot that cannot be created is told before anything is
  /// read.
  init?(_ request: ReportOptions, path: String, options: ReceiverOptions) throws(Fault) {
    guard request.isWanted else { return nil }
    self.request = request
    self.path = path
    self.options = options
    plot = try request.plot.map { plot throws(Fault) in
      try OutputFile(path: plot.path(for: path))
    }
  }

  func look(at frame: borrowing Frame) {
    var survey = self.survey ?? PictureSurvey()
    self.survey = nil
    survey.consume(frame)
    self.survey = survey
  }

  /// Draws and explains what was found.
  func finish(_ findings: [Finding], _ outlet: Outlet) {
    if let plot {
      let content = StripChart.Content(
        name: path, findings: findings, threshold: options.detector.threshold, survey: survey,
        still: still(of: findings))
      do {
        try plot.write(StripChart(content).svg())
        try plot.close()
      } catch {
        outlet.tell(error)
      }
    }
    if request.explain {
      var options = options
      options.orientation = orientation
      let explanation = Explanation(findings: findings, survey: survey, options: options)
      for line in explanation.lines { outlet.note(line) }
    }
  }

  /// A picture in which the first lamp is lit, where there is one.
  private func still(of findings: [Finding]) -> ChartStill? {
    let lit = findings.first?.litSpans ?? []
    guard let still = survey?.still(litDuring: lit)?.turned(quarters: orientation.quarterTurns),
      let picture = JPEGEncoder.dataURI(of: still)
    else { return nil }
    let (width, height) = orientation.shownSize
    return ChartStill(
      dataURI: picture, time: still.time, shownWidth: Double(width), shownHeight: Double(height))
  }
}
