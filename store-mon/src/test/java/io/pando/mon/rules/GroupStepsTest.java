package io.pando.mon.rules;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.cluster.Change;
import io.pando.cluster.GroupCounts;
import io.pando.cluster.GroupMapping;
import io.pando.cluster.GroupStep;
import io.pando.cluster.GroupTree;
import io.pando.cluster.Placement;
import io.pando.cluster.PoolInfo;
import io.pando.group.ScrubRecord;
import io.pando.id.MemberList;
import io.pando.id.OsdId;
import io.pando.id.PgId;
import io.pando.id.Version;
import io.pando.random.Random64;
import io.pando.report.group.GroupState;
import io.pando.report.group.GroupStats;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class GroupStepsTest {
  private static final String POOL = "p";

  private static RuleBook book(int groups) {
    RuleBook book = RuleBook.withOsds(5);
    book.accept(new Change.CreatePool(POOL, groups, 3, 0, null));
    return book;
  }

  private static void aim(RuleBook book, int groups) {
    book.accept(new Change.SetPool(POOL, "groups", Integer.toString(groups)));
  }

  private static GroupCounts counts(RuleBook book) {
    return book.pool(POOL).groups();
  }

  /** What primaries tell when all is well. */
  private static List<GroupStats> well(RuleBook book) {
    List<GroupStats> all = new ArrayList<>();
    Placement placement = new Placement();
    PoolInfo pool = book.pool(POOL);
    for (int seed = 0; seed < pool.groupCount(); seed++) {
      Set<GroupState> states = EnumSet.of(GroupState.ACTIVE, GroupState.CLEAN);
      if (pool.groups().isQuiet(seed)) {
        states.add(GroupState.QUIET);
      }
      GroupMapping mapping = placement.locate(book.map(), new PgId(pool.id(), seed));
      all.add(
          new GroupStats(
              mapping.group(),
              new TreeSet<>(states),
              new GroupStats.Mapping(mapping.up(), mapping.acting(), book.map().epoch()),
              new GroupStats.Contents(new Version(7, 100 + seed), 0, 0),
              new GroupStats.Copies(0, 0, 0, 0, 0),
              new GroupStats.Problems("", new TreeMap<>(), List.of(), ScrubRecord.Found.NOTHING)));
    }
    return all;
  }

  private static Optional<Change.StepGroups> next(RuleBook book) {
    return NextStep.of(book.map(), well(book), book.state().nowMillis());
  }

  /** Lets time pass until there is a step, and takes it. */
  private static GroupStep take(RuleBook book) {
    Change.StepGroups step = due(book);
    book.accept(step);
    assertThat(book.acceptInVain(step)).isEmpty();
    return step.step();
  }

  private static Change.StepGroups due(RuleBook book) {
    for (int seconds = 0; seconds < 10; seconds++) {
      book.pass(1_000).accept(new Change.Tick());
      Optional<Change.StepGroups> step = next(book);
      if (step.isPresent()) {
        return step.get();
      }
    }
    throw new AssertionError("no step is due: " + counts(book));
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void everyTargetIsReachedInSmallSteps(long seed) {
    Random64 random = new Random64(seed);
    int made = 1 + random.nextInt(20);
    RuleBook book = book(made);
    int roots = counts(book).roots();
    for (int round = 0; round < 6; round++) {
      int target = roots + random.nextInt(120);
      aim(book, target);
      int steps = 0;
      // Now and then the operator changes the aim half way.
      int patience = random.oneIn(3) ? random.nextInt(6) : 200;
      while (!counts(book).isSettled() && steps++ < patience) {
        GroupCounts before = counts(book);
        GroupStep step = take(book);
        checkStep(step, before, counts(book), book.map().epoch());
      }
      if (patience == 200) {
        assertThat(counts(book).count()).isEqualTo(target);
        assertThat(counts(book).placement()).isEqualTo(target);
        assertThat(next(book)).isEmpty();
      }
    }
  }

  private static void checkStep(GroupStep step, GroupCounts before, GroupCounts after, long epoch) {
    assertThat(after.steps().steppedEpoch()).isEqualTo(epoch);
    assertThat(after.target()).isEqualTo(before.target());
    assertThat(after.roots()).isEqualTo(before.roots());
    if (step != GroupStep.MERGE) {
      assertThat(after.lastMerge()).isEqualTo(before.lastMerge());
    }
    switch (step) {
      case SPLIT -> {
        assertThat(after.count()).isBetween(before.count() + 1, 2 * before.count());
        assertThat(after.placement()).isEqualTo(before.placement());
      }
      case PLACE -> {
        int moved = Math.abs(after.placement() - before.placement());
        assertThat(moved).isBetween(1, Math.max(4, before.placement() / 4));
      }
      case QUIET -> {
        int least = GroupCounts.leastAfterMerge(before.count(), before.roots());
        assertThat(after.quietFrom()).isEqualTo(Math.max(before.target(), least));
        assertThat(after.quietFrom()).isLessThan(after.count());
      }
      case MERGE -> {
        GroupCounts.Merge merge = Objects.requireNonNull(after.lastMerge());
        GroupCounts.Merge last = before.lastMerge();
        assertThat(merge.epoch()).isEqualTo(epoch);
        assertThat(merge.previousEpoch()).isEqualTo(last == null ? 0 : last.epoch());
        assertThat(merge.from()).isEqualTo(before.count());
        assertThat(after.placement()).isEqualTo(Math.min(before.placement(), after.count()));
        assertThat(merge.finals()).extracting(GroupCounts.Final::seed).doesNotHaveDuplicates();
        assertThat(merge.finals()).hasSize(2 * (merge.from() - merge.to()));
        assertThat(merge.from() - merge.to()).isBetween(1, GroupCounts.MAX_MERGED);
        assertThat(merge.to()).isEqualTo(after.count());
        for (int child = merge.to(); child < merge.from(); child++) {
          int parent = GroupTree.ancestor(child, merge.to());
          assertThat(merge.finalOf(child)).contains(new Version(7, 100 + child));
          assertThat(merge.finalOf(parent)).contains(new Version(7, 100 + parent));
        }
      }
      case RESUME -> assertThat(after.quietFrom()).isEqualTo(after.count());
    }
  }

  /**
   * Of eight groups: how many they are to be, how many are placed, which are quiet; what follows.
   */
  @ParameterizedTest
  @CsvSource({
    "7, 8, 7, MERGE RESUME",
    "7, 7, 7, MERGE RESUME",
    "8, 8, 7, RESUME",
    "8, 7, 7, RESUME",
    "9, 8, 7, RESUME",
    "9, 8, 8, SPLIT",
    "9, 7, 8, SPLIT",
    "8, 7, 8, PLACE",
    "8, 8, 8, ''",
    "7, 8, 8, PLACE",
    "7, 7, 8, QUIET",
    "7, 6, 8, QUIET",
  })
  void whatMayFollowIsDecidedByTheCounts(int target, int placement, int quietFrom, String steps) {
    GroupCounts now =
        new GroupCounts(8, target, placement, quietFrom, 4, new GroupCounts.Steps(0, 0, null));
    List<String> possible = GroupSteps.possible(now).stream().map(GroupStep::name).toList();
    assertThat(String.join(" ", possible)).isEqualTo(steps);
  }

  @Test
  void nothingHappensWhileGroupsHaveNotSettled() {
    RuleBook book = book(8);
    aim(book, 16);
    List<GroupStats> peering = new ArrayList<>(well(book));
    GroupStats one = peering.getFirst();
    peering.set(0, with(one, GroupState.PEERING, one.mapping().epoch()));
    assertThat(NextStep.of(book.map(), peering, 0)).isEmpty();
    assertThat(NextStep.waitsFor(book.pool(POOL), peering)).isEqualTo("1 groups to be active");
    assertThat(take(book)).isEqualTo(GroupStep.SPLIT);
    assertThat(NextStep.of(book.map(), well(book).subList(0, 15), 0)).isEmpty();
    List<GroupStats> old = well(book).stream().map(g -> with(g, GroupState.CLEAN, 1)).toList();
    assertThat(NextStep.of(book.map(), old, 0)).as("told before the split").isEmpty();
    assertThat(take(book)).isEqualTo(GroupStep.PLACE);
  }

  private static GroupStats with(GroupStats stats, GroupState state, long epoch) {
    return new GroupStats(
        stats.group(),
        new TreeSet<>(List.of(state)),
        new GroupStats.Mapping(stats.mapping().up(), stats.acting(), epoch),
        new GroupStats.Contents(stats.contents().version(), 0, 0),
        new GroupStats.Copies(0, 0, 0, 0, 0),
        new GroupStats.Problems("", new TreeMap<>(), List.of(), ScrubRecord.Found.NOTHING));
  }

  @Test
  void quietGroupsThatDoNotSettleTakeUpdatesAgain() {
    RuleBook book = quiet();
    List<GroupStats> restless =
        well(book).stream().map(g -> with(g, GroupState.CLEAN, g.mapping().epoch())).toList();
    assertThat(NextStep.of(book.map(), restless, book.state().nowMillis() + 1_000)).isEmpty();
    Change.StepGroups resume =
        NextStep.of(book.map(), restless, book.state().nowMillis() + 6_000).orElseThrow();
    assertThat(resume.step()).isEqualTo(GroupStep.RESUME);
    book.accept(resume);
    assertThat(counts(book).quietFrom()).isEqualTo(counts(book).count());
  }

  /** Sixteen groups of which the second half is about to be merged. */
  private static RuleBook quiet() {
    RuleBook book = book(8);
    aim(book, 16);
    while (!counts(book).isSettled()) {
      take(book);
    }
    aim(book, 8);
    while (take(book) != GroupStep.QUIET) {
      assertThat(counts(book).count()).isEqualTo(16);
    }
    assertThat(counts(book).isQuiet(3)).isTrue();
    return book;
  }

  @Test
  void aMergeIsRefusedUnlessAllToldThatTheyAreQuietAndAreServedAsTheyWere() {
    RuleBook book = quiet();
    Change.StepGroups merge = next(book).orElseThrow();
    assertThat(merge.step()).isEqualTo(GroupStep.MERGE);
    assertThat(merge.quiet()).hasSize(16);
    assertThat(book.reject(without(merge, 3))).contains("of 1.3 no report has arrived");
    List<Change.QuietGroup> early = new ArrayList<>(merge.quiet());
    Change.QuietGroup first = early.getFirst();
    early.set(
        0,
        new Change.QuietGroup(first.group(), merge.since() - 1, first.version(), first.acting()));
    assertThat(book.reject(new Change.StepGroups(merge.pool(), merge.since(), merge.step(), early)))
        .contains("of 1.0 no report has arrived");
    OsdId gone = first.acting().osds().getFirst();
    book.accept(new Change.MarkDown(List.of(gone)));
    assertThat(book.reject(merge)).contains("is served by other OSDs now");
    assertThat(counts(book).count()).isEqualTo(16);
  }

  private static Change.StepGroups without(Change.StepGroups step, int index) {
    List<Change.QuietGroup> fewer = new ArrayList<>(step.quiet());
    fewer.remove(index);
    return new Change.StepGroups(step.pool(), step.since(), step.step(), fewer);
  }

  @Test
  void aMergeIsGivenUpWhenMoreGroupsAreWanted() {
    RuleBook book = quiet();
    Change.StepGroups merge = next(book).orElseThrow();
    aim(book, 32);
    assertThat(book.reject(merge)).contains("does not MERGE");
    assertThat(take(book)).isEqualTo(GroupStep.RESUME);
    assertThat(take(book)).isEqualTo(GroupStep.SPLIT);
  }

  /** Half way the operator wants other numbers. */
  @Test
  void eachStepTellsWhereThePoolIsAndWhereItGoes() {
    RuleBook book = book(8);
    aim(book, 15);
    assertThat(book.accept(due(book))).isEqualTo("pool 'p': 15 groups, 8 placed, on the way to 15");
    assertThat(book.accept(due(book)))
        .isEqualTo("pool 'p': 15 groups, 12 placed, on the way to 15");
    aim(book, 10);
    assertThat(book.accept(due(book)))
        .isEqualTo("pool 'p': 15 groups, 10 placed, on the way to 10");
    assertThat(book.accept(due(book)))
        .isEqualTo("pool 'p': 15 groups, 10 placed, on the way to 10; merging those from 10 on");
    aim(book, 16);
    assertThat(book.accept(due(book)))
        .isEqualTo("pool 'p': 15 groups, 10 placed, on the way to 16");
  }

  @Test
  void childrenAreServedByWhoServesTheirParents() {
    RuleBook book = book(4);
    PgId parent = new PgId(book.pool(POOL).id(), 1);
    GroupMapping mapping = new Placement().locate(book.map(), parent);
    List<OsdId> reversed = mapping.up().osds().reversed();
    book.accept(
        new Change.OverrideActing(mapping.up().osds().getFirst(), parent, MemberList.of(reversed)));
    aim(book, 8);
    assertThat(take(book)).isEqualTo(GroupStep.SPLIT);
    GroupMapping child = new Placement().locate(book.map(), new PgId(parent.pool(), 5));
    assertThat(child.acting().osds()).isEqualTo(reversed);
    assertThat(child.up()).isEqualTo(mapping.up());
  }

  @Test
  void theNumberOfGroupsHasItsLimits() {
    RuleBook book = book(32);
    assertThat(book.reject(new Change.SetPool(POOL, "groups", "8"))).contains("fewer than 16");
    assertThat(book.reject(new Change.SetPool(POOL, "pg_num", "0"))).contains("1 to 65536");
    assertThat(book.reject(new Change.SetPool(POOL, "groups", "many"))).contains("is a number");
    assertThat(book.reject(new Change.SetPool(POOL, "groups", "60000"))).contains("fewer groups");
    assertThat(book.reject(new Change.SetPool(POOL, "pgp_num", "16"))).contains("follows");
    book.acceptInVain(new Change.SetPool(POOL, "pg_num", "32"));
  }

  @Test
  void anOsdThatIsInIsNotPurgedByAccident() {
    RuleBook book = book(8);
    OsdId osd = new OsdId(1);
    book.accept(new Change.Stop(osd, 1));
    assertThat(book.reject(new Change.PurgeOsd(osd, false))).contains("osd drain 1");
    book.accept(new Change.MarkOut(List.of(osd)));
    book.accept(new Change.PurgeOsd(osd, false));
  }
}
