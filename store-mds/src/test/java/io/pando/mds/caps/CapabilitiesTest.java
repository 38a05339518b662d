package io.pando.mds.caps;

import static io.pando.fs.Capability.ATTRIBUTES_SHARED;
import static io.pando.fs.Capability.BUFFER;
import static io.pando.fs.Capability.NAMES_EXCLUSIVE;
import static io.pando.fs.Capability.NAMES_SHARED;
import static io.pando.fs.Capability.READ;
import static io.pando.fs.Capability.WRITE;
import static org.assertj.core.api.Assertions.assertThat;

import io.pando.fs.Capability;
import io.pando.fs.CapabilitySet;
import io.pando.fs.Ino;
import io.pando.fs.inode.Timestamp;
import io.pando.fs.session.CapabilityGrant;
import io.pando.fs.session.FileState;
import io.pando.fs.session.HeldCapability;
import io.pando.message.FileMessage.UpdateCapabilities;
import io.pando.random.Random64;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Single histories of sessions 1 to 3 and inodes 1 and 2. */
class CapabilitiesTest {
  private static final CapabilityLimits LIMITS =
      new CapabilityLimits(new RecallLimits(4, 8, 16, 2, 100), 1_000, 10, 1_000);
  private static final Ino FILE = new Ino(1);
  private static final Ino OTHER = new Ino(2);
  private static final CapabilitySet NONE = CapabilitySet.NONE;
  private static final CapabilitySet READS = Kinds.READS;
  private static final CapabilitySet WRITES = Kinds.WRITES;

  private final List<CapabilityEffect> effects = new ArrayList<>();
  private Capabilities capabilities = new Capabilities(LIMITS, 0, false, effects::add);
  private long now;

  private List<CapabilityEffect> effects() {
    capabilities.invariants();
    List<CapabilityEffect> all = List.copyOf(effects);
    effects.clear();
    return all;
  }

  private static CapabilitySet set(Capability... some) {
    return CapabilitySet.of(some);
  }

  private void update(long session, CapabilitySet has, CapabilitySet wanted, long sequence) {
    capabilities.onUpdate(now, session, new UpdateCapabilities(FILE, has, wanted, sequence, null));
  }

  private void tell(
      long session, CapabilitySet has, CapabilitySet wants, long sequence, long size) {
    FileState state = new FileState(size, 0, Timestamp.EPOCH, Timestamp.EPOCH);
    capabilities.onUpdate(now, session, new UpdateCapabilities(FILE, has, wants, sequence, state));
  }

  private void needs(long session, long reach) {
    FileState state = new FileState(45, 0, Timestamp.EPOCH, Timestamp.EPOCH, reach);
    capabilities.onUpdate(now, session, new UpdateCapabilities(FILE, WRITES, WRITES, 1, state));
  }

  private boolean reserve(long ticket, long session, Ino ino, CapabilitySet forbidden) {
    SortedMap<Ino, CapabilitySet> all = new TreeMap<>();
    all.put(ino, forbidden);
    return capabilities.reserve(now, new Footprint(ticket, session, all, new TreeSet<>()));
  }

  private boolean exact(long ticket, long session) {
    return capabilities.reserve(
        now, new Footprint(ticket, session, new TreeMap<>(), new TreeSet<>(List.of(FILE))));
  }

  private static CapabilityEffect grant(long session, CapabilitySet set, long sequence, long to) {
    return new CapabilityEffect.Grant(session, new CapabilityGrant(FILE, set, sequence, to));
  }

  private static CapabilityEffect revoke(long session, CapabilitySet keep, long sequence) {
    return new CapabilityEffect.Revoke(session, FILE, keep, sequence);
  }

  /** Session 1 writes the file, alone. */
  private void writerAlone() {
    update(1, NONE, WRITES, 0);
    assertThat(effects()).containsExactly(new CapabilityEffect.NeedsRange(1, FILE, 0, 10));
    capabilities.rangeJournaled(now, FILE, 50);
    assertThat(effects()).containsExactly(grant(1, WRITES, 1, 50));
  }

