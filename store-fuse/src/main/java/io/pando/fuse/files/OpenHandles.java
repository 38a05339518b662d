package io.pando.fuse.files;

import io.pando.fs.call.FileCall;
import io.pando.fs.call.FileOutcome;
import io.pando.fs.call.OpenMode;
import io.pando.fuse.protocol.FileFlags;
import io.pando.fuse.protocol.FuseAnswer;
import io.pando.fuse.protocol.OpenFlag;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** The open files of a mount, by the numbers that the kernel has for them. */
final class OpenHandles {
  private final ConcurrentMap<Long, OpenHandle> open = new ConcurrentHashMap<>();
  private final AtomicLong last = new AtomicLong();

  OpenHandle add(long node, FileOutcome.Opened opened, FileFlags flags) {
    OpenHandle handle =
        new OpenHandle(last.incrementAndGet(), node, opened.inode().ino(), flags, opened.handle());
    open.put(handle.number(), handle);
    return handle;
  }

  /** An open file; null if the number is of none. */
  @Nullable OpenHandle get(long number) {
    return open.get(number);
  }

  /** The same, which is closed. */
  @Nullable OpenHandle remove(long number) {
    return open.remove(number);
  }

  /** Number of open files. */
  int count() {
    return open.size();
  }

  /** The kernel did not take the answer by which it would know a file. */
  void abandon(OpenHandle handle, CallSender sender) {
    open.remove(handle.number());
    handle.allInClient().forEach(each -> sender.sendAside(new FileCall.Close(each)));
  }

  /** How a file is opened with flags. */
  static OpenMode mode(FileFlags flags) {
    boolean writes = flags.isWritable();
    return new OpenMode(
        flags.isReadable(), writes, writes && flags.isTruncating(), flags.isAppending(), false);
  }

  /**
   * What the kernel is told of an open file: its reads and writes go to the client, which caches
   * under capabilities. Pages that memory mappings filled stay.
   */
  static FuseAnswer.Opened answer(OpenHandle handle) {
    return FuseAnswer.Opened.of(
        handle.number(), OpenFlag.DIRECT_IO, OpenFlag.PARALLEL_DIRECT_WRITES, OpenFlag.KEEP_CACHE);
  }
}
