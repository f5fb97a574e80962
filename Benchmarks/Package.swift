// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableExperimentalFeature("Lifetimes"),
  .treatAllWarnings(as: .error),
]

func benchmark(_ name: String, _ products: [String]) -> Target {
  .executableTarget(
    name: name, dependencies: products.map { .product(name: $0, package: "heliograph") },
    swiftSettings: settings)
}

let package = Package(
  name: "heliograph-benchmarks",
  dependencies: [.package(name: "heliograph", path: "..")],
  targets: [
    benchmark("timing-bench", ["MorseCode", "Photometry"]),
    benchmark("live-read", ["Receiver", "VideoFile"]),
    benchmark("luma-bench", ["Photometry"]),
    benchmark("scene-video", ["Scene"]),
  ]
)
