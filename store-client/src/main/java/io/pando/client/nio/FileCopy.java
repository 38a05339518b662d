package io.pando.client.nio;

import io.pando.bytes.Payload;
import io.pando.client.PandoException;
import io.pando.client.file.FileStat;
import io.pando.client.file.FileTimeChanges;
import io.pando.client.file.PandoFile;
import io.pando.client.file.PandoFileSystem;
import io.pando.client.file.SymbolicLinks;
import io.pando.fs.call.OpenMode;
import io.pando.fs.request.FsRequest.RenameMode;
import io.pando.fs.request.FsRequest.XattrMode;
import io.pando.fs.request.InodeChange;
import java.io.IOException;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.CopyOption;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileSystemException;
import java.nio.file.LinkOption;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.OptionalLong;

/** Copies or moves a file from one path of Pando to another, perhaps of another file system. */
final class FileCopy {
  private static final int PIECE_BYTES = 4 << 20;

  /**
   * A file.
   *
   * @param system the file system, as its URI names it
   */
  record Place(String system, PandoFileSystem files, String path) {
    static Place of(NioPath path) {
      return new Place(path.systemText(), path.files(), path.absoluteText());
    }

    boolean isInFileSystemOf(Place other) {
      return system.equals(other.system);
    }
  }

  private final Place source;
  private final Place target;
  private final List<CopyOption> options;

  FileCopy(Place source, Place target, CopyOption... options) {
    this.source = source;
    this.target = target;
    this.options = List.of(options);
    for (CopyOption option : options) {
      if (!(option instanceof StandardCopyOption) && option != LinkOption.NOFOLLOW_LINKS) {
        throw new UnsupportedOperationException("option " + option);
      }
    }
  }

  private boolean replaces() {
    return options.contains(StandardCopyOption.REPLACE_EXISTING);
  }

  /** Removes a file or an empty directory. */
  static void delete(Place place) {
    try {
      place.files().remove(place.path());
    } catch (PandoException.IsDirectory e) {
      place.files().removeDirectory(place.path());
    }
  }

  private boolean isSameFile(FileStat stat) {
    try {
      return source.isInFileSystemOf(target)
          && target.files().lstat(target.path()).ino().equals(stat.ino());
    } catch (PandoException.NoFile e) {
      return false;
    }
  }

  // Copy

  void copy() throws IOException {
    if (options.contains(StandardCopyOption.ATOMIC_MOVE)) {
      throw new UnsupportedOperationException("a copy is not atomic");
    }
    SymbolicLinks links =
        options.contains(LinkOption.NOFOLLOW_LINKS) ? SymbolicLinks.KEEP : SymbolicLinks.FOLLOW;
    copy(links, options.contains(StandardCopyOption.COPY_ATTRIBUTES));
  }

  private void copy(SymbolicLinks links, boolean attributes) throws IOException {
    PandoFileSystem files = source.files();
    FileStat stat =
        links == SymbolicLinks.FOLLOW ? files.stat(source.path()) : files.lstat(source.path());
    if (isSameFile(stat)) {
      return;
    }
    if (replaces()) {
      try {
        delete(target);
      } catch (PandoException.NoFile e) {
        // Nothing is to be replaced.
      }
    }
    int mode = stat.permissions().mode() & 0777;
    switch (stat.type()) {
      case DIRECTORY -> target.files().mkdir(target.path(), mode);
      case SYMLINK -> target.files().symlink(files.readlink(source.path()), target.path());
      case REGULAR -> copyBytes(mode);
      default -> throw new FileSystemException(source.path(), null, "is a " + stat.type().name());
    }
    if (attributes) {
      copyAttributes(stat, links);
    }
  }

  /** Copies data; holes stay holes. A copy that fails is removed. */
  private void copyBytes(int mode) {
    try (PandoFile from = source.files().open(source.path(), OpenMode.READ);
        PandoFile to = target.files().createNew(target.path(), mode, OpenMode.READ_WRITE)) {
      boolean copied = false;
      try {
        copyBytes(from, to);
        copied = true;
      } finally {
        if (!copied) {
          target.files().remove(target.path());
        }
      }
    }
  }

  private static void copyBytes(PandoFile from, PandoFile to) {
    OptionalLong data = from.seekData(0);
    while (data.isPresent()) {
      long at = data.getAsLong();
      long end = from.seekHole(at).orElse(at);
      while (at < end) {
        Payload bytes = from.read(at, (int) Math.min(end - at, PIECE_BYTES));
        if (bytes.isEmpty()) {
          break;
        }
        to.write(at, bytes.asByteBuffer());
        at += bytes.size();
      }
      data = at < end ? OptionalLong.empty() : from.seekData(end);
    }
    to.extend(from.size());
  }

  /** Copies what the caller may set; the times last, since all other changes set them. */
  private void copyAttributes(FileStat stat, SymbolicLinks links) {
    PandoFileSystem files = target.files();
    InodeChange owner = InodeChange.ofOwner(stat.permissions().owner(), stat.permissions().group());
    try {
      files.setAttributes(target.path(), SymbolicLinks.KEEP, owner);
    } catch (PandoException.AccessDenied e) {
      // As other programs that copy: a user keeps the copy.
    }
    if (!stat.isSymbolicLink()) {
      files.chmod(target.path(), stat.permissions().mode());
      source
          .files()
          .xattrs(source.path(), links)
          .forEach((name, value) -> {
            if (name.startsWith("user.")) {
              files.setXattr(target.path(), name, value, XattrMode.EITHER);
            }
          });
    }
    files.setAttributes(
        target.path(), SymbolicLinks.KEEP, FileTimeChanges.of(stat.accessed(), stat.modified()));
  }

  // Move

  void move() throws IOException {
    boolean atomic = options.contains(StandardCopyOption.ATOMIC_MOVE);
    if (!source.isInFileSystemOf(target)) {
      if (atomic) {
        throw new AtomicMoveNotSupportedException(
            source.path(), target.path(), "they are in two file systems");
      }
      moveToOtherFileSystem();
      return;
    }
    if (atomic) {
      source.files().rename(source.path(), target.path(), RenameMode.REPLACE);
    } else if (replaces()) {
      replace();
    } else {
      moveToFreeName();
    }
  }

  private void moveToFreeName() {
    try {
      source.files().rename(source.path(), target.path(), RenameMode.NO_REPLACE);
    } catch (PandoException.FileExists e) {
      if (!isSameFile(source.files().lstat(source.path()))) {
        throw e;
      }
    }
  }

  /** A rename does not replace a directory by a file, nor a file by a directory. */
  private void replace() {
    try {
      source.files().rename(source.path(), target.path(), RenameMode.REPLACE);
    } catch (PandoException.IsDirectory | PandoException.NotDirectory e) {
      source.files().lstat(source.path());
      delete(target);
      source.files().rename(source.path(), target.path(), RenameMode.REPLACE);
    }
  }

  private void moveToOtherFileSystem() throws IOException {
    FileStat stat = source.files().lstat(source.path());
    boolean full = stat.isDirectory() && source.files().list(source.path()).iterator().hasNext();
    if (full) {
      throw new DirectoryNotEmptyException(source.path());
    }
    copy(SymbolicLinks.KEEP, true);
    delete(source);
  }
}
