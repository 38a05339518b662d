package io.pando.disk.raw.check;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pando.check.Invariant;
import io.pando.random.Random64;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NumberTableTest {
  /** Numbers close together and far apart, more of them than fit initially. */
  @ParameterizedTest
  @ValueSource(ints = {0, 1, 511, 512, 513, 1023, 1024, 1025, 2048, 5000})
  void knowsWhatAMapKnows(int count) {
    Random64 random = new Random64(count);
    Map<Long, Long> model = new HashMap<>();
    TreeSet<Long> duplicates = new TreeSet<>();
    NumberTable table = new NumberTable();
    long last = 0;
    for (int i = 0; i < count; i++) {
      long number =
          i == 0 ? 1 : random.oneIn(3) ? 1 + random.nextInt(2 * count) : random.nextLong() >>> 1;
      number = Math.max(1, number);
      long fact = random.nextLong();
      table.add(number, fact);
      if (model.putIfAbsent(number, fact) != null) {
        duplicates.add(number);
      }
      last = Math.max(last, number);
      assertThat(table.last()).isEqualTo(last);
    }
    assertThat(table.duplicates()).isEqualTo(duplicates);
    model.forEach((number, fact) -> {
      assertThat(table.contains(number)).isTrue();
      assertThat(table.fact(number)).isEqualTo(fact);
    });
    for (long number = -3; number < 2L * count + 3; number++) {
      assertThat(table.contains(number)).isEqualTo(model.containsKey(number));
    }
    assertThat(table.contains(Long.MIN_VALUE)).isFalse();
  }

  /** In a full table, the search for a free slot would not end. */
  @Test
  void findsWhatIsNotThereHoweverManyAre() {
    NumberTable table = new NumberTable();
    for (long number = 1; number <= 4096; number++) {
      table.add(number * 3, number);
      assertThat(table.contains(number * 3 + 1)).isFalse();
      assertThat(table.fact(number * 3)).isEqualTo(number);
    }
    assertThat(table.duplicates()).isEmpty();
    assertThat(table.last()).isEqualTo(4096 * 3);
  }

  @Test
  void theFirstFactStays() {
    NumberTable table = new NumberTable();
    table.add(Long.MAX_VALUE, 1);
    table.add(5, 2);
    table.add(Long.MAX_VALUE, 3);
    assertThat(table.fact(Long.MAX_VALUE)).isEqualTo(1);
    assertThat(table.duplicates()).containsExactly(Long.MAX_VALUE);
    assertThat(table.last()).isEqualTo(Long.MAX_VALUE);
    assertThatThrownBy(() -> table.add(0, 1)).isInstanceOf(Invariant.BrokenInvariant.class);
    assertThatThrownBy(() -> table.add(-1, 1)).isInstanceOf(Invariant.BrokenInvariant.class);
  }
}
