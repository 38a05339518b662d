package io.pando.osd.pg.recovery;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.cluster.Replication;
import io.pando.id.MemberId;
import io.pando.id.ObjectId;
import io.pando.id.OsdId;
import io.pando.id.PgId;
import io.pando.id.Version;
import io.pando.message.RecoveryMessage.Cursor;
import io.pando.message.RecoveryMessage.Pull;
import io.pando.message.RecoveryMessage.PushFailed;
import io.pando.message.RecoveryMessage.Refused;
import io.pando.message.RecoveryMessage.Wanted;
import io.pando.osd.pg.harness.GroupHarness;
import io.pando.osd.pg.harness.Maps;
import io.pando.osd.pg.repair.ReplicaReturns;
import io.pando.osd.pg.replication.PrimaryReplication;
import io.pando.osd.pg.roots.DurableHeads;
import io.pando.osd.pg.step.Effect;
import io.pando.report.group.MissingObject;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A primary that lacks an object asks one after the other for it. */
class PullStepsTest {
  private static final MemberId B = MemberId.of(new OsdId(1));
  private static final MemberId C = MemberId.of(new OsdId(2));
  private static final ObjectId OBJECT = GroupHarness.object("o");
  private static final Version VERSION = new Version(Maps.EPOCH, 3);

  private final List<String> heard = new ArrayList<>();
  private final GroupHarness harness =
      new GroupHarness(new OsdId(0), Maps.of(3, Replication.PRIMARY), RecoveryModel.config(false));
  private final Recovery recovery =
      new Recovery(
          harness.replica,
          new PrimaryReplication(harness.replica, new DurableHeads()),
          new HeardRecovery(heard),
          new ReplicaReturns(_ -> {}));

  @BeforeEach
  void lack() {
    harness.replica.noteMissing(OBJECT, VERSION);
    recovery.addPeer(B, harness.replica.info(), new TreeMap<>());
    recovery.addPeer(C, harness.replica.info(), new TreeMap<>());
    recovery.begin();
    harness.settle();
    harness.effects();
    recovery.prioritize(OBJECT);
    harness.settle();
  }

  private static Effect pull(MemberId from) {
    return new Effect.Send(
        from, new Pull(Maps.GROUP, Maps.EPOCH, List.of(new Wanted(OBJECT, VERSION, Cursor.START))));
  }

  private static PushFailed failed() {
    return new PushFailed(Maps.GROUP, Maps.EPOCH, List.of(new Refused(OBJECT, VERSION, "missing")));
  }

  @Test
  void whoHasItIsAskedUntilNobodyIsLeft() {
    assertThat(harness.effects()).containsExactly(pull(B));
    recovery.onMessage(C, failed());
    harness.settle();
    assertThat(harness.effects()).as("it was not asked").doesNotContain(pull(B), pull(C));
    recovery.onMessage(B, failed());
    harness.settle();
    assertThat(harness.effects()).contains(pull(C));
    assertThat(recovery.notBackfilled(OBJECT)).containsExactly(B);
    recovery.onMessage(C, failed());
    harness.settle();
    assertThat(heard).doesNotContain("lost o");
    assertThat(recovery.view().count(MissingObject.State.LOST)).isOne();
    assertThat(recovery.view().missing(5))
        .singleElement()
        .satisfies(it -> assertThat(it.version()).isEqualTo(VERSION));
    harness.effects();
    harness.pass(5 * RecoveryModel.RETRY_NANOS);
    recovery.onTick();
    harness.settle();
    assertThat(harness.effects(Effect.AskSlot.class)).isEmpty();
    harness.pass(1);
    recovery.onTick();
    harness.settle();
    assertThat(harness.effects(Effect.AskSlot.class)).as("it is tried again").hasSize(1);
  }

  private static PushFailed damaged(Version version) {
    return new PushFailed(
        Maps.GROUP, Maps.EPOCH, List.of(new Refused(OBJECT, version, "bad bytes", 700L)));
  }

  @Test
  void anObjectThatOthersHaveWithDamagedBytesAloneIsLost() {
    recovery.onMessage(B, damaged(VERSION));
    harness.settle();
    assertThat(heard).as("there is one more to ask").doesNotContain("lost o");
    recovery.onMessage(C, failed());
    harness.settle();
    assertThat(heard).containsOnlyOnce("lost o");
    assertThat(recovery.isLost(OBJECT)).isTrue();
    assertThat(recovery.lostBytes(OBJECT)).isEqualTo(700);
    assertThat(recovery.view().missing(5))
        .singleElement()
        .satisfies(it -> assertThat(it.damaged()).isTrue());
    recovery.prioritize(OBJECT);
    assertThat(heard.stream().filter("lost o"::equals)).hasSize(2);
    recovery.onReplacing(OBJECT);
    assertThat(recovery.isLost(OBJECT)).isFalse();
    assertThat(recovery.lostBytes(OBJECT)).isZero();
  }

