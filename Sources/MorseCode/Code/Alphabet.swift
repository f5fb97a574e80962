/// Which script a code is printed in. The codes overlap, so a receiver must be told.
public enum Alphabet: String, Hashable, Sendable, CaseIterable {
  case international
  case cyrillic
  case greek
  case hebrew
  case arabic
  /// Japanese Wabun, in katakana; voicing marks are combining characters after their sign.
  case wabun

  /// Its codes; digits are those of ITU-R M.1677-1 in all of them.
  public var table: CodeTable {
    switch self {
    case .international: .international
    case .cyrillic: .cyrillic
    case .greek: .greek
    case .hebrew: .hebrew
    case .arabic: .arabic
    case .wabun: .wabun
    }
  }
}

extension CodeTable {
  /// Joins letters and their codes, "letter code" each, with what all alphabets share. `marks`: those that
  /// combine with what is before them, and would with a blank.
  fileprivate init(
    letters: String, marks: [String: String] = [:], sharesSigns: Bool = true
  ) {
    var printed = sharesSigns ? CodeTable.sharedSigns : CodeTable.digits
    var taken = Set(marks.values)
    var own = marks
    let words = letters.split(whereSeparator: \.isWhitespace)
    for index in stride(from: 0, to: words.count - 1, by: 2) {
      own[String(words[index])] = String(words[index + 1])
      taken.insert(String(words[index + 1]))
    }
    printed = printed.filter { !taken.contains($0.value) }
    self.init(printed: printed.merging(own) { _, new in new })
  }

  private static let digits = [
    "0": "-----", "1": ".----", "2": "..---", "3": "...--", "4": "....-", "5": ".....",
    "6": "-....", "7": "--...", "8": "---..", "9": "----.",
  ]

  private static let sharedSigns = digits.merging([
    ".": ".-.-.-", ",": "--..--", ":": "---...", "?": "..--..", "'": ".----.", "-": "-....-",
    "/": "-..-.", "(": "-.--.", ")": "-.--.-", "\"": ".-..-.", "=": "-...-", "+": ".-.-.",
    "@": ".--.-.", "<SK>": "...-.-", "<CT>": "-.-.-", "<HH>": "........",
  ]) { first, _ in first }

  /// Russian: the table of the Soviet and Russian telegraph rules, as in the English Wikipedia's
  /// "Russian Morse code" (period, comma and exclamation mark differ from the international ones).
  public static let cyrillic = CodeTable(
    letters: """
      А .- Б -... В .-- Г --. Д -.. Е . Ж ...- З --.. И .. Й .--- К -.- Л .-.. М -- Н -. О ---
      П .--. Р .-. С ... Т - У ..- Ф ..-. Х .... Ц -.-. Ч ---. Ш ---- Щ --.- Ъ --.-- Ы -.--
      Ь -..- Э ..-.. Ю ..-- Я .-.-. . ...... , .-.-.- ! --..--
      """)

  /// Greek: the English Wikipedia's "Morse code for non-Latin alphabets", with those diphthongs
  /// whose codes no digit has.
  public static let greek = CodeTable(
    letters: """
      Α .- Β -... Γ --. Δ -.. Ε . Ζ --.. Η .... Θ -.-. Ι .. Κ -.- Λ .-.. Μ -- Ν -. Ξ -..- Ο ---
      Π .--. Ρ .-. Σ ... Τ - Υ -.-- Φ ..-. Χ ---- Ψ --.- Ω .-- ΟΥ ..- ΑΥ ..-- ΕΥ ---. ΑΙ .-.-
      ΥΙ .---
      """)

  /// Hebrew: the English Wikipedia's "Morse code for non-Latin alphabets". In the order in which it
  /// is sent, which a display turns to right to left.
  public static let hebrew = CodeTable(
    letters: """
      א .- ב -... ג --. ד -.. ה --- ו . ז --.. ח .... ט ..- י .. כ -.- ל .-.. מ -- נ -. ס -.-.
      ע .--- פ .--. צ .-- ק --.- ר .-. ש ... ת -
      """)

  /// Arabic: the English Wikipedia's "Morse code for non-Latin alphabets".
  public static let arabic = CodeTable(
    letters: """
      ا .- ب -... ت - ث -.-. ج .--- ح .... خ --- د -.. ذ --.. ر .-. ز ---. س ... ش ---- ص -..-
      ض ...- ط ..- ظ -.-- ع .-.- غ --. ف ..-. ق --.- ك -.- ل .-.. م -- ن -. ه ..-.. و .-- ي ..
      ء . لا .-...-
      """)

  /// Japanese: the Wabun code of the Radio Station Operation Rules (Ministry of Internal Affairs and
  /// Communications, annexed table 1), as in the English Wikipedia's "Wabun code".
  public static let wabun = CodeTable(
    letters: """
      イ .- ロ .-.- ハ -... ニ -.-. ホ -.. ヘ . ト ..-.. チ ..-. リ --. ヌ .... ル -.--. ヲ .---
      ワ -.- カ .-.. ヨ -- タ -. レ --- ソ ---. ツ .--. ネ --.- ナ .-. ラ ... ム - ウ ..- ヰ .-..-
      ノ ..-- オ .-... ク ...- ヤ .-- マ -..- ケ -.-- フ --.. コ ---- エ -.--- テ .-.-- ア --.--
      サ -.-.- キ -.-.. ユ -..-- メ -...- ミ ..-.- シ --.-. ヱ .--.. ヒ --..- モ -..-. セ .---.
      ス ---.- ン .-.-. ー .--.- 、 .-.-.- 」 .-.-.. （ -.--.- ） .-..-.
      """, marks: ["\u{3099}": "..", "\u{309A}": "..--."], sharesSigns: false)
}
