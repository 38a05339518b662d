package io.pando.client.fs.caps;

import io.pando.fs.EntryName;
import io.pando.fs.Ino;
import io.pando.fs.session.FileState;
import org.jspecify.annotations.Nullable;

/** What {@link ClientCapabilities} asks the other parts of a client. */
public interface SessionView {
  /** What is known of a file that the client writes or reads; null if there is nothing to tell. */
  @Nullable FileState stateOf(Ino ino);

  /** Where the inode was seen last; null if that is not known. */
  @Nullable Place placeOf(Ino ino);

  /** Number of the newest request that was sent. */
  long lastRequest();

  /** All requests up to this number were answered. */
  long answeredUpTo();

  /** Number of the newest renewal of the lease. */
  long newestRenewal();

  /** Whether messages to the server are sent; otherwise they are lost. */
  boolean isConnected();

  /**
   * A name of an inode.
   *
   * @param directory the directory that has it
   * @param name the name
   */
  record Place(Ino directory, EntryName name) {}
}
