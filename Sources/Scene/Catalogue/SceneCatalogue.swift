/// The scenes that finding lamps is tested and measured with.
public enum SceneCatalogue {
  /// Somebody sends.
  public static let sending: [NamedScene] = distant + lights + movement + company + night

  /// Nobody sends: nothing is to be read.
  public static let silent: [NamedScene] = stillness + bustle + silentNight

  /// One class by name.
  public static func named(_ name: String) -> NamedScene? {
    (sending + silent).first { $0.name == name }
  }
}
