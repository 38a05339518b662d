package io.pando.osd.pg.recovery.copy;

import io.pando.id.MemberId;
import io.pando.id.ObjectId;
import io.pando.id.Version;
import io.pando.message.RecoveryMessage.Copied;
import io.pando.message.RecoveryMessage.Signature;
import io.pando.message.RecoveryMessage.Wanted;
import java.util.Collections;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * One object that is copied to the primary or from it.
 *
 * <pre>
 *   Pulling ⇄ Storing ──▶ (it is here) ──▶ Storing ──▶ Signing ──▶ Pushing ──▶ done
 *                                            ▲  └─────────────────▶ │
 *                                            └──────────────────────┘
 * </pre>
 */
public final class ObjectCopy {
  /** What the copy waits for. */
  public sealed interface Step {
    /**
     * Waits for a piece from this member.
     *
     * @param wanted the request that was sent
     */
    record Pulling(MemberId source, Wanted wanted) implements Step {}

    /** Waits for the local store: a piece is read or written. */
    record Storing() implements Step {}

    /**
     * Waits for replicas to report which parts of the piece they have.
     *
     * @param awaited replicas that have not answered yet
     * @param signatures answers of the replicas that have parts of it
     */
    record Signing(
        Copied piece, SortedSet<MemberId> awaited, SortedMap<MemberId, Signature> signatures)
        implements Step {}

    /**
     * Waits for replicas to make the piece durable.
     *
     * @param sent the piece for each replica, without the parts that the replica has
     * @param awaited replicas that have not confirmed yet
     */
    record Pushing(Copied piece, SortedMap<MemberId, Copied> sent, SortedSet<MemberId> awaited)
        implements Step {}
  }

  public final ObjectId object;
  public final CopyBatch batch;

  /** The version that is requested, or is sent. */
  public Version version;

  /** The members that were asked for the object. */
  final SortedSet<MemberId> tried = new TreeSet<>();

  /** Older versions that members have instead. */
  public final SortedMap<MemberId, Version> older = new TreeMap<>();

  /** Size of the object on an OSD that has it damaged; null: no OSD reported that. */
  public @Nullable Long damagedBytes;

  /** The member that is asked for the object, or was last. */
  @Nullable MemberId source;

  /**
   * The members that get the object. The set is fixed when pushing begins, except that members that
   * cannot store the object are removed.
   */
  public final SortedSet<MemberId> targets = new TreeSet<>();

  /**
   * Replicas among the targets that had not been compared when they were chosen. Comparison can
   * find the object on them, and then they do not lack it, while other targets still wait for it.
   */
  public final SortedSet<MemberId> uncompared = new TreeSet<>();

  /** Targets that have no part of the object that could stay. */
  final SortedSet<MemberId> blank = new TreeSet<>();

  /**
   * Whether the copy amends an older version that the primary has, instead of replacing all of it.
   */
  boolean amends;

  /** Whether the primary has the object in this very version, with damaged bytes. */
  boolean mends;

  /** Whether an operation has begun to wait for the object. */
  public boolean awaited;

  /** Whether an OSD could not store the object. */
  public boolean refused;

  public Step step = new Step.Storing();

  public ObjectCopy(ObjectId object, Version version, CopyBatch batch) {
    this.object = object;
    this.version = version;
    this.batch = batch;
    batch.open.add(object);
  }

  /** The members that were asked for the object. */
  public SortedSet<MemberId> tried() {
    return Collections.unmodifiableSortedSet(tried);
  }

  /** A member was asked for the object. */
  public void onTried(MemberId member) {
    tried.add(member);
  }

  /** A member has the object in another version. */
  public void onOther(MemberId member, Version other) {
    if (other.isAfter(Version.ZERO) && version.isAfter(other)) {
      older.put(member, other);
    }
  }
}
