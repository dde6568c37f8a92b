// swift-tools-version: 6.2

import PackageDescription

/// The one list of compiler settings; every Swift target is held to it.
let strict: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
  .enableUpcomingFeature("InferIsolatedConformances"),
  .treatAllWarnings(as: .error),
  // Debug builds and sanitizers check exclusive access at run time, and that a closure runs on its
  // actor; releases spend nothing on it. A closure that an actor hands to the standard library would
  // else cost 345 instructions each time it is called.
  .unsafeFlags(
    ["-enforce-exclusivity=unchecked", "-Xfrontend", "-disable-dynamic-actor-isolation"],
    .when(configuration: .release)),
]

/// What debug builds optimize: `all` but tests of daemons, or `rules` alone; see tools/test.sh.
///
/// Tests of daemons hold them by variables, which live to the end of their scope only where nothing is optimized.
let optimized = Context.environment["MATE_OPTIMIZED"]
let optimization: [SwiftSetting] = [
  .unsafeFlags(["-O", "-assert-config", "Debug"], .when(configuration: .debug))
]

/// For what waits for something: the disk, a socket, another thread.
let waiting: [SwiftSetting] = strict + (optimized == "all" ? optimization : [])

/// For what computes much and waits for nothing: searches of thousands of cases would take most of a run.
let computing: [SwiftSetting] = strict + (optimized == nil ? [] : optimization)

/// The daemons, one a line.
///
/// The Makefile and tests read them here; `tools/new-domain` adds one.
let daemons = [
  "bankd",
  "juiced",
  "projectd",
  "transitd",
]

/// What a daemon needs beyond the road that all of them share.
let extraDependencies: [String: [Target.Dependency]] = [
  "bankd": ["DesktopNotifications", "LinuxSystem", "Queueing"],
  "projectd": [
    "CalDAV", "DesktopNotifications", "HTTPClient", "IPCTransport", "LinuxSystem", "TaskFormats",
  ],
  "transitd": [
    "DesktopNotifications", "LinuxSystem", "HTTPClient", "XMLTree", "CTransitTables", "CZip",
    "CGTFSRealtime", "IPCTransport",
  ],
]

