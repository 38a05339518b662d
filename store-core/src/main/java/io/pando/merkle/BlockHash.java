package io.pando.merkle;

import com.dynatrace.hash4j.hashing.HashStream64;
import com.dynatrace.hash4j.hashing.Hashing;
import io.pando.bytes.Payload;
import java.util.SortedMap;

/**
 * Digests parts of an object, each by itself: XXH3 with 64 bits, seeded as the items of the pool's
 * trees are, as {@link ContentHash} does all of it.
 *
 * <p>Used by one thread.
 */
public final class BlockHash {
  private final HashStream64 stream;

  /**
   * Digests of one pool.
   *
   * @param key its secret
   */
  public BlockHash(long key) {
    this.stream = Hashing.xxh3_64(key).hashStream();
  }

  /** Of bytes, holes being zeros. */
  public long ofBytes(Payload bytes) {
    stream.reset();
    ContentHash.put(stream, bytes);
    return stream.getAsLong();
  }

  /** Of entries of a map. */
  public long ofEntries(SortedMap<String, Payload> entries) {
    stream.reset();
    entries.forEach((name, value) -> ContentHash.put(stream, name, value));
    return stream.getAsLong();
  }

  /** Of a key. */
  public long ofKey(String key) {
    return ofBytes(Payload.utf8(key));
  }
}
