package io.pando.collect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pando.random.Random64;
import java.util.ArrayList;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** The table answers as a sorted map does, however its numbers collide. */
class TableByNumberTest {
  @Test
  void answersAsSortedMap() {
    for (long seed = 1; seed <= 20; seed++) {
      Random64 random = new Random64(seed);
      TableByNumber<String> table = new TableByNumber<>();
      SortedMap<Long, String> model = new TreeMap<>();
      int range = 1 + random.nextInt(300);
      for (int i = 0; i < 5_000; i++) {
        // Neighbours, and numbers that agree in their low bits.
        long number =
            random.nextBoolean() ? 1 + random.nextInt(range) : (1L + random.nextInt(range)) << 40;
        if (random.oneIn(3)) {
          assertThat(table.remove(number)).isEqualTo(model.remove(number));
        } else {
          String value = "v" + i;
          assertThat(table.put(number, value)).isEqualTo(model.put(number, value));
        }
        assertThat(table.get(number)).isEqualTo(model.get(number));
        assertThat(table.size()).isEqualTo(model.size());
      }
      assertThat(table.numbers())
          .containsExactly(model.keySet().stream().mapToLong(Long::longValue).toArray());
      assertThat(table.values()).isEqualTo(new ArrayList<>(model.values()));
    }
  }

  @Test
  void zeroIsNoNumber() {
    TableByNumber<String> table = new TableByNumber<>();
    assertThatThrownBy(() -> table.put(0, "x")).isInstanceOf(IllegalArgumentException.class);
    assertThat(table.get(0)).isNull();
    assertThat(table.remove(0)).isNull();
  }
}
