package io.pando.disk.raw.pipeline.apply;

import static io.pando.disk.StoreSpace.BLOCK_BYTES;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pando.bytes.Payload;
import io.pando.check.Invariant;
import io.pando.disk.device.DeviceFullException;
import io.pando.disk.metadata.Mark;
import io.pando.disk.raw.format.RawTransaction;
import io.pando.disk.raw.pipeline.worker.Worker;
import io.pando.disk.raw.volume.GrantedExtent;
import io.pando.id.PgId;
import io.pando.id.PoolId;
import io.pando.store.CollectionId;
import io.pando.store.StoreOp;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Promises of space, and a store that finds none or whose devices fail. */
final class StoreWorkerSpaceTest extends StoreSteps {
  @Test
  void whatIsReleasedIsFreeOnceThatIsDurable() {
    worker.add(batch(2, 1, 1));
    commit();
    grants.clear();
    ticket = 0;
    worker.add(
        new StoreItem.Batch(
            List.of(update(new StoreOp.Remove(HERE, OBJECT))),
            3,
            new StoreItem.LogExtent(3, 7, 1),
            1,
            List.of()));
    commit();
    assertThat(grants.getLast().freeBlocks()).isEqualTo(BLOCKS - 2);
    worker.persistNow();
    steps(Worker.Phase.SERVE);
    worker.add(new StoreItem.SpaceRequest(List.of(), 0, 0, false, false));
    steps(Worker.Phase.SERVE);
    assertThat(grants.getLast().freeBlocks()).isEqualTo(BLOCKS);
  }

  @Test
  void roomIsPromisedAndGivenBack() {
    worker.add(new StoreItem.SpaceRequest(List.of(), 5, 3, false, false));
    steps(Worker.Phase.SERVE);
    List<GrantedExtent> runs = List.of(new GrantedExtent(0, 5));
    assertThat(grants).containsExactly(new StoreItem.Grant(0, runs, 995, BLOCKS - 5, true, false));
    assertThat(lastGrants).isEmpty();
    worker.add(new StoreItem.SpaceRequest(runs, 6, 3, true, false));
    steps(Worker.Phase.SERVE);
    assertThat(lastGrants)
        .containsExactly(
            new StoreItem.Grant(
                0, List.of(new GrantedExtent(5, 6)), 994, BLOCKS - 6, false, false));
    worker.add(new StoreItem.GiveBack(List.of(new GrantedExtent(5, 2))));
    worker.add(batch(1, 1, 1, new GrantedExtent(7, 4)));
    commit();
    assertThat(grants.getLast())
        .isEqualTo(new StoreItem.Grant(1, List.of(), 999, BLOCKS - 1, false, false));
  }

  @Test
  void whoWaitsForRoomGetsAllOrNothing() {
    worker.add(new StoreItem.SpaceRequest(List.of(), BLOCKS, 1, true, false));
    steps(Worker.Phase.SERVE);
    assertThat(metadata.wanted()).as("everything is tried").containsExactly(true);
    assertThat(lastGrants)
        .containsExactly(new StoreItem.Grant(0, List.of(), BLOCKS, BLOCKS, false, false));
    worker.add(new StoreItem.SpaceRequest(List.of(), BLOCKS - 1, 1, true, false));
    steps(Worker.Phase.SERVE);
    assertThat(metadata.wanted()).isEmpty();
    assertThat(lastGrants.getLast())
        .isEqualTo(
            new StoreItem.Grant(0, List.of(new GrantedExtent(0, BLOCKS - 1)), 1, 1, false, false));
  }

  private void wantUrgently(long blocks, boolean binding) {
    worker.add(new StoreItem.SpaceRequest(List.of(), blocks, 0, true, binding));
    steps(Worker.Phase.SERVE);
  }

