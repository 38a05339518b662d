package io.pando.osd.pg.replication;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.cluster.Replication;
import io.pando.id.MemberId;
import io.pando.id.OsdId;
import io.pando.id.RequestId;
import io.pando.id.Version;
import io.pando.message.PeeringMessage;
import io.pando.message.RecoveryMessage;
import io.pando.message.ReplicationMessage;
import io.pando.message.ReplicationMessage.Replicate;
import io.pando.message.ReplicationMessage.Replicated;
import io.pando.osd.pg.harness.GroupHarness;
import io.pando.osd.pg.harness.Maps;
import io.pando.osd.pg.roots.DurableHeads;
import io.pando.osd.pg.step.Effect;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What the head of a group of three says, to whom, and in which order. */
class ReplicationStepsTest {
  private static final MemberId B = MemberId.of(new OsdId(1));
  private static final MemberId C = MemberId.of(new OsdId(2));
  private static final long ASKED = 400;

  private final List<Version> committed = new ArrayList<>();
  private final List<ReplicationMessage.Update> updates = new ArrayList<>();

  private final class Head {
    final GroupHarness harness;
    final DurableHeads heads = new DurableHeads();
    PrimaryReplication replication;

    Head(Replication way) {
      harness = new GroupHarness(new OsdId(0), Maps.of(3, way), ReplicationModel.CONFIG);
      replication = new PrimaryReplication(harness.replica, heads);
      replication.begin();
    }

    Version submit() {
      ReplicationMessage.Update update = harness.update("o", new RequestId(9, updates.size() + 1L));
      updates.add(update);
      Version version = update.entry().version();
      replication.submit(
          new PendingUpdate(
              update,
              UpdateParts.SAME,
              new TreeSet<>(),
              false,
              ASKED,
              () -> committed.add(version)));
      return version;
    }

    Effect.Send update(MemberId to, int number) {
      return update(to, number, replication.committed());
    }

    Effect.Send update(MemberId to, int number, Version known) {
      ReplicationMessage.Update it = updates.get(number - 1);
      return new Effect.Send(
          to,
          new Replicate(
              Maps.GROUP,
              Maps.EPOCH,
              new ReplicationMessage.Update(it.entry(), it.ops(), it.objects(), it.bytes()),
              new Replicate.Progress(known, Version.ZERO),
              List.of(),
              false));
    }

    Effect.Send report(MemberId to, Version version) {
      return new Effect.Send(to, new Replicated(Maps.GROUP, Maps.EPOCH, version, null));
    }
  }

  @Test
  void aHeadThatCollectsSendsToAllAndWaitsForAll() {
    Head head = new Head(Replication.PRIMARY);
    Version first = head.submit();
    assertThat(head.harness.effects()).containsExactly(head.update(B, 1), head.update(C, 1));
    Version second = head.submit();
    assertThat(head.harness.effects()).containsExactly(head.update(B, 2), head.update(C, 2));
    head.replication.onReplicated(B, second);
    head.harness.settle();
    head.replication.onReplicated(C, first);
    assertThat(committed).containsExactly(first);
    head.replication.onReplicated(C, second);
    assertThat(committed).containsExactly(first, second);
    assertThat(head.replication.isCollectedElsewhere()).isFalse();
    assertThat(head.replication.size()).isZero();
  }

  @Test
  void theHeadOfAChainSendsToTheNextWhatIsDurable() {
    Head head = new Head(Replication.CHAIN);
    Version first = head.submit();
    head.submit();
    assertThat(head.harness.effects()).isEmpty();
    head.harness.report();
    assertThat(head.harness.effects()).containsExactly(head.update(B, 1));
    head.replication.onReplicated(B, first);
    assertThat(committed).isEmpty();
    head.replication.onReplicated(C, first);
    assertThat(committed).containsExactly(first);
    assertThat(head.replication.isCollectedElsewhere()).isTrue();
  }

