package io.pando.fuse.files;

import io.pando.fs.Ino;
import io.pando.fs.call.FileCall;
import io.pando.fs.call.FileOutcome;
import io.pando.fs.inode.Inode;
import io.pando.fs.inode.InodeContent;
import io.pando.fs.inode.Permissions;
import io.pando.fs.inode.Timestamp;
import io.pando.fs.request.FsError;
import io.pando.fs.request.FsRequest;
import io.pando.fs.request.InodeChange;
import io.pando.fs.request.InodeChange.TimeChange;
import io.pando.fuse.files.kernel.KernelView;
import io.pando.fuse.files.kernel.NodeNumbers;
import io.pando.fuse.protocol.AttributeChange;
import io.pando.fuse.protocol.Errno;
import io.pando.fuse.protocol.FuseAnswer;
import io.pando.fuse.protocol.FuseStatistics;
import io.pando.fuse.protocol.NodeRequest;
import java.util.OptionalInt;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Requests about attributes of inodes, and about the whole file system. */
final class InodeCalls {
  private static final int BLOCK_BYTES = 4096;

  /** How many more files are shown to be possible: there is no limit, and 0 would look like one. */
  private static final long FREE_FILES = 1L << 40;

  private final NodeNumbers numbers;
  private final KernelView view;
  private final OpenHandles handles;

  InodeCalls(NodeNumbers numbers, KernelView view, OpenHandles handles) {
    this.numbers = numbers;
    this.view = view;
    this.handles = handles;
  }

  void getAttributes(Exchange exchange, long node) {
    find(
        exchange,
        node,
        inode -> {
          boolean _ = exchange.answer(view.attributes(inode));
        });
  }

  void getExtended(Exchange exchange, long node) {
    find(
        exchange,
        node,
        inode -> {
          boolean _ = exchange.answer(view.extended(inode));
        });
  }

  void readLink(Exchange exchange, long node) {
    find(
        exchange,
        node,
        inode -> {
          if (inode.content() instanceof InodeContent.Symlink link) {
            boolean _ = exchange.answer(new FuseAnswer.Data(link.target()));
          } else {
            exchange.fail(Errno.EINVAL);
          }
        });
  }

  private void find(Exchange exchange, long node, Consumer<Inode> then) {
    exchange.call(
        new FileCall.Request(new FsRequest.GetInode(numbers.ino(node))),
        outcome -> then.accept(Exchange.inode(outcome)),
        error -> {
          Inode removed = error == FsError.ESTALE ? view.removedDirectory(node) : null;
          if (removed == null) {
            exchange.fail(error.number());
          } else {
            then.accept(removed);
          }
        });
  }

  void access(Exchange exchange, NodeRequest.Access request) {
    exchange.callAndFinish(new FileCall.Access(numbers.ino(request.node()), request.mask()));
  }

  // Changes

  void setAttributes(Exchange exchange, NodeRequest.SetAttributes request) {
    Ino ino = numbers.ino(request.node());
    FileCall call =
        new FileCall.Request(new FsRequest.SetAttributes(ino, change(request.change())));
    Consumer<FileOutcome> then =
        outcome -> {
          boolean _ = exchange.answer(view.attributes(Exchange.inode(outcome)));
        };
    exchange.call(
        call,
        then,
        error -> {
          if (error == FsError.EACCES && isOpenForWriting(request)) {
            // The file was opened when its mode allowed that.
            exchange.callAllowed(call, then);
          } else {
            exchange.fail(error.number());
          }
        });
  }

  /** Whether only the size changes, through a file that is open. */
  private boolean isOpenForWriting(NodeRequest.SetAttributes request) {
    AttributeChange change = request.change();
    if (request.handle().isEmpty()
        || change.size().isEmpty()
        || change.mode().isPresent()
        || change.uid().isPresent()
        || change.gid().isPresent()) {
      return false;
    }
    OpenHandle handle = handles.get(request.handle().getAsLong());
    return handle != null && handle.node() == request.node() && handle.flags().isWritable();
  }

  private static InodeChange change(AttributeChange change) {
    OptionalInt mode = change.mode();
    return new InodeChange(
        mode.isPresent() ? mode.getAsInt() & Permissions.MODE_MASK : null,
        boxed(change.uid()),
        boxed(change.gid()),
        change.size().isPresent() ? change.size().getAsLong() : null,
        time(change.times().accessed()),
        time(change.times().modified()));
  }

  private static @Nullable Integer boxed(OptionalInt value) {
    return value.isPresent() ? value.getAsInt() : null;
  }

  private static @Nullable TimeChange time(AttributeChange.NewTime time) {
    return switch (time) {
      case AttributeChange.Keep _ -> null;
      case AttributeChange.Now _ -> new TimeChange.ToNow();
      case AttributeChange.At at -> new TimeChange.To(Timestamp.of(at.time()));
    };
  }

  // The file system

  void getStatistics(Exchange exchange) {
    exchange.callAllowed(
        new FileCall.GetSpace(),
        outcome -> {
          if (!(outcome instanceof FileOutcome.Space space)) {
            throw Exchange.unexpected(outcome);
          }
          long free = space.freeBytes() / BLOCK_BYTES;
          FuseStatistics statistics =
              new FuseStatistics(
                  space.totalBytes() / BLOCK_BYTES,
                  free,
                  free,
                  space.files() + FREE_FILES,
                  FREE_FILES,
                  BLOCK_BYTES);
          boolean _ = exchange.answer(new FuseAnswer.Statistics(statistics));
        });
  }

  /** Makes everything durable. A directory cannot be made durable alone. */
  void syncAll(Exchange exchange) {
    exchange.callAllowed(new FileCall.SyncAll(), _ -> exchange.done());
  }
}
