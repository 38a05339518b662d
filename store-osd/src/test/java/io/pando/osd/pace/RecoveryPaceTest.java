package io.pando.osd.pace;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.id.PgId;
import io.pando.id.PoolId;
import io.pando.id.ReplicaId;
import io.pando.osd.config.RecoverySettings;
import io.pando.osd.pace.RecoveryPace.Turn;
import java.util.List;
import org.junit.jupiter.api.Test;

class RecoveryPaceTest {
  private static final long MILLI = 1_000_000L;
  private static final ReplicaId A = ReplicaId.of(new PgId(new PoolId(1), 0));
  private static final ReplicaId B = ReplicaId.of(new PgId(new PoolId(1), 1));

  private final RecoveryPace pace =
      new RecoveryPace(new RecoverySettings(4, 4, 200 * MILLI, 100, 50 * MILLI));

  @Test
  void everyTurnIsGivenAtOnceWhileNoClientWorks() {
    pace.ask(A, 1);
    pace.ask(A, 2);
    pace.ask(B, 1);
    assertThat(pace.give(0, 5)).containsExactly(new Turn(A, 1), new Turn(A, 2), new Turn(B, 1));
    assertThat(pace.waitNanos(5)).isZero();
  }

  @Test
  void oneAtATimeAndAPauseAsLongAsABatchWhileClientsWork() {
    pace.onClientWork(0);
    pace.ask(A, 1);
    pace.ask(B, 1);
    assertThat(pace.give(1, 0)).containsExactly(new Turn(A, 1));
    assertThat(pace.give(1, 5 * MILLI)).isEmpty();
    pace.end(A, 1, 10 * MILLI);
    assertThat(pace.give(1, 10 * MILLI)).isEmpty();
    assertThat(pace.waitNanos(10 * MILLI)).isEqualTo(10 * MILLI);
    assertThat(pace.give(1, 20 * MILLI)).containsExactly(new Turn(B, 1));
  }

  /** The end of the pause, or the time in which clients may fall silent. */
  @Test
  void whenToAskAgainFollowsTheClock() {
    pace.onClientWork(0);
    pace.ask(A, 1);
    assertThat(pace.waitNanos(0)).as("there is no pause").isEqualTo(200 * MILLI);
    assertThat(pace.give(1, 0)).hasSize(1);
    pace.ask(B, 1);
    assertThat(pace.waitNanos(0)).as("a batch is under way").isEqualTo(200 * MILLI);
    pace.end(A, 1, 30 * MILLI);
    for (long now = 30 * MILLI; now < 60 * MILLI; now += 5 * MILLI) {
      assertThat(pace.waitNanos(now)).isEqualTo(60 * MILLI - now);
      assertThat(pace.give(1, now)).isEmpty();
    }
    assertThat(pace.waitNanos(60 * MILLI - 1)).isOne();
    assertThat(pace.waitNanos(60 * MILLI)).as("the pause is over").isEqualTo(200 * MILLI);
    assertThat(pace.give(1, 60 * MILLI)).containsExactly(new Turn(B, 1));
  }

  @Test
  void clientsThatFallSilentSoonAreWaitedForLessLongThanThePause() {
    RecoveryPace hasty = new RecoveryPace(new RecoverySettings(4, 4, 20 * MILLI, 100, 50 * MILLI));
    hasty.ask(A, 1);
    assertThat(hasty.give(1, 0)).hasSize(1);
    hasty.end(A, 1, 30 * MILLI);
    hasty.ask(A, 2);
    assertThat(hasty.waitNanos(30 * MILLI)).isEqualTo(20 * MILLI);
    assertThat(hasty.waitNanos(41 * MILLI)).isEqualTo(19 * MILLI);
    RecoveryPace never = new RecoveryPace(new RecoverySettings(4, 4, 0, 100, 50 * MILLI));
    assertThat(never.waitNanos(0)).as("nothing was asked").isZero();
    never.ask(A, 1);
    assertThat(never.waitNanos(0)).isOne();
  }

  @Test
  void clientsThatFallSilentAreForgottenAfterAWhile() {
    pace.onClientWork(0);
    pace.ask(A, 1);
    pace.ask(A, 2);
    assertThat(pace.give(0, 199 * MILLI)).hasSize(1);
    assertThat(pace.give(0, 200 * MILLI)).hasSize(1);
  }

  @Test
  void whatAGroupHadOrAskedForEndsWithIt() {
    pace.ask(A, 1);
    assertThat(pace.give(1, 0)).hasSize(1);
    pace.ask(A, 2);
    pace.ask(B, 7);
    pace.endAll(A);
    assertThat(pace.give(1, 0)).containsExactly(new Turn(B, 7));
    pace.end(A, 1, 10);
    assertThat(pace.give(1, 10)).isEmpty();
  }

  /** However long batches take under load, the pauses do not grow with them beyond their limit. */
  @Test
  void recoveryGoesOnUnderAnyLoad() {
    long now = 0;
    int given = 0;
    while (now < 10_000 * MILLI) {
      pace.onClientWork(now);
      pace.ask(A, given + 1);
      List<Turn> turns = pace.give(1000, now);
      if (turns.isEmpty()) {
        now += pace.waitNanos(now);
      } else {
        given++;
        now += 450 * MILLI;
        pace.endAll(B);
        pace.end(A, turns.getFirst().token(), now);
      }
    }
    assertThat(given).isEqualTo(20);
  }
}
