package io.pando.mds.update;

import io.pando.fs.Ino;
import io.pando.fs.session.ClientIdentity;
import io.pando.fs.session.InoRange;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A row of the session table. */
public sealed interface SessionRow {
  /**
   * A session.
   *
   * @param numbers inode numbers that it was given and has not used, but for those of answered
   *     requests that are still remembered
   */
  record OfSession(ClientIdentity client, List<InoRange> numbers) implements SessionRow {
    public OfSession {
      numbers = List.copyOf(numbers);
    }
  }

  /**
   * A change that was carried out.
   *
   * @param ino the inode that the answer contains; null if it says only that it was done
   * @param made whether the inode was made, so that its number is used
   */
  record OfAnswer(@Nullable Ino ino, boolean made) implements SessionRow {}
}
