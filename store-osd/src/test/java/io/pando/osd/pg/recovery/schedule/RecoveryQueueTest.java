package io.pando.osd.pg.recovery.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.id.ObjectId;
import io.pando.id.PgId;
import io.pando.id.PoolId;
import io.pando.random.Random64;
import org.junit.jupiter.api.Test;

class RecoveryQueueTest {
  private final RecoveryQueue queue = new RecoveryQueue();

  private static ObjectId object(int number) {
    return new ObjectId(Integer.reverse(number), "o" + number);
  }

  @Test
  void takesInPlacementOrderAndHurriedInTheirOwn() {
    queue.add(object(3), false);
    queue.add(object(1), false);
    queue.add(object(2), true);
    queue.hurry(object(9));
    queue.hurry(object(3));
    assertThat(queue.size()).isEqualTo(2);
    assertThat(queue.takeHurried(5)).containsExactly(object(9), object(3));
    assertThat(queue.takePulls(5)).containsExactly(object(2));
    assertThat(queue.takePushes(5)).containsExactly(object(1));
    assertThat(queue.size()).isZero();
  }

  @Test
  void anObjectIsInOnePlace() {
    queue.add(object(1), false);
    queue.add(object(1), true);
    assertThat(queue.size()).isEqualTo(1);
    queue.setAside(object(1));
    assertThat(queue.size()).isZero();
    assertThat(queue.isAside(object(1))).isTrue();
    queue.add(object(1), false);
    assertThat(queue.isAside(object(1))).isFalse();
    queue.hurry(object(1));
    queue.add(object(1), true);
    assertThat(queue.size()).as("it stays where it comes first").isZero();
    assertThat(queue.takeHurried(1)).containsExactly(object(1));
  }

  @Test
  void whatWasSetAsideComesBackTogether() {
    queue.setAside(object(2));
    queue.setAside(object(1));
    assertThat(queue.takeAside()).containsExactly(object(1), object(2));
    assertThat(queue.aside()).isEmpty();
  }

  @Test
  void itKnowsWhatItHas() {
    queue.hurry(object(1));
    queue.add(object(2), true);
    queue.add(object(3), false);
    queue.setAside(object(4));
    for (int i = 1; i <= 4; i++) {
      assertThat(queue.contains(object(i))).as("%d", i).isTrue();
    }
    assertThat(queue.contains(object(5))).isFalse();
    assertThat(queue.aside()).containsExactly(object(4));
    assertThat(queue.isAside(object(3))).isFalse();
    assertThat(queue.size()).isEqualTo(2);
  }

  @Test
  void noMoreIsTakenThanIsWanted() {
    for (int i = 1; i <= 3; i++) {
      queue.add(object(i), true);
      queue.add(object(10 + i), false);
      queue.hurry(object(20 + i));
    }
    assertThat(queue.takeHurried(2)).containsExactly(object(21), object(22));
    assertThat(queue.takePulls(1)).containsExactly(object(1));
    assertThat(queue.takePushes(0)).isEmpty();
    assertThat(queue.takePushes(2)).containsExactly(object(11), object(12));
    assertThat(queue.takeHurried(2)).containsExactly(object(23));
    assertThat(queue.size()).isEqualTo(3);
  }

  @Test
  void whatIsRemovedIsNowhereAndNotStuck() {
    queue.hurry(object(1));
    queue.add(object(2), true);
    queue.add(object(3), false);
    queue.setAside(object(4));
    for (int i = 1; i <= 4; i++) {
      queue.remove(object(i));
      assertThat(queue.contains(object(i))).as("%d", i).isFalse();
    }
    assertThat(queue.stuck()).isEmpty();
  }

  @Test
  void whatCouldNotBeCopiedIsStuckUntilItIs() {
    queue.setAside(object(1));
    queue.setAside(object(2));
    queue.setAside(object(3));
    queue.takeAside().forEach(object -> queue.add(object, true));
    queue.hurry(object(1));
    queue.takePulls(1);
    assertThat(queue.stuck()).containsExactly(object(1), object(2), object(3));
    queue.onCopied(object(2));
    queue.remove(object(3));
    assertThat(queue.stuck()).containsExactly(object(1));
  }

  @Test
  void whereverAnObjectIsPutItIsThereOnceAndStuckIfAside() {
    Random64 random = new Random64(1);
    for (int step = 0; step < 2_000; step++) {
      ObjectId object = object(random.nextInt(8));
      switch (random.nextInt(6)) {
        case 0 -> queue.add(object, random.nextBoolean());
        case 1 -> queue.hurry(object);
        case 2 -> queue.remove(object);
        case 3 -> queue.setAside(object);
        case 4 -> queue.takeAside();
        default -> queue.takePulls(2);
      }
      queue.thoroughInvariants(new PgId(new PoolId(1), 0));
    }
  }
}
