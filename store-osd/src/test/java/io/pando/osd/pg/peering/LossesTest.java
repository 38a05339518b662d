package io.pando.osd.pg.peering;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.cluster.LostStore;
import io.pando.cluster.Replication;
import io.pando.group.GroupInfo.History;
import io.pando.group.GroupInfo.Interval;
import io.pando.id.MemberList;
import io.pando.id.OsdId;
import io.pando.id.PgId;
import io.pando.osd.pg.harness.Maps;
import io.pando.osd.pg.replica.Membership;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Which updates may be lost with data that operators gave up. */
class LossesTest {
  private static final OsdId A = new OsdId(0);
  private static final OsdId B = new OsdId(1);

  /** No OSD of the map has this number. */
  private static final OsdId PURGED = new OsdId(77);

  private final List<LostStore> gone = new ArrayList<>();
  private final SortedMap<PgId, Long> accepted = new TreeMap<>();

  private void giveUp(OsdId osd, long upThru, long at, boolean safe) {
    gone.add(new LostStore(osd, new UUID(9, gone.size()), upThru, at, safe));
  }

  private Membership now() {
    return Maps.afterLoss(Maps.of(1, Replication.PRIMARY), gone, accepted);
  }

  private String unsettled(OsdId... acting) {
    Losses losses = new Losses(now());
    losses.onUnsettled(new Interval(10, 20, MemberList.of(acting), MemberList.of(acting), true));
    return losses.sentence();
  }

  private String unknown(long since) {
    Losses losses = new Losses(now());
    losses.onUnknown(since);
    return losses.sentence();
  }

  /** No replica is whole, and no OSD that is down can have a whole copy. */
  @Test
  void anIncompleteGroupContinuesOnceAnOperatorSaysSo() {
    History history = History.fresh(1, Maps.EPOCH);
    assertThat(Losses.blocking(6, history, now())).get().isInstanceOf(Phase.Incomplete.class);
    accepted.put(Maps.GROUP, 6L);
    assertThat(Losses.blocking(6, history, now()))
        .as("it was accepted for an earlier activation")
        .get()
        .isInstanceOf(Phase.Incomplete.class);
    accepted.put(Maps.GROUP, 7L);
    assertThat(Losses.blocking(6, history, now())).isEmpty();
  }

  @Test
  void dataThatWereGivenUpAfterAnIntervalAreMissed() {
    assertThat(unsettled(A, B)).isEmpty();
    giveUp(A, 15, 20, false);
    assertThat(unsettled(A, B)).as("its data were given up before the interval ended").isEmpty();
    giveUp(A, 15, 21, false);
    assertThat(unsettled(A, B)).isEqualTo("osd.0, which served it in epochs 10 to 20");
    giveUp(B, 15, 30, true);
    assertThat(unsettled(A, B))
        .isEqualTo("one of [osd.0, osd.1], which served it in epochs 10 to 20");
    assertThat(unsettled(B)).startsWith("osd.1,");
    assertThat(unsettled(new OsdId(2))).isEmpty();
  }

  @Test
  void whoIsInNoMapHasLostItsData() {
    giveUp(PURGED, 15, 5, false);
    assertThat(unsettled(A, PURGED)).isEqualTo("osd.77, which served it in epochs 10 to 20");
  }

  @Test
  void aLossThatWasAcceptedSinceCountsNoMore() {
    giveUp(A, 15, 25, false);
    giveUp(B, 15, 30, false);
    accepted.put(Maps.GROUP, 29L);
    assertThat(unsettled(A)).isEmpty();
    assertThat(unsettled(A, B)).as("not of all of them").startsWith("one of [osd.0, osd.1]");
    assertThat(unknown(10)).startsWith("osd.1,");
    accepted.put(Maps.GROUP, 30L);
    assertThat(unsettled(A, B)).isEmpty();
    assertThat(unknown(10)).isEmpty();
    accepted.clear();
    accepted.put(new PgId(Maps.GROUP.pool(), 1), 99L);
    assertThat(unsettled(A)).as("accepted for another group").isNotEmpty();
  }

  @Test
  void whoMayHaveServedUnknownIntervalsIsNamedOnce() {
    giveUp(A, 14, 30, false);
    giveUp(A, 15, 31, false);
    giveUp(B, 40, 41, true);
    assertThat(unknown(16)).isEmpty();
    assertThat(unknown(15))
        .isEqualTo("osd.0, which may have served it since epoch 15 (no OSD that is up knows)");
    assertThat(unknown(14)).isEqualTo(unknown(15).replace("15", "14"));
    giveUp(PURGED, 14, 50, false);
    assertThat(unknown(14)).startsWith("one of [osd.0, osd.77],");
  }

  @Test
  void severalLossesAreToldTogether() {
    giveUp(A, 15, 25, false);
    Losses losses = new Losses(now());
    losses.onUnsettled(new Interval(10, 20, MemberList.of(A), MemberList.of(A), true));
    losses.onUnsettled(new Interval(3, 9, MemberList.of(A), MemberList.of(A), true));
    losses.onUnknown(12);
    assertThat(losses.sentence().split("; ")).hasSize(3);
  }

  @Test
  void whatCameAfterAnActivationMayHaveTakenItsCopies() {
    assertThat(Losses.mayHaveTaken(10, now())).isFalse();
    giveUp(PURGED, 5, 10, true);
    assertThat(Losses.mayHaveTaken(10, now())).isFalse();
    assertThat(Losses.mayHaveTaken(9, now())).isTrue();
    assertThat(Losses.isAccepted(9, now())).isFalse();
    assertThat(Losses.isAccepted(-1, now())).as("none ever was").isFalse();
    accepted.put(Maps.GROUP, 10L);
    assertThat(Losses.isAccepted(9, now())).isTrue();
    assertThat(Losses.isAccepted(10, now())).isFalse();
  }
}
