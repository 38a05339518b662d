package io.pando.client.objecter;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** When a client asks to be woken. */
class AlarmsTest {
  private final Alarms alarms = new Alarms();

  private static PendingOperation op(long sequence, long deadlineNanos) {
    return new PendingOperation(
        new ObjecterInput.Submitted(sequence, ObjecterWorld.append("a", 10), deadlineNanos, false));
  }

  private List<ObjecterEffect> arm() {
    List<ObjecterEffect> said = new ArrayList<>();
    alarms.arm(true, said::add);
    return said;
  }

  private static ObjecterEffect at(long nanos) {
    return new ObjecterEffect.WakeAt(nanos);
  }

  @Test
  void onlyAnEarlierTimeIsSaidAgain() {
    assertThat(arm()).as("there is nothing to wait for").isEmpty();
    assertThat(alarms.isArmed()).isFalse();
    alarms.addDeadline(op(1, 100));
    assertThat(arm()).containsExactly(at(100));
    assertThat(arm()).as("it is said").isEmpty();
    alarms.addDeadline(op(2, 100));
    alarms.addDeadline(op(3, 101));
    assertThat(arm()).isEmpty();
    alarms.addDeadline(op(4, 99));
    assertThat(arm()).containsExactly(at(99));
    alarms.removeDeadline(op(4, 99));
    assertThat(arm()).as("woken too early it looks again").isEmpty();
    alarms.onWoken();
    assertThat(arm()).containsExactly(at(100));
  }

  @Test
  void whatIsDueIsTakenInOrderOfTime() {
    alarms.addDeadline(op(1, 100));
    alarms.addDeadline(op(2, 50));
    assertThat(alarms.next(49)).isNull();
    assertThat(alarms.next(50)).isEqualTo(new Alarm(50, 2, true));
    assertThat(alarms.next(99)).isNull();
    assertThat(alarms.next(101)).isEqualTo(new Alarm(100, 1, true));
    assertThat(alarms.next(Long.MAX_VALUE)).isNull();
  }

  /** A round is due after the first one was asked for; without operations there is none. */
  @Test
  void roundsAreWaitedForWhileSomethingIsUnderWay() {
    assertThat(alarms.takeRound(1_000, 10)).as("the first one only begins").isFalse();
    assertThat(arm()).containsExactly(at(1_010));
    assertThat(alarms.takeRound(1_009, 10)).isFalse();
    assertThat(alarms.takeRound(1_010, 10)).isTrue();
    alarms.onWoken();
    assertThat(arm()).containsExactly(at(1_020));
    alarms.onWoken();
    List<ObjecterEffect> said = new ArrayList<>();
    alarms.arm(false, said::add);
    assertThat(said).isEmpty();
    assertThat(alarms.takeRound(5_000, 10))
        .as("the first round after a pause only begins")
        .isFalse();
  }
}
