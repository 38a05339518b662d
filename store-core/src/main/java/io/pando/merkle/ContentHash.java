package io.pando.merkle;

import com.dynatrace.hash4j.hashing.HashStream64;
import com.dynatrace.hash4j.hashing.Hashing;
import io.pando.bytes.Payload;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.SortedMap;

/**
 * Digests the content of an object that is read in pieces, with XXH3 and 64 bits. The bytes are
 * digested as they are read, with holes as zeros, so that the result does not depend on how a store
 * keeps them. The attributes and the map are digested with the lengths of key and value before each
 * entry. All digests have the seed of the pool's hash trees.
 *
 * <p>Used by one thread, for one object.
 */
public final class ContentHash {
  private static final int COPY_BYTES = 1 << 14;

  private final HashStream64 bytes;
  private final HashStream64 entries;
  private final long key;

  /**
   * A hash without input so far.
   *
   * @param key the pool's secret
   */
  public ContentHash(long key) {
    this.key = key;
    this.bytes = Hashing.xxh3_64(key).hashStream();
    this.entries = Hashing.xxh3_64(key).hashStream();
  }

  /** Adds the next bytes. */
  public void bytes(Payload next) {
    put(bytes, next);
  }

  /** Adds the next entries of the map. */
  public void entries(SortedMap<String, Payload> next) {
    next.forEach((name, value) -> put(entries, name, value));
  }

  /** The digests, after the whole content was added. */
  public ContentDigest digest(long size, SortedMap<String, Payload> attributes) {
    HashStream64 others = Hashing.xxh3_64(key).hashStream();
    for (Map.Entry<String, Payload> attribute : attributes.entrySet()) {
      put(others, attribute.getKey(), attribute.getValue());
    }
    return new ContentDigest(size, bytes.getAsLong(), others.getAsLong(), entries.getAsLong());
  }

  static void put(HashStream64 stream, String name, Payload value) {
    byte[] text = name.getBytes(StandardCharsets.UTF_8);
    stream.putInt(text.length).putBytes(text).putInt(value.size());
    put(stream, value);
  }

  static void put(HashStream64 stream, Payload payload) {
    for (ByteBuffer part : payload.asByteBuffers()) {
      byte[] copy = new byte[Math.min(part.remaining(), COPY_BYTES)];
      while (part.hasRemaining()) {
        int length = Math.min(part.remaining(), copy.length);
        part.get(copy, 0, length);
        stream.putBytes(copy, 0, length);
      }
    }
  }
}
