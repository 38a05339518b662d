package io.pando.erasure.digest;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.erasure.field.Gf256;
import io.pando.random.Random64;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/**
 * The digest is linear, the value of a polynomial, and the same whatever the ranges that are added.
 */
class LinearDigestTest {
  private final Random64 random = new Random64(2);
  private final LinearDigest digest =
      new LinearDigest(new DigestKey(random.nextLong(), random.nextLong()));

  private byte[] bytes(int length) {
    byte[] bytes = new byte[length];
    random.nextBytes(bytes);
    return bytes;
  }

  @Test
  void digestIsThePolynomialAtTheKey() {
    byte[] fragment = bytes(16 * 5);
    FragmentDigest expected = FragmentDigest.ZERO;
    for (int block = 0; block < 5; block++) {
      byte[] one = Arrays.copyOfRange(fragment, 16 * block, 16 * block + 16);
      expected = expected.plus(DigestField.product(digest.of(one), digest.factor(block)));
    }
    assertThat(digest.of(fragment)).isEqualTo(expected);
    assertThat(digest.of(new byte[] {1})).isEqualTo(DigestField.ONE);
  }

  @Test
  void digestIsLinear() {
    for (int round = 0; round < 200; round++) {
      int length = random.nextInt(300);
      byte[] one = bytes(length);
      byte[] other = bytes(length);
      int factor = random.nextInt(256);
      byte[] combined = new byte[length];
      for (int i = 0; i < length; i++) {
        combined[i] = (byte) (one[i] ^ Gf256.product(factor, other[i] & 0xFF));
      }
      FragmentDigest scaled = DigestField.product(new FragmentDigest(factor, 0), digest.of(other));
      assertThat(digest.of(combined)).isEqualTo(digest.of(one).plus(scaled));
    }
  }

  @Test
  void zerosAtTheEndChangeNothing() {
    byte[] fragment = bytes(77);
    assertThat(digest.of(Arrays.copyOf(fragment, 5000))).isEqualTo(digest.of(fragment));
    assertThat(digest.of(new byte[0])).isEqualTo(FragmentDigest.ZERO);
    assertThat(digest.of(new byte[100])).isEqualTo(FragmentDigest.ZERO);
  }

  @Test
  void rangesGiveTheSameDigestInAnyOrder() {
    for (int round = 0; round < 300; round++) {
      int length = 1 + random.nextInt(400);
      byte[] fragment = bytes(length);
      FragmentDigest whole = digest.of(fragment);
      DigestSum sum = digest.begin();
      boolean backwards = random.nextBoolean();
      int done = 0;
      while (done < length) {
        int part = Math.min(length - done, 1 + random.nextInt(60));
        int from = backwards ? length - done - part : done;
        sum.add(from, fragment, from, part);
        done += part;
      }
      assertThat(sum.digest()).isEqualTo(whole);
    }
  }

  @Test
  void holesNeedNotBeAdded() {
    for (int round = 0; round < 100; round++) {
      byte[] fragment = new byte[3000];
      int end = 0;
      DigestSum sum = digest.begin();
      while (end + 600 < fragment.length) {
        int from = end + random.nextInt(500);
        byte[] part = bytes(1 + random.nextInt(100));
        System.arraycopy(part, 0, fragment, from, part.length);
        sum.add(from, part, 0, part.length);
        end = from + part.length;
      }
      assertThat(sum.digest()).isEqualTo(digest.of(fragment));
    }
    DigestSum far = digest.begin();
    far.add(1L << 50, new byte[] {1}, 0, 1);
    assertThat(far.digest()).isEqualTo(digest.factor(1L << 46));
  }

  @Test
  void everyChangeOfOneByteIsNoticed() {
    byte[] fragment = bytes(100);
    FragmentDigest before = digest.of(fragment);
    for (int i = 0; i < fragment.length; i++) {
      fragment[i] ^= (byte) (1 + random.nextInt(255));
      assertThat(digest.of(fragment)).isNotEqualTo(before);
      before = digest.of(fragment);
    }
  }

  @Test
  void keysGiveDifferentDigests() {
    byte[] fragment = bytes(100);
    LinearDigest other = new LinearDigest(new DigestKey(random.nextLong(), random.nextLong()));
    assertThat(other.of(fragment)).isNotEqualTo(digest.of(fragment));
  }
}
