package io.pando.collect;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.random.Random64;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class Utf8OrderTest {
  private static final int[] RANGES = {
    0x20, 0x7f, 0x80, 0x7ff, 0x800, 0xd7ff, 0xe000, 0xffff, 0x10000, 0x10ffff
  };

  @Test
  void agreesWithTheOrderOfUtf8Bytes() {
    Random64 random = new Random64(1);
    for (int i = 0; i < 20_000; i++) {
      String a = text(random);
      String b = random.oneIn(3) ? a + text(random) : text(random);
      int expected =
          Arrays.compareUnsigned(
              a.getBytes(StandardCharsets.UTF_8), b.getBytes(StandardCharsets.UTF_8));
      assertThat(Integer.signum(Utf8Order.INSTANCE.compare(a, b)))
          .as("%s against %s", a, b)
          .isEqualTo(Integer.signum(expected));
    }
  }

  private static String text(Random64 random) {
    StringBuilder text = new StringBuilder();
    int length = random.nextInt(4);
    for (int i = 0; i < length; i++) {
      text.appendCodePoint(RANGES[random.nextInt(RANGES.length)]);
    }
    return text.toString();
  }
}
