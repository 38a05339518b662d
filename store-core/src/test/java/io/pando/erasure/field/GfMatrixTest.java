package io.pando.erasure.field;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pando.random.Random64;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Inverses, products and spans of random matrices. */
class GfMatrixTest {
  @Test
  void inverseTimesMatrixIsIdentity() {
    Random64 random = new Random64(2);
    int invertible = 0;
    for (int round = 0; round < 500; round++) {
      int size = 1 + random.nextInt(12);
      GfMatrix matrix = random(size, size, random);
      Optional<GfMatrix> inverse = matrix.inverse();
      if (inverse.isPresent()) {
        invertible++;
        assertThat(inverse.get().times(matrix)).isEqualTo(GfMatrix.identity(size));
        assertThat(matrix.times(inverse.get())).isEqualTo(GfMatrix.identity(size));
      }
    }
    assertThat(invertible).isGreaterThan(450);
  }

  @Test
  void singularMatrixHasNoInverse() {
    GfMatrix twice = GfMatrix.of(2, 2, (row, column) -> (row + 1) * (column + 3));
    assertThat(GfMatrix.of(2, 2, (row, column) -> column + 3).inverse()).isEmpty();
    assertThat(GfMatrix.of(3, 3, (row, column) -> row == 2 ? 0 : row + column).inverse()).isEmpty();
    assertThat(twice.selectRows(List.of(0, 0)).inverse()).isEmpty();
  }

  @Test
  void shapesThatDoNotFitAreNamed() {
    GfMatrix wide = GfMatrix.of(2, 3, (row, column) -> 1);
    assertThatThrownBy(wide::inverse).hasMessageContaining("2 rows, 3 columns");
    assertThatThrownBy(() -> wide.times(wide)).hasMessageContaining("3 columns");
  }

  @Test
  void coordinatesExpressWhatTheSpanContains() {
    Random64 random = new Random64(3);
    for (int round = 0; round < 300; round++) {
      int dimension = 1 + random.nextInt(8);
      GfMatrix vectors = random(1 + random.nextInt(dimension), dimension, random);
      LinearSpan span = new LinearSpan(dimension, dimension);
      List<Integer> added = new ArrayList<>();
      for (int row = 0; row < vectors.rows(); row++) {
        if (span.add(vectors, row)) {
          added.add(row);
        }
      }
      GfMatrix combined = random(1, added.size(), random).times(vectors.selectRows(added));
      byte[] coordinates = span.coordinates(combined, 0).orElseThrow();
      GfMatrix back =
          GfMatrix.of(1, added.size(), (row, column) -> coordinates[column] & 0xFF)
              .times(vectors.selectRows(added));
      assertThat(back).isEqualTo(combined);
    }
  }

  @Test
  void spanShrinksByItsLastVector() {
    GfMatrix units = GfMatrix.identity(3);
    LinearSpan span = new LinearSpan(3, 3);
    assertThat(span.add(units, 0)).isTrue();
    assertThat(span.add(units, 2)).isTrue();
    assertThat(span.add(units, 0)).isFalse();
    assertThat(span.contains(units, 2)).isTrue();
    span.removeLast();
    assertThat(span.size()).isEqualTo(1);
    assertThat(span.contains(units, 2)).isFalse();
    assertThat(span.add(units, 1)).isTrue();
    assertThat(span.coordinates(units, 2)).isEmpty();
  }

  static GfMatrix random(int rows, int columns, Random64 random) {
    return GfMatrix.of(rows, columns, (row, column) -> random.nextInt(256));
  }
}
