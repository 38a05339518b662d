package io.pando.osd.pg.replication;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.cluster.Replication;
import io.pando.group.LogEntry;
import io.pando.id.MemberId;
import io.pando.id.OsdId;
import io.pando.id.RequestId;
import io.pando.id.Version;
import io.pando.message.ObjectMessage;
import io.pando.message.ReplicationMessage;
import io.pando.message.ReplicationMessage.Replicate;
import io.pando.message.ReplicationMessage.Replicated;
import io.pando.message.ReplicationMessage.Resend;
import io.pando.op.OpOutcome;
import io.pando.osd.pg.harness.GroupHarness;
import io.pando.osd.pg.harness.Maps;
import io.pando.osd.pg.replica.Awaiting;
import io.pando.osd.pg.roots.DurableHeads;
import io.pando.osd.pg.roots.RootReporter;
import io.pando.osd.pg.step.Effect;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What a member of a group of three does that is not the head. */
class ReplicaStepsTest {
  private static final MemberId A = MemberId.of(new OsdId(0));
  private static final MemberId B = MemberId.of(new OsdId(1));
  private static final MemberId C = MemberId.of(new OsdId(2));

  private final List<Replicate> made = new ArrayList<>();

  private static final class Member {
    final GroupHarness harness;
    final ReplicaReplication replication;

    Member(MemberId self, Replication way) {
      harness = new GroupHarness(self.osd(), Maps.of(3, way), ReplicationModel.CONFIG);
      replication =
          new ReplicaReplication(
              harness.replica, new RootReporter(harness.replica), new DurableHeads());
    }

    void take(MemberId from, Replicate update) {
      replication.onReplicate(from, GroupHarness.stream(from.osd()), update);
    }

    Replicated report(Version version) {
      return new Replicated(Maps.GROUP, harness.replica.epoch(), version, null);
    }

    Effect answer(Version version) {
      return new Effect.Answer(GroupHarness.stream(A.osd()), report(version));
    }

    Effect send(MemberId to, Version version) {
      return new Effect.Send(to, report(version));
    }
  }

  private final GroupHarness head = GroupHarness.primary(3, Replication.PRIMARY);

  private Replicate update(boolean tell, MemberId... without) {
    ReplicationMessage.Update it = head.update("o", new RequestId(9, made.size() + 1L));
    head.replica.append(it, Version.ZERO, Awaiting.nothing());
    Replicate made =
        new Replicate(
            Maps.GROUP,
            Maps.EPOCH,
            new ReplicationMessage.Update(it.entry(), it.ops(), it.objects(), it.bytes()),
            new Replicate.Progress(Version.ZERO, Version.ZERO),
            Arrays.stream(without).map(MemberId::osd).toList(),
            tell);
    this.made.add(made);
    return made;
  }

  private static Version version(Replicate update) {
    return update.entry().version();
  }

  private static Effect told(LogEntry entry) {
    return new Effect.ReplyToAttendant(
        9,
        new ObjectMessage.OperateReply(
            entry.request(),
            Maps.EPOCH,
            ObjectMessage.ANY_ATTEMPT,
            new OpOutcome.Succeeded(entry.version(), entry.results())));
  }

  @Test
  void aReplicaReportsToTheHeadWhatIsDurable() {
    Member b = new Member(B, Replication.PRIMARY);
    Replicate first = update(false);
    Replicate second = update(false);
    b.take(A, first);
    b.take(A, second);
    assertThat(b.harness.effects()).isEmpty();
    b.harness.report();
    assertThat(b.harness.effects()).containsExactly(b.answer(version(first)));
    b.harness.report();
    assertThat(b.harness.effects()).containsExactly(b.answer(version(second)));
    assertThat(b.harness.store.contents()).isEqualTo(head.store.contents());
    assertThat(b.harness.replica.info().objects()).isEqualTo(second.update().objects());
    assertThat(b.harness.replica.info().bytes()).isEqualTo(second.update().bytes());
  }

