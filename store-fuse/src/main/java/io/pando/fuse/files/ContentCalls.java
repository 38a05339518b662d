package io.pando.fuse.files;

import io.pando.bytes.ByteRange;
import io.pando.fs.Ino;
import io.pando.fs.call.FileCall;
import io.pando.fs.call.FileOutcome;
import io.pando.fs.call.OpenMode;
import io.pando.fs.request.FsError;
import io.pando.fs.request.FsRequest;
import io.pando.fuse.files.kernel.KernelCaches;
import io.pando.fuse.files.kernel.KernelNode;
import io.pando.fuse.files.kernel.KernelNodes;
import io.pando.fuse.files.kernel.KernelView;
import io.pando.fuse.protocol.Errno;
import io.pando.fuse.protocol.FileRequest;
import io.pando.fuse.protocol.FuseAnswer;
import io.pando.fuse.protocol.NodeRequest;

/**
 * Requests about the bytes of open files.
 *
 * <p>Reads and writes of programs bypass the kernel's pages (they come with the owner of locks of
 * their process). Those of memory mappings do not: a page that was read stays in the kernel as long
 * as the client may cache the file, and is dropped at once if it may not.
 */
final class ContentCalls {
  /** {@code open(2)} of a program that is to be executed, which need not be readable. */
  private static final int TO_EXECUTE = 0x20;

  /** The largest page that Linux has. */
  private static final long PAGE_BYTES = 1 << 16;

  private final KernelNodes nodes;
  private final KernelCaches caches;
  private final KernelView view;
  private final OpenHandles handles;
  private final SetIdBits setIdBits;

  ContentCalls(KernelNodes nodes, KernelCaches caches, KernelView view, OpenHandles handles) {
    this.nodes = nodes;
    this.caches = caches;
    this.view = view;
    this.handles = handles;
    this.setIdBits = new SetIdBits(nodes, caches, view);
  }

  // Open and closed files

  void open(Exchange exchange, NodeRequest.Open request, Ino ino) {
    OpenMode mode = OpenHandles.mode(request.flags());
    FileCall open = new FileCall.Open(ino, mode);
    if ((request.flags().bits() & TO_EXECUTE) != 0) {
      exchange.callAllowed(open, outcome -> onOpened(exchange, request, outcome));
    } else {
      exchange.call(open, outcome -> onOpened(exchange, request, outcome));
    }
  }

  private void onOpened(Exchange exchange, NodeRequest.Open request, FileOutcome outcome) {
    if (!(outcome instanceof FileOutcome.Opened opened)) {
      throw Exchange.unexpected(outcome);
    }
    KernelNode node = nodes.get(request.node());
    boolean hadSetIds = node != null && node.setIds() == KernelNode.SetIds.SOME;
    view.learn(opened.inode());
    OpenHandle handle = handles.add(request.node(), opened, request.flags());
    Runnable answer =
        () -> {
          if (!exchange.answer(OpenHandles.answer(handle))) {
            handles.abandon(handle, exchange.sender());
          }
        };
    if (hadSetIds && request.flags().isTruncating()) {
      // That may have taken the bits away, and the kernel is told no attributes.
      caches.dropAttributes(request.node(), answer);
    } else {
      answer.run();
    }
  }

  /** Closes a file; the process has forgotten it, whatever the outcome is. */
  void close(Exchange exchange, OpenHandle handle) {
    for (long each : handle.allInClient()) {
      exchange
          .sender()
          .sendAllowed(
              new FileCall.Close(each),
              _ -> {
                if (each == handle.inClient()) {
                  exchange.done();
                }
              });
    }
  }

  // Reads

