package io.pando.fuse.files.kernel;

import io.pando.bytes.ByteRange;
import io.pando.fs.Ino;
import io.pando.fs.call.Caches;
import io.pando.fs.inode.Inode;
import io.pando.fuse.files.kernel.CacheLoss.Names;
import io.pando.fuse.protocol.FuseName;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the kernel may have of one node. The kernel may know millions, so only directories that are
 * in use have names here, and only files that are mapped have pages.
 *
 * <p>Times are nanoseconds of the mount's clock. Any thread may use it.
 */
public final class KernelNode {
  /** Whether a file has the bits set-user-id or set-group-id, as far as that is known. */
  public enum SetIds {
    UNKNOWN,
    NONE,
    SOME
  }

  private final long number;
  private long attributesUntil;
  private SetIds setIds = SetIds.UNKNOWN;
  private @Nullable Ino parent;
  private @Nullable NodeNames names;
  private boolean expires;
  private @Nullable NodePages pages;
  private @Nullable Inode lastShown;

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

  private NodeNames names() {
    if (names == null) {
      names = new NodeNames();
    }
    return names;
  }

  /** A request about names in this directory is sent to the file system. */
  public synchronized void beginNames() {
    names().begin();
  }

  /** It was answered. */
  public synchronized void endNames(long now) {
    names().end(now);
  }

  /** The kernel is about to be told of a name; returns for how long it may keep it. */
  synchronized long give(FuseName name, long now, long nanos) {
    return names().give(name, now, nanos);
  }

  /** Until when the kernel may keep a name; 0 if it does not have it. */
  synchronized long until(FuseName name) {
    return names().until(name);
  }

  /** The kernel moved an entry to this name, with the time for which it keeps it. */
  synchronized void arrived(FuseName name, long until) {
    names().arrived(name, until);
  }

  /** Whether names have to be expired here from now on, which was not so before. */
  synchronized boolean beginsToExpire() {
    boolean begins = !expires && !names().isEmpty();
    expires |= begins;
    return begins;
  }

  /** Forgets names that are not valid any more; returns whether others are left. */
  synchronized boolean expireNames(long now) {
    names().expire(now);
    expires = !names().isEmpty();
    if (names().isIdle()) {
      names = null;
    }
    return expires;
  }

  // Attributes

  /** The kernel is about to be told attributes. */
  synchronized void giveAttributes(long until) {
    attributesUntil = Math.max(attributesUntil, until);
  }

  /** Whether the kernel keeps attributes until a time. */
  synchronized boolean keepsAttributes(long until) {
    return attributesUntil > until;
  }

  /** The kernel is told of this directory. */
  synchronized void shown(Inode directory) {
    lastShown = directory;
  }

  /** A directory as the kernel was told of it last; null for other inodes. */
  synchronized @Nullable Inode lastShown() {
    return lastShown;
  }

  synchronized void learn(SetIds known) {
    setIds = known;
  }

  /** Whether it has bits that a write takes away. */
  public synchronized SetIds setIds() {
    return setIds;
  }

  // Pages

  private NodePages pages() {
    if (pages == null) {
      pages = new NodePages();
    }
    return pages;
  }

  /**
   * Pages are to be read, which are locked in the kernel until the answer.
   *
   * @param begin reads them; at once, or when a program's write of them is over
   */
  public void beginPageRead(long unique, ByteRange range, Runnable begin) {
    boolean now;
    synchronized (this) {
      now = pages().beginRead(unique, range, begin);
    }
    if (now) {
      begin.run();
    }
  }

  /** The pages are about to be in the kernel. */
  public void endPageRead(long unique) {
    List<Runnable> writes;
    synchronized (this) {
      writes = pages().endRead(unique);
    }
    writes.forEach(Runnable::run);
  }

  /**
   * A program writes, which the kernel has passed on without changing its pages.
   *
   * @param range whole pages
   * @param begin writes; at once, or when reads of the pages are over that have begun
   */
  public void beginOverwrite(long unique, ByteRange range, Runnable begin) {
    List<Runnable> ready;
    synchronized (this) {
      ready = pages().beginOverwrite(unique, range, begin);
    }
    ready.forEach(Runnable::run);
  }

  /** The program's write is over. */
  public void endOverwrite(long unique) {
    List<Runnable> reads;
    synchronized (this) {
      reads = pages().endOverwrite(unique);
      if (pages().isEmpty()) {
        pages = null;
      }
    }
    reads.forEach(Runnable::run);
  }

  /** Whether the kernel may have pages in a range. */
  synchronized boolean mayHavePages(ByteRange range) {
    return pages != null && pages.mayHave(range);
  }

  /**
   * A page is about to be written back.
   *
   * @param answer answers it before it is written
   */
  public synchronized void beginPageWrite(long unique, ByteRange range, Runnable answer) {
    pages().beginWrite(unique, range, answer);
  }

  /**
   * The client has the write of a page. Not before that may it be answered early: the process would
   * read the file, and the client could get that read first.
   */
  public void onPageWriteSent(long unique) {
    Runnable answer;
    synchronized (this) {
      answer = pages().onSent(unique);
    }
    if (answer != null) {
      answer.run();
    }
  }

  /** The page was written. */
  public synchronized void endPageWrite(long unique) {
    pages().endWrite(unique);
  }

  /**
   * The pages are being dropped, for which the kernel writes the changed ones, and waits. Those
   * writes wait in the client for a capability that others have until the pages are dropped, so
   * they are answered as soon as the client has them.
   */
  void beginPageDrop() {
    List<Runnable> answers;
    synchronized (this) {
      answers = pages().beginDrop();
    }
    answers.forEach(Runnable::run);
  }

  synchronized void endPageDrop() {
    pages().endDrop();
  }

  /** The pages of a range that are not being read: those that are will have newer bytes. */
  synchronized List<ByteRange> droppable(ByteRange within) {
    return pages().droppable(within);
  }

  // Loss

  /** What the kernel may have of these caches. It counts as dropped from now on. */
  synchronized CacheLoss lose(Caches caches, long now) {
    boolean hadAttributes = caches.attributes() && attributesUntil > now;
    if (caches.attributes()) {
      attributesUntil = 0;
      setIds = SetIds.UNKNOWN;
    }
    boolean hadPages = caches.data() && pages != null && pages.lose();
    Names hadNames = caches.names() && names != null ? names.lose(now) : Names.NONE;
    return new CacheLoss(hadAttributes, hadPages, hadNames);
  }
}
