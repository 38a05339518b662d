package io.pando.osd.pg.write;

import io.pando.id.ObjectId;
import io.pando.id.OsdId;
import io.pando.id.Version;
import java.util.SortedSet;

/** Which objects can be worked with; the others are on their way. */
public interface Availability {
  /** Whether the primary has the object as it should be. */
  boolean isReadable(ObjectId object);

  /** Whether the object can be changed: nobody misses it or is being given it. */
  boolean isWritable(ObjectId object);

  /**
   * Whether no good bytes of the object are known of any more. It can only be replaced as a whole,
   * or removed.
   */
  boolean isLost(ObjectId object);

  /** The size in bytes of a lost object that is not here, as far as it is known; else 0. */
  long lostBytes(ObjectId object);

  /** An object that was lost is about to be replaced everywhere. */
  void onReplacing(ObjectId object);

  /**
   * An update of the object was ordered.
   *
   * @param version {@link Version#ZERO}: it was removed
   */
  void onChanged(ObjectId object, Version version);

  /** Somebody waits for this object. */
  void hurry(ObjectId object);

  /** The local bytes of the object are damaged. */
  void onDamaged(ObjectId object, String what);

  /** Replicas that a backfill has not brought this object yet. */
  SortedSet<OsdId> without(ObjectId object);
}
