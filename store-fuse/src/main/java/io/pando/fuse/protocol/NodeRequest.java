package io.pando.fuse.protocol;

import io.pando.bytes.Payload;
import java.util.OptionalLong;

/** A request about a node: attributes, extended attributes, opening, and the whole file system. */
public sealed interface NodeRequest extends FuseRequest {
  /** Reads attributes; of an open file if there is a handle. */
  record GetAttributes(long node, OptionalLong handle) implements NodeRequest {
    @Override
    public Opcode opcode() {
      return Opcode.GETATTR;
    }
  }

  /**
   * Reads attributes that {@code stat} does not have.
   *
   * @param flags of {@code statx(2)}
   * @param mask which attributes are requested, as {@code statx(2)} numbers them
   */
  record GetExtendedAttributes(long node, OptionalLong handle, int flags, int mask)
      implements NodeRequest {
    @Override
    public Opcode opcode() {
      return Opcode.STATX;
    }
  }

  /**
   * Changes attributes.
   *
   * @param lockOwner owner of locks of the process that truncates
   */
  record SetAttributes(
      long node, OptionalLong handle, AttributeChange change, OptionalLong lockOwner)
      implements NodeRequest {
    @Override
    public Opcode opcode() {
      return Opcode.SETATTR;
    }
  }

  /** Reads the target of a symbolic link. */
  record ReadLink(long node) implements NodeRequest {
    @Override
    public Opcode opcode() {
      return Opcode.READLINK;
    }
  }

  /**
   * Checks permissions; not sent if the kernel checks them itself.
   *
   * @param mask of {@code access(2)}: 4 read, 2 write, 1 execute
   */
  record Access(long node, int mask) implements NodeRequest {
    @Override
    public Opcode opcode() {
      return Opcode.ACCESS;
    }
  }

  /**
   * Sets an extended attribute.
   *
   * @param flags of {@code setxattr(2)}: {@link #CREATE}, {@link #REPLACE}
   * @param dropsGroupPrivilege the bit set-group-id is cleared as well
   */
  record SetXattr(long node, FuseName name, Payload value, int flags, boolean dropsGroupPrivilege)
      implements NodeRequest {
    /** Fails if the attribute exists. */
    public static final int CREATE = 1;

    /** Fails if the attribute does not exist. */
    public static final int REPLACE = 2;

    @Override
    public Opcode opcode() {
      return Opcode.SETXATTR;
    }
  }

  /**
   * Reads an extended attribute.
   *
   * @param sizeBytes most bytes of the value; 0 asks for its length
   */
  record GetXattr(long node, FuseName name, int sizeBytes) implements NodeRequest {
    @Override
    public Opcode opcode() {
      return Opcode.GETXATTR;
    }
  }

  /**
   * Reads the names of extended attributes.
   *
   * @param sizeBytes most bytes of all names, each with a zero; 0 asks for their length
   */
  record ListXattr(long node, int sizeBytes) implements NodeRequest {
    @Override
    public Opcode opcode() {
      return Opcode.LISTXATTR;
    }
  }

  /** Removes an extended attribute. */
  record RemoveXattr(long node, FuseName name) implements NodeRequest {
    @Override
    public Opcode opcode() {
      return Opcode.REMOVEXATTR;
    }
  }

  /**
   * Opens a file.
   *
   * @param dropsPrivileges opening truncates the file, which takes away set-user-id and
   *     set-group-id
   */
  record Open(long node, FileFlags flags, boolean dropsPrivileges) implements NodeRequest {
    @Override
    public Opcode opcode() {
      return Opcode.OPEN;
    }
  }

  /** Opens a directory. */
  record OpenDirectory(long node, FileFlags flags) implements NodeRequest {
    @Override
    public Opcode opcode() {
      return Opcode.OPENDIR;
    }
  }

  /**
   * Finds the block of a device that has a block of a file.
   *
   * @param blockBytes size of a block of the file
   */
  record MapBlock(long node, long block, int blockBytes) implements NodeRequest {
    @Override
    public Opcode opcode() {
      return Opcode.BMAP;
    }
  }

  /** Reads the space of the file system. */
  record GetStatistics(long node) implements NodeRequest {
    @Override
    public Opcode opcode() {
      return Opcode.STATFS;
    }
  }

  /** Makes everything durable. */
  record SyncFileSystem(long node) implements NodeRequest {
    @Override
    public Opcode opcode() {
      return Opcode.SYNCFS;
    }
  }
}
