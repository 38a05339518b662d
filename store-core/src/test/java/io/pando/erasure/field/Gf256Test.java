package io.pando.erasure.field;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pando.random.Random64;
import org.junit.jupiter.api.Test;

/** The tables against arithmetic on polynomials, for all pairs of elements. */
class Gf256Test {
  private static final int MODULUS = 0x11d;

  @Test
  void productsAreThoseOfPolynomials() {
    for (int one = 0; one < 256; one++) {
      for (int other = 0; other < 256; other++) {
        assertThat(Gf256.product(one, other)).isEqualTo(polynomialProduct(one, other));
      }
    }
  }

  @Test
  void inversesMultiplyToOne() {
    for (int element = 1; element < 256; element++) {
      assertThat(Gf256.product(element, Gf256.inverse(element))).isEqualTo(1);
    }
    assertThatThrownBy(() -> Gf256.inverse(0)).hasMessageContaining("no inverse");
  }

  @Test
  void powersAreRepeatedProducts() {
    for (int element = 0; element < 256; element++) {
      int power = 1;
      for (int exponent = 0; exponent < 600; exponent++) {
        assertThat(Gf256.power(element, exponent)).isEqualTo(power);
        power = Gf256.product(power, element);
      }
    }
  }

  @Test
  void wordsAreDoubledByteByByte() {
    Random64 random = new Random64(1);
    for (int round = 0; round < 1000; round++) {
      long word = random.nextLong();
      long doubled = Gf256.doubled(word);
      for (int shift = 0; shift < 64; shift += 8) {
        assertThat((int) (doubled >>> shift & 0xFF))
            .isEqualTo(Gf256.product(2, (int) (word >>> shift & 0xFF)));
      }
    }
  }

  private static int polynomialProduct(int one, int other) {
    int product = 0;
    for (int bit = 0; bit < 8; bit++) {
      if ((other >> bit & 1) != 0) {
        product ^= one << bit;
      }
    }
    for (int bit = 14; bit >= 8; bit--) {
      if ((product >> bit & 1) != 0) {
        product ^= MODULUS << (bit - 8);
      }
    }
    return product;
  }
}
