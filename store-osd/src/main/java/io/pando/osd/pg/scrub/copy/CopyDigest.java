package io.pando.osd.pg.scrub.copy;

import io.pando.bytes.Payload;
import io.pando.id.Version;
import io.pando.message.ScrubMessage.CopyState;
import io.pando.store.ObjectView;
import java.util.SortedMap;

/** Digests one copy of an object, piece by piece. */
interface CopyDigest {
  /** Adds the bytes from {@code offset} on; pieces come in order. */
  void bytes(long offset, Payload next);

  /** Adds the next entries of the key/value map. */
  void entries(SortedMap<String, Payload> next);

  /** The state of the copy, after everything was added. */
  CopyState state(Version version, ObjectView view);
}
