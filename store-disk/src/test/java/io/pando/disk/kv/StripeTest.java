package io.pando.disk.kv;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pando.bytes.Payload;
import io.pando.disk.GoldenBytes;
import io.pando.format.DamagedRecordException;
import java.io.IOException;
import java.util.Arrays;
import java.util.BitSet;
import org.junit.jupiter.api.Test;

/** The lost blocks of a stripe, and their stored form. */
final class StripeTest {
  private static final int BLOCK = 4096;
  private static final int END = 2 * BLOCK + 100;

  private static Payload bytes(int length) {
    byte[] ones = new byte[length];
    Arrays.fill(ones, (byte) 1);
    return Payload.wrap(ones);
  }

  private static Stripe lost() {
    Stripe stripe = Stripe.lost();
    BitSet data = new BitSet();
    data.set(0, 3);
    stripe.loseOnly(data);
    return stripe;
  }

  private static Stripe stored(Stripe stripe) throws DamagedRecordException {
    return Stripe.of(stripe.toBytes());
  }

  @Test
  void aBlockIsFoundOnceAllOfItIsReplaced() throws DamagedRecordException {
    Stripe stripe = lost();
    stripe.put(0, bytes(BLOCK + 10), END);
    assertThat(stored(stripe).isLost(0, BLOCK)).isFalse();
    assertThat(stored(stripe).isLost(BLOCK, BLOCK + 10)).isTrue();
    stripe.put(BLOCK + 10, bytes(BLOCK - 10), END);
    assertThat(stored(stripe).isLost(BLOCK, BLOCK + 10)).isTrue();
    stripe.zero(BLOCK, 2 * BLOCK, END);
    assertThat(stored(stripe).isLost(0, 2 * BLOCK)).isFalse();
    assertThat(stored(stripe).isLost(0, END)).isTrue();
    stripe.put(2 * BLOCK, bytes(100), END);
    assertThat(stripe.toBytes()).hasSize(1 + END).startsWith(0, 1);
    assertThat(stored(stripe).isLost(0, END)).isFalse();
  }

  @Test
  void copiedBytesAreLostWhereTheyWereLost() throws DamagedRecordException {
    Stripe from = lost();
    from.put(BLOCK, bytes(BLOCK), END);
    Stripe into = Stripe.empty();
    into.put(0, bytes(END), END);
    into.copy(from, BLOCK / 2, 2 * BLOCK, END);
    assertThat(stored(into).isLost(0, BLOCK)).isTrue();
    assertThat(stored(into).isLost(BLOCK, END)).isFalse();
    into.copy(from, BLOCK, 2 * BLOCK + 10, END);
    assertThat(stored(into).isLost(BLOCK, 2 * BLOCK)).isFalse();
    assertThat(stored(into).isLost(2 * BLOCK, END)).isTrue();
    into.copy(Stripe.empty(), 0, END, END);
    assertThat(stored(into).isLost(0, END)).isFalse();
  }

  @Test
  void whatIsStoredSaysWhichBlocksAreLost() throws DamagedRecordException {
    Stripe stripe = lost();
    stripe.put(0, bytes(BLOCK), END);
    assertThat(stripe.toBytes()).hasSize(4 + BLOCK).startsWith(2, 0, 1, 0b110, 1);
    assertThat(Stripe.of(new byte[] {0, 7}).isLost(0, 1)).isFalse();
    assertThat(Stripe.of(new byte[] {1, 7}).isLost(0, 1)).isTrue();
    assertThat(Stripe.of(new byte[] {1, 7}).isLost(END, END + 1)).isTrue();
  }

  @Test
  void whatIsNoStripeIsDamaged() {
    for (byte[] value : new byte[][] {{}, {3}, {-1}, {2}, {2, 0}, {2, 0, 2, 1}}) {
      assertThatThrownBy(() -> Stripe.of(value)).isInstanceOf(DamagedRecordException.class);
    }
  }

  @Test
  void goldenBytes() throws IOException, DamagedRecordException {
    byte[] golden = GoldenBytes.of("stripe-partly-lost");
    Stripe stripe = Stripe.of(golden.clone());
    assertThat(stripe.isLost(0, BLOCK)).isFalse();
    assertThat(stripe.isLost(BLOCK, BLOCK + 1)).isTrue();
    assertThat(stripe.toBytes()).isEqualTo(golden);
  }
}