  @Test
  void readersCacheUntilOneWrites() {
    update(1, NONE, READS, 0);
    update(2, NONE, READS, 0);
    assertThat(effects()).containsExactly(grant(1, READS, 1, 0), grant(2, READS, 1, 0));
    update(3, NONE, WRITES, 0);
    assertThat(effects())
        .containsExactlyInAnyOrder(revoke(1, set(READ), 2), revoke(2, set(READ), 2));
    update(1, set(READ), READS, 2);
    assertThat(effects()).isEmpty();
    update(2, set(READ), READS, 2);
    assertThat(effects()).containsExactly(new CapabilityEffect.NeedsRange(3, FILE, 0, 10));
    capabilities.rangeJournaled(now, FILE, 10);
    assertThat(effects()).containsExactly(grant(3, set(WRITE), 1, 10));
  }

  @Test
  void whatSharingTookIsGrantedAgainAfterTheHoldOff() {
    writerAlone();
    update(2, NONE, READS, 0);
    assertThat(effects()).containsExactly(revoke(1, set(WRITE), 2));
    update(1, set(WRITE), WRITES, 2);
    assertThat(effects()).containsExactly(grant(2, set(READ), 1, 0));
    update(2, NONE, NONE, 1);
    assertThat(effects()).isEmpty();
    now = 999;
    capabilities.onTime(now);
    assertThat(effects()).isEmpty();
    now = 1_000;
    capabilities.onTime(now);
    assertThat(effects()).containsExactly(grant(1, set(BUFFER), 3, 50));
  }

  @Test
  void idleCapabilitiesGiveWay() {
    writerAlone();
    update(1, WRITES, NONE, 1);
    assertThat(effects()).containsExactly(new CapabilityEffect.Closed(FILE));
    update(2, NONE, READS, 0);
    assertThat(effects()).containsExactly(revoke(1, NONE, 2));
    tell(1, NONE, NONE, 2, 44);
    assertThat(effects())
        .containsExactly(
            new CapabilityEffect.State(
                1, FILE, new FileState(44, 0, Timestamp.EPOCH, Timestamp.EPOCH)),
            new CapabilityEffect.WritersGone(FILE),
            grant(2, READS, 1, 0));
  }

  @Test
  void anUpdateDoesNotGiveUpWhatWasOnItsWay() {
    update(1, NONE, READS, 0);
    update(1, NONE, READS, 0);
    assertThat(effects()).containsExactly(grant(1, READS, 1, 0));
    assertThat(capabilities.given(1, FILE)).isEqualTo(READS);
    assertThat(reserve(7, 2, FILE, READS)).isFalse();
    assertThat(effects()).containsExactly(revoke(1, NONE, 2));
    update(1, READS, READS, 1);
    assertThat(effects()).isEmpty();
    update(1, NONE, READS, 2);
    assertThat(effects()).containsExactly(new CapabilityEffect.Ready(7));
    capabilities.release(now, 7);
    assertThat(effects()).containsExactly(grant(1, set(READ), 3, 0));
  }

  @Test
  void aSizeIsAskedForWithoutStoppingTheOnlyWriter() {
    writerAlone();
    assertThat(exact(7, 2)).isFalse();
    assertThat(effects()).containsExactly(new CapabilityEffect.AskState(1, FILE, 2));
    assertThat(exact(8, 3)).as("the answer may be older than this request").isFalse();
    tell(1, WRITES, WRITES, 1, 3);
    assertThat(effects()).hasSize(1);
    tell(1, WRITES, WRITES, 2, 4);
    assertThat(effects())
        .contains(new CapabilityEffect.AskState(1, FILE, 3), new CapabilityEffect.Ready(7))
        .hasSize(3);
    assertThat(exact(7, 2)).as("is not asked again").isTrue();
    capabilities.release(now, 7);
    update(1, WRITES, WRITES, 3);
    assertThat(effects()).containsExactly(new CapabilityEffect.Ready(8));
    assertThat(exact(9, 1)).as("its own state").isTrue();
  }

