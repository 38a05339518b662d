package io.pando.erasure.digest;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.random.Random64;
import org.junit.jupiter.api.Test;

/** The polynomial of the field is irreducible over GF(2^8), and products are those of a field. */
class DigestFieldTest {
  private static final FragmentDigest Y = new FragmentDigest(1 << 8, 0);

  /** The element to the power of 256, as often as said. */
  private static FragmentDigest frobenius(FragmentDigest element, int times) {
    FragmentDigest power = element;
    for (int squaring = 0; squaring < 8 * times; squaring++) {
      power = DigestField.product(power, power);
    }
    return power;
  }

  /**
   * Rabin's criterion. If y to the power of 256^16 is y, the polynomial is a product of different
   * irreducible polynomials whose degrees divide 16. If the difference of y to the power of 256^8
   * and y is a unit, none of their degrees divides 8. So there is one, of degree 16.
   */
  @Test
  void polynomialIsIrreducible() {
    assertThat(frobenius(Y, 16)).isEqualTo(Y);
    FragmentDigest difference = frobenius(Y, 8).plus(Y);
    FragmentDigest power = DigestField.ONE;
    FragmentDigest square = difference;
    for (int bit = 0; bit < 128; bit++) {
      power = DigestField.product(power, square);
      square = DigestField.product(square, square);
    }
    assertThat(power).isEqualTo(DigestField.ONE);
  }

  @Test
  void reductionIsThatOfThePolynomial() {
    FragmentDigest y16 = DigestField.power(Y, 16);
    assertThat(y16).isEqualTo(new FragmentDigest(1L << 24 | 1 << 8 | 6, 0));
    assertThat(DigestField.power(Y, 15)).isEqualTo(new FragmentDigest(0, 1L << 56));
  }

  @Test
  void productsAreThoseOfAField() {
    Random64 random = new Random64(1);
    for (int round = 0; round < 300; round++) {
      FragmentDigest a = any(random);
      FragmentDigest b = any(random);
      FragmentDigest c = any(random);
      assertThat(DigestField.product(a, b)).isEqualTo(DigestField.product(b, a));
      assertThat(DigestField.product(a, DigestField.product(b, c)))
          .isEqualTo(DigestField.product(DigestField.product(a, b), c));
      assertThat(DigestField.product(a, b.plus(c)))
          .isEqualTo(DigestField.product(a, b).plus(DigestField.product(a, c)));
      assertThat(DigestField.product(a, DigestField.ONE)).isEqualTo(a);
      assertThat(DigestField.timesY(a)).isEqualTo(DigestField.product(a, Y));
      assertThat(DigestField.power(a, 5))
          .isEqualTo(DigestField.product(DigestField.power(a, 2), DigestField.power(a, 3)));
    }
  }

  static FragmentDigest any(Random64 random) {
    return new FragmentDigest(random.nextLong(), random.nextLong());
  }
}
