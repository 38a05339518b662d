package io.pando.osd.pg.lease;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pando.group.RemainingLeases;
import io.pando.id.MemberList;
import io.pando.id.OsdId;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class GroupLeasesTest {
  private static final OsdId SELF = new OsdId(1);
  private static final OsdId A = new OsdId(2);
  private static final OsdId B = new OsdId(3);
  private static final LeaseTerm TERM = new LeaseTerm(3_200);
  private static final long KEPT = 3_300;

  private final HeldLeases held = new HeldLeases(TERM);
  private final LeaseGrants grants = new LeaseGrants(TERM, -10_000);
  private final GroupLeases group = made(Leases.NEVER);

  private GroupLeases made(long forgottenUntil) {
    return new GroupLeases(
        SELF,
        new Leases() {
          @Override
          public long heldUntilNanos(OsdId from, long interval) {
            return held.untilNanos(from, interval);
          }

          @Override
          public long forgottenUntilNanos() {
            return forgottenUntil;
          }

          @Override
          public long grantedUntilNanos(OsdId holder) {
            return grants.granted(0).until(holder);
          }
        });
  }

  @Test
  void lastsAsLongAsTheShortestPromise() {
    held.advance(10);
    assertThat(group.memberWithoutPromise(List.of(SELF, A, B), 9, 0)).contains(A);
    held.onPong(new PingReply(A, 100, 10));
    held.onPong(new PingReply(B, 50, 9));
    assertThat(group.isLive(List.of(SELF, A, B), 9, 50 + TERM.nanos() - 1)).isTrue();
    assertThat(group.memberWithoutPromise(List.of(SELF, A, B), 9, 50 + TERM.nanos())).contains(B);
    assertThat(group.isLive(List.of(SELF, A), 9, 50 + TERM.nanos())).isTrue();
    assertThat(group.isLive(List.of(SELF, A), 9, 100 + TERM.nanos())).isFalse();
  }

  @Test
  void whoServesAloneNeedsNobody() {
    assertThat(group.isLive(List.of(SELF), 9, Long.MAX_VALUE)).isTrue();
  }

  @Test
  void promiseOfAnOlderIntervalDoesNotCount() {
    held.advance(10);
    held.onPong(new PingReply(A, 100, 8));
    assertThat(group.isLive(List.of(SELF, A), 9, 100)).isFalse();
  }

  @Test
  void promiseOfANewerMapCountsOnceThatIsToldAndTheOlderOneMeanwhile() {
    held.advance(9);
    held.onPong(new PingReply(A, 100, 9));
    held.onPong(new PingReply(A, 2_000, 10));
    assertThat(group.isLive(List.of(SELF, A), 9, 100 + TERM.nanos() - 1)).isTrue();
    assertThat(group.isLive(List.of(SELF, A), 9, 100 + TERM.nanos())).isFalse();
    held.advance(10);
    assertThat(group.isLive(List.of(SELF, A), 9, 100 + TERM.nanos())).isTrue();
  }

  @Test
  void whatIsOverIsForgotten() {
    held.advance(9);
    held.onPong(new PingReply(A, 100, 9));
    held.forgetBefore(100 + TERM.nanos());
    assertThat(held.untilNanos(A, 9)).isEqualTo(Leases.NEVER);
  }

  @Test
  void formerPrimaryIsWaitedForUnlessItWasHeard() {
    grants.onPong(A, 0);
    group.onIntervalEnded(MemberList.of(A, B), List.of(A, B, SELF));
    assertThat(group.awaited(null, List.of(), 0)).contains(new FormerLeases.Wait("osd.2", KEPT));
    assertThat(group.awaited(null, List.of(A), 0)).isEmpty();
    assertThat(group.left(300).byHolderNanos()).containsExactly(Map.entry(A, KEPT - 300));
    assertThat(group.awaited(null, List.of(), KEPT)).isEmpty();
    assertThat(group.left(KEPT)).isEqualTo(RemainingLeases.NONE);
  }

  @Test
  void ownIntervalsAndThoseOfOthersLeaveNothing() {
    grants.onPong(A, 0);
    group.onIntervalEnded(MemberList.of(SELF, A), List.of(SELF, A));
    group.onIntervalEnded(MemberList.of(A, B), List.of(A, B));
    group.onIntervalEnded(MemberList.EMPTY, List.of());
    assertThat(group.left(0)).isEqualTo(RemainingLeases.NONE);
  }

  @Test
  void theLongestOfWhatOthersTellCounts() {
    TreeMap<OsdId, Long> told = new TreeMap<>();
    told.put(A, 500L);
    told.put(B, 700L);
    told.put(SELF, 900L);
    group.learn(new RemainingLeases(new TreeMap<>(told), 0), 1_000);
    told.put(B, 100L);
    group.learn(new RemainingLeases(new TreeMap<>(told), 0), 1_000);
    assertThat(group.awaited(null, List.of(), 1_000))
        .contains(new FormerLeases.Wait("osd.3", 1_700));
    assertThat(group.awaited(null, List.of(B), 1_000))
        .contains(new FormerLeases.Wait("osd.2", 1_500));
  }

  @Test
  void afterARestartAnybodyMayHoldOneAlsoWhoWasHeardOfOthers() {
    GroupLeases restarted = made(5_000);
    assertThat(restarted.awaited(null, List.of(A, B), 0))
        .get()
        .extracting("untilNanos")
        .isEqualTo(5_000L);
    assertThat(restarted.awaited(null, List.of(), 5_000)).isEmpty();
    group.learn(restarted.left(1_000), 2_000);
    assertThat(group.awaited(null, List.of(A), 2_000))
        .get()
        .extracting("untilNanos")
        .isEqualTo(6_000L);
  }

  @Test
  void nobodyIsWaitedForOnceAllWhoMayHaveLedHaveStopped() {
    GroupLeases restarted = made(5_000);
    assertThat(restarted.awaited(List.of(), List.of(), 0)).isEmpty();
    assertThat(restarted.awaited(List.of(SELF), List.of(), 0)).isEmpty();
    assertThat(restarted.awaited(List.of(SELF, A), List.of(A), 0)).isEmpty();
    assertThat(restarted.awaited(List.of(SELF, A), List.of(B), 0)).isPresent();
    grants.onPong(A, 0);
    group.onIntervalEnded(MemberList.of(A, B), List.of(A, B, SELF));
    assertThat(group.awaited(List.of(A, B), List.of(B), 0))
        .contains(new FormerLeases.Wait("osd.2", KEPT));
  }

  @Test
  void termMustBeOfUse() {
    assertThatThrownBy(() -> new LeaseTerm(0))
        .hasMessageContaining("the lease must be positive: 0 ns");
  }

  @Test
  void onlyWhatIsOverIsForgotten() {
    held.advance(9);
    held.onPong(new PingReply(A, 100, 9));
    held.onPong(new PingReply(B, 101, 9));
    held.onPong(new PingReply(A, 100, 10));
    held.onPong(new PingReply(B, 102, 10));
    held.forgetBefore(100 + TERM.nanos());
    assertThat(held.untilNanos(A, 9)).isEqualTo(Leases.NEVER);
    assertThat(held.untilNanos(B, 9)).isEqualTo(101 + TERM.nanos());
    held.advance(10);
    assertThat(held.untilNanos(A, 9)).as("of a map that was not told").isEqualTo(Leases.NEVER);
    assertThat(held.untilNanos(B, 10)).isEqualTo(102 + TERM.nanos());
  }

  @Test
  void anAnswerThatComesLateCountsNoMore() {
    held.advance(9);
    held.onPong(new PingReply(A, 200, 8));
    held.onPong(new PingReply(A, 100, 9));
    assertThat(held.untilNanos(A, 8)).isEqualTo(200 + TERM.nanos());
    assertThat(held.untilNanos(A, 9)).isEqualTo(Leases.NEVER);
    held.onPong(new PingReply(A, 200, 9));
    assertThat(held.untilNanos(A, 9)).isEqualTo(200 + TERM.nanos());
    held.onPong(new PingReply(B, 300, 11));
    held.advance(10);
    assertThat(held.untilNanos(B, 9)).isEqualTo(Leases.NEVER);
    held.advance(11);
    assertThat(held.untilNanos(B, 9)).isEqualTo(300 + TERM.nanos());
  }

  /** Of the two that last longest the one is named whose holder is known. */
  @Test
  void anybodyMayHoldOneForAsLongAsOthersTell() {
    TreeMap<OsdId, Long> told = new TreeMap<>();
    told.put(A, 500L);
    group.learn(new RemainingLeases(told, 500), 1_000);
    assertThat(group.awaited(null, List.of(), 1_000))
        .contains(new FormerLeases.Wait("osd.2", 1_500));
    group.learn(new RemainingLeases(new TreeMap<>(), 501), 1_000);
    group.learn(new RemainingLeases(new TreeMap<>(), 400), 1_000);
    assertThat(group.awaited(null, List.of(), 1_000))
        .get()
        .extracting("untilNanos")
        .isEqualTo(1_501L);
    assertThat(group.left(1_400)).isEqualTo(new RemainingLeases(with(A, 100L), 101));
    assertThat(group.left(1_500)).isEqualTo(new RemainingLeases(new TreeMap<>(), 1));
    assertThat(group.left(1_600)).isEqualTo(RemainingLeases.NONE);
  }

  private static SortedMap<OsdId, Long> with(OsdId osd, long nanos) {
    TreeMap<OsdId, Long> one = new TreeMap<>();
    one.put(osd, nanos);
    return one;
  }

  @Test
  void aGroupInheritsWhatTheOneKnewOfWhichItWasMade() {
    GroupLeases old = made(Leases.NEVER);
    old.learn(new RemainingLeases(with(B, 500L), 200), 1_000);
    grants.onPong(A, 0);
    group.inherit(old, MemberList.of(A, SELF), List.of(A, SELF), 1_100);
    SortedMap<OsdId, Long> both = with(A, KEPT - 1_100);
    both.put(B, 400L);
    assertThat(group.left(1_100)).isEqualTo(new RemainingLeases(both, 100));
  }
}
