package io.pando.fuse.protocol;

import io.pando.bytes.Payload;
import java.util.List;

/** What the kernel sends: a request for the file system, or a message about the session. */
public sealed interface KernelMessage permits FuseRequest, KernelMessage.OfSession {
  /** A message about the session. */
  sealed interface OfSession extends KernelMessage {}

  /**
   * Begins a session.
   *
   * @param minor version that the kernel speaks below {@code major}
   * @param maxReadaheadBytes most bytes that the kernel would read ahead
   * @param flags bits of {@link InitFlag}, and others
   */
  record Init(int major, int minor, int maxReadaheadBytes, long flags) implements OfSession {}

  /** The kernel gives back references to nodes. */
  record Forget(List<Forgotten> nodes) implements OfSession {}

  /**
   * References to a node that the kernel gives back.
   *
   * @param lookups how many of the entries that it was given
   */
  record Forgotten(long node, long lookups) {}

  /**
   * The process that waits for a request was interrupted.
   *
   * @param request number of the request
   */
  record Interrupt(long request) implements OfSession {}

  /**
   * Cached pages that {@link FuseNotification.RetrieveData} asked for.
   *
   * @param token of that notification
   * @param data the pages from {@code offset} on; fewer bytes if the rest is not cached
   */
  record Retrieved(long token, long node, long offset, Payload data) implements OfSession {}

  /** Ends the session. */
  record Destroy() implements OfSession {}

  /** An operation that is not known here. */
  record Unknown(int opcode) implements OfSession {}
}
