package io.pando.disk.metadata;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A store's metadata: an ordered map from bytes to bytes for each {@link Family}, with one batch of
 * changes in front of them. Changes gather in the batch, reads see them at once, and {@link
 * #commit} makes them durable together. One thread uses it.
 */
public interface Metadata extends AutoCloseable {
  /** Number of entries that {@link #copyRange} copies at a time. */
  int COPIED = 1000;

  byte @Nullable [] get(Family family, byte[] key) throws MetadataException;

  void put(Family family, byte[] key, byte[] value) throws MetadataException;

  void delete(Family family, byte[] key) throws MetadataException;

  /** Deletes the keys from one to another, exclusive; null for no upper bound. */
  default void deleteRange(Family family, byte[] from, byte @Nullable [] to)
      throws MetadataException {
    List<byte[]> keys = new ArrayList<>();
    try (Cursor entries = iterate(family)) {
      for (entries.seek(from); entries.isValid(); entries.next()) {
        byte[] key = entries.key();
        if (!Keys.isBefore(key, to)) {
          break;
        }
        keys.add(key);
      }
      entries.status();
    }
    for (byte[] key : keys) {
      delete(family, key);
    }
  }

  /** Copies all entries with a prefix to another prefix of the same length. */
  default void copyRange(Family family, byte[] from, byte[] into) throws MetadataException {
    List<byte[]> keys = new ArrayList<>();
    List<byte[]> values = new ArrayList<>();
    byte[] next = from;
    do {
      keys.clear();
      values.clear();
      try (Cursor entries = iterate(family)) {
        for (entries.seek(next); entries.isValid() && keys.size() < COPIED; entries.next()) {
          byte[] key = entries.key();
          if (!Keys.startsWith(key, from)) {
            break;
          }
          keys.add(key);
          values.add(entries.value());
          next = Keys.successor(key);
        }
        entries.status();
      }
      for (int i = 0; i < keys.size(); i++) {
        put(family, Keys.withPrefix(keys.get(i), from.length, into), values.get(i));
      }
    } while (keys.size() == COPIED);
  }

  /** Receives entries. */
  interface Visitor<E extends Exception> {
    void onEntry(byte[] key, byte[] value) throws MetadataException, E;
  }

  /** Visits all entries of a family, in the unsigned order of the keys; nothing may change. */
  default <E extends Exception> void each(Family family, Visitor<E> visitor)
      throws MetadataException, E {
    each(family, new byte[0], visitor);
  }

  /** Visits the entries whose keys begin with a prefix. */
  default <E extends Exception> void each(Family family, byte[] prefix, Visitor<E> visitor)
      throws MetadataException, E {
    try (Cursor entries = iterate(family)) {
      for (entries.seek(prefix); entries.isValid(); entries.next()) {
        byte[] key = entries.key();
        if (!Keys.startsWith(key, prefix)) {
          break;
        }
        visitor.onEntry(key, entries.value());
      }
      entries.status();
    }
  }

  /** A cursor over the durable entries and the batch, in the unsigned order of the keys. */
  Cursor iterate(Family family) throws MetadataException;

  /** Reads all durable entries and verifies their checksums, as far as there are any. */
  default void verify() throws MetadataException {}

  /** Whether anything is in the batch. */
  boolean hasChanges();

  /**
   * Makes the batch durable atomically: if it fails or is interrupted, nothing of it is durable.
   */
  void commit() throws MetadataException;

  /** Drops the batch. */
  void abandon() throws MetadataException;

  @Override
  void close();

  /**
   * A cursor; nothing may be changed while it is open. Check {@link #status} when the end is
   * reached.
   */
  interface Cursor extends AutoCloseable {
    /** Moves to the first key at or behind this one; every key is behind an empty one. */
    void seek(byte[] key);

    /** Whether the cursor is at an entry. */
    boolean isValid();

    void next();

    byte[] key();

    byte[] value();

    /** Throws the error that ended the walk early, if there was one. */
    void status() throws MetadataException;

    @Override
    void close();
  }
}
