package io.pando.fuse.files;

import io.pando.fs.EntryName;
import io.pando.fs.request.FsAnswer;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An open directory: how far its listing is, and entries that were read ahead. Any thread may use
 * it; the kernel asks for one page at a time.
 */
final class OpenListing {
  private final long number;
  private long position;
  private @Nullable EntryName last;
  private List<FsAnswer.Entry> ahead = List.of();
  private boolean more = true;
  private long changes;

  /**
   * A listing at its beginning.
   *
   * @param number of it to the kernel
   */
  OpenListing(long number) {
    this.number = number;
  }

  long number() {
    return number;
  }

  /**
   * Entries behind a position that were read ahead, and are still true.
   *
   * @param entries in their order; empty if there are none
   * @param more whether others follow
   */
  record Ahead(List<FsAnswer.Entry> entries, boolean more) {}

  /** What is known to follow a position. */
  synchronized Ahead ahead(long behind, long changesNow) {
    boolean holds = behind == position && changes == changesNow && last != null;
    return holds ? new Ahead(ahead, more) : new Ahead(List.of(), true);
  }

  /** The name of the entry at a position, if the listing is there; otherwise null. */
  synchronized @Nullable EntryName lastAt(long behind) {
    return behind == position ? last : null;
  }

  /** The kernel was given entries up to a position. */
  synchronized void given(long upTo, EntryName name, Ahead left, long changesNow) {
    position = upTo;
    last = name;
    ahead = left.entries;
    more = left.more;
    changes = changesNow;
  }
}