  @Test
  void severalWritersStopForAMoment() {
    writerAlone();
    update(2, NONE, WRITES, 0);
    update(1, set(WRITE), WRITES, 2);
    assertThat(effects()).containsExactly(revoke(1, set(WRITE), 2), grant(2, set(WRITE), 1, 50));
    assertThat(exact(7, 3)).isFalse();
    assertThat(effects()).containsExactlyInAnyOrder(revoke(1, NONE, 3), revoke(2, NONE, 2));
    tell(1, NONE, WRITES, 3, 8);
    tell(2, NONE, WRITES, 2, 1_000);
    assertThat(effects())
        .contains(
            new CapabilityEffect.Ready(7),
            new CapabilityEffect.State(
                2, FILE, new FileState(50, 0, Timestamp.EPOCH, Timestamp.EPOCH)));
    capabilities.release(now, 7);
    assertThat(capabilities.given(1, FILE)).isEqualTo(set(WRITE));
    assertThat(capabilities.given(2, FILE)).isEqualTo(set(WRITE));
  }

  @Test
  void requestsWithoutEndDoNotKeepAWriterFromItsFile() {
    writerAlone();
    assertThat(reserve(1, 2, FILE, WRITES)).isFalse();
    update(1, NONE, WRITES, 2);
    assertThat(reserve(1, 2, FILE, WRITES)).isTrue();
    int grants = 0;
    effects();
    for (long ticket = 2; ticket < 20; ticket++) {
      assertThat(reserve(ticket, 2, FILE, WRITES)).as("the writer came first").isFalse();
      capabilities.release(now, ticket - 1);
      for (CapabilityEffect each : effects()) {
        if (each instanceof CapabilityEffect.Revoke it) {
          update(1, NONE, WRITES, it.sequence());
        } else if (each instanceof CapabilityEffect.Grant) {
          grants++;
        }
      }
      assertThat(effects()).contains(new CapabilityEffect.Ready(ticket));
      assertThat(reserve(ticket, 2, FILE, WRITES)).isTrue();
    }
    assertThat(grants).isGreaterThan(10);
  }

  @Test
  void requestsOverTwoInodesDoNotWaitForEachOther() {
    SortedMap<Ino, CapabilitySet> both = new TreeMap<>();
    both.put(FILE, CapabilitySet.ALL);
    both.put(OTHER, CapabilitySet.ALL);
    for (long session = 1; session <= 2; session++) {
      for (Ino ino : both.keySet()) {
        assertThat(capabilities.offer(now, session, ino, set(NAMES_SHARED))).isNotNull();
      }
    }
    for (long ticket = 1; ticket <= 2; ticket++) {
      assertThat(capabilities.reserve(now, new Footprint(ticket, ticket, both, new TreeSet<>())))
          .isFalse();
    }
    for (CapabilityEffect each : effects()) {
      if (each instanceof CapabilityEffect.Revoke it) {
        capabilities.onUpdate(
            now, it.session(), new UpdateCapabilities(it.ino(), NONE, NONE, it.sequence(), null));
      }
    }
    assertThat(effects())
        .containsExactlyInAnyOrder(new CapabilityEffect.Ready(1), new CapabilityEffect.Ready(2));
  }

  @Test
  void offersTakeNothingFromOthers() {
    CapabilitySet names = set(NAMES_SHARED, NAMES_EXCLUSIVE, ATTRIBUTES_SHARED);
    assertThat(capabilities.offer(now, 1, FILE, names))
        .isEqualTo(new CapabilityGrant(FILE, names, 1, 0));
    assertThat(capabilities.offer(now, 1, FILE, names)).as("has all").isNull();
    assertThat(capabilities.offer(now, 2, FILE, names))
        .isEqualTo(new CapabilityGrant(FILE, set(ATTRIBUTES_SHARED), 1, 0));
    assertThat(reserve(7, 3, FILE, set(NAMES_SHARED, NAMES_EXCLUSIVE))).isFalse();
    update(1, set(ATTRIBUTES_SHARED), NONE, 2);
    assertThat(capabilities.offer(now, 1, FILE, names)).as("reserved").isNull();
    capabilities.release(now, 7);
    assertThat(capabilities.offer(now, 1, FILE, names))
        .as("held off")
        .isEqualTo(new CapabilityGrant(FILE, set(NAMES_SHARED), 3, 0));
    assertThat(capabilities.offer(now, 2, FILE, WRITES)).as("no range").isNull();
  }