  @Test
  void whatCameIsReportedAgainOnceItIsDurable() {
    Member b = new Member(B, Replication.PRIMARY);
    Replicate first = update(false);
    Replicate second = update(false);
    b.take(A, first);
    b.take(A, second);
    b.take(A, first);
    assertThat(b.harness.effects()).isEmpty();
    b.harness.settle();
    b.harness.effects();
    b.take(A, first);
    assertThat(b.harness.effects())
        .as("with all behind it")
        .containsExactly(b.answer(version(second)));
  }

  @Test
  void whatLeavesAGapIsNotTaken() {
    Member b = new Member(B, Replication.PRIMARY);
    Replicate first = update(false);
    Replicate second = update(false);
    b.take(A, second);
    assertThat(b.harness.submitted()).isZero();
    assertThat(b.harness.replica.log().head()).isEqualTo(Version.ZERO);
    b.take(A, first);
    b.take(A, second);
    assertThat(b.harness.replica.log().head()).isEqualTo(version(second));
  }

  @Test
  void whoSendsNoneHereIsNotHeard() {
    Member c = new Member(C, Replication.CHAIN);
    c.take(A, update(false));
    assertThat(c.harness.submitted()).isZero();
    assertThat(c.harness.replica.log().head()).isEqualTo(Version.ZERO);
  }

  @Test
  void whoLacksTheObjectTakesTheEntryAlone() {
    Member b = new Member(B, Replication.CHAIN);
    b.take(A, update(false, B));
    assertThat(b.harness.store.ids()).isEmpty();
    Member c = new Member(C, Replication.CHAIN);
    c.take(B, made.getFirst());
    assertThat(c.harness.store.ids()).hasSize(1);
  }

  @Test
  void theMiddleOfAChainPassesOnWhatIsDurableAndReportsNothing() {
    Member b = new Member(B, Replication.CHAIN);
    Replicate first = update(true, C);
    b.take(A, first);
    assertThat(b.harness.effects()).isEmpty();
    b.harness.settle();
    assertThat(b.harness.effects()).containsExactly(new Effect.Send(C, first));
    b.take(A, first);
    assertThat(b.harness.effects()).containsExactly(new Effect.Send(C, first));
  }

  @Test
  void theEndOfAChainTellsClientsAndThenTheHead() {
    Member c = new Member(C, Replication.CHAIN);
    Replicate first = update(true);
    Replicate second = update(false);
    c.take(B, first);
    c.take(B, second);
    c.harness.report();
    assertThat(c.harness.effects()).containsExactly(told(first.entry()));
    c.harness.report();
    assertThat(c.harness.effects()).containsExactly(c.send(A, version(second)));
    c.take(B, first);
    assertThat(c.harness.effects()).containsExactly(c.send(A, version(second)));
    c.replication.onReplicated(A, version(first));
    assertThat(c.harness.effects()).isEmpty();
  }

  @Test
  void theLastOfASplayWaitsForTheReportsOfAll() {
    Member c = new Member(C, Replication.SPLAY);
    Replicate first = update(true);
    c.take(A, first);
    c.harness.settle();
    assertThat(c.harness.effects()).isEmpty();
    c.replication.onReplicated(A, version(first));
    assertThat(c.harness.effects()).isEmpty();
    c.replication.onReplicated(B, version(first));
    assertThat(c.harness.effects()).containsExactly(told(first.entry()), c.answer(version(first)));
    Replicate second = update(true);
    c.replication.onReplicated(A, version(second));
    c.replication.onReplicated(A, version(first));
    c.replication.onReplicated(B, version(second));
    c.take(A, second);
    c.harness.settle();
    assertThat(c.harness.effects())
        .containsExactly(told(second.entry()), c.answer(version(second)));
  }

  @Test
  void theMiddleOfASplayReportsToTheLast() {
    Member b = new Member(B, Replication.SPLAY);
    Replicate first = update(true);
    b.take(A, first);
    b.harness.settle();
    assertThat(b.harness.effects()).containsExactly(b.send(C, version(first)));
    b.replication.onReplicated(A, version(first));
    assertThat(b.harness.effects()).isEmpty();
  }

