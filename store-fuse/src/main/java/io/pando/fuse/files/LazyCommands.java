package io.pando.fuse.files;

import io.pando.bytes.ByteRange;
import io.pando.bytes.Payload;
import io.pando.fs.call.FileCall;
import io.pando.fs.call.FileOutcome;
import io.pando.fs.call.OpenMode;
import io.pando.fuse.protocol.Errno;
import io.pando.fuse.protocol.FileRequest;
import io.pando.fuse.protocol.FuseAnswer;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * The extensions of POSIX for files that many nodes write at once (paper 003, 2.2 and 5.1.2), as
 * commands of {@code ioctl(2)} on an open file. The kernel passes on no unknown flags of {@code
 * open(2)}, so {@code O_LAZY} is a command too.
 *
 * <pre>
 *  PANDO_LAZYIO       _IO(0xfa, 1)                   0x0000fa01
 *      this client may cache and delay data of the file, although others write
 *  PANDO_PROPAGATE    _IOW(0xfa, 2, struct range)    0x4010fa02
 *      makes writes to a range visible to others
 *  PANDO_SYNCHRONIZE  _IOW(0xfa, 3, struct range)    0x4010fa03
 *      reads of a range see what others made visible
 *
 *  struct range { uint64_t offset; uint64_t length; };     length 0: up to the end
 * </pre>
 *
 * {@code readdirplus} needs no command: listings are answered with attributes. Other commands fail
 * with {@code ENOTTY}.
 */
final class LazyCommands {
  static final int LAZYIO = 0x0000fa01;
  static final int PROPAGATE = 0x4010fa02;
  static final int SYNCHRONIZE = 0x4010fa03;

  private static final int RANGE_BYTES = 16;

  private LazyCommands() {}

  static void on(Exchange exchange, FileRequest.Ioctl request, OpenHandle handle) {
    switch (request.command()) {
      case LAZYIO -> becomeLazy(exchange, handle);
      case PROPAGATE, SYNCHRONIZE -> onRange(exchange, request, handle);
      default -> exchange.fail(Errno.ENOTTY);
    }
  }

  private static void becomeLazy(Exchange exchange, OpenHandle handle) {
    OpenMode mode = OpenHandles.mode(handle.flags());
    OpenMode lazy = new OpenMode(mode.reads(), mode.writes(), false, mode.appends(), true);
    exchange.callAllowed(
        new FileCall.Open(handle.ino(), lazy),
        outcome -> {
          if (!(outcome instanceof FileOutcome.Opened opened)) {
            throw Exchange.unexpected(outcome);
          }
          handle.replace(opened.handle());
          finish(exchange);
        });
  }

  private static void onRange(Exchange exchange, FileRequest.Ioctl request, OpenHandle handle) {
    Payload data = request.data();
    if (data.size() != RANGE_BYTES) {
      exchange.fail(Errno.EINVAL);
      return;
    }
    ByteBuffer in = ByteBuffer.wrap(data.toByteArray()).order(ByteOrder.nativeOrder());
    long offset = in.getLong();
    long length = in.getLong();
    if (offset < 0 || length < 0) {
      exchange.fail(Errno.EINVAL);
      return;
    }
    long most = Long.MAX_VALUE - offset;
    ByteRange range = new ByteRange(offset, length == 0 ? most : Math.min(most, length));
    FileCall call =
        request.command() == PROPAGATE
            ? new FileCall.Propagate(handle.inClient(), range)
            : new FileCall.Synchronize(handle.inClient(), range);
    exchange.callAllowed(call, _ -> finish(exchange));
  }

  private static void finish(Exchange exchange) {
    boolean _ = exchange.answer(new FuseAnswer.IoctlResult(0, Payload.EMPTY));
  }
}
