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
  private boolean any;
  private int drops;

  void beginRead(long unique, ByteRange range) {
    reads.put(unique, range);
  }

  void endRead(long unique) {
    reads.remove(unique);
    any = true;
  }

  void beginWrite(long unique, Runnable answer) {
    any = true;
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
    boolean before = any;
    any = false;
    return before;
  }

  /** The ranges that are not being read. */
  List<ByteRange> droppable() {
    List<ByteRange> busy = new ArrayList<>(reads.values());
    busy.sort((a, b) -> Long.compare(a.offset(), b.offset()));
    List<ByteRange> free = new ArrayList<>();
    long at = 0;
    for (ByteRange each : busy) {
      if (each.offset() > at) {
        free.add(new ByteRange(at, each.offset() - at));
      }
      at = Math.max(at, each.end());
    }
    free.add(new ByteRange(at, Long.MAX_VALUE - at));
    return free;
  }
}