  /** The headroom is only for binding transactions. */
  @Test
  void onlyWhatIsBindingTakesTheLastRoom() {
    medium.limitRoom(1000, true);
    wantUrgently(1500, false);
    assertThat(device.asked()).contains("reserve 1000 500").noneMatch(it -> it.startsWith("last"));
    assertThat(metadata.wanted()).containsExactly(true);
    wantUrgently(1500, true);
    assertThat(device.asked()).contains("last 1000 500");
    wantUrgently(BLOCKS + 5, true);
    assertThat(device.asked()).contains("last 1000 1000");
    assertThat(lastGrants)
        .hasSize(3)
        .containsOnly(new StoreItem.Grant(0, List.of(), 1000, BLOCKS, false, false));
    wantUrgently(1000, true);
    assertThat(lastGrants.getLast().runs()).containsExactly(new GrantedExtent(0, 1000));
  }

  @Test
  void roomIsSoughtAheadOfNeed() throws Exception {
    volume.allot(990);
    device.asked();
    worker.add(new StoreItem.SpaceRequest(List.of(), 0, 0, false, false));
    steps(Worker.Phase.SERVE);
    assertThat(device.asked()).as("twice eight blocks").containsExactly("reserve 1000 128");
    volume.allot(122);
    worker.add(new StoreItem.SpaceRequest(List.of(), 0, 0, false, false));
    steps(Worker.Phase.SERVE);
    assertThat(device.asked()).isEmpty();
    volume.allot(1);
    worker.add(batch(1, 1, 1));
    commit();
    assertThat(device.asked()).contains("reserve 1128 128");
  }

  private static final CollectionId THERE = CollectionId.of(new PgId(new PoolId(3), 5));

  @Test
  void whatACollectionHadGoesBackToTheMedium() throws Exception {
    List<RawTransaction> updates =
        List.of(
            update(new StoreOp.CreateCollection(THERE)),
            update(new StoreOp.Write(THERE, OBJECT, 0, Payload.wrap(new byte[2 * BLOCK_BYTES]))),
            update(new StoreOp.RemoveCollection(THERE)));
    worker.add(new StoreItem.Batch(updates, 3, new StoreItem.LogExtent(3, 7, 1), 1, List.of()));
    commit();
    grants.clear();
    told();
    worker.persistNow();
    steps(Worker.Phase.SERVE);
    assertThat(told()).containsExactly("work", "progress", "announced");
    assertThat(grants)
        .containsExactly(new StoreItem.Grant(3, List.of(), 998, BLOCKS, false, false));
    device.asked();
    worker.add(new StoreItem.Discard());
    steps(Worker.Phase.SERVE);
    assertThat(device.asked()).containsExactly("discard 0 2");
    assertThat(worker.isIdle()).isTrue();
    worker.look();
    steps(Worker.Phase.SERVE);
    assertThat(told()).doesNotContain("announced");
  }

  @Test
  void anUrgentWishForRoomWaitsForTheBatch() {
    worker.add(batch(1, 1, 1));
    worker.add(new StoreItem.SpaceRequest(List.of(), 1, 1, false, false));
    worker.add(new StoreItem.SpaceRequest(List.of(), 1, 1, true, false));
    worker.step();
    assertThat(grants).hasSize(1);
    assertThat(lastGrants).isEmpty();
    worker.step();
    worker.step();
    worker.step();
    assertThat(lastGrants).isEmpty();
    worker.step();
    assertThat(lastGrants).hasSize(1);
  }

  private static final String FULL = "IO error: No space left on device";

  @Test
  void whatFindsNoRoomIsTriedAgain() {
    medium.limitRoom(0, false);
    worker.add(batch(1, 1, 1));
    worker.step();
    told();
    assertThat(worker.pauseNanos()).isZero();
    worker.step();
    assertThat(worker.phase()).isEqualTo(Worker.Phase.WRITE);
    assertThat(worker.pauseNanos()).isEqualTo(5_000_000);
    worker.step();
    assertThat(worker.pauseNanos()).isEqualTo(10_000_000);
    medium.limitRoom(BLOCKS, false);
    worker.step();
    worker.step();
    worker.step();
    assertThat(worker.pauseNanos()).isZero();
    assertThat(told()).containsExactly("progress");
  }

