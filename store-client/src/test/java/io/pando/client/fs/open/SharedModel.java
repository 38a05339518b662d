package io.pando.client.fs.open;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.bytes.ByteRange;
import java.util.ArrayList;
import java.util.List;

/**
 * A file that several mounts change, as the history of its changes. A change takes effect between
 * its begin and its end; one whose outcome is not known, at any time after its begin, or never. A
 * read sees, of each byte, a change that may be the last one then.
 */
final class SharedModel {
  private static final long OPEN = Long.MAX_VALUE;
  private static final long ANYWHERE = -1;

  /** A change. */
  static final class Change {
    final String by;
    final int number;
    final long length;
    final boolean grows;
    final boolean cuts;
    long begin;
    long from;
    long end = OPEN;
    boolean durable;

    private Change(String by, int number, long from, long length, boolean grows, boolean cuts) {
      this.by = by;
      this.number = number;
      this.from = from;
      this.length = length;
      this.grows = grows;
      this.cuts = cuts;
    }

    long to() {
      return from + length;
    }

    boolean covers(long at) {
      return from == ANYWHERE || (from <= at && (cuts || at < to()));
    }

    byte valueAt(long at) {
      return number == 0 ? 0 : valueOf(number, at - from);
    }
  }

  private final List<Change> changes = new ArrayList<>();
  private long clock;

  static byte valueOf(int number, long index) {
    return (byte) (number * 37L + index * 5 + 1);
  }

  static byte[] bytes(int number, int length) {
    byte[] bytes = new byte[length];
    for (int i = 0; i < length; i++) {
      bytes[i] = valueOf(number, i);
    }
    return bytes;
  }

  long now() {
    return ++clock;
  }

  private Change add(Change change) {
    change.begin = now();
    changes.add(change);
    return change;
  }

  Change write(String by, int number, long from, int length) {
    return add(new Change(by, number, from, length, true, false));
  }

  /** A write whose place is known when it is done. */
  Change append(String by, int number, int length) {
    return add(new Change(by, number, ANYWHERE, length, true, false));
  }

  Change zero(String by, ByteRange range, boolean grows) {
    return add(new Change(by, 0, range.offset(), range.length(), grows, false));
  }

  /** A change of the size. */
  Change resize(String by, long size) {
    return add(new Change(by, 0, size, 0, true, true));
  }

  void done(Change change) {
    change.end = now();
  }

  /** Changes before that time are durable. */
  void synced(String by, long since) {
    for (Change each : changes) {
      each.durable |= each.by.equals(by) && each.end < since;
    }
  }

  /** What a mount changed may be lost, except for what is durable. */
  void lost(String by) {
    for (Change each : changes) {
      if (each.by.equals(by) && !each.durable && !each.cuts) {
        each.end = OPEN;
      }
    }
  }

  // Reads

  /** Checks what a read that began at a time returned. */
  void check(long began, ByteRange range, byte[] bytes) {
    for (int i = 0; i < bytes.length; i++) {
      long at = range.offset() + i;
      if (!mayBe(began, at, bytes[i])) {
        throw new AssertionError(
            "byte %d is %d for a read since %d: %s".formatted(at, bytes[i], began, story(at)));
      }
    }
    long end = range.offset() + bytes.length;
    if (bytes.length < range.length()) {
      assertThat(mayEnd(began, end))
          .as("a read since %d ends at %d: %s", began, end, story(end))
          .isTrue();
    }
    if (bytes.length > 0) {
      checkReached(began, end);
    }
  }

  /** Checks that a file may have been that long. */
  void checkReached(long began, long end) {
    if (end > 0 && !mayReach(began, end)) {
      throw new AssertionError(
          "it reaches %d for a read since %d: %s".formatted(end, began, story(end - 1)));
    }
  }

  private boolean mayBe(long began, long at, byte value) {
    boolean initial = true;
    for (Change each : changes) {
      if (!each.covers(at)) {
        continue;
      }
      initial &= each.end >= began;
      boolean same = each.from == ANYWHERE || each.valueAt(at) == value;
      if (same && !isReplaced(each, began, at)) {
        return true;
      }
    }
    return initial && value == 0;
  }

  /** Whether another change of the byte began after one had ended, and ended before the read. */
  private boolean isReplaced(Change change, long began, long at) {
    return changes.stream()
        .anyMatch(other ->
            other.from != ANYWHERE
                && other.covers(at)
                && other.begin > change.end
                && other.end < began);
  }

  /** Whether the file may have ended there. */
  private boolean mayEnd(long began, long end) {
    for (Change each : changes) {
      if (each.grows && each.from != ANYWHERE && each.end < began && each.to() > end) {
        boolean cut =
            changes.stream()
                .anyMatch(other -> other.cuts && other.from <= end && other.end > each.begin);
        if (!cut) {
          return false;
        }
      }
    }
    return true;
  }

  /** Whether the file may have been that long. */
  private boolean mayReach(long began, long end) {
    return changes.stream()
        .anyMatch(each ->
            each.grows
                && (each.from == ANYWHERE || each.to() >= end)
                && changes.stream()
                    .noneMatch(other ->
                        other.cuts
                            && other.from < end
                            && other.begin > each.end
                            && other.end < began));
  }

  private String story(long at) {
    StringBuilder story = new StringBuilder();
    for (Change each : changes) {
      if (each.covers(at) || each.cuts || each.grows) {
        story
            .append("\n  ")
            .append(each.by)
            .append(each.cuts ? " cuts at " : " writes ")
            .append(each.from)
            .append('+')
            .append(each.length)
            .append(" in ")
            .append(each.begin)
            .append("..")
            .append(each.end == OPEN ? "open" : each.end)
            .append(each.covers(at) && each.from >= 0 ? " value " + each.valueAt(at) : "");
      }
    }
    return story.toString();
  }
}
