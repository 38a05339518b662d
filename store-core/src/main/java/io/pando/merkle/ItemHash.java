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
 * Digests of items: XXH3, 64 bits, of an object and its version, seeded with a secret of the pool,
 * since users choose names and could otherwise choose two that cancel each other out.
 *
 * <p>What is hashed, each number with its least byte first: the object's hash in 4 bytes, the
 * version's epoch in 8, its counter in 8, the name in UTF-8.
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
   * Digests of one pool.
   *
   * @param key its secret
   */
  public ItemHash(long key) {
    this.hasher = Hashing.xxh3_64(key);
  }

  /** Of an object in a version. */
  public long of(ObjectId object, Version version) {
    begin(object);
    return in(version);
  }

  /**
   * By what the digests of all items differ when an object comes, goes, or changes.
   *
   * @param before null: it was not there
   * @param after null: it is not there
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
   * Of an object in a version with that content: not of each by itself, so that two objects that
   * have each other's content are not as good as right.
   *
   * @param content {@linkplain #of(ContentDigest) digest} of it
   */
  public long of(ObjectId object, Version version, long content) {
    long bare = of(object, version);
    return hasher.hashStream().putLong(bare).putLong(content).getAsLong();
  }

  /** Of a content, as one number. */
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
