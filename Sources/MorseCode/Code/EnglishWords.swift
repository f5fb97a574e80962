/// How English words are built, as far as it says where a word ends: how long they are, which letters
/// begin and end them, and which letters follow each other within.
///
/// No word is listed. Everything was counted in the 82,813 words of SymSpell's frequency dictionary
/// (words of SCOWL with their counts in a trillion words of web pages: Brants and Franz, "Web 1T
/// 5-gram", 2006), each word as often as it is used.
enum EnglishWords {
  /// Percent of words with 1, 2, ... letters.
  static let lengths = [
    2.25, 13.37, 17.02, 16.71, 12.15, 10.27, 9.67, 7.27, 4.62, 3.09, 1.87, 0.89, 0.54, 0.19, 0.06,
    0.01,
  ]
  /// Percent of words that begin with A, B, ... Z.
  static let first = [
    10.91, 4.62, 6.47, 3.58, 2.71, 4.65, 2.04, 3.34, 6.29, 0.88, 0.51, 2.88, 4.44, 2.65, 6.01, 5.80,
    0.27, 3.68, 7.91, 12.07, 1.44, 1.06, 4.38, 0.02, 1.32, 0.07,
  ]
  /// Percent of words that end with A, B, ... Z.
  static let last = [
    2.97, 0.29, 0.76, 8.30, 18.19, 2.93, 3.41, 2.41, 0.82, 0.01, 1.37, 4.19, 1.79, 8.56, 3.96, 1.00,
    0.01, 6.64, 14.67, 9.15, 0.63, 0.05, 1.15, 0.35, 6.35, 0.04,
  ]
  /// Percent of the words of one letter that are A, and I.
  static let single: [Character: Double] = ["A": 74.6, "I": 25.4]
  /// How often a letter (row) is followed by another (column) within a word, in half bits: a is 1,
  /// b one in 1.41, c one in 2, ... z one in 5,800. A tenth is letters of any word in any order.
  static let following = [
    "oljjnokpjungkfolvgigmlprks", "gopqessqhnvgoogrziknhssyhz", "gtlpgssgiyjjrofrvjmgkutymx",
    "gppkernpfsvmonhrxjinimoymz", "injhjnmpmwrikgmmpfgjplllnw", "hsqqgirqfyvkroerzgnjjusyoz",
    "hsqpermhhyukpjhrzgjmjusyly", "fsqqcssqgyvopmgrylnkmtrynx", "jnhkilkqoxpikehmtkhgqktrsp",
    "etqqfssqlxuqroerzoooeutysz", "jqqpdoooftslpilpznfmntqymz", "gqojfoqqfypgoohnzojkkpryiz",
    "fkpqersqhyvpjogizojokusylz", "isjfgmgpitnmoliqvoifmosxmv", "mnlkmhmpmsnjifkkzfkihlkrpw",
    "gsoogrrjiyuhmogjzfkjjtsynz", "nsqqnssqnyvqroorzommausysz", "hpkkepmqgymmkkgoyliilmryjz",
    "jqkpfqrigynmnohjtoheitoynz", "iroqfrrefyvnpogrziilktnykw", "jkjkjokqjwshjgnjxfggrstrou",
    "gtqqcsrqeyvqrojrzoooqttyqz", "frqpfrsgfttnqjgrzlinrutyqz", "hshqgosmgyvpqomevooelrsllz",
    "jnlngrqpjyukjldjzjgkptmwsw", "fpqpdsqpfytmqogrxoonmssylj",
  ]
  /// How many words are followed by one of the signs that end a phrase (Francis and Kucera, "Frequency
  /// analysis of English usage", 1982: the Brown corpus).
  static let endingSigns: [String: Double] = [",": 0.058, ".": 0.05, "?": 0.005]
}
