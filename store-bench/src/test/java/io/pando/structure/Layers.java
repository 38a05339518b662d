package io.pando.structure;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Who may know whom. Arrows point down: ring 0 is {@code store-core}; ring 1 the daemons' and the
 * client's machines; ring 2 the adapters and the simulator; ring 3 the program. A third party's
 * library stays in the packages that are named for it.
 */
final class Layers {
  private static final Pattern MODULE = Pattern.compile("/(store-[a-z]+)/target/");

  /** What a module may use beside itself. */
  private static final Map<String, List<String>> MODULES =
      Map.ofEntries(
          Map.entry("store-core", List.of()),
          Map.entry("store-osd", List.of("store-core")),
          Map.entry("store-mon", List.of("store-core")),
          Map.entry("store-mds", List.of("store-core")),
          Map.entry("store-client", List.of("store-core")),
          Map.entry("store-net", List.of("store-core")),
          Map.entry("store-disk", List.of("store-core")),
          Map.entry("store-erasure", List.of("store-core")),
          Map.entry("store-fuse", List.of("store-core")),
          Map.entry(
              "store-sim",
              List.of(
                  "store-core",
                  "store-osd",
                  "store-mon",
                  "store-mds",
                  "store-client",
                  "store-disk")),
          Map.entry(
              "store-cli",
              List.of(
                  "store-core",
                  "store-osd",
                  "store-mon",
                  "store-mds",
                  "store-client",
                  "store-net",
                  "store-disk",
                  "store-erasure",
                  "store-fuse")),
          Map.entry(
              "store-testkit", List.of("store-core", "store-client", "store-disk", "store-cli")),
          Map.entry(
              "store-bench", List.of("store-core", "store-client", "store-sim", "store-cli")));

  /** Prefix of what comes from elsewhere, and the packages that may know it. */
  private static final List<ThirdParty> THIRD_PARTIES =
      List.of(
          new ThirdParty("java.", "io.pando"),
          new ThirdParty("javax.", "io.pando.cli"),
          new ThirdParty("jdk.incubator.vector.", "io.pando.erasure.vector"),
          new ThirdParty("com.sun.", "io.pando.cli"),
          new ThirdParty("jdk.", "io.pando.cli", "io.pando.disk", "io.pando.net"),
          new ThirdParty("org.jspecify.", "io.pando"),
          new ThirdParty("com.google.errorprone.annotations.", "io.pando.cli"),
          new ThirdParty("org.apache.ratis.", "io.pando.mon.raft"),
          new ThirdParty("io.netty.", "io.pando.net"),
          new ThirdParty("org.rocksdb.", "io.pando.disk"),
          new ThirdParty("com.dynatrace.hash4j.", "io.pando.merkle"),
          new ThirdParty("net.openhft.hashing.", "io.pando.merkle", "io.pando.fs"),
          new ThirdParty("net.jpountz.", "io.pando.disk.pack"),
          new ThirdParty("com.github.luben.zstd.", "io.pando.disk.pack"),
          new ThirdParty("com.sun.nio.file.", "io.pando.disk"),
          new ThirdParty(
              "org.slf4j.",
              "io.pando.net",
              "io.pando.disk",
              "io.pando.fuse",
              "io.pando.mon",
              "io.pando.cli",
              "io.pando.testkit"),
          new ThirdParty("ch.qos.logback.", "io.pando.cli"),
          new ThirdParty("org.junit.", "io.pando.testkit"),
          new ThirdParty("picocli.", "io.pando.cli", "io.pando.bench"),
          new ThirdParty("tools.jackson.", "io.pando.cli", "io.pando.bench"),
          new ThirdParty("com.fasterxml.jackson.", "io.pando.cli", "io.pando.bench"),
          new ThirdParty(
              "io.micrometer.core.instrument.",
              "io.pando.metrics",
              "io.pando.port",
              "io.pando.osd",
              "io.pando.mon",
              "io.pando.mds",
              "io.pando.client",
              "io.pando.net",
              "io.pando.disk",
              "io.pando.sim",
              "io.pando.cli",
              "io.pando.bench"),
          new ThirdParty("io.micrometer.prometheusmetrics.", "io.pando.cli"),
          new ThirdParty("org.HdrHistogram.", "io.pando.bench"));

  /** Leaves out the classes of coders, which the build makes and which name all records. */
  static final ImportOption WRITTEN = location -> !location.contains("/CoderOf_");

  private Layers() {}

  /** The arrows from a class that should not be. */
  static List<String> forbidden(JavaClass from) {
    List<String> found = new ArrayList<>();
    Stream<JavaClass> targets =
        from.getDirectDependenciesFromSelf().stream()
            .map(arrow -> arrow.getTargetClass().getBaseComponentType())
            .filter(target -> !target.isPrimitive())
            .distinct();
    targets.forEach(target -> {
      String name = target.getName();
      if (!mayKnow(from.getPackageName(), name)) {
        found.add(from.getName() + " knows " + name + ", which is not for its package");
      }
      if (!mayUse(module(from), module(target))) {
        found.add(from.getName() + " points up or sideways to " + name);
      }
    });
    return found;
  }

  /** Whether a package may know a class, as far as third parties go. */
  static boolean mayKnow(String from, String target) {
    Optional<ThirdParty> owner =
        THIRD_PARTIES.stream()
            .filter(party -> target.startsWith(party.prefix))
            .max((a, b) -> Integer.compare(a.prefix.length(), b.prefix.length()));
    return owner
        .map(party -> party.users.stream().anyMatch(user -> within(from, user)))
        .orElse(target.startsWith("io.pando."));
  }

  /** Whether a module may use another; those that are not ours do not count. */
  static boolean mayUse(Optional<String> from, Optional<String> target) {
    return from.isEmpty()
        || target.isEmpty()
        || from.equals(target)
        || MODULES.getOrDefault(from.get(), List.of()).contains(target.get());
  }

  /** The module that a class was compiled in. */
  static Optional<String> module(JavaClass type) {
    return type.getSource()
        .map(source -> MODULE.matcher(source.getUri().toString()))
        .filter(Matcher::find)
        .map(match -> match.group(1));
  }

  private static boolean within(String name, String parent) {
    return name.equals(parent) || name.startsWith(parent + ".");
  }

  private record ThirdParty(String prefix, List<String> users) {
    ThirdParty(String prefix, String... users) {
      this(prefix, List.of(users));
    }
  }
}
