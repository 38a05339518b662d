package io.pando.op;

import io.pando.bytes.ByteRange;
import io.pando.bytes.Payload;
import io.pando.id.Version;
import java.util.List;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/**
 * One operation of a vector that is executed atomically on one object. A vector is a list of {@link
 * Condition}s and {@link Query}s in any order, then {@link Mutation}s: the former see the object as
 * it was before the vector, the latter happen in order if every condition held. If one operation
 * fails, the whole vector does and changes nothing.
 */
public sealed interface ObjectOp {
  /** Asks something of the object. Fails with {@link OpError#NOT_FOUND} if there is none. */
  sealed interface Query extends ObjectOp {}

  /** Must hold, or the vector fails. */
  sealed interface Condition extends ObjectOp {}

  /** Changes the object, and creates it where there is none unless said otherwise. */
  sealed interface Mutation extends ObjectOp {}

  // Queries

  /** Bytes of a range, fewer where the object ends earlier: {@link OpResult.Data}. */
  record Read(ByteRange range) implements Query {}

  /** Those parts of a range that hold data, holes left out: {@link OpResult.SparseData}. */
  record SparseRead(ByteRange range) implements Query {}

  /** Size, version and time of the last change: {@link OpResult.Stat}. */
  record Stat() implements Query {}

  /** One attribute: {@link OpResult.Attributes} with it, or {@link OpError#NO_ATTRIBUTE}. */
  record GetAttribute(String name) implements Query {}

  /** All attributes: {@link OpResult.Attributes}. */
  record ListAttributes() implements Query {}

  /**
   * Entries of the key/value map with these keys, as far as they are there: {@link
   * OpResult.Entries}.
   */
  record GetEntries(List<String> keys) implements Query {}

  /**
   * Entries of the key/value map in order: {@link OpResult.Entries}.
   *
   * @param after start behind this key; null: from the beginning
   * @param prefix only keys that begin so
   * @param maxEntries at most so many; the store may return fewer, and says so
   */
  record ListEntries(@Nullable String after, String prefix, int maxEntries) implements Query {}

  // Conditions

  /** The object exists, or {@link OpError#NOT_FOUND}. */
  record AssertExists() implements Condition {}

  /** The object's version is this one, or {@link OpError#VERSION_MISMATCH}. */
  record AssertVersion(Version version) implements Condition {}

  /**
   * {@code attribute comparison value} holds byte-wise, an absent attribute being empty; or {@link
   * OpError#CONDITION_FAILED}.
   */
  record CompareAttribute(String name, Comparison comparison, Payload value) implements Condition {}

  /** How an attribute stands to a value, compared as unsigned bytes. */
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
   * @param exclusive whether it is an error ({@link OpError#ALREADY_EXISTS}) if it does already
   */
  record Create(boolean exclusive) implements Mutation {}

  /** Writes bytes at an offset; a gap reads as zeros. */
  record Write(long offset, Payload data) implements Mutation {}

  /** Replaces all bytes. Attributes and map stay. */
  record WriteFull(Payload data) implements Mutation {}

  /** Writes bytes at the end. */
  record Append(Payload data) implements Mutation {}

  /** Cuts the object, or grows it with zeros. */
  record Truncate(long size) implements Mutation {}

  /**
   * Makes a range read as zeros; never makes the object longer, and does nothing where there is
   * none.
   */
  record Zero(ByteRange range) implements Mutation {}

  /** Removes the object; {@link OpError#NOT_FOUND} if there is none. */
  record Remove() implements Mutation {}

  /** Sets one attribute. */
  record SetAttribute(String name, Payload value) implements Mutation {}

  /** Removes one attribute; {@link OpError#NO_ATTRIBUTE} if it is not there. */
  record RemoveAttribute(String name) implements Mutation {}

  /** Sets entries of the key/value map; others stay. */
  record SetEntries(SortedMap<String, Payload> entries) implements Mutation {}

  /** Removes entries of the key/value map that are there. */
  record RemoveEntries(List<String> keys) implements Mutation {}

  /**
   * Removes entries from {@code from} (included) to {@code to} (not included; null: to the end).
   */
  record RemoveEntryRange(String from, @Nullable String to) implements Mutation {}
}
