package io.pando.fuse.files.kernel;

import io.pando.bytes.ByteRange;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Pages of a file in the kernel, which memory mappings read and write. One thread at a time uses
 * it.
 */
final class NodePages {
  private final Map<Long, ByteRange> reads = new HashMap<>();
  private final Map<Long, Runnable> writes = new HashMap<>();
  private boolean any;
  private int drops;

  void beginRead(long unique, ByteRange range) {
    reads.put(unique, range);
  }

  void endRead(long unique) {
    reads.remove(unique);
    any = true;
  }

  /** Returns false if the write has to be answered at once. */
  boolean beginWrite(long unique, Runnable answer) {
    any = true;
    if (drops == 0) {
      writes.put(unique, answer);
    }
    return drops == 0;
  }

  void endWrite(long unique) {
    writes.remove(unique);
  }

  /** The pages are being dropped; returns what answers the writes under way. */
  List<Runnable> beginDrop() {
    drops++;
    List<Runnable> answers = new ArrayList<>(writes.values());
    writes.clear();
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
