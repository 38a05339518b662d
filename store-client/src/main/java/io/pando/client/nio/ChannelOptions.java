package io.pando.client.nio;

import io.pando.fs.call.OpenMode;
import java.nio.file.LinkOption;
import java.nio.file.OpenOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.util.Set;

/**
 * How a channel is opened.
 *
 * @param mode how its file is opened
 * @param creation whether the file is made
 * @param permissions of a file that is made
 * @param sync when a write is durable
 * @param deletes whether the file is removed when the channel is closed
 * @param keepsLink whether the path must not lead to a symbolic link
 */
record ChannelOptions(
    OpenMode mode,
    Creation creation,
    int permissions,
    Sync sync,
    boolean deletes,
    boolean keepsLink) {
  /** Permissions of files unless attributes say otherwise: those of umask 022. */
  static final int FILE_MODE = 0644;

  /** Permissions of directories unless attributes say otherwise. */
  static final int DIRECTORY_MODE = 0755;

  /** Whether a file is made. */
  enum Creation {
    NEVER,
    IF_MISSING,
    ALWAYS
  }

  /** When a write is durable. */
  enum Sync {
    LATER,
    DATA,
    ALL
  }

  /** Parses options; throws for those that contradict each other, or are not known. */
  static ChannelOptions parse(Set<? extends OpenOption> options, FileAttribute<?>... attributes) {
    for (OpenOption option : options) {
      if (!(option instanceof StandardOpenOption) && !(option instanceof LinkOption)) {
        throw new UnsupportedOperationException("option " + option);
      }
    }
    boolean appends = options.contains(StandardOpenOption.APPEND);
    boolean writes = appends || options.contains(StandardOpenOption.WRITE);
    boolean reads = options.contains(StandardOpenOption.READ) || !writes;
    boolean truncates = writes && options.contains(StandardOpenOption.TRUNCATE_EXISTING);
    if (appends && reads) {
      throw new IllegalArgumentException("READ and APPEND exclude each other");
    }
    if (appends && truncates) {
      throw new IllegalArgumentException("APPEND and TRUNCATE_EXISTING exclude each other");
    }
    return new ChannelOptions(
        new OpenMode(reads, writes, truncates, appends, false),
        writes ? creation(options) : Creation.NEVER,
        permissions(FILE_MODE, attributes),
        sync(options),
        options.contains(StandardOpenOption.DELETE_ON_CLOSE),
        options.contains(LinkOption.NOFOLLOW_LINKS));
  }

  private static Creation creation(Set<? extends OpenOption> options) {
    if (options.contains(StandardOpenOption.CREATE_NEW)) {
      return Creation.ALWAYS;
    }
    return options.contains(StandardOpenOption.CREATE) ? Creation.IF_MISSING : Creation.NEVER;
  }

  private static Sync sync(Set<? extends OpenOption> options) {
    if (options.contains(StandardOpenOption.SYNC)) {
      return Sync.ALL;
    }
    return options.contains(StandardOpenOption.DSYNC) ? Sync.DATA : Sync.LATER;
  }

  /** The permissions among the attributes of a new file. */
  static int permissions(int otherwise, FileAttribute<?>... attributes) {
    int mode = otherwise;
    for (FileAttribute<?> attribute : attributes) {
      if (!attribute.name().equals("posix:permissions")) {
        throw new UnsupportedOperationException(
            "attribute '" + attribute.name() + "' cannot be set when a file is made");
      }
      mode = NioAttributes.mode(NamedAttributes.permissions(attribute.value()));
    }
    return mode;
  }
}
