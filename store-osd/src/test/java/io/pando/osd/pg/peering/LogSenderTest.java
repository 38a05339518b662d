package io.pando.osd.pg.peering;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.cluster.Replication;
import io.pando.group.IndexEntry;
import io.pando.group.LogEntry;
import io.pando.id.ObjectId;
import io.pando.id.OsdId;
import io.pando.id.RequestId;
import io.pando.id.Version;
import io.pando.message.PeeringMessage;
import io.pando.message.PeeringMessage.Activate;
import io.pando.message.PeeringMessage.Activated;
import io.pando.message.PeeringMessage.Changes;
import io.pando.message.PeeringMessage.GetLog;
import io.pando.message.PeeringMessage.IndexExtent;
import io.pando.message.PeeringMessage.LogPart;
import io.pando.message.PeeringMessage.Remember;
import io.pando.message.ReplicationMessage;
import io.pando.osd.pg.harness.GroupCluster;
import io.pando.osd.pg.harness.GroupHarness;
import io.pando.osd.pg.harness.Maps;
import io.pando.osd.pg.log.MetaKeys;
import io.pando.osd.pg.recovery.CatchUpMethod;
import io.pando.osd.pg.replica.Awaiting;
import io.pando.store.StoreOp;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Twelve updates of ten objects were made, 7'1 to 7'12, of which the log has the last six; those
 * before are remembered, and in the version index.
 */
class LogSenderTest {
  private static final int INDEX_CHANGES = 6;

  private final GroupHarness harness =
      new GroupHarness(
          new OsdId(0), Maps.of(3, Replication.PRIMARY), GroupCluster.config(INDEX_CHANGES, true));
  private final LogSender sender = new LogSender(harness.replica);
  private final List<LogEntry> entries = new ArrayList<>();
  private final List<List<PeeringMessage>> sent = new ArrayList<>();
  private final List<CatchUpMethod> ways = new ArrayList<>();

  private static Version at(int counter) {
    return new Version(7, counter);
  }

  @BeforeEach
  void fill() {
    for (int i = 1; i <= 12; i++) {
      var update = harness.update("o" + i % 10, new RequestId(9, i));
      entries.add(update.entry());
      harness.replica.append(update, i == 12 ? at(6) : Version.ZERO, Awaiting.nothing());
    }
    harness.settle();
  }

  /** The entries from this counter to that one. */
  private List<LogEntry> entries(int first, int last) {
    return entries.subList(first - 1, last);
  }

  private Remember remember(int first, int last) {
    return new Remember(Maps.GROUP, Maps.EPOCH, entries(first, last));
  }

  private LogPart logPart(int since) {
    return new LogPart(
        Maps.GROUP, Maps.EPOCH, harness.replica.info(), at(since), entries(since + 1, 12), false);
  }

  private Activate activate(int since, boolean backfill, @Nullable IndexExtent indexed) {
    return new Activate(
        Maps.GROUP,
        Maps.EPOCH,
        harness.replica.info(),
        new Activate.CatchUp(at(since), entries(since + 1, 12), backfill, indexed),
        false,
        harness.replica.leases().left(harness.replica.nowNanos()));
  }

  private List<PeeringMessage> answer(Version since, Version rememberedSince) {
    return sender.answer(new GetLog(Maps.GROUP, Maps.EPOCH, since, rememberedSince));
  }

  private void activation(Version has, Version rememberedSince) {
    sender.activation(
        has,
        rememberedSince,
        (messages, way) -> {
          sent.add(messages);
          ways.add(way);
        });
  }

  @Test
  void whoAsksIsToldTheLogAndWhatItDoesNotRemember() {
    assertThat(answer(at(8), Version.ZERO)).containsExactly(logPart(8));
    assertThat(answer(at(8), at(4))).containsExactly(remember(1, 4), logPart(8));
    assertThat(answer(at(12), at(40))).containsExactly(remember(1, 6), logPart(12));
    assertThat(answer(at(6), Version.ZERO)).containsExactly(logPart(6));
    assertThat(answer(new Version(8, 9), Version.ZERO)).containsExactly(logPart(12));
  }

  @Test
  void theLogActivatesWhomItReaches() {
    activation(at(9), at(2));
    assertThat(ways).containsExactly(new CatchUpMethod.Log());
    assertThat(sent).containsExactly(List.of(remember(1, 2), activate(9, false, null)));
    sent.clear();
    activation(at(6), Version.ZERO);
    assertThat(sent).containsExactly(List.of(activate(6, false, null)));
  }

  @Test
  void whoHasNothingIsFilled() {
    activation(Version.ZERO, Version.ZERO);
    assertThat(ways).containsExactly(new CatchUpMethod.Copy());
    assertThat(sent).containsExactly(List.of(remember(1, 6), activate(6, true, null)));
    assertThat(harness.reads()).isZero();
  }

  @Test
  void whoHasAnotherHistoryIsComparedByTrees() {
    activation(new Version(5, 0), at(3));
    assertThat(ways).containsExactly(new CatchUpMethod.Tree());
    assertThat(sent).containsExactly(List.of(remember(1, 6), activate(6, true, null)));
  }

