package io.pando.client.fs.data;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;

/**
 * A file as an array of bytes whose writes may overlap in time. A read may see, of each byte, the
 * last write that was done when the read began, or a later one that was requested before it ended.
 */
final class FileModel {
  private final List<Change> changes = new ArrayList<>();

  /** A write; zeros have the number 0. */
  private static final class Change {
    final int number;
    final long from;
    final long to;
    final boolean grows;
    boolean done;

    Change(int number, long from, long to, boolean grows) {
      this.number = number;
      this.from = from;
      this.to = to;
      this.grows = grows;
    }

    boolean covers(long at) {
      return from <= at && at < to;
    }
  }

  /** What a read may see. */
  record View(int changes, List<Boolean> done) {}

  int begin(int number, long from, long to, boolean grows) {
    changes.add(new Change(number, from, to, grows));
    return changes.size() - 1;
  }

  void done(int change) {
    changes.get(change).done = true;
  }

  boolean isDone(int change) {
    return changes.get(change).done;
  }

  /** The state when a read, or a request to make bytes durable, begins. */
  View view() {
    return new View(changes.size(), changes.stream().map(change -> change.done).toList());
  }

  static byte valueOf(int number, long at) {
    return number == 0 ? 0 : (byte) (number * 37L + at * 5 + 1);
  }

  static byte[] bytes(int number, long from, int length) {
    byte[] bytes = new byte[length];
    for (int i = 0; i < length; i++) {
      bytes[i] = valueOf(number, from + i);
    }
    return bytes;
  }

  /** Checks bytes that were read, or that objects have, at an offset. */
  void check(View view, long offset, byte[] bytes, boolean anyOlder) {
    for (int i = 0; i < bytes.length; i++) {
      long at = offset + i;
      if (!mayBe(view, at, bytes[i], anyOlder)) {
        assertThat(bytes[i]).as("byte %s of the file, of %s", at, story(view, at)).isNull();
      }
    }
  }

  private boolean mayBe(View view, long at, byte value, boolean anyOlder) {
    for (int i = changes.size() - 1; i >= 0; i--) {
      Change change = changes.get(i);
      if (change.covers(at)) {
        if (value == valueOf(change.number, at)) {
          return true;
        }
        if (!anyOlder && i < view.changes && view.done.get(i)) {
          return false;
        }
      }
    }
    return value == 0;
  }

  private String story(View view, long at) {
    StringBuilder story = new StringBuilder();
    for (int i = 0; i < changes.size(); i++) {
      Change change = changes.get(i);
      if (change.covers(at)) {
        boolean before = i < view.changes && view.done.get(i);
        story.append(i).append(before ? " done" : " open").append(" wrote ");
        story.append(valueOf(change.number, at)).append("; ");
      }
    }
    return story.toString();
  }

  /** Least and largest size that the file may have had since the view. */
  long size(View view, boolean least, long cutTo, int cutAt) {
    long size = cutTo;
    for (int i = cutAt; i < changes.size(); i++) {
      Change change = changes.get(i);
      boolean counts = !least || (i < view.changes && view.done.get(i));
      size = change.grows && counts ? Math.max(size, change.to) : size;
    }
    return size;
  }
}