let package = Package(
  name: "mate",
  products: (daemons + ["matectl", "webd"]).map { .executable(name: $0, targets: [$0]) } + [
    // What tests preload into a daemon to move its wall clock.
    .library(name: "ShiftedClock", type: .dynamic, targets: ["ShiftedClock"])
  ],
  targets: [
    // C: what Glibc's module hides from Swift, and Debian's libraries.
    .systemLibrary(name: "CLinux"),
    .systemLibrary(name: "CBytes"),
    .systemLibrary(
      name: "CSystemd", pkgConfig: "libsystemd", providers: [.apt(["libsystemd-dev"])]),
    .systemLibrary(
      name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
    .systemLibrary(
      name: "CPCRE", pkgConfig: "libpcre2-8", providers: [.apt(["libpcre2-dev"])]),
    .systemLibrary(
      name: "CLibXML", pkgConfig: "libxml-2.0", providers: [.apt(["libxml2-dev"])]),
    .systemLibrary(name: "CZip", pkgConfig: "libzip", providers: [.apt(["libzip-dev"])]),
    .systemLibrary(
      name: "CProtobuf", pkgConfig: "libprotobuf-c", providers: [.apt(["libprotobuf-c-dev"])]),
    .systemLibrary(
      name: "CMicroHTTPD", pkgConfig: "libmicrohttpd", providers: [.apt(["libmicrohttpd-dev"])]),
    .systemLibrary(
      name: "CQREncode", pkgConfig: "libqrencode", providers: [.apt(["libqrencode-dev"])]),
    .systemLibrary(
      name: "CCurl", pkgConfig: "libcurl", providers: [.apt(["libcurl4-openssl-dev"])]),

    // The road: every arrow points down.
    .target(name: "LinuxSystem", dependencies: ["CLinux"], swiftSettings: computing),
    // Times, ids, names and sentences: who needs a value imports no wire.
    .target(name: "Values", swiftSettings: computing),
    .target(
      name: "IPCProtocol", dependencies: ["CBytes", "CPCRE", "Values"], swiftSettings: computing,
      linkerSettings: [.linkedLibrary("m")]),
    .target(
      name: "LongTables", dependencies: ["CBytes", "IPCProtocol", "LinuxSystem", "Values"],
      swiftSettings: computing),
    .target(
      name: "IPCTransport", dependencies: ["IPCProtocol", "LinuxSystem", "LongTables"],
      swiftSettings: waiting),
    .target(name: "Storage", dependencies: ["CLinux", "CSQLite"], swiftSettings: waiting),
    .target(
      name: "CGTFSRealtime", dependencies: ["CProtobuf"], exclude: ["realtime.proto"]),
    .target(
      name: "CTransitTables", exclude: ["README.md", "stations.tsv", "stops.tsv"]),
    .target(name: "HTTPClient", dependencies: ["CCurl"], swiftSettings: waiting),
    .target(name: "XMLTree", dependencies: ["CLibXML"], swiftSettings: waiting),
    .target(name: "Loop", dependencies: ["CLinux", "CSystemd"], swiftSettings: waiting),
    // A client of PostgreSQL on the loop; libpq is loaded where a configuration names a server.
    .target(
      name: "PostgreSQL", dependencies: ["CLinux", "LinuxSystem", "Loop"], swiftSettings: waiting),
    .target(
      name: "DaemonRuntime",
      dependencies: [
        "IPCProtocol", "IPCTransport", "LinuxSystem", "Loop", "PostgreSQL", "Storage", "CSystemd",
        "Values",
      ],
      swiftSettings: waiting),

    // Dates, zones and recurrence; values that any domain may use.
    .target(
      name: "CivilTime", dependencies: ["LinuxSystem", "Values"], swiftSettings: computing),

    // Waiting lines: formulas, and play in virtual time.
    .target(
      name: "Queueing", dependencies: ["LinuxSystem"], swiftSettings: computing,
      linkerSettings: [.linkedLibrary("m")]),

    .target(
      name: "TaskFormats", dependencies: ["CivilTime", "IPCProtocol", "Values"],
      swiftSettings: computing),

    .target(
      name: "DesktopNotifications", dependencies: ["Loop", "CSystemd", "Values"],
      swiftSettings: waiting),

    .target(
      name: "CalDAV",
      dependencies: ["HTTPClient", "TaskFormats", "XMLTree", "Values"], swiftSettings: waiting),

    // The client: it knows descriptions and no domain.
    .target(
      name: "LogReading", dependencies: ["IPCProtocol", "LinuxSystem", "Values"],
      swiftSettings: waiting),
    .executableTarget(
      name: "matectl",
      dependencies: [
        "CivilTime", "IPCProtocol", "IPCTransport", "LinuxSystem", "LogReading", "LongTables",
        "Values",
      ],
      swiftSettings: computing),

    // The page: screens of all domains in a browser; it too knows descriptions and no domain.
    .executableTarget(
      name: "webd",
      dependencies: [
        "CLinux", "CMicroHTTPD", "CQREncode", "DaemonRuntime", "IPCProtocol", "IPCTransport",
        "LinuxSystem",
        "Loop", "Values",
      ],
      resources: [.embedInCode("Page")], swiftSettings: waiting),

    // Tests.
    .target(
      name: "TestSupport", dependencies: ["IPCProtocol", "LinuxSystem"], path: "Tests/TestSupport",
      swiftSettings: computing),
    .target(name: "ShiftedClock", path: "Tests/ShiftedClock"),
    // A daemon whose calls wait, fail and refuse as a test wants.
    .executableTarget(
      name: "probed", dependencies: ["DaemonRuntime", "IPCProtocol", "Loop", "Storage", "Values"],
      path: "Tests/probed", swiftSettings: strict),
    .testTarget(
      name: "IPCProtocolTests", dependencies: ["IPCProtocol", "TestSupport", "Values"],
      swiftSettings: computing),
    .testTarget(
      name: "IPCTransportTests",
      dependencies: ["IPCTransport", "IPCProtocol", "LinuxSystem", "TestSupport"],
      swiftSettings: strict),
    .testTarget(
      name: "LongTablesTests",
      dependencies: [
        "LongTables", "matectl", "IPCProtocol", "LinuxSystem", "TestSupport", "Values",
      ],
      swiftSettings: computing),
    .testTarget(
      name: "CivilTimeTests", dependencies: ["CivilTime", "TestSupport", "Values"],
      swiftSettings: computing),
    .testTarget(
      name: "TaskFormatsTests",
      dependencies: ["TaskFormats", "CivilTime", "TestSupport", "Values"],
      swiftSettings: computing),
    .target(
      name: "LoopSupport", dependencies: ["Loop"], path: "Tests/LoopSupport",
      swiftSettings: strict),
    .testTarget(
      name: "DesktopNotificationsTests",
      dependencies: ["DesktopNotifications", "Loop", "LoopSupport", "TestSupport"],
      swiftSettings: strict),
    .testTarget(
      name: "CalDAVTests",
      dependencies: [
        "CalDAV", "CivilTime", "HTTPClient", "TaskFormats", "TestSupport", "Values",
      ], swiftSettings: strict),
    // Takes the place of the C library's calls on files, in the tests' own process.
    .target(name: "DiskFaults", path: "Tests/DiskFaults"),
    .testTarget(
      name: "StorageTests", dependencies: ["DiskFaults", "Storage", "TestSupport"],
      swiftSettings: strict),
    .testTarget(
      name: "QueueingTests", dependencies: ["LinuxSystem", "Queueing", "TestSupport"],
      swiftSettings: computing),
    .testTarget(name: "XMLTreeTests", dependencies: ["XMLTree"], swiftSettings: strict),
    .testTarget(
      name: "HTTPClientTests", dependencies: ["HTTPClient", "TestSupport"], swiftSettings: strict),
    .testTarget(
      name: "PostgreSQLTests", dependencies: ["Loop", "LoopSupport", "PostgreSQL", "TestSupport"],
      swiftSettings: strict),
    .testTarget(
      name: "DaemonRuntimeTests",
      dependencies: [
        "DaemonRuntime", "DiskFaults", "IPCProtocol", "LinuxSystem", "Loop", "LoopSupport",
        "PostgreSQL", "Storage", "TestSupport", "Values",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "RehearsalTests",
      dependencies: [
        "DaemonRuntime", "IPCProtocol", "Loop", "LoopSupport", "Storage", "TestSupport", "Values",
      ]
        + daemons.map { .target(name: $0) },
      swiftSettings: strict),
    .testTarget(
      name: "LogReadingTests",
      dependencies: ["LogReading", "IPCProtocol", "TestSupport", "Values"],
      swiftSettings: strict),
    .testTarget(
      name: "matectlTests",
      dependencies: [
        "IPCProtocol", "IPCTransport", "LongTables", "matectl", "TestSupport", "Values",
      ],
      swiftSettings: computing),
    .testTarget(
      name: "webdTests",
      dependencies: [
        "webd", "DaemonRuntime", "IPCProtocol", "IPCTransport", "TestSupport", "Values",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "EndToEndTests", dependencies: ["TestSupport", "IPCProtocol", "Values"],
      swiftSettings: strict),
  ]
    + daemons.flatMap { daemon -> [Target] in
      [
        .executableTarget(
          name: daemon,
          dependencies: ["CivilTime", "DaemonRuntime", "IPCProtocol", "Loop", "Storage"]
            + (extraDependencies[daemon] ?? []),
          swiftSettings: strict),
        .testTarget(
          name: "\(daemon)Tests",
          dependencies: [.target(name: daemon), "Loop", "LoopSupport", "TestSupport"],
          swiftSettings: strict),
      ]
    }
)
