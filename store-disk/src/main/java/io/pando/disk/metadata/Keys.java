package io.pando.disk.metadata;

import io.pando.format.DamagedRecordException;
import io.pando.id.ObjectId;
import io.pando.id.PgId;
import io.pando.id.PoolId;
import io.pando.id.ReplicaId;
import io.pando.store.CollectionId;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/**
 * Keys in RocksDB, which orders them bytewise; numbers are big-endian.
 *
 * <pre>
 *   collection      00                              the daemon's own
 *                   01 pool(4) seed(4)              a placement group, without a position
 *                   02 pool(4) seed(4) position(4)  a placement group at a position
 *                   03 pool(4) seed(4) position(4)  what such a copy keeps aside
 *   object          collection position(4) name     position: the hash with its bits reversed
 *   blocks          number(8) index(4)              index of 64 blocks, from 1
 *   map             number(8) key
 *   meta            collection key
 *   shared          page(8)                         page of 64 blocks of the device
 * </pre>
 *
 * No collection is a prefix of another, so a collection's objects lie together, in placement order.
 */
public final class Keys {
  private static final byte DAEMON = 0;
  private static final byte GROUP = 1;
  private static final byte GROUP_AT_POSITION = 2;
  private static final byte ASIDE = 3;

  /** Length of the collection of a group without a position. */
  public static final int GROUP_BYTES = 1 + 2 * Integer.BYTES;

  /** Length of the collection of a group at a position, and of what that keeps aside. */
  public static final int GROUP_AT_POSITION_BYTES = GROUP_BYTES + Integer.BYTES;

  private Keys() {}

  public static byte[] collection(CollectionId id) {
    ReplicaId replica = id.replica();
    if (replica == null) {
      return new byte[] {DAEMON};
    }
    boolean hasPosition = replica.hasPosition();
    ByteBuffer key =
        ByteBuffer.allocate(hasPosition ? GROUP_AT_POSITION_BYTES : GROUP_BYTES)
            .put(id.isAside() ? ASIDE : hasPosition ? GROUP_AT_POSITION : GROUP)
            .putInt(replica.group().pool().value())
            .putInt(replica.group().seed());
    return hasPosition ? key.putInt(replica.position()).array() : key.array();
  }

  public static CollectionId collection(byte[] key) throws DamagedRecordException {
    if (key.length == 1 && key[0] == DAEMON) {
      return CollectionId.DAEMON;
    }
    boolean group = key.length == GROUP_BYTES && key[0] == GROUP;
    boolean isLong = key.length == GROUP_AT_POSITION_BYTES;
    boolean atPosition = isLong && key[0] == GROUP_AT_POSITION;
    boolean aside = isLong && key[0] == ASIDE;
    if (!group && !atPosition && !aside) {
      throw new DamagedRecordException("not a collection: " + HexFormat.of().formatHex(key));
    }
    ByteBuffer in = ByteBuffer.wrap(key, 1, key.length - 1);
    try {
      PgId id = new PgId(new PoolId(in.getInt()), in.getInt());
      if (group) {
        return CollectionId.of(id);
      }
      ReplicaId replica = at(id, in.getInt());
      return aside ? CollectionId.aside(replica) : CollectionId.of(replica);
    } catch (IllegalArgumentException e) {
      throw new DamagedRecordException(
          "not a collection: " + HexFormat.of().formatHex(key) + ": " + e.getMessage(), e);
    }
  }

  private static ReplicaId at(PgId group, int position) {
    if (position < 0) {
      throw new IllegalArgumentException("position " + position);
    }
    return new ReplicaId(group, position);
  }

  public static byte[] object(CollectionId collection, ObjectId id) {
    byte[] prefix = collection(collection);
    byte[] name = id.name().getBytes(StandardCharsets.UTF_8);
    return ByteBuffer.allocate(prefix.length + Integer.BYTES + name.length)
        .put(prefix)
        .putInt(id.position())
        .put(name)
        .array();
  }

  /** Lower bound of the keys of objects at or behind a position of a collection. */
  public static byte[] position(byte[] collection, int position) {
    return ByteBuffer.allocate(collection.length + Integer.BYTES)
        .put(collection)
        .putInt(position)
        .array();
  }

  /** The key with another prefix in place of its first {@code prefixBytes} bytes. */
  public static byte[] withPrefix(byte[] key, int prefixBytes, byte[] prefix) {
    byte[] moved = Arrays.copyOf(prefix, prefix.length + key.length - prefixBytes);
    System.arraycopy(key, prefixBytes, moved, prefix.length, key.length - prefixBytes);
    return moved;
  }

  /** The object that a key names; the collection takes its first {@code collectionBytes} bytes. */
  public static ObjectId object(byte[] key, int collectionBytes) {
    int position = ByteBuffer.wrap(key).getInt(collectionBytes);
    return new ObjectId(Integer.reverse(position), text(key, collectionBytes + Integer.BYTES));
  }

  public static byte[] blocks(long number, int index) {
    return ByteBuffer.allocate(Long.BYTES + Integer.BYTES).putLong(number).putInt(index).array();
  }

  public static long number(byte[] key) {
    return ByteBuffer.wrap(key).getLong();
  }

  public static int index(byte[] key) {
    return ByteBuffer.wrap(key).getInt(Long.BYTES);
  }

  /** Prefix of all entries of an object's map. */
  public static byte[] map(long number) {
    return ByteBuffer.allocate(Long.BYTES).putLong(number).array();
  }

  /** Key of a page of 64 blocks of the device. */
  public static byte[] page(long page) {
    return map(page);
  }

  /** A prefix followed by a text in UTF-8. */
  public static byte[] append(byte[] prefix, String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    byte[] key = Arrays.copyOf(prefix, prefix.length + bytes.length);
    System.arraycopy(bytes, 0, key, prefix.length, bytes.length);
    return key;
  }

  /** The text behind the first {@code prefixBytes} bytes of a key. */
  public static String text(byte[] key, int prefixBytes) {
    return new String(key, prefixBytes, key.length - prefixBytes, StandardCharsets.UTF_8);
  }

  public static boolean startsWith(byte[] key, byte[] prefix) {
    return key.length >= prefix.length
        && Arrays.equals(key, 0, prefix.length, prefix, 0, prefix.length);
  }

  /** Whether a key is less than an upper bound; null is greater than all keys. */
  public static boolean isBefore(byte[] key, byte @Nullable [] end) {
    return end == null || Arrays.compareUnsigned(key, end) < 0;
  }

  /** The smallest key greater than all keys with a prefix; the prefix is not FF throughout. */
  public static byte[] end(byte[] prefix) {
    byte[] end = prefix.clone();
    for (int i = end.length - 1; ++end[i] == 0; i--) {
      end[i] = 0;
    }
    return end;
  }

  /** The smallest greater key: the key followed by a zero byte. */
  public static byte[] successor(byte[] key) {
    return Arrays.copyOf(key, key.length + 1);
  }
}
