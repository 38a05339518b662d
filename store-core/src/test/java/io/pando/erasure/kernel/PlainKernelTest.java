package io.pando.erasure.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pando.erasure.field.Gf256;
import io.pando.erasure.field.GfMatrix;
import io.pando.random.Random64;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The plain kernel against products of single elements. */
class PlainKernelTest {
  private final PlainKernel kernel = new PlainKernel();

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 7, 8, 9, 63, 64, 65, 300, 4095, 4096, 4097, 20_000})
  void rowsAreSumsOfProducts(int length) {
    Random64 random = new Random64(length);
    for (int round = 0; round < 30; round++) {
      check(matrix(random), length, random);
    }
  }

  @Test
  void degenerateMatricesAreComputed() {
    Random64 random = new Random64(5);
    check(GfMatrix.of(2, 3, (row, column) -> 0), 100, random);
    check(GfMatrix.of(2, 3, (row, column) -> 1), 100, random);
    check(GfMatrix.of(2, 9, (row, column) -> 0xFF), 100, random);
    check(GfMatrix.of(3, 1, (row, column) -> 0x80), 100, random);
    check(GfMatrix.of(0, 3, (row, column) -> 0), 100, random);
    check(GfMatrix.of(2, 0, (row, column) -> 0), 100, random);
  }

  @Test
  void rowsOfOneArrayNeedNotBeApart() {
    byte[] array = new byte[30];
    new Random64(1).nextBytes(array);
    byte[] before = array.clone();
    ByteRows in = new ByteRows(2);
    in.set(0, array, 0);
    in.set(1, array, 10);
    ByteRows out = new ByteRows(1);
    out.set(0, array, 20);
    kernel.prepare(GfMatrix.of(1, 2, (row, column) -> 1)).overwrite(in, out, 10);
    for (int i = 0; i < 10; i++) {
      assertThat(array[20 + i]).isEqualTo((byte) (before[i] ^ before[10 + i]));
    }
    assertThat(Arrays.copyOf(array, 20)).isEqualTo(Arrays.copyOf(before, 20));
  }

  @Test
  void rowsThatDoNotFitAreRefused() {
    RowCoder coder = kernel.prepare(GfMatrix.identity(2));
    ByteRows two = ByteRows.of(new byte[8], new byte[8]);
    assertThatThrownBy(() -> coder.overwrite(ByteRows.of(new byte[8]), two, 8))
        .hasMessageContaining("expected 2 rows, found 1");
    assertThatThrownBy(() -> coder.accumulate(two, ByteRows.of(new byte[8], new byte[7]), 8))
        .isInstanceOf(IndexOutOfBoundsException.class);
  }

  private void check(GfMatrix matrix, int length, Random64 random) {
    byte[][] in = arrays(matrix.columns(), length + 40, random);
    byte[][] out = arrays(matrix.rows(), length + 40, random);
    ByteRows inRows = rows(in, random);
    ByteRows outRows = rows(out, random);
    byte[][] overwritten = expected(matrix, inRows, outRows, length, false);
    kernel.prepare(matrix).overwrite(inRows, outRows, length);
    assertThat(out).isDeepEqualTo(overwritten);
    byte[][] accumulated = expected(matrix, inRows, outRows, length, true);
    kernel.prepare(matrix).accumulate(inRows, outRows, length);
    assertThat(out).isDeepEqualTo(accumulated);
  }

  private static byte[][] expected(
      GfMatrix matrix, ByteRows in, ByteRows out, int length, boolean accumulate) {
    byte[][] expected = new byte[matrix.rows()][];
    for (int row = 0; row < matrix.rows(); row++) {
      expected[row] = out.array(row).clone();
      for (int i = 0; i < length; i++) {
        int at = out.offset(row) + i;
        int sum = accumulate ? expected[row][at] & 0xFF : 0;
        for (int column = 0; column < matrix.columns(); column++) {
          int element = in.array(column)[in.offset(column) + i] & 0xFF;
          sum ^= Gf256.product(matrix.get(row, column), element);
        }
        expected[row][at] = (byte) sum;
      }
    }
    return expected;
  }

  private static GfMatrix matrix(Random64 random) {
    boolean simple = random.nextBoolean();
    return GfMatrix.of(
        1 + random.nextInt(4),
        1 + random.nextInt(9),
        (row, column) -> simple ? 1 << random.nextInt(8) : random.nextInt(256));
  }

  private static byte[][] arrays(int count, int length, Random64 random) {
    return IntStream.range(0, count)
        .mapToObj(row -> {
          byte[] array = new byte[length];
          random.nextBytes(array);
          return array;
        })
        .toArray(byte[][]::new);
  }

  private static ByteRows rows(byte[][] arrays, Random64 random) {
    ByteRows rows = ByteRows.of(arrays);
    for (int row = 0; row < arrays.length; row++) {
      rows.set(row, arrays[row], random.nextInt(40));
    }
    return rows;
  }
}
