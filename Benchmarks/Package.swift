// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableExperimentalFeature("Lifetimes"),
  .treatAllWarnings(as: .error),
]

let package = Package(
  name: "heliograph-benchmarks",
  dependencies: [.package(name: "heliograph", path: "..")],
  targets: [
    .executableTarget(
      name: "luma-bench",
      dependencies: [.product(name: "Photometry", package: "heliograph")],
      swiftSettings: settings)
  ]
)
