package io.pando.fuse.protocol;

/**
 * A request about a name in a directory.
 *
 * <p>Modes are of {@code st_mode}, with the umask already applied unless {@link InitFlag#DONT_MASK}
 * was agreed on.
 */
public sealed interface NameRequest extends FuseRequest {
  /** The directory. */
  long parent();

  @Override
  default long node() {
    return parent();
  }

  /** Permissions of a new file, and the umask of the process. */
  record NewMode(int mode, int umask) {}

  /** Finds an entry. */
  record Lookup(long parent, FuseName name) implements NameRequest {
    @Override
    public Opcode opcode() {
      return Opcode.LOOKUP;
    }
  }

  /** Makes a symbolic link. */
  record MakeSymbolicLink(long parent, FuseName name, FuseName target) implements NameRequest {
    @Override
    public Opcode opcode() {
      return Opcode.SYMLINK;
    }
  }

  /**
   * Makes a regular file, a device, a FIFO or a socket.
   *
   * @param device number of the device, as {@code makedev} packs it in 32 bits
   */
  record MakeNode(long parent, FuseName name, NewMode mode, int device) implements NameRequest {
    @Override
    public Opcode opcode() {
      return Opcode.MKNOD;
    }
  }

  /** Makes a directory. The mode has no type. */
  record MakeDirectory(long parent, FuseName name, NewMode mode) implements NameRequest {
    @Override
    public Opcode opcode() {
      return Opcode.MKDIR;
    }
  }

  /** Removes a name of a file that is not a directory. */
  record Unlink(long parent, FuseName name) implements NameRequest {
    @Override
    public Opcode opcode() {
      return Opcode.UNLINK;
    }
  }

  /** Removes an empty directory. */
  record RemoveDirectory(long parent, FuseName name) implements NameRequest {
    @Override
    public Opcode opcode() {
      return Opcode.RMDIR;
    }
  }

  /**
   * Renames a file or directory.
   *
   * @param flags of {@code renameat2(2)}: {@link #NO_REPLACE}, {@link #EXCHANGE}
   */
  record Rename(long parent, FuseName name, long newParent, FuseName newName, int flags)
      implements NameRequest {
    /** Fails if the new name exists. */
    public static final int NO_REPLACE = 1;

    /** Both names exist and are exchanged. */
    public static final int EXCHANGE = 2;

    @Override
    public Opcode opcode() {
      return flags == 0 ? Opcode.RENAME : Opcode.RENAME2;
    }
  }

  /**
   * Adds a name.
   *
   * @param target the node that gets it
   */
  record Link(long parent, FuseName name, long target) implements NameRequest {
    @Override
    public Opcode opcode() {
      return Opcode.LINK;
    }
  }

  /** Makes a regular file if it does not exist, and opens it. */
  record Create(long parent, FuseName name, FileFlags flags, NewMode mode, boolean dropsPrivileges)
      implements NameRequest {
    @Override
    public Opcode opcode() {
      return Opcode.CREATE;
    }
  }

  /** Makes and opens a regular file that has no name; a {@link Link} may give it one. */
  record CreateUnnamed(long parent, FileFlags flags, NewMode mode) implements NameRequest {
    @Override
    public Opcode opcode() {
      return Opcode.TMPFILE;
    }
  }
}
