package io.pando.merkle;

import com.dynatrace.hash4j.hashing.HashStream64;
import com.dynatrace.hash4j.hashing.Hashing;
import io.pando.bytes.Payload;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.SortedMap;

/**
 * Digests the content of an object that comes in pieces: XXH3 with 64 bits of its bytes as they are
 * read, holes being zeros, so that it is of no account how a store keeps them; of its attributes
 * and of its map, each entry with the lengths of key and value. All are seeded as the items of the
 * pool's trees are.
 *
 * <p>Used by one thread, for one object.
 */
public final class ContentHash {
  private static final int COPY_BYTES = 1 << 14;

  private final HashStream64 bytes;
  private final HashStream64 entries;
  private final long key;

  /**
   * Nothing has come yet.
   *
   * @param key the pool's secret
   */
  public ContentHash(long key) {
    this.key = key;
    this.bytes = Hashing.xxh3_64(key).hashStream();
    this.entries = Hashing.xxh3_64(key).hashStream();
  }

  /** The next bytes. */
  public void bytes(Payload next) {
    put(bytes, next);
  }

  /** The next entries of the map. */
  public void entries(SortedMap<String, Payload> next) {
    next.forEach((name, value) -> put(entries, name, value));
  }

  /** Everything has come. */
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
