package io.pando.osd.pg;

import static io.pando.bytes.Payload.BLOCK_BYTES;
import static org.assertj.core.api.Assertions.assertThat;

import io.pando.bytes.ByteRange;
import io.pando.bytes.Payload;
import io.pando.cluster.erasure.PoolCode;
import io.pando.collect.Utf8Order;
import io.pando.erasure.code.CodeParameters;
import io.pando.format.GroupRecords;
import io.pando.group.ObjectInfo;
import io.pando.group.ScrubKind;
import io.pando.id.ObjectId;
import io.pando.message.ObjectMessage;
import io.pando.op.ObjectOp;
import io.pando.op.OpError;
import io.pando.op.OpOutcome;
import io.pando.op.OpResult;
import io.pando.osd.pg.harness.GroupCluster;
import io.pando.osd.pg.harness.GroupHarness;
import io.pando.osd.pg.harness.PlainObject;
import io.pando.osd.pg.harness.PlainStore;
import io.pando.random.Random64;
import io.pando.store.StoreOp;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** A group of 2+1 of which fragments are damaged while one of its OSDs may be down. */
class WaitingForFragmentsTest {
  private static final ObjectId OBJECT = GroupHarness.object("o");
  private static final int BLOCKS = 3;

  private final byte[] bytes = new byte[2 * BLOCKS * BLOCK_BYTES];
  private final GroupCluster cluster =
      new GroupCluster(
          new PoolCode(CodeParameters.of(2, 1), BLOCK_BYTES), GroupCluster.config(20, true));

  WaitingForFragmentsTest() {
    new Random64(3).nextBytes(bytes);
    assertThat(cluster.operate(0, "o", new ObjectOp.WriteFull(Payload.wrap(bytes)))).hasSize(1);
  }

  private List<OpOutcome> read() {
    return outcomes(cluster.operate(0, "o", new ObjectOp.Read(new ByteRange(0, bytes.length))));
  }

  private static List<OpOutcome> outcomes(List<ObjectMessage.Reply> replies) {
    List<OpOutcome> outcomes = new ArrayList<>();
    replies.forEach(reply -> {
      if (reply instanceof ObjectMessage.OperateReply it) {
        outcomes.add(it.outcome());
      }
    });
    return outcomes;
  }

  private void checkIsRead(List<OpOutcome> outcomes) {
    assertThat(outcomes)
        .singleElement()
        .isInstanceOfSatisfying(
            OpOutcome.Succeeded.class,
            it -> assertThat(it.results()).containsExactly(new OpResult.Data(Payload.wrap(bytes))));
  }

  private static void checkIsDamaged(List<OpOutcome> outcomes) {
    assertThat(outcomes)
        .singleElement()
        .isInstanceOfSatisfying(
            OpOutcome.Failed.class, it -> assertThat(it.error()).isEqualTo(OpError.DAMAGED));
  }

  private void passTime() {
    for (int i = 0; i < 20; i++) {
      cluster.tick(GroupCluster.RETRY_NANOS);
    }
  }

  private void damage(int osd, long block) {
    cluster.site(osd).store().damage(OBJECT, block);
  }

  private void damageOneRowOfEach() {
    for (int osd = 0; osd < 3; osd++) {
      damage(osd, osd);
    }
  }

  private SortedMap<Integer, Object> fragments() {
    SortedMap<Integer, Object> fragments = new TreeMap<>();
    for (int osd = 0; osd < 3; osd++) {
      fragments.put(osd, cluster.site(osd).store().contents());
    }
    return fragments;
  }

  @Test
  void readsWaitForAFragmentThatMayComeBack() {
    cluster.stop(2);
    damage(1, 2);
    assertThat(read()).isEmpty();
    assertThat(cluster.stats().unfound()).isOne();
    assertThat(cluster.stats().lost()).isZero();
    cluster.restart(2);
    passTime();
    checkIsRead(read());
    assertThat(cluster.site(1).store().isDamaged(OBJECT)).isFalse();
  }

  @Test
  void readsFailOnceNoOsdCanHaveTheFragment() {
    cluster.stop(2);
    damage(1, 2);
    assertThat(read()).isEmpty();
    damage(2, 2);
    cluster.restart(2);
    passTime();
    checkIsDamaged(read());
    assertThat(cluster.stats().lost()).isOne();
  }

  /** Each row is readable in two of the fragments, and none of them is whole. */
  @Test
  void damagedFragmentsAreRebuiltFromEachOther() {
    SortedMap<Integer, Object> before = fragments();
    damageOneRowOfEach();
    checkIsRead(read());
    assertThat(cluster.site(0).store().isDamaged(OBJECT)).isFalse();
    assertThat(cluster.site(1).store().isDamaged(OBJECT)).isFalse();
    // Its damaged row was not needed.
    assertThat(cluster.site(2).store().isDamaged(OBJECT)).isTrue();
    assertThat(fragments()).isEqualTo(before);
    assertThat(cluster.stats().unfound()).isZero();
  }

  /** A deep scrub finds all of it. */
  @Test
  void aScrubRepairsWhatIsDamagedEverywhere() {
    SortedMap<Integer, Object> before = fragments();
    damageOneRowOfEach();
    cluster.order(0, ScrubKind.REPAIR);
    passTime();
    for (int osd = 0; osd < 3; osd++) {
      assertThat(cluster.site(osd).store().isDamaged(OBJECT)).as("osd.%d", osd).isFalse();
    }
    assertThat(fragments()).isEqualTo(before);
    checkIsRead(read());
  }

  @Test
  void aRowThatIsReadableInTooFewFragmentsIsLost() {
    SortedMap<Integer, Object> before = fragments();
    damageOneRowOfEach();
    damage(1, 2);
    checkIsDamaged(read());
    assertThat(cluster.stats().lost()).isOne();
    assertThat(fragments()).isEqualTo(before);
  }

  /**
   * Each fragment is whole by its own record, and no two of them agree about the size of the
   * object. A member readmits its own each time it is asked; the reads must come to rest.
   */
  @Test
  void fragmentsThatContradictEachOtherDoNotKeepReadsBusy() {
    for (int osd = 1; osd < 3; osd++) {
      shorten(osd, osd);
    }
    assertThat(read()).isEmpty();
    for (int i = 0; i < 20; i++) {
      cluster.tick(GroupCluster.RETRY_NANOS / 4);
    }
    assertThat(cluster.stats().unfound() + cluster.stats().lost()).isOne();
  }

  /** The object is some stripes shorter, by what this OSD has. */
  private void shorten(int osd, int stripes) {
    PlainStore store = cluster.site(osd).store();
    PlainObject object = store.object(OBJECT);
    ObjectInfo info =
        GroupRecords.OBJECT.decode(
            Objects.requireNonNull(object.attributes().get(ObjectInfo.ATTRIBUTE)));
    SortedMap<String, Payload> attributes = new TreeMap<>(Utf8Order.INSTANCE);
    attributes.put(
        ObjectInfo.ATTRIBUTE,
        GroupRecords.OBJECT.encode(
            new ObjectInfo(
                info.version(),
                info.modifiedMillis(),
                info.objectBytes() - 2L * stripes * BLOCK_BYTES)));
    store.apply(
        List.of(
            new StoreOp.Truncate(
                GroupHarness.COLLECTION, OBJECT, object.size() - (long) stripes * BLOCK_BYTES),
            new StoreOp.PutAttributes(GroupHarness.COLLECTION, OBJECT, attributes)));
  }
}
