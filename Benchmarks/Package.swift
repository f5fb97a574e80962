// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "benchmarks",
  dependencies: [.package(name: "heliograph", path: "../")],
  targets: [
    .executableTarget(
      name: "timing-bench",
      dependencies: [
        .product(name: "MorseCode", package: "heliograph"),
        .product(name: "Photometry", package: "heliograph"),
      ],
      swiftSettings: [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .treatAllWarnings(as: .error),
      ])
  ]
)
