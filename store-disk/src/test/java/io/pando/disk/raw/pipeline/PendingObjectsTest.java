package io.pando.disk.raw.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pando.check.Invariant;
import io.pando.cluster.PositionRange;
import io.pando.id.ObjectId;
import io.pando.id.PgId;
import io.pando.id.PoolId;
import io.pando.store.CollectionId;
import io.pando.store.StoreOp;
import io.pando.store.Transaction;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The transaction that a query of an object must wait for. */
class PendingObjectsTest {
  private static final CollectionId HERE = CollectionId.DAEMON;
  private static final CollectionId OTHER = CollectionId.of(new PgId(new PoolId(3), 1));
  private static final ObjectId A = new ObjectId(1, "a");
  private static final ObjectId B = new ObjectId(2, "b");

  private final PendingObjects pending = new PendingObjects();

  private void add(long ticket, StoreOp... ops) {
    pending.add(ticket, new Transaction(List.of(ops), false));
    pending.invariants(ticket);
    pending.thoroughInvariants();
  }

  private static StoreOp touch(ObjectId object) {
    return new StoreOp.Touch(HERE, object);
  }

  @Test
  void theNewestChangeOfAnObjectCountsUntilItIsApplied() {
    assertThat(pending.newestOf(HERE, A)).isZero();
    add(1, touch(A));
    add(2, touch(B), touch(A));
    add(3, touch(B));
    assertThat(pending.newestOf(HERE, A)).isEqualTo(2);
    assertThat(pending.newestOf(HERE, B)).isEqualTo(3);
    assertThat(pending.newestOf(OTHER, A)).isZero();
    pending.onApplied(1);
    assertThat(pending.newestOf(HERE, A)).isEqualTo(2);
    pending.onApplied(2);
    assertThat(pending.newestOf(HERE, A)).isZero();
    assertThat(pending.newestOf(HERE, B)).isEqualTo(3);
    pending.onApplied(3);
    assertThat(pending.newestOf(HERE, B)).isZero();
    pending.invariants(3);
  }

  static Stream<StoreOp> wide() {
    return Stream.of(
        new StoreOp.CreateCollection(OTHER),
        new StoreOp.RemoveCollection(OTHER),
        new StoreOp.MoveObjects(OTHER, HERE, PositionRange.ALL));
  }

  @ParameterizedTest
  @MethodSource("wide")
  void whatChangesCollectionsCountsForAllObjects(StoreOp op) {
    add(1, touch(A));
    add(2, op);
    add(3, touch(B));
    assertThat(pending.newestOf(HERE, A)).isEqualTo(2);
    assertThat(pending.newestOf(HERE, B)).isEqualTo(3);
    assertThat(pending.newestOf(OTHER, B)).isEqualTo(2);
    pending.onApplied(1);
    assertThat(pending.newestOf(HERE, A)).isEqualTo(2);
    pending.onApplied(2);
    assertThat(pending.newestOf(HERE, A)).isZero();
    assertThat(pending.newestOf(OTHER, B)).isZero();
  }

  @Test
  void recordsOfACollectionAreNoObjects() {
    add(1, new StoreOp.PutMeta(HERE, new TreeMap<>()), new StoreOp.RemoveMeta(HERE, "", null));
    assertThat(pending.newestOf(HERE, A)).isZero();
  }

  @Test
  void ticketsThatWereNotGivenOutAreNoticed() {
    add(5, touch(A));
    assertThatThrownBy(() -> pending.invariants(4))
        .isInstanceOf(Invariant.BrokenInvariant.class)
        .hasMessageContaining("from 5 to 5, of which 0 are applied and 4 given out");
    pending.onApplied(6);
    assertThatThrownBy(() -> pending.invariants(5)).isInstanceOf(Invariant.BrokenInvariant.class);
    pending.add(7, Transaction.of(new StoreOp.CreateCollection(OTHER)));
    assertThatThrownBy(() -> pending.invariants(6)).isInstanceOf(Invariant.BrokenInvariant.class);
    pending.invariants(7);
    pending.add(8, Transaction.of(touch(A)));
    pending.add(7, Transaction.of(touch(B)));
    assertThatThrownBy(pending::thoroughInvariants).isInstanceOf(Invariant.BrokenInvariant.class);
  }
}
