package io.pando.net.metrics;

import java.util.Locale;

/** Why a stream was reset, as meters tell it. The log has the sentence. */
public enum ResetReason {
  /** No stream could be opened: no process listens, no answer came, or the peer refused. */
  UNREACHABLE,

  /** The other side closed an open stream. */
  CLOSED,

  /** The socket failed, or the peer answered no probes of the kernel. */
  FAILED,

  /** The peer read or sent too slowly. */
  SLOW,

  /** The bytes that arrived are not a valid frame. */
  BAD_BYTES,

  /** This node could not encode or take a message. */
  INTERNAL;

  String tag() {
    return name().toLowerCase(Locale.ROOT);
  }
}
