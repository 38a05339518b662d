package io.pando.merkle;

import com.dynatrace.hash4j.hashing.HashStream64;
import com.dynatrace.hash4j.hashing.Hashing;
import io.pando.bytes.Payload;
import java.util.SortedMap;

/**
 * Digests separate parts of an object: XXH3 with 64 bits, with the seed of the pool's hash trees.
 * {@link ContentHash} digests a whole object in the same way.
 *
 * <p>Used by one thread.
 */
public final class BlockHash {
  private final HashStream64 stream;

  /**
   * A hash for one pool.
   *
   * @param key the pool's secret
   */
  public BlockHash(long key) {
    this.stream = Hashing.xxh3_64(key).hashStream();
  }

  /** The digest of bytes; holes count as zeros. */
  public long ofBytes(Payload bytes) {
    stream.reset();
    ContentHash.put(stream, bytes);
    return stream.getAsLong();
  }

  /** The digest of entries of a map. */
  public long ofEntries(SortedMap<String, Payload> entries) {
    stream.reset();
    entries.forEach((name, value) -> ContentHash.put(stream, name, value));
    return stream.getAsLong();
  }

  /** The digest of a key. */
  public long ofKey(String key) {
    return ofBytes(Payload.utf8(key));
  }
}
