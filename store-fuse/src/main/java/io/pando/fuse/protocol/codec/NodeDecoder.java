package io.pando.fuse.protocol.codec;

import io.pando.bytes.Payload;
import io.pando.check.Invariant;
import io.pando.fuse.protocol.AttributeChange;
import io.pando.fuse.protocol.AttributeChange.NewTime;
import io.pando.fuse.protocol.FileFlags;
import io.pando.fuse.protocol.FuseName;
import io.pando.fuse.protocol.NodeRequest;
import io.pando.fuse.protocol.Opcode;
import java.time.Instant;
import java.util.OptionalInt;
import java.util.OptionalLong;

/** Decodes requests about nodes. */
final class NodeDecoder {
  // Bits of fuse_setattr_in.valid
  private static final int MODE = 1;
  private static final int UID = 1 << 1;
  private static final int GID = 1 << 2;
  private static final int SIZE = 1 << 3;
  private static final int ACCESSED = 1 << 4;
  private static final int MODIFIED = 1 << 5;
  private static final int HANDLE = 1 << 6;
  private static final int ACCESSED_NOW = 1 << 7;
  private static final int MODIFIED_NOW = 1 << 8;
  private static final int LOCK_OWNER = 1 << 9;
  private static final int CHANGED = 1 << 10;
  private static final int KILL_PRIVILEGES = 1 << 11;

  /** Bit of {@code fuse_getattr_in.getattr_flags}: there is a handle. */
  private static final int GETATTR_HANDLE = 1;

  /** Bit of {@code fuse_open_in.open_flags}. */
  private static final int OPEN_KILL_PRIVILEGES = 1;

  /** Bit of {@code fuse_setxattr_in.setxattr_flags}. */
  private static final int ACL_KILL_GROUP = 1;

  private NodeDecoder() {}

  static NodeRequest decode(Opcode opcode, long node, FieldReader in)
      throws MalformedMessageException {
    return switch (opcode) {
      case GETATTR -> new NodeRequest.GetAttributes(node, statHandle(in));
      case STATX -> {
        OptionalLong handle = statHandle(in);
        yield new NodeRequest.GetExtendedAttributes(node, handle, in.int32(), in.int32());
      }
      case SETATTR -> setAttributes(node, in);
      case READLINK -> new NodeRequest.ReadLink(node);
      case ACCESS -> new NodeRequest.Access(node, in.int32());
      case OPEN -> {
        FileFlags flags = new FileFlags(in.int32());
        yield new NodeRequest.Open(node, flags, (in.int32() & OPEN_KILL_PRIVILEGES) != 0);
      }
      case OPENDIR -> new NodeRequest.OpenDirectory(node, new FileFlags(in.int32()));
      case BMAP -> new NodeRequest.MapBlock(node, in.int64(), in.size());
      case STATFS -> new NodeRequest.GetStatistics(node);
      case SYNCFS -> new NodeRequest.SyncFileSystem(node);
      default -> throw Invariant.unreachable(opcode + " is not about a node");
    };
  }

  /** {@code fuse_getattr_in}: flags, unused, handle. */
  private static OptionalLong statHandle(FieldReader in) throws MalformedMessageException {
    boolean present = (in.int32() & GETATTR_HANDLE) != 0;
    in.skip(Integer.BYTES);
    return optional(present, in.int64());
  }

  /**
   * {@code fuse_setattr_in}: valid bits and an unused word; handle, size, lock owner, seconds of
   * three times, of 8 bytes; nanoseconds of three times, mode, unused, uid, gid, unused, of 4.
   */
  private static NodeRequest setAttributes(long node, FieldReader in)
      throws MalformedMessageException {
    int valid = in.int32();
    in.skip(Integer.BYTES);
    OptionalLong handle = optional((valid & HANDLE) != 0, in.int64());
    OptionalLong size = optional((valid & SIZE) != 0, in.int64());
    OptionalLong lockOwner = optional((valid & LOCK_OWNER) != 0, in.int64());
    AttributeChange.Times times = times(valid, in);
    OptionalInt mode = optional((valid & MODE) != 0, in.int32());
    in.skip(Integer.BYTES);
    OptionalInt uid = optional((valid & UID) != 0, in.int32());
    OptionalInt gid = optional((valid & GID) != 0, in.int32());
    in.skip(Integer.BYTES);
    if (size.isPresent() && size.getAsLong() < 0) {
      throw new MalformedMessageException("a file's new size is negative: " + size.getAsLong());
    }
    boolean dropsPrivileges = (valid & KILL_PRIVILEGES) != 0;
    AttributeChange change = new AttributeChange(mode, uid, gid, size, times, dropsPrivileges);
    return new NodeRequest.SetAttributes(node, handle, change, lockOwner);
  }

  private static AttributeChange.Times times(int valid, FieldReader in)
      throws MalformedMessageException {
    long accessed = in.int64();
    long modified = in.int64();
    long changed = in.int64();
    return new AttributeChange.Times(
        time(valid, ACCESSED, ACCESSED_NOW, accessed, in.int32()),
        time(valid, MODIFIED, MODIFIED_NOW, modified, in.int32()),
        time(valid, CHANGED, 0, changed, in.int32()));
  }

  private static NewTime time(int valid, int bit, int nowBit, long seconds, int nanos)
      throws MalformedMessageException {
    if ((valid & bit) == 0) {
      return new AttributeChange.Keep();
    }
    if ((valid & nowBit) != 0) {
      return new AttributeChange.Now();
    }
    Instant time =
        FieldReader.time(seconds, nanos)
            .orElseThrow(() ->
                new MalformedMessageException("no time: %d s, %d ns".formatted(seconds, nanos)));
    return new AttributeChange.At(time);
  }

  /**
   * {@code fuse_setxattr_in}: length of the value, flags; and if so agreed, flags of the protocol
   * and an unused word.
   */
  static NodeRequest setXattr(long node, FieldReader in, boolean isLong)
      throws MalformedMessageException {
    int size = in.size();
    int flags = in.int32();
    int own = isLong ? in.int32() : 0;
    in.skip(isLong ? Integer.BYTES : 0);
    FuseName name = in.name();
    Payload value = in.data(size);
    return new NodeRequest.SetXattr(node, name, value, flags, (own & ACL_KILL_GROUP) != 0);
  }

  /** {@code fuse_getxattr_in}: most bytes, and an unused word. */
  static NodeRequest xattr(Opcode opcode, long node, FieldReader in)
      throws MalformedMessageException {
    if (opcode == Opcode.REMOVEXATTR) {
      return new NodeRequest.RemoveXattr(node, in.name());
    }
    int size = in.size();
    in.skip(Integer.BYTES);
    return opcode == Opcode.LISTXATTR
        ? new NodeRequest.ListXattr(node, size)
        : new NodeRequest.GetXattr(node, in.name(), size);
  }

  private static OptionalLong optional(boolean present, long value) {
    return present ? OptionalLong.of(value) : OptionalLong.empty();
  }

  private static OptionalInt optional(boolean present, int value) {
    return present ? OptionalInt.of(value) : OptionalInt.empty();
  }
}
