package io.pando.disk.raw.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pando.check.Invariant;
import io.pando.disk.raw.pipeline.apply.StoreItem;
import io.pando.disk.raw.volume.GrantedExtent;
import java.util.List;
import org.junit.jupiter.api.Test;

class SpaceTest {
  private final Space space = new Space();

  private static StoreItem.Grant grant(
      long ticket, List<GrantedExtent> runs, long available, boolean answer) {
    return new StoreItem.Grant(ticket, runs, available, available, answer);
  }

  @Test
  void whatIsUnderWayIsTakenUntilTheStoreCountsWithout() {
    space.onGrant(grant(0, List.of(), 32, false));
    space.take(1, 10, 0);
    space.take(2, 5, 0);
    assertThat(space.available()).isEqualTo(17);
    space.onGrant(grant(1, List.of(), 22, false));
    assertThat(space.available()).isEqualTo(17);
    space.onGrant(grant(2, List.of(), 17, false));
    assertThat(space.available()).isEqualTo(17);
  }

  @Test
  void whatWasAskedForUrgentlyIsNotGivenAwayMeanwhile() {
    space.onGrant(grant(0, List.of(), 32, false));
    space.ask(3);
    // Four blocks are requested and none is promised; then three of an earlier request arrive.
    space.askUrgently(4);
    space.onGrant(grant(0, List.of(new GrantedExtent(0, 3)), 29, true));
    assertThat(space.promised()).isEqualTo(3);
    assertThat(space.available()).isEqualTo(25);
    space.take(1, space.available(), 0);
    // The store promises four, without knowledge of pending transactions.
    space.onUrgentAnswer();
    space.onGrant(grant(0, List.of(new GrantedExtent(3, 4)), 25, false));
    assertThat(space.promised()).isEqualTo(7);
    assertThat(space.available()).isZero();
  }

  @Test
  void aTransactionThatHasNoTicketYetBreaksAnInvariant() {
    space.onGrant(grant(0, List.of(new GrantedExtent(0, 3)), 29, true));
    space.take(1, 2, 3);
    GrantedExtent _ = space.place(3);
    space.invariants(1);
    space.thoroughInvariants();
    assertThatThrownBy(() -> space.invariants(0))
        .isInstanceOf(Invariant.BrokenInvariant.class)
        .hasMessageContaining("the last is 1 of 0");
  }
}
