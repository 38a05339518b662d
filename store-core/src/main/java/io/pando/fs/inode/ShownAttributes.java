package io.pando.fs.inode;

import io.pando.bytes.Payload;
import io.pando.fs.FileLayout;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Extended attributes that show settings and totals of an inode as decimal numbers. Listings of
 * attributes leave them out.
 *
 * <pre>
 *  pando.dir.files, .directories                 entries of a directory
 *  pando.dir.total.bytes, .files, .directories   everything below it
 *  pando.quota.bytes, .files                     its limits; 0 is none
 *  pando.layout.stripe_unit, .stripe_count, .object_size, .pool
 * </pre>
 */
public final class ShownAttributes {
  private ShownAttributes() {}

  /** The value of an attribute, shown or set; empty if there is none. */
  public static Optional<Payload> value(Inode inode, String name) {
    Payload set = inode.attributes().get(name);
    if (set != null) {
      return Optional.of(set);
    }
    Long shown =
        switch (inode.content()) {
          case InodeContent.Directory directory -> ofDirectory(directory, name);
          case InodeContent.File file -> ofLayout(file.layout(), name);
          case InodeContent.Symlink _, InodeContent.Special _ -> null;
        };
    return shown == null ? Optional.empty() : Optional.of(Payload.utf8(shown.toString()));
  }

  private static @Nullable Long ofDirectory(InodeContent.Directory directory, String name) {
    FragmentTotals totals = directory.totals();
    return switch (name) {
      case "pando.dir.files" -> totals.files();
      case "pando.dir.directories" -> totals.directories();
      case "pando.dir.total.bytes" -> totals.subtree().bytes();
      case "pando.dir.total.files" -> totals.subtree().files();
      case "pando.dir.total.directories" -> totals.subtree().directories();
      case "pando.quota.bytes" -> directory.quota().bytes();
      case "pando.quota.files" -> directory.quota().files();
      default -> ofLayout(directory.layout(), name);
    };
  }

  private static @Nullable Long ofLayout(@Nullable FileLayout layout, String name) {
    if (layout == null) {
      return null;
    }
    return switch (name) {
      case "pando.layout.stripe_unit" -> (long) layout.stripeUnit();
      case "pando.layout.stripe_count" -> (long) layout.stripeCount();
      case "pando.layout.object_size" -> (long) layout.objectBytes();
      case "pando.layout.pool" -> (long) layout.pool().value();
      default -> null;
    };
  }
}
