package io.pando.osd.pg.log;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.group.IndexEntry;
import io.pando.group.LogEntry;
import io.pando.group.LogEntry.Kind;
import io.pando.id.ObjectId;
import io.pando.id.RequestId;
import io.pando.id.Version;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What becomes of objects, and what was there before, by a log and by an index. */
class LogMergeChangesTest {
  private static final ObjectId A = new ObjectId(1, "a");
  private static final ObjectId B = new ObjectId(2, "b");
  private static final ObjectId C = new ObjectId(3, "c");
  private static final ObjectId D = new ObjectId(4, "d");

  private static Version at(long epoch, int counter) {
    return new Version(epoch, counter);
  }

  private static LogEntry entry(Version version, Version prior, ObjectId object, Kind kind) {
    return new LogEntry(version, prior, object, kind, RequestId.NONE, List.of());
  }

  private static GroupLog log(LogEntry... entries) {
    GroupLog log = new GroupLog(at(1, 1));
    for (LogEntry entry : entries) {
      log.append(entry);
    }
    return log;
  }

  @Test
  void theFirstUpdateAfterWhatIsCommonTellsWhatWasBefore() {
    LogEntry shared = entry(at(1, 2), Version.ZERO, A, Kind.MODIFY);
    LogMerge merge =
        LogMerge.of(
            log(shared),
            at(1, 1),
            List.of(
                shared,
                entry(at(2, 3), at(1, 2), A, Kind.MODIFY),
                entry(at(2, 4), at(2, 3), A, Kind.DELETE),
                entry(at(2, 5), Version.ZERO, B, Kind.MODIFY),
                entry(at(2, 6), Version.ZERO, D, Kind.PLACEHOLDER),
                entry(at(2, 7), at(2, 6), C, Kind.MODIFY)));
    assertThat(merge.common()).isEqualTo(at(1, 2));
    assertThat(merge.divergent()).isEmpty();
    assertThat(merge.objects())
        .containsOnly(Map.entry(A, Version.ZERO), Map.entry(B, at(2, 5)), Map.entry(C, at(2, 7)));
    assertThat(merge.before())
        .as("of one the log does not tell it")
        .containsOnly(Map.entry(A, at(1, 2)), Map.entry(B, Version.ZERO));
  }

  @Test
  void whatDivergesIsWhatIsHere() {
    LogEntry shared = entry(at(1, 2), Version.ZERO, A, Kind.MODIFY);
    LogMerge merge =
        LogMerge.of(
            log(
                shared,
                entry(at(2, 3), at(1, 2), A, Kind.MODIFY),
                entry(at(2, 4), at(2, 3), A, Kind.MODIFY),
                entry(at(2, 5), at(1, 1), B, Kind.DELETE),
                entry(at(2, 6), Version.ZERO, C, Kind.PLACEHOLDER)),
            at(1, 1),
            List.of(shared, entry(at(3, 3), at(1, 2), A, Kind.MODIFY)));
    assertThat(merge.divergent()).hasSize(4);
    assertThat(merge.objects()).containsOnly(Map.entry(A, at(3, 3)), Map.entry(B, at(1, 1)));
    assertThat(merge.before()).containsOnly(Map.entry(A, at(2, 4)), Map.entry(B, Version.ZERO));
  }

  /** The object goes back to what the log says that it was. */
  @Test
  void whatNobodyElseChangedGoesBack() {
    LogEntry shared = entry(at(1, 2), Version.ZERO, A, Kind.MODIFY);
    LogEntry other = entry(at(1, 3), Version.ZERO, B, Kind.MODIFY);
    LogEntry removed = entry(at(1, 4), at(1, 3), B, Kind.DELETE);
    LogMerge merge =
        LogMerge.of(
            log(
                shared,
                other,
                removed,
                entry(at(2, 5), at(9, 9), A, Kind.DELETE),
                entry(at(2, 6), at(9, 9), B, Kind.MODIFY)),
            at(1, 1),
            List.of(shared, other, removed));
    assertThat(merge.objects()).containsOnly(Map.entry(A, at(1, 2)), Map.entry(B, Version.ZERO));
    assertThat(merge.before()).containsOnly(Map.entry(A, Version.ZERO), Map.entry(B, at(2, 6)));
    assertThat(merge.entries()).containsExactly(shared, other, removed);
  }

