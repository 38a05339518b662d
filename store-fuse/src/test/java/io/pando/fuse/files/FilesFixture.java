package io.pando.fuse.files;

import io.pando.fs.NameHash;
import io.pando.fuse.FuseNotifier;
import io.pando.fuse.FuseReply;
import io.pando.fuse.device.MountException;
import io.pando.fuse.memory.HeapFiles;
import io.pando.fuse.protocol.Errno;
import io.pando.fuse.protocol.FuseAnswer;
import io.pando.fuse.protocol.FuseContext;
import io.pando.fuse.protocol.FuseNotification;
import io.pando.fuse.protocol.FuseRequest;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** The adapter over files on the heap, without a kernel: calls are answered at once. */
final class FilesFixture implements FuseNotifier {
  static final NameHash HASH = new NameHash(7);

  final HeapFiles files = new HeapFiles(Runnable::run, HASH, 0, 0);
  final List<FuseNotification> notifications = new CopyOnWriteArrayList<>();
  final AtomicLong nanoTime = new AtomicLong(1);
  final MountedFiles mounted;
  boolean dropsAllNames = true;

  /** What the kernel does when it is told to drop pages, before it returns. */
  volatile Runnable onDrop = () -> {};

  private long unique;

  /** An answer, or an error. */
  static class Reply implements FuseReply {
    @Nullable FuseAnswer answer;
    int errno;
    boolean taken = true;
    private @Nullable Runnable onInterrupt;

    @Override
    public boolean answer(FuseAnswer given) {
      answer = given;
      return taken;
    }

    @Override
    public boolean error(int number) {
      errno = number;
      return taken;
    }

    @Override
    public void onInterrupt(Runnable action) {
      onInterrupt = action;
    }

    void interrupt() {
      if (onInterrupt != null) {
        onInterrupt.run();
      }
    }

    boolean isPending() {
      return answer == null && errno == 0;
    }

    <T extends FuseAnswer> T as(Class<T> type) {
      if (errno != 0 || !type.isInstance(answer)) {
        throw new AssertionError("answered by " + answer + ", error " + errno);
      }
      return type.cast(answer);
    }
  }

  FilesFixture(String path, ProcessGroups groups) throws MountException {
    mounted = new MountedFiles(files, HASH, groups, nanoTime::get);
    mounted.choose(path);
  }

  static FilesFixture begin() throws MountException {
    FilesFixture fixture = new FilesFixture("", _ -> List.of());
    fixture.mounted.onMounted(fixture);
    return fixture;
  }

  @Override
  public int send(FuseNotification notification) {
    notifications.add(notification);
    if (notification instanceof FuseNotification.InvalidateNode) {
      onDrop.run();
    }
    boolean unknown = notification instanceof FuseNotification.InvalidateNames && !dropsAllNames;
    return unknown ? Errno.EINVAL : 0;
  }

  Reply ask(FuseRequest request) {
    return ask(0, 0, request);
  }

  Reply ask(int uid, int gid, FuseRequest request) {
    Reply reply = new Reply();
    send(uid, gid, request, reply);
    return reply;
  }

  void send(int uid, int gid, FuseRequest request, Reply reply) {
    mounted.onRequest(new FuseContext(++unique, uid, gid, 77), request, reply);
  }

  <T extends FuseAnswer> T get(Class<T> type, FuseRequest request) {
    return ask(request).as(type);
  }
}
