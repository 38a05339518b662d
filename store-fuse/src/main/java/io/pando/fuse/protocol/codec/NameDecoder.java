package io.pando.fuse.protocol.codec;

import io.pando.check.Invariant;
import io.pando.fuse.protocol.FileFlags;
import io.pando.fuse.protocol.FuseName;
import io.pando.fuse.protocol.NameRequest;
import io.pando.fuse.protocol.NameRequest.NewMode;
import io.pando.fuse.protocol.Opcode;

/** Decodes requests about names. */
final class NameDecoder {
  /** Bit of the flags of {@code fuse_create_in}. */
  private static final int KILL_PRIVILEGES = 1;

  private NameDecoder() {}

  static NameRequest decode(Opcode opcode, long parent, FieldReader in)
      throws MalformedMessageException {
    return switch (opcode) {
      case LOOKUP -> new NameRequest.Lookup(parent, in.name());
      case SYMLINK -> new NameRequest.MakeSymbolicLink(parent, in.name(), in.name());
      case MKNOD -> makeNode(parent, in);
      case MKDIR -> {
        NewMode mode = new NewMode(in.int32(), in.int32());
        yield new NameRequest.MakeDirectory(parent, in.name(), mode);
      }
      case UNLINK -> new NameRequest.Unlink(parent, in.name());
      case RMDIR -> new NameRequest.RemoveDirectory(parent, in.name());
      case RENAME -> rename(parent, in.int64(), 0, in);
      case RENAME2 -> {
        long newParent = in.int64();
        int flags = in.int32();
        in.skip(Integer.BYTES);
        yield rename(parent, newParent, flags, in);
      }
      case LINK -> {
        long target = in.int64();
        yield new NameRequest.Link(parent, in.name(), target);
      }
      case CREATE, TMPFILE -> create(opcode, parent, in);
      default -> throw Invariant.unreachable(opcode + " is not about a name");
    };
  }

  /** {@code fuse_mknod_in}: mode, device, umask, unused. */
  private static NameRequest makeNode(long parent, FieldReader in)
      throws MalformedMessageException {
    int mode = in.int32();
    int device = in.int32();
    NewMode newMode = new NewMode(mode, in.int32());
    in.skip(Integer.BYTES);
    return new NameRequest.MakeNode(parent, in.name(), newMode, device);
  }

  private static NameRequest rename(long parent, long newParent, int flags, FieldReader in)
      throws MalformedMessageException {
    FuseName name = in.name();
    return new NameRequest.Rename(parent, name, newParent, in.name(), flags);
  }

  /** {@code fuse_create_in}: flags, mode, umask, flags of the protocol. */
  private static NameRequest create(Opcode opcode, long parent, FieldReader in)
      throws MalformedMessageException {
    FileFlags flags = new FileFlags(in.int32());
    NewMode mode = new NewMode(in.int32(), in.int32());
    boolean dropsPrivileges = (in.int32() & KILL_PRIVILEGES) != 0;
    return opcode == Opcode.TMPFILE
        ? new NameRequest.CreateUnnamed(parent, flags, mode)
        : new NameRequest.Create(parent, in.name(), flags, mode, dropsPrivileges);
  }
}
