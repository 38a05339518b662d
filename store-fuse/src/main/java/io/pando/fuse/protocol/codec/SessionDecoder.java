package io.pando.fuse.protocol.codec;

import io.pando.check.Invariant;
import io.pando.fuse.protocol.InitFlag;
import io.pando.fuse.protocol.KernelMessage;
import io.pando.fuse.protocol.KernelMessage.Forgotten;
import io.pando.fuse.protocol.Opcode;
import java.util.ArrayList;
import java.util.List;

/** Decodes messages about the session. */
final class SessionDecoder {
  private static final int FORGOTTEN_BYTES = 16;
  private static final int LOW_FLAGS = 32;

  private SessionDecoder() {}

  static KernelMessage decode(Opcode opcode, MessageHeader header, FieldReader in)
      throws MalformedMessageException {
    return switch (opcode) {
      case INIT -> init(in);
      case FORGET -> {
        Forgotten one = new Forgotten(header.node(), in.int64());
        yield new KernelMessage.Forget(List.of(one));
      }
      case BATCH_FORGET -> batchForget(in);
      case INTERRUPT -> new KernelMessage.Interrupt(in.int64());
      case NOTIFY_REPLY -> retrieved(header, in);
      case DESTROY -> new KernelMessage.Destroy();
      default -> throw Invariant.unreachable(opcode + " is not about the session");
    };
  }

  /** {@code fuse_init_in}: major, minor, read-ahead, flags; and if extended, the other flags. */
  private static KernelMessage init(FieldReader in) throws MalformedMessageException {
    int major = in.int32();
    int minor = in.int32();
    int readahead = in.int32();
    long flags = Integer.toUnsignedLong(in.int32());
    boolean extended = (flags & InitFlag.INIT_EXT.bit()) != 0 && in.remaining() >= Integer.BYTES;
    if (extended) {
      flags |= (long) in.int32() << LOW_FLAGS;
    }
    return new KernelMessage.Init(major, minor, readahead, flags);
  }

  /** {@code fuse_batch_forget_in}: how many, unused; then node and count of each. */
  private static KernelMessage batchForget(FieldReader in) throws MalformedMessageException {
    int count = in.size();
    in.skip(Integer.BYTES);
    if (count > in.remaining() / FORGOTTEN_BYTES) {
      throw new MalformedMessageException(
          "%d forgotten nodes do not fit in %d bytes".formatted(count, in.remaining()));
    }
    List<Forgotten> nodes = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      nodes.add(new Forgotten(in.int64(), in.int64()));
    }
    return new KernelMessage.Forget(List.copyOf(nodes));
  }

  /** {@code fuse_notify_retrieve_in}: unused, offset, size, unused; the data follows. */
  private static KernelMessage retrieved(MessageHeader header, FieldReader in)
      throws MalformedMessageException {
    in.skip(Long.BYTES);
    long offset = in.position();
    int size = in.size();
    in.skip(Integer.BYTES + 2 * Long.BYTES);
    long token = header.context().unique();
    return new KernelMessage.Retrieved(token, header.node(), offset, in.data(size));
  }
}
