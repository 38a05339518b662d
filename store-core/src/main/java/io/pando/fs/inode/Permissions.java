package io.pando.fs.inode;

/**
 * Who may do what with a file. Access control lists are among the extended attributes.
 *
 * @param mode the bits of {@code st_mode} below those of the type: permissions of owner, group and
 *     others, set-user-id, set-group-id, and the sticky bit
 * @param owner user id, unsigned
 * @param group group id, unsigned
 */
public record Permissions(int mode, int owner, int group) {
  /** All bits of a mode. */
  public static final int MODE_MASK = 0xfff;

  /** With this bit a program runs as the owner of its file. */
  public static final int SET_USER_ID = 0x800;

  /** A program runs with the group of its file; files in such a directory get its group. */
  public static final int SET_GROUP_ID = 0x400;

  /** Entries of such a directory are removed by their owners only. */
  public static final int STICKY = 0x200;

  public Permissions {
    if ((mode & ~MODE_MASK) != 0) {
      throw new IllegalArgumentException("more than permissions in mode %o".formatted(mode));
    }
  }

  /** The same with another mode. */
  public Permissions withMode(int other) {
    return new Permissions(other, owner, group);
  }

  /** The mode, owner and group for people, such as {@code 0755 1000:1000}. */
  @Override
  public String toString() {
    return "%04o %s:%s"
        .formatted(mode, Integer.toUnsignedString(owner), Integer.toUnsignedString(group));
  }
}
