package io.pando.client.nio;

import io.pando.client.file.FileTimeChanges;
import io.pando.fs.request.InodeChange;
import java.io.IOException;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.GroupPrincipal;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.UserPrincipal;
import java.time.Instant;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Attributes of a file that can be changed; also as the views {@code basic} and {@code owner}. The
 * time of creation cannot be changed: it is ignored.
 */
record NioPosixView(String name, NioFileTarget target) implements PosixFileAttributeView {
  private static final int MODE_BITS_ABOVE = 07000;

  @Override
  public NioAttributes readAttributes() throws IOException {
    return target.attributes();
  }

  @Override
  public void setTimes(
      @Nullable FileTime lastModifiedTime,
      @Nullable FileTime lastAccessTime,
      @Nullable FileTime createTime)
      throws IOException {
    if (lastModifiedTime != null || lastAccessTime != null) {
      target.change(FileTimeChanges.of(instant(lastAccessTime), instant(lastModifiedTime)));
    }
  }

  private static @Nullable Instant instant(@Nullable FileTime time) {
    return time == null ? null : time.toInstant();
  }

  /** Sets the permissions; set-user-id, set-group-id and the sticky bit stay. */
  @Override
  public void setPermissions(Set<PosixFilePermission> permissions) throws IOException {
    int above = readAttributes().stat().permissions().mode() & MODE_BITS_ABOVE;
    target.change(InodeChange.ofMode(above | NioAttributes.mode(permissions)));
  }

  @Override
  public void setGroup(GroupPrincipal group) throws IOException {
    target.change(InodeChange.ofOwner(null, NumericPrincipals.number(group.getName())));
  }

  @Override
  public NumericPrincipals.User getOwner() throws IOException {
    return readAttributes().owner();
  }

  @Override
  public void setOwner(UserPrincipal owner) throws IOException {
    target.change(InodeChange.ofOwner(NumericPrincipals.number(owner.getName()), null));
  }
}
