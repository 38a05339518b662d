package io.pando.client.fs.caps;

import io.pando.fs.CapabilitySet;
import io.pando.fs.Ino;
import io.pando.fs.call.Caches;
import io.pando.message.FileMessage;

/** An action or a report of {@link ClientCapabilities}. */
public sealed interface ClientCapabilityEffect {
  /** Tell the server. */
  record Tell(FileMessage.UpdateCapabilities message) implements ClientCapabilityEffect {}

  /**
   * Write what is dirty of a file, and wait for writes that are under way: {@link
   * Capabilities#onConfirmed}.
   *
   * @param urgent whether another client waits, or may wait; otherwise a file was closed, and its
   *     data may be written at leisure
   */
  record Flush(long token, Ino ino, boolean urgent) implements ClientCapabilityEffect {}

  /**
   * Drop what is cached of an inode, also in the kernel: {@link ClientCapabilities#onConfirmed}.
   * What is dirty was written before.
   */
  record Invalidate(long token, Ino ino, Caches caches) implements ClientCapabilityEffect {}

  /**
   * Other capabilities may be used from now on. Those that are being given up are not in it.
   *
   * @param before what could be used until now
   * @param writableTo data may be written up to this offset
   */
  record Changed(Ino ino, CapabilitySet before, CapabilitySet usable, long writableTo)
      implements ClientCapabilityEffect {}
}
