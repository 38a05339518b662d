package io.pando.codec.build;

import static io.pando.codec.Field.fixed64;
import static io.pando.codec.Field.uint64;
import static org.assertj.core.api.Assertions.assertThat;

import io.pando.codec.Shape;
import io.pando.codec.ShapeCompiler;
import io.pando.format.Ids;
import io.pando.id.Version;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import org.junit.jupiter.api.Test;

/** The build has made the classes of this module's coders. */
class CoderBuildTest {
  private static final Path CLASSES = Path.of("target/classes");

  @Test
  void classesAreThoseOfTheShapes() throws IOException, ReflectiveOperationException {
    Collection<Shape<?>> shapes = CoderBuild.shapes(CLASSES);
    assertThat(shapes).hasSizeGreaterThan(200);
    for (Shape<?> shape : shapes) {
      assertThat(CLASSES.resolve(CoderBuild.file(shape)))
          .as(shape.name())
          .hasBinaryContent(ShapeCompiler.compile(shape));
    }
    try (var files = Files.list(CLASSES.resolve("io/pando/codec"))) {
      long classes =
          files.filter(file -> file.getFileName().toString().startsWith("CoderOf_")).count();
      assertThat(classes).isEqualTo(shapes.size());
    }
  }

  @Test
  void anotherDeclarationHasAnotherClass() {
    Shape<Version> same = Shape.of(Version.class, uint64(1), uint64(2));
    Shape<Version> number = Shape.of(Version.class, uint64(1), uint64(3));
    Shape<Version> type = Shape.of(Version.class, uint64(1), fixed64(2));
    assertThat(same.coderName()).isEqualTo(Ids.VERSION.coderName());
    assertThat(number.coderName()).isNotEqualTo(same.coderName());
    assertThat(type.coderName()).isNotEqualTo(same.coderName());
  }
}