  @Test
  void rangesGrowWithTheFile() {
    writerAlone();
    tell(1, WRITES, WRITES, 1, 20);
    assertThat(effects()).hasSize(1);
    tell(1, WRITES, WRITES, 1, 45);
    assertThat(effects()).endsWith(new CapabilityEffect.NeedsRange(1, FILE, 45, 45));
    tell(1, WRITES, WRITES, 1, 45);
    assertThat(effects()).hasSize(1);
    capabilities.rangeJournaled(now, FILE, 90);
    assertThat(effects()).containsExactly(grant(1, NONE, 2, 90));
    needs(1, 5_000);
    assertThat(effects()).endsWith(new CapabilityEffect.NeedsRange(1, FILE, 5_000, 1_000));
    needs(2, 5_000);
    assertThat(effects()).singleElement().isInstanceOf(CapabilityEffect.Violation.class);
    assertThat(capabilities.writing(1)).containsExactly(FILE);
    assertThat(capabilities.isWritten(FILE)).isTrue();
  }

  @Test
  void aRangeThatNoSessionUsesIsForgotten() {
    update(1, NONE, WRITES, 0);
    update(1, NONE, NONE, 0);
    effects();
    capabilities.rangeJournaled(now, FILE, 10);
    assertThat(effects()).containsExactly(new CapabilityEffect.WritersGone(FILE));
  }

  @Test
  void liesAreViolations() {
    update(1, NONE, READS, 0);
    effects();
    violates(1, READS.union(set(WRITE)), 1, null, "claims read+cache+write of inode 1");
    violates(1, READS, 0, null, "claims read+cache of inode 1, where it has none");
    violates(1, READS, 2, null, "names sequence number 2 for inode 1, where the newest is 1");
    violates(1, READS, -1, null, "names sequence number -1");
    violates(2, READS, 0, null, "claims read+cache of inode 1, where it has none");
    violates(1, READS, 1, -5L, "tells a size of -5 bytes for inode 1");
    assertThat(capabilities.given(1, FILE)).isEqualTo(READS);
    capabilities.onUpdate(now, 3, new UpdateCapabilities(OTHER, NONE, NONE, 0, null));
    assertThat(effects()).isEmpty();
  }

  @Test
  void aRepeatedUpdateThatGaveUpWritingIsNoLie() {
    writerAlone();
    tell(1, NONE, NONE, 1, 5);
    effects();
    tell(1, NONE, NONE, 1, 5);
    assertThat(effects()).isEmpty();
    update(1, NONE, READS, 1);
    effects();
    tell(1, READS, READS, 2, 50);
    assertThat(effects()).as("its state is not taken").isEmpty();
  }

  @Test
  void aRepeatedStateIsOldIfTheSessionGotTheFileBackMeanwhile() {
    writerAlone();
    tell(1, NONE, WRITES, 1, 5);
    assertThat(effects())
        .hasAtLeastOneElementOfType(CapabilityEffect.State.class)
        .contains(grant(1, WRITES, 2, 50));
    capabilities.onResuming(1);
    tell(1, NONE, WRITES, 1, 5);
    assertThat(effects())
        .as("others may have cut the file in between")
        .doesNotHaveAnyElementsOfTypes(CapabilityEffect.State.class);
  }

  @Test
  void grantsAfterAConnectionBeginsAreNotTakenBack() {
    update(1, NONE, READS, 0);
    effects();
    capabilities.onResuming(1);
    capabilities.onUpdate(now, 1, new UpdateCapabilities(OTHER, NONE, READS, 1, null));
    assertThat(effects()).hasSize(1);
    capabilities.onResumed(
        now, 1, List.of(new HeldCapability(FILE, NONE, READS, null, null, null)), _ -> false);
    assertThat(capabilities.given(1, OTHER)).as("granted over the connection").isEqualTo(READS);
    assertThat(effects()).as("lost with the connection before").contains(grant(1, READS, 3, 0));
  }

  @Test
  void theAnswerToANewerQuestionIsAwaited() {
    writerAlone();
    capabilities.onResuming(1);
    assertThat(exact(7, 2)).isFalse();
    effects();
    FileState old = new FileState(3, 0, Timestamp.EPOCH, Timestamp.EPOCH);
    capabilities.onResumed(
        now, 1, List.of(new HeldCapability(FILE, WRITES, WRITES, null, null, old)), _ -> false);
    assertThat(effects()).doesNotContain(new CapabilityEffect.Ready(7));
    tell(1, WRITES, WRITES, 2, 5);
    assertThat(effects()).contains(new CapabilityEffect.Ready(7));
  }

