package io.pando.mds.format;

import io.pando.fs.FileLayout;
import io.pando.fs.inode.DirEntry;
import io.pando.fs.inode.Inode;
import io.pando.fs.inode.InodeContent;
import io.pando.fs.inode.Permissions;
import org.jspecify.annotations.Nullable;

/**
 * Parts of inodes that many inodes have in common, as one object for all: those that were used
 * last. A million inodes take 70 MB less with 8-byte references.
 */
@SuppressWarnings("ReferenceEquality") // Which of equal objects it is matters here.
final class SharedParts {
  private static final int SLOTS = 64;

  private final @Nullable Permissions[] permissions = new Permissions[SLOTS];
  private final @Nullable FileLayout[] layouts = new FileLayout[SLOTS];

  DirEntry share(DirEntry entry) {
    if (!(entry instanceof DirEntry.Primary it)) {
      return entry;
    }
    Inode shared = share(it.inode());
    return shared == it.inode() ? entry : new DirEntry.Primary(shared);
  }

  Inode share(Inode inode) {
    Inode shared = inode;
    Permissions common = common(permissions, inode.permissions());
    if (common != inode.permissions()) {
      shared = shared.withPermissions(common);
    }
    if (inode.content() instanceof InodeContent.File file) {
      FileLayout layout = common(layouts, file.layout());
      if (layout != file.layout()) {
        shared = shared.withContent(file.withLayout(layout));
      }
    }
    return shared;
  }

  private static <T> T common(@Nullable T[] known, T part) {
    int slot = Math.floorMod(part.hashCode(), SLOTS);
    T before = known[slot];
    if (before != null && before.equals(part)) {
      return before;
    }
    known[slot] = part;
    return part;
  }
}
