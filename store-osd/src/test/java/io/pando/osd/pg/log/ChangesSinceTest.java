package io.pando.osd.pg.log;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.bytes.ByteRange;
import io.pando.group.ChangedRows;
import io.pando.group.LogEntry;
import io.pando.id.ObjectId;
import io.pando.id.RequestId;
import io.pando.id.Version;
import io.pando.random.Random64;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What a log knows about changes, compared with all updates that there were. */
class ChangesSinceTest {
  private static final int OBJECTS = 4;

  private final List<LogEntry> history = new ArrayList<>();
  private final Map<ObjectId, Version> versions = new TreeMap<>();
  private GroupLog log = new GroupLog(Version.ZERO);

  private static ObjectId object(int number) {
    return new ObjectId(number, "o" + number);
  }

  private void update(Random64 random, long epoch) {
    ObjectId object = object(random.nextInt(OBJECTS));
    Version prior = versions.getOrDefault(object, Version.ZERO);
    boolean removes = prior.isAfter(Version.ZERO) && random.oneIn(15);
    boolean inPart = prior.isAfter(Version.ZERO) && !removes && !random.oneIn(12);
    LogEntry entry =
        new LogEntry(
            log.head().next(epoch),
            prior,
            object,
            removes ? LogEntry.Kind.DELETE : LogEntry.Kind.MODIFY,
            new LogEntry.Answer(RequestId.NONE, List.of()),
            inPart
                ? ChangedRows.of(
                    List.of(
                        new ByteRange(random.nextInt(90), random.nextInt(random.oneIn(5) ? 1 : 9))))
                : null);
    log.append(entry);
    history.add(entry);
    versions.put(object, removes ? Version.ZERO : entry.version());
  }

  private void takeBack(Version to) {
    log.rewind(to);
    history.removeIf(entry -> entry.version().isAfter(to));
    versions.clear();
    for (LogEntry entry : history) {
      boolean removes = entry.kind() == LogEntry.Kind.DELETE;
      versions.put(entry.object(), removes ? Version.ZERO : entry.version());
    }
  }

  private @Nullable ChangedRows expected(ObjectId object, Version since, Version to) {
    ChangedRows changed = ChangedRows.NONE;
    for (LogEntry entry : history) {
      boolean later = entry.version().isAfter(since) && !entry.version().isAfter(to);
      if (entry.object().equals(object) && later) {
        if (entry.changed() == null || !entry.version().isAfter(log.tail())) {
          return null;
        }
        changed = changed.with(entry.changed());
      }
    }
    return changed;
  }

  @Test
  void changesAreThoseOfAllUpdatesBetweenOrUnknown() {
    int known = 0;
    for (int seed = 1; seed <= 200; seed++) {
      Random64 random = new Random64(seed);
      log = new GroupLog(Version.ZERO);
      history.clear();
      versions.clear();
      for (int step = 0; step < 60; step++) {
        update(random, 1 + step / 20);
        if (random.oneIn(12) && log.size() > 3) {
          takeBack(log.entries().get(random.nextInt(log.size())).version());
        } else if (random.oneIn(20)) {
          log.trim(log.entries().get(random.nextInt(log.size())).version());
        }
        known += check(random);
      }
    }
    assertThat(known).isGreaterThan(1_000);
  }

  private int check(Random64 random) {
    ObjectId object = object(random.nextInt(OBJECTS));
    Version to = versions.getOrDefault(object, Version.ZERO);
    List<Version> its =
        history.stream()
            .filter(e -> e.object().equals(object) && e.kind() == LogEntry.Kind.MODIFY)
            .map(LogEntry::version)
            .toList();
    if (to.equals(Version.ZERO) || its.isEmpty()) {
      return 0;
    }
    Version since = its.get(random.nextInt(its.size()));
    ChangedRows changed = ChangesSince.of(log, object, since, to);
    assertThat(changed)
        .as("%s from %s to %s", object, since, to)
        .isEqualTo(expected(object, since, to));
    return changed == null || since.equals(to) ? 0 : 1;
  }

  @Test
  void aVersionThatIsNotOfThisHistoryHasNoKnownChanges() {
    Random64 random = new Random64(7);
    for (int i = 0; i < 40; i++) {
      update(random, 2);
    }
    versions.forEach((object, version) -> {
      for (long counter = 1; counter <= version.counter(); counter++) {
        assertThat(ChangesSince.of(log, object, new Version(1, counter), version)).isNull();
      }
    });
  }
}