  private Changes changes(int first) {
    List<IndexEntry> changed = new ArrayList<>();
    for (LogEntry entry : entries(first, 6)) {
      changed.add(IndexEntry.of(entry));
    }
    SortedMap<Long, Long> counters = new TreeMap<>();
    counters.put(7L, 6L);
    return new Changes(Maps.GROUP, Maps.EPOCH, changed, counters);
  }

  @Test
  void theIndexTellsWhatChangedBeforeTheLog() {
    activation(at(2), at(2));
    harness.settle();
    assertThat(ways).containsExactly(new CatchUpMethod.Index(at(2)));
    assertThat(sent)
        .containsExactly(
            List.of(remember(1, 6), changes(3), activate(6, false, new IndexExtent(at(2), 4))));
  }

  /** Updates after the version it returns with are new to it, those it remembers are not. */
  @Test
  void whatItRemembersIsNotToldAgain() {
    activation(at(4), at(2));
    harness.settle();
    List<LogEntry> told = new ArrayList<>(entries(1, 2));
    told.addAll(entries(5, 6));
    IndexExtent indexed = new IndexExtent(at(4), 2);
    assertThat(sent)
        .containsExactly(
            List.of(
                new Remember(Maps.GROUP, Maps.EPOCH, told),
                changes(5),
                activate(6, false, indexed)));
    sent.clear();
    activation(at(4), at(5));
    harness.settle();
    assertThat(sent.getFirst()).startsWith(remember(1, 6));
  }

  @Test
  void pagesThatAreLostEndInATree() {
    harness.store.apply(
        List.of(
            new StoreOp.RemoveMeta(
                GroupHarness.COLLECTION, MetaKeys.INDEX_PAGES, MetaKeys.INDEX_PAGES_END)));
    activation(at(2), at(2));
    assertThat(sent).isEmpty();
    harness.settle();
    assertThat(ways).containsExactly(new CatchUpMethod.Tree());
    assertThat(sent).containsExactly(List.of(remember(1, 6), activate(6, true, null)));
  }

  /** Two thousand changes are a message. */
  @Test
  void manyChangesAreToldInParts() {
    GroupHarness many =
        new GroupHarness(
            new OsdId(0), Maps.of(3, Replication.PRIMARY), GroupCluster.config(9_000, true));
    for (int i = 1; i <= 4_002; i++) {
      LogEntry entry =
          new LogEntry(
              at(i),
              Version.ZERO,
              new ObjectId(i, "o"),
              LogEntry.Kind.MODIFY,
              new RequestId(9, i),
              List.of());
      many.replica.append(
          new ReplicationMessage.Update(entry, List.of(), i, i),
          i == 4_002 ? at(4_001) : Version.ZERO,
          Awaiting.nothing());
    }
    many.settle();
    for (int since : List.of(1, 2)) {
      new LogSender(many.replica)
          .activation(at(since), at(4_002), (messages, _) -> sent.add(messages));
      many.settle();
    }
    assertThat(sizes(sent.getFirst())).containsExactly(2_000, 2_000);
    assertThat(sizes(sent.getLast())).containsExactly(2_000, 1_999);
  }

  private static List<Integer> sizes(List<PeeringMessage> messages) {
    return messages.stream()
        .filter(Changes.class::isInstance)
        .map(it -> ((Changes) it).changes().size())
        .toList();
  }

  private Activated activated(
      SortedMap<ObjectId, Version> missing, boolean more, @Nullable Version asTold) {
    return new Activated(Maps.GROUP, Maps.EPOCH, harness.replica.info(), missing, more, asTold);
  }

  @Test
  void aReplicaSaysWhatItLacks() {
    assertThat(sender.activated()).containsExactly(activated(new TreeMap<>(), false, null));
    for (LogEntry entry : entries(8, 10)) {
      harness.replica.noteMissing(entry.object(), entry.version());
    }
    assertThat(sender.activated())
        .containsExactly(activated(harness.replica.missing(), false, null));
    Activate told = activate(6, false, new IndexExtent(at(2), 4));
    assertThat(sender.activatedAsIndexed(told))
        .containsExactly(activated(new TreeMap<>(), false, at(2)));
  }

  @Test
  void manyMissingObjectsAreToldInParts() {
    for (int i = 0; i < 4_000; i++) {
      harness.replica.noteMissing(new ObjectId(i, "m"), at(3));
    }
    List<ObjectId> all = List.copyOf(harness.replica.missing().keySet());
    List<PeeringMessage> parts = sender.activated();
    assertThat(parts).hasSize(2);
    Activated first = (Activated) parts.getFirst();
    Activated last = (Activated) parts.getLast();
    assertThat(first.more()).isTrue();
    assertThat(last.more()).isFalse();
    assertThat(first.missing().keySet()).containsExactlyElementsOf(all.subList(0, 2_000));
    assertThat(last.missing().keySet()).containsExactlyElementsOf(all.subList(2_000, 4_000));
  }
}