  /** While more is on its way the head learns of sixteen commits at a time. */
  @Test
  void commitsAreReportedTogether() {
    Member c = new Member(C, Replication.CHAIN);
    for (int i = 0; i < 40; i++) {
      c.take(B, update(false));
    }
    List<Integer> reported = new ArrayList<>();
    for (int i = 1; i <= 40; i++) {
      c.harness.report();
      for (Replicated it : c.harness.said(Replicated.class)) {
        assertThat(it.version()).isEqualTo(version(made.get(i - 1)));
        assertThat(it.root() == null).isEqualTo(i % 8 != 0);
        reported.add(i);
      }
    }
    assertThat(reported).containsExactly(16, 32, 40);
  }

  /** A replica that does not report to the primary sends no root. */
  @Test
  void theRootGoesToTheHeadAlone() {
    Member b = new Member(B, Replication.SPLAY);
    Member c = new Member(B, Replication.PRIMARY);
    for (int i = 0; i < 8; i++) {
      Replicate next = update(false);
      b.take(A, next);
      c.take(A, next);
    }
    b.harness.settle();
    c.harness.settle();
    assertThat(b.harness.said(Replicated.class)).extracting(Replicated::root).containsOnlyNulls();
    assertThat(c.harness.said(Replicated.class).getLast().root()).isNotNull();
  }

  @Test
  void aReportIsSaidAgainWhenTheStreamBroke() {
    Member b = new Member(B, Replication.PRIMARY);
    b.replication.onReset(A);
    assertThat(b.harness.effects()).isEmpty();
    Replicate first = update(false);
    b.take(A, first);
    b.replication.onReset(A);
    assertThat(b.harness.effects()).as("nothing is durable").isEmpty();
    b.harness.settle();
    b.harness.effects();
    b.replication.onReset(C);
    assertThat(b.harness.effects()).isEmpty();
    b.replication.onReset(A);
    assertThat(b.harness.effects()).containsExactly(b.answer(version(first)));
  }

  @Test
  void theMiddleOfAChainHasTheHeadSendAgain() {
    Member b = new Member(B, Replication.CHAIN);
    Effect again = new Effect.Send(A, new Resend(Maps.GROUP, Maps.EPOCH));
    b.take(A, update(false));
    b.replication.onReset(C);
    assertThat(b.harness.effects()).containsExactly(again);
    b.replication.onReset(A);
    assertThat(b.harness.effects()).containsExactly(again);
    b.replication.onReset(MemberId.of(new OsdId(3)));
    assertThat(b.harness.effects()).isEmpty();
  }

  @ParameterizedTest
  @EnumSource(names = {"CHAIN", "SPLAY"})
  void whoCollectsTellsTheHeadAgain(Replication way) {
    Member c = new Member(C, way);
    MemberId sender = way == Replication.CHAIN ? B : A;
    Replicate first = update(false);
    c.take(sender, first);
    c.harness.settle();
    c.harness.effects();
    c.replication.onReset(A);
    assertThat(c.harness.effects()).hasSize(way == Replication.CHAIN ? 1 : 0);
    c.replication.onReplicated(A, version(first));
    c.replication.onReplicated(B, version(first));
    c.harness.effects();
    c.replication.onReset(B);
    assertThat(c.harness.effects()).isEmpty();
    c.replication.onReset(A);
    assertThat(c.harness.effects())
        .containsExactly(
            way == Replication.CHAIN ? c.send(A, version(first)) : c.answer(version(first)));
  }

  /** What becomes durable behind a new interval was decided by peering. */
  @ParameterizedTest
  @EnumSource
  void aNewIntervalForgetsWhatWasUnderWay(Replication way) {
    Member b = new Member(B, way);
    b.take(A, update(true));
    b.harness.beginInterval();
    b.harness.settle();
    assertThat(b.harness.effects()).isEmpty();
  }
}
