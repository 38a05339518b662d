package io.pando.merkle;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.id.ObjectId;
import io.pando.id.Version;
import org.junit.jupiter.api.Test;

/** Digests of items are stored and compared between OSDs, so they must never change. */
class ItemHashTest {
  private static final ObjectId SHORT = new ObjectId(7, "a name");
  private static final ObjectId LONG = new ObjectId(0, "x".repeat(1000));
  private static final ObjectId BEYOND_ASCII =
      new ObjectId(-1, "\u00fc\u20ac\ud83d\ude00".repeat(40));
  private static final ObjectId USUAL =
      new ObjectId(0x12345678, "rbd_data.10226b8b4567.00000000000001f3");

  private final ItemHash hash = new ItemHash(0x1234_5678_9ABC_DEF0L);

  @Test
  void digestsAreThoseOfEveryRelease() {
    assertThat(hash.of(SHORT, Version.ZERO)).isEqualTo(0x5ad0249a82905698L);
    assertThat(hash.of(USUAL, new Version(1234, 567_890))).isEqualTo(0xc66558f6daf9dd2aL);
    assertThat(hash.of(BEYOND_ASCII, new Version(Long.MAX_VALUE, 1)))
        .isEqualTo(0xb3508030a5add173L);
    assertThat(hash.of(LONG, new Version(3, 4))).isEqualTo(0x3a4fda36163b793dL);
    // A shorter name after a longer one.
    assertThat(hash.of(SHORT, Version.ZERO)).isEqualTo(0x5ad0249a82905698L);
  }

  @Test
  void differenceIsThatOfBothDigests() {
    Version before = new Version(1, 2);
    Version after = new Version(1, 3);
    assertThat(hash.difference(USUAL, before, after))
        .isEqualTo(hash.of(USUAL, before) ^ hash.of(USUAL, after));
    assertThat(hash.difference(USUAL, null, after)).isEqualTo(hash.of(USUAL, after));
    assertThat(hash.difference(USUAL, before, null)).isEqualTo(hash.of(USUAL, before));
    assertThat(hash.difference(USUAL, null, null)).isZero();
  }
}
