package io.pando.osd.pg.recovery.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import io.pando.osd.pg.harness.Maps;
import io.pando.osd.pg.step.RequestNumbers;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a replica says to its shard and to its primary about the slot of a group. */
class ReplicaReservationTest {
  private final List<String> said = new ArrayList<>();
  private final RequestNumbers numbers = new RequestNumbers();
  private ReplicaReservation reservation = reservation();

  private ReplicaReservation reservation() {
    return new ReplicaReservation(
        new ReplicaReservation.Desk() {
          @Override
          public void ask(long token, int priority) {
            said.add("ask " + token + " with " + priority);
          }

          @Override
          public void end() {
            said.add("end");
          }

          @Override
          public void grant(long wish) {
            said.add("grant " + wish);
          }

          @Override
          public void revoke(long wish) {
            said.add("revoke " + wish);
          }
        },
        numbers);
  }

  private void beginInterval() {
    reservation.onIntervalEnded();
    reservation = reservation();
  }

  private List<String> said() {
    List<String> all = List.copyOf(said);
    said.clear();
    assertThatCode(() -> reservation.invariants(Maps.GROUP)).doesNotThrowAnyException();
    return all;
  }

  @Test
  void aSlotIsAskedForOnceAndGranted() {
    reservation.onReserve(3, 20);
    assertThat(said()).containsExactly("ask 1 with 20");
    reservation.onReserve(3, 20);
    assertThat(said()).as("it asks already").isEmpty();
    reservation.onGranted(2);
    assertThat(said()).isEmpty();
    reservation.onGranted(1);
    assertThat(said()).containsExactly("grant 3");
    reservation.onReserve(3, 20);
    assertThat(said()).as("the answer was lost").containsExactly("grant 3");
    reservation.onReserve(4, 20);
    assertThat(said()).containsExactly("grant 4");
  }

  @Test
  void urgencyMayChangeBeforeAndAfterTheSlotIsThere() {
    reservation.onReserve(1, 20);
    reservation.onReserve(1, 30);
    assertThat(said()).containsExactly("ask 1 with 20", "ask 1 with 30");
    reservation.onGranted(1);
    reservation.onReserve(1, 10);
    assertThat(said()).containsExactly("grant 1", "ask 1 with 10", "grant 1");
  }

  @Test
  void anOldWishIsNotHeard() {
    reservation.onReserve(5, 20);
    said();
    reservation.onReserve(4, 30);
    assertThat(said()).isEmpty();
    reservation.onRelease(4);
    assertThat(said()).isEmpty();
    reservation.onGranted(1);
    assertThat(said()).containsExactly("grant 5");
  }

  @Test
  void aSlotIsGivenBackOnce() {
    reservation.onRelease(1);
    assertThat(said()).isEmpty();
    reservation.onReserve(1, 20);
    reservation.onGranted(1);
    said();
    reservation.onRelease(1);
    assertThat(said()).containsExactly("end");
    reservation.onRelease(1);
    reservation.onGranted(1);
    reservation.onRevoked(1);
    assertThat(said()).isEmpty();
    reservation.onReserve(1, 20);
    assertThat(said()).as("it has none any more").containsExactly("ask 2 with 20");
    reservation.onRelease(2);
    assertThat(said()).as("of a wish that never came").containsExactly("end");
  }

  @Test
  void aSlotThatIsRevokedIsTold() {
    reservation.onReserve(7, 20);
    said();
    reservation.onRevoked(1);
    assertThat(said()).as("it is not there").isEmpty();
    reservation.onGranted(1);
    said();
    reservation.onRevoked(2);
    assertThat(said()).isEmpty();
    reservation.onRevoked(1);
    assertThat(said()).containsExactly("revoke 7");
    reservation.onRelease(7);
    reservation.onGranted(1);
    assertThat(said()).isEmpty();
    reservation.onReserve(7, 20);
    assertThat(said()).containsExactly("ask 2 with 20");
  }

  @Test
  void aNewIntervalBeginsWithoutAWish() {
    beginInterval();
    assertThat(said()).isEmpty();
    reservation.onReserve(7, 20);
    reservation.onGranted(1);
    said();
    beginInterval();
    assertThat(said()).containsExactly("end");
    beginInterval();
    reservation.onRevoked(1);
    assertThat(said()).isEmpty();
    reservation.onReserve(0, 20);
    assertThat(said())
        .as("no wish is left from the interval before")
        .containsExactly("ask 2 with 20");
    reservation.onGranted(2);
    assertThat(said()).containsExactly("grant 0");
  }
}
