package io.pando.mds.check;

import io.pando.bytes.Payload;
import io.pando.cluster.fence.Fences;
import io.pando.fs.Ino;
import io.pando.fs.session.InoRange;
import io.pando.mds.update.SessionKey;
import io.pando.mds.update.SessionRow;
import java.util.Map;
import java.util.NavigableMap;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The session table: which inode numbers were given out, and which of them are not used yet.
 *
 * <p>Invariants: an answer belongs to a session; no number is given to two sessions, nor is one
 * behind the next number; a number that a session may still use belongs to no inode.
 */
final class NumbersCheck implements TableScan.Sink<Ino, SessionKey, SessionRow> {
  private record Given(long session, InoRange range) {}

  private final Inconsistencies problems;
  private final SortedSet<Long> sessions = new TreeSet<>();
  private final SortedSet<Long> answered = new TreeSet<>();
  private final NavigableMap<Ino, Given> given = new TreeMap<>();
  private final SortedSet<Ino> made = new TreeSet<>();
  private @Nullable Ino next;

  NumbersCheck(Inconsistencies problems) {
    this.problems = problems;
  }

  @Override
  public void onAttributes(SortedMap<String, Payload> attributes) {}

  @Override
  public void onRow(SessionKey key, SessionRow row) {
    switch (row) {
      case SessionRow.OfSession it -> {
        sessions.add(key.session());
        it.numbers().forEach(each -> add(new Given(key.session(), each)));
      }
      case SessionRow.OfAnswer it -> {
        answered.add(key.session());
        Ino ino = it.ino();
        if (it.made() && ino != null) {
          made.add(ino);
        }
      }
    }
  }

  private void add(Given added) {
    Given other = given.put(added.range().first(), added);
    if (other != null) {
      overlap(other, added);
    }
  }

  private void overlap(Given one, Given other) {
    problems.add(
        new Inconsistency.WrongSession(
            Fences.nameOf(other.session()),
            "was given inode numbers from %s, which session %s has too; two files may get one number"
                .formatted(other.range().first(), Fences.nameOf(one.session()))));
  }

  @Override
  public void onEnd(Ino head) {
    next = head;
  }

  /** Compares the rows with one another. */
  void run() {
    for (long each : answered) {
      if (!sessions.contains(each)) {
        problems.add(
            new Inconsistency.WrongSession(
                Fences.nameOf(each), "has answers, and does not exist; no server can start"));
      }
    }
    Given before = null;
    for (Given each : given.values()) {
      if (before != null && before.range().end() > each.range().first().value()) {
        overlap(before, each);
      }
      if (next != null && each.range().end() > next.value()) {
        problems.add(
            new Inconsistency.WrongSession(
                Fences.nameOf(each.session()),
                "was given numbers up to %x, and the next number is %s; files may get them twice"
                    .formatted(each.range().end() - 1, next)));
      }
      before = each;
    }
  }

  /** Why an inode cannot have its number, as a clause; empty if it can. */
  String problemOf(Ino ino) {
    Ino behind = next;
    if (behind != null && ino.compareTo(behind) >= 0) {
      return "has a number behind the next one, %s, so another file will get it".formatted(behind);
    }
    Given unused = unused(ino);
    return unused == null
        ? ""
        : "has a number that session %s may still use".formatted(Fences.nameOf(unused.session()));
  }

  private @Nullable Given unused(Ino ino) {
    Map.Entry<Ino, Given> range = given.floorEntry(ino);
    boolean isUnused =
        range != null && range.getValue().range().contains(ino) && !made.contains(ino);
    return isUnused ? range.getValue() : null;
  }

  /**
   * Whether a session may make a file with this number, and write its first object before that is
   * durable. If the file is not made, the object is removed before the session ends.
   */
  boolean mayBeWrittenEarly(Ino ino) {
    return unused(ino) != null;
  }
}