  void read(Exchange exchange, FileRequest.Read request, OpenHandle handle) {
    ByteRange range = range(request.offset(), request.sizeBytes());
    FileCall read = new FileCall.Read(handle.inClient(), range);
    KernelNode node = request.lockOwner().isPresent() ? null : nodes.get(request.node());
    if (node == null) {
      exchange.call(read, outcome -> answerBytes(exchange, outcome));
      return;
    }
    node.beginPageRead(
        exchange.unique(), range, () -> readPages(exchange, node, handle, range, read));
  }

  private void readPages(
      Exchange exchange, KernelNode node, OpenHandle handle, ByteRange range, FileCall read) {
    exchange.call(
        read,
        outcome -> {
          node.endPageRead(exchange.unique());
          boolean keeps = view.keepsPages(handle.ino());
          answerBytes(exchange, outcome);
          if (!keeps) {
            caches.dropRange(handle.node(), range);
          }
        },
        error -> {
          node.endPageRead(exchange.unique());
          exchange.fail(error.number());
        });
  }

  private static void answerBytes(Exchange exchange, FileOutcome outcome) {
    if (!(outcome instanceof FileOutcome.Bytes read)) {
      throw Exchange.unexpected(outcome);
    }
    boolean _ = exchange.answer(new FuseAnswer.Data(read.bytes()));
  }

  private static ByteRange range(long offset, long length) {
    return new ByteRange(offset, Math.min(length, Long.MAX_VALUE - offset));
  }

  // Writes

  void write(Exchange exchange, FileRequest.Write request, OpenHandle handle) {
    if (request.mode().dropsPrivileges()) {
      setIdBits.clear(exchange, handle, () -> writeAllowed(exchange, request, handle));
    } else {
      writeAllowed(exchange, request, handle);
    }
  }

  /** The kernel says only of writes whether the bits have to go, and not of other changes. */
  private void clearUnlessSuperuser(Exchange exchange, OpenHandle handle, Runnable then) {
    if (exchange.isOfSuperuser()) {
      then.run();
    } else {
      setIdBits.clear(exchange, handle, then);
    }
  }

  private void writeAllowed(Exchange exchange, FileRequest.Write request, OpenHandle handle) {
    KernelNode node = nodes.get(request.node());
    if (node == null) {
      send(exchange, request, handle, () -> {});
    } else if (request.mode().fromCache()) {
      ByteRange pages = range(request.offset(), request.data().size());
      FuseAnswer.Written written = new FuseAnswer.Written(request.data().size());
      node.beginPageWrite(
          exchange.unique(),
          pages,
          () -> {
            boolean _ = exchange.answer(written);
          });
      send(exchange, request, handle, () -> node.endPageWrite(exchange.unique()));
      node.onPageWriteSent(exchange.unique());
    } else {
      ByteRange pages = pages(request, handle);
      node.beginOverwrite(
          exchange.unique(),
          pages,
          () ->
              caches.dropPages(
                  node,
                  pages,
                  () ->
                      send(exchange, request, handle, () -> node.endOverwrite(exchange.unique()))));
    }
  }

  /** The pages that a program writes. Where it appends, the kernel may not know the end. */
  private static ByteRange pages(FileRequest.Write request, OpenHandle handle) {
    long from = request.offset() / PAGE_BYTES * PAGE_BYTES;
    long last = range(request.offset(), request.data().size()).end();
    boolean toEnd = handle.flags().isAppending() || last > Long.MAX_VALUE - PAGE_BYTES;
    long to = toEnd ? Long.MAX_VALUE : Math.ceilDiv(last, PAGE_BYTES) * PAGE_BYTES;
    return new ByteRange(from, to - from);
  }

  private void send(
      Exchange exchange, FileRequest.Write request, OpenHandle handle, Runnable ended) {
    FuseAnswer.Written written = new FuseAnswer.Written(request.data().size());
    exchange.call(
        new FileCall.Write(handle.inClient(), request.offset(), request.data()),
        _ -> {
          ended.run();
          if (request.mode().flags().isSynchronous()) {
            FileCall sync = new FileCall.Sync(handle.inClient(), true);
            exchange.callAllowed(
                sync,
                _ -> {
                  boolean _ = exchange.answer(written);
                });
          } else {
            boolean _ = exchange.answer(written);
          }
        },
        error -> {
          ended.run();
          exchange.fail(error.number());
        });
  }

