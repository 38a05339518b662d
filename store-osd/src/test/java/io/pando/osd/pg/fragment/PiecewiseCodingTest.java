package io.pando.osd.pg.fragment;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.bytes.Payload;
import io.pando.erasure.FragmentTransform;
import io.pando.erasure.LinearCode;
import io.pando.erasure.code.CodeParameters;
import io.pando.erasure.kernel.ByteRows;
import io.pando.erasure.kernel.PlainKernel;
import io.pando.random.Random64;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Rows of random lengths, computed in steps, compared with the rows computed at once. */
class PiecewiseCodingTest {
  private static final int RUNS = 200;

  /** Rows of which some bytes are read where they lie, and others are copied. */
  private static final class Rows implements PiecewiseCoding.Source {
    private final byte[][] rows;
    private final Random64 random;
    private int found;
    private int copied;

    Rows(byte[][] rows, Random64 random) {
      this.rows = rows;
      this.random = random;
    }

    @Override
    public boolean find(int row, int at, int length, ByteRows into) {
      if (random.oneIn(3)) {
        return false;
      }
      found++;
      into.set(row, rows[row], at);
      return true;
    }

    @Override
    public void copy(int row, int at, int length, byte[] into) {
      copied++;
      // Bytes behind the last one that is not zero are left out, as those of a short fragment are.
      int end = at + length;
      while (end > at && rows[row][end - 1] == 0) {
        end--;
      }
      System.arraycopy(rows[row], at, into, 0, end - at);
    }
  }

  @Test
  void stepsComputeTheSameRows() {
    Random64 random = new Random64(23);
    List<CodeParameters> codes = List.of(CodeParameters.of(4, 2), CodeParameters.of(3, 3));
    int found = 0;
    int copied = 0;
    for (int run = 0; run < RUNS; run++) {
      CodeParameters parameters = codes.get(random.nextInt(codes.size()));
      LinearCode code = LinearCode.of(parameters, new PlainKernel());
      FragmentTransform encoder = code.encoder(parameters.k());
      int length = 1 + random.nextInt(random.nextBoolean() ? 300_000 : 9_000);
      byte[][] input = new byte[parameters.k()][length];
      for (byte[] row : input) {
        random.nextBytes(row);
        Arrays.fill(row, random.nextInt(length), length, (byte) 0);
      }
      byte[][] wanted = new byte[parameters.m()][length];
      encoder.coder().overwrite(ByteRows.of(input), ByteRows.of(wanted), length);
      Rows rows = new Rows(input, random);
      int step = Math.min(PiecewiseCoding.STEP_BYTES, 1 + random.nextInt(40_000));
      List<Payload> outputs =
          PiecewiseCoding.compute(
              encoder.coder(), parameters.k(), parameters.m(), length, step, rows);
      assertThat(outputs).hasSize(wanted.length);
      for (int row = 0; row < wanted.length; row++) {
        assertThat(outputs.get(row).toByteArray()).as("run %d", run).isEqualTo(wanted[row]);
      }
      found += rows.found;
      copied += rows.copied;
    }
    assertThat(List.of(found, copied)).allMatch(count -> count > RUNS);
  }
}
