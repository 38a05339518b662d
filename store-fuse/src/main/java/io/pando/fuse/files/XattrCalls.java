package io.pando.fuse.files;

import io.pando.bytes.Payload;
import io.pando.fs.FileLayout;
import io.pando.fs.call.FileCall;
import io.pando.fs.inode.Inode;
import io.pando.fs.inode.InodeContent;
import io.pando.fs.inode.SubtreeTotals;
import io.pando.fs.request.FsRequest;
import io.pando.fs.request.FsRequest.XattrMode;
import io.pando.fuse.files.kernel.KernelView;
import io.pando.fuse.files.kernel.NodeNumbers;
import io.pando.fuse.protocol.Errno;
import io.pando.fuse.protocol.FuseAnswer;
import io.pando.fuse.protocol.FuseName;
import io.pando.fuse.protocol.NodeRequest;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Requests about extended attributes. Beside those that programs set, access control lists among
 * them, every inode has some that show settings and totals as decimal numbers; {@code listxattr}
 * leaves them out:
 *
 * <pre>
 *  pando.dir.files, .directories             entries of a directory
 *  pando.dir.total.bytes, .files, .directories   everything below it
 *  pando.quota.bytes, .files                 its limits; 0 is none
 *  pando.layout.stripe_unit, .stripe_count, .object_size, .pool
 * </pre>
 */
final class XattrCalls {
  private static final String SHOWN = "pando.";

  /** Only the superuser sees these. */
  private static final String TRUSTED = "trusted.";

  private final NodeNumbers numbers;
  private final KernelView view;

  XattrCalls(NodeNumbers numbers, KernelView view) {
    this.numbers = numbers;
    this.view = view;
  }

  void get(Exchange exchange, NodeRequest.GetXattr request) {
    String name = name(request.name());
    if (name == null) {
      exchange.fail(Errno.ENODATA);
      return;
    }
    exchange.call(
        find(request.node()),
        outcome -> {
          Payload value = value(Exchange.inode(outcome), name);
          if (value == null) {
            exchange.fail(Errno.ENODATA);
          } else {
            boolean _ = exchange.answer(new FuseAnswer.Data(value));
          }
        });
  }

  void list(Exchange exchange, NodeRequest.ListXattr request) {
    exchange.call(
        find(request.node()),
        outcome -> {
          ByteArrayOutputStream names = new ByteArrayOutputStream();
          for (String each : Exchange.inode(outcome).attributes().keySet()) {
            if (each.startsWith(TRUSTED) && !exchange.isOfSuperuser()) {
              continue;
            }
            names.writeBytes(each.getBytes(StandardCharsets.UTF_8));
            names.write(0);
          }
          boolean _ = exchange.answer(new FuseAnswer.Data(Payload.wrap(names.toByteArray())));
        });
  }

  private FileCall find(long node) {
    return new FileCall.Request(new FsRequest.GetInode(numbers.ino(node)));
  }

  void set(Exchange exchange, NodeRequest.SetXattr request) {
    String name = name(request.name());
    XattrMode mode =
        switch (request.flags()) {
          case NodeRequest.SetXattr.CREATE -> XattrMode.CREATE;
          case NodeRequest.SetXattr.REPLACE -> XattrMode.REPLACE;
          default -> XattrMode.EITHER;
        };
    if (name == null) {
      exchange.fail(Errno.EINVAL);
      return;
    }
    change(
        exchange, new FsRequest.SetXattr(numbers.ino(request.node()), name, request.value(), mode));
  }

  /** The mode may change with a list, and what a program may do with an attribute. */
  private void change(Exchange exchange, FsRequest request) {
    exchange.call(
        new FileCall.Request(request),
        outcome -> {
          view.learn(Exchange.inode(outcome));
          exchange.done();
        });
  }

  void remove(Exchange exchange, NodeRequest.RemoveXattr request) {
    String name = name(request.name());
    if (name == null) {
      exchange.fail(Errno.ENODATA);
      return;
    }
    change(exchange, new FsRequest.RemoveXattr(numbers.ino(request.node()), name));
  }

  /** The name as text; null if it is not UTF-8, which no attribute's name is. */
  private static @Nullable String name(FuseName name) {
    String text = name.toString();
    return FuseName.of(text).equals(name) ? text : null;
  }

  // Values

  private static @Nullable Payload value(Inode inode, String name) {
    Payload set = inode.attributes().get(name);
    if (set != null || !name.startsWith(SHOWN)) {
      return set;
    }
    Long shown =
        switch (inode.content()) {
          case InodeContent.Directory directory -> ofDirectory(directory, name);
          case InodeContent.File file -> ofLayout(file.layout(), name);
          case InodeContent.Symlink _, InodeContent.Special _ -> null;
        };
    return shown == null ? null : Payload.utf8(shown.toString());
  }

  private static @Nullable Long ofDirectory(InodeContent.Directory directory, String name) {
    SubtreeTotals below = directory.totals().subtree();
    return switch (name) {
      case "pando.dir.files" -> directory.totals().files();
      case "pando.dir.directories" -> directory.totals().directories();
      case "pando.dir.total.bytes" -> below.bytes();
      case "pando.dir.total.files" -> below.files();
      case "pando.dir.total.directories" -> below.directories();
      case "pando.quota.bytes" -> directory.quota().bytes();
      case "pando.quota.files" -> directory.quota().files();
      default -> ofLayout(directory.layout(), name);
    };
  }

  private static @Nullable Long ofLayout(@Nullable FileLayout layout, String name) {
    if (layout == null) {
      return null;
    }
    return switch (name) {
      case "pando.layout.stripe_unit" -> (long) layout.stripeUnit();
      case "pando.layout.stripe_count" -> (long) layout.stripeCount();
      case "pando.layout.object_size" -> (long) layout.objectBytes();
      case "pando.layout.pool" -> (long) layout.pool().value();
      default -> null;
    };
  }
}
