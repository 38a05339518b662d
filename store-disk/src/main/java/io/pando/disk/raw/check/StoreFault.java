package io.pando.disk.raw.check;

import io.pando.id.ObjectId;
import io.pando.store.CollectionId;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A fault of a store.
 *
 * @param collection affected collection; null if none or unknown
 * @param object affected object of that collection; null if none or unknown
 * @param what description, a sentence
 * @param remedies steps that repair it, in this order; empty if there are none
 */
public record StoreFault(
    Kind kind,
    @Nullable CollectionId collection,
    @Nullable ObjectId object,
    String what,
    List<Remedy> remedies) {
  /** Kinds of faults. */
  public enum Kind {
    /** A record or its key does not follow the format. */
    UNREADABLE,
    /** A record belongs to nothing that exists. */
    ORPHAN,
    /** A block or a number has too many owners. */
    OWNERS,
    /** A place lies beyond the end of the object or of the device, or a size is impossible. */
    BOUNDS,
    /** Bytes fail their checksum, or cannot be read. */
    DATA,
    /** Known damage, which the store already reports to readers. */
    KNOWN,
    /** The recorded use of space differs from the actual use. */
    SPACE,
    /** The operation log. */
    LOG
  }

  public StoreFault {
    remedies = List.copyOf(remedies);
  }

  /** A fault that affects no object. */
  static StoreFault of(Kind kind, String what, Remedy... remedies) {
    return new StoreFault(kind, null, null, what, List.of(remedies));
  }

  /** The description, with the affected object. */
  @Override
  public String toString() {
    if (collection == null) {
      return what;
    }
    return (object == null ? "" : "object " + object + " of ") + collection + ": " + what;
  }
}
