package io.pando.osd.pg.recovery.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.id.ObjectId;
import io.pando.id.PgId;
import io.pando.id.PoolId;
import io.pando.random.Random64;
import org.junit.jupiter.api.Test;

class AgendaTest {
  private final Agenda agenda = new Agenda();

  private static ObjectId object(int number) {
    return new ObjectId(Integer.reverse(number), "o" + number);
  }

  @Test
  void takesInPlacementOrderAndHurriedInTheirOwn() {
    agenda.add(object(3), false);
    agenda.add(object(1), false);
    agenda.add(object(2), true);
    agenda.hurry(object(9));
    agenda.hurry(object(3));
    assertThat(agenda.size()).isEqualTo(2);
    assertThat(agenda.takeHurried(5)).containsExactly(object(9), object(3));
    assertThat(agenda.takePulls(5)).containsExactly(object(2));
    assertThat(agenda.takePushes(5)).containsExactly(object(1));
    assertThat(agenda.size()).isZero();
  }

  @Test
  void anObjectIsInOnePlace() {
    agenda.add(object(1), false);
    agenda.add(object(1), true);
    assertThat(agenda.size()).isEqualTo(1);
    agenda.setAside(object(1));
    assertThat(agenda.size()).isZero();
    assertThat(agenda.isAside(object(1))).isTrue();
    agenda.add(object(1), false);
    assertThat(agenda.isAside(object(1))).isFalse();
    agenda.hurry(object(1));
    agenda.add(object(1), true);
    assertThat(agenda.size()).as("it stays where it comes first").isZero();
    assertThat(agenda.takeHurried(1)).containsExactly(object(1));
  }

  @Test
  void whatWasSetAsideComesBackTogether() {
    agenda.setAside(object(2));
    agenda.setAside(object(1));
    assertThat(agenda.takeAside()).containsExactly(object(1), object(2));
    assertThat(agenda.aside()).isEmpty();
  }

  @Test
  void itKnowsWhatItHas() {
    agenda.hurry(object(1));
    agenda.add(object(2), true);
    agenda.add(object(3), false);
    agenda.setAside(object(4));
    for (int i = 1; i <= 4; i++) {
      assertThat(agenda.contains(object(i))).as("%d", i).isTrue();
    }
    assertThat(agenda.contains(object(5))).isFalse();
    assertThat(agenda.aside()).containsExactly(object(4));
    assertThat(agenda.isAside(object(3))).isFalse();
    assertThat(agenda.size()).isEqualTo(2);
  }

  @Test
  void noMoreIsTakenThanIsWanted() {
    for (int i = 1; i <= 3; i++) {
      agenda.add(object(i), true);
      agenda.add(object(10 + i), false);
      agenda.hurry(object(20 + i));
    }
    assertThat(agenda.takeHurried(2)).containsExactly(object(21), object(22));
    assertThat(agenda.takePulls(1)).containsExactly(object(1));
    assertThat(agenda.takePushes(0)).isEmpty();
    assertThat(agenda.takePushes(2)).containsExactly(object(11), object(12));
    assertThat(agenda.takeHurried(2)).containsExactly(object(23));
    assertThat(agenda.size()).isEqualTo(3);
  }

  @Test
  void whatIsRemovedIsNowhereAndNotStuck() {
    agenda.hurry(object(1));
    agenda.add(object(2), true);
    agenda.add(object(3), false);
    agenda.setAside(object(4));
    for (int i = 1; i <= 4; i++) {
      agenda.remove(object(i));
      assertThat(agenda.contains(object(i))).as("%d", i).isFalse();
    }
    assertThat(agenda.stuck()).isEmpty();
  }

  @Test
  void whatCouldNotBeCopiedIsStuckUntilItIs() {
    agenda.setAside(object(1));
    agenda.setAside(object(2));
    agenda.setAside(object(3));
    agenda.takeAside().forEach(object -> agenda.add(object, true));
    agenda.hurry(object(1));
    agenda.takePulls(1);
    assertThat(agenda.stuck()).containsExactly(object(1), object(2), object(3));
    agenda.onCopied(object(2));
    agenda.remove(object(3));
    assertThat(agenda.stuck()).containsExactly(object(1));
  }

  @Test
  void whereverAnObjectIsPutItIsThereOnceAndStuckIfAside() {
    Random64 random = new Random64(1);
    for (int step = 0; step < 2_000; step++) {
      ObjectId object = object(random.nextInt(8));
      switch (random.nextInt(6)) {
        case 0 -> agenda.add(object, random.nextBoolean());
        case 1 -> agenda.hurry(object);
        case 2 -> agenda.remove(object);
        case 3 -> agenda.setAside(object);
        case 4 -> agenda.takeAside();
        default -> agenda.takePulls(2);
      }
      agenda.thoroughInvariants(new PgId(new PoolId(1), 0));
    }
  }
}
