package io.pando.osd.pg.repair;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.cluster.GroupTree;
import io.pando.cluster.PositionRange;
import io.pando.group.LogEntry;
import io.pando.id.ObjectId;
import io.pando.id.PgId;
import io.pando.id.PoolId;
import io.pando.id.RequestId;
import io.pando.id.Version;
import io.pando.merkle.HashTree;
import io.pando.osd.pg.tree.ReplicaTree;
import io.pando.osd.pg.tree.StoredTree;
import io.pando.random.Random64;
import io.pando.store.CollectionId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Whatever differs lies in a part that is found, and where nothing differs nothing is found. */
class TreeDescentTest {
  private static final long KEY = 0x0DD_BA11;
  private static final PgId GROUP = new PgId(new PoolId(3), 1);

  private final PositionRange range = GroupTree.range(1, 4);
  private long counter;

  static LongStream seeds() {
    return LongStream.range(0, 60);
  }

  private ReplicaTree tree(int depth) {
    StoredTree empty = StoredTree.unwritten(new HashTree(range, depth), Version.ZERO);
    return new ReplicaTree(CollectionId.of(GROUP), empty, List.of(), KEY);
  }

  private ObjectId object(Random64 random, int number) {
    int within = random.nextInt((int) Math.min(range.size(), Integer.MAX_VALUE));
    return new ObjectId(Integer.reverse(range.first() + within), "o" + number);
  }

  private LogEntry update(ObjectId object, Version prior) {
    return new LogEntry(
        new Version(1, ++counter),
        prior,
        object,
        LogEntry.Kind.MODIFY,
        new RequestId(7, counter),
        List.of());
  }

  private List<ObjectId> fill(Random64 random, int objects, List<ReplicaTree> trees) {
    List<ObjectId> all = new ArrayList<>();
    for (int i = 0; i < objects; i++) {
      all.add(object(random, i));
      LogEntry entry = update(all.getLast(), Version.ZERO);
      trees.forEach(tree -> tree.onUpdate(entry));
    }
    return all;
  }

  private Differences compare(ReplicaTree here, ReplicaTree there, Runnable betweenRounds) {
    TreeDescent descent = new TreeDescent(here);
    Optional<Differences> found = Optional.empty();
    while (found.isEmpty()) {
      TreeDescent.Answer answer = TreeDescent.answer(there, descent.question());
      betweenRounds.run();
      found = descent.onAnswer(answer);
    }
    return found.get();
  }

