package io.pando.disk.metadata;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A store's metadata: ordered maps from bytes to bytes, one for each {@link Family}, with one batch
 * of changes in front of them. Changes gather in the batch, reads see them at once, and {@link
 * #commit} makes all of them durable together. One thread uses it.
 */
public interface Metadata extends AutoCloseable {
  /** Entries that {@link #copyRange} takes at a time. */
  int COPIED = 1000;

  byte @Nullable [] get(Family family, byte[] key) throws MetadataException;

  void put(Family family, byte[] key, byte[] value) throws MetadataException;

  void delete(Family family, byte[] key) throws MetadataException;

  /** Deletes all keys from one to another, which is not included; null: all behind it. */
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

  /** Puts what is behind a prefix behind another of the same length, too. */
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

  /** Walks over what is durable and the batch, in the order of the keys, compared unsigned. */
  Cursor iterate(Family family) throws MetadataException;

  /** Reads all that is durable and compares it with its checksums, as far as it has such. */
  default void verify() throws MetadataException {}

  /** Whether anything is in the batch. */
  boolean hasChanges();

  /** Makes the batch durable, all of it or, should that fail or be cut short, nothing. */
  void commit() throws MetadataException;

  /** Gives the batch up. */
  void abandon() throws MetadataException;

  @Override
  void close();

  /** A walk; nothing may be changed meanwhile. Whoever walks to the end checks the status. */
  interface Cursor extends AutoCloseable {
    /** To the first key that is not before this. */
    void seek(byte[] key);

    void seekToFirst();

    /** Whether it stands at an entry. */
    boolean isValid();

    void next();

    byte[] key();

    byte[] value();

    /** Throws what went wrong, if anything did: it ends a walk early. */
    void status() throws MetadataException;

    @Override
    void close();
  }
}
