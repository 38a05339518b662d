package io.pando.mds.names;

import io.pando.bytes.Payload;
import io.pando.fs.FileLayout;
import io.pando.fs.inode.Inode;
import io.pando.fs.inode.InodeContent;
import io.pando.fs.inode.Quota;
import io.pando.fs.request.FsError;
import io.pando.id.PoolId;
import org.jspecify.annotations.Nullable;

/**
 * Settings of an inode that are set as extended attributes, with decimal numbers as values. Quotas
 * are for directories, and set by the superuser; 0 is no limit. Layouts are for directories, whose
 * new files get them, and for files that never had data; the owner sets them.
 */
final class Settings {
  /** With it the names of settings begin. */
  static final String PREFIX = "pando.";

  private static final String LAYOUT = "pando.layout";
  private static final String QUOTA_BYTES = "pando.quota.bytes";
  private static final String QUOTA_FILES = "pando.quota.files";
  private static final String STRIPE_UNIT = "pando.layout.stripe_unit";
  private static final String STRIPE_COUNT = "pando.layout.stripe_count";
  private static final String OBJECT_SIZE = "pando.layout.object_size";
  private static final String POOL = "pando.layout.pool";

  private static final int MOST_DIGITS = 18;

  private final NamesConfig config;
  private final Inode inode;

  Settings(NamesConfig config, Inode inode) {
    this.config = config;
    this.inode = inode;
  }

  /** Whether the owner of an inode may set it; others are for the superuser. */
  static boolean isOfOwner(String name) {
    return name.startsWith(LAYOUT);
  }

  /** Whether a setting differs from its default. */
  boolean isSet(String name) {
    return switch (inode.content()) {
      case InodeContent.Directory it ->
          switch (name) {
            case QUOTA_BYTES -> it.quota().bytes() != 0;
            case QUOTA_FILES -> it.quota().files() != 0;
            default -> isOfOwner(name) && it.layout() != null;
          };
      case InodeContent.File _ -> isOfOwner(name);
      case InodeContent.Symlink _, InodeContent.Special _ -> false;
    };
  }

  /** The inode's content with a setting. */
  InodeContent with(String name, Payload value) throws FsException {
    return switch (inode.content()) {
      case InodeContent.Directory it when name.equals(QUOTA_BYTES) ->
          with(it, new Quota(number(value), it.quota().files()));
      case InodeContent.Directory it when name.equals(QUOTA_FILES) ->
          with(it, new Quota(it.quota().bytes(), number(value)));
      case InodeContent.Directory it ->
          new InodeContent.Directory(
              it.fragments(), it.totals(), it.quota(), layout(it.layout(), name, value));
      case InodeContent.File it -> {
        FsException.when(name.startsWith("pando.quota."), FsError.ENOTDIR);
        InodeContent.File changed = InodeContent.File.empty(layout(it.layout(), name, value));
        FsException.when(it.extent() != 0, FsError.ENOTEMPTY);
        yield changed;
      }
      case InodeContent.Symlink _, InodeContent.Special _ -> throw new FsException(FsError.EINVAL);
    };
  }

  /** The inode's content without a setting that is set. */
  InodeContent without(String name) throws FsException {
    if (!(inode.content() instanceof InodeContent.Directory it)) {
      throw new FsException(FsError.EINVAL);
    }
    return switch (name) {
      case QUOTA_BYTES -> with(it, new Quota(0, it.quota().files()));
      case QUOTA_FILES -> with(it, new Quota(it.quota().bytes(), 0));
      default -> new InodeContent.Directory(it.fragments(), it.totals(), it.quota(), null);
    };
  }

  private static InodeContent with(InodeContent.Directory directory, Quota quota) {
    return new InodeContent.Directory(
        directory.fragments(), directory.totals(), quota, directory.layout());
  }

  private FileLayout layout(@Nullable FileLayout before, String name, Payload value)
      throws FsException {
    FileLayout old = before == null ? config.layout() : before;
    int unit = old.stripeUnit();
    int count = old.stripeCount();
    int bytes = old.objectBytes();
    PoolId pool = old.pool();
    switch (name) {
      case STRIPE_UNIT -> unit = small(value);
      case STRIPE_COUNT -> count = small(value);
      case OBJECT_SIZE -> bytes = small(value);
      case POOL -> pool = pool(value);
      default -> throw new FsException(FsError.EOPNOTSUPP);
    }
    FsException.when(!FileLayout.problem(unit, count, bytes).isEmpty(), FsError.EINVAL);
    return new FileLayout(unit, count, bytes, pool);
  }

  private PoolId pool(Payload value) throws FsException {
    int number = small(value);
    for (PoolId each : config.pools()) {
      if (each.value() == number) {
        return each;
      }
    }
    throw new FsException(FsError.EINVAL);
  }

  private static int small(Payload value) throws FsException {
    long number = number(value);
    FsException.when(number > Integer.MAX_VALUE, FsError.EINVAL);
    return (int) number;
  }

  private static long number(Payload value) throws FsException {
    FsException.when(value.isEmpty() || value.size() > MOST_DIGITS, FsError.EINVAL);
    long number = 0;
    for (byte each : value.toByteArray()) {
      FsException.when(each < '0' || each > '9', FsError.EINVAL);
      number = number * 10 + each - '0';
    }
    return number;
  }
}
