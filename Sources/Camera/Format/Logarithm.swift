import Glibc

extension Double {
  /// Natural.
  var logarithm: Double { log(self) }
}