  private void violates(
      long session, CapabilitySet has, long sequence, @Nullable Long size, String clause) {
    FileState state =
        size == null ? null : new FileState(size, 0, Timestamp.EPOCH, Timestamp.EPOCH);
    capabilities.onUpdate(now, session, new UpdateCapabilities(FILE, has, NONE, sequence, state));
    assertThat(effects())
        .singleElement()
        .isInstanceOfSatisfying(
            CapabilityEffect.Violation.class,
            it -> {
              assertThat(it.session()).isEqualTo(session);
              assertThat(it.clause()).startsWith(clause);
            });
  }

  @Test
  void aLiarHarmsOnlyItself() {
    Random64 random = new Random64(5);
    writerAlone();
    int violations = 0;
    for (int i = 0; i < 5_000; i++) {
      CapabilitySet has = new CapabilitySet(1 << random.nextInt(13));
      CapabilitySet wants = new CapabilitySet(random.nextInt(1 << 13));
      long size = random.between(-2, 100);
      FileState state = new FileState(size, 0, Timestamp.EPOCH, Timestamp.EPOCH);
      Ino ino = new Ino(1 + random.nextInt(3));
      capabilities.onUpdate(
          now,
          2,
          new UpdateCapabilities(
              ino,
              random.nextBoolean() ? NONE : has,
              wants,
              random.between(-1, 60),
              random.oneIn(3) ? state : null));
      for (CapabilityEffect each : effects()) {
        if (each instanceof CapabilityEffect.Violation it) {
          assertThat(it.session()).isEqualTo(2);
          violations++;
          if (random.oneIn(20)) {
            capabilities.sessionGone(now, 2);
          }
        }
      }
      assertThat(capabilities.given(1, FILE).containsAll(set(WRITE))).isTrue();
    }
    assertThat(violations).isGreaterThan(500);
    capabilities.sessionGone(now, 2);
    assertThat(capabilities.held(2)).isZero();
  }

  @Test
  void claimsAfterAFailOverNeverConflict() {
    capabilities = new Capabilities(LIMITS, 100, true, effects::add);
    capabilities.rangeJournaled(now, FILE, 30);
    capabilities.onReconnect(1, claim(WRITES, WRITES));
    capabilities.onReconnect(2, claim(READS, READS));
    assertThat(effects())
        .containsExactly(
            new CapabilityEffect.Violation(
                2, "claims read+cache of inode 1, where session 1 has write+buffer"));
    capabilities.onReconnect(3, claim(NONE, set(READ)));
    capabilities.onReconnect(3, claim(NONE, set(READ)));
    assertThat(effects())
        .containsExactly(new CapabilityEffect.Violation(3, "claims inode 1 twice"));
    assertThat(capabilities.offer(now, 2, OTHER, READS)).as("before all are there").isNull();
    assertThat(reserve(1, 2, OTHER, READS)).isFalse();
    capabilities.onReconnected(now);
    assertThat(effects())
        .containsExactly(
            revoke(1, set(WRITE), 101), new CapabilityEffect.Ready(1), grant(1, NONE, 102, 30));
    update(1, set(WRITE), WRITES, 7);
    assertThat(effects()).containsExactly(grant(3, set(READ), 101, 0));
  }

  private static HeldCapability claim(CapabilitySet held, CapabilitySet wanted) {
    return new HeldCapability(FILE, held, wanted, null, null, null);
  }

  private void claimsToReach(long reach) {
    capabilities = new Capabilities(LIMITS, 100, true, effects::add);
    capabilities.rangeJournaled(now, FILE, 90);
    FileState state = new FileState(45, 0, Timestamp.EPOCH, Timestamp.EPOCH, reach);
    capabilities.onReconnect(1, new HeldCapability(FILE, WRITES, WRITES, null, null, state));
    effects();
    capabilities.onReconnected(now);
  }

  @Test
  void rangeThatAFormerHolderJournaledIsTold() {
    claimsToReach(50);
    assertThat(effects()).containsExactly(grant(1, NONE, 101, 90));
    claimsToReach(0);
    assertThat(effects()).containsExactly(grant(1, NONE, 101, 90));
  }