  @Test
  void theHeadOfASplaySendsToAllAndReportsToTheLast() {
    Head head = new Head(Replication.SPLAY);
    Version first = head.submit();
    assertThat(head.harness.effects()).containsExactly(head.update(B, 1), head.update(C, 1));
    head.harness.report();
    assertThat(head.harness.effects()).containsExactly(head.report(C, first));
    head.replication.onReplicated(C, first);
    assertThat(committed).containsExactly(first);
  }

  @Test
  void theTimesOfACommitAreCounted() {
    Head head = new Head(Replication.PRIMARY);
    Version first = head.submit();
    head.harness.pass(30);
    head.harness.report();
    head.harness.pass(7);
    head.replication.onReplicated(B, first);
    head.harness.effects();
    head.replication.onReplicated(C, first);
    assertThat(head.harness.effects())
        .containsExactly(new Effect.CountCommit(1_000 - ASKED, 30, 37));
  }

  @Test
  void whatAMemberHasNotReportedIsSentToItAgain() {
    Head head = new Head(Replication.PRIMARY);
    Version first = head.submit();
    head.submit();
    head.submit();
    head.replication.onReplicated(B, first);
    head.harness.effects();
    head.replication.onReset(B);
    assertThat(head.harness.effects()).containsExactly(head.update(B, 2), head.update(B, 3));
    head.replication.onReset(C);
    assertThat(head.harness.effects())
        .containsExactly(head.update(C, 1), head.update(C, 2), head.update(C, 3));
    head.replication.onReset(MemberId.of(new OsdId(5)));
    assertThat(head.harness.effects()).isEmpty();
    head.replication.onSendAgain();
    assertThat(head.harness.effects())
        .containsExactly(
            head.update(B, 2),
            head.update(B, 3),
            head.update(C, 1),
            head.update(C, 2),
            head.update(C, 3));
  }

  @Test
  void theNextInAChainGetsAgainWhatIsDurable() {
    Head head = new Head(Replication.CHAIN);
    Version first = head.submit();
    head.submit();
    head.submit();
    head.harness.report();
    head.harness.report();
    head.harness.effects();
    head.replication.onReset(B);
    assertThat(head.harness.effects()).containsExactly(head.update(B, 1), head.update(B, 2));
    head.replication.onReset(C);
    assertThat(head.harness.effects()).isEmpty();
    head.replication.onReplicated(C, first);
    head.harness.effects();
    head.replication.onSendAgain();
    assertThat(head.harness.effects()).containsExactly(head.update(B, 2));
  }

  @Test
  void theLastOfASplayHearsAgainWhatIsDurable() {
    Head head = new Head(Replication.SPLAY);
    head.submit();
    Version second = head.submit();
    head.submit();
    head.harness.report();
    head.harness.report();
    head.harness.effects();
    head.replication.onReset(C);
    assertThat(head.harness.effects())
        .containsExactly(
            head.update(C, 1), head.update(C, 2), head.update(C, 3), head.report(C, second));
    head.replication.onReset(B);
    assertThat(head.harness.effects())
        .containsExactly(head.update(B, 1), head.update(B, 2), head.update(B, 3));
  }

  @ParameterizedTest
  @EnumSource
  void theOldestIsSentAgainAfterAWhile(Replication way) {
    Head head = new Head(way);
    head.harness.pass(1_000);
    Version first = head.submit();
    head.submit();
    head.harness.pass(ReplicationModel.RETRY_NANOS);
    head.harness.effects();
    head.replication.onTick();
    assertThat(head.harness.effects()).as("it is not durable here").isEmpty();
    head.harness.settle();
    head.harness.effects();
    head.harness.pass(ReplicationModel.RETRY_NANOS - 1);
    head.replication.onTick();
    assertThat(head.harness.effects()).isEmpty();
    head.harness.pass(1);
    head.replication.onTick();
    List<Effect> again = oldestAgain(head, way);
    assertThat(head.harness.effects()).containsExactlyElementsOf(again);
    head.replication.onTick();
    assertThat(head.harness.effects()).isEmpty();
    head.harness.pass(ReplicationModel.RETRY_NANOS);
    head.replication.onTick();
    assertThat(head.harness.effects()).containsExactlyElementsOf(again);
    head.harness.pass(ReplicationModel.RETRY_NANOS - 1);
    head.replication.onReplicated(B, first);
    head.replication.onReplicated(C, first);
    head.harness.effects();
    head.harness.pass(ReplicationModel.RETRY_NANOS - 1);
    head.replication.onTick();
    assertThat(head.harness.effects()).as("something was committed").isEmpty();
    head.harness.pass(1);
    head.replication.onTick();
    assertThat(head.harness.effects()).contains(head.update(B, 2, first));
  }

