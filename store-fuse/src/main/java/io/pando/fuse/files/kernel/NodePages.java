package io.pando.fuse.files.kernel;

import io.pando.bytes.ByteRange;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Pages of a file in the kernel, which memory mappings read and write. One thread at a time uses
 * it.
 */
final class NodePages {
  /**
   * A page that is written back.
   *
   * @param sent the client has the write, so calls that it gets later see the bytes
   */
  private record PageWrite(Runnable answer, boolean sent) {}

  private final Map<Long, ByteRange> reads = new HashMap<>();
  private final Map<Long, PageWrite> writes = new HashMap<>();
  private final Overwrites overwrites = new Overwrites();

  /** Where pages may be; null for nowhere. */
  private @Nullable ByteRange had;

  private int drops;

  /** Whether a read may begin; otherwise {@code begin} is returned when it may. */
  boolean beginRead(long unique, ByteRange range, Runnable begin) {
    if (overwrites.waits(unique, range, begin)) {
      return false;
    }
    reads.put(unique, range);
    return true;
  }

  /** The page is about to be in the kernel; returns the writes that waited for that. */
  List<Runnable> endRead(long unique) {
    ByteRange range = reads.remove(unique);
    if (range != null) {
      have(range);
    }
    return overwrites.onReads(reads.values());
  }

  private void have(ByteRange range) {
    ByteRange before = had;
    if (before == null) {
      had = range;
    } else {
      long from = Math.min(before.offset(), range.offset());
      had = new ByteRange(from, Math.max(before.end(), range.end()) - from);
    }
  }

  /** A write of a program is to begin; returns what may begin now. */
  List<Runnable> beginOverwrite(long unique, ByteRange pages, Runnable begin) {
    overwrites.add(unique, pages, begin);
    return overwrites.onReads(reads.values());
  }

  /** It is over; returns the reads that begin. */
  List<Runnable> endOverwrite(long unique) {
    List<Runnable> begin = new ArrayList<>();
    for (Overwrites.Released each : overwrites.end(unique)) {
      reads.put(each.unique(), each.pages());
      begin.add(each.begin());
    }
    return begin;
  }

  /** Whether there may be pages in a range. */
  boolean mayHave(ByteRange range) {
    ByteRange any = had;
    return any != null && any.offset() < range.end() && range.offset() < any.end();
  }

  boolean isEmpty() {
    return had == null && reads.isEmpty() && writes.isEmpty() && overwrites.isEmpty() && drops == 0;
  }

  void beginWrite(long unique, ByteRange range, Runnable answer) {
    have(range);
    writes.put(unique, new PageWrite(answer, false));
  }

  /** The client has a write; returns its answer if it has to be given at once. */
  @Nullable Runnable onSent(long unique) {
    PageWrite write = writes.get(unique);
    if (write == null) {
      return null;
    }
    if (drops > 0) {
      writes.remove(unique);
      return write.answer;
    }
    writes.put(unique, new PageWrite(write.answer, true));
    return null;
  }

  void endWrite(long unique) {
    writes.remove(unique);
  }

  /** The pages are being dropped; returns what answers the writes that the client has. */
  List<Runnable> beginDrop() {
    drops++;
    List<Runnable> answers = new ArrayList<>();
    Iterator<PageWrite> each = writes.values().iterator();
    while (each.hasNext()) {
      PageWrite write = each.next();
      if (write.sent) {
        answers.add(write.answer);
        each.remove();
      }
    }
    return answers;
  }

  void endDrop() {
    drops--;
  }

  /** Whether there may be pages; there are none from now on. */
  boolean lose() {
    boolean before = had != null;
    had = null;
    return before;
  }

  /** The parts of a range that are not being read. */
  List<ByteRange> droppable(ByteRange within) {
    List<ByteRange> busy = new ArrayList<>(reads.values());
    busy.addAll(overwrites.locked());
    busy.sort((a, b) -> Long.compare(a.offset(), b.offset()));
    List<ByteRange> free = new ArrayList<>();
    long at = within.offset();
    for (ByteRange each : busy) {
      long to = Math.min(each.offset(), within.end());
      if (to > at) {
        free.add(new ByteRange(at, to - at));
      }
      at = Math.max(at, each.end());
    }
    if (at < within.end()) {
      free.add(new ByteRange(at, within.end() - at));
    }
    return free;
  }
}
