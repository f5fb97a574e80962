import Foundation

/// Which file a path leads to, however it is spelt: by its place on the disk, or, where it is not there
/// yet, by its folder's and its name.
struct FileIdentity: Hashable {
  private let device: dev_t
  private let number: ino_t
  private let name: String?

  /// nil where nothing could be destroyed by writing it twice: a device, a pipe, or a folder that is
  /// not there.
  init?(path: String) {
    var status = stat()
    if stat(path, &status) == 0 {
      self.init(status, name: nil)
      return
    }
    let slash = path.lastIndex(of: "/")
    let folder = slash.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
    guard stat(folder, &status) == 0 else { return nil }
    self.init(
      status, name: String(path[(slash.map { path.index(after: $0) } ?? path.startIndex)...]))
  }

  /// Of something open.
  init?(descriptor: Int32) {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { return nil }
    self.init(status, name: nil)
  }

  /// `name`: of a file that is still to be made in the folder of `status`.
  private init?(_ status: stat, name: String?) {
    guard status.st_mode & S_IFMT == (name == nil ? S_IFREG : S_IFDIR) else { return nil }
    device = status.st_dev
    number = status.st_ino
    self.name = name
  }
}
