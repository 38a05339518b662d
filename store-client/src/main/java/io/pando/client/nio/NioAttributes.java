package io.pando.client.nio;

import io.pando.client.file.FileStat;
import io.pando.fs.Ino;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.util.EnumSet;
import java.util.Set;

/** Attributes of a file. */
record NioAttributes(String fileSystem, FileStat stat) implements PosixFileAttributes {
  /** Identity of a file: equal for all names of one inode. */
  record FileKey(String fileSystem, Ino ino) {}

  @Override
  public FileTime lastModifiedTime() {
    return FileTime.from(stat.modified());
  }

  @Override
  public FileTime lastAccessTime() {
    return FileTime.from(stat.accessed());
  }

  @Override
  public FileTime creationTime() {
    return FileTime.from(stat.born());
  }

  /** When anything of the file changed last: {@code unix:ctime}. */
  FileTime changeTime() {
    return FileTime.from(stat.changed());
  }

  @Override
  public boolean isRegularFile() {
    return stat.isRegularFile();
  }

  @Override
  public boolean isDirectory() {
    return stat.isDirectory();
  }

  @Override
  public boolean isSymbolicLink() {
    return stat.isSymbolicLink();
  }

  @Override
  public boolean isOther() {
    return !isRegularFile() && !isDirectory() && !isSymbolicLink();
  }

  @Override
  public long size() {
    return stat.sizeBytes();
  }

  @Override
  public Object fileKey() {
    return new FileKey(fileSystem, stat.ino());
  }

  @Override
  public NumericPrincipals.User owner() {
    return new NumericPrincipals.User(stat.permissions().owner());
  }

  @Override
  public NumericPrincipals.Group group() {
    return new NumericPrincipals.Group(stat.permissions().group());
  }

  @Override
  public Set<PosixFilePermission> permissions() {
    return permissions(stat.permissions().mode());
  }

  /** The permissions of a mode: their order is that of the bits, from owner to others. */
  static Set<PosixFilePermission> permissions(int mode) {
    Set<PosixFilePermission> permissions = EnumSet.noneOf(PosixFilePermission.class);
    for (PosixFilePermission each : PosixFilePermission.values()) {
      if ((mode & bit(each)) != 0) {
        permissions.add(each);
      }
    }
    return permissions;
  }

  /** The mode with some permissions. */
  static int mode(Set<PosixFilePermission> permissions) {
    int mode = 0;
    for (PosixFilePermission each : permissions) {
      mode |= bit(each);
    }
    return mode;
  }

  private static int bit(PosixFilePermission permission) {
    return switch (permission) {
      case OWNER_READ -> 0400;
      case OWNER_WRITE -> 0200;
      case OWNER_EXECUTE -> 0100;
      case GROUP_READ -> 0040;
      case GROUP_WRITE -> 0020;
      case GROUP_EXECUTE -> 0010;
      case OTHERS_READ -> 0004;
      case OTHERS_WRITE -> 0002;
      case OTHERS_EXECUTE -> 0001;
    };
  }
}
