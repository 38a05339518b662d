package io.pando.disk.raw.check;

import io.pando.id.ObjectId;
import io.pando.store.CollectionId;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Something that is wrong with a store.
 *
 * @param collection that it concerns; null: none, or nobody knows
 * @param object of that collection that it concerns; null: none, or nobody knows
 * @param what a sentence
 * @param remedies what puts it right, in this order; empty if nothing here does
 */
public record Fault(
    Kind kind,
    @Nullable CollectionId collection,
    @Nullable ObjectId object,
    String what,
    List<Remedy> remedies) {
  /** What sort of thing. */
  public enum Kind {
    /** A record or its key is not what the format says. */
    UNREADABLE,
    /** A record belongs to nothing that is there. */
    ORPHAN,
    /** A block or a number has more owners than it should. */
    OWNERS,
    /** Something lies beyond the end of the object or of the device, or a size is none. */
    BOUNDS,
    /** Bytes are not what was written, or cannot be read. */
    DATA,
    /** The store knows of damage already, and tells whoever reads. */
    KNOWN,
    /** Space is noted to be used otherwise than it is. */
    SPACE,
    /** The operation log. */
    LOG
  }

  public Fault {
    remedies = List.copyOf(remedies);
  }

  /** One that concerns no object. */
  static Fault of(Kind kind, String what, Remedy... remedies) {
    return new Fault(kind, null, null, what, List.of(remedies));
  }

  /** The sentence, with whom it concerns. */
  @Override
  public String toString() {
    if (collection == null) {
      return what;
    }
    return (object == null ? "" : "object " + object + " of ") + collection + ": " + what;
  }
}
