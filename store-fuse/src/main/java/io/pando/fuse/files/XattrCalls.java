package io.pando.fuse.files;

import io.pando.bytes.Payload;
import io.pando.fs.call.FileCall;
import io.pando.fs.call.FileOutcome;
import io.pando.fs.inode.ShownAttributes;
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
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Requests about extended attributes: those that programs set, access control lists among them, and
 * those of {@link ShownAttributes}, which {@code listxattr} leaves out.
 */
final class XattrCalls {
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
          Optional<Payload> value = ShownAttributes.value(Exchange.inode(outcome), name);
          if (value.isEmpty()) {
            exchange.fail(Errno.ENODATA);
          } else {
            boolean _ = exchange.answer(new FuseAnswer.Data(value.get()));
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
    FsRequest set =
        new FsRequest.SetXattr(numbers.ino(request.node()), name, request.value(), mode);
    exchange.call(new FileCall.Request(set), outcome -> onChanged(exchange, outcome));
  }

  /** The mode may change with a list, and what a program may do with an attribute. */
  private void onChanged(Exchange exchange, FileOutcome outcome) {
    view.learn(Exchange.inode(outcome));
    exchange.done();
  }

  void remove(Exchange exchange, NodeRequest.RemoveXattr request) {
    String name = name(request.name());
    if (name == null) {
      exchange.fail(Errno.ENODATA);
      return;
    }
    FileCall remove =
        new FileCall.Request(new FsRequest.RemoveXattr(numbers.ino(request.node()), name));
    if (name.equals(SetIdBits.CAPABILITIES)) {
      // The kernel removes it for who changes the file, and refuses others who may not.
      exchange.callAllowed(remove, outcome -> onChanged(exchange, outcome));
    } else {
      exchange.call(remove, outcome -> onChanged(exchange, outcome));
    }
  }

  /** The name as text; null if it is not UTF-8, which no attribute's name is. */
  private static @Nullable String name(FuseName name) {
    String text = name.toString();
    return FuseName.of(text).equals(name) ? text : null;
  }
}
