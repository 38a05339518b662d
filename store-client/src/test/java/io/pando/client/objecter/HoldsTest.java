package io.pando.client.objecter;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.cluster.Placement;
import io.pando.group.ScrubKind;
import io.pando.id.Address;
import io.pando.id.ObjectId;
import io.pando.id.OsdId;
import io.pando.id.PgId;
import io.pando.port.Peer;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Which work is kept back by what OSDs asked for, and what ends that. */
class HoldsTest {
  private static final PgId GROUP = new PgId(FakeCluster.POOL, 2);
  private static final PgId OTHER = new PgId(FakeCluster.POOL, 3);
  private static final ObjectId A = Placement.object("a");
  private static final ObjectId B = Placement.object("b");
  private static final Operation ON_A = ObjecterWorld.stat("a");
  private static final Operation ON_B = ObjecterWorld.stat("b");
  private static final Operation LISTING = new Operation.Listing(FakeCluster.POOL, A, 10);

  private final Holds holds = new Holds();

  private static Peer.Dialed osd(int number) {
    return new Peer.Dialed(new Address(new OsdId(number).node(), 1, "127.0.0.1", 7000 + number), 0);
  }

  /** The collector asks for nothing. */
  private static Route route(PgId group, int primary) {
    return new Route(group, osd(primary), osd(9), List.of(new OsdId(primary)));
  }

  private boolean covers(Operation operation) {
    return holds.covers(route(GROUP, 1), operation);
  }

  @Test
  void nothingIsKeptBackUnasked() {
    assertThat(covers(ON_A)).isFalse();
    assertThat(covers(LISTING)).isFalse();
  }

  @Test
  void aGroupIsKeptBackByItsPrimary() {
    holds.add(osd(1), GROUP, null);
    assertThat(covers(ON_A)).isTrue();
    assertThat(covers(LISTING)).isTrue();
    assertThat(covers(new Operation.Query(GROUP))).as("asks about the group itself").isFalse();
    assertThat(covers(new Operation.Scrub(GROUP, ScrubKind.DEEP))).isFalse();
    assertThat(holds.covers(route(OTHER, 1), ON_A)).isFalse();
    assertThat(holds.covers(route(GROUP, 2), ON_A)).isFalse();
  }

  @Test
  void anObjectIsKeptBackAlone() {
    holds.add(osd(1), GROUP, A);
    assertThat(covers(ON_A)).isTrue();
    assertThat(covers(ON_B)).isFalse();
    assertThat(covers(LISTING)).isFalse();
    assertThat(holds.covers(route(OTHER, 1), ON_A)).isFalse();
    assertThat(holds.covers(route(GROUP, 2), ON_A)).isFalse();
  }

  @Test
  void aReleaseEndsWhatItNames() {
    holds.add(osd(1), GROUP, null);
    holds.add(osd(1), GROUP, A);
    holds.remove(osd(1), GROUP, B);
    holds.remove(osd(1), OTHER, null);
    holds.remove(osd(2), GROUP, null);
    assertThat(covers(ON_B)).isTrue();
    holds.remove(osd(1), GROUP, null);
    assertThat(covers(ON_B)).isFalse();
    assertThat(covers(ON_A)).isTrue();
    holds.remove(osd(1), GROUP, A);
    assertThat(covers(ON_A)).isFalse();
  }

  @Test
  void aStreamThatEndsTakesItsOwn() {
    holds.add(osd(1), GROUP, null);
    holds.add(osd(2), GROUP, A);
    holds.forget(osd(1));
    assertThat(covers(ON_A)).isFalse();
    assertThat(holds.covers(route(GROUP, 2), ON_A)).isTrue();
    holds.forget(osd(2));
    assertThat(holds.covers(route(GROUP, 2), ON_A)).isFalse();
  }

  @Test
  void workThatWaitsNoLongerLiftsWhatCoversIt() {
    holds.add(osd(1), GROUP, null);
    holds.add(osd(1), GROUP, A);
    holds.add(osd(1), GROUP, B);
    holds.lift(route(GROUP, 1), LISTING);
    assertThat(covers(LISTING)).isFalse();
    assertThat(covers(ON_A)).isTrue();
    holds.add(osd(1), GROUP, null);
    holds.lift(route(GROUP, 1), ON_A);
    assertThat(covers(ON_A)).isFalse();
    assertThat(covers(LISTING)).isFalse();
    assertThat(covers(ON_B)).isTrue();
  }
}
