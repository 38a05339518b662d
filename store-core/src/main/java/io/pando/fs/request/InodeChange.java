package io.pando.fs.request;

import io.pando.fs.inode.Timestamp;
import org.jspecify.annotations.Nullable;

/**
 * Which attributes change, and to what; null for those that stay.
 *
 * @param mode permission bits
 * @param owner user id, unsigned
 * @param group group id, unsigned
 * @param size of a regular file in bytes
 * @param accessed time of the last access
 * @param modified time of the last modification
 */
public record InodeChange(
    @Nullable Integer mode,
    @Nullable Integer owner,
    @Nullable Integer group,
    @Nullable Long size,
    @Nullable TimeChange accessed,
    @Nullable TimeChange modified) {
  /** Changes nothing. */
  public static final InodeChange NONE = new InodeChange(null, null, null, null, null, null);

  /** A time that changes. */
  public sealed interface TimeChange {
    /** To the time at which the request is executed: who may write may do that. */
    record ToNow() implements TimeChange {}

    /** To any time: only the owner may do that. */
    record To(Timestamp time) implements TimeChange {}
  }

  /** Only the size. */
  public static InodeChange ofSize(long size) {
    return new InodeChange(null, null, null, size, null, null);
  }

  /** Only the permission bits. */
  public static InodeChange ofMode(int mode) {
    return new InodeChange(mode, null, null, null, null, null);
  }

  /** Only owner and group; null for the one that stays. */
  public static InodeChange ofOwner(@Nullable Integer owner, @Nullable Integer group) {
    return new InodeChange(null, owner, group, null, null, null);
  }

  /** Only times; null for the one that stays. */
  public static InodeChange ofTimes(@Nullable TimeChange accessed, @Nullable TimeChange modified) {
    return new InodeChange(null, null, null, null, accessed, modified);
  }
}
