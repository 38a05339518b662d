package io.pando.group;

import io.pando.bytes.ByteRange;
import io.pando.bytes.Payload;
import java.util.List;
import java.util.SortedMap;

/**
 * How a member takes back an update of its fragment of an object, without reading from other
 * members.
 *
 * @param kind what the update does to the fragment
 * @param fragmentBytes size of the fragment before the update
 * @param replaced ranges of the fragment, before its old end, that the update overwrites or cuts
 *     off; with {@link Kind#CHANGED} only
 * @param attributes the changed attributes that existed before, with their old values
 * @param added names of the attributes that did not exist before
 */
public record Undo(
    Kind kind,
    long fragmentBytes,
    List<ByteRange> replaced,
    SortedMap<String, Payload> attributes,
    List<String> added) {
  /** What an update does to a fragment. */
  public enum Kind {
    /** It creates the fragment: taking back removes it. */
    CREATED,
    /** It changes some ranges and attributes, and the size. */
    CHANGED,
    /** It removes the fragment, or removes it and creates it again. */
    REPLACED,
    /** It changes a fragment that was missing: taking back makes it missing again. */
    MISSING,
    /**
     * It replaces a fragment that was missing. What is here may be whole and only unreadable for a
     * while: taking back returns it, and it is missing again.
     */
    REPLACED_MISSING
  }

  /** Whether the fragment was missing before the update. */
  public boolean wasMissing() {
    return kind == Kind.MISSING || kind == Kind.REPLACED_MISSING;
  }

  public Undo {
    replaced = List.copyOf(replaced);
    added = List.copyOf(added);
  }
}
