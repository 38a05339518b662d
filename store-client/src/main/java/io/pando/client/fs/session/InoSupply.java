package io.pando.client.fs.session;

import io.pando.fs.Ino;
import io.pando.fs.session.InoRange;
import java.util.ArrayDeque;
import java.util.List;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Inode numbers that a session was given for new files. A number is used once; one whose file was
 * not made is used for the next. Servers give numbers in ascending order, so a range that a server
 * names once more when the session continues is recognised.
 */
public final class InoSupply {
  private final ArrayDeque<InoRange> ranges = new ArrayDeque<>();
  private final TreeSet<Ino> returned = new TreeSet<>();
  private long next;
  private long end;

  /** The first number that was given; {@link Long#MAX_VALUE} before that. */
  private long first = Long.MAX_VALUE;

  /** The first number behind all that were given. */
  private long seen;

  /** The server gave ranges of numbers. */
  public void add(List<InoRange> given) {
    for (InoRange range : given) {
      long from = Math.max(range.first().value(), seen);
      if (from < range.end()) {
        ranges.add(new InoRange(new Ino(from), (int) (range.end() - from)));
        first = Math.min(first, from);
        seen = range.end();
      }
    }
  }

  /** A number that no file has; null if there is none now. */
  public @Nullable Ino take() {
    if (!returned.isEmpty()) {
      return returned.pollFirst();
    }
    if (next == end) {
      InoRange range = ranges.poll();
      if (range == null) {
        return null;
      }
      next = range.first().value();
      end = range.end();
    }
    return new Ino(next++);
  }

  /**
   * The file with this number was not made. A number of a session before this one is of no use any
   * more; all of those are lower.
   */
  public void giveBack(Ino ino) {
    if (ino.value() >= first && ino.value() < seen) {
      returned.add(ino);
    }
  }
}
