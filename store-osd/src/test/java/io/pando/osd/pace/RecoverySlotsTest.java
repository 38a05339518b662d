package io.pando.osd.pace;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.id.PgId;
import io.pando.id.PoolId;
import io.pando.id.ReplicaId;
import io.pando.osd.pace.RecoverySlots.Verdict;
import io.pando.osd.pg.recovery.schedule.RecoveryPriority;
import io.pando.random.Random64;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RecoverySlotsTest {
  private static ReplicaId group(int seed) {
    return ReplicaId.of(new PgId(new PoolId(1), seed));
  }

  @Test
  void theMostUrgentComesFirstThenWhoAskedFirst() {
    RecoverySlots slots = new RecoverySlots(1);
    slots.ask(group(1), 1, 5);
    assertThat(slots.settle()).containsExactly(new Verdict(group(1), 1, true));
    slots.ask(group(2), 1, 3);
    slots.ask(group(3), 1, 7);
    slots.ask(group(4), 1, 7);
    assertThat(slots.settle()).isEmpty();
    slots.end(group(1));
    assertThat(slots.settle()).containsExactly(new Verdict(group(3), 1, true));
    slots.end(group(3));
    assertThat(slots.settle()).containsExactly(new Verdict(group(4), 1, true));
  }

  @Test
  void whoIsClearlyMoreUrgentTakesTheSlotOfTheLeastUrgent() {
    RecoverySlots slots = new RecoverySlots(2);
    slots.ask(group(1), 11, 20);
    slots.ask(group(2), 12, 10);
    slots.settle();
    slots.ask(group(3), 13, 19);
    assertThat(slots.settle()).as("not by a step").isEmpty();
    slots.ask(group(3), 13, 25);
    assertThat(slots.settle())
        .containsExactly(new Verdict(group(2), 12, false), new Verdict(group(3), 13, true));
    assertThat(slots.held()).isEqualTo(2);
  }

  /** The invariants of the class, and that what groups are told adds up. */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void keepsItsInvariants(long seed) {
    Random64 random = new Random64(seed);
    int most = 1 + random.nextInt(4);
    RecoverySlots slots = new RecoverySlots(most);
    Map<ReplicaId, Integer> asking = new TreeMap<>();
    Map<ReplicaId, Integer> holding = new TreeMap<>();
    Map<ReplicaId, Long> tokens = new TreeMap<>();
    for (int step = 0; step < 3_000; step++) {
      ReplicaId group = group(random.nextInt(12));
      if (random.oneIn(3)) {
        slots.end(group);
        asking.remove(group);
        holding.remove(group);
      } else {
        int priority = random.nextInt(60);
        if (!asking.containsKey(group) && !holding.containsKey(group)) {
          tokens.merge(group, 1L, Long::sum);
        }
        slots.ask(group, tokens.getOrDefault(group, 0L), priority);
        (holding.containsKey(group) ? holding : asking).put(group, priority);
      }
      for (Verdict verdict : slots.settle()) {
        assertThat(verdict.token()).isEqualTo(tokens.get(verdict.group()));
        if (verdict.granted()) {
          Integer priority = asking.remove(verdict.group());
          assertThat(priority).isNotNull();
          holding.put(verdict.group(), priority == null ? 0 : priority);
        } else {
          assertThat(holding.remove(verdict.group())).isNotNull();
        }
      }
      assertThat(holding).hasSizeLessThanOrEqualTo(most);
      assertThat(asking.isEmpty() || holding.size() == most).isTrue();
      asking
          .values()
          .forEach(asks ->
              holding
                  .values()
                  .forEach(
                      holds -> assertThat(RecoveryPriority.mayDisplace(asks, holds)).isFalse()));
    }
  }
}
