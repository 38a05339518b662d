package io.pando.osd.pg.recovery;

import io.pando.id.ObjectId;
import io.pando.id.OsdId;
import io.pando.id.Version;
import io.pando.message.RecoveryMessage;
import io.pando.message.RecoveryMessage.Cursor;
import java.util.SortedSet;
import java.util.TreeSet;

/** One object on its way, to the primary or from it. */
final class Copy {
  /** What is awaited. */
  sealed interface Step {
    /** A piece from this OSD, at this cursor. */
    record Pulling(OsdId source, Cursor from) implements Step {}

    /** The local store: reading or writing a piece. */
    record Storing() implements Step {}

    /** These have not yet said that the piece is durable. */
    record Pushing(RecoveryMessage.Push push, SortedSet<OsdId> awaited) implements Step {}
  }

  final ObjectId object;
  Version version;

  /** Who could not send it. */
  final SortedSet<OsdId> tried = new TreeSet<>();

  /** Who gets it; fixed once pushing begins, but for those who cannot take it. */
  final SortedSet<OsdId> targets = new TreeSet<>();

  Step step = new Step.Storing();

  Copy(ObjectId object, Version version) {
    this.object = object;
    this.version = version;
  }
}
