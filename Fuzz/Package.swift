// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableExperimentalFeature("Lifetimes"),
  .treatAllWarnings(as: .error),
]

func target(_ name: String, _ products: [String]) -> Target {
  .executableTarget(
    name: name,
    dependencies: ["FuzzDriver"] + products.map { .product(name: $0, package: "heliograph") },
    swiftSettings: settings)
}

let package = Package(
  name: "heliograph-fuzz",
  dependencies: [.package(name: "heliograph", path: "..")],
  targets: [
    .target(name: "FuzzDriver", swiftSettings: settings),
    target("fuzz-trace", ["Receiver"]),
    target("fuzz-picture", ["Photometry"]),
  ]
)
