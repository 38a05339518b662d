package io.pando.osd.pg.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pando.check.Invariant;
import io.pando.group.LogEntry;
import io.pando.id.ObjectId;
import io.pando.id.RequestId;
import io.pando.id.Version;
import io.pando.random.Random64;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class LogMergeTest {
  /** A history from the beginning: its entries, and which objects exist after them. */
  private static final class History {
    final List<LogEntry> entries = new ArrayList<>();
    final SortedMap<ObjectId, Version> objects = new TreeMap<>();
    private final Random64 random;

    History(Random64 random) {
      this.random = random;
    }

    History branch() {
      History copy = new History(random.split());
      copy.entries.addAll(entries);
      copy.objects.putAll(objects);
      return copy;
    }

    Version head() {
      return entries.isEmpty() ? Version.ZERO : entries.getLast().version();
    }

    void grow(long epoch, int count) {
      for (int i = 0; i < count; i++) {
        ObjectId object = new ObjectId(random.nextInt(6), "o");
        Version prior = objects.getOrDefault(object, Version.ZERO);
        boolean delete = objects.containsKey(object) && random.oneIn(3);
        Version version = head().next(epoch);
        entries.add(
            new LogEntry(
                version,
                prior,
                object,
                delete ? LogEntry.Kind.DELETE : LogEntry.Kind.MODIFY,
                new RequestId(random.nextLong(), 1),
                List.of()));
        if (delete) {
          objects.remove(object);
        } else {
          objects.put(object, version);
        }
      }
    }

    /** The newest version up to which both are the same. */
    Version inCommonWith(History other) {
      int same = 0;
      while (same < Math.min(entries.size(), other.entries.size())
          && entries.get(same).equals(other.entries.get(same))) {
        same++;
      }
      return at(same);
    }

    Version at(int index) {
      return index == 0 ? Version.ZERO : entries.get(index - 1).version();
    }

    GroupLog log(Version tail) {
      GroupLog log = new GroupLog(tail);
      after(tail).forEach(log::append);
      return log;
    }

    List<LogEntry> after(Version tail) {
      return entries.stream().filter(e -> e.version().isAfter(tail)).toList();
    }
  }

  static LongStream seeds() {
    return LongStream.range(0, 500);
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void aMergedLogIsTheAuthoritativeOneAndSaysEveryDifference(long seed) {
    Random64 random = new Random64(seed);
    History shared = new History(random);
    shared.grow(1, random.nextInt(20));
    History ours = shared.branch();
    History theirs = shared.branch();
    ours.grow(2, random.nextInt(6));
    theirs.grow(3, random.nextInt(10));
    // Only what is common to all was ever trimmed.
    Version ourTail = shared.at(random.nextInt(shared.entries.size() + 1));
    Version theirTail = shared.at(random.nextInt(shared.entries.size() + 1));

    assertThat(merged(ours, ourTail, theirs, theirTail).common()).isEqualTo(shared.head());
  }

  /**
   * Several go ways of their own, in several intervals, some of them together for a while; then one
   * of them prevails, and all go on from there.
   */
  @ParameterizedTest
  @MethodSource("seeds")
  void manyWaysComeTogetherRoundAfterRound(long seed) {
    Random64 random = new Random64(seed);
    History shared = new History(random);
    shared.grow(1, random.nextInt(20));
    List<Version> tails = new ArrayList<>(Collections.nCopies(4, Version.ZERO));
    long epoch = 1;
    for (int round = 0; round < 3; round++) {
      List<History> ways = new ArrayList<>();
      for (int i = 0; i < tails.size(); i++) {
        boolean alone = ways.isEmpty() || random.nextBoolean();
        History way = (alone ? shared : ways.get(random.nextInt(ways.size()))).branch();
        for (int intervals = random.nextInt(4); intervals > 0; intervals--) {
          way.grow(++epoch, random.nextInt(5));
        }
        ways.add(way);
        Version trimmed = shared.at(random.nextInt(shared.entries.size() + 1));
        tails.set(i, Version.max(tails.get(i), trimmed));
      }
      int first = random.nextInt(ways.size());
      History prevails = ways.get(first);
      prevails.grow(++epoch, random.nextInt(5));
      for (int i = 0; i < ways.size(); i++) {
        tails.set(i, merged(ways.get(i), tails.get(i), prevails, tails.get(first)).tail());
      }
      shared = prevails.branch();
    }
  }

  /** Merges, and checks the result. */
  private static LogMerge merged(History ours, Version ourTail, History theirs, Version theirTail) {
    // No OSD requests more than its own log can join.
    Version from = Version.max(ourTail, theirTail);
    LogMerge merge = LogMerge.of(ours.log(ourTail), from, theirs.after(from));
    Version common = ours.inCommonWith(theirs);
    assertThat(merge.common()).isEqualTo(common);
    assertThat(merge.tail()).isEqualTo(ourTail);
    assertThat(merge.entries()).isEqualTo(theirs.after(merge.tail()));
    assertThat(merge.divergent())
        .isEqualTo(ours.entries.stream().filter(it -> !theirs.entries.contains(it)).toList());
    SortedMap<ObjectId, Version> objects = new TreeMap<>(ours.objects);
    merge
        .objects()
        .forEach((object, version) -> {
          if (version.equals(Version.ZERO)) {
            objects.remove(object);
          } else {
            objects.put(object, version);
          }
        });
    assertThat(objects).isEqualTo(theirs.objects);
    return merge;
  }

  @Test
  void logsThatDoNotOverlapAreRefused() {
    History history = new History(new Random64(1));
    history.grow(1, 20);
    GroupLog ours = new GroupLog(Version.ZERO);
    history.entries.subList(0, 5).forEach(ours::append);
    assertThatThrownBy(() -> LogMerge.of(ours, history.at(10), history.after(history.at(10))))
        .isInstanceOf(Invariant.BrokenInvariant.class)
        .hasMessage("logs do not overlap: (0'0, 1'5] and (1'10, 1'20]");
  }

  @Test
  void aLogFindsItsEntriesAndRemembersTheRequestsOfWhatIsTrimmed() {
    History history = new History(new Random64(3));
    history.grow(1, 30);
    GroupLog log = history.log(Version.ZERO);
    LogEntry early = history.entries.get(4);
    assertThat(log.ofRequest(early.request())).contains(early);
    log.trim(history.at(10));
    assertThat(log.ofRequest(early.request())).contains(early);
    assertThat(log.tail()).isEqualTo(history.at(10));
    assertThat(log.size()).isEqualTo(20);
    assertThat(log.contains(history.at(10))).isTrue();
    assertThat(log.contains(history.at(9))).isFalse();
    assertThat(log.trimPoint(5, Long.MAX_VALUE)).isEqualTo(history.at(25));
    assertThat(log.rewind(history.at(28))).hasSize(2);
    assertThat(log.head()).isEqualTo(history.at(28));
    log.newestOf(history.entries.get(27).object())
        .ifPresent(entry -> assertThat(entry).isEqualTo(history.entries.get(27)));
  }

  @Test
  void aGapIsABrokenInvariant() {
    History history = new History(new Random64(3));
    history.grow(1, 3);
    GroupLog log = new GroupLog(Version.ZERO);
    log.append(history.entries.get(0));
    assertThatThrownBy(() -> log.append(history.entries.get(2)))
        .isInstanceOf(Invariant.BrokenInvariant.class);
  }
}
