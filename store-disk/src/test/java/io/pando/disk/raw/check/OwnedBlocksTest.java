package io.pando.disk.raw.check;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pando.check.Invariant;
import io.pando.random.Random64;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OwnedBlocksTest {
  @ParameterizedTest
  @ValueSource(ints = {1, 63, 64, 65, 200})
  void countsOwnersAsAMapDoes(int capacity) {
    Random64 random = new Random64(capacity);
    OwnedBlocks owned = new OwnedBlocks(capacity);
    Map<Long, Integer> owners = new TreeMap<>();
    for (int i = 0; i < capacity; i++) {
      long block = random.nextInt(capacity);
      if (random.oneIn(3)) {
        owned.reserve(block);
        owners.putIfAbsent(block, 1);
      } else {
        owned.add(block);
        owners.merge(block, 1, Integer::sum);
      }
      owned.reserve(-1);
      owned.reserve(capacity);
      assertThat(owned.count()).isEqualTo(owners.size());
    }
    assertThat(owned.capacity()).isEqualTo(capacity);
    Map<Long, Integer> others = new TreeMap<>();
    for (long block = 0; block < capacity; block++) {
      int count = owners.getOrDefault(block, 0);
      assertThat(owned.isOwned(block)).isEqualTo(count > 0);
      assertThat(owned.exists(block)).isTrue();
      if (count > 1) {
        others.put(block, count - 1);
      }
    }
    assertThat(owned.others()).isEqualTo(others);
    assertThat(owned.exists(-1)).isFalse();
    assertThat(owned.exists(capacity)).isFalse();
    assertThatThrownBy(() -> owned.add(capacity)).isInstanceOf(Invariant.BrokenInvariant.class);
    for (long block = 0; block < capacity; block++) {
      if (!owners.containsKey(block)) {
        assertThat(owned.take()).isEqualTo(block);
        assertThat(owned.isOwned(block)).isTrue();
      }
    }
    assertThat(owned.take()).isNegative();
    assertThat(owned.count()).isEqualTo(capacity);
    assertThat(owned.others()).isEqualTo(others);
  }

  @Test
  void whatIsReservedAndOwnedLaterHasTwoOwners() {
    OwnedBlocks owned = new OwnedBlocks(3);
    owned.reserve(0);
    assertThat(owned.take()).isEqualTo(1);
    owned.add(1);
    assertThat(owned.others()).isEqualTo(Map.of(1L, 1));
    assertThat(owned.take()).isEqualTo(2);
    assertThat(owned.take()).isEqualTo(-1);
  }
}
