package io.pando.structure;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What decides is pure: every package of rings 0 and 1 is, unless it is named here, and the named
 * packages of ring 2.
 */
class PurityTest {
  private static final List<String> PURE_MODULES =
      List.of("store-core", "store-osd", "store-mon", "store-client", "store-mds");

  /** Packages of other modules that only compute, with those below them. */
  private static final List<String> PURE_PACKAGES = List.of("io.pando.fuse.protocol");

  /** Packages of those modules that act, and may. */
  private static final Map<String, String> ACTING =
      new TreeMap<>(
          Map.ofEntries(
              Map.entry("io.pando.mon.raft", "adapter to Ratis"),
              Map.entry("io.pando.check", "reads once how thoroughly the JVM is to check"),
              Map.entry(
                  "io.pando.codec.build", "runs when Pando is built, and in no process of Pando"),
              Map.entry("io.pando.osd.metrics", "meters, which other threads read"),
              Map.entry("io.pando.mds.metrics", "meters, which other threads read"),
              Map.entry("io.pando.mon.metrics", "meters, which other threads read"),
              Map.entry("io.pando.probe", "tells the listener of the thread; production has none"),
              Map.entry("io.pando.client", "blocks for its callers and opens the network"),
              Map.entry("io.pando.client.engine", "blocks for its callers"),
              Map.entry("io.pando.client.file", "futures and blocking calls for programs"),
              Map.entry("io.pando.client.file.path", "blocks for its callers"),
              Map.entry("io.pando.client.mount", "opens nodes on the network"),
              Map.entry("io.pando.client.nio", "adapter to java.nio.file")));

  @Test
  void logicIsPure() throws IOException {
    List<String> found = new ArrayList<>();
    int ofModules = 0;
    int ofPackages = 0;
    for (JavaClass type : production()) {
      boolean inModule = isOfPureModule(type);
      boolean inPackage = isOfPurePackage(type);
      ofModules += inModule ? 1 : 0;
      ofPackages += inPackage ? 1 : 0;
      if (inModule || inPackage) {
        found.addAll(Purity.check(read(type)));
      }
    }
    assertThat(ofModules).isPositive();
    assertThat(ofPackages).isPositive();
    assertThat(found).isEmpty();
  }

  private static boolean isOfPureModule(JavaClass type) {
    return PURE_MODULES.contains(Layers.module(type).orElse(""))
        && !ACTING.containsKey(type.getPackageName());
  }

  private static boolean isOfPurePackage(JavaClass type) {
    String name = type.getPackageName();
    return PURE_PACKAGES.stream()
        .anyMatch(pure -> name.equals(pure) || name.startsWith(pure + "."));
  }

  @ParameterizedTest
  @ValueSource(
      classes = {
        ReadsClock.class,
        DrawsAtRandom.class,
        StartsThread.class,
        Locks.class,
        SynchronizedMethod.class,
        UnorderedMap.class,
        UnorderedSet.class,
        CollectsToSet.class,
        CollectsToMap.class,
        ReadsFile.class,
        Waits.class,
        Floats.class
      })
  void plantedImpurityIsFound(Class<?> type) throws IOException {
    assertThat(Purity.check(bytes(type))).isNotEmpty();
  }

  @Test
  void pureClassIsLeftAlone() throws IOException {
    assertThat(Purity.check(bytes(Pure.class))).isEmpty();
  }

  private static Iterable<JavaClass> production() {
    return new ClassFileImporter()
        .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
        .withImportOption(Layers.WRITTEN)
        .importPackages("io.pando");
  }

  private static byte[] read(JavaClass type) throws IOException {
    try (InputStream stream = type.getSource().orElseThrow().getUri().toURL().openStream()) {
      return stream.readAllBytes();
    }
  }

  private static byte[] bytes(Class<?> type) throws IOException {
    String file = type.getName().replaceFirst(".*\\.", "") + ".class";
    try (InputStream stream = PurityTest.class.getResourceAsStream(file)) {
      return java.util.Objects.requireNonNull(stream).readAllBytes();
    }
  }

  // Planted impurities

  static class ReadsClock {
    long f() {
      return System.nanoTime();
    }
  }

  static class DrawsAtRandom {
    String f() {
      return java.util.UUID.randomUUID().toString();
    }
  }

  static class StartsThread {
    void f(Runnable task) {
      Thread.ofVirtual().start(task);
    }
  }

  static class Locks {
    private int value;

    int f() {
      synchronized (this) {
        return ++value;
      }
    }
  }

  static class SynchronizedMethod {
    private int value;

    synchronized int f() {
      return ++value;
    }
  }

  static class UnorderedMap {
    Map<String, String> f() {
      return new HashMap<>();
    }
  }

  static class UnorderedSet {
    Set<String> f() {
      return Set.of("a", "b");
    }
  }

  static class CollectsToSet {
    Set<String> f(List<String> list) {
      return list.stream().collect(Collectors.toSet());
    }
  }

  static class CollectsToMap {
    Map<String, Integer> f(List<String> list) {
      return list.stream().collect(Collectors.toMap(text -> text, String::length));
    }
  }

  static class ReadsFile {
    String f() throws IOException {
      return java.nio.file.Files.readString(java.nio.file.Path.of("x"));
    }
  }

  static class Waits {
    int f(CompletableFuture<Integer> future) {
      return future.join();
    }
  }

  static class Floats {
    double f(double x) {
      return Math.log(x);
    }
  }

  static class Pure {
    Map<String, Integer> f(List<String> list) {
      return list.stream()
          .collect(Collectors.toMap(text -> text, String::length, Integer::sum, TreeMap::new));
    }
  }
}
