package io.pando.osd.pg.recovery;

import io.pando.id.ObjectId;
import io.pando.id.OsdId;
import io.pando.id.Version;
import io.pando.message.RecoveryMessage.Copied;
import io.pando.message.RecoveryMessage.Signature;
import io.pando.message.RecoveryMessage.Wanted;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * One object on its way, to the primary or from it.
 *
 * <pre>
 *   Pulling ⇄ Storing ──▶ (it is here) ──▶ Storing ──▶ Signing ──▶ Pushing ──▶ done
 *                                            ▲  └─────────────────▶ │
 *                                            └──────────────────────┘
 * </pre>
 */
final class Copy {
  /** What is awaited. */
  sealed interface Step {
    /**
     * A piece from this OSD.
     *
     * @param wanted what it was asked for
     */
    record Pulling(OsdId source, Wanted wanted) implements Step {}

    /** The local store: reading or writing a piece. */
    record Storing() implements Step {}

    /**
     * These have not yet said what they have of the piece.
     *
     * @param signatures of those that have
     */
    record Signing(Copied piece, SortedSet<OsdId> awaited, SortedMap<OsdId, Signature> signatures)
        implements Step {}

    /**
     * These have not yet said that the piece is durable.
     *
     * @param sent the piece, without what each of those that get it has already
     */
    record Pushing(Copied piece, SortedMap<OsdId, Copied> sent, SortedSet<OsdId> awaited)
        implements Step {}
  }

  final ObjectId object;
  final Batch batch;

  /** Which is wanted, or is sent. */
  Version version;

  /** Who could not send it. */
  final SortedSet<OsdId> tried = new TreeSet<>();

  /** Size of the object on an OSD that has it damaged; null: no OSD reported that. */
  @Nullable Long damagedBytes;

  /** Who is asked for it, or was last. */
  @Nullable OsdId source;

  /** Who gets it; fixed once pushing begins, but for those who cannot take it. */
  final SortedSet<OsdId> targets = new TreeSet<>();

  /**
   * Replicas among the targets that had not been compared when they were chosen. Comparison can
   * find the object on them, and then they do not lack it, while other targets still wait for it.
   */
  final SortedSet<OsdId> uncompared = new TreeSet<>();

  /** Those of them who have nothing of the object that could stay. */
  final SortedSet<OsdId> blank = new TreeSet<>();

  /** Whether some version of what the primary has of it is made into the one that comes. */
  boolean amends;

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
