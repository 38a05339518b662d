package io.pando.client.file;

import io.pando.fs.inode.Timestamp;
import io.pando.fs.request.InodeChange;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Changes of the times of a file by instants. */
public final class FileTimeChanges {
  private FileTimeChanges() {}

  /** A change of the times of access and modification; null for the one that stays. */
  public static InodeChange of(@Nullable Instant accessed, @Nullable Instant modified) {
    return InodeChange.ofTimes(change(accessed), change(modified));
  }

  private static InodeChange.@Nullable TimeChange change(@Nullable Instant time) {
    return time == null ? null : new InodeChange.TimeChange.To(Timestamp.of(time));
  }
}