  @Test
  void aCheckpointThatFindsNoRoomIsTriedAgain() {
    worker.add(batch(1, 1, 1));
    commit();
    told();
    metadata.fail(FULL);
    worker.persistNow();
    worker.step();
    assertThat(worker.pauseNanos()).isEqualTo(5_000_000);
    assertThat(worker.isUrgent()).isTrue();
    assertThat(worker.checkpoint()).isZero();
    metadata.fail(null);
    worker.step();
    assertThat(worker.checkpoint()).isEqualTo(1);
    assertThat(worker.pauseNanos()).isZero();
    assertThat(worker.isUrgent()).isFalse();
  }

  /** The log may be waiting for it, and no second request comes. */
  @Test
  void aCheckpointThatIsDueIsTriedAgain() throws Exception {
    worker.add(batch(1, 1, 1));
    commit();
    metadata.fail(FULL);
    worker.persistSoon();
    worker.step();
    worker.step();
    assertThat(metadata.wanted()).containsExactly(false, false);
    assertThat(worker.pauseNanos()).isEqualTo(10_000_000);
    assertThat(worker.isIdle()).isFalse();
    metadata.fail(null);
    worker.step();
    assertThat(metadata.wanted()).containsExactly(false);
    metadata.settle();
    worker.step();
    assertThat(worker.checkpoint()).isEqualTo(1);
    assertThat(worker.isIdle()).isTrue();
  }

  /** A query for which there is no space stays first. */
  @Test
  void aSettledQuestionWaitsForRoom() {
    worker.add(batch(1, 1, 1));
    commit();
    metadata.fail(FULL);
    worker.add(ask(true));
    worker.add(ask(false));
    told();
    worker.step();
    assertThat(told()).isEmpty();
    metadata.fail(null);
    worker.step();
    assertThat(told()).containsExactly("progress", "blocks 1", "blocks 1");
    assertThat(worker.isUrgent()).isFalse();
  }

  @Test
  void whoWaitsForRoomDoesWithoutACheckpoint() {
    worker.add(batch(1, 1, 1));
    commit();
    metadata.fail(FULL);
    worker.add(new StoreItem.SpaceRequest(List.of(), BLOCKS, 0, true, false));
    worker.step();
    assertThat(lastGrants).hasSize(1);
    worker.add(new StoreItem.Stop());
    worker.step();
    assertThat(worker.hasEnded()).isTrue();
    assertThat(worker.checkpoint()).isZero();
  }

  @Test
  void itIsClosedWhileThereIsNoRoom() throws Exception {
    medium.limitRoom(0, false);
    worker.add(batch(1, 1, 1));
    worker.step();
    worker.step();
    assertThat(worker.hasGivenUp()).isFalse();
    told();
    worker.stop();
    assertThat(told()).containsExactly("work");
    assertThat(worker.pauseNanos()).isZero();
    worker.step();
    assertThat(worker.hasGivenUp()).isTrue();
    assertThat(told()).containsExactly("progress");
    assertThat(worker.phase()).isEqualTo(Worker.Phase.SERVE);
    worker.add(batch(1, 1, 1));
    worker.add(new StoreItem.Stop());
    worker.step();
    assertThat(worker.hasEnded()).isTrue();
    assertThat(worker.pendingBytes()).isZero();
    assertThat(metadata.wanted()).isEmpty();
    assertThat(metadata.committed()).isEqualTo(Mark.NONE);
  }

