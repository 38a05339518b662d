package io.pando.osd.pg.read;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.cluster.Replication;
import io.pando.id.MemberId;
import io.pando.id.ObjectId;
import io.pando.id.OsdId;
import io.pando.id.RequestId;
import io.pando.id.Version;
import io.pando.message.ObjectMessage;
import io.pando.message.ReplicationMessage;
import io.pando.osd.pg.harness.GroupHarness;
import io.pando.osd.pg.harness.Maps;
import io.pando.osd.pg.replica.Awaiting;
import io.pando.osd.pg.replication.PendingUpdate;
import io.pando.osd.pg.replication.PrimaryReplication;
import io.pando.osd.pg.replication.UpdateParts;
import io.pando.osd.pg.roots.DurableHeads;
import io.pando.osd.pg.step.Effect;
import io.pando.osd.pg.step.Unserved;
import io.pando.port.Peer;
import io.pando.store.StoreOp;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Ten objects, of which the primary may miss some. */
class ListingsTest {
  private static final Version AT = new Version(1, 1);
  private static final Peer CLIENT = GroupHarness.client(3);

  private final GroupHarness harness = GroupHarness.primary(2, Replication.PRIMARY);
  private final PrimaryReplication replication =
      new PrimaryReplication(harness.replica, new DurableHeads());
  private final Listings listings = new Listings(harness.replica, replication);

  /** In the order in which they are listed. */
  private final List<ObjectId> all = new ArrayList<>();

  @BeforeEach
  void begin() {
    TreeSet<ObjectId> objects = new TreeSet<>();
    for (int i = 0; i < 10; i++) {
      objects.add(GroupHarness.object("o" + i));
    }
    all.addAll(objects);
    replication.begin();
  }

  private void have(int... numbers) {
    for (int number : numbers) {
      harness.put(all.get(number), AT, "four");
    }
  }

  private void miss(int... numbers) {
    for (int number : numbers) {
      harness.replica.noteMissing(all.get(number), AT);
    }
    while (harness.submitted() > 0) {
      harness.report();
    }
  }

  private static ObjectMessage.ListObjects request(long number, @Nullable ObjectId after, int max) {
    return new ObjectMessage.ListObjects(
        new RequestId(3, number), Maps.EPOCH, Maps.GROUP, after, max);
  }

  private ObjectMessage.ListReply told() {
    List<Effect.Reply> told = harness.effects(Effect.Reply.class);
    assertThat(told).hasSize(1);
    assertThat(told.getFirst().to()).isEqualTo(CLIENT);
    return (ObjectMessage.ListReply) told.getFirst().reply();
  }

  private void tells(@Nullable ObjectId after, int max, boolean more, int... numbers) {
    listings.onList(CLIENT, request(7, after, max));
    harness.settle();
    isTold(more, numbers);
  }

  private void isTold(boolean more, int... numbers) {
    ObjectMessage.ListReply reply = told();
    List<ObjectId> expected = new ArrayList<>();
    for (int number : numbers) {
      expected.add(all.get(number));
    }
    assertThat(reply.objects()).isEqualTo(expected);
    assertThat(reply.more()).isEqualTo(more);
    assertThat(reply.id()).isEqualTo(new RequestId(3, 7));
    assertThat(reply.epoch()).isEqualTo(Maps.EPOCH);
    assertThat(listings.size()).isZero();
  }

  @Test
  void whatIsMissingHereIsListedWhereItBelongs() {
    have(1, 3, 5, 7);
    miss(0, 2, 4, 8);
    tells(null, 100, false, 0, 1, 2, 3, 4, 5, 7, 8);
    tells(null, 8, false, 0, 1, 2, 3, 4, 5, 7, 8);
    tells(null, 7, true, 0, 1, 2, 3, 4, 5, 7);
    tells(all.get(2), 100, false, 3, 4, 5, 7, 8);
    tells(all.get(1), 100, false, 2, 3, 4, 5, 7, 8);
  }

