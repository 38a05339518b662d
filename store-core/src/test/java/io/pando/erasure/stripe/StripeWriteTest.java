package io.pando.erasure.stripe;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.bytes.ByteRange;
import io.pando.erasure.LinearCode;
import io.pando.erasure.code.CodeParameters;
import io.pando.erasure.kernel.ByteRows;
import io.pando.erasure.kernel.PlainKernel;
import io.pando.erasure.stripe.StripeWrite.Method;
import io.pando.random.Random64;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class StripeWriteTest {
  private static final StripeLayout LAYOUT = new StripeLayout(4, 16);

  private static ByteRange range(long from, long to) {
    return new ByteRange(from, to - from);
  }

  private static DataRange data(int index, long from, long to) {
    return new DataRange(index, range(from, to));
  }

  private static List<StripeWrite> write(long oldBytes, long from, long to) {
    return StripeWrite.of(LAYOUT, 2, oldBytes, range(from, to));
  }

  @Test
  void newObjectsAreEncodedWithoutReading() {
    assertThat(write(0, 0, 150))
        .containsExactly(
            new StripeWrite(
                Method.ENCODE,
                range(0, 32),
                List.of(data(0, 0, 32), data(1, 0, 32), data(2, 0, 32), data(3, 0, 32)),
                List.of(),
                range(0, 0)),
            new StripeWrite(
                Method.ENCODE,
                range(32, 48),
                List.of(data(0, 32, 48), data(1, 32, 38)),
                List.of(),
                range(32, 32)));
  }

  @Test
  void fewerFragmentsAreTouched() {
    assertThat(write(1_000, 70, 74))
        .as("three data fragments, as one data fragment and two parities")
        .containsExactly(
            new StripeWrite(
                Method.ENCODE,
                range(22, 26),
                List.of(data(0, 22, 26)),
                List.of(data(1, 22, 26), data(2, 22, 26), data(3, 22, 26)),
                range(22, 22)));
    assertThat(StripeWrite.of(LAYOUT, 1, 1_000, range(70, 74)))
        .as("one data fragment and one parity")
        .containsExactly(
            new StripeWrite(
                Method.DELTA,
                range(22, 26),
                List.of(data(0, 22, 26)),
                List.of(data(0, 22, 26)),
                range(22, 26)));
  }

  @Test
  void appendReadsOnlyTheRowsThatItShares() {
    assertThat(write(20, 20, 24))
        .as("rows 4 to 8: data fragment 0 has them, fragment 1 gets them")
        .containsExactly(
            new StripeWrite(
                Method.ENCODE,
                range(4, 8),
                List.of(data(1, 4, 8)),
                List.of(data(0, 4, 8)),
                range(4, 4)));
    assertThat(write(10, 10, 16).getFirst().reads()).as("new rows").isEmpty();
  }

  @Test
  void gapBehindTheOldEndNeedsNothing() {
    assertThat(write(5, 640, 644))
        .containsExactly(
            new StripeWrite(
                Method.ENCODE,
                range(160, 164),
                List.of(data(0, 160, 164)),
                List.of(),
                range(160, 160)));
  }

  /** Each byte of parity that the parts of a write give is that of the whole new object. */
  @Test
  void parityIsThatOfTheNewObject() {
    Random64 random = new Random64(7);
    int deltas = 0;
    int readingEncodes = 0;
    for (int round = 0; round < 2_000; round++) {
      int k = 2 + random.nextInt(5);
      int m = 1 + random.nextInt(3);
      StripeLayout layout = new StripeLayout(k, 1 + random.nextInt(7));
      LinearCode code = LinearCode.of(CodeParameters.of(k, m), new PlainKernel());
      byte[] before = bytes(random, random.nextInt(90));
      int from = random.nextInt(100);
      byte[] written = bytes(random, 1 + random.nextInt(90));
      byte[] after = Arrays.copyOf(before, Math.max(before.length, from + written.length));
      System.arraycopy(written, 0, after, from, written.length);

      Fragments old = new Fragments(layout, code, before);
      Fragments wanted = new Fragments(layout, code, after);
      byte[][] parity = new byte[m][];
      for (int p = 0; p < m; p++) {
        parity[p] = Arrays.copyOf(old.rows[k + p], (int) layout.parityBytes(after.length));
      }
      List<StripeWrite> writes =
          StripeWrite.of(layout, m, before.length, range(from, from + written.length));
      for (StripeWrite write : writes) {
        apply(write, old, wanted, code, parity);
        deltas += write.method() == Method.DELTA ? 1 : 0;
        readingEncodes += write.method() == Method.ENCODE && !write.reads().isEmpty() ? 1 : 0;
      }
      for (int p = 0; p < m; p++) {
        assertThat(parity[p])
            .as(
                "%s %s %d bytes, then %d at %d",
                layout, code.parameters(), before.length, written.length, from)
            .isEqualTo(Arrays.copyOf(wanted.rows[k + p], parity[p].length));
      }
    }
    assertThat(deltas).isGreaterThan(100);
    assertThat(readingEncodes).isGreaterThan(100);
  }

  /** Computes the new parity from nothing but what the write has and reads. */
  private static void apply(
      StripeWrite write, Fragments old, Fragments wanted, LinearCode code, byte[][] parity) {
    int k = code.parameters().k();
    int rows = (int) write.rows().length();
    byte[][] in = new byte[k][rows];
    for (DataRange part : write.written()) {
      fill(in[part.index()], wanted.rows[part.index()], part, write.rows(), false);
    }
    boolean delta = write.method() == Method.DELTA;
    for (DataRange part : write.reads()) {
      assertThat(part.range().end()).isLessThanOrEqualTo(old.dataBytes(part.index()));
      fill(in[part.index()], old.rows[part.index()], part, write.rows(), delta);
    }
    byte[][] out = new byte[parity.length][rows];
    code.encoder(k).coder().overwrite(ByteRows.of(in), ByteRows.of(out), rows);
    for (int p = 0; p < parity.length; p++) {
      for (int row = 0; row < rows; row++) {
        int at = (int) write.rows().offset() + row;
        boolean adds = delta && at < write.oldParity().end();
        assertThat(at).isLessThan(parity[p].length);
        byte kept = adds ? parity[p][at] : 0;
        parity[p][at] = (byte) (kept ^ out[p][row]);
      }
    }
  }

  private static void fill(
      byte[] rows, byte[] fragment, DataRange part, ByteRange within, boolean adds) {
    for (long at = part.range().offset(); at < part.range().end(); at++) {
      int row = (int) (at - within.offset());
      byte value = fragment[(int) at];
      rows[row] = (byte) (adds ? rows[row] ^ value : value);
    }
  }

  private static byte[] bytes(Random64 random, int length) {
    byte[] bytes = new byte[length];
    for (int i = 0; i < length; i++) {
      bytes[i] = (byte) random.nextInt(256);
    }
    return bytes;
  }

  /** All fragments of an object, each filled with zeros to the length of the longest. */
  private static final class Fragments {
    final byte[][] rows;
    private final StripeLayout layout;
    private final long objectBytes;

    Fragments(StripeLayout layout, LinearCode code, byte[] object) {
      this.layout = layout;
      this.objectBytes = object.length;
      int k = layout.k();
      int length = (int) layout.parityBytes(object.length);
      this.rows = new byte[code.positions()][length];
      for (int i = 0; i < object.length; i++) {
        int index = i / layout.unit() % k;
        long at = layout.fragmentBytes(index, i);
        rows[index][(int) at] = object[i];
      }
      byte[][] data = Arrays.copyOf(rows, k);
      byte[][] parity = Arrays.copyOfRange(rows, k, rows.length);
      code.encoder(k).coder().overwrite(ByteRows.of(data), ByteRows.of(parity), length);
    }

    long dataBytes(int index) {
      return layout.fragmentBytes(index, objectBytes);
    }
  }
}