  @Test
  void sessionThatWaitsToWriteFurtherGetsALargerRangeAfterAFailOver() {
    claimsToReach(100);
    assertThat(effects())
        .containsExactly(
            grant(1, NONE, 101, 90), new CapabilityEffect.NeedsRange(1, FILE, 100, 100));
    capabilities.rangeJournaled(now, FILE, 200);
    assertThat(effects()).containsExactly(grant(1, NONE, 102, 200));
  }

  @Test
  void sessionsThatEndLeaveTheWayFree() {
    writerAlone();
    assertThat(reserve(7, 2, FILE, WRITES)).isFalse();
    assertThat(reserve(8, 1, FILE, READS)).isTrue();
    effects();
    now = 500;
    assertThat(capabilities.overdue(now, 501)).isEmpty();
    assertThat(capabilities.overdue(now, 500))
        .containsExactly(new UnansweredRevocation(1, FILE, 0));
    capabilities.sessionGone(now, 1);
    assertThat(effects())
        .containsExactly(
            new CapabilityEffect.WritersGone(FILE),
            new CapabilityEffect.Closed(FILE),
            new CapabilityEffect.Ready(7));
    assertThat(capabilities.overdue(now, 0)).isEmpty();
  }

  @Test
  void questionsThatStayUnansweredAreOverdue() {
    writerAlone();
    assertThat(exact(7, 2)).isFalse();
    now = 9;
    assertThat(capabilities.overdue(now, 9)).containsExactly(new UnansweredRevocation(1, FILE, 0));
    update(1, WRITES, WRITES, 2);
    assertThat(capabilities.overdue(now, 0)).isEmpty();
  }

  @Test
  void inodesAreRecalledStepByStep() {
    for (int i = 1; i <= 8; i++) {
      assertThat(capabilities.offer(now, 1, new Ino(i), READS)).isNotNull();
    }
    assertThat(capabilities.isOverLimit(1)).isTrue();
    assertThat(capabilities.offer(now, 1, new Ino(9), READS)).isNull();
    capabilities.onUpdate(now, 1, new UpdateCapabilities(new Ino(9), NONE, READS, 8, null));
    assertThat(effects()).as("open files get what they need").hasSize(1);
    capabilities.onTime(0);
    capabilities.onTime(99);
    assertThat(effects()).containsExactly(new CapabilityEffect.Recall(1, 7));
    for (int i = 1; i <= 4; i++) {
      capabilities.onUpdate(now, 1, new UpdateCapabilities(new Ino(i), NONE, NONE, 9, null));
    }
    capabilities.onTime(100);
    assertThat(effects()).containsExactly(new CapabilityEffect.Recall(1, 4));
    assertThat(capabilities.held(1)).isEqualTo(5);
    for (int i = 100; i < 111; i++) {
      capabilities.onUpdate(now, 1, new UpdateCapabilities(new Ino(i), NONE, READS, 9, null));
    }
    assertThat(effects()).doesNotContain(tooMany());
    capabilities.onUpdate(now, 1, new UpdateCapabilities(new Ino(111), NONE, READS, 9, null));
    assertThat(effects()).containsExactly(tooMany());
  }

  @Test
  void sessionsThatReleaseNothingLeaveAShareToOthers() {
    RecallLimits recall = new RecallLimits(40, 80, 80, 2, 100);
    capabilities =
        new Capabilities(new CapabilityLimits(recall, 0, 10, 1_000), 0, false, effects::add);
    for (int i = 1; i <= 80; i++) {
      assertThat(capabilities.offer(now, 1 + i % 2, new Ino(i), READS)).isNotNull();
    }
    assertThat(capabilities.offer(now, 1, new Ino(81), READS)).as("of 80 all are held").isNull();
    for (int i = 1; i <= 3; i++) {
      assertThat(capabilities.offer(now, 3, new Ino(i), READS)).isNotNull();
    }
    assertThat(capabilities.offer(now, 3, new Ino(4), READS)).as("a third of 80 / 8").isNull();
    capabilities.sessionGone(now, 2);
    assertThat(capabilities.offer(now, 3, new Ino(4), READS)).isNotNull();
  }

  private static CapabilityEffect tooMany() {
    return new CapabilityEffect.Violation(1, "has 16 inodes, where 8 are allowed");
  }
}