  private boolean tells(Differences differences, ObjectId object) {
    return differences
        .next(ObjectId.before(range.first()), Integer.MAX_VALUE)
        .contains(range, object);
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void findsWhatDiffersAndLittleElse(long seed) {
    Random64 random = new Random64(seed);
    ReplicaTree here = tree(random.nextInt(17));
    ReplicaTree there = tree(random.nextInt(17));
    List<ObjectId> all = fill(random, 1 + random.nextInt(5_000), List.of(here, there));
    SortedSet<ObjectId> changed = new TreeSet<>();
    for (int i = random.nextInt(1 + random.nextInt(1 + all.size())); i > 0; i--) {
      ObjectId object =
          random.nextBoolean() ? object(random, -i) : all.get(random.nextInt(all.size()));
      if (changed.add(object)) {
        (random.nextBoolean() ? here : there).onUpdate(update(object, Version.ZERO));
      }
    }
    Differences found = compare(here, there, () -> {});
    assertThat(changed).allMatch(object -> tells(found, object));
    assertThat(found.size()).isLessThanOrEqualTo(changed.size());
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void countsWhatChangesMeanwhileAsDifferent(long seed) {
    Random64 random = new Random64(seed);
    ReplicaTree here = tree(12);
    ReplicaTree there = tree(14);
    List<ObjectId> all = fill(random, 2_000, List.of(here, there));
    here.onUpdate(update(all.getFirst(), Version.ZERO));
    SortedSet<ObjectId> changed = new TreeSet<>();
    TreeDescent descent = new TreeDescent(here);
    Optional<Differences> found = Optional.empty();
    while (found.isEmpty()) {
      TreeDescent.Answer answer = TreeDescent.answer(there, descent.question());
      ObjectId object = all.get(random.nextInt(all.size()));
      changed.add(object);
      here.onUpdate(update(object, Version.ZERO));
      descent.onChanged(object);
      found = descent.onAnswer(answer);
    }
    Differences differences = found.get();
    assertThat(changed).allMatch(object -> tells(differences, object));
    assertThat(tells(differences, all.getFirst())).isTrue();
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void countsWhatNobodyKnowsAsDifferent(long seed) {
    Random64 random = new Random64(seed);
    ReplicaTree here = tree(10);
    ReplicaTree there = tree(10);
    List<ObjectId> all = fill(random, 500, List.of(here, there));
    ObjectId unknown = all.get(random.nextInt(all.size()));
    (random.nextBoolean() ? here : there).onUnknown(unknown);
    assertThat(tells(compare(here, there, () -> {}), unknown)).isTrue();
  }

  @Test
  void askedOnceWhereNothingDiffers() {
    ReplicaTree here = tree(14);
    ReplicaTree there = tree(14);
    fill(new Random64(5), 10_000, List.of(here, there));
    int[] rounds = {0};
    assertThat(compare(here, there, () -> rounds[0]++).size()).isZero();
    assertThat(rounds[0]).isEqualTo(1);
  }

  @Test
  void nothingDiffersFromNothing() {
    assertThat(compare(tree(14), tree(3), () -> {}).size()).isZero();
  }

  @Test
  void everythingDiffersFromNothing() {
    ReplicaTree here = tree(14);
    List<ObjectId> all = fill(new Random64(5), 1_000, List.of(here));
    Differences found = compare(here, tree(14), () -> {});
    assertThat(all).allMatch(object -> tells(found, object));
  }

  @Test
  void asksAgainTheSame() {
    ReplicaTree here = tree(14);
    ReplicaTree there = tree(14);
    fill(new Random64(5), 1_000, List.of(here));
    fill(new Random64(6), 1_000, List.of(there));
    TreeDescent descent = new TreeDescent(here);
    TreeDescent.Question first = descent.question();
    TreeDescent.Answer answer = TreeDescent.answer(there, first);
    assertThat(descent.question()).isSameAs(first);
    assertThat(descent.onAnswer(answer)).isEmpty();
    TreeDescent.Question second = descent.question();
    assertThat(descent.onAnswer(answer)).as("an answer that came twice").isEmpty();
    assertThat(descent.question()).isSameAs(second);
  }

  @Test
  void walksPartsInOrder() {
    Differences differences = Differences.none(range, 10);
    assertThat(differences.next(ObjectId.before(range.first()), 5).end()).isNull();
    differences.add(ObjectId.before(range.first()));
    differences.add(ObjectId.before(range.first() + 5 * (int) (range.size() >> 10)));
    differences.add(ObjectId.before(range.last()));
    Differences.Slice slice = differences.next(ObjectId.before(0), 2);
    assertThat(slice.parts()).containsExactly(0, 5);
    assertThat(slice.end())
        .isEqualTo(ObjectId.before(range.last() - (int) (range.size() >> 10) + 1));
    Differences.Slice last = differences.next(ObjectId.before(range.last()), 2);
    assertThat(last.parts()).containsExactly(1023);
    assertThat(last.end()).isNull();
  }

  /** All below that differs. */
  private static List<Integer> below(TreeDescent.Question question) {
    int levels = question.level() - question.above();
    return question.parts().stream()
        .flatMap(part -> IntStream.range(part << levels, (part + 1) << levels).boxed())
        .toList();
  }

  private static Optional<Differences> allDiffer(TreeDescent descent) {
    TreeDescent.Question asked = descent.question();
    return descent.onAnswer(
        new TreeDescent.Answer(asked.level(), asked.parts().getFirst(), 14, false, below(asked)));
  }

  /** The more differs, the fewer levels at a time, and no question has more than 8192 digests. */
  @Test
  void questionsAreOfBoundedSize() {
    TreeDescent descent = new TreeDescent(tree(14));
    int[][] expected = {
      {0, 6, 1, 64},
      {6, 11, 64, 2_048},
      {11, 13, 2_048, 8_192},
      {13, 14, 4_096, 8_192},
      {13, 14, 4_096, 8_192}
    };
    for (int i = 0; i < expected.length; i++) {
      TreeDescent.Question asked = descent.question();
      assertThat(
              new int[] {
                asked.above(), asked.level(), asked.parts().size(), asked.digests().size()
              })
          .as("question %d", i)
          .isEqualTo(expected[i]);
      Optional<Differences> found = allDiffer(descent);
      assertThat(found.isPresent()).isEqualTo(i == expected.length - 1);
      found.ifPresent(all -> assertThat(all.size()).isEqualTo(1 << 14));
    }
  }

  @Test
  void thirtyTwoPartsAreFollowedSixLevels() {
    for (int parts : List.of(32, 33)) {
      TreeDescent descent = new TreeDescent(tree(14));
      List<Integer> differing = IntStream.range(0, parts).boxed().toList();
      assertThat(descent.onAnswer(new TreeDescent.Answer(6, 0, 14, false, differing))).isEmpty();
      assertThat(descent.question().level()).isEqualTo(parts == 32 ? 12 : 11);
      assertThat(descent.question().parts()).isEqualTo(differing);
    }
  }
}
