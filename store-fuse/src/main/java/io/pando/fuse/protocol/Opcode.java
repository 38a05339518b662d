package io.pando.fuse.protocol;

import io.pando.fuse.protocol.FuseAnswer.Attributes;
import io.pando.fuse.protocol.FuseAnswer.Block;
import io.pando.fuse.protocol.FuseAnswer.Created;
import io.pando.fuse.protocol.FuseAnswer.Data;
import io.pando.fuse.protocol.FuseAnswer.Done;
import io.pando.fuse.protocol.FuseAnswer.Entry;
import io.pando.fuse.protocol.FuseAnswer.ExtendedAttributes;
import io.pando.fuse.protocol.FuseAnswer.IoctlResult;
import io.pando.fuse.protocol.FuseAnswer.Length;
import io.pando.fuse.protocol.FuseAnswer.Lock;
import io.pando.fuse.protocol.FuseAnswer.NoEntry;
import io.pando.fuse.protocol.FuseAnswer.Offset;
import io.pando.fuse.protocol.FuseAnswer.Opened;
import io.pando.fuse.protocol.FuseAnswer.Polled;
import io.pando.fuse.protocol.FuseAnswer.Statistics;
import io.pando.fuse.protocol.FuseAnswer.Written;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The operations of the protocol: number, size in bytes of the structure that a request begins
 * with, and the answers that it may get beside an error. Names and data follow the structure.
 *
 * <p>Operations that are absent here are answered with {@link Errno#ENOSYS}: those of memory-mapped
 * devices (SETUPMAPPING, REMOVEMAPPING), of character devices (CUSE_INIT), and all that later
 * kernels add. The kernel then does without, or fails the system call.
 */
public enum Opcode {
  // Names

  /** Finds an entry: a name. */
  LOOKUP(1, 0, Entry.class, NoEntry.class),
  /** Makes a symbolic link: a name, and the target. */
  SYMLINK(6, 0, Entry.class),
  /** Makes a file that is not a directory: {@code fuse_mknod_in}, name. */
  MKNOD(8, 16, Entry.class),
  /** Makes a directory: {@code fuse_mkdir_in}, name. */
  MKDIR(9, 8, Entry.class),
  /** Removes a name that is not a directory's: a name. */
  UNLINK(10, 0, Done.class),
  /** Removes an empty directory: a name. */
  RMDIR(11, 0, Done.class),
  /** Renames: {@code fuse_rename_in}, old name, new name. */
  RENAME(12, 8, Done.class),
  /** Renames with flags: {@code fuse_rename2_in}, old name, new name. */
  RENAME2(45, 16, Done.class),
  /** Adds a name: {@code fuse_link_in}, name. */
  LINK(13, 8, Entry.class),
  /** Makes a regular file if it does not exist, and opens it: {@code fuse_create_in}, name. */
  CREATE(35, 16, Created.class),
  /** Makes and opens a file without a name: {@code fuse_create_in}, a name without meaning. */
  TMPFILE(51, 16, Created.class),

  // Nodes

  /** Reads attributes: {@code fuse_getattr_in}. */
  GETATTR(3, 16, Attributes.class),
  /** Changes attributes: {@code fuse_setattr_in}. */
  SETATTR(4, 88, Attributes.class),
  /** Reads attributes that {@code stat} does not have: {@code fuse_statx_in}. */
  STATX(52, 24, ExtendedAttributes.class),
  /** Reads the target of a symbolic link. */
  READLINK(5, 0, Data.class),
  /** Checks permissions, where the kernel does not: {@code fuse_access_in}. */
  ACCESS(34, 8, Done.class),
  /** Sets an extended attribute: {@code fuse_setxattr_in} or its first half, name, value. */
  SETXATTR(21, 8, Done.class),
  /** Reads an extended attribute, or its length: {@code fuse_getxattr_in}, name. */
  GETXATTR(22, 8, Data.class, Length.class),
  /** Reads the names of extended attributes, or their length: {@code fuse_getxattr_in}. */
  LISTXATTR(23, 8, Data.class, Length.class),
  /** Removes an extended attribute: a name. */
  REMOVEXATTR(24, 0, Done.class),
  /** Opens a file: {@code fuse_open_in}. */
  OPEN(14, 8, Opened.class),
  /** Opens a directory: {@code fuse_open_in}. */
  OPENDIR(27, 8, Opened.class),
  /** Finds the block of a device that has a block of a file: {@code fuse_bmap_in}. */
  BMAP(37, 16, Block.class),
  /** Reads the space of the file system. */
  STATFS(17, 0, Statistics.class),
  /** Makes everything durable: {@code fuse_syncfs_in}. */
  SYNCFS(50, 8, Done.class),

  // Open files and directories

  /** Reads data: {@code fuse_read_in}. */
  READ(15, 40, Data.class),
  /** Writes data: {@code fuse_write_in}, data. */
  WRITE(16, 40, Written.class),
  /** A descriptor was closed; others of the same open file may exist: {@code fuse_flush_in}. */
  FLUSH(25, 24, Done.class),
  /** The last descriptor of an open file was closed: {@code fuse_release_in}. */
  RELEASE(18, 24, Done.class),
  /** Makes a file durable: {@code fuse_fsync_in}. */
  FSYNC(20, 16, Done.class),
  /** Lists a directory: {@code fuse_read_in}. */
  READDIR(28, 40, Data.class),
  /** Lists a directory and looks up its entries: {@code fuse_read_in}. */
  READDIRPLUS(44, 40, Data.class),
  /** The last descriptor of an open directory was closed: {@code fuse_release_in}. */
  RELEASEDIR(29, 24, Done.class),
  /** Makes a directory durable: {@code fuse_fsync_in}. */
  FSYNCDIR(30, 16, Done.class),
  /** Finds a lock that conflicts: {@code fuse_lk_in}. */
  GETLK(31, 48, Lock.class),
  /** Takes or releases a lock, or fails at once: {@code fuse_lk_in}. */
  SETLK(32, 48, Done.class),
  /** Takes a lock when it is free: {@code fuse_lk_in}. */
  SETLKW(33, 48, Done.class),
  /** Reserves or frees space of a range: {@code fuse_fallocate_in}. */
  FALLOCATE(43, 32, Done.class),
  /** Finds data or a hole: {@code fuse_lseek_in}. */
  LSEEK(46, 24, Offset.class),
  /** Copies a range within the file system: {@code fuse_copy_file_range_in}. */
  COPY_FILE_RANGE(47, 56, Written.class),
  /** A command that only the file system knows: {@code fuse_ioctl_in}, data. */
  IOCTL(39, 32, IoctlResult.class),
  /** Asks which events are due: {@code fuse_poll_in}. */
  POLL(40, 24, Polled.class),

  // The session

  /** Begins a session: {@code fuse_init_in}, which older kernels cut after 16 bytes. */
  INIT(26, 16),
  /** The kernel forgets a node; not answered: {@code fuse_forget_in}. */
  FORGET(2, 8),
  /** The kernel forgets nodes; not answered: {@code fuse_batch_forget_in}, forget_one. */
  BATCH_FORGET(42, 8),
  /** A process does not wait any more for a request: {@code fuse_interrupt_in}. */
  INTERRUPT(36, 8),
  /** Pages that a notification asked for; not answered: {@code fuse_notify_retrieve_in}, data. */
  NOTIFY_REPLY(41, 40),
  /** Ends a session. */
  DESTROY(38, 0, Done.class);

  /** Numbers are below it. */
  private static final int NUMBERS = 64;

  private static final Opcode[] BY_NUMBER = new Opcode[NUMBERS];

  static {
    for (Opcode each : values()) {
      BY_NUMBER[each.number] = each;
    }
  }

  private final int number;
  private final int fixedBytes;
  private final @Nullable Class<? extends FuseAnswer> answer;
  private final @Nullable Class<? extends FuseAnswer> another;

  /** An operation of the session that is not answered, or not by an answer of this table. */
  Opcode(int number, int fixedBytes) {
    this(number, fixedBytes, null, null);
  }

  Opcode(int number, int fixedBytes, Class<? extends FuseAnswer> answer) {
    this(number, fixedBytes, answer, null);
  }

  Opcode(
      int number,
      int fixedBytes,
      @Nullable Class<? extends FuseAnswer> answer,
      @Nullable Class<? extends FuseAnswer> another) {
    this.number = number;
    this.fixedBytes = fixedBytes;
    this.answer = answer;
    this.another = another;
  }

  /** The operation with a number; empty if it is not known here. */
  public static Optional<Opcode> of(int number) {
    boolean inTable = number >= 0 && number < NUMBERS;
    return inTable ? Optional.ofNullable(BY_NUMBER[number]) : Optional.empty();
  }

  /** The number in the protocol. */
  public int number() {
    return number;
  }

  /** Size in bytes of the structure at the beginning of the request. */
  public int fixedBytes() {
    return fixedBytes;
  }

  /** Whether a request of this kind may be answered like this. */
  public boolean mayBeAnsweredBy(FuseAnswer given) {
    return given.getClass() == answer || given.getClass() == another;
  }
}
