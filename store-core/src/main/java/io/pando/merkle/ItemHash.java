package io.pando.merkle;

import com.dynatrace.hash4j.hashing.Hasher64;
import com.dynatrace.hash4j.hashing.Hashing;
import io.pando.id.ObjectId;
import io.pando.id.Version;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
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

  private static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private final Hasher64 hasher;
  private byte[] item = new byte[NAME + USUAL_NAME];
  private int length;

  /**
   * A hash for one pool.
   *
   * @param key the pool's secret
   */
  public ItemHash(long key) {
    this.hasher = Hashing.xxh3_64(key);
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
    return hasher.hashBytesToLong(item, 0, length);
  }

  /**
   * The digest of an object in a version with its content. They are digested together, so that two
   * objects with swapped contents are detected.
   *
   * @param content {@linkplain #of(ContentDigest) digest} of the content
   */
  public long of(ObjectId object, Version version, long content) {
    long bare = of(object, version);
    return hasher.hashStream().putLong(bare).putLong(content).getAsLong();
  }

  /** The digest of a content, as one number. */
  public long of(ContentDigest content) {
    return hasher
        .hashStream()
        .putLong(content.size())
        .putLong(content.bytes())
        .putLong(content.attributes())
        .putLong(content.entries())
        .getAsLong();
  }
}