  @Test
  void anIndexTellsWhatChangedBetweenTheLogs() {
    LogEntry mine = entry(at(1, 2), Version.ZERO, A, Kind.MODIFY);
    LogEntry kept = entry(at(1, 3), at(1, 1), C, Kind.MODIFY);
    List<LogEntry> theirs =
        List.of(
            entry(at(3, 9), at(1, 3), C, Kind.MODIFY),
            entry(at(3, 10), Version.ZERO, D, Kind.MODIFY));
    LogMerge merge =
        LogMerge.of(
            log(
                mine,
                kept,
                entry(at(2, 4), at(1, 3), C, Kind.DELETE),
                entry(at(2, 5), at(1, 2), A, Kind.MODIFY)),
            at(1, 3),
            List.of(
                new IndexEntry(at(1, 3), C, true),
                new IndexEntry(at(3, 4), B, true),
                new IndexEntry(at(3, 5), D, false)),
            at(3, 8),
            theirs);
    assertThat(merge.common()).isEqualTo(at(1, 3));
    assertThat(merge.tail()).isEqualTo(at(3, 8));
    assertThat(merge.entries()).isEqualTo(theirs);
    assertThat(merge.divergent()).hasSize(2);
    assertThat(merge.objects())
        .containsOnly(
            Map.entry(A, at(1, 2)),
            Map.entry(B, at(3, 4)),
            Map.entry(C, at(3, 9)),
            Map.entry(D, at(3, 10)));
    assertThat(merge.before())
        .as("that there was nothing an index does not tell")
        .containsOnly(Map.entry(A, at(2, 5)));
  }

  /** The history that is told begins before the log here: all of that is known to be common. */
  @Test
  void whatIsBeforeTheLogHereIsCommon() {
    LogEntry mine = entry(at(1, 2), Version.ZERO, A, Kind.MODIFY);
    LogMerge merge =
        LogMerge.of(
            log(mine),
            Version.ZERO,
            List.of(new IndexEntry(at(1, 1), B, true), new IndexEntry(at(3, 3), C, true)),
            at(3, 3),
            List.of());
    assertThat(merge.common()).isEqualTo(at(1, 1));
    assertThat(merge.divergent()).containsExactly(mine);
    assertThat(merge.objects()).containsOnly(Map.entry(A, Version.ZERO), Map.entry(C, at(3, 3)));
  }

  /** It stands in the log for its request alone. */
  @Test
  void whatIsOnlyRememberedIsNoUpdateOfItsObject() {
    LogEntry written = entry(at(1, 2), Version.ZERO, A, Kind.MODIFY);
    LogEntry remembered = entry(at(1, 3), at(1, 1), A, Kind.REMEMBERED);
    LogEntry given = entry(at(2, 4), at(1, 2), A, Kind.MODIFY);
    LogMerge merge =
        LogMerge.of(log(written, remembered, given), at(1, 1), List.of(written, remembered));
    assertThat(merge.objects()).containsOnly(Map.entry(A, at(1, 2)));
    assertThat(merge.before()).containsOnly(Map.entry(A, at(2, 4)));
  }

  @Test
  void anIndexTellsOfRemovals() {
    LogMerge merge =
        LogMerge.of(
            log(),
            at(1, 1),
            List.of(new IndexEntry(at(3, 2), A, false), new IndexEntry(at(3, 3), B, true)),
            at(3, 3),
            List.of());
    assertThat(merge.objects()).containsOnly(Map.entry(A, Version.ZERO), Map.entry(B, at(3, 3)));
    assertThat(merge.before()).isEmpty();
  }
}
