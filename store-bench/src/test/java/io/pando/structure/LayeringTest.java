package io.pando.structure;

import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import io.pando.structure.cycle.one.Hen;
import java.util.List;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/**
 * Arrows between modules and packages point down, and each library is used only in the packages
 * that list it.
 */
class LayeringTest {
  private static final JavaClasses PRODUCTION =
      new ClassFileImporter()
          .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
          .withImportOption(location -> !location.contains("-tests.jar"))
          .withImportOption(Layers.WRITTEN)
          .importPackages("io.pando");
  private static final ArchRule NO_CYCLES =
      slices().matching("io.pando.(**)").should().beFreeOfCycles();

  @Test
  void arrowsPointDown() {
    List<String> forbidden =
        PRODUCTION.stream().flatMap(type -> Layers.forbidden(type).stream()).sorted().toList();
    assertThat(PRODUCTION).isNotEmpty();
    assertThat(forbidden).isEmpty();
  }

  @Test
  void packagesHaveNoCycles() {
    NO_CYCLES.check(PRODUCTION);
  }

  @Test
  void everyPackageIsInOneModule() {
    SortedMap<String, NavigableSet<String>> modules = new TreeMap<>();
    for (JavaClass type : PRODUCTION) {
      NavigableSet<String> of =
          modules.computeIfAbsent(type.getPackageName(), name -> new TreeSet<>());
      Layers.module(type).ifPresent(of::add);
    }
    assertThat(modules).allSatisfy((name, in) -> assertThat(in).as(name).hasSize(1));
  }

  @Test
  void forbiddenArrowIsFound() {
    assertThat(Layers.mayKnow("io.pando.merkle", "com.dynatrace.hash4j.hashing.Hashing")).isTrue();
    assertThat(Layers.mayKnow("io.pando.osd", "com.dynatrace.hash4j.hashing.Hashing")).isFalse();
    assertThat(Layers.mayKnow("io.pando.mon", "org.apache.ratis.util.Preconditions")).isFalse();
    assertThat(Layers.mayKnow("io.pando.network", "io.netty.buffer.ByteBuf")).isFalse();
    assertThat(Layers.mayKnow("io.pando.net", "org.nobody.knows.This")).isFalse();
    assertThat(Layers.mayUse(Optional.of("store-core"), Optional.of("store-osd"))).isFalse();
    assertThat(Layers.mayUse(Optional.of("store-osd"), Optional.of("store-net"))).isFalse();
    assertThat(Layers.mayUse(Optional.of("store-cli"), Optional.of("store-net"))).isTrue();
    assertThat(Layers.mayUse(Optional.of("store-cli"), Optional.of("store-sim"))).isFalse();
    assertThat(Layers.mayUse(Optional.of("store-cli"), Optional.of("store-bench"))).isFalse();
  }

  @Test
  void plantedArrowIsFoundInClasses() {
    JavaClasses here = new ClassFileImporter().importClasses(LayeringTest.class);
    assertThat(Layers.forbidden(here.get(LayeringTest.class)))
        .anyMatch(line -> line.contains("com.tngtech.archunit"));
  }

  @Test
  void plantedCycleIsFound() {
    JavaClasses cycle =
        new ClassFileImporter().importPackages(Hen.class.getPackageName().replace(".one", ""));
    assertThat(NO_CYCLES.evaluate(cycle).hasViolation()).isTrue();
  }
}
