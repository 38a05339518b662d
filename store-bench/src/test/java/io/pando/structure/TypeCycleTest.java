package io.pando.structure;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import io.pando.structure.cycle.one.Hen;
import io.pando.structure.cycle.two.Egg;
import java.util.List;
import org.junit.jupiter.api.Test;

/** No cycle of types crosses packages, and none within a package is large. */
class TypeCycleTest {
  private static final int MAX_TYPES = 5;

  private static final JavaClasses PRODUCTION =
      new ClassFileImporter()
          .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
          .importPackages("io.pando");

  @Test
  void noCycleHasTypesOfSeveralPackages() {
    assertThat(TypeCycles.of(PRODUCTION))
        .allSatisfy(
            cycle -> assertThat(cycle.stream().map(TypeCycles::packageOf).distinct()).hasSize(1));
  }

  @Test
  void noCycleIsLarge() {
    assertThat(TypeCycles.of(PRODUCTION))
        .isNotEmpty()
        .allSatisfy(cycle -> assertThat(cycle).hasSizeLessThanOrEqualTo(MAX_TYPES));
  }

  @Test
  void plantedCycleIsFound() {
    JavaClasses planted = new ClassFileImporter().importClasses(Hen.class, Egg.class);
    assertThat(TypeCycles.of(planted))
        .containsExactly(List.of(Hen.class.getName(), Egg.class.getName()));
  }

  @Test
  void typesThatDependInOneDirectionAreNoCycle() {
    JavaClasses here = new ClassFileImporter().importClasses(TypeCycleTest.class, TypeCycles.class);
    assertThat(TypeCycles.of(here)).isEmpty();
  }
}