  /** A copy that was damaged when it was asked for is no better when its OSD cannot find it. */
  @Test
  void anObjectThatIsDamagedElsewhereStaysLostWhenItIsTriedAgain() {
    recovery.onMessage(B, damaged(VERSION));
    harness.settle();
    recovery.onMessage(C, failed());
    harness.settle();
    assertThat(heard).containsOnlyOnce("lost o");
    harness.effects();
    MemberId stray = MemberId.of(new OsdId(3));
    recovery.addStray(stray);
    assertThat(recovery.isLost(OBJECT)).as("there is one more to ask").isFalse();
    recovery.prioritize(OBJECT);
    for (MemberId member : List.of(stray, B, C)) {
      harness.settle();
      assertThat(harness.effects()).contains(pull(member));
      assertThat(heard).containsOnlyOnce("lost o");
      recovery.onMessage(member, failed());
    }
    harness.settle();
    assertThat(heard.stream().filter("lost o"::equals)).hasSize(2);
    assertThat(recovery.isLost(OBJECT)).isTrue();
    assertThat(recovery.lostBytes(OBJECT)).isEqualTo(700);
  }

  @Test
  void damageOfAnotherVersionIsNoLoss() {
    recovery.onMessage(B, damaged(new Version(Maps.EPOCH, 2)));
    harness.settle();
    recovery.onMessage(C, failed());
    harness.settle();
    assertThat(heard).doesNotContain("lost o");
    assertThat(recovery.isLost(OBJECT)).isFalse();
    assertThat(recovery.view().missing(5))
        .singleElement()
        .satisfies(it -> assertThat(it.damaged()).isFalse());
  }

  @Test
  void aPullIsAskedForAgainWhenTheStreamBroke() {
    harness.effects();
    recovery.onReset(C);
    assertThat(harness.effects()).isEmpty();
    recovery.onReset(B);
    assertThat(harness.effects()).containsExactly(pull(B));
  }

  @Test
  void whatWasHereAllTheTimeIsFound() {
    harness.put(OBJECT, VERSION, "sound");
    recovery.onMessage(B, failed());
    recovery.onMessage(C, failed());
    harness.settle();
    recovery.onMessage(C, failed());
    harness.settle();
    assertThat(harness.replica.missing()).isEmpty();
    assertThat(heard).contains("available o");
  }

  private void acceptLossUntil(long epoch) {
    TreeMap<PgId, Long> accepted = new TreeMap<>();
    accepted.put(Maps.GROUP, epoch);
    harness.replica.enter(
        Maps.afterLoss(harness.replica.membership(), List.of(), accepted),
        harness.replica.info().history());
    harness.settle();
  }

  /** Version 7'3 may be among the data given up in epoch 7, and not among those before. */
  @ParameterizedTest
  @ValueSource(longs = {Maps.EPOCH - 1, Maps.EPOCH, Maps.EPOCH + 1})
  void anObjectThatNobodyHasIsLostIfItsLossWasAccepted(long epoch) {
    acceptLossUntil(epoch);
    recovery.onMessage(B, failed());
    harness.settle();
    assertThat(heard).as("there is one more to ask").doesNotContain("lost o");
    recovery.onMessage(C, failed());
    harness.settle();
    assertThat(recovery.isLost(OBJECT)).isEqualTo(epoch >= VERSION.epoch());
    assertThat(heard.contains("lost o")).isEqualTo(epoch >= VERSION.epoch());
    assertThat(recovery.view().count(MissingObject.State.LOST)).isOne();
  }

  /** Its bytes are damaged, and in one case what tells its version, too. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void anObjectWhoseVersionNobodyKnowsIsLost(boolean unreadable) {
    ObjectId other = GroupHarness.object("p");
    harness.put(other, VERSION, "of this version");
    if (unreadable) {
      harness.store.unreadable.add(other);
    }
    recovery.onDamaged(other, "bad bytes");
    assertThat(recovery.isWritable(other)).as("while its version is looked for").isFalse();
    harness.settle();
    if (unreadable) {
      assertThat(heard).containsOnlyOnce("lost p");
      assertThat(harness.replica.missing()).containsOnlyKeys(OBJECT);
    } else {
      assertThat(heard).doesNotContain("lost p");
      assertThat(harness.replica.missing()).containsEntry(other, VERSION);
    }
    assertThat(recovery.isRecovering(other)).isEqualTo(!unreadable);
    recovery.invariants();
    recovery.thoroughInvariants();
  }
}
