package io.pando.fuse.protocol;

import java.time.Instant;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * A change of attributes; an absent value stays as it is.
 *
 * @param mode type and permissions; the type is that of the inode
 * @param uid user, unsigned
 * @param gid group, unsigned
 * @param size length in bytes: the file is truncated, or extended by a hole
 * @param dropsPrivileges the change takes away the bits set-user-id and set-group-id ({@link
 *     InitFlag#HANDLE_KILLPRIV_V2})
 */
public record AttributeChange(
    OptionalInt mode,
    OptionalInt uid,
    OptionalInt gid,
    OptionalLong size,
    Times times,
    boolean dropsPrivileges) {

  /**
   * New times; that of the last change of anything is set only for a kernel that writes back
   * attributes.
   */
  public record Times(NewTime accessed, NewTime modified, NewTime changed) {
    /** No time changes. */
    public static final Times KEPT = new Times(new Keep(), new Keep(), new Keep());
  }

  /** What becomes of a time. */
  public sealed interface NewTime {}

  /** Stays as it is. */
  public record Keep() implements NewTime {}

  /** Becomes the time at which the file system makes the change. */
  public record Now() implements NewTime {}

  /** Becomes a given time. */
  public record At(Instant time) implements NewTime {}
}
