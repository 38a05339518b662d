package io.pando.client.file;

import io.pando.bytes.Payload;
import io.pando.fs.EntryKey;
import io.pando.fs.call.OpenMode;
import io.pando.fs.request.Caller;
import io.pando.fs.request.FsRequest.RenameMode;
import io.pando.fs.request.FsRequest.XattrMode;
import io.pando.fs.request.InodeChange;
import java.time.Instant;
import java.util.SortedMap;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A file system of a cluster, by path. Safe for use by any number of threads.
 *
 * {@snippet :
 * PandoFileSystem files = cluster.fileSystem("home");
 * files.mkdirs("/data/2026");
 * try (PandoFile file = files.create("/data/2026/a.log", 0644, OpenMode.READ_WRITE)) {
 *   file.write(0, ByteBuffer.wrap(bytes));
 *   file.sync();
 * }
 * for (FileEntry entry : files.list("/data/2026")) { ... }
 * }
 *
 * <p><b>Paths</b> are those of POSIX, of at most 4,095 bytes of UTF-8 with names of at most 255;
 * they begin at the root of the file system, with or without a slash. Symbolic links are followed,
 * at most 40 in one path; an absolute target begins at the root of the file system.
 *
 * <p><b>Permissions</b> are those of a {@link Caller}: the superuser, unless {@link #as} names
 * another one. New files get exactly the permission bits that are given: there is no umask.
 *
 * <p><b>Failures</b> are {@code PandoException.OnFile} and its subclasses, with the error of POSIX
 * and the path. Paths that are no text ({@code EINVAL}) are such too.
 *
 * <p><b>Blocking and asynchronous calls.</b> A method {@code x} that blocks has an asynchronous
 * form {@code xAsync}, as with pools. Futures complete on the client's executor. Calls have no
 * time-out: they wait until a metadata server takes over, or the client is closed.
 *
 * <p>A change is answered when its place in the order is fixed; {@link #sync}, or that of a file,
 * waits until it is durable.
 */
public interface PandoFileSystem extends AutoCloseable {
  /** Its name. */
  String name();

  /** For whom calls are made. */
  Caller caller();

  /** The same file system for another user. The client is shared; closing one closes all. */
  PandoFileSystem as(Caller other);

  // Attributes

  /** Attributes of a file. Clients that write it are asked for size and times. */
  FileStat stat(String path);

  /** See {@link #stat}. */
  CompletableFuture<FileStat> statAsync(String path);

  /** Attributes of a file or of a symbolic link, which is not followed. */
  FileStat lstat(String path);

  /** See {@link #lstat}. */
  CompletableFuture<FileStat> lstatAsync(String path);

  /**
   * Attributes of a file without asking the clients that write it ({@code statlite}). If this
   * client knows the file, size and times are as it saw them last, however long ago that was: only
   * {@link #stat} sees that a file grows which others write. All else is as it is now.
   */
  FileStat statLite(String path);

  /** See {@link #statLite}. */
  CompletableFuture<FileStat> statLiteAsync(String path);

  /** Changes attributes, all or none. */
  FileStat setAttributes(String path, SymbolicLinks links, InodeChange change);

  /** See {@link #setAttributes}. */
  CompletableFuture<FileStat> setAttributesAsync(
      String path, SymbolicLinks links, InodeChange change);

  /** Sets the permission bits. */
  default void chmod(String path, int permissions) {
    setAttributes(path, SymbolicLinks.FOLLOW, InodeChange.ofMode(permissions));
  }

  /** Sets owner and group. */
  default void chown(String path, int owner, int group) {
    setAttributes(path, SymbolicLinks.FOLLOW, InodeChange.ofOwner(owner, group));
  }

  /** Sets the times of access and modification. */
  default void utimes(String path, Instant accessed, Instant modified) {
    setAttributes(path, SymbolicLinks.FOLLOW, FileTimeChanges.of(accessed, modified));
  }

  /** Sets the size of a file. */
  default void truncate(String path, long size) {
    setAttributes(path, SymbolicLinks.FOLLOW, InodeChange.ofSize(size));
  }

  /**
   * Checks permission; fails with {@code EACCES} if the caller has not all of it.
   *
   * @param things sum of 4 (read), 2 (write) and 1 (execute, or search a directory); 0 checks that
   *     the file exists
   */
  void access(String path, int things);

  /** See {@link #access}. */
  CompletableFuture<@Nullable Void> accessAsync(String path, int things);

  /** The path without symbolic links, "." and "..". */
  String realPath(String path);

  /** See {@link #realPath}. */
  CompletableFuture<String> realPathAsync(String path);

  // Extended attributes

  /**
   * The value of an extended attribute; fails with {@code ENODATA} if there is none. Settings and
   * totals of directories are such: {@link io.pando.fs.inode.ShownAttributes}.
   */
  Payload xattr(String path, String attribute);

  /** See {@link #xattr}. */
  CompletableFuture<Payload> xattrAsync(String path, String attribute);

  /** Extended attributes that programs set, by name. */
  SortedMap<String, Payload> xattrs(String path, SymbolicLinks links);

  /** See {@link #xattrs}. */
  CompletableFuture<SortedMap<String, Payload>> xattrsAsync(String path, SymbolicLinks links);

  /** Sets an extended attribute; a symbolic link is followed. */
  void setXattr(String path, String attribute, Payload value, XattrMode mode);

  /** See {@link #setXattr}. */
  CompletableFuture<@Nullable Void> setXattrAsync(
      String path, String attribute, Payload value, XattrMode mode);

  /** Removes an extended attribute; fails with {@code ENODATA} if there is none. */
  void removeXattr(String path, String attribute);

  /** See {@link #removeXattr}. */
  CompletableFuture<@Nullable Void> removeXattrAsync(String path, String attribute);

  // Directories

  /** The entries of a directory with their attributes ({@code readdirplus}). */
  FileListing list(String path);

  /**
   * A page of the entries of a directory.
   *
   * @param after where the page before ended; null for the first
   * @param most most entries, 1 to 10,000
   */
  FilePage listPage(String path, @Nullable EntryKey after, int most);

  /** See {@link #listPage}. */
  CompletableFuture<FilePage> listPageAsync(String path, @Nullable EntryKey after, int most);

  /**
   * A file, and if it is a directory, all below it; a directory before its entries. Symbolic links
   * below are not followed. Directories that disappear meanwhile are left out.
   */
  Stream<FileEntry> walk(String path);

  /** Makes a directory. */
  FileStat mkdir(String path, int permissions);

  /** See {@link #mkdir}. */
  CompletableFuture<FileStat> mkdirAsync(String path, int permissions);

  /** Makes a directory and those above it that do not exist, with permissions 0755. */
  FileStat mkdirs(String path);

  /** See {@link #mkdirs}. */
  CompletableFuture<FileStat> mkdirsAsync(String path);

  // Names

  /** Removes the name of a file that is not a directory. */
  void remove(String path);

  /** See {@link #remove}. */
  CompletableFuture<@Nullable Void> removeAsync(String path);

  /** Removes an empty directory. */
  void removeDirectory(String path);

  /** See {@link #removeDirectory}. */
  CompletableFuture<@Nullable Void> removeDirectoryAsync(String path);

  /** Moves a name. */
  void rename(String from, String to, RenameMode mode);

  /** See {@link #rename}. */
  CompletableFuture<@Nullable Void> renameAsync(String from, String to, RenameMode mode);

  /** Gives a file, which is not a directory, one more name. */
  FileStat link(String existing, String path);

  /** See {@link #link}. */
  CompletableFuture<FileStat> linkAsync(String existing, String path);

  /** Makes a symbolic link. */
  FileStat symlink(String target, String path);

  /** See {@link #symlink}. */
  CompletableFuture<FileStat> symlinkAsync(String target, String path);

  /** The target of a symbolic link; {@code EINVAL} for other files. */
  String readlink(String path);

  /** See {@link #readlink}. */
  CompletableFuture<String> readlinkAsync(String path);

  // Files

  /** Opens a regular file that exists. */
  PandoFile open(String path, OpenMode mode);

  /** See {@link #open}. */
  CompletableFuture<PandoFile> openAsync(String path, OpenMode mode);

  /** Opens a regular file; makes it if it does not exist. */
  PandoFile create(String path, int permissions, OpenMode mode);

  /** See {@link #create}. */
  CompletableFuture<PandoFile> createAsync(String path, int permissions, OpenMode mode);

  /** Makes a regular file, which must not exist, and opens it. */
  PandoFile createNew(String path, int permissions, OpenMode mode);

  /** See {@link #createNew}. */
  CompletableFuture<PandoFile> createNewAsync(String path, int permissions, OpenMode mode);

  // All of it

  /** Space of the file system. */
  FileSpace space();

  /** See {@link #space}. */
  CompletableFuture<FileSpace> spaceAsync();

  /** Makes all that was answered durable, data included. */
  void sync();

  /** See {@link #sync}. */
  CompletableFuture<@Nullable Void> syncAsync();

  /** Ends its client, if it has one of its own. Files that are open cannot be used afterwards. */
  @Override
  void close();
}
