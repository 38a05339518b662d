package io.pando.osd.pg.split;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.cluster.GroupCounts;
import io.pando.cluster.GroupTree;
import io.pando.cluster.Placement;
import io.pando.cluster.PositionRange;
import io.pando.group.GroupInfo;
import io.pando.group.GroupLineage;
import io.pando.group.LogEntry;
import io.pando.group.ScrubRecord;
import io.pando.id.MemberId;
import io.pando.id.MemberList;
import io.pando.id.ObjectId;
import io.pando.id.OsdId;
import io.pando.id.PgId;
import io.pando.id.PoolId;
import io.pando.id.RequestId;
import io.pando.id.Version;
import io.pando.op.OpResult;
import io.pando.osd.pg.index.StoredIndex;
import io.pando.osd.pg.log.GroupLog;
import io.pando.osd.pg.log.StoredLog;
import io.pando.osd.pg.replica.StoredGroup;
import io.pando.osd.pg.tree.StoredTree;
import io.pando.random.Random64;
import io.pando.store.CollectionId;
import io.pando.store.StoreOp;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.NavigableSet;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RegroupingTest {
  private static final PoolId POOL = new PoolId(3);
  private static final long SPLIT_EPOCH = 50;
  private static final long MERGE_EPOCH = 90;

  private long lastRequest;

  private static GroupCounts counts(int count, GroupCounts.@Nullable Merge merge) {
    return new GroupCounts(count, count, count, count, 1, new GroupCounts.Steps(0, 0, merge));
  }

  private static ObjectId object(Random64 random, PositionRange in) {
    while (true) {
      ObjectId object = Placement.object("o" + random.nextInt(1_000_000));
      if (in.contains(object)) {
        return object;
      }
    }
  }

  /** A group somewhere in its life, with a log, missing objects and perhaps half filled. */
  private StoredGroup group(Random64 random, int seed, int count) {
    PgId group = new PgId(POOL, seed);
    PositionRange range = GroupTree.range(seed, count);
    long first = random.nextInt(100);
    Version version = new Version(10, first);
    List<LogEntry> entries = new ArrayList<>();
    SortedMap<ObjectId, Version> missing = new TreeMap<>();
    for (int i = random.nextInt(60); i > 0; i--) {
      version = version.next(version.epoch() + (random.oneIn(9) ? 1 : 0));
      ObjectId object = object(random, range);
      LogEntry.Kind kind = random.oneIn(5) ? LogEntry.Kind.DELETE : LogEntry.Kind.MODIFY;
      RequestId request = new RequestId(9, ++lastRequest);
      entries.add(
          new LogEntry(version, Version.ZERO, object, kind, request, List.of(new OpResult.Done())));
      if (random.oneIn(6)) {
        missing.put(object, version);
      }
    }
    ObjectId filled = random.oneIn(3) ? object(random, PositionRange.ALL) : null;
    GroupInfo.Interval past =
        new GroupInfo.Interval(
            5, 9, MemberList.of(new OsdId(1)), MemberList.of(new OsdId(1)), true);
    GroupInfo.History history = new GroupInfo.History(2, 9, 8, 10, 5, List.of(past));
    GroupInfo info =
        StoredGroup.emptyInfo(group, 2, 5)
            .withLog(
                new GroupInfo.LogBounds(
                    version,
                    new Version(10, first),
                    missing.isEmpty() ? version : Version.ZERO,
                    Version.ZERO))
            .withBackfill(filled)
            .withHistory(history)
            .startedIn(9)
            .withTotals(new GroupInfo.Totals(1_000, 80_000, true));
    StoredTree tree = StoredTree.empty(GroupTree.range(group.seed(), count));
    return new StoredGroup(
        info,
        new GroupLineage(count, 7),
        new StoredLog(entries, missing),
        tree,
        index(info),
        ScrubRecord.NEVER);
  }

  private static GroupInfo withoutTotals(GroupInfo info) {
    return info.withTotals(info.totals().updated(0, 0));
  }

  private static GroupInfo withLog(GroupInfo info, Version head, Version tail) {
    return info.withLog(new GroupInfo.LogBounds(head, tail, head, info.log().rememberedSince()));
  }

  /** What a store does with the steps: objects by collection. */
  private static SortedMap<CollectionId, NavigableSet<ObjectId>> after(
      SortedMap<CollectionId, NavigableSet<ObjectId>> before, List<StoreOp> steps) {
    SortedMap<CollectionId, NavigableSet<ObjectId>> now = new TreeMap<>(before);
    for (StoreOp step : steps) {
      switch (step) {
        case StoreOp.CreateCollection create ->
            assertThat(now.put(create.collection(), new TreeSet<>())).isNull();
        case StoreOp.RemoveCollection remove ->
            assertThat(now.remove(remove.collection())).isEmpty();
        case StoreOp.MoveObjects move -> {
          NavigableSet<ObjectId> from = now.getOrDefault(move.collection(), new TreeSet<>());
          NavigableSet<ObjectId> into = now.getOrDefault(move.into(), new TreeSet<>());
          from.stream().filter(move.range()::contains).forEach(into::add);
          from.removeIf(move.range()::contains);
        }
        default -> throw new AssertionError("not a step of regrouping: " + step);
      }
    }
    return now;
  }

  private static SortedMap<CollectionId, NavigableSet<ObjectId>> filled(
      Random64 random, Collection<StoredGroup> groups) {
    SortedMap<CollectionId, NavigableSet<ObjectId>> collections = new TreeMap<>();
    for (StoredGroup group : groups) {
      PgId id = group.info().group();
      NavigableSet<ObjectId> objects = new TreeSet<>();
      for (int i = 0; i < 40; i++) {
        objects.add(object(random, GroupTree.range(id.seed(), group.lineage().count())));
      }
      collections.put(CollectionId.of(id), objects);
    }
    return collections;
  }

  private static void assertObjectsLieWhereTheyBelong(
      SortedMap<CollectionId, NavigableSet<ObjectId>> collections,
      Regrouping regrouped,
      int count) {
    List<CollectionId> expected =
        regrouped.groups().keySet().stream().map(CollectionId::of).toList();
    assertThat(collections.keySet()).containsExactlyElementsOf(expected);
    for (PgId group : regrouped.groups().keySet()) {
      PositionRange range = GroupTree.range(group.seed(), count);
      assertThat(collections.getOrDefault(CollectionId.of(group), new TreeSet<>()))
          .allMatch(range::contains);
    }
  }

  private static GroupLog log(StoredGroup group) {
    GroupLog log =
        GroupLog.of(group.info().logTail(), group.info().log().rememberedSince(), group.entries());
    assertThat(log.head()).isEqualTo(group.info().lastUpdate());
    return log;
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
  void aSplitDividesEverythingByTheObjectsAndLeavesTheLogsWithoutGaps(long seed) {
    Random64 random = new Random64(seed);
    for (int round = 0; round < 20; round++) {
      int before = 1 + random.nextInt(12);
      int count = before + 1 + random.nextInt(40);
      StoredGroup whole = group(random, random.nextInt(before), before);
      Regrouping split =
          Regrouping.of(counts(count, null), List.of(whole), MemberId.NO_POSITION, SPLIT_EPOCH);
      assertDivided(random, whole, split, count);
      assertObjectsLieWhereTheyBelong(
          after(filled(random, List.of(whole)), split.steps()), split, count);
    }
  }

  private static void assertDivided(
      Random64 random, StoredGroup whole, Regrouping split, int count) {
    int missing = 0;
    long objects = 0;
    for (StoredGroup part : split.groups().values()) {
      PositionRange range = GroupTree.range(part.info().group().seed(), count);
      assertThat(part.lineage()).isEqualTo(new GroupLineage(count, SPLIT_EPOCH));
      assertThat(part.info().lastUpdate()).isEqualTo(whole.info().lastUpdate());
      assertThat(part.info().logTail()).isEqualTo(whole.info().logTail());
      assertThat(part.info().history()).isEqualTo(whole.info().history());
      GroupLog log = log(part);
      for (LogEntry entry : whole.entries()) {
        boolean mine = range.contains(entry.object());
        assertThat(log.ofRequest(entry.request()).isPresent()).isEqualTo(mine);
        assertThat(log.contains(entry.version())).isTrue();
      }
      assertThat(part.missing().keySet()).allMatch(range::contains);
      for (int i = 0; i < 20; i++) {
        ObjectId somewhere = object(random, range);
        assertThat(part.info().covers(somewhere)).isEqualTo(whole.info().covers(somewhere));
      }
      missing += part.missing().size();
      objects += part.info().objects();
    }
    assertThat(missing).isEqualTo(whole.missing().size());
    assertThat(objects).isEqualTo(whole.info().objects());
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void severalSplitsAtOnceDoWhatTheyDoOneByOne(long seed) {
    Random64 random = new Random64(seed);
    int before = 1 + random.nextInt(6);
    int half = before + random.nextInt(20);
    int count = half + random.nextInt(40);
    StoredGroup whole = group(random, random.nextInt(before), before);
    Regrouping atOnce =
        Regrouping.of(counts(count, null), List.of(whole), MemberId.NO_POSITION, SPLIT_EPOCH);
    Regrouping first =
        Regrouping.of(counts(half, null), List.of(whole), MemberId.NO_POSITION, SPLIT_EPOCH - 1);
    SortedMap<PgId, StoredGroup> oneByOne = new TreeMap<>();
    for (StoredGroup part : first.groups().values()) {
      oneByOne.putAll(
          Regrouping.of(counts(count, null), List.of(part), MemberId.NO_POSITION, SPLIT_EPOCH)
              .groups());
    }
    assertThat(oneByOne.keySet()).isEqualTo(atOnce.groups().keySet());
    atOnce
        .groups()
        .forEach((group, part) -> {
          StoredGroup other = oneByOne.getOrDefault(group, whole);
          assertThat(other.entries()).isEqualTo(part.entries());
          assertThat(other.missing()).isEqualTo(part.missing());
          assertThat(withoutTotals(other.info())).isEqualTo(withoutTotals(part.info()));
        });
  }

  /** All groups of a pool, clean, and the merge that the map contains. */
  private List<StoredGroup> clean(Random64 random, int count) {
    List<StoredGroup> groups = new ArrayList<>();
    for (int seed = 0; seed < count; seed++) {
      StoredGroup some = group(random, seed, count);
      GroupInfo info = some.info();
      groups.add(
          new StoredGroup(
              withLog(info.withBackfill(null), info.lastUpdate(), info.logTail()),
              some.lineage(),
              new StoredLog(some.entries(), new TreeMap<>()),
              some.tree(),
              index(info),
              ScrubRecord.NEVER));
    }
    return groups;
  }

  private static GroupCounts.Merge merge(List<StoredGroup> groups, int to, long previous) {
    List<GroupCounts.Final> finals = new ArrayList<>();
    for (StoredGroup group : groups) {
      int seed = group.info().group().seed();
      if (GroupTree.changes(seed, groups.size(), to)) {
        finals.add(new GroupCounts.Final(seed, group.info().lastUpdate()));
      }
    }
    return new GroupCounts.Merge(MERGE_EPOCH, groups.size(), to, previous, finals);
  }

  private static List<StoredGroup> family(List<StoredGroup> groups, int seed, int to) {
    return groups.stream()
        .filter(it -> GroupTree.ancestor(it.info().group().seed(), to) == seed)
        .toList();
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void whoHasTheLastVersionsHasTheWholeAfterAMerge(long seed) {
    Random64 random = new Random64(seed);
    int count = 2 + random.nextInt(20);
    int to = GroupCounts.leastAfterMerge(count, 1);
    List<StoredGroup> groups = clean(random, count);
    GroupCounts after = counts(to, merge(groups, to, 0));
    for (int into = 0; into < to; into++) {
      List<StoredGroup> family = family(groups, into, to);
      Regrouping merged = Regrouping.of(after, family, MemberId.NO_POSITION, MERGE_EPOCH);
      assertThat(merged.groups().keySet()).containsExactly(new PgId(POOL, into));
      StoredGroup one = merged.groups().firstEntry().getValue();
      assertThat(one.info().backfilledTo()).isNull();
      assertThat(one.info().objects()).isEqualTo(1_000L * family.size());
      assertObjectsLieWhereTheyBelong(after(filled(random, family), merged.steps()), merged, to);
      GroupLog log = log(one);
      for (StoredGroup part : family) {
        for (LogEntry entry : part.entries()) {
          LogEntry known = log.ofRequest(entry.request()).orElseThrow();
          assertThat(known.reportedVersion()).isEqualTo(entry.version());
          assertThat(known.results()).isEqualTo(entry.results());
          assertThat(known.touchesObject()).isEqualTo(family.size() == 1);
        }
        boolean alone = family.size() == 1;
        assertThat(alone || one.info().logTail().isAfter(part.info().lastUpdate())).isTrue();
      }
      assertShorterLogsMakeTheSameHead(after, family, one);
    }
  }

  private static void assertShorterLogsMakeTheSameHead(
      GroupCounts after, List<StoredGroup> family, StoredGroup one) {
    List<StoredGroup> trimmed =
        family.stream()
            .map(it ->
                new StoredGroup(
                    withLog(it.info(), it.info().lastUpdate(), it.info().lastUpdate()),
                    it.lineage(),
                    StoredLog.empty(),
                    it.tree(),
                    index(it.info()),
                    ScrubRecord.NEVER))
            .toList();
    StoredGroup other =
        Regrouping.of(after, trimmed, MemberId.NO_POSITION, MERGE_EPOCH)
            .groups()
            .firstEntry()
            .getValue();
    assertThat(other.info().lastUpdate()).isEqualTo(one.info().lastUpdate());
    assertThat(one.entries()).containsAll(other.entries());
  }

  @Test
  void whoLacksAnythingIsToBeFilledAfterAMerge() {
    Random64 random = new Random64(5);
    List<StoredGroup> groups = clean(random, 2);
    GroupCounts after = counts(1, merge(groups, 1, 0));
    StoredGroup parent = groups.getFirst();
    StoredGroup child = groups.getLast();
    SortedMap<ObjectId, Version> lost = new TreeMap<>();
    lost.put(object(random, PositionRange.ALL), new Version(9, 1));
    StoredGroup incomplete =
        new StoredGroup(
            child.info(),
            child.lineage(),
            new StoredLog(child.entries(), lost),
            child.tree(),
            index(child.info()),
            ScrubRecord.NEVER);
    GroupInfo half = child.info().withBackfill(GroupInfo.NOTHING);
    Version old = new Version(10, 1);
    for (List<StoredGroup> held :
        List.of(
            List.of(parent),
            List.of(child),
            List.of(parent, incomplete),
            List.of(parent, with(child, half)),
            List.of(parent, with(child, withLog(child.info(), old, old))))) {
      Regrouping merged = Regrouping.of(after, held, MemberId.NO_POSITION, MERGE_EPOCH);
      StoredGroup one = merged.groups().firstEntry().getValue();
      assertThat(one.info().backfilledTo()).isEqualTo(GroupInfo.NOTHING);
      assertThat(one.info().history().knownSince()).isEqualTo(MERGE_EPOCH);
      assertThat(one.missing()).isEmpty();
      assertObjectsLieWhereTheyBelong(after(filled(random, held), merged.steps()), merged, 1);
    }
  }

  private static StoredGroup with(StoredGroup group, GroupInfo info) {
    List<LogEntry> kept =
        group.entries().stream().filter(it -> !it.version().isAfter(info.lastUpdate())).toList();
    return new StoredGroup(
        info,
        group.lineage(),
        new StoredLog(kept, group.missing()),
        group.tree(),
        index(info),
        ScrubRecord.NEVER);
  }

  private static StoredIndex index(GroupInfo info) {
    return StoredIndex.since(info.logTail());
  }

  @Test
  void aMergeAndASplitThatCameTogetherAreTakenOneAfterTheOther() {
    Random64 random = new Random64(6);
    List<StoredGroup> groups = clean(random, 4);
    GroupCounts after = counts(3, merge(groups, 2, 0));
    Regrouping both =
        Regrouping.of(after, family(groups, 0, 2), MemberId.NO_POSITION, MERGE_EPOCH + 20);
    assertThat(both.groups().keySet()).containsExactly(new PgId(POOL, 0), new PgId(POOL, 2));
    for (StoredGroup part : both.groups().values()) {
      assertThat(part.info().backfilledTo()).isNull();
      assertThat(part.info().lastUpdate().epoch()).isEqualTo(MERGE_EPOCH);
      log(part);
    }
    LogEntry request = groups.get(2).entries().getLast();
    int owner = GroupTree.range(2, 3).contains(request.object()) ? 2 : 0;
    for (StoredGroup part : both.groups().values()) {
      assertThat(log(part).ofRequest(request.request()).isPresent())
          .isEqualTo(part.info().group().seed() == owner);
    }
    assertObjectsLieWhereTheyBelong(
        after(filled(random, family(groups, 0, 2)), both.steps()), both, 3);
  }

  @Test
  void whoMissedMoreThanTheMapTellsIsToBeFilled() {
    Random64 random = new Random64(7);
    List<StoredGroup> groups = clean(random, 4);
    GroupCounts after = counts(4, merge(groups, 2, 40));
    assertThat(Regrouping.isDue(groups.getFirst().lineage(), after, 99)).isTrue();
    Regrouping lost = Regrouping.of(after, List.of(groups.get(1)), MemberId.NO_POSITION, 99);
    StoredGroup one = lost.groups().firstEntry().getValue();
    assertThat(lost.steps()).isEmpty();
    assertThat(one.info().group()).isEqualTo(new PgId(POOL, 1));
    assertThat(one.info().backfilledTo()).isEqualTo(GroupInfo.NOTHING);
    assertThat(one.lineage()).isEqualTo(new GroupLineage(4, 99));
    assertThat(Regrouping.isDue(one.lineage(), after, 100)).isFalse();
  }

  /** The merge before is the last thing that was seen, or was missed. */
  @Test
  void aMergeIsTakenByWhoeverSawTheOneBefore() {
    List<StoredGroup> groups = clean(new Random64(8), 4);
    long since = groups.getFirst().lineage().since();
    for (long previous : List.of(since - 1, since, since + 1)) {
      Regrouping taken =
          Regrouping.of(
              counts(2, merge(groups, 2, previous)),
              family(groups, 0, 2),
              MemberId.NO_POSITION,
              99);
      assertThat(taken.groups().firstEntry().getValue().info().isWhole())
          .as("the one before in epoch %d, seen since %d", previous, since)
          .isEqualTo(previous <= since);
    }
  }

  @Test
  void aPartIsFilledAsFarAsTheWholeWas() {
    PositionRange range = GroupTree.range(1, 2);
    assertThat(GroupSplit.mark(null, range)).isNull();
    assertThat(GroupSplit.mark(ObjectId.before(range.last()), range))
        .isEqualTo(ObjectId.before(range.last()));
    assertThat(GroupSplit.mark(ObjectId.before(range.first()), range))
        .isEqualTo(ObjectId.before(range.first()));
    assertThat(GroupSplit.mark(ObjectId.before(range.first() - 1), range))
        .isEqualTo(GroupInfo.NOTHING);
    PositionRange first = GroupTree.range(0, 2);
    assertThat(GroupSplit.mark(ObjectId.before(first.last() + 1), first)).isNull();
  }
}
