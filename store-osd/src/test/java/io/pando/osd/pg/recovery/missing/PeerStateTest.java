package io.pando.osd.pg.recovery.missing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pando.check.Invariant;
import io.pando.group.GroupInfo;
import io.pando.id.MemberId;
import io.pando.id.ObjectId;
import io.pando.id.OsdId;
import io.pando.id.PgId;
import io.pando.id.PoolId;
import io.pando.id.Version;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class PeerStateTest {
  private static final Version V = new Version(1, 1);

  /** In placement order by their numbers. */
  private static ObjectId object(int number) {
    return new ObjectId(Integer.reverse(number), "o" + number);
  }

  private static PlacementMark mark(int number) {
    return new PlacementMark(object(number));
  }

  @Test
  void aReplicaWithinTheLogHasAllButWhatItMisses() {
    TreeMap<ObjectId, Version> missing = new TreeMap<>();
    missing.put(object(3), V);
    PeerState peer = new PeerState(missing, null);
    assertThat(peer.has(object(2))).isTrue();
    assertThat(peer.has(object(3))).isFalse();
    assertThat(peer.holdsUp(object(3))).isTrue();
    assertThat(peer.isFilled()).isFalse();
    peer.missing().clear();
    assertThat(peer.isWhole()).isTrue();
  }

  @Test
  void aMarkIsClaimedOnceNothingBeforeItIsMissing() {
    PeerState peer = new PeerState(new TreeMap<>(), GroupInfo.NOTHING);
    assertThat(peer.has(object(1))).isFalse();
    peer.missing().put(object(5), V);
    peer.onCompared(mark(10));
    peer.onCompared(mark(20));
    assertThat(peer.has(object(4))).isTrue();
    assertThat(peer.has(object(5))).isFalse();
    assertThat(peer.holdsUp(object(5))).as("it is copied as it will be then").isFalse();
    assertThat(peer.has(object(21))).isFalse();
    assertThat(peer.claim()).isNull();
    peer.missing().remove(object(5));
    peer.missing().put(object(15), V);
    assertThat(peer.claim()).isEqualTo(mark(10));
    assertThat(peer.claim()).as("one at a time").isNull();
    assertThat(peer.claimUnderWay()).isEqualTo(mark(10));
    peer.onNoted(mark(7));
    assertThat(peer.noted())
        .as("of an older claim")
        .isEqualTo(new PlacementMark(GroupInfo.NOTHING));
    peer.onNoted(mark(10));
    assertThat(peer.noted()).isEqualTo(mark(10));
    assertThat(peer.claim()).isNull();
    peer.missing().clear();
    peer.onCompared(PlacementMark.END);
    assertThat(peer.claim()).as("as far as it goes").isEqualTo(PlacementMark.END);
    assertThat(peer.isWhole()).isFalse();
    peer.onNoted(PlacementMark.END);
    assertThat(peer.isWhole()).isTrue();
  }

  @Test
  void whatIsMissingBeforeTheMarkHoldsUpAndIsNoHindranceBehindIt() {
    TreeMap<ObjectId, Version> missing = new TreeMap<>();
    missing.put(object(2), V);
    PeerState peer = new PeerState(missing, object(4));
    assertThat(peer.holdsUp(object(2))).isTrue();
    peer.onCompared(mark(9));
    assertThat(peer.claim()).isEqualTo(mark(9));
    assertThat(peer.holdsUp(object(2))).isTrue();
  }

  @Test
  void marksAreOrdered() {
    assertThat(mark(1).isBefore(mark(2))).isTrue();
    assertThat(mark(2).isBefore(mark(2))).isFalse();
    assertThat(mark(2).isBefore(PlacementMark.END)).isTrue();
    assertThat(PlacementMark.END.isBefore(PlacementMark.END)).isFalse();
    assertThat(PlacementMark.END.isBefore(mark(2))).isFalse();
  }

  @Test
  void whatIsMissingBehindAMarkThatWasClaimedBreaksAnInvariant() {
    PgId group = new PgId(new PoolId(1), 2);
    MemberId member = MemberId.of(new OsdId(3));
    PeerState peer = new PeerState(new TreeMap<>(), GroupInfo.NOTHING);
    peer.onCompared(mark(10));
    peer.invariants(group, member);
    assertThat(peer.claim()).isEqualTo(mark(10));
    peer.invariants(group, member);
    peer.missing().put(object(5), V);
    assertThatThrownBy(() -> peer.invariants(group, member))
        .isInstanceOf(Invariant.BrokenInvariant.class)
        .hasMessageContaining("group 1.2: osd.3 is told that it is whole up to");
    peer.missing().clear();
    peer.missing().put(object(11), V);
    assertThatThrownBy(() -> peer.invariants(group, member))
        .isInstanceOf(Invariant.BrokenInvariant.class)
        .hasMessageContaining("is compared up to");
  }
}
