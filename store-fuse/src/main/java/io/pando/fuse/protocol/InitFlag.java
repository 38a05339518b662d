package io.pando.fuse.protocol;

import java.util.EnumSet;
import java.util.Set;

/**
 * Features that a kernel and a file system agree on when a session begins: what both have. The
 * number is that of the bit. Absent are those that this module never agrees to: splicing, memory
 * mappings of devices, automatic submounts, security contexts, pass-through.
 */
public enum InitFlag {
  /** The kernel reads ahead without waiting for one read after the other. */
  ASYNC_READ(0),
  /** Locks of ranges by {@code fcntl} are the file system's; otherwise the kernel's. */
  POSIX_LOCKS(1),
  /** OPEN with O_TRUNC truncates; otherwise a SETATTR follows. */
  ATOMIC_O_TRUNC(3),
  /** The file system looks up "." and "..": it can be exported by NFS. */
  EXPORT_SUPPORT(4),
  /** Writes may be larger than a page. */
  BIG_WRITES(5),
  /** The file system applies the umask to new files itself; for access control lists. */
  DONT_MASK(6),
  /** Locks by {@code flock} are the file system's; otherwise the kernel's. */
  FLOCK_LOCKS(10),
  /** Commands on directories are passed on. */
  IOCTL_DIR(11),
  /** The kernel drops cached data of a file whose size or time changed. */
  AUTO_INVAL_DATA(12),
  /** Listings may look up entries too. */
  DO_READDIRPLUS(13),
  /** The kernel chooses for each listing whether entries are looked up too. */
  READDIRPLUS_AUTO(14),
  /** Direct I/O of one system call is sent concurrently. */
  ASYNC_DIO(15),
  /** The kernel keeps written pages and sends them later; it then owns size and times. */
  WRITEBACK_CACHE(16),
  /** OPEN answered with ENOSYS succeeds, and no later OPEN is sent. */
  NO_OPEN_SUPPORT(17),
  /** Lookups and listings of one directory are sent concurrently. */
  PARALLEL_DIROPS(18),
  /** The file system clears set-user-id and set-group-id when a file is changed. */
  HANDLE_KILLPRIV(19),
  /** The kernel checks access control lists, which are extended attributes. */
  POSIX_ACL(20),
  /** Requests of an aborted session fail in a way that can be told apart. */
  ABORT_ERROR(21),
  /** The file system limits the pages of a request. */
  MAX_PAGES(22),
  /** Targets of symbolic links are cached. */
  CACHE_SYMLINKS(23),
  /** OPENDIR answered with ENOSYS succeeds, and no later OPENDIR is sent. */
  NO_OPENDIR_SUPPORT(24),
  /** Cached data is dropped only when the file system tells the kernel. */
  EXPLICIT_INVAL_DATA(25),
  /** Like {@link #HANDLE_KILLPRIV}, and requests say when. */
  HANDLE_KILLPRIV_V2(28),
  /** SETXATTR has flags of its own. */
  SETXATTR_EXT(29),
  /** There are more than 32 flags. */
  INIT_EXT(30),
  /** Entries can expire instead of becoming invalid. */
  HAS_EXPIRE_ONLY(35),
  /** Files that bypass the page cache may be mapped into memory, shared. */
  DIRECT_IO_ALLOW_MMAP(36);

  private final long bit;

  InitFlag(int number) {
    this.bit = 1L << number;
  }

  /** The flag's bit in the 64 bits of both words. */
  public long bit() {
    return bit;
  }

  /**
   * Flags for a file system that keeps its caches coherent by notifications, and whose locks are
   * its own. Pages are written through.
   */
  public static Set<InitFlag> usual() {
    return EnumSet.of(
        ASYNC_READ,
        POSIX_LOCKS,
        ATOMIC_O_TRUNC,
        EXPORT_SUPPORT,
        BIG_WRITES,
        FLOCK_LOCKS,
        IOCTL_DIR,
        DO_READDIRPLUS,
        READDIRPLUS_AUTO,
        ASYNC_DIO,
        PARALLEL_DIROPS,
        MAX_PAGES,
        CACHE_SYMLINKS,
        EXPLICIT_INVAL_DATA,
        SETXATTR_EXT,
        INIT_EXT,
        HAS_EXPIRE_ONLY);
  }

  /** The bits of some flags. */
  public static long bits(Set<InitFlag> flags) {
    long bits = 0;
    for (InitFlag each : flags) {
      bits |= each.bit;
    }
    return bits;
  }

  /** The flags among some bits. */
  public static Set<InitFlag> of(long bits) {
    Set<InitFlag> flags = EnumSet.noneOf(InitFlag.class);
    for (InitFlag each : values()) {
      if ((bits & each.bit) != 0) {
        flags.add(each);
      }
    }
    return flags;
  }
}
