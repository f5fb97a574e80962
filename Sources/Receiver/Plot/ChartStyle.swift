/// The chart's colours and type.
enum ChartStyle {
  /// Ink on white; light is amber, the threshold red, the speed violet: told apart by the colour-blind
  /// too, for each also has a shape of its own.
  static let sheet = """
    <style>
    text{font-family:"DejaVu Sans","Segoe UI",Roboto,Helvetica,Arial,sans-serif;fill:#1c2430}
    .page{fill:#fff}.title{font-size:20px;font-weight:700}.sub{font-size:13px;fill:#56606e}
    .mono,.letter{font-family:"DejaVu Sans Mono",ui-monospace,Menlo,Consolas,monospace}
    .mono{font-size:13px}.strip{font-size:12px;font-weight:700}
    .axis{font-size:11px;fill:#56606e}.small{font-size:9px}
    .panel{fill:#f7f8fa}.lane{fill:#faf9fd}.lit{fill:#ffd966;fill-opacity:.62}
    .minor{stroke:#e4e8ed;stroke-width:1}.major{stroke:#ccd3dc;stroke-width:1}
    .ambient{stroke:#98a3b1;stroke-width:1}
    .level{fill:none;stroke:#174ea6;stroke-width:1.3;stroke-linejoin:round}.level.unread{stroke:#7a8594}
    .threshold{fill:none;stroke:#c5221f;stroke-width:1.1;stroke-dasharray:5 3}
    .threshold-figure{fill:#c5221f}
    .element{fill:#1c2430}.element.unread{fill:#b3bcc8}
    .letter{font-weight:700;stroke:#fff;stroke-width:4;paint-order:stroke}.sure{fill:#1c2430}.likely{fill:#b06000}.guess{fill:#c5221f}
    .extent{stroke-width:1.5;stroke:#98a3b1}.extent.likely{stroke:#b06000}.extent.guess{stroke:#c5221f}
    .speed{fill:none;stroke:#7b3fb5;stroke-width:1.3}.speed-dot{fill:#7b3fb5}
    .frame{fill:none;stroke:#98a3b1}
    .ring-under{fill:none;stroke:#000;stroke-width:4;stroke-opacity:.55}
    .ring{fill:none;stroke:#ffd400;stroke-width:2}.ring.unread{stroke:#fff;stroke-dasharray:3 2}
    .mark{font-size:13px;font-weight:700;fill:#ffd400;stroke:#000;stroke-width:3;paint-order:stroke}
    </style>
    """
}