  private List<Effect> oldestAgain(Head head, Replication way) {
    return switch (way) {
      case PRIMARY -> List.of(head.update(B, 1), head.update(C, 1));
      case CHAIN -> List.of(head.update(B, 1));
      case SPLAY ->
          List.of(
              head.update(B, 1),
              head.update(C, 1),
              head.report(C, updates.getLast().entry().version()));
    };
  }

  @Test
  void theWhileBeginsWithTheFirstUpdateUnderWay() {
    Head head = new Head(Replication.PRIMARY);
    head.harness.pass(5_000);
    head.submit();
    head.harness.settle();
    head.harness.pass(ReplicationModel.RETRY_NANOS - 1);
    head.submit();
    head.harness.effects();
    head.replication.onTick();
    assertThat(head.harness.effects()).isEmpty();
    head.harness.pass(1);
    head.replication.onTick();
    assertThat(head.harness.effects()).containsExactly(head.update(B, 1), head.update(C, 1));
  }

  @ParameterizedTest
  @EnumSource
  void onlyCopiesOvertakeAndOnlyInAChain(Replication way) {
    Head head = new Head(way);
    Effect.Send copy =
        new Effect.Send(B, new RecoveryMessage.Push(Maps.GROUP, Maps.EPOCH, List.of()));
    Effect.Send other = new Effect.Send(B, new PeeringMessage.GetInfo(Maps.GROUP, Maps.EPOCH));
    assertThat(head.replication.wouldOvertake(copy)).isFalse();
    Version first = head.submit();
    assertThat(head.replication.wouldOvertake(copy)).isEqualTo(way == Replication.CHAIN);
    assertThat(head.replication.wouldOvertake(other)).isFalse();
    head.harness.settle();
    head.replication.onReplicated(B, first);
    head.replication.onReplicated(C, first);
    assertThat(head.replication.wouldOvertake(copy)).isFalse();
  }

  @ParameterizedTest
  @EnumSource
  void whatWasUnderWayInAnIntervalIsForgottenWithIt(Replication way) {
    Head head = new Head(way);
    head.submit();
    List<String> ran = new ArrayList<>();
    head.replication.whenCommitted(() -> ran.add("old"));
    head.harness.effects();
    head.harness.replica.onIntervalEnded();
    head.replication = new PrimaryReplication(head.harness.replica, head.heads);
    head.harness.settle();
    assertThat(head.harness.effects()).isEmpty();
    head.replication.begin();
    assertThat(head.replication.committed()).isEqualTo(head.harness.replica.log().head());
    Version second = head.submit();
    head.replication.whenCommitted(() -> ran.add("new"));
    head.harness.settle();
    head.replication.onReplicated(B, second);
    head.replication.onReplicated(C, second);
    assertThat(committed).containsExactly(second);
    assertThat(ran).containsExactly("new");
  }

  /** Peering may give up updates that only some had: they do not count as lost. */
  @Test
  void whatPeeringGaveUpIsNotRemembered() {
    Head head = new Head(Replication.PRIMARY);
    Version later = new Version(Maps.EPOCH, 90);
    head.heads.note(head.harness.replica.membership().members(), later);
    head.submit();
    head.replication.begin();
    assertThat(head.heads.of(B)).isEqualTo(head.harness.replica.log().head());
  }
}