  /** The requester has stopped. */
  @Test
  void whatIsAskedOfAStoreThatWasClosedWithoutRoomIsNotAnswered() throws Exception {
    medium.limitRoom(0, false);
    worker.add(batch(1, 1, 1));
    worker.step();
    worker.step();
    worker.add(ask(true));
    worker.add(ask(false));
    worker.stop();
    worker.step();
    assertThat(worker.hasGivenUp()).isTrue();
    told();
    worker.add(ask(true));
    worker.add(ask(false));
    worker.add(new StoreItem.Stop());
    while (!worker.hasEnded()) {
      worker.step();
    }
    assertThat(told()).doesNotContain("blocks 0", "blocks 1");
  }

  @Test
  void anErrorBreaksTheStore() {
    worker.add(batch(1, 1, 1));
    worker.persistNow();
    worker.step();
    worker.step();
    told();
    medium.losePowerAfter(0);
    worker.step();
    String why = "raw: the power is gone";
    assertThat(told()).containsExactly("breakdown: " + why, "broken: " + why);
    assertThat(worker.phase()).isEqualTo(Worker.Phase.SERVE);
    assertThat(worker.isIdle()).isTrue();
    grants.clear();
    worker.add(batch(1, 1, 1, new GrantedExtent(99, 1)));
    worker.add(new StoreItem.GiveBack(List.of(new GrantedExtent(98, 1))));
    worker.add(new StoreItem.Discard());
    worker.persistNow();
    worker.add(new StoreItem.SpaceRequest(List.of(), 1, 1, false, false));
    worker.add(new StoreItem.SpaceRequest(List.of(), 1, 1, true, true));
    told();
    worker.step();
    assertThat(grants).containsExactly(new StoreItem.Grant(1, List.of(), 0, 0, true, true));
    assertThat(lastGrants).containsExactly(new StoreItem.Grant(1, List.of(), 0, 0, false, true));
    assertThat(told()).isEmpty();
    assertThat(worker.isIdle()).isTrue();
    worker.add(new StoreItem.Stop());
    worker.step();
    assertThat(worker.hasEnded()).isTrue();
    assertThat(metadata.wanted()).isEmpty();
  }

  @Test
  void afterAFlushThatFoundNoRoomNobodyKnowsWhatTheDeviceHas() {
    metadata.fail("Input/output error");
    worker.add(batch(1, 1, 1));
    worker.persistNow();
    told();
    worker.step();
    worker.step();
    worker.step();
    worker.step();
    assertThat(told())
        .containsExactly(
            "progress", "breakdown: raw: Input/output error", "broken: raw: Input/output error");
  }

  @Test
  void aFlushThatFindsNoRoomIsNotTriedAgain() {
    worker.add(batch(1, 1, 1));
    worker.step();
    worker.step();
    told();
    device.failFlush(new DeviceFullException("full, too late"));
    worker.step();
    String why = "raw: full, too late";
    assertThat(told()).containsExactly("breakdown: " + why, "broken: " + why);
    assertThat(worker.pauseNanos()).isZero();
  }

  /** Some of its steps may have been applied. */
  @Test
  void anUpdateThatFindsNoRoomIsNotTriedAgain() {
    worker.add(batch(1, 1, 1));
    told();
    metadata.failLookups(FULL);
    worker.step();
    String why = "raw: " + FULL;
    assertThat(told()).containsExactly("breakdown: " + why, "broken: " + why);
    assertThat(worker.pauseNanos()).isZero();
  }

  @Test
  void aMistakeIsToldToTheOwner() {
    worker.add(batch(1, 1, 1));
    commit();
    worker.add(
        new StoreItem.Batch(
            List.of(update(write(1, 1))), 1, new StoreItem.LogExtent(2, 7, 1), 1, List.of()));
    assertThatThrownBy(worker::step)
        .isInstanceOf(Invariant.BrokenInvariant.class)
        .hasMessageContaining("1 updates up to record 2 and transaction 1 follow record 1");
    assertThat(told()).anyMatch(what -> what.startsWith("broken: raw: "));
  }
}
