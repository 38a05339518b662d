package io.pando.fuse.protocol.codec;

import io.pando.fuse.protocol.InitFlag;
import io.pando.fuse.protocol.KernelMessage;
import io.pando.fuse.protocol.Opcode;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.Set;

/**
 * Decodes what the kernel sends. Structures that are longer than expected are accepted: later
 * kernels append fields. Immutable.
 */
public final class MessageDecoder {
  /** Decodes the messages before a session was agreed on. */
  public static final MessageDecoder OF_START = new MessageDecoder(Set.of());

  private final boolean longSetXattr;

  /**
   * Decodes the messages of a session.
   *
   * @param agreed its flags
   */
  public MessageDecoder(Set<InitFlag> agreed) {
    this.longSetXattr = agreed.contains(InitFlag.SETXATTR_EXT);
  }

  /**
   * Decodes a body.
   *
   * @param body its bytes, between position and limit; they are copied
   * @throws MalformedMessageException if they are not the body of such a message
   */
  public KernelMessage decode(MessageHeader header, ByteBuffer body)
      throws MalformedMessageException {
    Optional<Opcode> known = Opcode.of(header.opcode());
    if (known.isEmpty()) {
      return new KernelMessage.Unknown(header.opcode());
    }
    Opcode opcode = known.get();
    FieldReader in = new FieldReader(body);
    if (in.remaining() < opcode.fixedBytes()) {
      throw new MalformedMessageException(
          "%s: a body of at least %d bytes expected, found %d"
              .formatted(opcode, opcode.fixedBytes(), in.remaining()));
    }
    return switch (opcode) {
      case LOOKUP, SYMLINK, MKNOD, MKDIR, UNLINK, RMDIR, RENAME, RENAME2, LINK, CREATE, TMPFILE ->
          NameDecoder.decode(opcode, header.node(), in);
      case GETATTR, SETATTR, STATX, READLINK, ACCESS, OPEN, OPENDIR, BMAP, STATFS, SYNCFS ->
          NodeDecoder.decode(opcode, header.node(), in);
      case SETXATTR -> NodeDecoder.setXattr(header.node(), in, longSetXattr);
      case GETXATTR, LISTXATTR, REMOVEXATTR -> NodeDecoder.xattr(opcode, header.node(), in);
      case READ, WRITE, FLUSH, RELEASE, FSYNC, FALLOCATE, LSEEK, COPY_FILE_RANGE, IOCTL, POLL ->
          FileDecoder.decode(opcode, header.node(), in);
      case READDIR, READDIRPLUS, RELEASEDIR, FSYNCDIR ->
          FileDecoder.directory(opcode, header.node(), in);
      case GETLK, SETLK, SETLKW -> FileDecoder.lock(opcode, header.node(), in);
      case INIT, FORGET, BATCH_FORGET, INTERRUPT, NOTIFY_REPLY, DESTROY ->
          SessionDecoder.decode(opcode, header, in);
    };
  }
}
