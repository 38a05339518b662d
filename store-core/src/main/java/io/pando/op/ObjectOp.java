package io.pando.op;

import io.pando.bytes.ByteRange;
import io.pando.bytes.Payload;
import io.pando.id.Version;
import java.util.List;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/**
 * One operation of a vector that is executed atomically on one object. A vector is a list of {@link
 * Condition}s and {@link Query}s in any order, then {@link Mutation}s: conditions and queries see
 * the object as it was before the vector, and the mutations are applied in order if every condition
 * held. If one operation fails, the whole vector fails and changes nothing.
 */
public sealed interface ObjectOp {
  /** Reads the object. Fails with {@link OpError#NOT_FOUND} if it does not exist. */
  sealed interface Query extends ObjectOp {}

  /** A condition that must hold, or the vector fails. */
  sealed interface Condition extends ObjectOp {}

  /** Changes the object. Creates it if it does not exist, unless stated otherwise. */
  sealed interface Mutation extends ObjectOp {}

  // Queries

  /** Reads the bytes of a range, fewer if the object ends earlier: {@link OpResult.Data}. */
  record Read(ByteRange range) implements Query {}

  /** Reads the parts of a range that hold data, without holes: {@link OpResult.SparseData}. */
  record SparseRead(ByteRange range) implements Query {}

  /** Size, version and time of the last change: {@link OpResult.Stat}. */
  record Stat() implements Query {}

  /** One attribute: {@link OpResult.Attributes} with it, or {@link OpError#NO_ATTRIBUTE}. */
  record GetAttribute(String name) implements Query {}

  /** All attributes: {@link OpResult.Attributes}. */
  record ListAttributes() implements Query {}

  /**
   * Entries of the key/value map with these keys, as far as they exist: {@link OpResult.Entries}.
   */
  record GetEntries(List<String> keys) implements Query {}

  /**
   * Entries of the key/value map in order: {@link OpResult.Entries}.
   *
   * @param after key behind which the listing starts; null to start at the beginning
   * @param prefix prefix of the keys to list
   * @param maxEntries maximum number of entries; the store may return fewer, and reports that more
   *     follow
   */
  record ListEntries(@Nullable String after, String prefix, int maxEntries) implements Query {}

  // Conditions

  /** The object exists; otherwise {@link OpError#NOT_FOUND}. */
  record AssertExists() implements Condition {}

  /** The object has this version; otherwise {@link OpError#VERSION_MISMATCH}. */
  record AssertVersion(Version version) implements Condition {}

  /**
   * {@code attribute comparison value} holds bytewise, with an absent attribute as empty; otherwise
   * {@link OpError#CONDITION_FAILED}.
   */
  record CompareAttribute(String name, Comparison comparison, Payload value) implements Condition {}

  /** The relation of an attribute to a value, compared as unsigned bytes. */
  enum Comparison {
    EQUAL,
    NOT_EQUAL,
    GREATER,
    GREATER_OR_EQUAL,
    LESS,
    LESS_OR_EQUAL
  }

  // Mutations

  /**
   * Makes the object exist.
   *
   * @param exclusive whether an existing object is an error ({@link OpError#ALREADY_EXISTS})
   */
  record Create(boolean exclusive) implements Mutation {}

  /** Writes bytes at an offset; a gap reads as zeros. */
  record Write(long offset, Payload data) implements Mutation {}

  /** Replaces all bytes. Attributes and map are unchanged. */
  record WriteFull(Payload data) implements Mutation {}

  /** Writes bytes at the end. */
  record Append(Payload data) implements Mutation {}

  /** Truncates the object, or extends it with zeros. */
  record Truncate(long size) implements Mutation {}

  /**
   * Makes a range read as zeros. Never extends the object, and does nothing if the object does not
   * exist.
   */
  record Zero(ByteRange range) implements Mutation {}

  /** Removes the object; {@link OpError#NOT_FOUND} if it does not exist. */
  record Remove() implements Mutation {}

  /** Sets one attribute. */
  record SetAttribute(String name, Payload value) implements Mutation {}

  /** Removes one attribute; {@link OpError#NO_ATTRIBUTE} if it does not exist. */
  record RemoveAttribute(String name) implements Mutation {}

  /** Sets entries of the key/value map; other entries are unchanged. */
  record SetEntries(SortedMap<String, Payload> entries) implements Mutation {}

  /** Removes entries of the key/value map, as far as they exist. */
  record RemoveEntries(List<String> keys) implements Mutation {}

  /** Removes entries from {@code from} (inclusive) to {@code to} (exclusive; null for the end). */
  record RemoveEntryRange(String from, @Nullable String to) implements Mutation {}

  /**
   * An operator's order to end the loss of an object: {@link OpResult.LossEnded}. It must be the
   * only operation of its vector. Fails with {@link OpError#NOT_LOST} while an OSD may hold the
   * object's newest version.
   */
  record EndLoss(LossEnd end) implements Mutation {}

  /** What becomes of a lost object. */
  enum LossEnd {
    /** It goes back to its newest version that exists; it is removed if none does. */
    REVERT,
    /** It is removed. */
    DELETE
  }

  /** Whether it reads or changes the key/value map, which objects of erasure-coded pools lack. */
  default boolean concernsEntries() {
    return switch (this) {
      case GetEntries _, ListEntries _, SetEntries _, RemoveEntries _, RemoveEntryRange _ -> true;
      default -> false;
    };
  }

  /** Whether it may increase the space that the object takes on devices. */
  default boolean needsSpace() {
    return switch (this) {
      case Create _, Write _, WriteFull _, Append _, SetAttribute _, SetEntries _ -> true;
      case EndLoss order -> order.end() == LossEnd.REVERT;
      default -> false;
    };
  }
}
