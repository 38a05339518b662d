package io.pando.merkle;

import io.pando.id.ObjectId;
import io.pando.id.Version;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import net.openhft.hashing.LongHashFunction;
import org.jspecify.annotations.Nullable;

/**
 * Computes digests of items: XXH3 with 64 bits of an object and its version. The seed is a secret
 * of the pool, since users choose names and could otherwise choose two that cancel each other out.
 *
 * <p>The input of the hash, with little-endian numbers: the object's hash in 4 bytes, the version's
 * epoch in 8, its counter in 8, the name in UTF-8.
 *
 * <p>Used by one thread.
 */
public final class ItemHash {
  private static final int EPOCH = Integer.BYTES;
  private static final int COUNTER = EPOCH + Long.BYTES;
  private static final int NAME = COUNTER + Long.BYTES;
  private static final int USUAL_NAME = 108;

  /** Of a content's digest: size, bytes, attributes, entries. */
  private static final int MOST_NUMBERS = 4;

  private static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private final LongHashFunction function;
  private final byte[] numbers = new byte[MOST_NUMBERS * Long.BYTES];
  private byte[] item = new byte[NAME + USUAL_NAME];
  private int length;

  /**
   * A hash for one pool.
   *
   * @param key the pool's secret
   */
  public ItemHash(long key) {
    this.function = LongHashFunction.xx3(key);
  }

  /** The digest of an object in a version. */
  public long of(ObjectId object, Version version) {
    begin(object);
    return in(version);
  }

  /**
   * The change of the exclusive or of all items' digests when an object is added, removed, or
   * changed.
   *
   * @param before version before; null if the object did not exist
   * @param after version afterwards; null if the object does not exist
   */
  public long difference(ObjectId object, @Nullable Version before, @Nullable Version after) {
    begin(object);
    return (before == null ? 0 : in(before)) ^ (after == null ? 0 : in(after));
  }

  private void begin(ObjectId object) {
    byte[] name = object.name().getBytes(StandardCharsets.UTF_8);
    length = NAME + name.length;
    if (length > item.length) {
      item = new byte[length];
    }
    INT.set(item, 0, object.hash());
    System.arraycopy(name, 0, item, NAME, name.length);
  }

  private long in(Version version) {
    LONG.set(item, EPOCH, version.epoch());
    LONG.set(item, COUNTER, version.counter());
    return function.hashBytes(item, 0, length);
  }

  /**
   * The digest of an object in a version with its content. They are digested together, so that two
   * objects with swapped contents are detected.
   *
   * @param content {@linkplain #of(ContentDigest) digest} of the content
   */
  public long of(ObjectId object, Version version, long content) {
    long bare = of(object, version);
    put(0, bare);
    put(1, content);
    return ofNumbers(2);
  }

  /** The digest of a content, as one number. */
  public long of(ContentDigest content) {
    put(0, content.size());
    put(1, content.bytes());
    put(2, content.attributes());
    put(3, content.entries());
    return ofNumbers(MOST_NUMBERS);
  }

  private void put(int index, long number) {
    LONG.set(numbers, index * Long.BYTES, number);
  }

  private long ofNumbers(int count) {
    return function.hashBytes(numbers, 0, count * Long.BYTES);
  }
}
