package io.pando.osd.pg.write;

import io.pando.id.MemberId;
import io.pando.id.ObjectId;
import io.pando.id.Version;
import java.util.SortedSet;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Tells which objects operations can use; the other objects are being recovered. */
public interface Availability {
  /** Whether the primary has a good copy of the object. */
  boolean isReadable(ObjectId object);

  /** Whether the object can be changed: no member misses it, and no copy of it is being made. */
  boolean isWritable(ObjectId object);

  /**
   * Whether no good copy of the object is known any more. Then it can only be replaced as a whole,
   * or removed.
   */
  boolean isLost(ObjectId object);

  /** Size in bytes of a lost object that is absent here; 0 if not known. */
  long lostBytes(ObjectId object);

  /**
   * The version of a lost object of which other members lack their fragments; null if none does, or
   * if any copy is the whole object. The primary may have its own fragment.
   */
  @Nullable Version lostElsewhere(ObjectId object);

  /** Whether the object is being looked for, or will be as soon as something waits for it. */
  boolean isSought(ObjectId object);

  /**
   * Why the loss of the object cannot be ended, as text for people; null if no OSD has the object.
   */
  @Nullable String lossObjection(ObjectId object);

  /** Reads the newest older version of a lost object. */
  void readOlder(ObjectId object, Consumer<OlderVersion> then);

  /** A lost object is about to be replaced on all members. */
  void onReplacing(ObjectId object);

  /**
   * An update of the object was ordered.
   *
   * @param version new version; {@link Version#ZERO} if the object was removed
   */
  void onChanged(ObjectId object, Version version);

  /** A request waits for this object: recover it soon. */
  void prioritize(ObjectId object);

  /** The local copy of the object is damaged. */
  void onDamaged(ObjectId object, String what);

  /** Replicas to which backfill has not copied this object yet. */
  SortedSet<MemberId> notBackfilled(ObjectId object);
}
