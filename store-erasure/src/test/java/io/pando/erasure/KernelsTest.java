package io.pando.erasure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.pando.erasure.field.GfMatrix;
import io.pando.erasure.isal.IsalKernel;
import io.pando.erasure.kernel.ByteRows;
import io.pando.erasure.kernel.GfKernel;
import io.pando.erasure.kernel.PlainKernel;
import io.pando.erasure.kernel.RowCoder;
import io.pando.erasure.vector.VectorKernel;
import io.pando.random.Random64;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * All kernels give the bytes that the plain kernel gives, whose own test compares it with products
 * of single elements.
 */
class KernelsTest {
  private static final int MOST_OFFSET = 70;
  private static final int[] LENGTHS = {
    0, 1, 7, 8, 31, 63, 64, 65, 127, 128, 129, 300, 511, 512, 513, 4096, 8191, 8192, 8193, 8255,
    8256, 16_384, 50_001
  };

  private final GfKernel plain = new PlainKernel();

  static Stream<Arguments> kernels() {
    return Stream.of(IsalKernel.NAME, VectorKernel.NAME)
        .flatMap(name -> Arrays.stream(LENGTHS).mapToObj(length -> Arguments.of(name, length)));
  }

  private static GfKernel kernel(String name) {
    if (name.equals(VectorKernel.NAME)) {
      return new VectorKernel();
    }
    assumeTrue(IsalKernel.find().isPresent(), IsalKernel.problem());
    return IsalKernel.find().orElseThrow();
  }

  @ParameterizedTest
  @MethodSource("kernels")
  void allKernelsGiveTheSameBytes(String name, int length) {
    GfKernel kernel = kernel(name);
    Random64 random = new Random64(length);
    for (int round = 0; round < 20; round++) {
      GfMatrix matrix = matrix(random);
      byte[][] in = arrays(matrix.columns(), length, random);
      byte[][] out = arrays(matrix.rows(), length, random);
      byte[][] expected = Arrays.stream(out).map(byte[]::clone).toArray(byte[][]::new);
      int[] offsets = random(matrix.rows() + matrix.columns(), MOST_OFFSET, random);
      ByteRows inRows = rows(in, offsets, 0);
      plain.prepare(matrix).overwrite(inRows, rows(expected, offsets, in.length), length);
      kernel.prepare(matrix).overwrite(inRows, rows(out, offsets, in.length), length);
      assertThat(out).isDeepEqualTo(expected);
      plain.prepare(matrix).accumulate(inRows, rows(expected, offsets, in.length), length);
      kernel.prepare(matrix).accumulate(inRows, rows(out, offsets, in.length), length);
      assertThat(out).isDeepEqualTo(expected);
    }
  }

  /** Threads share a coder; each has rows of its own. */
  @ParameterizedTest
  @ValueSource(strings = {IsalKernel.NAME, VectorKernel.NAME, PlainKernel.NAME})
  void threadsShareACoder(String name) throws InterruptedException, ExecutionException {
    int length = 20_000;
    GfMatrix matrix = GfMatrix.of(3, 4, (row, column) -> 7 * row + 31 * column + 2);
    RowCoder coder =
        name.equals(PlainKernel.NAME) ? plain.prepare(matrix) : kernel(name).prepare(matrix);
    try (ExecutorService threads = Executors.newFixedThreadPool(4)) {
      List<Future<Boolean>> results = new ArrayList<>();
      for (int thread = 0; thread < 4; thread++) {
        Random64 random = new Random64(thread);
        results.add(
            threads.submit(() -> {
              ByteRows in = ByteRows.of(arrays(4, length, random));
              byte[][] expected = arrays(3, length, random);
              byte[][] found = Arrays.stream(expected).map(byte[]::clone).toArray(byte[][]::new);
              plain.prepare(matrix).overwrite(in, ByteRows.of(expected), length);
              boolean same = true;
              for (int round = 0; round < 200; round++) {
                coder.overwrite(in, ByteRows.of(found), length);
                same &= Arrays.deepEquals(found, expected);
              }
              return same;
            }));
      }
      for (Future<Boolean> result : results) {
        assertThat(result.get()).isTrue();
      }
    }
  }

  private static GfMatrix matrix(Random64 random) {
    boolean simple = random.nextBoolean();
    return GfMatrix.of(
        1 + random.nextInt(5),
        random.oneIn(20) ? 0 : 1 + random.nextInt(9),
        (row, column) -> simple ? 1 >> random.nextInt(2) : random.nextInt(256));
  }

  private static int[] random(int count, int bound, Random64 random) {
    return IntStream.range(0, count).map(i -> random.nextInt(bound)).toArray();
  }

  private static byte[][] arrays(int count, int length, Random64 random) {
    byte[][] arrays = new byte[count][length + MOST_OFFSET];
    for (byte[] array : arrays) {
      random.nextBytes(array);
    }
    return arrays;
  }

  private static ByteRows rows(byte[][] arrays, int[] offsets, int first) {
    ByteRows rows = new ByteRows(arrays.length);
    for (int row = 0; row < arrays.length; row++) {
      rows.set(row, arrays[row], offsets[first + row]);
    }
    return rows;
  }
}
