package io.pando.osd.pg.recovery;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.cluster.Replication;
import io.pando.id.ObjectId;
import io.pando.id.OsdId;
import io.pando.id.RequestId;
import io.pando.id.Version;
import io.pando.message.RecoveryMessage.Cursor;
import io.pando.message.RecoveryMessage.Pull;
import io.pando.message.RecoveryMessage.Push;
import io.pando.message.RecoveryMessage.PushFailed;
import io.pando.message.RecoveryMessage.Refused;
import io.pando.message.RecoveryMessage.Wanted;
import io.pando.osd.pg.harness.GroupHarness;
import io.pando.osd.pg.harness.Maps;
import io.pando.port.Peer;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a replica answers when its primary pulls an object, and what it notes by that. */
class OutgoingCopiesTest {
  private static final ObjectId OBJECT = GroupHarness.object("o");
  private static final Peer PRIMARY = GroupHarness.stream(new OsdId(0));

  private final GroupHarness harness =
      new GroupHarness(new OsdId(1), Maps.of(2, Replication.PRIMARY), RecoveryModel.config(false));
  private final ReplicaRecovery recovery = new ReplicaRecovery(harness.replica);

  private Version update() {
    harness.replica.append(
        harness.update("o", new RequestId(5, harness.replica.log().head().counter() + 1)),
        Version.ZERO,
        () -> {});
    harness.settle();
    return harness.replica.log().head();
  }

  private void pull(Version version) {
    Wanted wanted = new Wanted(OBJECT, version, Cursor.START);
    recovery.onPull(PRIMARY, new Pull(Maps.GROUP, Maps.EPOCH, List.of(wanted)));
    harness.settle();
  }

  @Test
  void theVersionThatIsAskedForIsSent() {
    pull(update());
    assertThat(harness.said(Push.class)).hasSize(1);
    assertThat(harness.replica.missing()).isEmpty();
  }

  @Test
  void aNewerVersionThanIsHereIsMissing() {
    Version here = update();
    Version newer = here.next(Maps.EPOCH);
    pull(newer);
    assertThat(harness.said(PushFailed.class)).hasSize(1);
    assertThat(harness.replica.missing()).containsEntry(OBJECT, newer);
  }

  private Refused refused() {
    return harness.said(PushFailed.class).getFirst().objects().getFirst();
  }

  @Test
  void whoHasThatVersionWithDamagedBytesSaysHowLargeItIs() {
    Version here = update();
    harness.store.damaged.add(OBJECT);
    pull(here);
    assertThat(refused().damagedBytes()).isEqualTo((long) harness.store.object(OBJECT).size());
    assertThat(harness.replica.missing()).containsEntry(OBJECT, here);
  }

  @Test
  void damagedBytesOfAnotherVersionTellNothingOfTheOneThatIsWanted() {
    Version newer = update().next(Maps.EPOCH);
    harness.store.damaged.add(OBJECT);
    pull(newer);
    assertThat(refused().damagedBytes()).isNull();
  }

  @Test
  void damagedBytesOfAnUnreadableVersionTellNothing() {
    Version here = update();
    harness.store.unreadable.add(OBJECT);
    pull(here);
    assertThat(refused().damagedBytes()).isNull();
  }

  /** A pull that was sent again after a reset may be read after the object has been updated. */
  @Test
  void anOlderVersionThanTheLogTellsIsNotMissing() {
    Version older = update();
    update();
    pull(older);
    assertThat(harness.said(PushFailed.class)).hasSize(1);
    assertThat(harness.replica.missing()).isEmpty();
  }
}
