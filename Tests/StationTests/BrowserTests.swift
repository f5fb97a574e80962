import Foundation
import Testing

/// The page in a real browser.
@Suite(
  .serialized, .timeLimit(.minutes(10)),
  .enabled("needs Debian's chromium and chromium-driver", { Browser.isThere }))
struct BrowserTests {
  @Test func theTextAppearsAndTheChartIsDrawn() async throws {
    _ = try await RunningProgram.serve(
      ["--play", RunningProgram.sample("photodiode.csv"), "--loop"]
    ) { program in
      try await Browser.with { browser in
        try await browser.open("http://127.0.0.1:\(program.port)/")
        let lines = "document.getElementById('lines').textContent"
        #expect(try await browser.eventually("\(lines).includes('THE TID')"))
        #expect(
          try await browser.eventually("document.querySelectorAll('#messages li').length > 0"))
        // Pixels of the level's colour in many columns, and of lit spans below it.
        func counts() async throws -> [Int] {
          try await browser.evaluate(
            """
            const canvas = document.querySelector('#strips canvas');
            const style = getComputedStyle(canvas);
            const rgb = name => { const hex = style.getPropertyValue(name).trim().slice(1);
              return [0, 2, 4].map(at => parseInt(hex.slice(at, at + 2), 16)); };
            const pixels = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data;
            const columns = color => { const found = new Set();
              for (let at = 0; at < pixels.length; at += 4) {
                if (pixels[at + 3] > 200 && color.every((c, i) => Math.abs(pixels[at + i] - c) < 12))
                  found.add((at / 4) % canvas.width);
              } return found.size; };
            return [columns(rgb('--level')), columns(rgb('--glow')), columns(rgb('--threshold'))].join(' ')
            """
          ).split(separator: " ").compactMap { Int($0) }
        }
        var drawn = try await counts()
        for _ in 0..<50 where !drawn.allSatisfy({ $0 > 20 }) {
          try await Task.sleep(for: .milliseconds(200))
          drawn = try await counts()
        }
        #expect(drawn.count == 3 && drawn.allSatisfy { $0 > 20 }, "\(drawn)")
        #expect(try await browser.text("connection") == "live")
        // The history is searched, and what is not there is said.
        _ = try await browser.evaluate(
          """
          const field = document.getElementById('text'); field.value = 'zzz';
          field.dispatchEvent(new Event('input'));
          """)
        #expect(try await browser.eventually("!document.getElementById('none').hidden"))
      }
    }
  }

  @Test func aSettingChangedOnThePageChangesTheService() async throws {
    _ = try await RunningProgram.serve(
      ["--play", RunningProgram.sample("sos.mp4"), "--loop"]
    ) { program in
      try await Browser.with { browser in
        try await browser.open("http://127.0.0.1:\(program.port)/")
        #expect(try await browser.eventually("document.getElementById('source').textContent"))
        // The picture is there, in its size.
        #expect(
          try await browser.eventually(
            "document.getElementById('picture').naturalWidth === 320"))
        _ = try await browser.evaluate(
          """
          const slider = document.getElementById('sensitivity'); slider.value = 35;
          slider.dispatchEvent(new Event('input')); slider.dispatchEvent(new Event('change'));
          """)
        let path = "/api/stations/sos/settings"
        var settings: [String: Any] = [:]
        for _ in 0..<100 where settings["sensitivity"] as? Double != 35 {
          try await Task.sleep(for: .milliseconds(50))
          settings = try await program.ask("GET", path).object
        }
        #expect(settings["sensitivity"] as? Double == 35)
        // And the other way: a program's change is seen on the page.
        _ = try await program.ask(
          "PATCH", path, type: "application/json", body: #"{"sensitivity":"auto","meter":"spot"}"#)
        #expect(
          try await browser.eventually("document.getElementById('automatic').checked"))
        #expect(try await browser.eventually("document.getElementById('meter').value === 'spot'"))
      }
    }
  }

  @Test func aRegionDraggedOnThePictureChangesTheText() async throws {
    _ = try await RunningProgram.serve(
      ["--play", RunningProgram.sample("two-lamps.mov"), "--loop"]
    ) { program in
      try await Browser.with { browser in
        try await browser.open("http://127.0.0.1:\(program.port)/")
        #expect(
          try await browser.eventually("document.getElementById('frame').dataset.empty === 'false'")
        )
        // The lamps: one in the left half, one in the right.
        for (left, right, text, other) in [
          (0.55, 0.98, "BRING ROPE", "MEET AT NOON"), (0.02, 0.45, "MEET AT NOON", "BRING ROPE"),
        ] {
          try await browser.drag("frame", from: (left, 0.05), to: (right, 0.95))
          var begin: Double?
          for _ in 0..<100 where begin == nil {
            try await Task.sleep(for: .milliseconds(50))
            let status = try await program.ask("GET", "/api/status").object
            let station = (status["stations"] as? [[String: Any]])?.first
            let settings = station?["settings"] as? [String: Any]
            guard let region = settings?["region"] as? [String: Any],
              let x = region["x"] as? Double, abs(x - left * 320) < 6
            else { continue }
            begin = status["now"] as? Double
          }
          let from = try #require(begin)
          // What began after that is the one lamp's.
          var texts: [String] = []
          for _ in 0..<600 where !texts.contains(text) {
            try await Task.sleep(for: .milliseconds(100))
            let page = try await program.ask("GET", "/api/messages?from=\(from)").object
            texts = (page["messages"] as? [[String: Any]] ?? [])
              .filter { ($0["start"] as? Double ?? 0) > from }
              .compactMap { $0["text"] as? String }
          }
          #expect(texts.contains(text))
          #expect(!texts.contains(other))
          let lines = "[...document.querySelectorAll('#lines p')]"
          #expect(
            try await browser.eventually("\(lines).some(p => p.textContent.includes('\(text)'))"))
        }
      }
    }
  }

  @Test func everyLampHasItsStripAndItsLines() async throws {
    _ = try await RunningProgram.serve(
      ["--play", RunningProgram.sample("two-lamps.mov"), "--loop"]
    ) { program in
      try await Browser.with { browser in
        try await browser.open("http://127.0.0.1:\(program.port)/")
        let shown = "[...document.querySelectorAll('#lines p')].filter(p => p.offsetParent)"
        func has(_ lamp: Int, _ text: String) -> String {
          "\(shown).some(p => p.querySelector('.who')?.textContent === 'lamp \(lamp)'"
            + " && p.querySelector('.words').textContent.includes('\(text)'))"
        }
        // Which of them is found first is not certain.
        let both =
          "(\(has(1, "MEET AT NOON")) && \(has(2, "BRING ROPE")))"
          + " || (\(has(2, "MEET AT NOON")) && \(has(1, "BRING ROPE")))"
        #expect(try await browser.eventually(both, seconds: 120))
        let strips = "document.querySelectorAll('#strips canvas').length"
        #expect(try await browser.eventually("\(strips) === 2", seconds: 120))
        #expect(try await browser.eventually("!document.getElementById('lamp-choice').hidden"))
        // One is chosen, once it is there: its strip and its lines are left.
        let others = "\(shown).some(p => p.querySelector('.who')?.textContent === 'lamp 1')"
        #expect(
          try await browser.eventually(
            """
            (() => {
              const choice = document.getElementById('lamp');
              if (choice.value !== '2' && [...choice.options].some(one => one.value === '2')) {
                choice.value = '2';
                choice.dispatchEvent(new Event('change'));
              }
              const strip = document.querySelector('#strips canvas');
              return \(strips) === 1 && strip.dataset.lamp === '2' && !(\(others)) && \(shown).length > 0;
            })()
            """, seconds: 120))
      }
    }
  }

  @Test func thePageComesBackAfterTheServiceDid() async throws {
    let folder = try TemporaryFolder()
    let arguments = [
      "--play", RunningProgram.sample("key.csv"), "--history", folder.path("history.sqlite"),
    ]
    // Below the ports that the system gives to those who connect.
    let port = Int.random(in: 20_000...32_000)
    try await Browser.with { browser in
      _ = try await RunningProgram.serve(arguments, port: port, signal: SIGKILL) { program in
        _ = try await program.ask(
          "POST", "/api/stations/lamp/samples", type: "text/csv",
          body: TestTrace.csv("FIRST", tail: 12))
        try await browser.open("http://127.0.0.1:\(port)/")
        let messages = "document.getElementById('messages').textContent"
        #expect(try await browser.eventually("\(messages).includes('FIRST')"))
        try await Task.sleep(for: .milliseconds(700))
      }
      let pill = "document.getElementById('connection').dataset.state"
      #expect(try await browser.eventually("\(pill) === 'lost'"))
      _ = try await RunningProgram.serve(arguments, port: port) { program in
        // While the page was away.
        _ = try await program.ask(
          "POST", "/api/stations/lamp/samples", type: "text/csv",
          body: TestTrace.csv("MISSED", tail: 12))
        #expect(try await browser.eventually("\(pill) === 'live'"))
        let messages = "document.getElementById('messages').textContent"
        #expect(try await browser.eventually("\(messages).includes('MISSED')"))
        #expect(try await browser.eventually("\(messages).includes('FIRST')"))
      }
    }
  }
}
