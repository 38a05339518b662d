package io.pando.merkle;

import com.dynatrace.hash4j.hashing.HashStream64;
import com.dynatrace.hash4j.hashing.Hashing;
import io.pando.id.ObjectId;
import io.pando.id.Version;
import java.nio.charset.StandardCharsets;

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
  private final HashStream64 stream;

  /**
   * Digests of one pool.
   *
   * @param key its secret
   */
  public ItemHash(long key) {
    this.stream = Hashing.xxh3_64(key).hashStream();
  }

  /** Of an object in a version. */
  public long of(ObjectId object, Version version) {
    return stream
        .reset()
        .putInt(object.hash())
        .putLong(version.epoch())
        .putLong(version.counter())
        .putBytes(object.name().getBytes(StandardCharsets.UTF_8))
        .getAsLong();
  }
}
