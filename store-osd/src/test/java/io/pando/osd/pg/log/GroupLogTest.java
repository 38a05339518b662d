package io.pando.osd.pg.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pando.bytes.ByteRange;
import io.pando.bytes.Payload;
import io.pando.collect.Utf8Order;
import io.pando.group.LogEntry;
import io.pando.id.ObjectId;
import io.pando.id.RequestId;
import io.pando.id.Version;
import io.pando.op.OpResult;
import io.pando.random.Random64;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What a log remembers, and how it travels. */
class GroupLogTest {
  static LongStream seeds() {
    return LongStream.range(0, 200);
  }

  private static LogEntry entry(Version version, int resultBytes) {
    return new LogEntry(
        version,
        Version.ZERO,
        new ObjectId((int) version.counter() % 7, "o"),
        LogEntry.Kind.MODIFY,
        new RequestId(5, version.counter()),
        List.of(new OpResult.Data(Payload.wrap(new byte[resultBytes]))));
  }

  private static GroupLog grown(Random64 random, List<LogEntry> all, int count) {
    GroupLog log = new GroupLog(Version.ZERO);
    for (int i = 0; i < count; i++) {
      LogEntry entry = entry(log.head().next(1 + i / 10), random.nextInt(50));
      all.add(entry);
      log.append(entry);
    }
    return log;
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void everyRequestIsRecognisedUntilItIsForgotten(long seed) {
    Random64 random = new Random64(seed);
    List<LogEntry> all = new ArrayList<>();
    GroupLog log = grown(random, all, 50 + random.nextInt(100));
    int limit = 1 + random.nextInt(40);
    for (int trims = 0; trims < 10; trims++) {
      LogEntry any = all.get(random.nextInt(all.size()));
      if (any.version().isAfter(log.tail())) {
        log.trim(any.version());
        log.forget(limit, random.nextBoolean() ? Long.MAX_VALUE : 4000);
        log.invariants();
        log.thoroughInvariants();
      }
    }
    for (LogEntry entry : all) {
      boolean known = entry.version().isAfter(log.rememberedSince());
      assertThat(log.ofRequest(entry.request()).isPresent()).as(entry.toString()).isEqualTo(known);
    }
    assertThat(log.rememberedAfter(Version.ZERO).size()).isLessThanOrEqualTo(limit + limit / 16);
    List<LogEntry> kept = log.rememberedAfter(Version.ZERO);
    Version middle = kept.get(kept.size() / 2).version();
    List<LogEntry> parts = new ArrayList<>(log.rememberedUpTo(middle));
    assertThat(parts.getLast().version()).isEqualTo(middle);
    parts.addAll(log.rememberedAfter(middle));
    assertThat(parts).isEqualTo(kept);
    GroupLog stored = GroupLog.of(log.tail(), log.rememberedSince(), log.kept());
    assertThat(stored.kept()).isEqualTo(log.kept());
    assertThat(stored.after(Version.ZERO)).isEqualTo(log.after(Version.ZERO));
    assertThat(stored.rememberedSince()).isEqualTo(log.rememberedSince());
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void whoIsFilledAnewRemembersWhatTheAuthorityDoes(long seed) {
    Random64 random = new Random64(seed);
    List<LogEntry> all = new ArrayList<>();
    GroupLog authority = grown(random, all, 60);
    authority.trim(all.get(20 + random.nextInt(30)).version());
    authority.forget(1 + random.nextInt(30), Long.MAX_VALUE);
    GroupLog other = grown(random, new ArrayList<>(), random.nextInt(10));
    other.replace(
        authority.tail(),
        authority.after(authority.tail()),
        authority.rememberedSince(),
        authority.rememberedAfter(Version.ZERO));
    assertThat(other.kept()).isEqualTo(authority.kept());
    all.forEach(entry ->
        assertThat(other.ofRequest(entry.request()))
            .isEqualTo(authority.ofRequest(entry.request())));
  }

  /** A log that continues is sent only what it does not keep; then it remembers both pasts. */
  @ParameterizedTest
  @MethodSource("seeds")
  void whoGoesOnKeepsWhatItRemembers(long seed) {
    Random64 random = new Random64(seed);
    List<LogEntry> all = new ArrayList<>();
    GroupLog authority = grown(random, all, 60);
    authority.trim(all.get(40 + random.nextInt(15)).version());
    authority.forget(1 + random.nextInt(50), Long.MAX_VALUE);
    int shared = 10 + random.nextInt(30);
    Version common = all.get(shared - 1).version();
    int first = random.nextInt(shared);
    Version begin = first == 0 ? Version.ZERO : all.get(first - 1).version();
    GroupLog other = GroupLog.of(common, begin, all.subList(first, shared));
    List<LogEntry> told =
        authority.rememberedAfter(Version.ZERO).stream()
            .filter(e -> e.version().isAfter(common) || !e.version().isAfter(begin))
            .toList();
    boolean stays =
        other.continueAs(
            common,
            authority.tail(),
            authority.after(authority.tail()),
            authority.rememberedSince(),
            told);
    boolean gap = authority.rememberedSince().isAfter(common);
    assertThat(stays).isEqualTo(!gap);
    assertThat(other.tail()).isEqualTo(authority.tail());
    assertThat(other.head()).isEqualTo(authority.head());
    boolean longer = !gap && authority.rememberedSince().isAfter(begin);
    Version since = longer ? begin : authority.rememberedSince();
    assertThat(other.rememberedSince()).isEqualTo(since);
    assertThat(other.kept())
        .isEqualTo(all.stream().filter(e -> e.version().isAfter(since)).toList());
    assertThat(other.keptAfter(common))
        .isEqualTo(
            all.stream().filter(e -> e.version().isAfter(Version.max(common, since))).toList());
  }

  @Test
  void olderRequestsAreTakenOver() {
    List<LogEntry> all = new ArrayList<>();
    GroupLog authority = grown(new Random64(1), all, 60);
    authority.trim(all.get(39).version());
    GroupLog other = GroupLog.of(all.get(29).version(), all.get(29).version(), all.subList(30, 60));
    assertThat(other.ofRequest(all.get(5).request())).isEmpty();
    other.remember(
        authority.rememberedSince(),
        authority.rememberedAfter(Version.ZERO).stream()
            .filter(e -> !e.version().isAfter(other.rememberedSince()))
            .toList());
    assertThat(other.ofRequest(all.get(5).request())).contains(all.get(5));
    assertThat(other.kept()).isEqualTo(all);
  }

  /** What it has in its log again it does not remember as well. */
  @Test
  void aLogThatBeginsEarlierRemembersNothingBehindThat() {
    List<LogEntry> all = new ArrayList<>();
    GroupLog log = grown(new Random64(1), all, 60);
    log.trim(all.get(39).version());
    log.replace(all.get(24).version(), all.subList(25, 50));
    assertThat(log.kept()).isEqualTo(all.subList(0, 50));
    assertThat(log.rememberedAfter(all.get(9).version())).isEqualTo(all.subList(10, 25));
    assertThat(log.rememberedSince()).isEqualTo(Version.ZERO);
    log.invariants();
    log.thoroughInvariants();
    log.trim(all.get(44).version());
    log.forget(5, Long.MAX_VALUE);
    assertThat(log.rememberedSince()).isEqualTo(all.get(39).version());
    log.replace(all.get(19).version(), all.subList(20, 30));
    assertThat(log.kept()).isEqualTo(all.subList(20, 30));
    assertThat(log.rememberedSince()).isEqualTo(all.get(19).version());
    assertThat(log.ofRequest(all.get(41).request())).isEmpty();
    log.invariants();
    log.thoroughInvariants();
  }

  @Test
  void whatIsRewoundIsNotFoundAnyMoreAndTheObjectIsFoundAsItWasBefore() {
    List<LogEntry> all = new ArrayList<>();
    GroupLog log = grown(new Random64(1), all, 30);
    log.trim(all.get(9).version());
    assertThat(log.rewind(log.head())).isEmpty();
    assertThat(log.kept()).isEqualTo(all);
    assertThat(log.rewind(all.get(19).version())).isEqualTo(all.subList(20, 30));
    assertThat(log.kept()).isEqualTo(all.subList(0, 20));
    assertThat(log.head()).isEqualTo(all.get(19).version());
    assertThat(log.newestOf(all.get(26).object())).contains(all.get(19));
    assertThat(log.ofRequest(all.get(20).request())).isEmpty();
    assertThat(log.ofRequest(all.get(3).request())).contains(all.get(3));
    log.invariants();
    log.thoroughInvariants();
    assertThat(log.rewind(log.tail())).isEqualTo(all.subList(10, 20));
    assertThat(log.head()).isEqualTo(log.tail());
    assertThat(log.newestOf(all.get(9).object())).isEmpty();
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void partsAreSmallAndGiveTheWholeAlsoAfterABrokenStream(long seed) {
    Random64 random = new Random64(seed);
    List<LogEntry> entries = new ArrayList<>();
    Version version = new Version(1, random.nextInt(100));
    Version since = version;
    for (int i = random.nextInt(30); i > 0; i--) {
      version = version.next(1);
      entries.add(entry(version, random.nextInt(400_000)));
    }
    List<LogTransfer.Part> parts = LogTransfer.cut(since, entries);
    parts.forEach(part ->
        assertThat(part.entries().stream().mapToLong(GroupLog::sizeOf).sum())
            .isLessThanOrEqualTo((1 << 20) + 400_000));
    LogTransfer received = new LogTransfer();
    for (int i = random.nextInt(parts.size()); i > 0; i--) {
      received.add(parts.get(i).since(), parts.get(i).entries());
    }
    parts.forEach(part -> received.add(part.since(), part.entries()));
    assertThat(received.since()).isEqualTo(since);
    assertThat(received.entries()).isEqualTo(entries);
    assertThat(parts.stream().filter(LogTransfer.Part::more).count()).isEqualTo(parts.size() - 1);
  }

  private static SortedMap<String, Payload> named(int... sizes) {
    SortedMap<String, Payload> all = new TreeMap<>(Utf8Order.INSTANCE);
    for (int size : sizes) {
      all.put("k" + size, Payload.wrap(new byte[size]));
    }
    return all;
  }

  @Test
  void anEntryCountsWithItsNameAndWithAllBytesOfItsResults() {
    Map<OpResult, Long> expected = new LinkedHashMap<>();
    expected.put(new OpResult.Done(), 16L);
    expected.put(new OpResult.Stat(1 << 20, Version.ZERO, 5), 64L);
    expected.put(new OpResult.Data(Payload.wrap(new byte[100])), 132L);
    expected.put(
        new OpResult.SparseData(
            List.of(new ByteRange(0, 3), new ByteRange(9, 4)), Payload.wrap(new byte[7])),
        103L);
    expected.put(new OpResult.Attributes(named()), 0L);
    expected.put(new OpResult.Attributes(named(10, 200)), 64L + 3 + 10 + 64 + 4 + 200);
    expected.put(new OpResult.Entries(named(), true), 0L);
    expected.put(new OpResult.Entries(named(30, 400), false), 64L + 3 + 30 + 64 + 4 + 400);
    expected.forEach(
        (result, size) -> assertThat(GroupLog.sizeOf(result)).as("%s", result).isEqualTo(size));
    LogEntry all =
        new LogEntry(
            new Version(1, 1),
            Version.ZERO,
            new ObjectId(1, "name"),
            LogEntry.Kind.MODIFY,
            new RequestId(5, 1),
            List.copyOf(expected.keySet()));
    assertThat(GroupLog.sizeOf(all))
        .isEqualTo(144 + 4 + expected.values().stream().mapToLong(Long::longValue).sum());
  }

  @Test
  void nothingBeyondTheHeadIsTrimmed() {
    GroupLog log = grown(new Random64(1), new ArrayList<>(), 3);
    Version beyond = log.head().next(1);
    assertThatThrownBy(() -> log.trim(beyond))
        .hasMessageContaining("trim to " + beyond + " beyond head " + log.head());
    assertThat(log.size()).isEqualTo(3);
    assertThat(log.trim(log.head()).updates()).hasSize(3);
    assertThat(log.size()).isZero();
  }
}