  void sync(Exchange exchange, FileRequest.Sync request, OpenHandle handle) {
    exchange.callAndFinish(new FileCall.Sync(handle.inClient(), request.dataOnly()));
  }

  // Space, holes, copies

  void allocate(Exchange exchange, FileRequest.Allocate request, OpenHandle handle) {
    if (request.offset() > Long.MAX_VALUE - request.length()) {
      exchange.fail(Errno.EFBIG);
      return;
    }
    ByteRange range = new ByteRange(request.offset(), request.length());
    long inClient = handle.inClient();
    switch (request.mode()) {
      case 0 -> reserve(exchange, handle, range, new FileCall.Extend(inClient, range.end()));
      case FileRequest.Allocate.KEEP_SIZE ->
          reserve(exchange, handle, range, new FileCall.Extend(inClient, 0));
      case FileRequest.Allocate.ZERO_RANGE ->
          change(exchange, handle, new FileCall.Zero(inClient, range, true));
      case FileRequest.Allocate.ZERO_RANGE | FileRequest.Allocate.KEEP_SIZE,
          FileRequest.Allocate.PUNCH_HOLE | FileRequest.Allocate.KEEP_SIZE ->
          change(exchange, handle, new FileCall.Zero(inClient, range, false));
      default -> exchange.fail(Errno.EOPNOTSUPP);
    }
  }

  private void change(Exchange exchange, OpenHandle handle, FileCall call) {
    clearUnlessSuperuser(exchange, handle, () -> exchange.callAndFinish(call));
  }

  /**
   * The space of the object store is shared, so none is reserved. More than is free, behind the end
   * of the file, is refused.
   */
  private void reserve(Exchange exchange, OpenHandle handle, ByteRange range, FileCall call) {
    exchange.callAllowed(
        new FileCall.GetSpace(),
        outcome -> {
          if (!(outcome instanceof FileOutcome.Space space)) {
            throw Exchange.unexpected(outcome);
          }
          if (range.length() <= space.freeBytes()) {
            change(exchange, handle, call);
          } else {
            reserveBehindEnd(exchange, handle, range, space.freeBytes(), call);
          }
        });
  }

  private void reserveBehindEnd(
      Exchange exchange, OpenHandle handle, ByteRange range, long freeBytes, FileCall call) {
    exchange.callAllowed(
        new FileCall.Request(new FsRequest.GetInode(handle.ino())),
        outcome -> {
          long from = Math.max(range.offset(), Exchange.inode(outcome).size());
          if (range.end() - from > freeBytes) {
            exchange.fail(Errno.ENOSPC);
          } else {
            change(exchange, handle, call);
          }
        });
  }

  void seek(Exchange exchange, FileRequest.Seek request, OpenHandle handle) {
    boolean data = request.whence() == FileRequest.Seek.DATA;
    if (!data && request.whence() != FileRequest.Seek.HOLE) {
      exchange.fail(Errno.EINVAL);
      return;
    }
    exchange.call(
        new FileCall.Seek(handle.inClient(), request.offset(), data),
        outcome -> {
          if (!(outcome instanceof FileOutcome.At at)) {
            throw Exchange.unexpected(outcome);
          }
          boolean _ = exchange.answer(new FuseAnswer.Offset(at.offset()));
        },
        error -> exchange.fail(error == FsError.ENODATA ? Errno.ENXIO : error.number()));
  }

  void copy(Exchange exchange, FileRequest.CopyRange request, OpenHandle from, OpenHandle to) {
    RangeCopy copy = new RangeCopy(exchange, request, from, to);
    clearUnlessSuperuser(exchange, to, copy::next);
  }
}