  /** What lies behind the last object that the store told belongs to another page. */
  @Test
  void aPageEndsWithWhatTheStoreTold() {
    have(1, 2, 3, 6, 7);
    miss(0, 3, 4, 5);
    tells(null, 3, true, 0, 1, 2);
    tells(all.get(2), 2, true, 3, 4);
    tells(all.get(4), 2, true, 5, 6);
    tells(all.get(6), 2, false, 7);
    tells(all.get(7), 2, false);
    tells(null, 0, true, 0);
  }

  /** Of a page of the store nothing is left out, and nothing behind it told. */
  @Test
  void whatIsMissingBehindAPageIsNotToldWithIt() {
    have(0, 1, 9);
    miss(5);
    tells(null, 3, true, 0, 1, 5);
    have(8);
    tells(null, 2, true, 0, 1);
    have(2);
    tells(all.get(1), 2, true, 2, 5);
  }

  @Test
  void nothingButWhatIsMissingIsListedToo() {
    miss(4, 5, 6);
    tells(null, 2, true, 4, 5);
    tells(all.get(5), 2, false, 6);
    tells(all.get(6), 2, false);
  }

  @Test
  void anObjectThatComesWhileTheStoreLooksIsTold() {
    have(1);
    miss(2);
    listings.onList(CLIENT, request(7, null, 5));
    miss(3);
    harness.settle();
    isTold(false, 1, 2, 3);
    listings.onList(CLIENT, request(7, all.get(1), 5));
    harness.replica.append(replacement(2), Version.ZERO, Awaiting.nothing());
    while (harness.submitted() > 0) {
      harness.report();
    }
    assertThat(harness.replica.missing()).doesNotContainKey(all.get(2));
    harness.settle();
    isTold(false, 2, 3);
  }

  private ReplicationMessage.Update update(int number) {
    String name = all.get(number).name();
    return harness.update(name, new RequestId(9, number));
  }

  private ReplicationMessage.Update replacement(int number) {
    ReplicationMessage.Update update = update(number);
    List<StoreOp.OnObject> steps = new ArrayList<>();
    steps.add(new StoreOp.Remove(GroupHarness.COLLECTION, all.get(number)));
    steps.addAll(update.ops());
    return new ReplicationMessage.Update(update.entry(), steps, update.objects(), update.bytes());
  }

  @Test
  void itIsToldOnceAllThatItMayTellIsCommitted() {
    have(1);
    PendingUpdate order =
        new PendingUpdate(update(2), UpdateParts.SAME, new TreeSet<>(), true, 0, () -> {});
    replication.submit(order);
    listings.onList(CLIENT, request(7, null, 5));
    harness.settle();
    assertThat(harness.effects(Effect.Reply.class)).isEmpty();
    assertThat(listings.size()).isOne();
    replication.onReplicated(MemberId.of(new OsdId(1)), harness.replica.log().head());
    isTold(false, 1, 2);
  }

  @Test
  void whatIsNotToldInItsIntervalIsToBeAskedForAgain() {
    have(1);
    ObjectMessage.ListObjects first = request(8, null, 5);
    ObjectMessage.ListObjects second = request(9, all.get(0), 6);
    Peer other = GroupHarness.client(4);
    listings.onList(CLIENT, first);
    listings.onList(other, second);
    listings.onList(other, first);
    assertThat(listings.size()).isEqualTo(3);
    assertThat(listings.unserved())
        .containsExactly(
            new Unserved(CLIENT, first), new Unserved(other, second), new Unserved(other, first));
    harness.replica.onIntervalEnded();
    harness.settle();
    assertThat(harness.effects(Effect.Reply.class)).isEmpty();
  }

  @Test
  void aPageHasAThousandObjectsAtMost() {
    listings.onList(CLIENT, request(7, null, Integer.MAX_VALUE));
    assertThat(harness.read()).isEqualTo(new Effect.ListObjects(1, null, Listings.MAX_PAGE));
    listings.onList(CLIENT, request(8, null, -5));
    harness.answer();
    assertThat(harness.read()).isEqualTo(new Effect.ListObjects(2, null, 1));
  }
}
