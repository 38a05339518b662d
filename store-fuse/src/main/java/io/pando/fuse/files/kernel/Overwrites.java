package io.pando.fuse.files.kernel;

import io.pando.bytes.ByteRange;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Writes by which programs change files that have pages in the kernel.
 *
 * <p>The kernel drops the pages of such a write, and then passes the write on. If a mapping reads a
 * page again before the client has the write, that page keeps the old bytes. A store to another
 * part of the page later writes the whole page back, and the write is lost. So a write waits until
 * reads of its pages have ended that began before, and until these pages are dropped. Reads of its
 * pages that come later wait until the write has ended.
 *
 * <p>Requests are known by their numbers. One thread at a time uses it; what it returns is run
 * without its lock.
 */
final class Overwrites {
  private static final class Overwrite {
    private final ByteRange pages;
    private final Runnable begin;
    private boolean begun;

    Overwrite(ByteRange pages, Runnable begin) {
      this.pages = pages;
      this.begin = begin;
    }
  }

  private record Read(ByteRange pages, Runnable begin) {}

  private final Map<Long, Overwrite> overwrites = new LinkedHashMap<>();
  private final Map<Long, Read> waiting = new LinkedHashMap<>();

  /** A write is to begin once no read of its pages is under way: see {@link #onReads}. */
  void add(long unique, ByteRange pages, Runnable begin) {
    overwrites.put(unique, new Overwrite(pages, begin));
  }

  /** What begins now that these reads are under way. */
  List<Runnable> onReads(Iterable<ByteRange> underWay) {
    List<Runnable> ready = new ArrayList<>();
    for (Overwrite each : overwrites.values()) {
      if (!each.begun && !meets(each.pages, underWay)) {
        each.begun = true;
        ready.add(each.begin);
      }
    }
    return ready;
  }

  private static boolean meets(ByteRange pages, Iterable<ByteRange> others) {
    for (ByteRange other : others) {
      if (meet(pages, other)) {
        return true;
      }
    }
    return false;
  }

  private static boolean meet(ByteRange one, ByteRange other) {
    return one.offset() < other.end() && other.offset() < one.end();
  }

  /** Whether a read of pages has to wait; then it does. */
  boolean waits(long unique, ByteRange pages, Runnable begin) {
    boolean waits = overwrites.values().stream().anyMatch(each -> meet(each.pages, pages));
    if (waits) {
      waiting.put(unique, new Read(pages, begin));
    }
    return waits;
  }

  /** A write is over; returns the numbers, pages and beginnings of reads that waited for it. */
  List<Released> end(long unique) {
    overwrites.remove(unique);
    List<Released> released = new ArrayList<>();
    Iterator<Map.Entry<Long, Read>> each = waiting.entrySet().iterator();
    while (each.hasNext()) {
      Map.Entry<Long, Read> read = each.next();
      ByteRange pages = read.getValue().pages();
      if (overwrites.values().stream().noneMatch(it -> meet(it.pages, pages))) {
        released.add(new Released(read.getKey(), pages, read.getValue().begin()));
        each.remove();
      }
    }
    return released;
  }

  /** A read that may begin. */
  record Released(long unique, ByteRange pages, Runnable begin) {}

  /** Pages whose reads wait: the kernel has them locked, and nothing in them. */
  List<ByteRange> locked() {
    return waiting.values().stream().map(Read::pages).toList();
  }

  boolean isEmpty() {
    return overwrites.isEmpty() && waiting.isEmpty();
  }
}
