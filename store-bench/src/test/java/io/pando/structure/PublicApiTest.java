package io.pando.structure;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.module.ModuleDescriptor;
import java.lang.module.ModuleFinder;
import java.lang.module.ModuleReader;
import java.lang.module.ModuleReference;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.NavigableSet;
import java.util.Objects;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * What applications compile against names no type of Netty or of Protocol Buffers, and no type of
 * Pando that its module does not export.
 */
class PublicApiTest {
  private static final Pattern PUBLISHED =
      Pattern.compile(".*/store-(core|client|net)/target/[^/]*");

  /** The modules of an application that uses the SDK. */
  private static List<ModuleReference> modules() {
    Path[] places =
        Arrays.stream(System.getProperty("java.class.path").split(":"))
            .filter(place -> PUBLISHED.matcher(place).matches())
            .filter(place -> !place.endsWith("-tests.jar"))
            .map(Path::of)
            .toArray(Path[]::new);
    return List.copyOf(ModuleFinder.of(places).findAll());
  }

  /** Packages that every application may name. */
  private static NavigableSet<String> exported(List<ModuleReference> modules) {
    NavigableSet<String> packages = new TreeSet<>();
    for (ModuleReference module : modules) {
      for (ModuleDescriptor.Exports export : module.descriptor().exports()) {
        if (!export.isQualified()) {
          packages.add(export.source());
        }
      }
    }
    return packages;
  }

  private static List<ClassModel> classes(ModuleReference module) {
    List<ClassModel> found = new ArrayList<>();
    try (ModuleReader reader = module.open()) {
      List<String> names =
          reader
              .list()
              .filter(name -> name.endsWith(".class") && !name.equals("module-info.class"))
              .sorted()
              .toList();
      for (String name : names) {
        byte[] bytes = reader.open(name).orElseThrow().readAllBytes();
        found.add(ClassFile.of().parse(bytes));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return found;
  }

  @Test
  void theModulesAreThoseOfTheSdk() {
    assertThat(modules())
        .map(module -> module.descriptor().name())
        .containsExactlyInAnyOrder("io.pando.core", "io.pando.client", "io.pando.net");
    assertThat(exported(modules()))
        .contains("io.pando.client", "io.pando.cluster", "io.pando.id", "io.pando.report")
        .noneMatch(name -> name.startsWith("io.pando.net."))
        .doesNotContain("io.pando.message", "io.pando.port", "io.pando.wire");
  }

  @Test
  void publicSignaturesNameNothingInternal() {
    NavigableSet<String> exported = exported(modules());
    List<String> wrong = new ArrayList<>();
    int seen = 0;
    for (ModuleReference module : modules()) {
      for (ClassModel type : classes(module)) {
        if (exported.contains(Signatures.packageOf(type)) && Signatures.isPublic(type)) {
          seen++;
          wrong.addAll(Signatures.internal(type, exported));
        }
      }
    }
    assertThat(seen).isGreaterThan(100);
    assertThat(wrong).isEmpty();
  }

  @Test
  void plantedSignaturesAreFound() throws IOException {
    assertThat(Signatures.internal(planted(), new TreeSet<>(List.of("io.pando.structure"))))
        .containsExactlyInAnyOrder(
            "io.pando.structure.PublicApiTest$Planted names io.netty.buffer.ByteBuf",
            "io.pando.structure.PublicApiTest$Planted names io.pando.message.Message");
  }

  private static ClassModel planted() throws IOException {
    try (var in = PublicApiTest.class.getResourceAsStream("PublicApiTest$Planted.class")) {
      return ClassFile.of().parse(Objects.requireNonNull(in).readAllBytes());
    }
  }

  /** A class with signatures that applications must not see. */
  public abstract static class Planted {
    /** Names a type of Netty in a type argument. */
    public abstract List<io.netty.buffer.ByteBuf> buffers();

    /** Names a type that is not exported. */
    protected abstract void send(io.pando.message.Message message);
  }
}
