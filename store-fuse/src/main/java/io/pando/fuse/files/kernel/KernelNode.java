package io.pando.fuse.files.kernel;

import io.pando.bytes.ByteRange;
import io.pando.fs.Ino;
import io.pando.fs.call.Caches;
import io.pando.fuse.files.kernel.CacheLoss.Names;
import io.pando.fuse.protocol.FuseName;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What the kernel may have of one node. Names and attributes are forgotten here when the time is
 * over for which they were given, so what is kept is bounded by the requests of that time.
 *
 * <p>Times are nanoseconds of the mount's clock. Any thread may use it.
 */
public final class KernelNode {
  /** Most names of a directory that the kernel may keep; others it asks for each time. */
  static final int MOST_NAMES = 200_000;

  private static final int LEAST_PURGED = 64;

  /** For how long after an answer the kernel may be about to use it. */
  private static final long SETTLING_NANOS = 100_000_000;

  /** Whether a file has the bits set-user-id or set-group-id, as far as that is known. */
  public enum SetIds {
    UNKNOWN,
    NONE,
    SOME
  }

  private final long number;
  private final Map<FuseName, Long> names = new HashMap<>();
  private int purgeAt = LEAST_PURGED;
  private int nameRequests;
  private long lastNameAnswer = Long.MIN_VALUE / 2;
  private long attributesUntil;
  private SetIds setIds = SetIds.UNKNOWN;
  private @Nullable Ino parent;

  private boolean pages;
  private int pageDrops;
  private final Map<Long, ByteRange> pageReads = new HashMap<>();
  private final Map<Long, Runnable> pageWrites = new HashMap<>();

  /** Number of references of the kernel; only {@link KernelNodes} uses it. */
  long lookups;

  KernelNode(long number) {
    this.number = number;
  }

  long number() {
    return number;
  }

  // Names

  /** The directory in which this one was found last; null if that is not known. */
  public synchronized @Nullable Ino parent() {
    return parent;
  }

  synchronized void foundIn(Ino directory) {
    parent = directory;
  }

  /** A request about names in this directory is sent to the file system. */
  public synchronized void beginNames() {
    nameRequests++;
  }

  /** It was answered. */
  public synchronized void endNames(long now) {
    nameRequests--;
    lastNameAnswer = now;
  }

  /** The kernel is about to be told of a name; returns for how long it may keep it. */
  synchronized long give(FuseName name, long now, long nanos) {
    if (names.size() >= purgeAt) {
      names.values().removeIf(until -> until <= now);
      purgeAt = Math.max(LEAST_PURGED, 2 * names.size());
    }
    if (nanos <= 0 || names.size() >= MOST_NAMES) {
      return 0;
    }
    names.merge(name, now + nanos, Math::max);
    return nanos;
  }

  /** Until when the kernel may keep a name; 0 if it does not have it. */
  synchronized long until(FuseName name) {
    return names.getOrDefault(name, 0L);
  }

  /** The kernel moved an entry to this name, with the time for which it keeps it. */
  synchronized void arrived(FuseName name, long until) {
    names.merge(name, until, Math::max);
  }

  // Attributes

  /** The kernel is about to be told attributes. */
  synchronized void giveAttributes(long until) {
    attributesUntil = Math.max(attributesUntil, until);
  }

  synchronized void learn(SetIds known) {
    setIds = known;
  }

  /** Whether it has bits that a write takes away. */
  public synchronized SetIds setIds() {
    return setIds;
  }

  // Pages

  /** A page is read, which is locked in the kernel until the answer. */
  public synchronized void beginPageRead(long unique, ByteRange range) {
    pageReads.put(unique, range);
  }

  /** The page is about to be in the kernel. */
  public synchronized void endPageRead(long unique) {
    pageReads.remove(unique);
    pages = true;
  }

  /**
   * A page is written back.
   *
   * @param answer answers it before it is written
   */
  public void beginPageWrite(long unique, Runnable answer) {
    synchronized (this) {
      pages = true;
      if (pageDrops == 0) {
        pageWrites.put(unique, answer);
        return;
      }
    }
    answer.run();
  }

  /** The page was written. */
  public synchronized void endPageWrite(long unique) {
    pageWrites.remove(unique);
  }

  /**
   * The pages are being dropped, for which the kernel writes the changed ones, and waits. Those
   * writes wait in the client for a capability that others have until the pages are dropped, so
   * they are answered at once.
   */
  void beginPageDrop() {
    List<Runnable> answers;
    synchronized (this) {
      pageDrops++;
      answers = new ArrayList<>(pageWrites.values());
      pageWrites.clear();
    }
    answers.forEach(Runnable::run);
  }

  synchronized void endPageDrop() {
    pageDrops--;
  }

  /** The pages that are not being read: those that are will have newer bytes. */
  synchronized List<ByteRange> droppable() {
    List<ByteRange> busy = new ArrayList<>(pageReads.values());
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

  // Loss

  /** What the kernel may have of these caches. It counts as dropped from now on. */
  synchronized CacheLoss lose(Caches caches, long now) {
    boolean hadAttributes = caches.attributes() && attributesUntil > now;
    if (caches.attributes()) {
      attributesUntil = 0;
      setIds = SetIds.UNKNOWN;
    }
    boolean hadPages = caches.data() && pages;
    if (caches.data()) {
      pages = false;
    }
    return new CacheLoss(hadAttributes, hadPages, caches.names() ? loseNames(now) : Names.NONE);
  }

  private Names loseNames(long now) {
    List<FuseName> valid = new ArrayList<>();
    long last = 0;
    for (Map.Entry<FuseName, Long> each : names.entrySet()) {
      if (each.getValue() > now) {
        valid.add(each.getKey());
        last = Math.max(last, each.getValue());
      }
    }
    names.clear();
    purgeAt = LEAST_PURGED;
    boolean busy = nameRequests > 0 || now - lastNameAnswer < SETTLING_NANOS;
    return valid.isEmpty() ? Names.NONE : new Names(valid, last, busy);
  }
}
