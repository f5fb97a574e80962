// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableExperimentalFeature("Lifetimes"),
  .treatAllWarnings(as: .error),
]

/// A target of the house; DESIGN: what stands higher may import what stands lower.
func floor(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
  .target(name: name, dependencies: dependencies, swiftSettings: settings)
}

func tests(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
  .testTarget(name: name, dependencies: dependencies, swiftSettings: settings)
}

let package = Package(
  name: "heliograph",
  products: [
    .executable(name: "heliograph", targets: ["heliograph"]),
    .library(name: "MorseCode", targets: ["MorseCode"]),
    .library(name: "Photometry", targets: ["Photometry"]),
    .library(name: "Receiver", targets: ["Receiver"]),
    .library(name: "Scene", targets: ["Scene"]),
    .library(name: "VideoFile", targets: ["VideoFile"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(
      url: "https://github.com/hummingbird-project/hummingbird.git", from: "2.28.1",
      traits: ["FullFoundation"]),
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    .package(url: "https://github.com/swift-server/swift-service-lifecycle.git", from: "2.13.0"),
    .package(url: "https://github.com/apple/swift-log.git", from: "1.14.0"),
    .package(url: "https://github.com/apple/swift-http-types.git", from: "1.8.0", traits: []),
    .package(url: "https://github.com/apple/swift-nio.git", from: "2.101.0"),
    .package(url: "https://github.com/apple/swift-nio-extras.git", from: "1.35.2"),
    // Tests only: reads the API's description.
    .package(url: "https://github.com/jpsim/Yams", from: "6.2.2"),
    // Tests only: runs the program without blocking a thread of the pool that the tests share.
    .package(url: "https://github.com/swiftlang/swift-subprocess", from: "1.0.2"),
    .package(url: "https://github.com/apple/swift-system", from: "1.6.0"),
  ],
  targets: [
    // Floor 0: system libraries and the thinnest shims.
    .systemLibrary(name: "CFFmpeg"),
    .systemLibrary(name: "CVideo4Linux"),
    .systemLibrary(name: "CALSA"),
    .systemLibrary(name: "CTurboJPEG"),
    .target(name: "CLuma", cSettings: [.unsafeFlags(["-O3", "-Wall", "-Wextra", "-Werror"])]),
    // Floor 1
    floor("MorseCode"),
    floor("Photometry", ["CLuma"]),
    // Floor 2
    floor("VideoFile", ["Photometry", "CFFmpeg"]),
    floor("Camera", ["Photometry", "CVideo4Linux", "CTurboJPEG"]),
    floor("Sidetone", ["MorseCode", "CALSA"]),
    floor("Scene", ["Photometry", "MorseCode"]),
    // Floor 3
    floor("Receiver", ["MorseCode", "Photometry"]),
    // Floor 4
    .target(
      name: "Station",
      dependencies: [
        "Receiver", "MorseCode", "Photometry",
        .product(name: "Hummingbird", package: "hummingbird"),
        .product(name: "HummingbirdCore", package: "hummingbird"),
        .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOHTTP1", package: "swift-nio"),
        .product(name: "NIOHTTPTypes", package: "swift-nio-extras"),
        .product(name: "GRDB", package: "GRDB.swift"),
        .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
        .product(name: "UnixSignals", package: "swift-service-lifecycle"),
        .product(name: "Logging", package: "swift-log"),
      ],
      resources: [.embedInCode("Page/Files")],
      swiftSettings: settings),
    // Floor 5
    .executableTarget(
      name: "heliograph",
      dependencies: [
        "Station", "Receiver", "VideoFile", "Camera", "Sidetone", "Scene", "MorseCode",
        "Photometry", "CTurboJPEG", .product(name: "Logging", package: "swift-log"),
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      swiftSettings: settings),
    tests("MorseCodeTests", ["MorseCode"]),
    tests("PhotometryTests", ["Photometry", "Scene", "MorseCode"]),
    tests("VideoFileTests", ["VideoFile", "Scene", "Photometry"]),
    tests("CameraTests", ["Camera", "Photometry", "CTurboJPEG"]),
    tests("SidetoneTests", ["Sidetone", "MorseCode"]),
    tests("SceneTests", ["Scene", "Photometry", "MorseCode"]),
    tests(
      "StationTests",
      [
        "Station", "heliograph", "Receiver", "MorseCode", "Photometry",
        .product(name: "GRDB", package: "GRDB.swift"),
        .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(name: "Subprocess", package: "swift-subprocess"),
        .product(name: "SystemPackage", package: "swift-system"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "Yams", package: "Yams"),
      ]),
    tests("ReceiverTests", ["Receiver", "Scene", "MorseCode", "Photometry"]),
    tests(
      "HeliographTests",
      [
        "heliograph", "Receiver", "VideoFile", "Scene", "MorseCode", "Photometry",
        .product(name: "Subprocess", package: "swift-subprocess"),
        .product(name: "SystemPackage", package: "swift-system"),
      ]),
  ]
)
