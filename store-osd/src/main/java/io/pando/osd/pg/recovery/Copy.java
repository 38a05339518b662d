package io.pando.osd.pg.recovery;

import io.pando.id.ObjectId;
import io.pando.id.OsdId;
import io.pando.id.Version;
import io.pando.message.RecoveryMessage;
import io.pando.message.RecoveryMessage.Cursor;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * One object on its way, to the primary or from it.
 *
 * <pre>
 *   Pulling ⇄ Storing ──▶ (it is here) ──▶ Storing ⇄ Pushing ──▶ done
 * </pre>
 */
final class Copy {
  /** What is awaited. */
  sealed interface Step {
    /** A piece from this OSD, at this cursor. */
    record Pulling(OsdId source, Cursor from) implements Step {}

    /** The local store: reading or writing a piece. */
    record Storing() implements Step {}

    /** These have not yet said that the piece is durable. */
    record Pushing(RecoveryMessage.Copied piece, SortedSet<OsdId> awaited) implements Step {}
  }

  final ObjectId object;
  final Batch batch;

  /** Which is wanted, or is sent. */
  Version version;

  /** Who could not send it. */
  final SortedSet<OsdId> tried = new TreeSet<>();

  /** Who gets it; fixed once pushing begins, but for those who cannot take it. */
  final SortedSet<OsdId> targets = new TreeSet<>();

  /** Whether the primary has it in that very version, with damaged bytes. */
  boolean mends;

  /** Whether somebody has come to wait for it. */
  boolean awaited;

  /** Whether somebody could not take it. */
  boolean refused;

  Step step = new Step.Storing();

  Copy(ObjectId object, Version version, Batch batch) {
    this.object = object;
    this.version = version;
    this.batch = batch;
    batch.open.add(object);
  }
}
